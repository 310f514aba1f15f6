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
mod input;
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
pub use input::{Correction, Families, Family, OnDataset, Overall, TwoMethods};
pub use sources::DEMSAR;

use super::results::Score;
use crate::stats::StatsError;

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
