//! Columns that number the folds and the repeats of a dataset, found by their names and their cells. Names that could mean
//! something else (`split`, `run`, `seed`) count only where rows would be equal without them.

use std::collections::BTreeSet;

use super::super::place::Place;
use super::row_names;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};
use crate::suggest;

const FOLD: &[&str] = &["fold", "foldid"];
/// `split` is also what people call the training and the test part.
const SPLIT: &[&str] = &["split", "cv", "resample", "resampling"];
const REPEAT: &[&str] = &["repeat", "repetition", "rep"];
const RUN: &[&str] = &["run", "seed", "randomseed", "randomstate", "trial"];
/// Next to folds these count repeats, else folds.
const ITERATION: &[&str] = &["iteration", "iter"];
/// Only these may have any whole numbers.
const SEED: &[&str] = &["seed", "randomseed", "randomstate"];

/// The columns that say which of several scores one is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FoldColumns {
    /// The repeat.
    pub repeat: Option<usize>,
    /// The fold within its repeat.
    pub fold: Option<usize>,
}

impl FoldColumns {
    /// Both, as far as they are there.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.repeat.into_iter().chain(self.fold)
    }

    /// The place that a row names.
    pub fn place(self, sheet: &Sheet, row: &Row) -> Result<Place, DataError> {
        if let Some(column) = self.iter().find(|&column| row.text(column).is_empty()) {
            return Err(nothing(sheet, row, column));
        }
        let label = |column: usize| row.text(column);
        Ok(Place::new(self.repeat.map(label), self.fold.map(label)))
    }
}

/// A cell that must not be empty.
pub fn nothing(sheet: &Sheet, row: &Row, column: usize) -> DataError {
    sheet.error(row.line, column, "the cell is empty", "fill it in, or remove the line")
}

/// The column that a user named.
pub fn declared(sheet: &Sheet, name: Option<&str>) -> Result<Option<usize>, DataError> {
    let Some(name) = name else { return Ok(None) };
    let same = |column: &String| column == name;
    let close = |column: &String| column.eq_ignore_ascii_case(name);
    let found = sheet.header.iter().position(same).or_else(|| sheet.header.iter().position(close));
    if found.is_some() {
        return Ok(found);
    }
    let known: Vec<&str> = sheet.header.iter().map(String::as_str).collect();
    let list = format!("the columns are {}", listed(known.iter().copied()));
    let problem = format!("no column {}", shown(name));
    let remedy = suggest::help(name, &known, &list);
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// The columns with a name of folds or repeats and cells that can number them.
pub fn numbering(sheet: &Sheet) -> Vec<usize> {
    let mut columns = sheet.columns_called(&[FOLD, REPEAT].concat());
    columns.retain(|&column| !has_scores(sheet, column));
    let doubtful = sheet.columns_called(&[SPLIT, RUN, ITERATION].concat());
    columns.extend(doubtful.into_iter().filter(|&column| is_numbered(sheet, column)));
    columns
}

/// Whether all cells of a column are numbers and some are not whole.
pub fn has_scores(sheet: &Sheet, column: usize) -> bool {
    let numbers: Option<Vec<f64>> = sheet.rows.iter().map(|row| number(row.text(column))).collect();
    numbers.is_some_and(|numbers| numbers.iter().any(|value| value.fract() != 0.0))
}

/// Finds the columns of folds and repeats; `keys` are the columns that tell rows apart besides.
pub fn find(
    sheet: &Sheet,
    keys: &[usize],
    fold_column: Option<&str>,
) -> Result<FoldColumns, DataError> {
    let fold = self::fold_column(sheet, fold_column)?;
    let repeat = unless_scores(sheet, only(sheet, "repeat", REPEAT)?);
    let mut found = FoldColumns { repeat: repeat.filter(|_| repeat != fold), fold };
    if found.fold.is_none() {
        let split = needed(sheet, keys, found, SPLIT);
        found.fold = split.or_else(|| needed(sheet, keys, found, ITERATION));
    }
    if found.repeat.is_none() {
        let run = needed(sheet, keys, found, RUN);
        found.repeat = run.or_else(|| needed(sheet, keys, found, ITERATION));
    }
    Ok(found)
}

/// The column that numbers folds, if a user named it or it is called so.
pub fn fold_column(sheet: &Sheet, said: Option<&str>) -> Result<Option<usize>, DataError> {
    match declared(sheet, said)? {
        Some(column) => Ok(Some(column)),
        None => Ok(unless_scores(sheet, only(sheet, "fold", FOLD)?)),
    }
}

/// The only column with one of these names.
pub fn only(sheet: &Sheet, what: &str, names: &[&str]) -> Result<Option<usize>, DataError> {
    let columns = sheet.columns_called(names);
    if let [first, second, ..] = columns[..] {
        let (a, b) = (sheet.column_name(first), sheet.column_name(second));
        let problem = format!("both {} and {} could be the {what}", shown(&a), shown(&b));
        let remedy = "remove or rename one of the columns";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(columns.first().copied())
}

/// A column of scores is a method, whatever its name.
fn unless_scores(sheet: &Sheet, column: Option<usize>) -> Option<usize> {
    column.filter(|&column| !has_scores(sheet, column))
}

/// The first column with one of these names that tells rows apart which the known columns do not.
fn needed(sheet: &Sheet, keys: &[usize], found: FoldColumns, names: &[&str]) -> Option<usize> {
    let known: Vec<usize> = keys.iter().copied().chain(found.iter()).collect();
    let apart = |columns: &[usize]| -> usize {
        let key = |row: &Row| -> Vec<String> {
            columns.iter().map(|&column| row.text(column).to_owned()).collect()
        };
        sheet.rows.iter().map(key).collect::<BTreeSet<_>>().len()
    };
    let mut candidates = sheet.columns_called(names);
    candidates.retain(|column| !known.contains(column) && is_numbered(sheet, *column));
    if candidates.is_empty() {
        return None;
    }
    let before = apart(&known);
    candidates.into_iter().find(|&column| {
        before < sheet.rows.len() && apart(&[&known[..], &[column]].concat()) > before
    })
}

/// Whether the cells of a column count from 0 or 1 without a gap, as `0`, `1` or `split0`, `split1`; seeds need not.
fn is_numbered(sheet: &Sheet, column: usize) -> bool {
    let mut numbers = sheet.rows.iter().map(|row| row_names::number(row.text(column)));
    match sheet.columns_called(SEED).contains(&column) {
        true => numbers.all(|number| number.is_some()),
        false => row_names::counts(numbers),
    }
}
