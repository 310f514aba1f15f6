//! Bootstrap intervals of the differences of mean ranks: datasets are drawn again and again.

use super::super::comparisons::stream;
use super::super::omnibus::rank_table;
use super::quade_pairs::in_order;
use super::{Finding, Input, Overall, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::effect_interval::IntervalSettings;
use crate::stats::rank_bootstrap::rank_bootstrap;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "rank-bootstrap",
    key: "rank_bootstrap",
    title: "bootstrap intervals of differences of mean ranks",
    question: "intervals of differences of mean ranks, datasets drawn again",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are a random sample of those of interest; not adjusted for the number of pairs",
    sources: &[sources::EFRON],
    run: Run::Pairs(run),
};

fn run(input: &Overall<'_>, pairs: &[(usize, usize)]) -> Result<Vec<Finding>, StatsError> {
    let level = 1.0 - input.settings.alpha;
    let asked = IntervalSettings { level, ..IntervalSettings::default() };
    let key = stream(input.settings, "rank-bootstrap");
    let found = rank_bootstrap(&rank_table(input.complete, input.settings)?, asked, &key)?;
    let methods = input.complete.results.methods.len();
    Ok(in_order(pairs, methods, |position, sign| {
        let interval = &found.pairs[position].interval;
        let (low, high) = match sign > 0.0 {
            true => interval.bca,
            false => (-interval.bca.1, -interval.bca.0),
        };
        let estimate = sign * interval.estimate;
        Finding::default()
            .favouring(estimate)
            .with("difference", estimate)
            .with("low", low)
            .with("high", high)
            .with("resamples", interval.resamples)
            .cell("rank difference", signed(estimate))
            .cell("interval", format!("[{}, {}]", signed(low), signed(high)))
    }))
}

/// Three decimals with a sign; what rounds to zero has the sign of zero.
fn signed(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0 + 0.0;
    format!("{rounded:+.3}")
}
