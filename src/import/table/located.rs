//! Where a score stands in its file, for the errors that blame one: the line and the column, also where folds were averaged,
//! columns rearranged or several files read together.

use std::path::{Path, PathBuf};

use super::Grid;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// A file that scores come from.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its name.
    pub file: PathBuf,
    /// Its columns.
    pub columns: Vec<String>,
}

impl Source {
    /// The file of a sheet.
    pub fn of(sheet: &Sheet) -> Source {
        let columns = (0..sheet.header.len()).map(|column| sheet.column_name(column)).collect();
        Source { file: sheet.file.to_path_buf(), columns }
    }
}

/// A score as it stands in a file: one of several that a cell is the mean of, or a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Single {
    /// The score.
    pub value: f64,
    /// The position of its dataset.
    pub dataset: usize,
    /// The position of its method.
    pub method: usize,
    /// The line and the column; `None` for a cell of a wide table, whose line is that of its dataset.
    pub place: Option<SinglePlace>,
}

/// The place of a score in the files of its grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SinglePlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The file, by its position.
    pub source: usize,
}

/// Every score of a grid.
pub fn singles(grid: &Grid) -> Vec<Single> {
    if !grid.singles.is_empty() {
        return grid.singles.clone();
    }
    let mut singles = Vec::new();
    for (dataset, row) in grid.cells.iter().enumerate() {
        for (method, score) in row.iter().enumerate() {
            let single = |value: f64| Single { value, dataset, method, place: None };
            singles.extend(score.as_ref().map(|score| single(score.mean)));
        }
    }
    singles
}

/// What is wrong with a score, with its file, line and column.
pub fn single_error(
    sheet: &Sheet,
    grid: &Grid,
    single: &Single,
    problem: &str,
    remedy: &str,
) -> DataError {
    let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
    let (dataset, method) =
        (name(&grid.datasets, single.dataset), name(&grid.methods, single.method));
    let source = single.place.and_then(|place| Some((place, grid.sources.get(place.source)?)));
    let Some((place, source)) = source else {
        let problem = format!("{} on {} {problem}", single.value, shown(&dataset));
        let error = match grid.lines.get(single.dataset) {
            Some(&line) => DataError::line(sheet.file, line, problem, remedy),
            None => DataError::file(sheet.file, problem, remedy),
        };
        return error.in_column(method);
    };
    let column = name(&source.columns, place.column);
    // The column of a wide table names the method, that of a long one and of a file of one method does not.
    let whose = if column == method { String::new() } else { format!(" of {}", shown(&method)) };
    let problem = format!("{}{whose} on {} {problem}", single.value, shown(&dataset));
    // Lines of several files that were put one below the other are counted through all.
    let file: &Path = if grid.sources.len() > 1 { &source.file } else { sheet.file };
    DataError::line(file, place.line, problem, remedy).in_column(column)
}

/// What is wrong with a value of a dataset and a method: a mean, or one of the scores that it is the mean of.
pub fn error(
    sheet: &Sheet,
    grid: &Grid,
    (dataset, method): (usize, usize),
    value: f64,
    problem: &str,
    remedy: &str,
) -> DataError {
    let own = |single: &&Single| {
        (single.dataset, single.method) == (dataset, method) && single.value == value
    };
    let found = grid.singles.iter().find(own).copied();
    let single = found.unwrap_or(Single { value, dataset, method, place: None });
    single_error(sheet, grid, &single, problem, remedy)
}
