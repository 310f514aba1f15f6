//! Long CSV. Predictions: one line per test row, with `dataset`, `method`, `repeat`, `fold`, `row`, `truth`, `prediction` and
//! a column `probability:CLASS` or `score:CLASS` for each class. Scores: one line per score, with `dataset`, `method`,
//! `repeat`, `fold`, `metric` and `value`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cells::{
    column, header_error, known_metric, needed, real, score, shared, text, true_class, whole,
};
use super::kind::{self, word};
use super::part::{ClassScores, Collected, Content, Kind, Lacking, Origin, Part, Predictions};
use super::{Asked, sheets};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::import::table::{Ends, TableOptions, is_summary};

/// Whether a header is that of a long file.
pub fn recognised(sheet: &Sheet<'_>) -> bool {
    let has = |name: &str| !sheet.columns_called(&[name]).is_empty();
    has("fold") && ((has("truth") && has("prediction")) || (has("metric") && has("value")))
}

/// Columns that say what a line is about.
struct Place {
    dataset: Option<usize>,
    method: Option<usize>,
    repeat: Option<usize>,
    fold: usize,
}

/// Dataset, method, repeat and fold of a line.
type Key = (String, String, (u32, u32));

impl Place {
    fn of(sheet: &Sheet<'_>, asked: &Asked) -> Result<Place, DataError> {
        let name = |what: &str, said: Option<&str>| match column(sheet, what)? {
            Some(_) if said.is_some() => {
                let problem = format!("the file names every {what} itself");
                Err(header_error(sheet, problem, format!("leave out --{what}")))
            }
            None if said.is_none() => {
                let problem = format!("there is no column `{what}`");
                let remedy = format!("add it, or say --{what} NAME if there is only one");
                Err(header_error(sheet, problem, remedy))
            }
            found => Ok(found),
        };
        Ok(Place {
            dataset: name("dataset", asked.dataset)?,
            method: name("method", asked.method)?,
            repeat: column(sheet, "repeat")?,
            fold: needed(sheet, "fold")?,
        })
    }

