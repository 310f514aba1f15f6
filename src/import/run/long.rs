//! Long CSV. Predictions: one line per test row, with `dataset`, `method`, `repeat`, `fold`, `row`, `truth`, `prediction` and
//! a column `probability:CLASS` or `score:CLASS` for each class. Scores: one line per score, with `dataset`, `method`,
//! `repeat`, `fold`, `metric` and `value`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cells::{column, header_error, needed, real, shared, text, true_class, whole};
use super::class_columns::ClassColumns;
use super::find::is_called_typed;
use super::kind::{self, word};
use super::long_scores::read_scores;
use super::part::{Collected, Content, Kind, Lacking, Origin, Part, Predictions};
use super::{Asked, sheets};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::import::table::{DATASET, METHOD, is_summary};

/// What the columns of a long file may be called, our own name first.
type Names = &'static [&'static str];
const TRUTH: Names = &[
    "truth",
    "true",
    "ytrue",
    "actual",
    "label",
    "target",
    "truelabel",
    "trueclass",
    "groundtruth",
];
const PREDICTION: Names = &[
    "prediction",
    "predictions",
    "pred",
    "ypred",
    "predicted",
    "predictedlabel",
    "predictedclass",
];
const FOLD: Names = &["fold", "foldid", "cvfold", "split"];

fn has(sheet: &Sheet<'_>, names: Names) -> bool {
    !sheet.columns_called(names).is_empty()
}

fn has_predictions(sheet: &Sheet<'_>) -> bool {
    has(sheet, TRUTH) && has(sheet, PREDICTION)
}

/// Whether a header is that of a long file.
pub fn recognised(sheet: &Sheet<'_>) -> bool {
    let scores = has(sheet, &["metric"]) && has(sheet, &["value"]) && has(sheet, &["fold"]);
    scores || has(sheet, FOLD) && has_predictions(sheet)
}

/// What a file lacks that has most of the columns of predictions.
pub fn lacks(sheet: &Sheet<'_>) -> Option<DataError> {
    let (there, absent): (Vec<Names>, Vec<Names>) =
        [TRUTH, PREDICTION, FOLD].into_iter().partition(|names| has(sheet, names));
    let [absent] = absent[..] else { return None };
    let there: Vec<String> = there.iter().map(|names| format!("`{}`", names[0])).collect();
    let problem = format!("there are columns {}, but none `{}`", there.join(" and "), absent[0]);
    let known: Vec<&str> = sheet.header.iter().map(String::as_str).collect();
    let otherwise = format!("add it; the columns are {}", listed(known.iter().copied()));
    Some(header_error(sheet, problem, otherwise))
}

/// The column with one of some names: ours, else the only one with another.
fn role(sheet: &Sheet<'_>, names: Names) -> Result<Option<usize>, DataError> {
    let own = names[0];
    if let Some(found) = column(sheet, own)? {
        return Ok(Some(found));
    }
    match sheet.columns_called(names)[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        [first, second, ..] => {
            let (first, second) = (shown(&sheet.header[first]), shown(&sheet.header[second]));
            let problem = format!("{first} and {second} may both be the column `{own}`");
            Err(header_error(sheet, problem, format!("call the right one `{own}`")))
        }
    }
}

fn needed_role(sheet: &Sheet<'_>, names: Names) -> Result<usize, DataError> {
    role(sheet, names)?.map_or_else(|| needed(sheet, names[0]), Ok)
}

/// Columns that say what a line is about.
pub struct Place {
    dataset: Option<usize>,
    method: Option<usize>,
    repeat: Option<usize>,
    fold: usize,
    /// Which of them are taken for what they are not called.
    notes: Vec<String>,
}

/// Dataset, method, repeat and fold of a line.
pub type Key = (String, String, (u32, u32));

impl Place {
    /// The columns of a sheet.
    pub fn of(sheet: &Sheet<'_>, asked: &Asked) -> Result<Place, DataError> {
        let name = |names: Names, said: Option<&str>| {
            let what = names[0];
            match (column(sheet, what)?, said) {
                (Some(_), Some(_)) => {
                    let problem = format!("the file names every {what} itself");
                    Err(header_error(sheet, problem, format!("leave out --{what}")))
                }
                (Some(found), None) => Ok(Some(found)),
                (None, Some(_)) => Ok(None),
                (None, None) => role(sheet, names)?.map(Some).ok_or_else(|| {
                    let problem = format!("there is no column `{what}`");
                    let remedy = format!("add it, or say --{what} NAME if there is only one");
                    header_error(sheet, problem, remedy)
                }),
            }
        };
        let mut place = Place {
            dataset: name(DATASET, asked.dataset)?,
            method: name(METHOD, asked.method)?,
            repeat: column(sheet, "repeat")?,
            fold: needed_role(sheet, FOLD)?,
            notes: Vec::new(),
        };
        let roles =
            [(place.dataset, "datasets"), (place.method, "methods"), (Some(place.fold), "folds")];
        for (found, what) in roles {
            let name = found.map_or("", |column| sheet.header[column].as_str());
            let plain = name.to_lowercase();
            if !what.starts_with(plain.trim()) {
                place.notes.push(format!("the column {} names the {what}", shown(name)));
            }
        }
        Ok(place)
    }

    /// All of them.
    fn columns(&self) -> impl Iterator<Item = usize> {
        [self.dataset, self.method, self.repeat, Some(self.fold)].into_iter().flatten()
    }

