//! Rows that were computed from the others, such as means, medians, spreads, mean ranks and counts of wins, whatever they
//! are called. They stand first or last. A row counts as computed if its numbers are those of the statistic in every
//! column, to the digits printed, and that would hardly happen to a dataset.

use super::super::{RowsAre, TableOptions};
use super::Plain;
use super::computed::{CERTAIN, DOUBTFUL, Found, NAMED, Table};
use super::row_names::Called;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// Below this chance a row that counts as a dataset has a caveat. Two methods of two decimals are just below it; with more
/// digits a row of scores agrees far more rarely.
const UNLIKELY: f64 = 5e-3;

/// Leaves out the rows that were computed from the others; refuses what may be one.
pub fn leave_out(
    plain: &mut Plain,
    labels: &[usize],
    options: &TableOptions,
) -> Result<(), DataError> {
    let keep_unnamed = options.rows == Some(RowsAre::Datasets);
    let sheet = &plain.sheet;
    let mut table = Table::new(sheet, labels);
    if keep_unnamed {
        table.trust_doubtful_names();
    }
    let count = sheet.rows.len();
    let mut out: Vec<(usize, Option<Found>)> = Vec::new();
    let end = table.end();
    for row in end..count {
        let found = table.computed(row, 0..end);
        let certain = found.is_some_and(|f| !keep_unnamed && f.chance < CERTAIN);
        let doubtful = found.filter(|f| !keep_unnamed && f.chance < DOUBTFUL);
        match (table.called[row], found) {
            (Called::Summary, _) => out.push((row, found)),
            (Called::Perhaps, Some(one)) if one.chance < NAMED => out.push((row, found)),
            _ if certain => out.push((row, found)),
            _ if keep_unnamed => {}
            _ => return Err(kept_below(sheet, row, end, doubtful)),
        }
    }
    if let Some(found) = table.computed(0, 1..end) {
        let named = table.called[0] != Called::Dataset;
        let certain = if named { NAMED } else { CERTAIN };
        if found.chance < certain && (named || !keep_unnamed) {
            out.push((0, Some(found)));
        } else if found.chance < DOUBTFUL && !keep_unnamed {
            return Err(doubtful(sheet, &sheet.rows[0], found));
        }
    }
    if !keep_unnamed {
        let unlikely = unlikely(&table, end, &out);
        let caveats = unlikely.map(|(row, found)| caveat(&sheet.rows[row], found));
        plain.caveats.extend(caveats);
        let by_name = |row: &usize| table.called[*row] == Called::Perhaps;
        let known = |row: &usize| unlikely.is_none_or(|(other, _)| other != *row);
        let names = (1..end).filter(by_name).filter(known);
        plain.caveats.extend(names.map(|row| doubtful_name(&sheet.rows[row])));
    }
    if out.is_empty() {
        return Ok(());
    }
    plain.notes.push(note(sheet, &out));
    let mut at = 0;
    plain.sheet.rows.retain(|_| {
        at += 1;
        !out.iter().any(|(row, _)| *row == at - 1)
    });
    Ok(())
}

/// The last or first row that is kept, if its numbers hardly agree with a statistic by chance.
fn unlikely(table: &Table, end: usize, out: &[(usize, Option<Found>)]) -> Option<(usize, Found)> {
    let last = end.checked_sub(1)?;
    let kept = |row: &usize| !out.iter().any(|(at, _)| at == row);
    let found = [(last, 0..last), (0, 1..end)].into_iter().filter(|(row, _)| kept(row));
    let mut found = found.filter_map(|(row, from)| Some((row, table.computed(row, from)?)));
    found.find(|(_, found)| found.chance < UNLIKELY)
}

fn note(sheet: &Sheet, out: &[(usize, Option<Found>)]) -> String {
    let one = |(row, found): &(usize, Option<Found>)| {
        let row = &sheet.rows[*row];
        let name = match row.text(0) {
            "" => "the row without a name".to_owned(),
            name => shown(name),
        };
        match found {
            Some(found) => {
                format!("{} (line {}) is the {} of the rows", name, row.line, found.title)
            }
            None => format!("{} (line {}) is no dataset by its name", name, row.line),
        }
    };
    let rows: Vec<String> = out.iter().map(one).collect();
    format!("not datasets, and left out: {}", rows.join("; "))
}

/// What follows `the row`.
fn called(row: &Row) -> String {
    match row.text(0) {
        "" => "without a name".to_owned(),
        name => shown(name),
    }
}

fn caveat(row: &Row, found: Found) -> String {
    format!(
        "the row {} (line {}) counts as a dataset, and has the {} of the other rows in every column: remove it if it was computed from them; --rows datasets says that it was not",
        called(row),
        row.line,
        found.title
    )
}

fn doubtful_name(row: &Row) -> String {
    format!(
        "the row {} (line {}) counts as a dataset, and is called like something else, such as a statistic, a test or a time: remove it if it is no dataset; --rows datasets says that it is one",
        called(row),
        row.line
    )
}

/// A row that may be a dataset below one that is not.
fn kept_below(sheet: &Sheet, row: usize, end: usize, found: Option<Found>) -> DataError {
    match found {
        Some(found) => doubtful(sheet, &sheet.rows[row], found),
        None => below(sheet, &sheet.rows[row], &sheet.rows[end]),
    }
}

fn doubtful(sheet: &Sheet, row: &Row, found: Found) -> DataError {
    let problem = format!(
        "the row {} has the {} of the other rows in every column, and would count as a dataset",
        called(row),
        found.title
    );
    let remedy = "remove the row; say --rows datasets if it is a dataset";
    DataError::line(sheet.file, row.line, problem, remedy)
}

fn below(sheet: &Sheet, row: &Row, first: &Row) -> DataError {
    let problem = format!(
        "the row {} stands below {} (line {}), which was computed from the rows above it",
        shown(row.text(0)),
        shown(first.text(0)),
        first.line
    );
    let remedy = "remove the rows that are no datasets; say --rows datasets if all are";
    DataError::line(sheet.file, row.line, problem, remedy)
}
