//! Folds in tables of scores: which rows and columns number them, and what is known of the splits they come from. Folds of
//! one dataset are not independent, so they never count as datasets.

mod axis;
pub mod columns;
mod cut;
mod row_names;
pub mod rows;
mod series;
mod splits;
pub mod summaries;
pub mod times;

use std::path::Path;

use super::meaning::stem;
use super::place::Place;
use super::structure::ranks;
use super::{Grid, RowsAre, TableOptions, metric_names};
use crate::data::error::DataError;
use crate::data::read::text::shown;
use crate::measure::Direction;
use row_names::{FoldName, Reading};

pub use splits::declare;

/// Names of rows that turned out to be folds.
pub struct FoldNames {
    /// The dataset of each.
    pub datasets: Vec<String>,
    /// The fold of each.
    pub places: Vec<Place>,
    /// How they were understood.
    pub note: String,
}

/// Understands names with their lines; `None` where they are names of datasets. `unnamed` says that their column has no name.
pub fn fold_names(
    file: &Path,
    rows: &[(&str, usize)],
    unnamed: bool,
    declared: Option<RowsAre>,
) -> Result<Option<FoldNames>, DataError> {
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
    let found = match declared {
        Some(RowsAre::Datasets) => return Ok(None),
        Some(RowsAre::Folds) => row_names::declared(&names),
        Some(RowsAre::Methods) => {
            let problem = "--rows methods turns a wide table, and this is a long one";
            return Err(DataError::file(file, problem, "leave it out"));
        }
        None => match row_names::read(&names, unnamed) {
            Reading::Datasets => return Ok(None),
            Reading::Folds(found) => found,
            Reading::LikeFolds(later, first) => {
                return Err(like_folds(file, rows[later], rows[first]));
            }
            Reading::Doubtful(later, first) => {
                return Err(doubtful(file, rows[later], rows[first]));
            }
        },
    };
    let called = |fold: &FoldName| match fold.dataset.as_str() {
        "" => stem(file),
        name => name.to_owned(),
    };
    let note = match (names.first(), found.first()) {
        (Some(name), Some(fold)) => format!(
            "the rows are taken for folds, by their names: {} is one of {}{}",
            shown(name),
            shown(&called(fold)),
            if declared.is_some() { "" } else { "; say --rows datasets if every row is a dataset" },
        ),
        _ => String::new(),
    };
    Ok(Some(FoldNames {
        datasets: found.iter().map(called).collect(),
        places: found.into_iter().map(|fold| fold.place).collect(),
        note,
    }))
}

/// Refuses what contradicts itself or the layout; some layouts have columns of their own.
pub fn check_options(
    file: &Path,
    options: &TableOptions,
    own_columns: bool,
) -> Result<(), DataError> {
    let named = match options {
        TableOptions { fold_column: Some(_), .. } => "--fold-column",
        TableOptions { dataset_column: Some(_), .. } => "--dataset-column",
        TableOptions { method_column: Some(_), .. } => "--method-column",
        _ => return Ok(()),
    };
    if own_columns {
        let problem = format!("{named} names a column, and this layout has columns of its own");
        return Err(DataError::file(file, problem, "leave it out"));
    }
    if options.fold_column.is_some() && options.rows == Some(RowsAre::Datasets) {
        let problem = "--fold-column and --rows datasets contradict each other";
        return Err(DataError::file(file, problem, "leave one of them out"));
    }
    Ok(())
}

/// Refuses datasets that are folds of one dataset: they are not independent, and every test takes datasets to be. Where
/// they may be folds, a caveat says so.
pub fn check(file: &Path, grid: &mut Grid, declared: Option<RowsAre>) -> Result<(), DataError> {
    if declared == Some(RowsAre::Datasets) {
        return Ok(());
    }
    let metrics = metrics(file, grid)?;
    grid.caveats.extend(metrics);
    let names: Vec<&str> = grid.datasets.iter().map(String::as_str).collect();
    let row = |at: usize| Some((*names.get(at)?, *grid.lines.get(at)?));
    let rows = |pair: Option<(usize, usize)>| pair.and_then(|(a, b)| Some((row(a)?, row(b)?)));
    if let Some((later, first)) = rows(row_names::like_folds(&names)) {
        return Err(like_folds(file, later, first));
    }
    // Datasets with folds of their own are datasets.
    if grid.cells.iter().flatten().flatten().any(|score| score.folds.len() > 1) {
        return Ok(());
    }
    let caveat = rows(series::likely(&names)).map(|(later, first)| {
        format!(
            "{} and {} are taken for datasets of their own, by their names; say --rows folds if they are folds or repeats of one dataset, --rows datasets if not",
            shown(first.0),
            shown(later.0)
        )
    });
    grid.caveats.extend(caveat);
    Ok(())
}

/// Refuses rows that are metrics of which some are better when higher and some when lower: one direction cannot hold for
/// all. Other metrics have a caveat, because they are no sample of datasets.
fn metrics(file: &Path, grid: &Grid) -> Result<Option<String>, DataError> {
    let direction = |name: &String| match metric_names::facts(name) {
        Some(facts) => Some(facts.direction),
        None => metric_names::is_cost(name).then_some(Direction::Lower),
    };
    let found: Option<Vec<Direction>> = grid.datasets.iter().map(direction).collect();
    let Some(found) = found.filter(|found| found.len() > 1) else { return Ok(None) };
    let (name, line) = (&grid.datasets[0], grid.lines.first().copied().unwrap_or(1));
    let what = format!("the rows are metrics, such as {}, not datasets", shown(name));
    let one = |all: Direction| found.iter().all(|direction| *direction == all);
    // Ranks have one direction, whatever was ranked.
    let complete = grid.cells.iter().flatten().all(Option::is_some);
    if one(Direction::Higher) || one(Direction::Lower) || complete && ranks::every_row(grid) {
        return Ok(Some(format!(
            "{what}: metrics of the same predictions are not independent; --rows datasets says that these are names of datasets"
        )));
    }
    let problem = format!("{what}, and not all of them are better when higher");
    let remedy = "give a row per dataset or fold, and a table or a column `metric` for each metric; say --rows datasets if these are names of datasets";
    Err(DataError::line(file, line, problem, remedy))
}

fn like_folds(file: &Path, later: (&str, usize), first: (&str, usize)) -> DataError {
    let problem = format!(
        "{} and {} (line {}) look like folds of one dataset, which are not independent datasets",
        shown(later.0),
        shown(first.0),
        first.1
    );
    let remedy = "number the folds of every dataset in a `fold` column, or average them; say --rows folds if all rows are folds, --rows datasets if all are datasets";
    DataError::line(file, later.1, problem, remedy)
}

fn doubtful(file: &Path, later: (&str, usize), first: (&str, usize)) -> DataError {
    let problem = format!(
        "{} and {} (line {}) may be two datasets, or two folds of one dataset",
        shown(later.0),
        shown(first.0),
        first.1
    );
    let remedy =
        "say --rows datasets if every row is a dataset, --rows folds if the rows are folds";
    DataError::line(file, later.1, problem, remedy)
}

#[cfg(test)]
mod tests;
