//! Metrics: a name, a direction and a function from truth and predictions to a number. `None` means "undefined on
//! this fold" (no positive example, one class only), never a silent zero. Timings are listed here too, because tables
//! treat them alike, but they are measured elsewhere.

mod accuracy;
mod auc;
mod balanced_accuracy;
pub mod confusion;
mod kappa;
mod log_loss;
mod per_class;
mod regression;
mod setting;
mod stream;
mod values;

pub use setting::{
    ForTask, Scored, all, info, measurable, names_of_task, of, score_stored, with_task,
};
pub use stream::{
    Counted, ForStream, STREAM, StreamCurve, StreamMetric, StreamScores, with_stream_task,
};
pub use values::Values;

use crate::learn::{Classify, Task};
use crate::measure::MetricInfo;

/// A metric of a task.
#[derive(Debug)]
pub struct Metric<T: Task> {
    /// What it is.
    pub info: MetricInfo,
    /// Its value; `None` where it is undefined.
    pub score: fn(&T::Truth, &T::Answers) -> Option<f64>,
}

/// Every metric of classification, in column order.
pub const CLASSIFICATION: &[Metric<Classify>] = &[
    accuracy::ACCURACY,
    accuracy::ERROR,
    balanced_accuracy::METRIC,
    kappa::METRIC,
    per_class::PRECISION,
    per_class::RECALL,
    per_class::F1,
    per_class::SPECIFICITY,
    per_class::PRECISION_MACRO,
    per_class::RECALL_MACRO,
    per_class::F1_MACRO,
    per_class::SPECIFICITY_MACRO,
    auc::METRIC,
    log_loss::METRIC,
];

/// Pairs of metrics of which each is one minus the other, so that a file with one of them has both.
pub static COMPLEMENTS: &[(&MetricInfo, &MetricInfo)] =
    &[(&accuracy::ACCURACY.info, &accuracy::ERROR.info)];

/// What is timed, in CPU seconds of the thread that did it.
pub static TIMINGS: &[MetricInfo] = &[
    MetricInfo::timing(
        "train_time",
        "training time",
        "CPU time of fitting the chosen parameters on the training part",
    ),
    MetricInfo::timing("predict_time", "prediction time", "CPU time of predicting the test part"),
    MetricInfo::timing(
        "select_time",
        "selection time",
        "CPU time of choosing the parameters (inner folds, all grid points)",
    ),
];

/// Columns of the tables of outcomes that are no scores.
const PLACES: &[&str] =
    &["trial", "dataset", "method", "repeat", "fold", "status", "chosen", "caveat"];

/// Whether a column of the tables of outcomes of a task has that name already, so that a fact cannot have it.
pub fn is_taken<T: Scored>(name: &str) -> bool {
    let scores = T::metrics().iter().map(|m| m.info.name);
    let timings = TIMINGS.iter().map(|info| info.name);
    scores.chain(timings).chain(PLACES.iter().copied()).any(|taken| taken == name)
}

/// The classification metric of that name.
pub fn classification(name: &str) -> Option<&'static Metric<Classify>> {
    CLASSIFICATION.iter().find(|m| m.info.name == name)
}

#[cfg(test)]
mod tests;
