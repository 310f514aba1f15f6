//! Friedman's test by its exact distribution, for few datasets.

use super::super::omnibus::rank_table;
use super::{Finding, Input, Outcome, Overall, Run, TestInfo, sources};
use crate::stats::friedman_exact::exact_p;
use crate::words::p_is;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "friedman-exact",
    key: "friedman_exact",
    title: "Friedman's test by its exact distribution",
    question: "the same from the exact distribution, for few datasets",
    needs: "one score per method and dataset, few enough of both",
    input: Input::Ranks,
    assumes: "datasets are independent",
    sources: &[sources::FRIEDMAN],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let table = rank_table(input.complete, input.settings)?;
    let p = exact_p(&table)?;
    Ok(Finding::of(p).cell("Friedman, exact", p_is(p)))
}
