//! The long layout: a line a score, with columns for the dataset, the method and the value, and perhaps for the metric,
//! the repeat and the fold. Columns are found by name, so their order is free and others do no harm.

use std::collections::BTreeSet;

use super::Grid;
use super::cell;
use super::gather::{Place, Record, gather};
use super::names;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::suggest;

/// What a column of datasets may be called.
pub const DATASET: &[&str] = &["dataset", "data", "task", "problem"];
/// What a column of methods may be called.
pub const METHOD: &[&str] = &["method", "classifier", "algorithm", "model", "learner"];
const VALUE: &[&str] = &["value", "score", "result"];
const METRIC: &[&str] = &["metric", "measure"];
const REPEAT: &[&str] = &["repeat", "repetition"];
const FOLD: &[&str] = &["fold"];

/// The columns that matter, by position.
pub struct Columns {
    /// The name of the dataset.
    pub dataset: usize,
    /// The name of the method.
    pub method: usize,
    /// The score.
    pub value: usize,
    /// The name of the metric.
    pub metric: Option<usize>,
    /// What tells the scores of one dataset and method apart: the repeat, then the fold.
    pub place: Vec<usize>,
}

/// Whether the header is that of a long file.
pub fn recognised(sheet: &Sheet) -> bool {
    [DATASET, METHOD, VALUE].iter().all(|role| !sheet.columns_called(role).is_empty())
}

/// Reads a long file; several metrics need the name of one.
pub fn read(sheet: &Sheet, metric: Option<&str>) -> Result<Grid, DataError> {
    let needed = |what: &str, aliases: &[&str]| {
        one(sheet, what, aliases)?.ok_or_else(|| {
            let problem = format!("no column of {what}s");
            let remedy = format!("name it {}", listed(aliases.iter().copied()));
            DataError::line(sheet.file, sheet.header_line, problem, remedy)
        })
    };
    let columns = Columns {
        dataset: needed("dataset", DATASET)?,
        method: needed("method", METHOD)?,
        value: needed("value", VALUE)?,
        metric: one(sheet, "metric", METRIC)?,
        place: [one(sheet, "repeat", REPEAT)?, one(sheet, "fold", FOLD)?]
            .into_iter()
            .flatten()
            .collect(),
    };
    let chosen = match columns.metric {
        Some(column) => Some(choose(sheet, column, metric)?),
        None => None,
    };
    let of_metric = |row: &&Row| {
        columns.metric.is_none_or(|column| Some(row.text(column)) == chosen.as_deref())
    };
    let rows = sheet.rows.iter().filter(of_metric);
    let records =
        rows.map(|row| record(sheet, row, &columns)).collect::<Result<Vec<_>, DataError>>()?;
    Ok(Grid { layout: "long", metric: chosen, ..gather(sheet, &columns, records)? })
}

/// The names of the metrics in a column, in order.
pub fn metrics<'a>(sheet: &'a Sheet, column: usize) -> BTreeSet<&'a str> {
    sheet.rows.iter().map(|row| row.text(column)).collect()
}

/// The score of one line. The caller leaves out lines it has no use for, so that those may hold anything.
pub fn record(sheet: &Sheet, row: &Row, columns: &Columns) -> Result<Record, DataError> {
    let name = |column: usize| {
        let text = row.text(column);
        if text.is_empty() {
            let remedy = "fill it in, or remove the line";
            return Err(sheet.error(row.line, column, "nothing stands here", remedy));
        }
        Ok(text)
    };
    let dataset = name(columns.dataset)?;
    names::refuse_summary(sheet.file, row.line, dataset)?;
    let method = name(columns.method)?;
    let place = columns.place.iter().map(|&column| name(column)).collect::<Result<Vec<_>, _>>()?;
    let remedy = "write a number with a decimal point, or nothing where there is no result";
    let entry = cell::parse(row.text(columns.value))
        .map_err(|problem| sheet.error(row.line, columns.value, problem, remedy))?;
    if !place.is_empty() && entry.is_some_and(|entry| entry.sd.is_some()) {
        let problem = "a standard deviation beside the score of one fold";
        let remedy = "leave the score only: the spread is computed from the folds";
        return Err(sheet.error(row.line, columns.value, problem, remedy));
    }
    Ok(Record {
        line: row.line,
        dataset: dataset.to_owned(),
        method: method.to_owned(),
        place: Place::new(place.iter().copied()),
        entry,
    })
}

/// The only column with one of these names.
fn one(sheet: &Sheet, what: &str, aliases: &[&str]) -> Result<Option<usize>, DataError> {
    let columns = sheet.columns_called(aliases);
    if let [first, second, ..] = columns[..] {
        let (a, b) = (sheet.column_name(first), sheet.column_name(second));
        let problem = format!("both {} and {} could be the {what}", shown(&a), shown(&b));
        let remedy = "remove or rename one of the columns";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(columns.first().copied())
}

/// The metric to read: the asked-for one, else the only one.
fn choose(sheet: &Sheet, column: usize, asked: Option<&str>) -> Result<String, DataError> {
    let known = metrics(sheet, column);
    let list = format!("the metrics are {}", listed(known.iter().copied()));
    let Some(asked) = asked else {
        return match known.first() {
            Some(only) if known.len() == 1 => Ok((*only).to_owned()),
            _ => {
                let problem = format!("the file has {} metrics", known.len());
                let remedy = format!("choose one; {list}");
                Err(DataError::file(sheet.file, problem, remedy)
                    .in_column(sheet.column_name(column)))
            }
        };
    };
    let same = |name: &&&str| name.eq_ignore_ascii_case(asked);
    if let Some(name) = known.get(asked).or_else(|| known.iter().find(same)) {
        return Ok((*name).to_owned());
    }
    let names: Vec<&str> = known.iter().copied().collect();
    let problem = format!("no metric {}", shown(asked));
    let remedy = suggest::help(asked, &names, &list);
    Err(DataError::file(sheet.file, problem, remedy).in_column(sheet.column_name(column)))
}
