//! The Bayesian correlated t-test on one dataset: probabilities of better, practically equivalent and worse.

use super::super::comparisons::rope;
use super::bayes::probabilities;
use super::{Input, OnDataset, Outcome, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::bayes::bayesian_correlated_t;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "bayes-correlated-t",
    key: "bayes_correlated_t",
    title: "the Bayesian correlated t-test",
    question: "per dataset, over folds: probabilities of better, equivalent, worse (ROPE)",
    needs: "the scores of two folds or more on a dataset",
    input: Input::Folds,
    assumes: "fold differences are normal and equally correlated; the correlation is the share of tested examples",
    sources: &[sources::CORANI, sources::BENAVOLI],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let test = "Bayesian correlated t-test";
    let reason = "the scores of single folds and the share of tested examples are not known";
    let ratio = input.a.test_to_train().ok_or(StatsError::Undefined { test, reason })?;
    let (a, b) = input.folds();
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    // Test rows for each training row, as a share of all.
    let share = ratio / (1.0 + ratio);
    let rope = rope(input.results, input.settings);
    let found = bayesian_correlated_t(&differences, share, rope)?;
    Ok(probabilities(&found).with("rope", rope))
}
