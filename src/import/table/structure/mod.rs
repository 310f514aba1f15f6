//! What a wide table is, by its numbers and not only by its names: a table without a column of datasets, one whose rows are
//! methods, a header of two lines, and rows and columns that were computed from the others. Each finding is read right with
//! a note, or refused with the remedy.

mod affixes;
mod blank;
mod columns;
mod computed;
mod crossed;
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
pub mod ranks;
mod row_names;
mod rows;
pub mod statistic;
mod transposed;
mod turned;

pub use first_column::IDS;

use super::folds::columns as fold_columns;
use super::folds::times;
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
    if of == Numbers::Scores {
        no_scores::refuse_deviations(&sheet, options)?;
        first_cell::refuse_p_values(&sheet, options)?;
    }
    let spreads = no_scores::refuse_spreads(&sheet, options);
    let found = if spreads.is_ok() { levels(&sheet, options)? } else { None };
    let mut tables = match found {
        Some(levels) => levels.tables(&sheet, options)?,
        None => {
            // What scikit-learn writes has spreads, too, and a better remedy.
            if of == Numbers::Scores {
                times::refuse(&sheet)?;
            }
            spreads?;
            no_scores::refuse(&sheet, options)?;
            vec![Plain { sheet, metric: None, notes: Vec::new(), caveats: Vec::new() }]
        }
    };
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
        next::leave_out(plain, &before, of);
        let before = labels(&plain.sheet, options);
        facts::leave_out(plain, &before, of)?;
        let after = labels(&plain.sheet, options);
        columns::leave_out(plain, &after);
    }
    Ok(tables)
}

/// The levels of a header with two names for each column. Rows that the user calls datasets have a method in each column.
fn levels(sheet: &Sheet, options: &TableOptions) -> Result<Option<levels::Levels>, DataError> {
    let lines = header::of_lines(sheet);
    if lines.is_some() || matches!(options.rows, Some(RowsAre::Datasets | RowsAre::Methods)) {
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
    let mut plain = Plain { sheet, metric: None, notes: Vec::new(), caveats: Vec::new() };
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
