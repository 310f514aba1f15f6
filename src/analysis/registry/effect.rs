//! How large differences are; `comparisons` computes it for every pair.

use super::{Input, Run, TestInfo, sources};

/// The part of the analysis.
pub static TEST: TestInfo = TestInfo {
    name: "effect",
    key: "effect",
    title: "sizes of differences with bootstrap intervals",
    question: "differences with intervals, win/tie/loss, A12, Cliff's delta",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Ranks,
    assumes: "datasets are independent",
    sources: &[sources::EFRON],
    run: Run::Part,
};
