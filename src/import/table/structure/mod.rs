//! What a wide table is, by its numbers and not only by its names: a table without a column of datasets, one whose rows are
//! methods, a header of two lines, and rows and columns that were computed from the others. Each finding is read right with
//! a note, or refused with the remedy.

mod columns;
mod facts;
mod first_column;
mod header;
mod no_scores;
mod numbers;
pub mod ranks;
mod rows;
mod side_by_side;
mod statistic;
mod turned;

use super::TableOptions;
use super::folds::columns as fold_columns;
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
}

/// What the numbers of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Scores, or means of them.
    Scores,
    /// Standard deviations of the scores in another table.
    Spreads,
}

/// Understands a wide table by its structure.
pub fn plain<'a>(
    sheet: Sheet<'a>,
    of: Numbers,
    options: &TableOptions,
) -> Result<Plain<'a>, DataError> {
    no_scores::refuse(&sheet, options)?;
    let mut plain = header::joined(sheet, options)?;
    side_by_side::choose(&mut plain, options)?;
    turned::turn(&mut plain, options)?;
    first_column::name_rows(&mut plain, options)?;
    let before = labels(&plain.sheet, options);
    rows::leave_out(&mut plain, &before, options)?;
    facts::leave_out(&mut plain, &before, of)?;
    let after = labels(&plain.sheet, options);
    columns::leave_out(&mut plain, &after);
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
