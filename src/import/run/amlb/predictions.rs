//! Predictions of the AutoML Benchmark: a column per class, then `predictions` and `truth`, in a folder per task and fold. The
//! metadata beside them tell the framework.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::Asked;
use super::super::cells::{needed, real, shared, text, true_class};
use super::super::numbers::written;
use super::super::part::{ClassScores, Content, Kind, Origin, Part, Predictions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;
use crate::files;

/// The folders of a file, the nearest first.
fn folders(file: &Path) -> Vec<String> {
    let names = file.ancestors().skip(1).filter_map(Path::file_name);
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Reads what was predicted in one fold of a task.
pub fn read_predictions(sheet: &Sheet<'_>, asked: &Asked<'_>) -> Result<(Kind, Part), DataError> {
    let file = shared(sheet.file);
    let (label, truth) = (needed(sheet, "predictions")?, needed(sheet, "truth")?);
    let columns: Vec<usize> = (0..label.min(truth)).collect();
    // Predictions of classification have a column of probabilities for each class, whatever the framework.
    let kind = if columns.is_empty() { Kind::Numbers } else { Kind::Classes };
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
        if kind == Kind::Numbers {
            found.truth.push(predicted_number(sheet, row, truth)?);
            found.labels.push(predicted_number(sheet, row, label)?);
            continue;
        }
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
    found.scores = (kind == Kind::Classes).then_some(scores);
    let part = Part {
        dataset: task,
        method: asked.method.unwrap_or_default().to_owned(),
        place: (0, fold),
        origin: Origin { file, line: None },
        content: Content::Predictions(found),
        told: BTreeMap::new(),
        times: (None, None),
    };
    Ok((kind, part))
}

/// A number to predict, or a predicted one.
fn predicted_number(sheet: &Sheet<'_>, row: &Row, column: usize) -> Result<String, DataError> {
    let found = text(sheet, row, column)?;
    written(found).ok_or_else(|| {
        let problem = format!("{} is not a finite number", shown(found));
        let remedy = "without columns of probabilities these are predictions of regression; those of classification have a column for each class";
        sheet.error(row.line, column, problem, remedy)
    })
}

/// A text of the metadata beside a file of predictions.
fn told_beside(file: &Path, key: &str) -> Option<String> {
    let text = files::read(&file.with_file_name("metadata.json"), files::MOST_TEXT).ok()?;
    let json = serde_json::from_slice::<serde_json::Value>(&text).ok()?;
    Some(json.get(key)?.as_str()?.to_owned())
}

/// Gives columns of probabilities the names of their classes where they differ in case only, which some frameworks write.
pub fn spell_classes(parts: &mut [Part]) -> Vec<String> {
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
pub fn framework_of(file: &Path, known: &BTreeSet<String>) -> Result<String, DataError> {
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
