//! Cohen's kappa: agreement beyond what chance would give to a guesser with the same class shares.

use super::Metric;
use super::confusion::Confusion;
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::measure::{Direction, MetricInfo};

pub const METRIC: Metric<Classify> = Metric {
    info: MetricInfo::number(
        "kappa",
        "Cohen's kappa",
        "Cohen's kappa: agreement beyond chance, 1 for perfect and 0 for chance",
        Direction::Higher,
    )
    .in_range(-1.0, 1.0),
    score,
};

fn score(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    of_counts(&Confusion::new(truth, predictions))
}

/// Undefined where chance alone agrees always: truth and predictions all of one and the same class.
pub fn of_counts(confusion: &Confusion) -> Option<f64> {
    let n = confusion.total();
    let hits: usize = (0..confusion.classes()).map(|c| confusion.hits(c)).sum();
    let chance: u128 = (0..confusion.classes())
        .map(|c| confusion.actual(c) as u128 * confusion.predicted(c) as u128)
        .sum();
    // Everything times n squared, in whole numbers, so that the test for "always" is exact.
    let (n, hits, possible) = (n as i128, hits as i128, (n as i128) * (n as i128) - chance as i128);
    (possible > 0).then(|| (hits * n - chance as i128) as f64 / possible as f64)
}
