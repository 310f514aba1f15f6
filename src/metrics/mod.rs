//! Metrics: a name, a direction and a function from truth and predictions to a number. `None` means "undefined on
//! this fold" (no positive example, one class only), never a silent zero. Timings and model facts are listed here
//! too, because tables treat them alike, but they are measured elsewhere.

mod accuracy;
mod auc;
mod balanced_accuracy;
pub mod confusion;
mod kappa;
mod log_loss;
mod per_class;

use crate::learn::{Classify, Task};

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Larger is better.
    Higher,
    /// Smaller is better.
    Lower,
}

/// What the number counts, for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share of one, printed in percent.
    Share,
    /// A plain number.
    Number,
    /// CPU seconds.
    Seconds,
}

/// What a reader needs to know about a metric.
#[derive(Debug, Clone, Copy)]
pub struct MetricInfo {
    /// The word in specs and the column in tables.
    pub name: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// What it counts.
    pub unit: Unit,
}

/// A metric of a task.
#[derive(Debug)]
pub struct Metric<T: Task> {
    /// What it is.
    pub info: MetricInfo,
    /// Its value; `None` where it is undefined.
    pub score: fn(&T::Truth, &T::Predictions) -> Option<f64>,
}

/// Every metric of classification, in column order.
pub static CLASSIFICATION: &[Metric<Classify>] = &[
    accuracy::ACCURACY,
    accuracy::ERROR,
    balanced_accuracy::METRIC,
    kappa::METRIC,
    per_class::PRECISION,
    per_class::RECALL,
    per_class::F1,
    per_class::SPECIFICITY,
    auc::METRIC,
    log_loss::METRIC,
];

/// What is timed, in CPU seconds of the thread that did it.
pub static TIMINGS: &[MetricInfo] = &[
    timing("train_time", "CPU time of fitting the chosen parameters on the training part"),
    timing("predict_time", "CPU time of predicting the test part"),
    timing("select_time", "CPU time of choosing the parameters (inner folds, all grid points)"),
];

/// What models tell about themselves.
pub static FACTS: &[MetricInfo] =
    &[fact("iterations", "steps of an iterative fit, where the method counts them")];

const fn timing(name: &'static str, about: &'static str) -> MetricInfo {
    MetricInfo { name, about, direction: Direction::Lower, unit: Unit::Seconds }
}

const fn fact(name: &'static str, about: &'static str) -> MetricInfo {
    MetricInfo { name, about, direction: Direction::Lower, unit: Unit::Number }
}

/// The classification metric of that name.
pub fn classification(name: &str) -> Option<&'static Metric<Classify>> {
    CLASSIFICATION.iter().find(|m| m.info.name == name)
}

/// Everything a table can show, in documentation order: metrics, timings, facts.
pub fn all() -> impl Iterator<Item = &'static MetricInfo> {
    CLASSIFICATION.iter().map(|m| &m.info).chain(TIMINGS).chain(FACTS)
}

/// What is known about the metric, timing or fact of that name.
pub fn info(name: &str) -> Option<&'static MetricInfo> {
    all().find(|i| i.name == name)
}

#[cfg(test)]
mod tests;
