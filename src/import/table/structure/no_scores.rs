//! Tables that look like scores of methods and are not: the metrics of one method side by side, and squares of the same names
//! in rows and columns, such as p-values of pairs and confusion matrices.

use std::collections::BTreeSet;

use super::super::meaning::stem;
use super::super::metric_names::facts;
use super::super::metric_names::kinds::{is_deviation, is_spread};
use super::super::names::words;
use super::super::{RowsAre, TableOptions};
use super::affixes::parts;
use super::numbers::is_whole;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};

/// Refuses columns that are called like the spreads of others and have small numbers next to those; a note on columns that
/// have no such numbers. A user who says that the rows are datasets is not asked.
pub fn spreads(sheet: &Sheet, options: &TableOptions) -> Result<Option<String>, DataError> {
    let pairs = pairs(sheet);
    let Some(&(first, method)) = pairs.first().filter(|_| options.rows != Some(RowsAre::Datasets))
    else {
        return Ok(None);
    };
    let many = 3 * pairs.len() >= sheet.header.len().saturating_sub(1);
    let found = pairs.iter().find(|pair| is_small(sheet, **pair, many));
    let name = |column: usize| shown(&sheet.header[column]);
    let Some(&(spread, method_of)) = found else {
        return Ok(Some(format!(
            "the column {} is taken for a method: its numbers are too large for the spread of {}",
            name(first),
            name(method)
        )));
    };
    let problem = format!(
        "the column {} seems to hold the spread of {}, and would be judged as a method",
        name(spread),
        name(method_of)
    );
    let remedy = "write `mean ± sd` in one cell, give the spreads as a second table with --sd, or remove the column; say --rows datasets if it is a method";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Refuses a table that is called after spreads, by its file or its first cell, unless the user says what it holds, or the
/// name is that of a metric (`explained variance`).
pub fn refuse_deviations(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    let stem = stem(sheet.file);
    let names = [stem.as_str(), sheet.header.first().map_or("", String::as_str)];
    let is = |name: &&&str| {
        let words = words(name);
        let last = words.last().map_or("", String::as_str);
        (is_deviation(last) || matches!(last, "variance" | "deviations")) && facts(name).is_none()
    };
    let said = !options.metrics.is_empty() || options.direction.is_some();
    let Some(name) = names.iter().find(is).filter(|_| !said) else { return Ok(()) };
    let problem = format!("by the name {}, these are standard deviations, not scores", shown(name));
    let remedy = "give the table of means, and this one with --sd; say --metric with the name of the metric if these are scores";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Whether a name is that of a metric, of a part of the data, or of both: `acc`, `test`, `train_acc`.
fn is_no_method(name: &str) -> bool {
    let parts = parts(name, true);
    facts(name).is_some()
        || parts.method.is_empty() && (parts.metric.is_some() || parts.part.is_some())
}

/// Refuses metrics, parts of the data and numbers of pairs, unless the user says that the rows are datasets.
pub fn refuse(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    if options.rows == Some(RowsAre::Datasets) {
        return Ok(());
    }
    let names: Vec<&str> = sheet.header.iter().skip(1).map(String::as_str).collect();
    let distinct = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    // Sizes of the parts are facts about the datasets, which are refused as such.
    let scores = sheet.rows.iter().any(|row| row.cells.iter().skip(1).any(|cell| !is_whole(cell)));
    if distinct && scores && names.len() > 1 && names.iter().all(|name| is_no_method(name)) {
        let what = match names.iter().all(|name| facts(name).is_some()) {
            true => "metrics",
            false => "metrics or parts of the data",
        };
        let problem =
            format!("the columns are {what}, not methods: {}", listed(names.iter().copied()));
        let remedy = "a table of one metric needs a column per method; a file of several metrics needs a column `method` with its names; say --rows datasets if these are methods";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    let rows: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(0)).collect();
    if distinct && names.len() > 1 && rows == names.iter().copied().collect() {
        let problem = "the rows and the columns have the same names, so that these are numbers of pairs, not scores";
        let remedy = "give the table of scores; `tribunal adjust` corrects p-values; say --rows datasets if the rows are datasets";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(())
}

/// Columns that are called like another one and like a spread (`svm_std` next to `svm`), each with that other one. Our own
/// tables write ` sd` behind a name, and are read with their spreads before.
fn pairs(sheet: &Sheet) -> Vec<(usize, usize)> {
    let names = || sheet.header.iter().enumerate().skip(1);
    let is_mean = |word: &str| matches!(word, "mean" | "avg");
    let mean = |name: &String| without(name, is_mean).unwrap_or_else(|| name.clone());
    let mut pairs = Vec::new();
    for (column, name) in names() {
        let Some(method) = without(name, is_spread) else { continue };
        let other = names().find(|(other, own)| *other != column && mean(own) == method);
        pairs.extend(other.map(|(other, _)| (column, other)));
    }
    pairs
}

/// Whether the numbers of a column are small next to those of its method: in every row, or in most rows where a third of the
/// columns are called spreads.
fn is_small(sheet: &Sheet, (spread, mean): (usize, usize), many: bool) -> bool {
    let size = |row: &Row, column: usize| number(row.text(column)).unwrap_or(0.0).abs();
    let small = |row: &&Row| 2.0 * size(row, spread) < size(row, mean);
    let count = sheet.rows.iter().filter(small).count();
    if many { 2 * count > sheet.rows.len() } else { count == sheet.rows.len() }
}

/// A name without such a word at its end or beginning; `None` if it has none.
fn without(name: &str, is: impl Fn(&str) -> bool) -> Option<String> {
    const BETWEEN: [char; 5] = ['_', ' ', '.', '-', ':'];
    let end = name
        .rsplit_once(BETWEEN)
        .filter(|(_, word)| is(&word.to_lowercase()))
        .map(|(rest, _)| rest);
    let front = || {
        name.split_once(BETWEEN).filter(|(word, _)| is(&word.to_lowercase())).map(|(_, rest)| rest)
    };
    end.or_else(front).map(str::to_owned)
}
