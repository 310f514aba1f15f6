//! Precision, recall, F1 and specificity.
//!
//! With two classes they are those of the positive class, which is the second one (declare `classes` in the spec to
//! choose the order); a ratio of 0/0 is undefined. With more classes they are macro averages over the classes that
//! occur in truth or predictions, where 0/0 counts as 0: a class that occurs and is never predicted has earned no
//! precision.

use super::confusion::{Confusion, ratio};
use super::{Direction, Metric, MetricInfo, Unit};
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::num::math;

const fn metric(
    name: &'static str,
    about: &'static str,
    score: fn(&Labels, &ClassPredictions) -> Option<f64>,
) -> Metric<Classify> {
    let info = MetricInfo { name, about, direction: Direction::Higher, unit: Unit::Share };
    Metric { info, score }
}

pub const PRECISION: Metric<Classify> = metric(
    "precision",
    "share of the predicted positives that are positive (macro average beyond two classes)",
    |truth, predictions| average(truth, predictions, |m, c| ratio(m.hits(c), m.predicted(c))),
);

pub const RECALL: Metric<Classify> = metric(
    "recall",
    "share of the positives that were predicted (macro average beyond two classes)",
    |truth, predictions| average(truth, predictions, |m, c| ratio(m.hits(c), m.actual(c))),
);

pub const F1: Metric<Classify> = metric(
    "f1",
    "harmonic mean of precision and recall (macro average beyond two classes)",
    |truth, predictions| {
        average(truth, predictions, |m, c| ratio(2 * m.hits(c), m.actual(c) + m.predicted(c)))
    },
);

pub const SPECIFICITY: Metric<Classify> = metric(
    "specificity",
    "share of the negatives that were recognised as such (macro average beyond two classes)",
    |truth, predictions| {
        average(truth, predictions, |m, c| {
            let negatives = m.total() - m.actual(c);
            let false_positives = m.predicted(c) - m.hits(c);
            ratio(negatives - false_positives, negatives)
        })
    },
);

fn average(
    truth: &Labels,
    predictions: &ClassPredictions,
    of_class: impl Fn(&Confusion, usize) -> Option<f64>,
) -> Option<f64> {
    let confusion = Confusion::new(truth, predictions);
    if confusion.classes() == 2 {
        return of_class(&confusion, 1);
    }
    let values: Vec<f64> = (0..confusion.classes())
        .filter(|&c| confusion.actual(c) + confusion.predicted(c) > 0)
        .map(|c| of_class(&confusion, c).unwrap_or(0.0))
        .collect();
    (!values.is_empty()).then(|| math::mean(&values))
}
