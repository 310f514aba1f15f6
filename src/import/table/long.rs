//! The long layout: one line per score, with columns for the dataset, the method and the value, and perhaps for the metric,
//! the repeat and the fold. Columns are found by name, so their order is free and others do no harm.

use std::collections::{BTreeMap, BTreeSet};

use super::cell;
use super::folds::columns::{self, FoldColumns};
use super::folds::fold_names;
use super::gather::{Record, gather};
use super::layouts::TableLayout;
use super::meaning::stem;
use super::names;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::suggest;

/// What a column of datasets may be called.
pub const DATASET: &[&str] = &["dataset", "data", "task", "problem", "db", "database"];
/// What a column of methods may be called.
pub const METHOD: &[&str] = &["method", "classifier", "algorithm", "model", "learner"];
const VALUE: &[&str] = &["value", "score", "result"];
const METRIC: &[&str] = &["metric", "measure"];

/// The columns that matter, by position.
pub struct Columns {
    /// The name of the dataset; without it all scores are of one dataset.
    pub dataset: Option<usize>,
    /// The name of the method.
    pub method: usize,
    /// The score.
    pub value: usize,
    /// The name of the metric.
    pub metric: Option<usize>,
    /// What tells the scores of one dataset and method apart.
    pub folds: FoldColumns,
}

/// One line per score.
pub const LAYOUT: TableLayout = TableLayout {
    name: "long",
    about: "one line per method, dataset and perhaps fold",
    header: "dataset,method,fold,metric,value",
    own_columns: false,
    takes_sd: false,
    recognised,
    read: |sheet, options| Ok(vec![read(sheet, options)?]),
};

/// Whether the header is that of a long file.
fn recognised(sheet: &Sheet, options: &TableOptions) -> bool {
    let called = |names: &[&str]| !sheet.columns_called(names).is_empty();
    let declared = options.dataset_column.is_some() || options.fold_column.is_some();
    called(METHOD)
        && called(VALUE)
        && (called(DATASET) || declared || !columns::numbering(sheet).is_empty())
}

/// Reads a long file; several metrics need the name of one.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Grid, DataError> {
    let needed = |what: &str, aliases: &[&str]| {
        columns::only(sheet, what, aliases)?.ok_or_else(|| {
            let problem = format!("no column of {what}s");
            let remedy = format!("name it {}", listed(aliases.iter().copied()));
            DataError::line(sheet.file, sheet.header_line, problem, remedy)
        })
    };
    let dataset = match columns::declared(sheet, options.dataset_column.as_deref())? {
        Some(column) => Some(column),
        None => columns::only(sheet, "dataset", DATASET)?,
    };
    let method = needed("method", METHOD)?;
    let metric = columns::only(sheet, "metric", METRIC)?;
    let keys: Vec<usize> = dataset.into_iter().chain([method]).chain(metric).collect();
    let columns = Columns {
        dataset,
        method,
        value: needed("value", VALUE)?,
        metric,
        folds: columns::find(sheet, &keys, options.fold_column.as_deref())?,
    };
    let chosen = match columns.metric {
        Some(column) => Some(choose(sheet, column, options.metric.as_deref())?),
        None => None,
    };
    let of_metric = |row: &&Row| {
        columns.metric.is_none_or(|column| Some(row.text(column)) == chosen.as_deref())
    };
    let rows = sheet.rows.iter().filter(of_metric);
    let mut records =
        rows.map(|row| record(sheet, row, &columns)).collect::<Result<Vec<_>, DataError>>()?;
    let note = match (columns.dataset, columns.folds == FoldColumns::default()) {
        (Some(_), true) => by_names(sheet, &mut records, options)?,
        (Some(_), false) => None,
        (None, _) => Some(format!(
            "no column names datasets: the scores are taken for those of one dataset, called {} after the file",
            shown(&stem(sheet.file))
        )),
    };
    let mut grid = Grid { layout: "long", metric: chosen, ..gather(sheet, records)? };
    grid.notes.extend(note);
    Ok(grid)
}

/// Looks for folds among the names of the datasets; says how they were understood.
fn by_names(
    sheet: &Sheet,
    records: &mut [Record],
    options: &TableOptions,
) -> Result<Option<String>, DataError> {
    let mut seen = BTreeMap::new();
    let mut names: Vec<(&str, usize)> = Vec::new();
    for record in records.iter() {
        seen.entry(record.dataset.as_str()).or_insert_with(|| {
            names.push((&record.dataset, record.line));
            names.len() - 1
        });
    }
    let Some(found) = fold_names(sheet.file, &names, false, options.rows)? else {
        return Ok(None);
    };
    let positions: Vec<usize> =
        records.iter().filter_map(|record| seen.get(record.dataset.as_str()).copied()).collect();
    for (record, at) in records.iter_mut().zip(positions) {
        found.datasets[at].clone_into(&mut record.dataset);
        record.place = found.places[at].clone();
    }
    Ok(Some(found.note))
}

/// The names of the metrics in a column, in order.
pub fn metrics<'a>(sheet: &'a Sheet, column: usize) -> BTreeSet<&'a str> {
    sheet.rows.iter().map(|row| row.text(column)).collect()
}

/// The score of one line. The caller leaves out lines it has no use for, so that those may hold anything.
pub fn record(sheet: &Sheet, row: &Row, columns: &Columns) -> Result<Record, DataError> {
    let name = |column: usize| match row.text(column) {
        "" => Err(columns::nothing(sheet, row, column)),
        text => Ok(text.to_owned()),
    };
    let dataset = columns.dataset.map_or_else(|| Ok(stem(sheet.file)), name)?;
    names::refuse_summary(sheet.file, row.line, &dataset)?;
    let method = name(columns.method)?;
    let place = columns.folds.place(sheet, row)?;
    let remedy = "write a number with a decimal point, or nothing where there is no result";
    let entry = cell::parse(row.text(columns.value))
        .map_err(|problem| sheet.error(row.line, columns.value, problem, remedy))?;
    Record { line: row.line, column: columns.value, dataset, method, place, entry }.checked(sheet)
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
