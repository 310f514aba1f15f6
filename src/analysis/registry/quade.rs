//! Quade's test: as Friedman's, with every dataset weighted by the spread of its scores.

use super::{Finding, Input, Outcome, Overall, Run, TestInfo, sources};
use crate::stats::quade::quade;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "quade",
    key: "quade",
    title: "Quade's test",
    question: "the same, datasets weighted by their spread",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; spreads can be compared between datasets",
    sources: &[sources::QUADE],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let found = quade(input.values("Quade's test")?, input.settings.ties)?;
    Ok(Finding::of_f("Quade", found.statistic, (found.df1, found.df2), found.p))
}
