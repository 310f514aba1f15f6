//! Conover's t of pairs after Friedman's test.

use super::super::omnibus::rank_table;
use super::quade_pairs::in_order;
use super::{Finding, Input, Overall, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::conover_friedman::conover_friedman;
use crate::words::{p, statistic};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "conover",
    key: "conover",
    title: "Conover's test of pairs",
    question: "pairs after Friedman's test: t of rank sums, more powerful than z",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent; t is an approximation",
    sources: &[sources::CONOVER],
    run: Run::Pairs(run),
};

fn run(input: &Overall<'_>, pairs: &[(usize, usize)]) -> Result<Vec<Finding>, StatsError> {
    let found = conover_friedman(&rank_table(input.complete, input.settings)?)?;
    let methods = input.complete.results.methods.len();
    Ok(in_order(pairs, methods, |position, sign| {
        let pair = &found[position];
        let t = sign * pair.t;
        Finding::of(pair.p)
            .favouring(t)
            .with("t", t)
            .with("df", pair.df)
            .cell("t", statistic(t))
            .cell("p", p(pair.p))
    }))
}
