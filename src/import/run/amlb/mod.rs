//! The AutoML Benchmark: `results.csv` (one line per framework, task and fold; no result where it failed, with the reason) and
//! `predictions/TASK/FOLD/predictions.csv` of its run folders (one column per class with probabilities, then `predictions` and
//! `truth`). Where both are there they belong together and must agree.

mod predictions;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::predictions::{framework_of, read_predictions, spell_classes};
use super::cells::{column, needed, real, score, shared, text, whole};
use super::kind::word;
use super::part::{Collected, Content, Kind, Lacking, Origin, Part};
use super::{Asked, sheets};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};

/// Whether a header is that of results or predictions.
pub fn recognised(sheet: &Sheet<'_>) -> bool {
    is_results(sheet) || is_predictions(sheet)
}

fn is_results(sheet: &Sheet<'_>) -> bool {
    let has = |name: &&str| !sheet.columns_called(&[name]).is_empty();
    // Files of 2019 name no metric, but have columns of some.
    let measured = has(&"metric") || sheet.header.iter().any(|own| METRICS.contains(&own.as_str()));
    measured && ["task", "framework", "fold", "result"].iter().all(has)
}

fn is_predictions(sheet: &Sheet<'_>) -> bool {
    let has = |name: &str| sheet.header.iter().any(|own| own == name);
    has("predictions") && has("truth") && !has("fold")
}

/// Framework, task and fold.
type Key = (String, String, u32);

/// What files of the benchmark hold.
#[derive(Default)]
struct Files<'f> {
    scores: Vec<Sheet<'f>>,
    predicted: Vec<(&'f Path, (Kind, Part))>,
    notes: Vec<String>,
}

impl<'f> Files<'f> {
    fn read(files: &'f [PathBuf], asked: &Asked<'_>) -> Result<Files<'f>, DataError> {
        let mut read = Files::default();
        for file in files {
            let sheet = sheets::read(file, asked)?;
            for note in &sheet.notes {
                if !read.notes.contains(note) {
                    read.notes.push(note.clone());
                }
            }
            if is_results(&sheet) {
                read.scores.push(sheet);
            } else {
                read.predicted.push((file, read_predictions(&sheet, asked)?));
            }
        }
        read.leave_out_copies();
        Ok(read)
    }

    /// Next to results.csv are tables of the same scores by framework, benchmark and task.
    fn leave_out_copies(&mut self) {
        let whole =
            |sheet: &Sheet<'_>| sheet.file.file_name().is_some_and(|name| name == "results.csv");
        if self.scores.iter().any(whole) && !self.scores.iter().all(whole) {
            let before = self.scores.len();
            self.scores.retain(whole);
            let left = before - self.scores.len();
            self.notes.push(format!("{left} tables of scores next to results.csv are not read"));
        }
    }
}

/// Reads results and predictions.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let Files { scores, predicted, mut notes } = Files::read(files, asked)?;
    let mut results: BTreeMap<Key, (Kind, Part)> = BTreeMap::new();
    let mut left = Left::default();
    one_constraint(&scores)?;
    for sheet in &scores {
        read_results(sheet, &mut results, &mut left)?;
    }
    notes.extend(left.notes());
    let kinds =
        results.values().map(|(kind, _)| *kind).chain(predicted.iter().map(|(_, own)| own.0));
    let kind = one_kind(kinds, asked.task);
    let mut others: BTreeSet<String> = BTreeSet::new();
    let mut parts = together(results, predicted, kind, &mut others)?;
    notes.extend(other_task(&others, kind));
    notes.extend(spell_classes(&mut parts));
    notes.push(
        "times are left out: they are those of a clock on the wall, not of a processor".into(),
    );
    Ok(Collected {
        kind,
        lacking: Lacking::Failed,
        from: "the AutoML Benchmark",
        parts,
        test_share: None,
        notes,
    })
}

/// Predictions with the scores that belong to them, and scores without predictions; `others` are datasets of another task.
fn together(
    mut results: BTreeMap<Key, (Kind, Part)>,
    predicted: Vec<(&Path, (Kind, Part))>,
    kind: Kind,
    others: &mut BTreeSet<String>,
) -> Result<Vec<Part>, DataError> {
    let known: BTreeSet<String> = results.keys().map(|key| key.0.clone()).collect();
    results.retain(|key, (own, _)| {
        if *own != kind {
            others.insert(key.1.clone());
        }
        *own == kind
    });
    let mut parts = Vec::new();
    for (file, (own, mut part)) in predicted {
        if own != kind {
            others.insert(part.dataset);
            continue;
        }
        if part.method.is_empty() {
            part.method = framework_of(file, &known)?;
        }
        let key = (part.method.clone(), part.dataset.clone(), part.place.1);
        match results.remove(&key) {
            // The benchmark did not accept what was predicted.
            Some((_, failed)) if matches!(failed.content, Content::Failed(_)) => parts.push(failed),
            Some((_, scored)) => parts.push(Part { told: scored.told, ..part }),
            None => parts.push(part),
        }
    }
    parts.extend(results.into_values().map(|(_, part)| part));
    Ok(parts)
}

/// Refuses several constraints: they are other experiments.
fn one_constraint(sheets: &[Sheet<'_>]) -> Result<(), DataError> {
    let mut first: Option<String> = None;
    for sheet in sheets {
        let Some(column) = column(sheet, "constraint")? else { continue };
        for row in sheet.rows.iter().filter(|row| !row.text(column).is_empty()) {
            let constraint = row.text(column);
            if *first.get_or_insert_with(|| constraint.to_owned()) != constraint {
                let problem = format!("{} is a second constraint", shown(constraint));
                let remedy = "import the lines of one constraint at a time";
                return Err(sheet.error(row.line, column, problem, remedy));
            }
        }
    }
    Ok(())
}

/// The task to read: the one that is asked for, else classification if there is any of it.
fn one_kind(mut kinds: impl Iterator<Item = Kind>, asked: Option<Kind>) -> Kind {
    let classes =
        || if kinds.any(|kind| kind == Kind::Classes) { Kind::Classes } else { Kind::Numbers };
    asked.unwrap_or_else(classes)
}

/// What is said of tasks that the other import would read.
fn other_task(tasks: &BTreeSet<String>, kind: Kind) -> Option<String> {
    let other = word(if kind == Kind::Classes { Kind::Numbers } else { Kind::Classes });
    (!tasks.is_empty()).then(|| {
        format!("tasks of {other} left out; --task {other} imports them: {}", names(tasks))
    })
}

fn names(set: &BTreeSet<String>) -> String {
    listed(set.iter().map(String::as_str).collect::<Vec<_>>().into_iter())
}

/// Lines and metrics that were not taken.
#[derive(Default)]
struct Left {
    metrics: BTreeSet<String>,
}

impl Left {
    fn notes(self) -> Vec<String> {
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
const METRICS: &[&str] = &[
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

fn read_results(
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
