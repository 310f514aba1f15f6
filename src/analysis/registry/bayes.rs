//! Bayesian signed ranks over datasets: probabilities of better, practically equivalent and worse.

use super::super::comparisons::{rope, stream};
use super::{Finding, Input, Outcome, Run, TestInfo, TwoMethods, sources};
use crate::stats::bayes::{SignedRankSettings, Verdict, bayesian_signed_rank};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "bayes",
    key: "bayes",
    title: "the Bayesian signed-rank test",
    question: "probabilities of better, equivalent, worse (signed ranks, ROPE)",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; a Dirichlet process prior with one pseudo-observation of weight 0.5 at zero",
    sources: &[sources::BENAVOLI],
    run: Run::ResampledPair(run),
};

fn run(input: &TwoMethods<'_>) -> Outcome {
    let rope = rope(input.results, input.settings);
    let key = stream(input.settings, "bayes");
    let asked = SignedRankSettings { rope, ..SignedRankSettings::default() };
    let found = bayesian_signed_rank(&input.differences(), asked, &key)?;
    Ok(probabilities(&found.probabilities).with("draws", found.draws).with("rope", rope))
}

/// The three probabilities.
pub fn probabilities(found: &Verdict) -> Finding {
    let shown = |v: f64| format!("{v:.3}");
    Finding::default()
        .favouring(found.a_better - found.b_better)
        .with("a_better", found.a_better)
        .with("equivalent", found.equivalent)
        .with("b_better", found.b_better)
        .cell("P better", shown(found.a_better))
        .cell("P equivalent", shown(found.equivalent))
        .cell("P worse", shown(found.b_better))
}
