//! The AutoML Benchmark: `results.csv` (a line a framework, task and fold; no result where it failed, with the reason) and
//! `predictions/TASK/FOLD/predictions.csv` of its run folders (a column a class with probabilities, then `predictions` and
//! `truth`). Where both are there they belong together and must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::Asked;
use super::cells::{column, needed, read_text, real, score, shared, text, true_class, whole};
use super::part::{ClassScores, Collected, Content, Kind, Lacking, Origin, Part, Predictions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::files;

/// Whether a header is that of results or predictions.
pub fn recognised(sheet: &Sheet<'_>) -> bool {
    is_results(sheet) || is_predictions(sheet)
}

fn is_results(sheet: &Sheet<'_>) -> bool {
    let names = ["task", "framework", "fold", "result", "metric"];
    names.iter().all(|name| !sheet.columns_called(&[name]).is_empty())
}

fn is_predictions(sheet: &Sheet<'_>) -> bool {
    let has = |name: &str| sheet.header.iter().any(|own| own == name);
    has("predictions") && has("truth") && !has("fold")
}

/// Framework, task and fold.
type Key = (String, String, u32);

/// Reads results and predictions.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let mut notes = Vec::new();
    let mut results: BTreeMap<Key, Part> = BTreeMap::new();
    let mut predictions: Vec<Part> = Vec::new();
    let mut scores: Vec<Sheet<'_>> = Vec::new();
    let mut predicted: Vec<(&Path, Part)> = Vec::new();
    for file in files {
        let sheet = Sheet::parse(file, &read_text(file)?)?;
        if is_results(&sheet) {
            scores.push(sheet);
        } else {
            predicted.push((file, read_predictions(&sheet, asked)?));
        }
    }
    // Beside results.csv stand tables of the same scores by framework, benchmark and task.
    let whole =
        |sheet: &Sheet<'_>| sheet.file.file_name().is_some_and(|name| name == "results.csv");
    if scores.iter().any(whole) && !scores.iter().all(whole) {
        let before = scores.len();
        scores.retain(whole);
        notes.push(format!(
            "{} tables of scores beside results.csv left alone",
            before - scores.len()
        ));
    }
    let mut left = Left::default();
    one_constraint(&scores)?;
    for sheet in &scores {
        read_results(sheet, &mut results, &mut left)?;
    }
    notes.extend(left.notes());
    let known: BTreeSet<String> = results.keys().map(|key| key.0.clone()).collect();
    for (file, mut part) in predicted {
        if part.method.is_empty() {
            part.method = framework_of(file, &known)?;
        }
        let key = (part.method.clone(), part.dataset.clone(), part.place.1);
        match results.remove(&key) {
            // The benchmark did not accept what was predicted.
            Some(failed) if matches!(failed.content, Content::Failed(_)) => {
                predictions.push(failed)
            }
            Some(scored) => predictions.push(Part { told: scored.told, ..part }),
            None => predictions.push(part),
        }
    }
    predictions.extend(results.into_values());
    notes.extend(spell_classes(&mut predictions));
    notes.push(
        "times are left out: they are those of a clock on the wall, not of a processor".into(),
    );
    Ok(Collected {
        kind: Kind::Classes,
        lacking: Lacking::Failed,
        from: "the AutoML Benchmark",
        parts: predictions,
        test_share: None,
        notes,
    })
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

/// Lines and metrics that were not taken.
#[derive(Default)]
struct Left {
    regression: BTreeSet<String>,
    metrics: BTreeSet<String>,
}

impl Left {
    fn notes(self) -> Vec<String> {
        let names = |set: &BTreeSet<String>| {
            listed(set.iter().map(String::as_str).collect::<Vec<_>>().into_iter())
        };
        let mut notes = Vec::new();
        if !self.regression.is_empty() {
            notes.push(format!("tasks of regression left out: {}", names(&self.regression)));
        }
        if !self.metrics.is_empty() {
            let told = "metrics left out, because they mean something else here or nothing";
            notes.push(format!("{told}: {}", names(&self.metrics)));
        }
        notes
    }
}

/// What a metric is called here, if it means the same. The benchmark's `auc` is that of two classes; with more, and for
/// `f1`, it weights classes by their number.
fn ours(metric: &str, binary: bool) -> Option<&'static str> {
    match metric {
        "acc" => Some("accuracy"),
        "balacc" => Some("balanced_accuracy"),
        "logloss" => Some("log_loss"),
        "auc" | "f1" if binary => Some(if metric == "auc" { "auc" } else { "f1" }),
        _ => None,
    }
}

