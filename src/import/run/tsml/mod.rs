//! Result files of tsml and tsml-eval: `ESTIMATOR/Predictions/PROBLEM/testResample0.csv` (older: `testFold0.csv`). The first
//! line names problem, estimator, split and resample, the second holds parameters, the third begins with the accuracy; then
//! one line per case: `true,predicted,,probability,...`. Every resample is a random split of its own, not a fold. Files of
//! regression begin their third line with the mean squared error and have no probabilities; clustering has no answers that
//! could be scored.

mod classes;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::classes::name_classes;
use super::Asked;
use super::cells::{read_text, shared};
use super::numbers::written;
use super::part::{Collected, Content, Kind, Lacking, Origin, Part, Predictions};
use crate::data::error::DataError;
use crate::data::read::text::{number, shown};
use crate::import::below::left_alone;

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
    // A table with columns `Train` and `Test` is another thing.
    let sizes = first.get(3).is_some_and(|next| next.eq_ignore_ascii_case("test"));
    let known = known && !sizes;
    known && third.first().is_some_and(|accuracy| number(accuracy).is_some())
}

/// Reads files of test splits.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let (mut parts, mut train) = (Vec::new(), 0);
    let (files, mut notes) = in_folders(files);
    let first = files.first().copied();
    let mut kinds: Option<(Kind, &Path)> = None;
    for file in files {
        let text = read_text(file)?;
        let Some((kind, part)) = read_file(file, &text, asked)? else {
            train += 1;
            continue;
        };
        let (first, other) = *kinds.get_or_insert((kind, file));
        if first != kind {
            let word = if kind == Kind::Numbers { "regression" } else { "classification" };
            let problem = format!("this is a file of {word}, which {} is not", other.display());
            let remedy = "import classification and regression apart, each from its own folder";
            return Err(DataError::file(file, problem, remedy));
        }
        parts.push(part);
    }
    let kind = kinds.map_or(Kind::Classes, |(kind, _)| kind);
    if let (true, Some(file)) = (parts.is_empty() && train > 0, first) {
        return Err(only_training(file, train));
    }
    if train > 0 {
        notes.push(format!("{train} files of training splits left out"));
    }
    notes.push(
        "times are left out: they are those of a clock on the wall, not of a processor".into(),
    );
    notes.extend(name_classes(&mut parts));
    Ok(Collected {
        kind,
        lacking: Lacking::LeftOut,
        from: "tsml result files",
        parts,
        test_share: None,
        notes,
    })
}

/// Files of training splits alone say nothing of how methods do on new data.
fn only_training(file: &Path, count: usize) -> DataError {
    let problem = match count {
        1 => "this is a file of a training split, and there is none of a test split".to_owned(),
        _ => format!("all {count} files are of training splits, and none is of a test split"),
    };
    DataError::file(file, problem, "give the files of the test splits, such as testResample0.csv")
}

/// Why `read` would refuse a file of results as a whole.
pub fn refusal(file: &Path, text: &str) -> Option<DataError> {
    let (first, third) = head(text)?;
    if is_training(&first) {
        return Some(only_training(file, 1));
    }
    refuse_clustering(file, &third).err()
}

fn is_training(first: &[&str]) -> bool {
    first.get(2).is_some_and(|split| split.eq_ignore_ascii_case("train"))
}

/// The files in the usual folders, if there are such; what was left out is said.
fn in_folders(files: &[PathBuf]) -> (Vec<&Path>, Vec<String>) {
    let (usual, others): (Vec<&Path>, Vec<&Path>) =
        files.iter().map(PathBuf::as_path).partition(|file| estimator_of(file).is_some());
    if usual.is_empty() || others.is_empty() {
        return (files.iter().map(PathBuf::as_path).collect(), Vec::new());
    }
    let others = others.into_iter().map(Path::to_path_buf).collect();
    let why = "not in a folder ESTIMATOR/Predictions/PROBLEM as the others are";
    (usual, left_alone(others, why).into_iter().collect())
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

/// Refuses clustering: its third line ends with the numbers of classes and of clusters.
fn refuse_clustering(file: &Path, third: &[&str]) -> Result<(), DataError> {
    let whole = |cell: &&str| cell.parse::<u32>().is_ok_and(|count| count > 0);
    if third.len() != 7 || !third[5..].iter().all(whole) {
        return Ok(());
    }
    let problem = format!(
        "this is a file of clustering ({} classes and {} clusters), and numbers of clusters are no predicted classes",
        third[5], third[6]
    );
    let remedy = "import classification or regression; tables of clustering scores (NAME_clacc.csv and the like) are for `tribunal analyze`";
    Err(DataError::line(file, 3, problem, remedy))
}

/// Whether a file holds numbers to predict: its third line names no number of classes, and no case has probabilities.
fn holds_numbers(text: &str, third: &[&str]) -> bool {
    if third.get(5).is_some_and(|cell| number(cell).is_some()) {
        return false;
    }
    let cases = text.lines().skip(3).filter(|line| !line.trim().is_empty());
    let mut broken = third.len() >= 5;
    for line in cases {
        let mut cells = line.split(',').map(str::trim);
        let (Some(truth), Some(label)) = (cells.next(), cells.next()) else { return false };
        let probability = cells.nth(1).is_some_and(|cell| number(cell).is_some());
        let (Some(truth), Some(label)) = (number(truth), number(label)) else { return false };
        if probability {
            return false;
        }
        broken |= truth.fract() != 0.0 || label.fract() != 0.0;
    }
    broken
}

/// The score that the third line begins with: an accuracy, or the mean squared error of regression. Forecasts, whose line
/// has five fields, begin with an error that is none of ours.
fn told_of(
    file: &Path,
    third: &[&str],
    kind: Kind,
) -> Result<BTreeMap<&'static str, f64>, DataError> {
    // Minus one stands for a score that was not computed.
    let first = third.first().and_then(|cell| number(cell)).filter(|score| *score >= 0.0);
    match (kind, first) {
        (Kind::Classes, Some(accuracy)) if accuracy > 1.0 => {
            let problem = format!("no accuracy can be {accuracy}");
            let remedy = "the third line must begin with the share of right answers";
            Err(DataError::line(file, 3, problem, remedy))
        }
        (Kind::Classes, Some(accuracy)) => Ok(BTreeMap::from([("accuracy", accuracy)])),
        (Kind::Numbers, Some(mse)) if third.len() > 5 => Ok(BTreeMap::from([("rmse", mse.sqrt())])),
        _ => Ok(BTreeMap::new()),
    }
}

