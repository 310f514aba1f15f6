//! Cohen's kappa: agreement beyond what chance would give to a guesser with the same class shares.

use super::confusion::Confusion;
use super::{Direction, Metric, MetricInfo, Unit};
use crate::learn::{ClassPredictions, Classify, Labels};

pub const METRIC: Metric<Classify> = Metric {
    info: MetricInfo {
        name: "kappa",
        about: "Cohen's kappa: agreement beyond chance, 1 for perfect and 0 for chance",
        direction: Direction::Higher,
        unit: Unit::Number,
    },
    score,
};

/// Undefined where chance alone agrees always: truth and predictions all of one and the same class.
fn score(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    let confusion = Confusion::new(truth, predictions);
    let n = confusion.total();
    let hits: usize = (0..confusion.classes()).map(|c| confusion.hits(c)).sum();
    let chance: usize =
        (0..confusion.classes()).map(|c| confusion.actual(c) * confusion.predicted(c)).sum();
    // Everything times n squared, so that the test for "always" is exact.
    let (observed, possible) = ((hits * n) as f64 - chance as f64, (n * n) as f64 - chance as f64);
    (chance < n * n).then(|| observed / possible)
}
