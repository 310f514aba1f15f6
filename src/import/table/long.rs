//! The long layout: one line per score or per method, dataset and fold, with columns for the dataset, the method and the scores.
//! Scores are in one column, with the metric next to it or not, or in a column per metric. The order of columns is free,
//! and others do no harm.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{self, Entry};
use super::exports;
use super::folds::columns::{self, FoldColumns};
use super::folds::fold_names;
use super::gather::{Record, gather};
use super::layouts::TableLayout;
use super::meaning::stem;
use super::measures::{Measure, Measures, VALUE};
use super::metric_names::{is_cost, is_not_test};
use super::names;
use super::roles;
use super::structure::long_methods;
use super::structure::numbers::printed;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::suggest;

pub use super::roles::{DATASET, METHOD};

pub const METRIC: &[&str] = &["metric", "measure", ".metric", "metricname", "measurename"];

/// One line per score.
pub const LAYOUT: TableLayout = TableLayout {
    name: "long",
    about: "one line per method, dataset and perhaps fold; scores in one column (`value`, `score`, `result`), with a column `metric` or without, or in a column per metric (`accuracy`, `f1_macro`, `rmse` ...)",
    headers: &["dataset,method,fold,metric,value", "dataset,method,fold,accuracy,f1_macro"],
    own_columns: false,
    takes_sd: false,
    recognised,
    read,
};

mod found;

use found::Found;
pub use found::score_columns;

/// The columns that matter, by position.
pub struct Columns {
    /// The name of the dataset; without it all scores are of one dataset.
    pub dataset: Option<usize>,
    /// The name of the method.
    pub method: usize,
    /// The score.
    pub value: usize,
    /// Its standard deviation.
    pub sd: Option<usize>,
    /// What tells the scores of one dataset and method apart.
    pub folds: FoldColumns,
}

/// Whether a file has one line per score: columns name methods and datasets, and others hold numbers.
fn recognised(sheet: &Sheet, options: &TableOptions) -> bool {
    let called = |names: &[&str]| !sheet.columns_called(names).is_empty();
    let declared = options.dataset_column.is_some() || options.fold_column.is_some();
    let plainly = called(METHOD)
        && (called(VALUE) || exports::mean(sheet).is_some())
        && (called(DATASET) || declared || !columns::numbering(sheet).is_empty());
    plainly || roles::are_there(sheet, options)
}

/// Reads every metric of a long file, or those that the user chooses.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Vec<Grid>, DataError> {
    let Found { metric, by_rows, dataset, method, folds, measures, guessed: mut notes } =
        Found::of(sheet, options)?;
    let Measures { chosen, notes: left } = measures;
    notes.extend(left);
    let mut file = LongFile { sheet, options, dataset, method, folds, grids: Vec::new() };
    match by_rows {
        Some(column) => {
            let (names, left) = choose(sheet, column, &options.metrics)?;
            notes.extend(left);
            for name in names {
                file.add(&chosen[0], Some(name), |row| row.text(column) == name)?;
            }
        }
        None => {
            notes.extend(metric.and_then(|column| of_each_dataset(sheet, dataset, column)));
            for measure in &chosen {
                file.add(measure, measure.metric.as_deref(), |_| true)?;
            }
        }
    }
    let mut grids = file.grids;
    if dataset.is_none() {
        notes.push(format!(
            "no column names datasets: the scores are taken for those of one dataset, called {} after the file",
            shown(&stem(sheet.file))
        ));
    }
    if let Some(first) = grids.first_mut() {
        first.notes.extend(notes);
    }
    Ok(grids)
}

/// A long file that is being read.
struct LongFile<'s, 'f> {
    sheet: &'s Sheet<'f>,
    options: &'s TableOptions,
    dataset: Option<usize>,
    method: usize,
    folds: FoldColumns,
    grids: Vec<Grid>,
}

