//! The AutoML Benchmark's results: one line per framework, task and fold. Today's `result` is made so that higher is better,
//! whatever the metric, and the metric is in a column; in 2019 `result` was AUC or log loss as it is, and equals the column
//! of that name. It is empty where a framework failed.

use std::collections::{BTreeMap, BTreeSet};

use super::folds::columns::FoldColumns;
use super::gather::{Record, gather};
use super::layouts::TableLayout;
use super::long::{self, Columns};
use super::meaning::looks_like_loss;
use super::measures;
use super::metric_names;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};
use crate::measure::Direction;

/// Files of the AutoML Benchmark.
pub const LAYOUT: TableLayout = TableLayout {
    name: "AMLB",
    about: "results of the AutoML Benchmark, of 2019 and of today: one line per task, framework and fold",
    headers: &[
        "id,task,framework,constraint,fold,type,result,metric,...",
        "id,task,framework,fold,result,...,acc,auc,logloss",
    ],
    own_columns: true,
    takes_sd: false,
    recognised: |sheet, _| AmlbColumns::of(sheet).is_some(),
    read,
};

/// The columns of a file.
struct AmlbColumns {
    task: usize,
    framework: usize,
    fold: usize,
    result: usize,
    metric: Option<usize>,
    /// Columns that are named after metrics.
    measured: Vec<usize>,
}

/// What `result` holds on a task.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct OnTask {
    metric: String,
    /// Whether it is a loss as it is; else higher is better, as far as is known.
    is_loss: bool,
}

impl AmlbColumns {
    fn of(sheet: &Sheet) -> Option<AmlbColumns> {
        let one = |name: &str| sheet.columns_called(&[name]).first().copied();
        let result = one("result")?;
        // In the order in which a result is taken for one of them.
        let mut measured = sheet.columns_called(&["auc"]);
        measured.extend(sheet.columns_called(&["logloss"]));
        for (column, name) in sheet.header.iter().enumerate() {
            let is_metric = metric_names::facts(name).is_some() && !metric_names::is_not_test(name);
            if is_metric && column != result && !measured.contains(&column) {
                measured.push(column);
            }
        }
        let metric = one("metric");
        let told = metric.is_some() || !measured.is_empty();
        let (task, framework, fold) = (one("task")?, one("framework")?, one("fold")?);
        told.then_some(AmlbColumns { task, framework, fold, result, metric, measured })
    }

    fn of_value(&self, value: usize) -> Columns {
        Columns {
            dataset: Some(self.task),
            method: self.framework,
            value,
            sd: None,
            folds: FoldColumns { repeat: None, fold: Some(self.fold) },
        }
    }

