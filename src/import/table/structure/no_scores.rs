//! Tables that look like scores of methods and are not: the metrics of one method side by side, and squares of the same names
//! in rows and columns, such as p-values of pairs and confusion matrices.

use std::collections::BTreeSet;

use super::super::metric_names::facts;
use super::super::{RowsAre, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// Refuses them, unless the user says that the rows are datasets.
pub fn refuse(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    if options.rows == Some(RowsAre::Datasets) {
        return Ok(());
    }
    let names: Vec<&str> = sheet.header.iter().skip(1).map(String::as_str).collect();
    let metrics: Vec<&str> = names.iter().copied().filter(|name| facts(name).is_some()).collect();
    let distinct = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    if distinct && metrics.len() > 1 && metrics.len() == names.len() {
        let problem =
            format!("the columns are metrics, not methods: {}", listed(metrics.iter().copied()));
        let remedy = "a table of one metric needs a column per method; a file of several metrics needs a column `method` with its names; say --rows datasets if these are methods";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    if let Some((spread, method)) = spread(&names) {
        let problem = format!(
            "the column {} seems to hold the spread of {}, and would be judged as a method",
            shown(spread),
            shown(method)
        );
        let remedy = "write `mean ± sd` in one cell, give the spreads as a second table with --sd, or remove the column; say --rows datasets if it is a method";
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

/// A column that is called like another one and like a spread (`svm_std` next to `svm`), and that other one. Our own tables
/// write ` sd` behind a name, and are read with their spreads before.
fn spread<'a>(names: &[&'a str]) -> Option<(&'a str, &'a str)> {
    const SPREADS: &[&str] =
        &["std", "stdev", "stddev", "sd", "stderr", "se", "sem", "var", "variance", "ci"];
    let found = |name: &&'a str| {
        let method = without(name, SPREADS)?;
        let mean = |other: &&&str| without(other, &["mean", "avg"]).unwrap_or(other) == method;
        let other = names.iter().filter(|other| *other != name).find(mean)?;
        Some((*name, *other))
    };
    names.iter().find_map(found)
}

/// A name without one of these words at its beginning or end; `None` if it has none.
fn without<'a>(name: &'a str, words: &[&str]) -> Option<&'a str> {
    const BETWEEN: [char; 5] = ['_', ' ', '.', '-', ':'];
    words.iter().find_map(|word| {
        let end = name.strip_suffix(word).and_then(|rest| rest.strip_suffix(BETWEEN));
        end.or_else(|| name.strip_prefix(word).and_then(|rest| rest.strip_prefix(BETWEEN)))
    })
}
