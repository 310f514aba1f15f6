//! Wilcoxon's signed-rank test of two methods over datasets. It decides where there are only two methods.

use super::super::settings::WILCOXON;
use super::{Finding, Input, Outcome, Run, TestInfo, TwoMethods, sources};
use crate::choices::word_of;
use crate::stats::wilcoxon::{Options, signed_rank_test};
use crate::words::p;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "wilcoxon",
    key: "wilcoxon",
    title: "Wilcoxon's signed-rank test",
    question: "signed ranks of two methods, exact where feasible",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; under the null hypothesis differences are symmetric about 0",
    sources: &[sources::WILCOXON],
    run: Run::Pair(run),
};

/// The test of two methods.
pub fn run(input: &TwoMethods<'_>) -> Outcome {
    let settings = input.settings;
    let options = Options {
        ties: settings.ties,
        zeros: settings.zeros,
        method: settings.wilcoxon,
        ..Options::default()
    };
    let found = signed_rank_test(input.a, input.b, &options)?;
    Ok(Finding::of(found.p_two_sided)
        .favouring(found.r_plus - found.r_minus)
        .with("n", found.n)
        .with("zeros", found.zeros)
        .with("r_plus", found.r_plus)
        .with("r_minus", found.r_minus)
        .with("z", found.z)
        .with("p_one_sided", found.p_a_better)
        .with("method", word_of(WILCOXON, &found.method))
        .cell("n", found.n.to_string())
        .cell("R+", found.r_plus.to_string())
        .cell("R-", found.r_minus.to_string())
        .cell("p", p(found.p_two_sided)))
}
