//! What was done about missing results, in the words of a paper and in a few words for a figure. Every output has one of them.

use crate::analysis::Analysis;
use crate::analysis::settings::Missing;
use crate::words::{count, some_of};

/// More names than this are counted.
const NAMED: usize = 10;

/// The source of the rule for results that are filled.
pub const AUTOML_BENCHMARK: &str = "@article{gijsbers2024,
  author = {Gijsbers, Pieter and Bueno, Marcos L. P. and Coors, Stefan and LeDell, Erin and Poirier, S{\\'e}bastien and Thomas, Janek and Bischl, Bernd and Vanschoren, Joaquin},
  title = {{AMLB}: an {AutoML} Benchmark},
  journal = {Journal of Machine Learning Research},
  volume = {25},
  number = {101},
  pages = {1--65},
  year = {2024}
}";

/// What was done about missing results, in sentences.
pub fn sentences(analysis: &Analysis) -> String {
    if !analysis.missing {
        return "No result was missing.".into();
    }
    let handled = &analysis.handled;
    let mut text = Vec::new();
    let was = |number: usize| if number == 1 { "was" } else { "were" };
    let filled = handled.filled.len();
    match (analysis.settings.missing, &handled.constant) {
        (Missing::WorstRank, _) if filled > 0 => text.push(format!(
            "{} counted as the worst of {} dataset, and tests of values used only datasets with both values.",
            count(filled, "missing result", "missing results"),
            if filled == 1 { "its" } else { "their" }
        )),
        (_, Some(constant)) if filled > 0 => text.push(format!(
            "{} {} replaced by the score of {constant}, a constant predictor, on the same dataset (Gijsbers et al. 2024).",
            count(filled, "missing result", "missing results"),
            was(filled)
        )),
        _ => {}
    }
    let by_dataset = analysis.settings.missing == Missing::DropDataset;
    if !handled.datasets.is_empty() {
        let why = if by_dataset {
            "because results were missing"
        } else {
            "because no method had a result there"
        };
        text.push(format!(
            "{} left out {why}: {}.",
            datasets(analysis),
            some_of(&handled.datasets, NAMED)
        ));
    }
    if !handled.methods.is_empty() {
        let number = handled.methods.len();
        let all = number + analysis.results.methods.len();
        let why = match (by_dataset, number) {
            (true, 1) => "because it had no result on any dataset",
            (true, _) => "because they had no result on any dataset",
            (false, _) => "because results were missing",
        };
        let named = some_of(&handled.methods, NAMED);
        text.push(format!("{number} of {all} methods {} left out {why}: {named}.", was(number)));
    }
    text.join(" ")
}

/// `3 of 12 datasets were`.
fn datasets(analysis: &Analysis) -> String {
    let number = analysis.handled.datasets.len();
    let all = number + analysis.results.datasets.len();
    format!("{number} of {all} datasets {}", if number == 1 { "was" } else { "were" })
}

/// The same in a few words, without names.
pub fn short(analysis: &Analysis) -> String {
    if !analysis.missing {
        return "no result was missing".into();
    }
    let handled = &analysis.handled;
    let mut parts = Vec::new();
    if !handled.datasets.is_empty() {
        parts.push(format!("{} left out", datasets(analysis)));
    }
    if !handled.methods.is_empty() {
        parts.push(format!("{} left out", count(handled.methods.len(), "method", "methods")));
    }
    let filled = handled.filled.len();
    match &handled.constant {
        _ if filled == 0 => {}
        Some(constant) => parts.push(format!("{filled} filled with the score of {constant}")),
        None => parts.push(format!("{filled} ranked worst")),
    }
    format!("results were missing: {}", parts.join(", "))
}
