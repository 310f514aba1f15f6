//! The registry of statistical tests: each test is one file here that declares itself ([`TestInfo`]: name, question, what
//! it needs and assumes, sources) and returns a [`Finding`]: numbers, words and JSON. Specs, the command line, texts, JSON,
//! the methods paragraph and the documentation are made from [`ALL`]; a test is one file and one line in it.

mod anova;
mod bayes;
mod bayes_correlated_t;
mod cochran_q;
mod conover;
pub mod corrected_t;
pub mod corrections;
mod cv_paired_t;
pub mod cv_t;
pub mod drawn;
pub mod effect;
pub mod finding;
mod five_by_two;
pub mod friedman;
mod friedman_aligned;
mod friedman_exact;
mod iman_davenport;
pub mod mcnemar;
mod miller;
pub mod nemenyi;
mod page;
mod paired_t;
mod permutation;
mod quade;
mod quade_pairs;
mod rank_bootstrap;
pub mod robustness;
pub mod sign;
mod sources;
#[cfg(test)]
mod tests;
pub mod wilcoxon;

pub use finding::{Compared, Finding, Outcome};
pub use sources::DEMSAR;

use super::complete::Complete;
use super::omnibus::Omnibus;
use super::results::{Results, Score};
use super::settings::AnalysisSettings;
use crate::stats::StatsError;
use crate::stats::posthoc::RankComparison;

/// What a test says of itself.
#[derive(Debug)]
pub struct TestInfo {
    /// Its name in specs and on the command line.
    pub name: &'static str,
    /// Its key in JSON.
    pub key: &'static str,
    /// Its name in sentences: "Quade's test".
    pub title: &'static str,
    /// What it answers, in a few words.
    pub question: &'static str,
    /// What it needs of the results.
    pub needs: &'static str,
    /// What it looks at.
    pub input: Input,
    /// What it assumes.
    pub assumes: &'static str,
    /// Where it comes from, as BibTeX.
    pub sources: &'static [&'static str],
    /// How it is computed.
    pub run: Run,
}

/// What a test looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Ranks or signs within each dataset.
    Ranks,
    /// The sizes of differences on different datasets, which must have one unit.
    Sizes,
    /// The folds of one dataset.
    Folds,
    /// The predictions of single examples.
    Predictions,
}

/// A test of the registry.
pub type Test = &'static TestInfo;

impl PartialEq for TestInfo {
    fn eq(&self, other: &TestInfo) -> bool {
        self.name == other.name
    }
}

impl Eq for TestInfo {}

/// Computes the findings of some pairs of methods, in their order.
pub type RunPairs = fn(&Overall<'_>, &[(usize, usize)]) -> Result<Vec<Finding>, StatsError>;

/// What a test is given, and the function that computes it.
pub enum Run {
    /// All methods on all datasets.
    Overall(fn(&Overall<'_>) -> Outcome),
    /// Two methods over the datasets.
    Pair(fn(&TwoMethods<'_>) -> Outcome),
    /// Two methods over the datasets, by resampling: left out of large families.
    ResampledPair(fn(&TwoMethods<'_>) -> Outcome),
    /// Pairs of methods that need the whole table: one finding per pair.
    Pairs(RunPairs),
    /// A correction of the p-values of rank differences for a family of comparisons.
    Correction(Correction),
    /// Two methods on one dataset.
    OnDataset(fn(&OnDataset<'_>) -> Outcome),
    /// All methods on one dataset.
    AllOnDataset(fn(&[&Score]) -> Outcome),
    /// Scores that are drawn (file `uncertain`).
    Draws,
    /// A part of the analysis itself.
    Part,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.scope())
    }
}

impl Run {
    /// What a test is about, in a word for lists.
    pub fn scope(&self) -> &'static str {
        match self {
            Run::Overall(_) => "all methods",
            Run::Pair(_) | Run::ResampledPair(_) | Run::Pairs(_) => "two methods",
            Run::Correction(_) => "correction",
            Run::OnDataset(_) | Run::AllOnDataset(_) => "one dataset",
            Run::Draws => "uncertain scores",
            Run::Part => "the verdict",
        }
    }
}

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

/// Every test, in the order of the documentation.
pub static ALL: &[Test] = &[
    &friedman::TEST,
    &friedman_exact::TEST,
    &iman_davenport::TEST,
    &friedman_aligned::TEST,
    &quade::TEST,
    &page::TEST,
    &anova::TEST,
    &nemenyi::TEST,
    &corrections::BONFERRONI_DUNN,
    &corrections::HOLM,
    &corrections::HOCHBERG,
    &corrections::HOMMEL,
    &corrections::FINNER,
    &corrections::LI,
    &corrections::SIDAK,
    &corrections::HOLLAND,
    &corrections::ROM,
    &corrections::FDR,
    &corrections::SHAFFER,
    &corrections::BERGMANN_HOMMEL,
    &conover::TEST,
    &miller::TEST,
    &quade_pairs::TEST,
    &rank_bootstrap::TEST,
    &wilcoxon::TEST,
    &sign::TEST,
    &paired_t::TEST,
    &permutation::TEST,
    &corrected_t::TEST,
    &bayes_correlated_t::TEST,
    &cv_t::TEST,
    &cv_paired_t::TEST,
    &five_by_two::TEST,
    &mcnemar::TEST,
    &cochran_q::TEST,
    &drawn::MONTE_CARLO,
    &drawn::MCMC_KDE,
    &drawn::BOOTSTRAP,
    &bayes::TEST,
    &drawn::RANK_UNCERTAINTY,
    &effect::TEST,
    &robustness::TEST,
];

/// What is done when nothing is asked for.
pub static DEFAULT: &[Test] = &[
    &friedman::TEST,
    &iman_davenport::TEST,
    &nemenyi::TEST,
    &corrections::BONFERRONI_DUNN,
    &corrections::HOLM,
    &corrections::SHAFFER,
    &wilcoxon::TEST,
    &effect::TEST,
    &robustness::TEST,
];

/// What is done on one dataset when nothing is asked for; the first that can be done decides.
pub static ON_DATASET: &[Test] = &[&corrected_t::TEST, &mcnemar::TEST, &bayes_correlated_t::TEST];

/// The test of a name.
pub fn test(name: &str) -> Option<Test> {
    ALL.iter().copied().find(|test| test.name == name)
}

/// Every name.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|test| test.name).collect()
}
