//! What is known of the splits behind folds: how often cross-validation was repeated, and how many of the rows a test part
//! holds. Tests over folds need both; a table often says neither, and what is assumed then is noted.

use std::path::Path;

use super::super::{Grid, Score, TableOptions};
use crate::data::error::DataError;
use crate::data::read::text::shown;
use crate::words;

/// A verdict on each dataset rests on its folds where there are no more datasets than these.
const FEW_DATASETS: usize = 2;

/// Adds what the user says of the splits, and notes what is assumed.
pub fn declare(file: &Path, grid: &mut Grid, options: &TableOptions) -> Result<(), DataError> {
    let has_folds = scores(grid).any(|score| score.folds.len() > 1);
    let asked = match options {
        TableOptions { repeats: Some(_), .. } => Some("--repeats"),
        TableOptions { test_share: Some(_), .. } => Some("--test-share"),
        _ => None,
    };
    if let Some(option) = asked.filter(|_| !has_folds) {
        let problem = format!("{option} says something about folds, and the file has none");
        let remedy = "leave it out; give a table of folds if there is one";
        return Err(DataError::file(file, problem, remedy));
    }
    if let Some(repeats) = options.repeats {
        declare_repeats(file, grid, repeats)?;
    }
    for score in grid.cells.iter_mut().flatten().flatten().filter(|score| score.folds.len() > 1) {
        score.test_share = options.test_share.or(score.test_share);
    }
    if has_folds && grid.datasets.len() <= FEW_DATASETS && options.test_share.is_none() {
        grid.notes.extend(assumed(grid, options.repeats.is_some()));
    }
    Ok(())
}

fn scores(grid: &Grid) -> impl Iterator<Item = &Score> {
    grid.cells.iter().flatten().flatten()
}

/// The folds that the file has of a score. Where one was left out, the share is that of one fold among all of them.
fn folds_in_file(score: &Score) -> usize {
    score.test_share.map_or(score.folds.len(), |share| (1.0 / share).round() as usize)
}

/// Divides the folds of every dataset among repeats, in their order.
fn declare_repeats(file: &Path, grid: &mut Grid, repeats: usize) -> Result<(), DataError> {
    let error = |problem: String| {
        let remedy = "correct --repeats, or number the repeats in a `repeat` column";
        Err(DataError::file(file, problem, remedy))
    };
    for (dataset, row) in grid.datasets.iter().zip(&mut grid.cells) {
        for score in row.iter_mut().flatten().filter(|score| score.folds.len() > 1) {
            let folds = folds_in_file(score);
            if grid.repeats_known && score.repeats != repeats {
                let found = words::count(score.repeats, "repeat", "repeats");
                return error(format!("the file has {found} on {}, not {repeats}", shown(dataset)));
            }
            if grid.repeats_known {
                continue;
            }
            if repeats == 0 || !folds.is_multiple_of(repeats) {
                return error(format!(
                    "{folds} folds on {} are not {repeats} repeats of equally many",
                    shown(dataset)
                ));
            }
            let each = folds / repeats;
            score.repeats = repeats;
            score.test_share = score.test_share.filter(|_| each > 1).map(|_| 1.0 / each as f64);
        }
    }
    Ok(())
}

/// What tests over folds will take for granted.
fn assumed(grid: &Grid, repeats_declared: bool) -> Option<String> {
    if scores(grid).any(|score| score.folds.len() > 1 && score.test_to_train().is_none()) {
        return Some("every repeat has one score, and how many of the rows its test part holds is not known: --test-share says it".to_owned());
    }
    if grid.repeats_known || repeats_declared {
        return None;
    }
    let counts = || scores(grid).filter(|score| score.folds.len() > 1).map(folds_in_file);
    let (least, most) = (counts().min()?, counts().max()?);
    let folds = words::range(least, most, "fold", "folds");
    let share = if least == most { format!("1/{least}") } else { format!("1/{least} to 1/{most}") };
    Some(format!(
        "no repeats are numbered: {folds} of one cross-validation are assumed, so that a test part holds {share} of the rows; --repeats or --test-share says otherwise"
    ))
}
