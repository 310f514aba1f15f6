//! What a wide table is, by its numbers and not only by its names: a table without a column of datasets, one whose rows are
//! methods, a header of two lines, and rows and columns that were computed from the others. Each finding is read right with
//! a note, or refused with the remedy.

mod affixes;
mod blank;
mod columns;
mod companions;
mod computed;
mod crossed;
mod data_parts;
mod facts;
mod first_cell;
mod first_column;
mod header;
mod levels;
pub mod long_methods;
mod next;
mod no_scores;
pub mod numbers;
mod order;
mod p_values;
mod possible;
pub mod ranks;
mod row_names;
mod rows;
pub mod statistic;
mod transposed;
mod turned;

pub use first_column::IDS;

use super::folds::columns as fold_columns;
use super::folds::times;
use super::metric_names::facts;
use super::{RowsAre, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};

/// A table that has names in its first column and nothing that was computed from the rest.
pub struct Plain<'a> {
    /// The table.
    pub sheet: Sheet<'a>,
    /// The metric, where a second line of the header names it.
    pub metric: Option<String>,
    /// How the table was understood, and what was left out.
    pub notes: Vec<String>,
    /// What may be wrong.
    pub caveats: Vec<String>,
}

impl<'a> Plain<'a> {
    fn new(sheet: Sheet<'a>) -> Plain<'a> {
        Plain { sheet, metric: None, notes: Vec::new(), caveats: Vec::new() }
    }
}

/// What the numbers of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Scores, or means of them.
    Scores,
    /// Standard deviations of the scores in another table.
    Spreads,
}

/// Understands a wide table by its structure: a table for each of its metrics, at least one.
pub fn plain<'a>(
    sheet: Sheet<'a>,
    of: Numbers,
    options: &TableOptions,
) -> Result<Vec<Plain<'a>>, DataError> {
    let sheet = without_empty(sheet);
    if of == Numbers::Scores {
        first_cell::refuse_p_values(&sheet, options)?;
    }
    let (mut tables, is_apart) = separated(sheet, of, options)?;
    for plain in &mut tables {
        if of == Numbers::Scores {
            plain.caveats.extend(transposed::caveat(&plain.sheet, options));
        }
        turned::turn(plain, options)?;
        let all = labels(&plain.sheet, options);
        blank::leave_out(plain, &all);
        first_column::name_rows(plain, options)?;
        let before = labels(&plain.sheet, options);
        rows::leave_out(plain, &before, options)?;
        next::leave_out(plain, &before, of, options)?;
        let before = labels(&plain.sheet, options);
        facts::leave_out(plain, &before, of, options)?;
        let after = labels(&plain.sheet, options);
        columns::leave_out(plain, &after);
        if of == Numbers::Scores && !is_apart && !is_decided(options) {
            crossed::doubts(plain, options)?;
        }
    }
    Ok(tables)
}

/// A table for each metric in names of columns or in two lines of a header, or the table as it is; and whether names were
/// taken apart.
fn separated<'a>(
    sheet: Sheet<'a>,
    of: Numbers,
    options: &TableOptions,
) -> Result<(Vec<Plain<'a>>, bool), DataError> {
    if of == Numbers::Spreads {
        return Ok((apart(sheet, options)?, false));
    }
    no_scores::refuse_deviations(&sheet, options)?;
    let spreads = companions::refuse(&sheet, options);
    let found = if spreads.is_ok() { levels(&sheet, options)? } else { None };
    if let Some(levels) = found {
        return Ok((levels.tables(&sheet, options)?, true));
    }
    // What scikit-learn writes has spreads, too, and a better remedy.
    times::refuse(&sheet)?;
    let notes = spreads?.into_iter().collect();
    no_scores::refuse(&sheet, options)?;
    let corner = sheet.header.first().filter(|name| facts(name).is_some());
    let twins = no_scores::twins(&sheet, options)?;
    let caveats = corner.and_then(|name| levels::flatters(name)).into_iter().chain(twins).collect();
    Ok((vec![Plain { notes, caveats, ..Plain::new(sheet) }], false))
}

