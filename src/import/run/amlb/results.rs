//! `results.csv` of the AutoML Benchmark: the scores of its lines under our names, or why there are none.

use std::collections::{BTreeMap, BTreeSet};

use super::{Key, names};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;
use crate::import::run::cells::{column, needed, real, score, shared, text, whole};
use crate::import::run::part::{Content, Kind, Origin, Part};

/// Lines and metrics that were not taken.
#[derive(Default)]
pub struct Left {
    metrics: BTreeSet<String>,
}

impl Left {
    /// What is said of them.
    pub fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.metrics.is_empty() {
            let told = "metrics left out, because they mean something else here or nothing";
            notes.push(format!("{told}: {}", names(&self.metrics)));
        }
        notes
    }
}

/// What a metric is called here, if it means the same. The benchmark's `auc` is that of two classes; with more, and for
/// `f1`, it weights classes by their number.
fn ours(metric: &str, kind: Kind, binary: bool) -> Option<&'static str> {
    match metric {
        "rmse" | "mae" | "r2" if kind == Kind::Numbers => {
            ["rmse", "mae", "r2"].into_iter().find(|own| *own == metric)
        }
        _ if kind == Kind::Numbers => None,
        "acc" => Some("accuracy"),
        "balacc" => Some("balanced_accuracy"),
        "logloss" => Some("log_loss"),
        "auc" | "f1" if binary => Some(if metric == "auc" { "auc" } else { "f1" }),
        _ => None,
    }
}

/// Metrics that the benchmark may tell.
pub const METRICS: &[&str] = &[
    "acc", "balacc", "logloss", "auc", "f1", "auc_ovo", "auc_ovr", "f05", "f2", "max_pce",
    "mean_pce", "pr_auc", "rmse", "mae", "r2", "mse", "msle", "rmsle", "mape", "smape",
];
/// Those of them that are of regression.
const OF_REGRESSION: &[&str] = &["rmse", "mae", "r2", "mse", "msle", "rmsle", "mape", "smape"];

/// The task of a line: as its type says, else by the metric, else by the columns that hold a score.
fn kind_of(kind: Option<&str>, metric: &str, filled: &[&str]) -> Kind {
    let metric = metric.strip_prefix("neg_").unwrap_or(metric);
    let of_numbers = |name: &&str| OF_REGRESSION.contains(name);
    let is_regression = match kind {
        Some(kind) if !kind.is_empty() => kind == "regression",
        _ if !metric.is_empty() => of_numbers(&metric),
        _ => !filled.is_empty() && filled.iter().all(of_numbers),
    };
    if is_regression { Kind::Numbers } else { Kind::Classes }
}

/// The columns of results.
struct ResultColumns<'s> {
    task: usize,
    framework: usize,
    fold: usize,
    result: usize,
    metric: Option<usize>,
    kind: Option<usize>,
    area: Option<usize>,
    info: Option<usize>,
    /// Those that are named after metrics.
    named: Vec<(usize, &'s str)>,
}

impl<'s> ResultColumns<'s> {
    fn of(sheet: &'s Sheet<'_>) -> Result<ResultColumns<'s>, DataError> {
        let names = sheet.header.iter().enumerate();
        let named = names.filter(|(_, name)| METRICS.contains(&name.as_str()));
        Ok(ResultColumns {
            task: needed(sheet, "task")?,
            framework: needed(sheet, "framework")?,
            fold: needed(sheet, "fold")?,
            result: needed(sheet, "result")?,
            metric: column(sheet, "metric")?,
            kind: column(sheet, "type")?,
            area: column(sheet, "auc")?,
            info: column(sheet, "info")?,
            named: named.map(|(column, name)| (column, name.as_str())).collect(),
        })
    }

    /// The task of a line, and its scores under our names.
    fn scores(
        &self,
        sheet: &Sheet<'_>,
        row: &Row,
        left: &mut Left,
    ) -> Result<(Kind, BTreeMap<&'static str, f64>), DataError> {
        let of = |column: Option<usize>| column.map_or("", |column| row.text(column));
        let filled = self.named.iter().filter(|(column, _)| !row.text(*column).is_empty());
        let filled: Vec<&str> = filled.map(|(_, name)| *name).collect();
        let main = of(self.metric);
        let kind = kind_of(self.kind.map(|column| row.text(column)), main, &filled);
        // Without a type, the area under the curve tells: it is that of two classes.
        let binary = of(self.kind) == "binary" || self.kind.is_none() && !of(self.area).is_empty();
        let (main, sign) = main.strip_prefix("neg_").map_or((main, 1.0), |name| (name, -1.0));
        let named = self.named.iter().map(|(column, name)| (*column, *name, 1.0));
        let main = self.metric.map(|_| (self.result, main, sign));
        let mut told: BTreeMap<&'static str, f64> = BTreeMap::new();
        for (column, name, sign) in named.chain(main) {
            let Some(value) = number(sheet, row, column)? else { continue };
            match ours(name, kind, binary) {
                Some(ours) => {
                    // Old versions did not negate losses.
                    let is_loss = matches!(ours, "log_loss" | "rmse" | "mae");
                    let value = if is_loss { value.abs() } else { sign * value };
                    told.entry(ours).or_insert(score(sheet, (row, column), ours, value)?);
                }
                None => {
                    left.metrics.insert(name.to_owned());
                }
            }
        }
        Ok((kind, told))
    }
}

/// Reads the lines of a file of results.
pub fn read_results(
    sheet: &Sheet<'_>,
    results: &mut BTreeMap<Key, (Kind, Part)>,
    left: &mut Left,
) -> Result<(), DataError> {
    let file = shared(sheet.file);
    let columns = ResultColumns::of(sheet)?;
    for row in &sheet.rows {
        let key = (
            text(sheet, row, columns.framework)?.to_owned(),
            text(sheet, row, columns.task)?.to_owned(),
            whole(sheet, row, columns.fold)?,
        );
        let value = number(sheet, row, columns.result)?;
        let (kind, told) = columns.scores(sheet, row, left)?;
        let info = columns.info.map_or("", |column| row.text(column));
        let content = match value {
            Some(_) => Content::Scores,
            None if info.is_empty() => Content::Failed("no result, and no reason given".into()),
            None => Content::Failed(one_line(info)),
        };
        let part = Part {
            dataset: key.1.clone(),
            method: key.0.clone(),
            place: (0, key.2),
            origin: Origin::new(&file, row.line),
            content,
            told,
            times: (None, None),
        };
        if let Some((_, first)) = results.get(&key) {
            let problem = format!(
                "fold {} of {} on {} is there twice, first in {}",
                key.2,
                shown(&key.0),
                shown(&key.1),
                first.origin.words()
            );
            return Err(sheet.error(
                row.line,
                columns.result,
                problem,
                "remove one of the two lines",
            ));
        }
        results.insert(key, (kind, part));
    }
    Ok(())
}

/// A number; nothing where a score could not be computed.
fn number(sheet: &Sheet<'_>, row: &Row, column: usize) -> Result<Option<f64>, DataError> {
    if row.text(column).eq_ignore_ascii_case("nan") {
        return Ok(None);
    }
    real(sheet, row, column)
}

/// A reason as a table can show it.
fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).take(500).collect::<String>().trim().to_owned()
}
