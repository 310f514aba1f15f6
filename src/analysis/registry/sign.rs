//! The sign test of two methods: on how many datasets is each ahead?

use super::{Finding, Input, Outcome, Run, TestInfo, TwoMethods};
use crate::stats::sign::sign_test;
use crate::words::p;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "sign",
    key: "sign",
    title: "the sign test",
    question: "signs of two methods",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent",
    sources: &[],
    run: Run::Pair(run),
};

fn run(input: &TwoMethods<'_>) -> Outcome {
    let found = sign_test(input.a, input.b, input.settings.ties)?;
    Ok(Finding::of(found.p_two_sided)
        .favouring(found.wins as f64 - found.losses as f64)
        .with("wins", found.wins)
        .with("losses", found.losses)
        .with("ties", found.ties)
        .cell("wins", found.wins.to_string())
        .cell("ties", found.ties.to_string())
        .cell("losses", found.losses.to_string())
        .cell("p", p(found.p_two_sided)))
}