    /// What `result` holds on every task that has one.
    fn tasks<'s>(&self, sheet: &'s Sheet) -> Result<BTreeMap<&'s str, OnTask>, DataError> {
        let mut rows: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in sheet.rows.iter().filter(|row| number(row.text(self.result)).is_some()) {
            rows.entry(row.text(self.task)).or_default().push(row);
        }
        let mut tasks = BTreeMap::new();
        for (task, rows) in rows {
            let found = match self.metric {
                Some(column) => self.said(sheet, &rows, column)?,
                None => self.equal(sheet, &rows)?,
            };
            tasks.insert(task, found);
        }
        Ok(tasks)
    }

    /// The metric that the column of metrics says.
    fn said(&self, sheet: &Sheet, rows: &[&Row], column: usize) -> Result<OnTask, DataError> {
        let names: BTreeMap<&str, usize> =
            rows.iter().map(|row| (row.text(column), row.line)).collect();
        let mut names = names.into_iter().filter(|(name, _)| !name.is_empty());
        let (metric, _) = names.next().unwrap_or(("result", 0));
        if let Some((other, line)) = names.next() {
            let problem = format!("a task has two metrics, {} and {}", shown(metric), shown(other));
            return Err(sheet.error(line, column, problem, "keep the lines of one of them"));
        }
        // Old files hold losses as they are; a negative one is turned round already.
        let lower = metric_names::facts(metric)
            .map_or(looks_like_loss(metric), |facts| facts.direction == Direction::Lower);
        let positive = |row: &&Row| number(row.text(self.result)).is_some_and(|v| v > 0.0);
        let is_loss = lower && rows.iter().any(positive);
        Ok(OnTask { metric: metric.to_owned(), is_loss })
    }

    /// The metric whose column equals `result` on every line of a task, or is its negative.
    fn equal(&self, sheet: &Sheet, rows: &[&Row]) -> Result<OnTask, DataError> {
        // The column that comes closest, with the lines on which it differs.
        let mut closest: Option<(String, Vec<usize>)> = None;
        for &column in &self.measured {
            let name = sheet.column_name(column);
            let Some(facts) = metric_names::facts(&name) else { continue };
            for (sign, negated) in [(1.0, false), (-1.0, true)] {
                let differs = |row: &&&Row| {
                    let (result, own) = (number(row.text(self.result)), number(row.text(column)));
                    // Files are printed with six digits.
                    !result.zip(own).is_some_and(|(a, b)| (a - sign * b).abs() <= 1e-9 * b.abs())
                };
                let lines: Vec<usize> = rows.iter().filter(differs).map(|row| row.line).collect();
                if lines.is_empty() {
                    let is_loss = (facts.direction == Direction::Lower) != negated;
                    let metric = if negated { format!("neg_{name}") } else { name };
                    return Ok(OnTask { metric, is_loss });
                }
                if closest.as_ref().is_none_or(|(_, fewest)| lines.len() < fewest.len()) {
                    closest = Some((name.clone(), lines));
                }
            }
        }
        Err(self.not_known(sheet, rows, closest))
    }

    /// What `result` is cannot be said: one line may have its score in the wrong column.
    fn not_known(
        &self,
        sheet: &Sheet,
        rows: &[&Row],
        closest: Option<(String, Vec<usize>)>,
    ) -> DataError {
        let (line, task) = rows.first().map_or((1, ""), |row| (row.line, row.text(self.task)));
        let problem = format!("which metric the results of {} are is not known", shown(task));
        let closest = closest.filter(|(_, lines)| 2 * lines.len() < rows.len());
        if let Some((name, lines)) = closest {
            let (odd, count) = (lines.first().copied().unwrap_or(line), rows.len() - lines.len());
            let problem = format!(
                "{problem}: they equal {} on {count} of {} lines, but not on this one",
                shown(&name),
                rows.len()
            );
            let remedy = "correct the line if its score is in the wrong column, remove the task, or choose a column with --metric";
            return sheet.error(odd, self.result, problem, remedy);
        }
        let names: Vec<String> = self.measured.iter().map(|&c| sheet.column_name(c)).collect();
        let names = listed(names.iter().map(String::as_str));
        let problem = format!("{problem}: none of the columns {names} equals them");
        let remedy = "add a column `metric`, remove the task, or choose a column with --metric";
        sheet.error(line, self.result, problem, remedy)
    }
}

/// Reads the file. A metric of some tasks chooses them, one that is a column chooses it; another one names the results.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Vec<Grid>, DataError> {
    let Some(columns) = AmlbColumns::of(sheet) else {
        let remedy = "check the header";
        return Err(DataError::file(sheet.file, "not a file of the AutoML Benchmark", remedy));
    };
    refuse_constraints(sheet)?;
    let own = |name: &String| columns.measured.iter().any(|&c| sheet.header[c] == *name);
    // A column can be judged even where it is not known what the results are.
    if !options.metrics.is_empty() && options.metrics.iter().all(own) && columns.metric.is_none() {
        return of_columns(sheet, &columns, &options.metrics);
    }
    let tasks = columns.tasks(sheet)?;
    let metrics: BTreeSet<&str> = tasks.values().map(|on| on.metric.as_str()).collect();
    match options.metrics.as_slice() {
        [] => Ok(vec![of_results(sheet, &columns, &tasks, None)?]),
        [name] if !metrics.contains(name.as_str()) && !own(name) => {
            let grid = of_results(sheet, &columns, &tasks, None)?;
            // A loss keeps its name, because nothing else says that lower is better.
            let keeps = grid.direction.is_none();
            let metric = if keeps { grid.metric.clone() } else { Some(name.clone()) };
            Ok(vec![Grid { metric, ..grid }])
        }
        names => {
            let mut grids = Vec::new();
            for name in names {
                if metrics.contains(name.as_str()) {
                    grids.push(of_results(sheet, &columns, &tasks, Some(name))?);
                } else {
                    grids.extend(of_columns(sheet, &columns, std::slice::from_ref(name))?);
                }
            }
            Ok(grids)
        }
    }
}