    /// What a line is about.
    pub fn key(&self, sheet: &Sheet<'_>, row: &Row, asked: &Asked) -> Result<Key, DataError> {
        let name = |column: Option<usize>, said: Option<&str>| match column {
            Some(column) => text(sheet, row, column).map(str::to_owned),
            None => Ok(said.unwrap_or_default().to_owned()),
        };
        let repeat = self.repeat.map_or(Ok(0), |column| whole(sheet, row, column))?;
        let fold = whole(sheet, row, self.fold)?;
        for (what, column) in [("dataset", self.dataset), ("method", self.method)] {
            let Some(column) = column.filter(|&own| is_summary(row.text(own))) else {
                continue;
            };
            let problem =
                format!("{} is a summary, and would count as a {what}", shown(row.text(column)));
            let remedy = format!("remove its lines; rename it if it is a {what}");
            return Err(sheet.error(row.line, column, problem, remedy));
        }
        Ok((name(self.dataset, asked.dataset)?, name(self.method, asked.method)?, (repeat, fold)))
    }
}

/// Reads files, all of predictions or all of scores.
pub fn read(files: &[PathBuf], asked: &Asked) -> Result<Collected, DataError> {
    let mut collected = Collected {
        kind: Kind::Classes,
        lacking: Lacking::Refused,
        from: match files.iter().any(|file| is_called_typed(file)) {
            true => "JSON or Parquet files",
            false => "CSV files",
        },
        parts: Vec::new(),
        test_share: None,
        notes: Vec::new(),
    };
    let mut scored: Option<(Kind, &Path)> = None;
    let mut predicted: Option<&Path> = None;
    for path in files {
        let sheet = sheets::read(path, asked)?;
        let file = shared(path);
        for note in &sheet.notes {
            if !collected.notes.contains(note) {
                collected.notes.push(note.clone());
            }
        }
        if !has_predictions(&sheet) && !has(&sheet, &["truth"]) {
            let kind = read_scores(&sheet, &file, asked, &mut collected)?;
            one_task(*scored.get_or_insert((kind, path)), (kind, path))?;
        } else {
            read_predictions(&sheet, &file, asked, &mut collected)?;
            predicted.get_or_insert(path);
        }
    }
    let asked = asked.task.or(scored.filter(|_| predicted.is_none()).map(|(kind, _)| kind));
    collected.kind = kind::settle(&mut collected.parts, asked, &mut collected.notes)?;
    if let Some((kind, path)) = scored {
        one_task((collected.kind, predicted.unwrap_or(path)), (kind, path))?;
    }
    Ok(collected)
}

/// Refuses a file of another task than the first one.
fn one_task((first, other): (Kind, &Path), (kind, file): (Kind, &Path)) -> Result<(), DataError> {
    if first == kind {
        return Ok(());
    }
    let (own, others) = (word(kind), word(first));
    let problem = format!("this is a file of {own}, and {} is one of {others}", other.display());
    let remedy = "import classification and regression apart";
    Err(DataError::file(file, problem, remedy))
}

fn read_predictions(
    sheet: &Sheet<'_>,
    file: &Arc<Path>,
    asked: &Asked,
    collected: &mut Collected,
) -> Result<(), DataError> {
    let place = Place::of(sheet, asked)?;
    let (truth, label) = (needed_role(sheet, TRUTH)?, needed_role(sheet, PREDICTION)?);
    let id = column(sheet, "row")?;
    let read: Vec<usize> = place.columns().chain([truth, label]).chain(id).collect();
    let classes = ClassColumns::find(sheet, &read, [truth, label])?;
    for note in place.notes.iter().chain(&classes.notes) {
        if !collected.notes.contains(note) {
            collected.notes.push(note.clone());
        }
    }
    let keys: Result<Vec<Key>, DataError> =
        sheet.rows.iter().map(|row| place.key(sheet, row, asked)).collect();
    let keys = keys?;
    let filled = classes.filled(sheet, |at| (&keys[at].0, &keys[at].1));
    let mut parts: BTreeMap<Key, (usize, Predictions)> = BTreeMap::new();
    for (row, key) in sheet.rows.iter().zip(&keys) {
        let new = || (row.line, Predictions::default());
        let (_, part) = parts.entry(key.clone()).or_insert_with(new);
        if let Some(column) = id {
            part.rows.get_or_insert_default().push(whole(sheet, row, column)? as usize);
        }
        part.lines.push(row.line);
        part.truth.push(true_class(sheet, row, truth)?.to_owned());
        part.labels.push(text(sheet, row, label)?.to_owned());
        let columns = filled.get(&(&key.0, &key.1)).map_or(&[][..], Vec::as_slice);
        if columns.is_empty() {
            continue;
        }
        let scores = part.scores.get_or_insert_with(|| classes.none_yet(columns));
        for &column in columns {
            let value = real(sheet, row, column)?.ok_or_else(|| {
                let remedy = "every row needs a score of every class; leave a column empty in all rows of a dataset that lacks its class";
                sheet.error(row.line, column, "a score is missing", remedy)
            })?;
            scores.values.push(value);
        }
    }
    collected.parts.extend(parts.into_iter().map(|(key, (line, predictions))| Part {
        content: Content::Predictions(predictions),
        ..empty_part(key, Origin::new(file, line))
    }));
    Ok(())
}

/// A part of which nothing is told yet.
pub fn empty_part((dataset, method, place): Key, origin: Origin) -> Part {
    let (told, times) = (BTreeMap::new(), (None, None));
    Part { dataset, method, place, origin, content: Content::Scores, told, times }
}