/// The tables of names that were taken apart, as in [`plain`]; else the table as it is.
pub fn apart<'a>(sheet: Sheet<'a>, options: &TableOptions) -> Result<Vec<Plain<'a>>, DataError> {
    match levels(&sheet, options)? {
        Some(levels) => levels.tables(&sheet, options),
        None => Ok(vec![Plain::new(sheet)]),
    }
}

/// Whether a user says what the columns are: methods, or datasets.
fn is_decided(options: &TableOptions) -> bool {
    matches!(options.rows, Some(RowsAre::Datasets | RowsAre::Methods))
}

/// The levels of a header with two names for each column. Rows that the user calls datasets have a method in each column.
fn levels(sheet: &Sheet, options: &TableOptions) -> Result<Option<levels::Levels>, DataError> {
    let lines = header::of_lines(sheet);
    if lines.is_some() || is_decided(options) {
        return Ok(lines);
    }
    match header::of_pairs(sheet) {
        Some(levels) => Ok(Some(levels)),
        None => crossed::levels(sheet, options),
    }
}

/// Takes computed rows out of one of several files that will be read as one table.
pub fn without_computed<'a>(
    sheet: Sheet<'a>,
    options: &TableOptions,
) -> Result<Plain<'a>, DataError> {
    let labels = labels(&sheet, options);
    let mut plain = Plain::new(sheet);
    rows::leave_out(&mut plain, &labels, options)?;
    Ok(plain)
}

/// The columns that name or number rows: the first one, those of datasets, and those of folds and repeats.
fn labels(sheet: &Sheet, options: &TableOptions) -> Vec<usize> {
    let named = |name: &Option<String>| {
        let same = |column: &String| name.as_ref().is_some_and(|n| n.eq_ignore_ascii_case(column));
        sheet.header.iter().position(same)
    };
    let declared = named(&options.dataset_column).into_iter().chain(named(&options.fold_column));
    let mut labels: Vec<usize> = declared.chain(fold_columns::numbering(sheet)).collect();
    labels.extend(sheet.columns_called(super::long::DATASET));
    labels.push(0);
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// The columns that could be methods.
fn scores(sheet: &Sheet, labels: &[usize]) -> Vec<usize> {
    (0..sheet.header.len()).filter(|column| !labels.contains(column)).collect()
}

/// A table with another header and other rows.
fn with<'a>(sheet: &Sheet<'a>, header: Vec<String>, rows: Vec<Row>) -> Sheet<'a> {
    let (notes, directions) = (sheet.notes.clone(), sheet.directions.clone());
    Sheet { file: sheet.file, header, header_line: sheet.header_line, rows, notes, directions }
}

/// A table without columns that have neither a name nor a cell.
fn without_empty(mut sheet: Sheet<'_>) -> Sheet<'_> {
    let is_empty = |column: &usize| {
        sheet.header[*column].is_empty()
            && sheet.rows.iter().all(|row| row.text(*column).is_empty())
    };
    let empty: Vec<usize> = (1..sheet.header.len()).filter(is_empty).collect();
    remove_columns(&mut sheet, &empty);
    sheet
}

/// Takes columns out of a table.
fn remove_columns(sheet: &mut Sheet, columns: &[usize]) {
    let mut at = 0;
    let mut keep = || {
        at += 1;
        !columns.contains(&(at - 1))
    };
    sheet.header.retain(|_| keep());
    for row in &mut sheet.rows {
        let mut at = 0;
        row.cells.retain(|_| {
            at += 1;
            !columns.contains(&(at - 1))
        });
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod tests_columns;

#[cfg(test)]
mod tests_companions;

#[cfg(test)]
mod tests_names;

#[cfg(test)]
mod tests_parts;
