//! What the gate found: every comparison with its numbers, and what follows from all of them.

use super::settings::{Inconclusive, Level, Margin};
use crate::measure::MetricInfo;
use crate::stats::adjust::Correction;
use crate::stats::non_inferiority::{ChangedRows, Drop};

/// The probability with which a drop counts as detectable.
pub const POWER: f64 = 0.8;

/// What a comparison shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// A drop beyond the margin is excluded.
    Pass,
    /// Neither is shown.
    Inconclusive,
    /// Trials that the baseline has are missing or failed.
    Incomplete,
    /// A drop beyond the margin is shown.
    Regressed,
}

impl Finding {
    /// The word for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Finding::Pass => "pass",
            Finding::Inconclusive => "inconclusive",
            Finding::Incomplete => "incomplete",
            Finding::Regressed => "regressed",
        }
    }
}

/// What follows from all comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overall {
    /// There was something to compare: a regression or a gap anywhere, else the worst of what must pass.
    Found(Finding),
    /// Baseline and run cannot be compared.
    Incomparable,
}

impl Overall {
    /// The word for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Overall::Found(finding) => finding.name(),
            Overall::Incomparable => "incomparable",
        }
    }
}

/// One score of one method, on one dataset or in the mean over all.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The score.
    pub metric: &'static MetricInfo,
    /// The method.
    pub method: String,
    /// The dataset; `None` for the mean over all.
    pub dataset: Option<String>,
    /// Whether it must pass; a regression counts in any case.
    pub demanded: bool,
    /// What it shows.
    pub finding: Finding,
    /// Whether every prediction and score is the same.
    pub identical: bool,
    /// Whether nothing but scores is known of some trial.
    pub scores_only: bool,
    /// Whether a rise is shown.
    pub improved: bool,
    /// Why there is nothing to show, or what else a reader should know.
    pub remark: Option<String>,
    /// The baseline's mean score over the paired folds.
    pub before: f64,
    /// The run's.
    pub now: f64,
    /// How far it may drop, in the metric's unit.
    pub margin: f64,
    /// The margin as it was declared; `None` for a mean over datasets with several.
    pub declared: Option<Margin>,
    /// The drop; below zero where the score rose. `None` if there is nothing to compare.
    pub drop: Option<Drop>,
    /// Pairs of folds.
    pub pairs: usize,
    /// Rows that changed sides, where rows are paired.
    pub changed: Option<ChangedRows>,
    /// The p of "no drop beyond the margin".
    pub p_beyond: f64,
    /// The same, corrected for the number of comparisons.
    pub p_adjusted: f64,
    /// The p of "a drop of the margin or more".
    pub p_within: f64,
    /// The largest drop that is not excluded.
    pub upper: f64,
    /// The smallest true drop that would be shown with [`POWER`].
    pub detectable: f64,
    /// For what is inconclusive: how many repeats would decide; `None` if no number of them would.
    pub repeats_to_decide: Option<usize>,
}

/// Everything the gate found.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Name of the experiment.
    pub experiment: String,
    /// The baseline's file.
    pub baseline: String,
    /// What follows.
    pub overall: Overall,
    /// All comparisons: by method, metric and dataset, means over datasets last.
    pub comparisons: Vec<Comparison>,
    /// Why baseline and run cannot be compared.
    pub problems: Vec<String>,
    /// What else a reader should know: new methods, changed parameters.
    pub notes: Vec<String>,
    /// What a reader must be warned of: an unfair protocol, data that may mislead.
    pub caveats: Vec<String>,
    /// Whether nothing was run because every trial was stored before; `None` where nothing is ever run.
    pub all_stored: Option<bool>,
    /// The level of all tests.
    pub alpha: f64,
    /// How regressions were corrected.
    pub correction: Option<Correction>,
    /// Which comparisons must pass.
    pub level: Level,
    /// What comes of a comparison that decides nothing.
    pub inconclusive: Inconclusive,
}

/// What is said first if nothing was run.
pub const NOTHING_RAN: &str = "nothing was run: every result was stored before this check, so it says nothing about code that \
                               changed since; run with --force, or without the old results";

impl Verdict {
    /// What must be read before the verdict, if nothing was run for it.
    pub fn stale_words(&self) -> Option<&'static str> {
        (self.all_stored == Some(true)).then_some(NOTHING_RAN)
    }

    /// How many comparisons show this.
    pub fn count(&self, finding: Finding) -> usize {
        self.comparisons.iter().filter(|c| c.finding == finding).count()
    }

    /// Whether a comparison keeps the gate closed.
    pub fn closes(&self, comparison: &Comparison) -> bool {
        match comparison.finding {
            Finding::Pass => false,
            // A warning is not enough where the drop that was seen is beyond the margin, be it by chance.
            Finding::Inconclusive => {
                let too_far = comparison.drop.is_some_and(|d| d.estimate > comparison.margin);
                comparison.demanded && (self.inconclusive == Inconclusive::Fail || too_far)
            }
            Finding::Incomplete | Finding::Regressed => true,
        }
    }

    /// Whether the gate lets the change through.
    pub fn opens(&self) -> bool {
        self.overall != Overall::Incomparable && !self.comparisons.iter().any(|c| self.closes(c))
    }
}
