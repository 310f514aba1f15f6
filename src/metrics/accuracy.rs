//! Accuracy and error: the share of examples whose class was named, and its complement.

use super::Metric;
use super::confusion::{Confusion, ratio};
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::measure::{Direction, MetricInfo};

pub const ACCURACY: Metric<Classify> = Metric {
    info: MetricInfo::share(
        "accuracy",
        "accuracy",
        "share of examples whose class was predicted",
        Direction::Higher,
    )
    .paired_by_example(),
    score: accuracy,
};

pub const ERROR: Metric<Classify> = Metric {
    info: MetricInfo::share(
        "error",
        "error rate",
        "share of examples whose class was missed: 1 - accuracy",
        Direction::Lower,
    )
    .paired_by_example(),
    score: error,
};

fn share(truth: &Labels, predictions: &ClassPredictions, equal: bool) -> Option<f64> {
    let n = truth.ids().len();
    let pairs = truth.ids().iter().zip(&predictions.labels);
    let count = pairs.filter(|(t, p)| (t == p) == equal).count();
    (n > 0).then(|| count as f64 / n as f64)
}

fn accuracy(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    share(truth, predictions, true)
}

fn error(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    share(truth, predictions, false)
}

/// Accuracy from counts of true and predicted classes.
pub fn of_counts(confusion: &Confusion) -> Option<f64> {
    let hits = (0..confusion.classes()).map(|class| confusion.hits(class)).sum();
    ratio(hits, confusion.total())
}
