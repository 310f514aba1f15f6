//! The layout of published time-series results (the "bake-offs" of tsml and aeon): one file per method and metric, a row
//! per dataset, a column per resample (`Resamples:,0,1,...,29`). The method and the metric are in the name of the file,
//! such as `ROCKET_accuracy.csv`. Source of the layout: the files of time-series-machine-learning/tsml-eval.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::cell;
use super::gather::{Record, gather};
use super::meaning::stem;
use super::names;
use super::place::{Place, whole};
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::measure::Direction::{self, Higher, Lower};
use crate::num::math;
use crate::suggest;

/// What the first cell is called where it does not name the method.
const CORNER: &[&str] =
    &["", "resamples", "resample", "folds", "fold", "testfolds", "testfold", "seeds", "runs"];

/// Endings of file names that name a metric, with the better direction: those that tsml-eval and aeon write.
const METRICS: &[(&str, Direction)] = &[
    ("accuracy", Higher),
    ("acc", Higher),
    ("balacc", Higher),
    ("auroc", Higher),
    ("logloss", Lower),
    ("sensitivity", Higher),
    ("specificity", Higher),
    ("f1", Higher),
    ("clacc", Higher),
    ("ri", Higher),
    ("ari", Higher),
    ("mi", Higher),
    ("ami", Higher),
    ("nmi", Higher),
    ("mse", Lower),
    ("rmse", Lower),
    ("mae", Lower),
    ("r2", Higher),
    ("mape", Lower),
    ("fittime", Lower),
    ("predicttime", Lower),
    ("memoryusage", Lower),
];

/// The ending of files that say what their rows are tested on, not by which metric.
const NO_METRIC: &str = "testfolds";

/// Whether a table has a column per resample: whole numbers for names, in order from 0 or 1 unless the first cell says what
/// they are, beside a first column of names.
pub fn recognised(sheet: &Sheet) -> bool {
    let columns = resamples(sheet);
    let numbers: Option<Vec<u64>> =
        columns.iter().map(|&column| whole(&sheet.header[column])).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return false };
    let distinct = numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
    let counted = numbers[0] <= 1 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let said = !corner(sheet).is_empty() && is_corner(&corner(sheet));
    let named = sheet.rows.iter().any(|row| number(row.text(0)).is_none());
    distinct && named && (said || counted && numbers.len() > 1)
}

/// The columns of resamples; an empty column at the end comes from a comma at the end of every line.
fn resamples(sheet: &Sheet) -> Vec<usize> {
    let empty = |column: usize| {
        sheet.header[column].is_empty() && sheet.rows.iter().all(|row| row.text(column).is_empty())
    };
    (1..sheet.header.len()).filter(|&column| !empty(column)).collect()
}

/// The first cell without its colon, in lower case.
fn corner(sheet: &Sheet) -> String {
    let first = sheet.header.first().map_or("", String::as_str);
    first.trim_end_matches(':').trim().to_lowercase()
}

fn is_corner(word: &str) -> bool {
    CORNER.contains(&word)
}

/// What a file is about.
struct About {
    method: String,
    metric: Option<String>,
}

/// The method and the metric of every file: from its name, and the method from the first cell where that differs between
/// files, which a word for resamples does not.
fn about(sheets: &[Sheet]) -> Vec<About> {
    let stems: Vec<String> = sheets.iter().map(|sheet| stem(sheet.file)).collect();
    let ending = |stem: &str| stem.rsplit_once('_').map(|(_, end)| end.to_lowercase());
    let endings: BTreeSet<Option<String>> = stems.iter().map(|stem| ending(stem)).collect();
    let shared = sheets.len() > 1 && endings.len() == 1;
    let corners: BTreeSet<String> = sheets.iter().map(corner).collect();
    let named_inside = corners.len() > 1 && !corners.iter().any(|word| is_corner(word));
    let of_file = |(sheet, stem): (&Sheet, &String)| {
        let (name, metric) = match stem.rsplit_once('_') {
            Some((name, end)) if end.eq_ignore_ascii_case(NO_METRIC) => (name, None),
            Some((name, end)) if direction(end).is_some() => (name, Some(end.to_lowercase())),
            Some((name, end)) if shared => (name, Some(end.to_owned())),
            _ => (stem.as_str(), None),
        };
        let inside = sheet.header.first().map_or("", |cell| cell.trim_end_matches(':').trim());
        let method = if named_inside { inside } else { name };
        About { method: method.to_owned(), metric }
    };
    sheets.iter().zip(&stems).map(of_file).collect()
}

fn direction(metric: &str) -> Option<Direction> {
    let known = METRICS.iter().find(|(name, _)| name.eq_ignore_ascii_case(metric));
    known.map(|(_, direction)| *direction)
}

/// Reads files of one metric each into one grid. `place` stands for all of them in messages.
pub fn read(place: &Path, sheets: &[Sheet], options: &TableOptions) -> Result<Grid, DataError> {
    let about = about(sheets);
    let metric = choose(place, &about, options.metric.as_deref())?;
    let chosen = sheets.iter().zip(&about).filter(|(_, own)| own.metric == metric);
    let mut taken = BTreeSet::new();
    let mut read = Taken::default();
    for (sheet, own) in chosen {
        taken.insert(own.method.clone());
        read.add(sheet, &own.method)?;
    }
    let left = about.iter().filter(|own| own.metric != metric).count();
    if taken.len() < 2 {
        return Err(one_method(place, taken.first().map_or("", String::as_str), sheets.len()));
    }
    let all = Sheet { file: place, header: Vec::new(), header_line: 1, rows: Vec::new() };
    let mut grid = gather(&all, read.records)?;
    let notes = notes(sheets.len() - left, left, metric.as_deref(), read.equal);
    grid.notes.splice(0..0, notes);
    let direction = metric.as_deref().and_then(direction);
    Ok(Grid { layout: "bake-off", metric, direction, ..grid })
}

