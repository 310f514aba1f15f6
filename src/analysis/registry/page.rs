//! Page's trend test: do the methods follow an order that was predicted before the results were seen (`trend`)?

use super::{Finding, Input, Outcome, Overall, Run, TestInfo};
use crate::stats::StatsError;
use crate::stats::friedman::RankTable;
use crate::stats::page::page;
use crate::words::p_is;

const NAME: &str = "Page's trend test";

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "page",
    key: "page",
    title: NAME,
    question: "do the methods follow the order of `trend`, the best first?",
    needs: "one score per method and dataset, and `trend`: all methods in the predicted order",
    input: Input::Ranks,
    assumes: "datasets are independent; the order was predicted before the results were seen; one-sided",
    sources: &[
        "@article{page1963,\n  author = {Page, Ellis B.},\n  title = {Ordered hypotheses for multiple treatments: a significance test for linear ranks},\n  journal = {Journal of the American Statistical Association}, volume = {58}, number = {301}, pages = {216--230}, year = {1963}}",
    ],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let undefined = |reason: &'static str| Err(StatsError::Undefined { test: NAME, reason });
    let (trend, methods) = (&input.settings.trend, &input.complete.results.methods);
    if trend.is_empty() {
        return undefined("no order was predicted (`trend` in [analysis], --trend)");
    }
    let mut places = Vec::new();
    for name in trend {
        match methods.iter().position(|method| method == name) {
            Some(place) if !places.contains(&place) => places.push(place),
            _ => return undefined("`trend` must name every method once"),
        }
    }
    if places.len() != methods.len() {
        return undefined("`trend` must name every method once");
    }
    let reordered: Vec<Vec<f64>> = input
        .complete
        .ranked
        .iter()
        .map(|row| places.iter().map(|&place| row[place]).collect())
        .collect();
    let table = RankTable::new(&reordered, true, input.settings.ties)?;
    let found = page(&table)?;
    let p = found.p();
    let how = if found.p_exact.is_some() { "exact" } else { "normal approximation" };
    Ok(Finding::of(p)
        .with("l", found.l)
        .with("expected", found.expected)
        .with("z", found.z)
        .with("p_normal", found.p_normal)
        .with("p_exact", found.p_exact)
        .with("trend", trend.clone())
        .cell("Page", format!("L = {}, one-sided {} ({how})", found.l, p_is(p))))
}
