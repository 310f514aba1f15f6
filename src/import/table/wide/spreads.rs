//! Standard deviations in a second wide table: each goes with the mean of the same dataset and method. Tables that are not
//! about the same things are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::cell::Entry;
use super::super::folds::rows::arrange;
use super::super::structure::{self, Numbers};
use super::super::{RowsAre, TableOptions};
use super::Table;
use crate::data::error::DataError;
use crate::data::read::forms;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// Puts the standard deviations of a file next to the means. Its names are taken apart as those of the means were, unless
/// it has the names of the methods already.
pub fn add_file(
    means: &Path,
    table: &mut Table,
    file: &Path,
    metric: Option<&str>,
    options: &TableOptions,
) -> Result<Vec<String>, DataError> {
    let read = forms::read(file, &options.form)?;
    let has = |method: &String| read.header.iter().skip(1).any(|name| name == method);
    let mut notes = read.notes.clone();
    let apart = if table.methods.iter().all(has) {
        vec![read]
    } else {
        let metrics = metric.map(str::to_owned).into_iter();
        let metrics = metrics.chain(options.metrics.iter().cloned()).take(1).collect();
        let mut sheets = Vec::new();
        for plain in structure::apart(read, &TableOptions { metrics, ..options.clone() })? {
            notes.extend(plain.notes);
            sheets.push(plain.sheet);
        }
        sheets
    };
    let options = TableOptions { rows: Some(RowsAre::Datasets), ..options.clone() };
    for sheet in apart {
        for plain in structure::plain(sheet, Numbers::Spreads, &options)? {
            let spread = arrange(&plain.sheet, &options)?;
            add_spread(means, table, &spread.sheet)?;
            notes.extend(plain.notes.into_iter().chain(spread.notes));
        }
    }
    Ok(notes.into_iter().map(|note| format!("{}: {note}", file.display())).collect())
}

/// Puts the standard deviations of a second table next to the means of the first.
fn add_spread(file: &Path, table: &mut Table, sheet: &Sheet) -> Result<(), DataError> {
    let spread = super::table(sheet)?;
    same_names(file, sheet, "method", &table.methods, &spread.methods)?;
    same_names(file, sheet, "dataset", &table.datasets, &spread.datasets)?;
    let place =
        |names: &[String]| -> BTreeMap<String, usize> { names.iter().cloned().zip(0..).collect() };
    let (rows, columns) = (place(&spread.datasets), place(&spread.methods));
    for (dataset, entries) in table.datasets.iter().zip(&mut table.entries) {
        for (method, entry) in table.methods.iter().zip(entries) {
            let found = rows.get(dataset).zip(columns.get(method));
            let Some((&row, &column)) = found else { continue };
            let Some(sd) = spread.entries.get(row).and_then(|r| r.get(column).copied().flatten())
            else {
                continue;
            };
            let line = spread.lines.get(row).copied().unwrap_or(sheet.header_line);
            let error =
                |problem: String, remedy: &str| Err(sheet.error(line, column + 1, problem, remedy));
            if sd.mean < 0.0 {
                let problem = format!("the standard deviation {} is negative", sd.mean);
                return error(problem, "check that this is the table of standard deviations");
            }
            match entry {
                None => {
                    let problem =
                        format!("a standard deviation where {} has no mean", file.display());
                    return error(problem, "remove it, or add the mean");
                }
                Some(Entry { sd: Some(_), .. }) => {
                    let problem = format!("{} has a standard deviation there too", file.display());
                    return error(problem, "keep one of the two");
                }
                Some(_) if sd.sd.is_some() => {
                    let problem = "a mean and a standard deviation in a table of the latter";
                    return error(problem.to_owned(), "leave the standard deviation only");
                }
                Some(entry) => entry.sd = Some(sd.mean),
            }
        }
    }
    Ok(())
}

/// Refuses a second table that is not about the same things: a spread would be missing or lost without a word.
fn same_names(
    file: &Path,
    sheet: &Sheet,
    what: &str,
    expected: &[String],
    found: &[String],
) -> Result<(), DataError> {
    let known: BTreeSet<&String> = found.iter().collect();
    let asked: BTreeSet<&String> = expected.iter().collect();
    let remedy = "give both tables the same datasets and methods, in any order";
    let file = file.display();
    let problem = if let Some(name) = expected.iter().find(|name| !known.contains(name)) {
        format!("no {what} {}, which {file} has", shown(name))
    } else if let Some(name) = found.iter().find(|name| !asked.contains(name)) {
        format!("the {what} {} is not in {file}", shown(name))
    } else {
        return Ok(());
    };
    Err(DataError::file(sheet.file, problem, remedy))
}