/// How the files were understood.
fn notes(files: usize, left: usize, metric: Option<&str>, equal: usize) -> Vec<String> {
    let named = match metric {
        Some(metric) => format!("up to _{metric}"),
        None => "which names no metric".to_owned(),
    };
    let mut notes = vec![format!(
        "{files} files are read as one method each, called after the name of the file {named}; their columns are resamples, each a random split of its own"
    )];
    if left > 0 {
        notes.push(format!("{left} files of other metrics were left out"));
    }
    if equal > 0 {
        notes.push(format!("{equal} scores are in two files with the same value, and count once"));
    }
    notes
}

/// The metric to read: the only one, or the one that was asked for. A name for files that name none is no choice.
fn choose(place: &Path, about: &[About], asked: Option<&str>) -> Result<Option<String>, DataError> {
    let known: BTreeSet<&Option<String>> = about.iter().map(|own| &own.metric).collect();
    if let (Some(only), 1) = (known.first(), known.len()) {
        let named = only.as_deref().zip(asked);
        if named.is_none_or(|(own, asked)| own.eq_ignore_ascii_case(asked)) {
            return Ok((*only).clone());
        }
    }
    let names: Vec<&str> =
        known.iter().map(|name| name.as_deref().unwrap_or("(not named)")).collect();
    let list = format!("the metrics are {}", listed(names.iter().copied()));
    let Some(asked) = asked else {
        let problem = format!("the files have {} metrics", names.len());
        return Err(DataError::file(place, problem, format!("choose one with --metric; {list}")));
    };
    let same = |own: &&&Option<String>| {
        own.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(asked))
    };
    known.iter().find(same).map(|found| (**found).clone()).ok_or_else(|| {
        let problem = format!("no file has the metric {}", shown(asked));
        DataError::file(place, problem, suggest::help(asked, &names, &list))
    })
}

/// A single method cannot be compared.
pub fn one_method(place: &Path, method: &str, files: usize) -> DataError {
    let what = if files == 1 { "the file holds" } else { "the files hold" };
    let problem = format!(
        "{what} the resamples of one method, {}, and a comparison needs two or more",
        shown(method)
    );
    let remedy = "give the files of the other methods too, or the folder that holds them";
    DataError::file(place, problem, remedy)
}

/// The refusal of a file that was given alone.
pub fn alone(sheet: &Sheet) -> DataError {
    let about = about(std::slice::from_ref(sheet));
    one_method(sheet.file, about.first().map_or("", |own| &own.method), 1)
}

/// The scores of all files.
#[derive(Default)]
struct Taken {
    records: Vec<Record>,
    /// Where each score was met: dataset, method and resample to its position.
    seen: BTreeMap<(String, String, Place), usize>,
    /// The file of each, by its number.
    files: Vec<usize>,
    names: Vec<String>,
    /// Scores that two files have with the same value.
    equal: usize,
}

impl Taken {
    fn add(&mut self, sheet: &Sheet, method: &str) -> Result<(), DataError> {
        self.names.push(sheet.file.display().to_string());
        let columns = resamples(sheet);
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &sheet.rows {
            let dataset = row.text(0);
            if dataset.is_empty() {
                let remedy = "name the dataset in the first column, or remove the row";
                return Err(sheet.error(row.line, 0, "the row has no name", remedy));
            }
            names::refuse_summary(sheet.file, row.line, dataset)?;
            if let Some(first) = rows.insert(dataset, row.line) {
                let problem = format!("the dataset {} is on line {first} already", shown(dataset));
                return Err(sheet.error(row.line, 0, problem, "remove or rename one of the rows"));
            }
            let mut values = Vec::new();
            for &column in &columns {
                let remedy =
                    "write a number with a decimal point, or nothing where there is no result";
                let entry = cell::parse(row.text(column))
                    .map_err(|problem| sheet.error(row.line, column, problem, remedy))?;
                values.extend(entry.map(|entry| entry.mean));
                let record = Record {
                    line: row.line,
                    column,
                    dataset: dataset.to_owned(),
                    method: method.to_owned(),
                    place: Place::new(Some(&sheet.header[column]), None),
                    entry,
                };
                self.push(sheet, record.checked(sheet)?)?;
            }
            let spread = math::sample_sd(&values).unwrap_or(0.0);
            if !values.is_empty() && !(math::mean(&values).is_finite() && spread.is_finite()) {
                let problem = "the resamples are too large to average";
                let remedy = "measure in another unit";
                return Err(DataError::line(sheet.file, row.line, problem, remedy));
            }
        }
        Ok(())
    }

    /// Adds a score. Two files of one method may hold other datasets, or the same scores, but not different ones.
    fn push(&mut self, sheet: &Sheet, record: Record) -> Result<(), DataError> {
        let key = (record.dataset.clone(), record.method.clone(), record.place.clone());
        let value = |record: &Record| record.entry.map(|entry| entry.mean);
        if let Some(&first) = self.seen.get(&key) {
            let earlier = &self.records[first];
            if value(earlier) == value(&record) {
                self.equal += 1;
                return Ok(());
            }
            let problem = format!(
                "another score of {} on {} than in {}, line {}",
                shown(&record.method),
                shown(&record.dataset),
                self.names[self.files[first]],
                earlier.line
            );
            let remedy = "two files of one method and metric must agree: give one of them, or one folder at a time";
            return Err(sheet.error(record.line, record.column, problem, remedy));
        }
        self.seen.insert(key, self.records.len());
        self.records.push(record);
        self.files.push(self.names.len() - 1);
        Ok(())
    }
}
