//! Predictions of OpenML runs: an ARFF file a run, with `repeat`, `fold`, `row_id`, `prediction`, `correct` (or `truth`) and
//! a `confidence.CLASS` for each class. It tells neither the flow nor the name of the data: the method is named by the file,
//! the dataset by the task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Asked;
use super::cells::{
    column, header_error, needed, read_text, real, shared, text, true_class, whole,
};
use super::part::{ClassScores, Collected, Content, Kind, Lacking, Origin, Part, Predictions};
use crate::data::error::DataError;
use crate::data::read::arff;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// The part of an ARFF file before its data, in lower case.
pub fn head(text: &str) -> String {
    let lines = text.lines().map(str::to_lowercase);
    let head: Vec<String> = lines.take_while(|line| !line.trim().starts_with("@data")).collect();
    head.join("\n")
}

/// Whether an ARFF text holds predictions of a run.
pub fn recognised(text: &str) -> bool {
    let head = head(text);
    let head = head.replace('_', "");
    ["rowid", "prediction", "fold"].iter().all(|name| head.contains(name))
}

/// An ARFF file as a sheet.
pub fn sheet<'f>(file: &'f Path, text: &str) -> Result<Sheet<'f>, DataError> {
    let (header, rows) = arff::read_texts(file, text)?;
    let rows: Vec<Row> = rows.into_iter().map(|(line, cells)| Row { line, cells }).collect();
    if rows.is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "no rows below @data", remedy));
    }
    let first = text.lines().position(|l| l.trim_start().to_lowercase().starts_with("@attribute"));
    Ok(Sheet::new(file, header, first.unwrap_or(0) + 1, rows))
}

/// Reads runs.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let mut parts = Vec::new();
    if let (Some(method), [_, second, ..]) = (asked.method, files) {
        let problem = format!("a second run would be called {} too", shown(method));
        let remedy = "import one run with --method, or name the files after their methods";
        return Err(DataError::file(second, problem, remedy));
    }
    for file in files {
        let text = read_text(file)?;
        let dataset = asked.dataset.map(str::to_owned).or_else(|| task_of(&text));
        let dataset = dataset.ok_or_else(|| {
            let problem = "the file does not tell the task that it is about";
            DataError::file(file, problem, "say --dataset NAME")
        })?;
        let method = asked.method.map_or_else(|| named_by(file), str::to_owned);
        parts.extend(run(&sheet(file, &text)?, &dataset, &method)?);
    }
    Ok(Collected {
        kind: Kind::Classes,
        lacking: Lacking::Refused,
        from: "predictions of OpenML runs",
        parts,
        test_share: None,
        notes: Vec::new(),
    })
}

/// The task in the name of the relation, such as `openml_task_59_predictions`.
fn task_of(text: &str) -> Option<String> {
    let head = head(text);
    let relation = head.lines().find_map(|line| line.trim().strip_prefix("@relation"))?;
    let (_, rest) = relation.split_once("task_")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| format!("task-{digits}"))
}

/// A method is called like its file, or like the folder of a file that is called after what it holds.
fn named_by(file: &Path) -> String {
    let name = |path: &Path| path.file_name().map(|n| n.to_string_lossy().into_owned());
    let own = name(file).unwrap_or_default();
    let lower = own.to_lowercase();
    let end =
        [".arff.gz", ".arff"].iter().find(|end| lower.ends_with(**end)).map_or(0, |end| end.len());
    let stem = own.get(..own.len() - end).unwrap_or(&own).to_owned();
    let folder = file.parent().and_then(name);
    match folder {
        Some(folder) if stem.eq_ignore_ascii_case("predictions") => folder,
        _ => stem,
    }
}

fn run(sheet: &Sheet<'_>, dataset: &str, method: &str) -> Result<Vec<Part>, DataError> {
    let file = shared(sheet.file);
    let (repeat, fold) = (column(sheet, "repeat")?, needed(sheet, "fold")?);
    let (id, label) = (needed(sheet, "row_id")?, needed(sheet, "prediction")?);
    let truth = match (column(sheet, "correct")?, column(sheet, "truth")?) {
        (Some(column), _) | (None, Some(column)) => column,
        (None, None) => {
            let problem = "there is neither an attribute `correct` nor `truth`";
            return Err(header_error(
                sheet,
                problem,
                "download the run with its truth, or add it from the data",
            ));
        }
    };
    let sample = column(sheet, "sample")?;
    let confidences = sheet.header.iter().enumerate();
    let class = |name: &String| Some(name.strip_prefix("confidence.")?.to_owned());
    let (columns, classes): (Vec<usize>, Vec<String>) =
        confidences.filter_map(|(column, name)| Some((column, class(name)?))).unzip();
    let empty = ClassScores { probabilities: true, classes, values: Vec::new() };
    let mut found: BTreeMap<(u32, u32), (usize, Predictions)> = BTreeMap::new();
    for row in &sheet.rows {
        if let Some(sample) = sample.filter(|column| !matches!(row.text(*column), "" | "0" | "0.0"))
        {
            let problem = "the run is one of growing samples, which are no folds";
            return Err(sheet.error(row.line, sample, problem, "import a run of cross-validation"));
        }
        let place = (repeat.map_or(Ok(0), |c| whole(sheet, row, c))?, whole(sheet, row, fold)?);
        let (_, part) = found.entry(place).or_insert_with(|| (row.line, Predictions::default()));
        part.rows.get_or_insert_default().push(whole(sheet, row, id)? as usize);
        part.lines.push(row.line);
        part.truth.push(true_class(sheet, row, truth)?.to_owned());
        part.labels.push(text(sheet, row, label)?.to_owned());
        if !columns.is_empty() {
            let scores = part.scores.get_or_insert_with(|| empty.clone());
            for &column in &columns {
                let value = real(sheet, row, column)?.ok_or_else(|| {
                    let remedy = "every row needs a confidence of every class, or none has any";
                    sheet.error(row.line, column, "a confidence is missing", remedy)
                })?;
                scores.values.push(value);
            }
        }
    }
    let part = |(place, (line, predictions)): ((u32, u32), (usize, Predictions))| Part {
        dataset: dataset.to_owned(),
        method: method.to_owned(),
        place,
        origin: Origin::new(&file, line),
        content: Content::Predictions(predictions),
        told: BTreeMap::new(),
        times: (None, None),
    };
    Ok(found.into_iter().map(part).collect())
}
