//! The AutoML Benchmark's `results.csv`: a line a framework, task and fold. Its `result` is made so that higher is
//! better, whatever the metric, and is empty where a framework failed. Beyond that it is a long file.

use std::collections::BTreeSet;

use super::Grid;
use super::gather::gather;
use super::long::{self, Columns};
use super::meaning::looks_like_loss;
use super::sheet::{Row, Sheet};
use crate::data::error::DataError;
use crate::data::read::text::{listed, number, shown};
use crate::measure::Direction;

/// Whether the header is that of the AutoML Benchmark.
pub fn recognised(sheet: &Sheet) -> bool {
    columns(sheet).is_some()
}

fn columns(sheet: &Sheet) -> Option<Columns> {
    let one = |name: &str| sheet.columns_called(&[name]).first().copied();
    Some(Columns {
        dataset: one("task")?,
        method: one("framework")?,
        value: one("result")?,
        metric: Some(one("metric")?),
        place: vec![one("fold")?],
    })
}

/// Reads the file. A metric that occurs in it chooses its tasks; another one names the results.
pub fn read(sheet: &Sheet, metric: Option<&str>) -> Result<Grid, DataError> {
    let Some(columns) = columns(sheet) else {
        let remedy = "check the header";
        return Err(DataError::file(sheet.file, "not a file of the AutoML Benchmark", remedy));
    };
    let column = columns.metric.unwrap_or(columns.value);
    refuse_constraints(sheet)?;
    // A failed run may not even have got as far as its metric.
    let mut known = long::metrics(sheet, column);
    known.remove("");
    let chosen = metric.filter(|name| known.len() > 1 && known.contains(name));
    let rows: Vec<&Row> = sheet
        .rows
        .iter()
        .filter(|row| chosen.is_none_or(|name| row.text(column) == name))
        .collect();
    let read: BTreeSet<&str> = match chosen {
        Some(name) => [name].into(),
        None => known,
    };
    let plain_loss = rows.iter().find(|row| {
        looks_like_loss(row.text(column))
            && number(row.text(columns.value)).is_some_and(|value| value > 0.0)
    });
    if let Some(row) = plain_loss.filter(|_| read.len() > 1) {
        let name = row.text(column);
        let problem = format!(
            "{} is a loss and is not negated, beside metrics where higher is better",
            shown(name)
        );
        let remedy = format!(
            "keep the lines of one metric, or negate the result of the losses and call them neg_{name}; the metrics are {}",
            listed(read.iter().copied().collect::<Vec<_>>().into_iter())
        );
        return Err(sheet.error(row.line, columns.value, problem, remedy));
    }

    let records = rows.iter().map(|row| long::record(sheet, row, &columns));
    let records = records.collect::<Result<Vec<_>, DataError>>()?;
    let mut grid = gather(sheet, &columns, records)?;
    if rows.len() < sheet.rows.len() {
        let left = sheet.rows.len() - rows.len();
        grid.notes.push(format!("{left} lines of other metrics were left out"));
    }
    if read.len() > 1 {
        let names: Vec<&str> = read.iter().copied().collect();
        grid.notes.push(format!(
            "the metric is not the same for every task ({}), so only comparisons within a task have a meaning: ranks do, averages and differences over tasks do not",
            listed(names.into_iter())
        ));
    }
    let only = read.first().filter(|_| read.len() == 1).map(|name| (*name).to_owned());
    Ok(Grid {
        layout: "AMLB",
        metric: Some(only.unwrap_or_else(|| "result".to_owned())),
        // Old files hold losses as they are; then the name of the metric has to tell.
        direction: plain_loss.is_none().then_some(Direction::Higher),
        ..grid
    })
}

/// Refuses a file where a framework ran under several constraints: those are not folds.
fn refuse_constraints(sheet: &Sheet) -> Result<(), DataError> {
    let Some(&column) = sheet.columns_called(&["constraint"]).first() else { return Ok(()) };
    let constraints: BTreeSet<&str> =
        sheet.rows.iter().map(|row| row.text(column)).filter(|c| !c.is_empty()).collect();
    if constraints.len() < 2 {
        return Ok(());
    }
    let problem = format!("the file has {} constraints", constraints.len());
    let names: Vec<&str> = constraints.into_iter().collect();
    let remedy = format!("keep the lines of one of them: {}", listed(names.into_iter()));
    Err(DataError::file(sheet.file, problem, remedy).in_column(sheet.column_name(column)))
}
