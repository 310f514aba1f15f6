//! Precision, recall, F1 and specificity, of the positive class and as macro averages.
//!
//! With two classes the plain ones are those of the positive class, which is the second one (declare `classes` in the
//! spec to choose the order). They are undefined where the truth leaves nothing to measure (recall without a positive
//! example); a classifier that never says "positive" where there are positives has precision 0, not none.
//!
//! Macro averages are over the classes that occur in truth or predictions, where 0/0 counts as 0: a class that occurs
//! and is never predicted has earned no precision. With more than two classes the plain ones are macro averages.

use super::Metric;
use super::confusion::{Confusion, ratio};
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::measure::{Direction, MetricInfo};
use crate::num::math;

const fn metric(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    score: fn(&Labels, &ClassPredictions) -> Option<f64>,
) -> Metric<Classify> {
    Metric { info: MetricInfo::share(name, title, about, Direction::Higher), score }
}

pub const PRECISION: Metric<Classify> = metric(
    "precision",
    "precision",
    "share of the predicted positives that are positive (macro average beyond two classes)",
    |truth, predictions| plain(truth, predictions, precision),
);

pub const RECALL: Metric<Classify> = metric(
    "recall",
    "recall",
    "share of the positives that were predicted (macro average beyond two classes)",
    |truth, predictions| plain(truth, predictions, recall),
);

pub const F1: Metric<Classify> = metric(
    "f1",
    "F1",
    "harmonic mean of precision and recall (macro average beyond two classes)",
    |truth, predictions| plain(truth, predictions, f1),
);

pub const SPECIFICITY: Metric<Classify> = metric(
    "specificity",
    "specificity",
    "share of the negatives that were recognised as such (macro average beyond two classes)",
    |truth, predictions| plain(truth, predictions, specificity),
);

pub const PRECISION_MACRO: Metric<Classify> = metric(
    "precision_macro",
    "macro precision",
    "mean precision over the classes that occur in truth or predictions",
    |truth, predictions| macro_average(&Confusion::new(truth, predictions), precision),
);

pub const RECALL_MACRO: Metric<Classify> = metric(
    "recall_macro",
    "macro recall",
    "mean recall over the classes that occur in truth or predictions",
    |truth, predictions| macro_average(&Confusion::new(truth, predictions), recall),
);

pub const F1_MACRO: Metric<Classify> = metric(
    "f1_macro",
    "macro F1",
    "mean F1 over the classes that occur in truth or predictions",
    |truth, predictions| macro_average(&Confusion::new(truth, predictions), f1),
);

pub const SPECIFICITY_MACRO: Metric<Classify> = metric(
    "specificity_macro",
    "macro specificity",
    "mean specificity over the classes that occur in truth or predictions",
    |truth, predictions| macro_average(&Confusion::new(truth, predictions), specificity),
);

fn precision(confusion: &Confusion, class: usize) -> Option<f64> {
    let silent = confusion.predicted(class) == 0 && confusion.actual(class) > 0;
    if silent { Some(0.0) } else { ratio(confusion.hits(class), confusion.predicted(class)) }
}

fn recall(confusion: &Confusion, class: usize) -> Option<f64> {
    ratio(confusion.hits(class), confusion.actual(class))
}

fn f1(confusion: &Confusion, class: usize) -> Option<f64> {
    ratio(2 * confusion.hits(class), confusion.actual(class) + confusion.predicted(class))
}

fn specificity(confusion: &Confusion, class: usize) -> Option<f64> {
    let negatives = confusion.total() - confusion.actual(class);
    let false_positives = confusion.predicted(class) - confusion.hits(class);
    ratio(negatives - false_positives, negatives)
}

type OfClass = fn(&Confusion, usize) -> Option<f64>;

fn plain(truth: &Labels, predictions: &ClassPredictions, of_class: OfClass) -> Option<f64> {
    let confusion = Confusion::new(truth, predictions);
    if confusion.classes() == 2 {
        of_class(&confusion, 1)
    } else {
        macro_average(&confusion, of_class)
    }
}

fn macro_average(confusion: &Confusion, of_class: OfClass) -> Option<f64> {
    let values: Vec<f64> = (0..confusion.classes())
        .filter(|&c| confusion.actual(c) + confusion.predicted(c) > 0)
        .map(|c| of_class(confusion, c).unwrap_or(0.0))
        .collect();
    (!values.is_empty()).then(|| math::mean(&values))
}