fn wrong(file: &Path, line: usize, problem: impl Into<String>, remedy: &str) -> DataError {
    DataError::line(file, line, problem, remedy)
}

fn read_file(
    file: &Path,
    text: &str,
    asked: &Asked<'_>,
) -> Result<Option<(Kind, Part)>, DataError> {
    let Some((first, third)) = head(text) else {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file has fewer than three lines", remedy));
    };
    let field = |position: usize| first.get(position).copied().unwrap_or("");
    if is_training(&first) {
        return Ok(None);
    }
    let (named, said) = (resample_of(file), field(3).parse::<u32>().ok());
    if let (Some(a), Some(b)) = (named, said)
        && a != b
    {
        let problem =
            format!("the file is of resample {a} by its name, and of {b} by its first line");
        return Err(wrong(file, 1, problem, "rename the file, or correct the line"));
    }
    let method = asked.method.map(str::to_owned).or_else(|| estimator_of(file));
    let method = method.unwrap_or_else(|| field(1).to_owned());
    let dataset = asked.dataset.unwrap_or(field(0)).to_owned();
    refuse_clustering(file, &third)?;
    let kind = if holds_numbers(text, &third) { Kind::Numbers } else { Kind::Classes };
    let told = told_of(file, &third, kind)?;
    let mut found = Predictions::default();
    for (line, content) in (1..).zip(text.lines()).skip(3).filter(|(_, l)| !l.trim().is_empty()) {
        let cells: Vec<&str> = content.split(',').map(str::trim).collect();
        add_case(&mut found, kind, (file, line), &cells)?;
    }
    if found.truth.is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file holds no cases", remedy));
    }
    let part = Part {
        dataset,
        method,
        place: (said.or(named).unwrap_or(0), 0),
        origin: Origin { file: shared(file), line: None },
        content: Content::Predictions(found),
        told,
        times: (None, None),
    };
    Ok(Some((kind, part)))
}

/// Adds the case of a line: true class, predicted class, nothing, probabilities.
fn add_case(
    found: &mut Predictions,
    kind: Kind,
    (file, line): (&Path, usize),
    cells: &[&str],
) -> Result<(), DataError> {
    let (Some(truth), Some(predicted)) = (cells.first(), cells.get(1)) else {
        let remedy = "write a case as true class, predicted class, nothing, probabilities";
        return Err(wrong(file, line, "the line has no predicted class", remedy));
    };
    let is_missing = |cell: &str| matches!(cell, "" | "?") || cell.eq_ignore_ascii_case("nan");
    if is_missing(truth) || is_missing(predicted) {
        let remedy = "every case needs a true and a predicted class";
        return Err(wrong(file, line, "a class is missing", remedy));
    }
    if kind == Kind::Numbers {
        found.lines.push(line);
        found.truth.push(written(truth).unwrap_or_default());
        found.labels.push(written(predicted).unwrap_or_default());
        return Ok(());
    }
    let values = cells.iter().skip(3).take_while(|cell| !cell.is_empty());
    let values: Result<Vec<f64>, &&str> =
        values.map(|cell| number(cell).filter(|p| p.is_finite()).ok_or(cell)).collect();
    let values = values.map_err(|cell| {
        let problem = format!("{} is not a finite number", shown(cell));
        wrong(file, line, problem, "write probabilities with a decimal point")
    })?;
    let before = found.scores.as_ref().map_or(0, |scores| scores.classes.len());
    if !found.truth.is_empty() && before != values.len() {
        let now = values.len();
        let problem = format!("the case has {now} probabilities, those before have {before}");
        let remedy = "give every case a probability for each class";
        return Err(wrong(file, line, problem, remedy));
    }
    found.lines.push(line);
    found.truth.push(label(truth));
    found.labels.push(label(predicted));
    if !values.is_empty() {
        let scores = found.scores.get_or_insert_default();
        scores.probabilities = true;
        scores.classes.resize(values.len(), String::new());
        scores.values.extend(values);
    }
    Ok(())
}
