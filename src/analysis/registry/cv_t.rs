//! t of two methods on one dataset from means and standard deviations over folds, with folds - 1 degrees of freedom.

use super::corrected_t::ONE_PART;
use super::{Finding, Input, OnDataset, Outcome, Run, TestInfo};
use crate::stats::StatsError;
use crate::stats::ttest::cross_validated;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "cv-t",
    key: "cv_t",
    title: "the t-test on means and standard deviations over folds",
    question: "per dataset, from means and standard deviations over folds, folds - 1 degrees of freedom",
    needs: "mean, standard deviation and number of folds on a dataset",
    input: Input::Folds,
    assumes: "folds are independent and the methods are, too: both are wrong for cross-validation",
    sources: &[],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let test = "t over folds";
    let (own, other) = (input.a, input.b);
    let sign = input.results.direction.sign();
    let folds = input.settings.folds.unwrap_or(own.folds.len());
    let undefined = |reason: &'static str| Err(StatsError::Undefined { test, reason });
    match (own.sd, other.sd) {
        _ if own.repeats > 1 => {
            undefined("repeats of folds are not independent; corrected-t knows them")
        }
        (Some(a), Some(b)) => {
            let found = cross_validated((sign * own.mean, a), (sign * other.mean, b), folds)?;
            Ok(Finding::of_t(&found))
        }
        _ if own.folds.len() == 1 => undefined(ONE_PART),
        _ => undefined("standard deviations are not known"),
    }
}
