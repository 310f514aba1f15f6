//! What the gate is asked to guard: which scores, how far each may drop, and how sure it must be. Every choice has the
//! word that specs use for it.

use std::collections::BTreeMap;

use crate::choices::Words;
use crate::measure::{MetricInfo, Unit};
use crate::stats::adjust::Correction;

/// How far a score may drop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// In the metric's own unit.
    Absolute(f64),
    /// As a share of the baseline's mean score.
    Relative(f64),
}

impl Margin {
    /// In the metric's own unit, given the baseline's mean score.
    pub fn of(self, baseline: f64) -> f64 {
        match self {
            Margin::Absolute(margin) => margin,
            Margin::Relative(share) => share * baseline.abs(),
        }
    }
}

impl std::fmt::Display for Margin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Margin::Absolute(margin) => write!(f, "{margin}"),
            Margin::Relative(share) => write!(f, "{}%", 100.0 * share),
        }
    }
}

/// Which comparisons must pass; a regression of any closes the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Every method on every dataset.
    Dataset,
    /// Every method by its mean over all datasets.
    Method,
}

/// The words of [`Level`].
pub const LEVEL: Words<Level> = &[("dataset", Level::Dataset), ("method", Level::Method)];

/// What comes of a comparison that decides nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inconclusive {
    /// The gate stays closed.
    Fail,
    /// The gate opens, with a warning.
    Warn,
}

/// The words of [`Inconclusive`].
pub const INCONCLUSIVE: Words<Inconclusive> =
    &[("fail", Inconclusive::Fail), ("warn", Inconclusive::Warn)];

/// The words of the correction of regressions.
pub const CORRECTION: Words<Option<Correction>> = &[
    ("holm", Some(Correction::Holm)),
    ("hochberg", Some(Correction::Hochberg)),
    ("hommel", Some(Correction::Hommel)),
    ("bonferroni", Some(Correction::Bonferroni)),
    ("none", None),
];

/// The smallest margin of a time: what another machine or a busy one changes is not the method's doing.
pub const LEAST_TIME_MARGIN: f64 = 0.5;

/// A metric that is guarded.
#[derive(Debug, Clone)]
pub struct Guarded {
    /// The metric.
    pub info: &'static MetricInfo,
    /// How far it may drop.
    pub margin: Margin,
    /// How far it may drop on some datasets.
    pub on: BTreeMap<String, Margin>,
}

impl Guarded {
    /// How far the metric may drop on a dataset.
    pub fn margin_on(&self, dataset: &str) -> Margin {
        self.on.get(dataset).copied().unwrap_or(self.margin)
    }
}

/// The settings of a gate.
#[derive(Debug, Clone)]
pub struct GateSettings {
    /// What is guarded, at least one metric.
    pub metrics: Vec<Guarded>,
    /// The level of all tests.
    pub alpha: f64,
    /// How regressions are corrected for their number.
    pub correction: Option<Correction>,
    /// Which comparisons must pass; a regression of any closes the gate.
    pub level: Level,
    /// What comes of a comparison that decides nothing.
    pub inconclusive: Inconclusive,
}

/// The margin of a metric that a spec does not give: a hundredth of its range if it has one, or of the baseline's score for
/// errors in units of the target.
pub fn usual_margin(info: &MetricInfo) -> Option<Margin> {
    if info.unit == Unit::Target {
        return Some(Margin::Relative(0.01));
    }
    let (low, high) = info.range;
    let width = high - low;
    width.is_finite().then_some(Margin::Absolute(width / 100.0))
}

/// Whether a metric is a time, which depends on the machine.
pub fn is_time(info: &MetricInfo) -> bool {
    info.unit == Unit::Seconds
}
