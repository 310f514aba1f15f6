//! Result files of tsml and tsml-eval: `ESTIMATOR/Predictions/PROBLEM/testResample0.csv` (older: `testFold0.csv`). The first
//! line names problem, estimator, split and resample, the second holds parameters, the third begins with the accuracy; then
//! a line a case: `true,predicted,,probability,...`. Every resample is a random split of its own, not a fold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::Asked;
use super::cells::{read_text, shared};
use super::part::{ClassScores, Collected, Content, Origin, Part, Predictions};
use crate::data::error::DataError;
use crate::data::read::text::{number, shown};
use crate::data::table::label_order;

/// The first three lines, split at commas.
fn head(text: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let mut lines = text.lines();
    let first = lines.next()?.split(',').map(str::trim).collect();
    let third = lines.nth(1)?.split(',').map(str::trim).collect();
    Some((first, third))
}

/// Whether a text is a file of results.
pub fn recognised(text: &str) -> bool {
    let Some((first, third)) = head(text) else { return false };
    let split = first.get(2).map(|split| split.to_lowercase());
    let known = split.is_some_and(|s| matches!(s.as_str(), "test" | "train" | "no split"));
    known && third.first().is_some_and(|accuracy| number(accuracy).is_some())
}

/// Reads files of test splits.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let (mut parts, mut train) = (Vec::new(), 0);
    for file in files {
        let text = read_text(file)?;
        match read_file(file, &text, asked)? {
            Some(part) => parts.push(part),
            None => train += 1,
        }
    }
    let mut notes = Vec::new();
    if train > 0 {
        notes.push(format!("{train} files of training splits left out"));
    }
    notes.push(
        "times are left out: they are those of a clock on the wall, not of a processor".into(),
    );
    notes.extend(name_classes(&mut parts));
    Ok(Collected { from: "tsml result files", parts, test_share: None, notes })
}

/// The number at the end of a file's name, such as `testResample3.csv`.
fn resample_of(file: &Path) -> Option<u32> {
    let name = file.file_name()?.to_string_lossy().to_lowercase();
    let stem = name.split('.').next()?;
    let digits = stem.strip_prefix("testresample").or(stem.strip_prefix("testfold"))?;
    digits.parse().ok()
}

/// The estimator, where the folders are the usual ones.
fn estimator_of(file: &Path) -> Option<String> {
    let mut folders = file.ancestors().skip(2);
    let predictions = folders.next()?.file_name()?;
    let estimator = folders.next()?.file_name()?;
    predictions
        .eq_ignore_ascii_case("predictions")
        .then(|| estimator.to_string_lossy().into_owned())
}

/// Class labels are numbers that some versions write with a decimal point.
fn label(text: &str) -> String {
    match number(text).filter(|n| n.fract() == 0.0 && n.abs() < 1e9) {
        Some(whole) => format!("{whole:.0}"),
        None => text.to_owned(),
    }
}

fn read_file(file: &Path, text: &str, asked: &Asked<'_>) -> Result<Option<Part>, DataError> {
    let wrong =
        |line: usize, problem: String, remedy: &str| DataError::line(file, line, problem, remedy);
    let Some((first, third)) = head(text) else {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file has fewer than three lines", remedy));
    };
    let field = |position: usize| first.get(position).copied().unwrap_or("");
    if field(2).eq_ignore_ascii_case("train") {
        return Ok(None);
    }
    let (named, said) = (resample_of(file), field(3).parse::<u32>().ok());
    if let (Some(a), Some(b)) = (named, said)
        && a != b
    {
        let problem =
            format!("the file is of resample {a} by its name, and of {b} by its first line");
        return Err(wrong(1, problem, "rename the file, or correct the line"));
    }
    let method = asked.method.map(str::to_owned).or_else(|| estimator_of(file));
    let method = method.unwrap_or_else(|| field(1).to_owned());
    let dataset = asked.dataset.unwrap_or(field(0)).to_owned();
    let mut told = BTreeMap::new();
    // Minus one stands for an accuracy that nobody computed.
    if let Some(accuracy) = third.first().and_then(|a| number(a)).filter(|a| *a >= 0.0) {
        if accuracy > 1.0 {
            let problem = format!("no accuracy can be {accuracy}");
            return Err(wrong(
                3,
                problem,
                "the third line must begin with the share of right answers",
            ));
        }
        told.insert("accuracy", accuracy);
    }
    let mut found = Predictions::default();
    let mut width = None;
    for (line, content) in (1..).zip(text.lines()).skip(3).filter(|(_, l)| !l.trim().is_empty()) {
        let cells: Vec<&str> = content.split(',').map(str::trim).collect();
        let (Some(truth), Some(predicted)) = (cells.first(), cells.get(1)) else {
            let remedy = "write a case as true class, predicted class, nothing, probabilities";
            return Err(wrong(line, "the line has no predicted class".into(), remedy));
        };
        if [truth, predicted]
            .iter()
            .any(|c| matches!(**c, "" | "?") || c.eq_ignore_ascii_case("nan"))
        {
            return Err(wrong(
                line,
                "a class is missing".into(),
                "results of clustering cannot be scored",
            ));
        }
        let values = cells.iter().skip(3).take_while(|cell| !cell.is_empty());
        let values: Result<Vec<f64>, &&str> =
            values.map(|cell| number(cell).filter(|p| p.is_finite()).ok_or(cell)).collect();
        let values = values.map_err(|cell| {
            let problem = format!("{} is not a finite number", shown(cell));
            wrong(line, problem, "write probabilities with a decimal point")
        })?;
        if *width.get_or_insert(values.len()) != values.len() {
            let (now, before) = (values.len(), width.unwrap_or(0));
            let problem = format!("the case has {now} probabilities, those before have {before}");
            return Err(wrong(line, problem, "give every case a probability for each class"));
        }
        found.lines.push(line);
        found.truth.push(label(truth));
        found.labels.push(label(predicted));
        if !values.is_empty() {
            let scores = found.scores.get_or_insert_default();
            scores.probabilities = true;
            scores.values.extend(values);
            scores.classes.resize(width.unwrap_or(0), String::new());
        }
    }
    if found.truth.is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file holds no cases", remedy));
    }
    Ok(Some(Part {
        dataset,
        method,
        place: (said.or(named).unwrap_or(0), 0),
        origin: Origin { file: shared(file), line: None },
        content: Content::Predictions(found),
        told,
        times: (None, None),
    }))
}