impl LongFile<'_, '_> {
    /// Reads one metric from the lines that have it.
    fn add(
        &mut self,
        measure: &Measure,
        metric: Option<&str>,
        wanted: impl Fn(&Row) -> bool,
    ) -> Result<(), DataError> {
        let LongFile { sheet, options, dataset, method, folds, .. } = *self;
        let sd = measure.sd.filter(|_| folds == FoldColumns::default());
        let columns = Columns { dataset, method, value: measure.column, sd, folds };
        let rows = || sheet.rows.iter().filter(|row| wanted(row));
        let mut records = rows()
            .map(|row| record(sheet, row, &columns))
            .collect::<Result<Vec<_>, DataError>>()?;
        let numbers: Vec<_> = rows().map(|row| printed(row.text(measure.column))).collect();
        let note = match (dataset, folds == FoldColumns::default()) {
            (Some(_), true) => by_names(sheet, &mut records, options)?,
            _ => None,
        };
        let computed = long_methods::leave_out(&mut records, &numbers);
        let grid = gather(sheet, records)?;
        let mut grid = Grid { layout: "long", metric: metric.map(str::to_owned), ..grid };
        grid.notes.extend(note.into_iter().chain(computed));
        self.grids.push(grid);
        Ok(())
    }
}

/// A column of metrics that only says which metric each dataset has, next to errors of any of them (TabArena).
fn of_each_dataset(sheet: &Sheet, dataset: Option<usize>, metric: usize) -> Option<String> {
    let names = metrics(sheet, metric);
    if names.len() < 2 {
        return None;
    }
    let of_dataset: BTreeSet<(&str, &str)> = sheet
        .rows
        .iter()
        .map(|row| (dataset.map_or("", |column| row.text(column)), row.text(metric)))
        .collect();
    let datasets: BTreeSet<&str> = of_dataset.iter().map(|(dataset, _)| *dataset).collect();
    let each = of_dataset.len() == datasets.len();
    each.then(|| {
        format!(
            "the metric is not the same for every dataset ({}), so only comparisons within a dataset have a meaning: ranks do, averages and differences over datasets do not",
            listed(names.into_iter())
        )
    })
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
    for column in columns.folds.iter() {
        names::refuse_summary(sheet.file, row.line, row.text(column))?;
    }
    let place = columns.folds.place(sheet, row)?;
    let entry = |column: usize| {
        let remedy = "write a number with a decimal point, or nothing where there is no result";
        cell::parse(row.text(column))
            .map_err(|problem| sheet.error(row.line, column, problem, remedy))
    };
    let mut score = entry(columns.value)?;
    if let (Some(Entry { sd: sd @ None, .. }), Some(column)) = (&mut score, columns.sd) {
        *sd = entry(column)?.map(|spread| spread.mean);
        if sd.is_some_and(|sd| sd < 0.0) {
            let problem = "the standard deviation is negative";
            return Err(sheet.error(row.line, column, problem, "check what the column holds"));
        }
    }
    let (line, column) = (row.line, columns.value);
    Record { line, column, source: 0, dataset, method, place, entry: score }.checked(sheet)
}

/// The metrics to read: those that are asked for, else all that are scores of the test part; and what is left out.
fn choose<'s>(
    sheet: &'s Sheet,
    column: usize,
    asked: &[String],
) -> Result<(Vec<&'s str>, Option<String>), DataError> {
    let known = metrics(sheet, column);
    if let Some(row) = sheet.rows.iter().find(|row| row.text(column).is_empty()) {
        return Err(columns::nothing(sheet, row, column));
    }
    if asked.is_empty() {
        let (mut left, mut names): (Vec<&str>, Vec<&str>) =
            known.iter().partition(|name| is_cost(name) || is_not_test(name));
        if names.is_empty() {
            std::mem::swap(&mut left, &mut names);
        }
        let note = (!left.is_empty()).then(|| {
            format!(
                "metrics that are not judged: {}; --metric chooses others",
                listed(left.into_iter())
            )
        });
        return Ok((names, note));
    }
    let find = |asked: &String| {
        let same = |name: &&&str| name.eq_ignore_ascii_case(asked);
        if let Some(name) = known.get(asked.as_str()).or_else(|| known.iter().find(same)) {
            return Ok(*name);
        }
        let names: Vec<&str> = known.iter().copied().collect();
        let problem = format!("no metric {}", shown(asked));
        let list = format!("the metrics are {}", listed(known.iter().copied()));
        let remedy = suggest::help(asked, &names, &list);
        Err(DataError::file(sheet.file, problem, remedy).in_column(sheet.column_name(column)))
    };
    Ok((asked.iter().map(find).collect::<Result<_, _>>()?, None))
}
