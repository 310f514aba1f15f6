//! The paired t-test over the folds of one dataset, corrected for nothing: what many papers do. Training parts overlap, so
//! it finds differences too easily; `corrected-t` is the test to use.

use super::corrected_t::{NO_FOLDS, ONE_PART};
use super::{Finding, Input, OnDataset, Outcome, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::ttest::paired;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "cv-paired-t",
    key: "cv_paired_t",
    title: "the paired t-test over folds, uncorrected",
    question: "per dataset, over folds: the paired t that many papers use; finds differences too easily",
    needs: "the scores of two folds or more on a dataset",
    input: Input::Folds,
    assumes: "folds are independent, which those of cross-validation are not",
    sources: &[sources::DIETTERICH],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let test = "paired t over folds";
    match input.a.folds.len() {
        0 => return Err(StatsError::Undefined { test, reason: NO_FOLDS }),
        1 => return Err(StatsError::Undefined { test, reason: ONE_PART }),
        _ => {}
    }
    let (a, b) = input.folds();
    Ok(Finding::of_t(&paired(&a, &b)?))
}