/// Metrics of classification that the benchmark may tell.
const METRICS: &[&str] = &[
    "acc", "balacc", "logloss", "auc", "f1", "auc_ovo", "auc_ovr", "f05", "f2", "max_pce",
    "mean_pce", "pr_auc",
];

fn read_results(
    sheet: &Sheet<'_>,
    results: &mut BTreeMap<Key, Part>,
    left: &mut Left,
) -> Result<(), DataError> {
    let file = shared(sheet.file);
    let (task, framework) = (needed(sheet, "task")?, needed(sheet, "framework")?);
    let (fold, result) = (needed(sheet, "fold")?, needed(sheet, "result")?);
    let (metric, kind) = (needed(sheet, "metric")?, column(sheet, "type")?);
    let info = column(sheet, "info")?;
    let columns =
        sheet.header.iter().enumerate().filter(|(_, name)| METRICS.contains(&name.as_str()));
    let columns: Vec<(usize, &str)> =
        columns.map(|(column, name)| (column, name.as_str())).collect();
    for row in &sheet.rows {
        let of = |column: Option<usize>| column.map_or("", |column| row.text(column));
        if of(kind) == "regression" {
            left.regression.insert(row.text(task).to_owned());
            continue;
        }
        let key = (
            text(sheet, row, framework)?.to_owned(),
            text(sheet, row, task)?.to_owned(),
            whole(sheet, row, fold)?,
        );
        let mut told: BTreeMap<&'static str, f64> = BTreeMap::new();
        let binary = of(kind) == "binary";
        let main = row.text(metric);
        let (main, sign) = main.strip_prefix("neg_").map_or((main, 1.0), |name| (name, -1.0));
        let value = number(sheet, row, result)?;
        let named = columns.iter().map(|(column, name)| (*column, *name, 1.0));
        for (column, name, sign) in named.chain([(result, main, sign)]) {
            let Some(value) = number(sheet, row, column)? else { continue };
            match ours(name, binary) {
                Some(ours) => {
                    // Old versions did not negate losses.
                    let value = if ours == "log_loss" { value.abs() } else { sign * value };
                    told.entry(ours).or_insert(score(sheet, (row, column), ours, value)?);
                }
                None => {
                    left.metrics.insert(name.to_owned());
                }
            }
        }
        let content = match value {
            Some(_) => Content::Scores,
            None if of(info).is_empty() => Content::Failed("no result, and no reason told".into()),
            None => Content::Failed(one_line(of(info))),
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
        if let Some(first) = results.get(&key) {
            let problem = format!(
                "fold {} of {} on {} is there twice, first in {}",
                key.2,
                shown(&key.0),
                shown(&key.1),
                first.origin.words()
            );
            return Err(sheet.error(row.line, result, problem, "remove one of the two lines"));
        }
        results.insert(key, part);
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

/// The folders of a file, the nearest first.
fn folders(file: &Path) -> Vec<String> {
    let names = file.ancestors().skip(1).filter_map(Path::file_name);
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

fn read_predictions(sheet: &Sheet<'_>, asked: &Asked<'_>) -> Result<Part, DataError> {
    let file = shared(sheet.file);
    let (label, truth) = (needed(sheet, "predictions")?, needed(sheet, "truth")?);
    let columns: Vec<usize> = (0..label.min(truth)).collect();
    if columns.is_empty() {
        let problem = "there is no column of probabilities: this is a file of regression, or not of the benchmark";
        let remedy = "leave it out; predictions of classification have a column for each class";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    let folders = folders(sheet.file);
    let fold = folders.first().and_then(|fold| fold.parse::<u32>().ok());
    // Outside of the benchmark's own folders the metadata beside the file know the task.
    let inside = [folders.get(2), folders.get(3)].into_iter().flatten().any(|f| f == "predictions");
    let told = if inside { None } else { told_beside(sheet.file, "name") };
    let task = asked.dataset.map(str::to_owned).or(told).or(folders.get(1).cloned());
    let (Some(fold), Some(task)) = (fold, task) else {
        let problem = "the folders of the file do not tell its task and fold";
        let remedy = "keep the benchmark's folders: predictions/TASK/FOLD/predictions.csv";
        return Err(DataError::file(sheet.file, problem, remedy));
    };
    let classes: Vec<String> = columns.iter().map(|&column| sheet.header[column].clone()).collect();
    let mut seen = BTreeSet::new();
    if let Some(twice) = classes.iter().find(|class| class.is_empty() || !seen.insert(*class)) {
        let problem = format!("two columns hold probabilities of the class {}", shown(twice));
        return Err(DataError::line(
            sheet.file,
            sheet.header_line,
            problem,
            "give each class one column",
        ));
    }
    let mut found = Predictions::default();
    let mut scores = ClassScores { probabilities: true, classes, values: Vec::new() };
    for row in &sheet.rows {
        found.lines.push(row.line);
        found.truth.push(true_class(sheet, row, truth)?.to_owned());
        found.labels.push(text(sheet, row, label)?.to_owned());
        for &column in &columns {
            let value = real(sheet, row, column)?.ok_or_else(|| {
                let remedy = "every row needs a probability of every class";
                sheet.error(row.line, column, "a probability is missing", remedy)
            })?;
            scores.values.push(value);
        }
    }
    found.scores = Some(scores);
    Ok(Part {
        dataset: task,
        method: asked.method.unwrap_or_default().to_owned(),
        place: (0, fold),
        origin: Origin { file, line: None },
        content: Content::Predictions(found),
        told: BTreeMap::new(),
        times: (None, None),
    })
}

/// A text of the metadata beside a file of predictions.
fn told_beside(file: &Path, key: &str) -> Option<String> {
    let text = files::read(&file.with_file_name("metadata.json"), files::MOST_TEXT).ok()?;
    let json = serde_json::from_slice::<serde_json::Value>(&text).ok()?;
    Some(json.get(key)?.as_str()?.to_owned())
}

/// Gives columns of probabilities the names of their classes where they differ in case only, which some frameworks write.
fn spell_classes(parts: &mut [Part]) -> Vec<String> {
    let mut spelt: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for part in parts.iter() {
        let Content::Predictions(predictions) = &part.content else { continue };
        let of_task = spelt.entry(part.dataset.clone()).or_default();
        for class in predictions.truth.iter().chain(&predictions.labels) {
            of_task.entry(class.to_lowercase()).or_default().insert(class.clone());
        }
    }
    let mut changed: BTreeSet<(String, String)> = BTreeSet::new();
    for part in parts.iter_mut() {
        let Content::Predictions(predictions) = &mut part.content else { continue };
        let (Some(scores), Some(of_task)) = (&mut predictions.scores, spelt.get(&part.dataset))
        else {
            continue;
        };
        for class in &mut scores.classes {
            let Some(ways) = of_task.get(&class.to_lowercase()) else { continue };
            // Two classes that differ in case only leave open which of them is meant.
            if let (Some(only), 1, false) = (ways.first(), ways.len(), ways.contains(class)) {
                only.clone_into(class);
                changed.insert((part.method.clone(), part.dataset.clone()));
            }
        }
    }
    let note = |(method, task): (String, String)| {
        let who = format!("{} on {}", shown(&method), shown(&task));
        format!(
            "{who}: columns of probabilities are called like the classes but for their case, and are taken for them"
        )
    };
    changed.into_iter().map(note).collect()
}

/// The framework of a file of predictions: what the metadata beside it say, else the folder, as results write it.
fn framework_of(file: &Path, known: &BTreeSet<String>) -> Result<String, DataError> {
    let told = told_beside(file, "framework");
    let folders = folders(file);
    let own = folders.get(2).filter(|name| *name != "predictions").cloned();
    let run = folders.get(3).filter(|_| own.is_none());
    let run = run.and_then(|name| name.split('.').next().map(str::to_owned));
    let Some(name) = told.or(own).or(run) else {
        let problem = "nothing tells which framework made these predictions";
        return Err(DataError::file(file, problem, "say --method NAME"));
    };
    // Folders are in lower case.
    let same = known.iter().find(|other| other.eq_ignore_ascii_case(&name));
    Ok(same.cloned().unwrap_or(name))
}
