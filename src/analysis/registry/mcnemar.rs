//! McNemar's test on one dataset: the examples that only one of two methods gets right.

use super::super::results::Score;
use super::{Finding, Input, OnDataset, Outcome, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::mcnemar::mcnemar;
use crate::words::p;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "mcnemar",
    key: "mcnemar",
    title: "McNemar's exact test",
    question: "per dataset, on stored predictions: examples only one of two gets right",
    needs: "the predictions of single examples (classification, a run of this program)",
    input: Input::Predictions,
    assumes: "examples are independent; it speaks of these fitted models, not of other training data",
    sources: &[sources::MCNEMAR],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let (a, b) = (input.a, input.b);
    if a.right.is_empty() || a.right.len() != b.right.len() {
        let reason = "the predictions of single examples are not known";
        return Err(StatsError::Undefined { test: "McNemar test", reason });
    }
    let (only_a, only_b) = (only(a, b), only(b, a));
    let m = mcnemar(only_a, only_b)?;
    Ok(Finding::of(m.p_exact)
        .favouring(m.only_a as f64 - m.only_b as f64)
        .with("only_control_right", m.only_a)
        .with("only_method_right", m.only_b)
        .with("p_mid", m.p_mid)
        .with("chi2", m.chi2)
        .with("p_chi2", m.p_chi2)
        .with("chi2_corrected", m.chi2_corrected)
        .with("p_chi2_corrected", m.p_chi2_corrected)
        .cell("only the first right", m.only_a.to_string())
        .cell("only the second right", m.only_b.to_string())
        .cell("p", p(m.p_exact)))
}

fn only(x: &Score, y: &Score) -> u64 {
    x.right.iter().zip(&y.right).filter(|(x, y)| **x && !**y).count() as u64
}