/// Columns that are named after metrics.
fn of_columns(
    sheet: &Sheet,
    columns: &AmlbColumns,
    names: &[String],
) -> Result<Vec<Grid>, DataError> {
    let used = [columns.task, columns.framework, columns.fold, columns.result];
    let mut grids = Vec::new();
    for measure in measures::find(sheet, &used, names)?.chosen {
        let columns = columns.of_value(measure.column);
        let records = sheet.rows.iter().map(|row| long::record(sheet, row, &columns));
        let records = records.collect::<Result<Vec<_>, DataError>>()?;
        grids.push(Grid { layout: "AMLB", metric: measure.metric, ..gather(sheet, records)? });
    }
    Ok(grids)
}

/// The column `result`, of one metric or of all.
fn of_results(
    sheet: &Sheet,
    columns: &AmlbColumns,
    tasks: &BTreeMap<&str, OnTask>,
    only: Option<&str>,
) -> Result<Grid, DataError> {
    let on = |row: &Row| tasks.get(row.text(columns.task));
    let wanted =
        |row: &&Row| only.is_none() || on(row).is_some_and(|on| Some(on.metric.as_str()) == only);
    let rows: Vec<&Row> = sheet.rows.iter().filter(wanted).collect();
    let kinds: BTreeSet<&OnTask> =
        tasks.values().filter(|on| only.is_none_or(|name| on.metric == name)).collect();
    // Some results are losses and some are not: turned round they can be ranked together.
    let turned = kinds.iter().any(|on| on.is_loss) && kinds.iter().any(|on| !on.is_loss);
    let own = columns.of_value(columns.result);
    let mut records: Vec<Record> = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut record = long::record(sheet, row, &own)?;
        let is_loss = turned && on(row).is_some_and(|on| on.is_loss);
        if let Some(entry) = record.entry.as_mut().filter(|_| is_loss) {
            entry.mean = -entry.mean;
        }
        records.push(record);
    }
    let mut grid = gather(sheet, records)?;
    if rows.len() < sheet.rows.len() {
        let left = sheet.rows.len() - rows.len();
        grid.notes.push(format!("{left} lines of other metrics were left out"));
    }
    let names = || listed(kinds.iter().map(|on| on.metric.as_str()));
    if columns.metric.is_none() {
        grid.notes.push(format!(
            "what `result` holds is found from the columns that equal it: {}",
            names()
        ));
    }
    if kinds.len() > 1 {
        grid.notes.push(format!(
            "the metric is not the same for every task ({}), so only comparisons within a task have a meaning: ranks do, averages and differences over tasks do not",
            names()
        ));
    }
    if turned {
        let losses = kinds.iter().filter(|on| on.is_loss).map(|on| on.metric.as_str());
        let losses: Vec<&str> = losses.collect();
        grid.notes.push(format!(
            "losses are negated, so that higher is better on every task: {}",
            listed(losses.into_iter())
        ));
    }
    let losses_only = !turned && kinds.iter().any(|on| on.is_loss);
    let one = kinds.first().filter(|_| kinds.len() == 1).map(|on| on.metric.clone());
    let direction = match one {
        Some(_) if losses_only => None,
        _ if losses_only => Some(Direction::Lower),
        _ => Some(Direction::Higher),
    };
    let metric = Some(one.unwrap_or_else(|| "result".to_owned()));
    Ok(Grid { layout: "AMLB", metric, direction, ..grid })
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

#[cfg(test)]
mod tests;
