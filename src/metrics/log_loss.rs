//! Log loss: the mean of -ln of the probability given to the true class. A probability of zero counts as the machine
//! epsilon, so that one sure mistake costs 36 and not everything.

use super::Metric;
use crate::learn::{ClassPredictions, Classify, Labels, Scores};
use crate::measure::{Detail, Direction, MetricInfo};
use crate::num::math;

pub const METRIC: Metric<Classify> = Metric {
    info: MetricInfo::number(
        "log_loss",
        "log loss",
        "mean -ln of the probability of the true class (methods with probabilities only)",
        Direction::Lower,
    )
    .in_range(0.0, f64::INFINITY)
    .needing(Detail::Probabilities),
    score,
};

fn score(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    let Scores::Probability(matrix) = &predictions.scores else { return None };
    let losses: Vec<f64> = truth
        .ids()
        .iter()
        .zip(matrix.rows())
        .map(|(&class, row)| -math::ln(row[class as usize].max(f64::EPSILON)))
        .collect();
    // Minus the logarithm of one is minus zero, which no table should show.
    (!losses.is_empty()).then(|| math::mean(&losses) + 0.0)
}
