//! Tables that look like scores of methods and are not: the metrics of one method side by side, and squares of the same names
//! in rows and columns, such as p-values of pairs and confusion matrices.

use std::collections::BTreeSet;

use super::super::cell;
use super::super::meaning::stem;
use super::super::metric_names::kinds::{is_deviation, is_time_word};
use super::super::metric_names::{facts, is_cost, is_everyday, same};
use super::super::names::words;
use super::super::{RowsAre, TableOptions};
use super::affixes::parts;
use super::numbers::is_whole;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};

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
    let dressed = |row: &Row| row.cells.iter().skip(1).any(|cell| has_spread(cell));
    // `93.3 (0.5)` is a mean with its spread, whatever the file is called.
    let has_means = sheet.rows.iter().any(dressed);
    let said = !options.metrics.is_empty() || options.direction.is_some() || has_means;
    let Some(name) = names.iter().find(is).filter(|_| !said) else { return Ok(()) };
    let problem = format!("by the name {}, these are standard deviations, not scores", shown(name));
    let remedy = "give the table of means, and this one with --sd; say --metric with the name of the metric if these are scores";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

fn has_spread(cell: &str) -> bool {
    cell::parse(cell).ok().flatten().is_some_and(|entry| entry.sd.is_some())
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
    refuse_metrics(sheet, &names, options)?;
    refuse_runs(sheet, &names, options)?;
    let rows: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(0)).collect();
    if distinct && names.len() > 1 && rows == names.iter().copied().collect() {
        let problem = "the rows and the columns have the same names, so that these are numbers of pairs, not scores";
        let remedy = "give the table of scores; `tribunal adjust` corrects p-values; say --rows datasets if the rows are datasets";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(())
}

/// Refuses columns of which half are metrics or costs, two metrics or a metric and two costs at least: the other names are
/// hardly methods. Another metric in the first cell says that such names are those of methods.
fn refuse_metrics(sheet: &Sheet, names: &[&str], options: &TableOptions) -> Result<(), DataError> {
    let corner = sheet.header.first().and_then(|name| facts(name));
    if corner.is_some() || !options.metrics.is_empty() || options.rows == Some(RowsAre::Methods) {
        return Ok(());
    }
    let known: Vec<&str> =
        names.iter().copied().filter(|name| facts(name).is_some() && !is_everyday(name)).collect();
    let differ = |name: &&str| known.first().is_some_and(|first| !same(first, name));
    let is_time = |name: &&&str| words(name).iter().any(|word| is_time_word(word));
    let costs = names.iter().filter(|name| is_cost(name) || is_time(name)).count();
    let several = known.iter().any(differ) || !known.is_empty() && costs > 1;
    if !several || 2 * (known.len() + costs) < names.len() {
        return Ok(());
    }
    let problem = format!(
        "columns are called after metrics and costs, so that they seem to be measures of one method: {}",
        listed(names.iter().copied())
    );
    let remedy = "a table of one metric needs a column per method; a file of several metrics needs a column `method` with its names; say --rows datasets if these are methods";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Refuses columns that are numbered runs of one method: `run1` to `run5`, `Fold 1` to `Fold 3` with their mean.
fn refuse_runs(sheet: &Sheet, names: &[&str], options: &TableOptions) -> Result<(), DataError> {
    const RUNS: &[&str] = &[
        "run",
        "seed",
        "fold",
        "cv",
        "split",
        "iter",
        "iteration",
        "rep",
        "repeat",
        "repetition",
        "trial",
        "resample",
    ];
    if options.rows == Some(RowsAre::Methods) {
        return Ok(());
    }
    let numbered = |name: &&str| -> Option<(String, u64)> {
        let plain = words(name).concat();
        let word = plain.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = plain.get(word.len()..)?.parse().ok()?;
        RUNS.contains(&word).then(|| (word.to_owned(), number))
    };
    let runs: BTreeSet<(String, u64)> = names.iter().filter_map(numbered).collect();
    let mut ends = runs.first().zip(runs.last()).into_iter();
    let in_order = ends.any(|((word, from), (last, to))| {
        word == last && to - from == runs.len() as u64 - 1 && runs.len() > 1
    });
    if !in_order || 2 * runs.len() < names.len() {
        return Ok(());
    }
    let problem = format!(
        "the columns seem to be runs or folds of one method: {}",
        listed(names.iter().copied())
    );
    let remedy = "give one such file per method, called after it (`svm_accuracy.csv`), with the numbers of the runs as the first line, or a row per run with a column per method; say --rows methods if every row is a method, --rows datasets if every column is one";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Columns with one name, as pandas numbers them (`BOSS`, `BOSS.1`) or in other capitals: refused if half of all are such,
/// else a caveat.
pub fn twins(sheet: &Sheet, options: &TableOptions) -> Result<Option<String>, DataError> {
    let names: Vec<&str> = sheet.header.iter().skip(1).map(String::as_str).collect();
    let lower: BTreeSet<&str> = names.iter().copied().collect();
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let twin = |name: &&&str| {
        let stem = name.rsplit_once('.').filter(|(_, number)| is_number(number));
        let in_capitals =
            |other: &&str| *other != **name && other.to_lowercase() == name.to_lowercase();
        stem.is_some_and(|(stem, _)| lower.contains(stem)) || lower.iter().any(in_capitals)
    };
    let found: Vec<&str> = names.iter().filter(twin).copied().collect();
    if found.is_empty() || options.rows == Some(RowsAre::Datasets) {
        return Ok(None);
    }
    let list = listed(found.iter().copied());
    if found.len() > 1 && 2 * found.len() >= names.len() {
        let problem = format!(
            "the columns seem to hold two things of each method, because their names come twice: {list}"
        );
        let remedy =
            "keep the columns of one metric; say --rows datasets if every column is a method";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(Some(format!(
        "columns that are called like another one but for a number or capitals count as methods of their own: {list}; remove them if they are copies"
    )))
}
