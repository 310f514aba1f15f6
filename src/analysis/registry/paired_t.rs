//! The paired t-test of two methods over datasets.

use super::{Finding, Input, Outcome, Run, TestInfo, TwoMethods};
use crate::stats::ttest::paired;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "paired-t",
    key: "paired_t",
    title: "the paired t-test over datasets",
    question: "paired t of two methods over datasets",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; differences are normal",
    sources: &[],
    run: Run::Pair(run),
};

fn run(input: &TwoMethods<'_>) -> Outcome {
    Ok(Finding::of_t(&paired(input.a, input.b)?))
}
