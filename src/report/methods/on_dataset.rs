//! The methods paragraph of a verdict on one dataset.

use super::left_out;
use crate::analysis::registry::{Input, Test};
use crate::analysis::{DatasetVerdict, rope};
use crate::words::{count, difference};

/// What was done on one dataset.
pub fn dataset_paragraph(verdict: &DatasetVerdict) -> String {
    let (results, settings) = (&verdict.results, &verdict.settings);
    let k = results.methods.len();
    let folds = results.cells[0].iter().flatten().map(|score| score.folds.len()).max();
    let over = match folds {
        Some(folds) if folds > 1 => format!(", each with the scores of {folds} folds"),
        _ => String::new(),
    };
    let family = match &settings.control {
        Some(control) => {
            format!("the {} with the control {control}", count(k - 1, "comparison", "comparisons"))
        }
        None => format!("all {}", count(verdict.pairs.len(), "pair", "pairs")),
    };
    let deciding = verdict.deciding.title;
    let mut text = vec![
        format!(
            "{k} methods were compared on the dataset {} by {}{over}.",
            verdict.dataset(),
            results.title
        ),
        if verdict.pairs.len() > 1 {
            format!(
                "Two methods at a time were compared with {deciding}, two-sided, adjusted for {family} by Holm's procedure."
            )
        } else {
            format!("They were compared with {deciding}, two-sided.")
        },
    ];
    let tests = verdict.pairs.first().map_or(&[][..], |pair| &pair.tests[..]);
    let pairs = tests.iter().map(|compared| compared.test);
    let all = verdict.overall.iter().map(|(test, _)| *test);
    let undone = |test: Test| verdict.undone.iter().any(|one| one.test == test);
    let width = match rope(results, settings) {
        0.0 => String::new(),
        width => format!(" (differences within {} count as equivalent)", difference(width)),
    };
    let also: Vec<String> = pairs
        .chain(all)
        .filter(|test| *test != verdict.deciding && !undone(test))
        .map(|test| match test.name.starts_with("bayes") {
            true => format!("{}{width}", test.title),
            false => test.title.to_owned(),
        })
        .collect();
    if !also.is_empty() {
        text.push(format!("Also done: {}.", also.join("; ")));
    }
    let left = left_out(&verdict.undone);
    if !left.is_empty() {
        text.push(format!("Asked for, but not done: {}.", left.join("; ")));
    }
    let on_predictions = |test: Test| test.input == Input::Predictions && !undone(test);
    let repeated = results.cells[0].iter().flatten().any(|score| score.repeats > 1);
    if repeated && tests.iter().any(|compared| on_predictions(compared.test)) {
        text.push("Tests on predictions use those of the first repeat.".to_owned());
    }
    text.push("The conclusion holds for this dataset and says nothing about others.".to_owned());
    text.join(" ")
}
