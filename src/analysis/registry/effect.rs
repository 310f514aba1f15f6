//! How large differences are; `comparisons` computes it for every pair.

use super::{Input, Run, TestInfo, sources};

/// The part of the analysis.
pub static TEST: TestInfo = TestInfo {
    name: "effect",
    key: "effect",
    title: "sizes of differences with bootstrap intervals",
    question: "differences, Cliff's delta and Akinshin's gamma with intervals, win/tie/loss, A12",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Ranks,
    assumes: "datasets are independent",
    sources: &[
        sources::EFRON,
        "@article{cliff1993,\n  author = {Cliff, Norman},\n  title = {Dominance statistics: ordinal analyses to answer ordinal questions},\n  journal = {Psychological Bulletin}, volume = {114}, number = {3}, pages = {494--509}, year = {1993}}",
    ],
    run: Run::Part,
};