    fn key(&self, sheet: &Sheet<'_>, row: &Row, asked: &Asked) -> Result<Key, DataError> {
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
        from: "CSV files",
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
        if sheet.columns_called(&["truth"]).is_empty() {
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

/// Columns of class scores: those of one kind, or none.
fn score_columns(sheet: &Sheet<'_>) -> Result<(Vec<usize>, ClassScores), DataError> {
    let of = |prefix: &str| -> Vec<(usize, String)> {
        let columns = sheet.header.iter().enumerate();
        let class = |name: &str| Some(name.strip_prefix(prefix)?.trim().to_owned());
        columns.filter_map(|(column, name)| Some((column, class(name)?))).collect()
    };
    let (probabilities, scores) = (of("probability:"), of("score:"));
    if !probabilities.is_empty() && !scores.is_empty() {
        let problem = "there are columns of probabilities and of scores";
        return Err(header_error(sheet, problem, "keep the columns of one kind"));
    }
    let kind = !probabilities.is_empty();
    let (columns, classes): (Vec<usize>, Vec<String>) =
        (if kind { probabilities } else { scores }).into_iter().unzip();
    let mut seen = BTreeSet::new();
    if let Some(twice) = classes.iter().find(|class| class.is_empty() || !seen.insert(*class)) {
        let problem = format!("two columns hold scores of the class {}", shown(twice));
        return Err(header_error(sheet, problem, "name the class of each column, each once"));
    }
    Ok((columns, ClassScores { probabilities: kind, classes, values: Vec::new() }))
}

fn read_predictions(
    sheet: &Sheet<'_>,
    file: &Arc<Path>,
    asked: &Asked,
    collected: &mut Collected,
) -> Result<(), DataError> {
    let place = Place::of(sheet, asked)?;
    let (truth, label) = (needed(sheet, "truth")?, needed(sheet, "prediction")?);
    let id = column(sheet, "row")?;
    let (columns, empty) = score_columns(sheet)?;
    let mut parts: BTreeMap<Key, (usize, Predictions)> = BTreeMap::new();
    for row in &sheet.rows {
        let key = place.key(sheet, row, asked)?;
        let (_, part) = parts.entry(key).or_insert_with(|| (row.line, Predictions::default()));
        if let Some(column) = id {
            part.rows.get_or_insert_default().push(whole(sheet, row, column)? as usize);
        }
        part.lines.push(row.line);
        part.truth.push(true_class(sheet, row, truth)?.to_owned());
        part.labels.push(text(sheet, row, label)?.to_owned());
        if columns.is_empty() {
            continue;
        }
        let scores = part.scores.get_or_insert_with(|| empty.clone());
        for &column in &columns {
            let value = real(sheet, row, column)?.ok_or_else(|| {
                let remedy =
                    "every row needs a score of every class; remove the columns if there are none";
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

/// Why a trial failed whose line says no more.
const UNFINISHED: &str = "the file says that it did not finish";

fn empty_part((dataset, method, place): Key, origin: Origin) -> Part {
    let (told, times) = (BTreeMap::new(), (None, None));
    Part { dataset, method, place, origin, content: Content::Scores, told, times }
}

fn read_scores(
    sheet: &Sheet<'_>,
    file: &Arc<Path>,
    asked: &Asked,
    collected: &mut Collected,
) -> Result<Kind, DataError> {
    let place = Place::of(sheet, asked)?;
    let (metric, value) = (needed(sheet, "metric")?, needed(sheet, "value")?);
    let mut parts: BTreeMap<Key, Part> = BTreeMap::new();
    let mut seen: BTreeMap<(Key, &str), usize> = BTreeMap::new();
    let mut unknown: BTreeSet<&str> = BTreeSet::new();
    let kind = kind_of_scores(sheet, metric, asked)?;
    let ends = Ends::of(sheet, &TableOptions::default());
    collected.notes.extend(ends.notes.into_iter().chain(ends.caveats));
    for (at, row) in sheet.rows.iter().enumerate() {
        let key = place.key(sheet, row, asked)?;
        let name = text(sheet, row, metric)?;
        if let Some(line) = seen.insert((key.clone(), name), row.line) {
            let problem = format!("line {line} tells {} of the same fold already", shown(name));
            return Err(sheet.error(row.line, value, problem, "remove one of the two lines"));
        }
        let time = matches!(name, "train_time" | "predict_time");
        let known = known_metric(name).filter(|(_, own)| *own == kind).map(|(known, _)| known);
        let Some(found) = known.or(time.then_some("")) else {
            unknown.insert(name);
            continue;
        };
        let part = parts
            .entry(key.clone())
            .or_insert_with(|| empty_part(key, Origin::new(file, row.line)));
        if ends.failed.contains_key(&at) {
            part.content = Content::Failed(UNFINISHED.to_owned());
            continue;
        }
        // A line without a value says that the metric is undefined there.
        let Some(number) = real(sheet, row, value)? else { continue };
        let number = score(sheet, (row, value), name, number)?;
        match name {
            "train_time" => part.times.0 = Some(number),
            "predict_time" => part.times.1 = Some(number),
            _ => {
                part.told.insert(found, number);
            }
        }
    }
    if !unknown.is_empty() {
        let names: Vec<&str> = unknown.into_iter().collect();
        collected.notes.push(format!(
            "left out, because they are not among the metrics of {} in `tribunal list metrics`: {}",
            word(kind),
            listed(names.into_iter())
        ));
    }
    if parts.is_empty() {
        let remedy = "use the names that `tribunal list metrics` shows, such as accuracy";
        return Err(header_error(sheet, "no metric of this file is known", remedy));
    }
    collected.parts.extend(parts.into_values());
    Ok(kind)
}

/// Which task the metrics of a file belong to.
fn kind_of_scores(sheet: &Sheet<'_>, metric: usize, asked: &Asked) -> Result<Kind, DataError> {
    if let Some(kind) = asked.task {
        return Ok(kind);
    }
    let mut first: Option<(Kind, &str)> = None;
    for row in &sheet.rows {
        let Some((name, kind)) = known_metric(row.text(metric)) else { continue };
        let (known, other) = *first.get_or_insert((kind, name));
        if known != kind {
            let problem =
                format!("{name} is a metric of {}, and {other} one of {}", word(kind), word(known));
            let remedy = "say which to import with --task classification or --task regression";
            return Err(sheet.error(row.line, metric, problem, remedy));
        }
    }
    Ok(first.map_or(Kind::Classes, |(kind, _)| kind))
}
