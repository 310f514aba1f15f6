//! The AutoML Benchmark: `results.csv` (one line per framework, task and fold; no result where it failed, with the reason) and
//! `predictions/TASK/FOLD/predictions.csv` of its run folders (one column per class with probabilities, then `predictions` and
//! `truth`). Where both are there they belong together and must agree.

mod predictions;
mod results;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::predictions::{framework_of, read_predictions, spell_classes};
use self::results::{Left, METRICS, read_results};
use super::cells::column;
use super::kind::word;
use super::part::{Collected, Content, Kind, Lacking, Part};
use super::{Asked, sheets};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
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
