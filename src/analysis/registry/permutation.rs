//! The paired permutation test of two methods over datasets: how often is the mean difference as large if its signs are
//! random? All sign patterns are counted where that is feasible.

use super::super::comparisons::stream;
use super::{Finding, Input, Outcome, Run, TestInfo, TwoMethods};
use crate::stats::permutation::permutation_test;
use crate::words::{difference, p};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "permutation",
    key: "permutation",
    title: "the paired permutation test",
    question: "mean difference of two methods under random signs, exact up to 40 datasets",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; under the null hypothesis differences are symmetric about 0",
    sources: &[
        "@book{fisher1935,\n  author = {Fisher, Ronald A.},\n  title = {The design of experiments}, publisher = {Oliver and Boyd}, year = {1935}}",
    ],
    run: Run::Pair(run),
};

fn run(input: &TwoMethods<'_>) -> Outcome {
    let draws = input.settings.draws as u64;
    let found = permutation_test(input.a, input.b, draws, &stream(input.settings, "permutation"))?;
    Ok(Finding::of(found.p)
        .favouring(found.mean_difference)
        .with("mean_difference", found.mean_difference)
        .with("exact", found.exact)
        .with("patterns", found.patterns)
        .cell("mean difference", difference(found.mean_difference))
        .cell("how", if found.exact { "exact" } else { "drawn" })
        .cell("p", p(found.p)))
}
