//! Miller's chi-square test of pairs after Friedman's test. Its p-values hold for all contrasts of mean ranks at once, so
//! they are adjusted for nothing further.

use super::super::omnibus::rank_table;
use super::quade_pairs::in_order;
use super::{Finding, Input, Overall, Run, TestInfo};
use crate::stats::StatsError;
use crate::stats::miller::miller;
use crate::words::{p, statistic};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "miller",
    key: "miller",
    title: "Miller's test of pairs",
    question: "pairs after Friedman's test: chi-square that holds for all contrasts at once",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent; enough of them for the chi-square approximation",
    sources: &[
        "@book{miller1966,\n  author = {Miller, Rupert G.},\n  title = {Simultaneous statistical inference}, publisher = {McGraw-Hill}, year = {1966}}",
    ],
    run: Run::Pairs(run),
};

fn run(input: &Overall<'_>, pairs: &[(usize, usize)]) -> Result<Vec<Finding>, StatsError> {
    let found = miller(&rank_table(input.complete, input.settings)?)?;
    let methods = input.complete.results.methods.len();
    Ok(in_order(pairs, methods, |position, sign| {
        let pair = &found[position];
        // No `p` of its own: it would be adjusted once more.
        Finding::default()
            .favouring(sign * pair.difference)
            .with("chi2", pair.test.statistic)
            .with("df", pair.test.df)
            .with("p", pair.test.p)
            .cell("chi-square", statistic(pair.test.statistic))
            .cell("p, all contrasts", p(pair.test.p))
    }))
}
