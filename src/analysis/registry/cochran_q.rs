//! Cochran's Q on one dataset: do all methods get the same share of the examples right?

use super::super::results::Score;
use super::{Finding, Input, Outcome, Run, TestInfo};
use crate::stats::StatsError;
use crate::stats::cochran_q::cochran_q;
use crate::words::p_is;

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "cochran-q",
    key: "cochran_q",
    title: "Cochran's Q test",
    question: "per dataset, on stored predictions: do all methods get the same share right?",
    needs: "the predictions of single examples (classification, a run of this program)",
    input: Input::Predictions,
    assumes: "examples are independent; it speaks of these fitted models, not of other training data",
    sources: &[
        "@article{cochran1950,\n  author = {Cochran, William G.},\n  title = {The comparison of percentages in matched samples},\n  journal = {Biometrika}, volume = {37}, pages = {256--266}, year = {1950}}",
    ],
    run: Run::AllOnDataset(run),
};

fn run(scores: &[&Score]) -> Outcome {
    let examples = scores.first().map_or(0, |score| score.right.len());
    if examples == 0 || scores.iter().any(|score| score.right.len() != examples) {
        let reason = "the predictions of single examples are not known";
        return Err(StatsError::Undefined { test: "Cochran's Q test", reason });
    }
    let right: Vec<Vec<bool>> = scores.iter().map(|score| score.right.clone()).collect();
    let found = cochran_q(&right)?;
    let p = found.p_exact.unwrap_or(found.p);
    let finding = Finding::of(p)
        .with("q", found.q)
        .with("df", found.df)
        .with("p_chi2", found.p)
        .with("p_exact", found.p_exact)
        .with("discordant", found.discordant)
        .chi_square_row("Cochran's Q", found.q, found.df, found.p);
    Ok(match found.p_exact {
        Some(exact) => finding.cell("Cochran's Q, exact", p_is(exact)),
        None => finding,
    })
}
