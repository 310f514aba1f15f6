//! Tables that look like scores of methods and are not: the metrics of one method side by side, and squares of the same names
//! in rows and columns, such as p-values of pairs and confusion matrices.

use std::collections::BTreeSet;

use super::super::meaning::stem;
use super::super::metric_names::facts;
use super::super::names::words;
use super::super::{RowsAre, TableOptions};
use super::affixes::parts;
use super::numbers::is_whole;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};

/// Refuses columns that are called like the spreads of others, unless the user says that the rows are datasets.
pub fn refuse_spreads(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    let found = spread(sheet).filter(|_| options.rows != Some(RowsAre::Datasets));
    let Some((spread, method)) = found else { return Ok(()) };
    let problem = format!(
        "the column {} seems to hold the spread of {}, and would be judged as a method",
        shown(spread),
        shown(method)
    );
    let remedy = "write `mean ± sd` in one cell, give the spreads as a second table with --sd, or remove the column; say --rows datasets if it is a method";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Refuses a table that is called after spreads, by its file or its first cell, unless the user says what it holds.
pub fn refuse_deviations(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    const LAST: &[&str] =
        &["std", "stds", "sd", "sds", "stdev", "stddev", "variance", "deviations"];
    let stem = stem(sheet.file);
    let names = [stem.as_str(), sheet.header.first().map_or("", String::as_str)];
    let is = |name: &&&str| words(name).last().is_some_and(|last| LAST.contains(&last.as_str()));
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

/// A column that is called like another one and like a spread (`svm_std` next to `svm`), and that other one: if a third of the
/// columns are such, or if its numbers are small next to those of the other. Our own tables write ` sd` behind a name, and
/// are read with their spreads before.
fn spread<'a>(sheet: &'a Sheet) -> Option<(&'a str, &'a str)> {
    const SPREADS: &[&str] =
        &["std", "stdev", "stddev", "sd", "stderr", "se", "sem", "var", "variance", "ci"];
    let names = || sheet.header.iter().enumerate().skip(1);
    let mean = |name: &'a str| without(name, &["mean", "avg"]).unwrap_or(name);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (column, name) in names() {
        let Some(method) = without(name, SPREADS) else { continue };
        let other = names().find(|(other, own)| *other != column && mean(own) == method);
        pairs.extend(other.map(|(other, _)| (column, other)));
    }
    let small = |&&(spread, mean): &&(usize, usize)| {
        let number = |row: &Row, column: usize| number(row.text(column)).unwrap_or(0.0).abs();
        sheet.rows.iter().all(|row| 2.0 * number(row, spread) < number(row, mean))
    };
    let many = 3 * pairs.len() >= sheet.header.len().saturating_sub(1);
    let (spread, mean) = pairs.first().filter(|_| many).or_else(|| pairs.iter().find(small))?;
    Some((&sheet.header[*spread], &sheet.header[*mean]))
}

/// A name without one of these words at its beginning or end; `None` if it has none.
fn without<'a>(name: &'a str, words: &[&str]) -> Option<&'a str> {
    const BETWEEN: [char; 5] = ['_', ' ', '.', '-', ':'];
    words.iter().find_map(|word| {
        let end = name.strip_suffix(word).and_then(|rest| rest.strip_suffix(BETWEEN));
        end.or_else(|| name.strip_prefix(word).and_then(|rest| rest.strip_prefix(BETWEEN)))
    })
}
