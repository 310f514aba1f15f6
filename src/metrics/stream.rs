//! Metrics of streams. They follow from counts of true and predicted classes, so that a window or a whole stream is
//! scored without keeping its predictions.

use super::accuracy;
use super::confusion::Confusion;
use super::kappa;
use crate::measure::MetricInfo;

/// A metric of a stream.
pub struct StreamMetric {
    /// What it is.
    pub info: MetricInfo,
    /// Its value on a window or on the whole; `None` where it is undefined.
    pub score: fn(&Confusion) -> Option<f64>,
}

/// Every metric of streams, in column order.
pub static STREAM: &[StreamMetric] = &[
    StreamMetric { info: accuracy::ACCURACY.info, score: accuracy::of_counts },
    StreamMetric { info: kappa::METRIC.info, score: kappa::of_counts },
];
