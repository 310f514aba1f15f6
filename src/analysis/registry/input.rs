//! What statistical tests are given, by what they are about.

use super::super::complete::Complete;
use super::super::omnibus::Omnibus;
use super::super::results::{Results, Score};
use super::super::settings::AnalysisSettings;
use crate::stats::StatsError;
use crate::stats::posthoc::RankComparison;

/// What a test over all methods is given.
pub struct Overall<'a> {
    /// The table.
    pub complete: &'a Complete,
    /// Mean ranks, and the tests that decide whether the methods differ.
    pub omnibus: &'a Omnibus,
    /// What was asked for.
    pub settings: &'a AnalysisSettings,
}

impl Overall<'_> {
    /// The scores, larger is better, if none is missing: a missing result has a rank but no value.
    pub fn values(&self, test: &'static str) -> Result<&[Vec<f64>], StatsError> {
        if self.complete.results.missing() > 0 {
            let reason = "missing results have ranks but no values";
            return Err(StatsError::Undefined { test, reason });
        }
        Ok(&self.complete.ranked)
    }
}

/// What a test of two methods is given: their scores on the datasets on which both have one, larger is better.
pub struct TwoMethods<'a> {
    /// Scores of the first-named.
    pub a: &'a [f64],
    /// Scores of the other.
    pub b: &'a [f64],
    /// The results they come from.
    pub results: &'a Results,
    /// What was asked for.
    pub settings: &'a AnalysisSettings,
}

impl TwoMethods<'_> {
    /// Positive where the first-named is better.
    pub fn differences(&self) -> Vec<f64> {
        self.a.iter().zip(self.b).map(|(a, b)| a - b).collect()
    }
}

/// What a test of two methods on one dataset is given.
pub struct OnDataset<'a> {
    /// The score of the first-named.
    pub a: &'a Score,
    /// The score of the other.
    pub b: &'a Score,
    /// The results they come from.
    pub results: &'a Results,
    /// What was asked for.
    pub settings: &'a AnalysisSettings,
}

impl OnDataset<'_> {
    /// The scores of the folds of both, larger is better.
    pub fn folds(&self) -> (Vec<f64>, Vec<f64>) {
        let sign = self.results.direction.sign();
        let turned = |score: &Score| score.folds.iter().map(|v| sign * v).collect();
        (turned(self.a), turned(self.b))
    }

    /// The difference of the means, positive where the first-named is better.
    pub fn difference(&self) -> f64 {
        self.results.direction.sign() * (self.a.mean - self.b.mean)
    }
}

/// A correction for a family of comparisons.
pub struct Correction {
    /// The heads of its columns.
    pub head: &'static str,
    /// The families whose tables show it.
    pub shown: Families,
    /// The corrected p-values, in the order of the family; `None` where the correction is not defined.
    pub adjust: fn(&Family<'_>) -> Option<Vec<f64>>,
}

/// Families of comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Families {
    /// The control against the others.
    Control,
    /// All pairs.
    Pairs,
    /// Both.
    Both,
}

/// A family of comparisons of mean ranks.
pub struct Family<'a> {
    /// The two-sided p of each.
    pub p: &'a [f64],
    /// The difference of mean ranks of each.
    pub differences: &'a [f64],
    /// How rank differences are compared.
    pub ranks: &'a RankComparison,
    /// Number of methods.
    pub methods: usize,
    /// Whether the family holds all pairs, else the control against the others.
    pub all_pairs: bool,
    /// Whether the correction was asked for by name.
    pub asked: bool,
}
