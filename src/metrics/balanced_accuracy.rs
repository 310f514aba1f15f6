//! Balanced accuracy: the mean recall of the classes that occur, so that a rare class counts as much as a common one.

use super::Metric;
use super::confusion::{Confusion, ratio};
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::measure::{Direction, MetricInfo};
use crate::num::math;

pub const METRIC: Metric<Classify> = Metric {
    info: MetricInfo::share(
        "balanced_accuracy",
        "balanced accuracy",
        "mean recall over the classes that occur in the test part",
        Direction::Higher,
    ),
    score,
};

fn score(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    let confusion = Confusion::new(truth, predictions);
    let recalls: Vec<f64> = (0..confusion.classes())
        .filter_map(|c| ratio(confusion.hits(c), confusion.actual(c)))
        .collect();
    (!recalls.is_empty()).then(|| math::mean(&recalls))
}