fn scores_of(part: &mut Part) -> Option<&mut ClassScores> {
    match &mut part.content {
        Content::Predictions(predictions) => predictions.scores.as_mut(),
        _ => None,
    }
}

/// The files do not say which class a probability is of. They are in the order of the classes, so that they can be named
/// where all classes occur, or where a numbering is certain; and the class that was predicted must be the most probable
/// one. Elsewhere they are left out.
fn name_classes(parts: &mut [Part]) -> Vec<String> {
    let mut labels: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in parts.iter() {
        if let Content::Predictions(p) = &part.content {
            let all = labels.entry(part.dataset.clone()).or_default();
            all.extend(p.truth.iter().chain(&p.labels).cloned());
        }
    }
    // Of every method on a dataset: rows, and those whose label is the most probable class.
    let mut agreeing: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut unknown: BTreeSet<String> = BTreeSet::new();
    for part in parts.iter_mut() {
        let count = scores_of(part).map_or(0, |scores| scores.classes.len());
        let Content::Predictions(predictions) = &mut part.content else { continue };
        let Some(scores) = &mut predictions.scores else { continue };
        match labels.get(&part.dataset).and_then(|labels| classes_of(labels, count)) {
            Some(classes) => {
                scores.classes = classes;
                let found = most_probable(&predictions.labels, scores);
                let sum = agreeing.entry((part.dataset.clone(), part.method.clone())).or_default();
                *sum = (sum.0 + predictions.labels.len(), sum.1 + found);
            }
            None => {
                predictions.scores = None;
                unknown.insert(part.dataset.clone());
            }
        }
    }
    let mut notes: Vec<String> = unknown
        .into_iter()
        .map(|dataset| {
            let why = "because it is not known which class each is of";
            format!("{}: probabilities left out, {why}", shown(&dataset))
        })
        .collect();
    // Ties, rounding and methods that do not answer with the most probable class leave a few; another order leaves many.
    agreeing.retain(|_, (rows, found)| *found * 20 < *rows * 19);
    for part in parts.iter_mut() {
        if agreeing.contains_key(&(part.dataset.clone(), part.method.clone()))
            && let Content::Predictions(predictions) = &mut part.content
        {
            predictions.scores = None;
        }
    }
    notes.extend(agreeing.into_iter().map(|((dataset, method), (rows, found))| {
        let (who, other) = (format!("{} on {}", shown(&method), shown(&dataset)), rows - found);
        format!(
            "{who}: probabilities left out, because in {other} of {rows} rows another class is the most probable than the predicted one"
        )
    }));
    notes
}

/// The classes of `count` columns, if the labels that occur leave no doubt.
fn classes_of(labels: &BTreeSet<String>, count: usize) -> Option<Vec<String>> {
    if labels.len() == count {
        let mut classes: Vec<String> = labels.iter().cloned().collect();
        label_order(&mut classes);
        return Some(classes);
    }
    let numbers: Option<BTreeSet<usize>> = labels.iter().map(|label| label.parse().ok()).collect();
    let numbers = numbers?;
    // Without a class 0 numbers may begin at 1; only the largest one of all tells.
    let first = match (numbers.first()?, numbers.last()?) {
        (0, last) if *last < count => 0,
        (first, last) if *first > 0 && *last == count => 1,
        _ => return None,
    };
    Some((first..first + count).map(|number| number.to_string()).collect())
}

/// How many labels are a class with the largest probability of their row.
fn most_probable(labels: &[String], scores: &ClassScores) -> usize {
    let rows = scores.values.chunks(scores.classes.len().max(1));
    let agrees = |(label, row): &(&String, &[f64])| {
        let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        scores.classes.iter().zip(*row).any(|(class, p)| class == *label && *p >= most)
    };
    labels.iter().zip(rows).filter(agrees).count()
}
