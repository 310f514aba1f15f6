//! The layout of published time-series results (the "bake-offs" of tsml and aeon): one file per method and metric, a row
//! per dataset, a column per resample (`Resamples:,0,1,...,29`). The method and the metric are in the name of the file,
//! such as `ROCKET_accuracy.csv`. Source of the layout: the files of time-series-machine-learning/tsml-eval.

mod about;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use self::about::{About, about, choose, corner, direction, is_corner, named_inside};
use super::cell;
use super::folds::rows::INDEX;
use super::gather::{Record, gather};
use super::located::Source;
use super::names;
use super::place::{Place, whole};
use super::{Grid, Score, TableLayout, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::num::math;

/// Whether a table has a column per resample: whole numbers for names, in order from 0 or 1 unless the first cell says what
/// they are, beside a first column of names.
pub fn recognised(sheet: &Sheet) -> bool {
    let columns = resamples(sheet);
    let numbers: Option<Vec<u64>> =
        columns.iter().map(|&column| whole(&sheet.header[column])).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return false };
    let distinct = numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
    let counted = numbers[0] <= 1 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let named = sheet.rows.iter().any(|row| number(row.text(0)).is_none());
    distinct && named && (says_resamples(sheet) || counted && numbers.len() > 1)
}

/// The table without a first column of row numbers, which pandas writes before that of the names.
pub fn without_index(mut sheet: Sheet<'_>) -> Sheet<'_> {
    let corner = sheet.header.get(1).map(|name| name.trim_end_matches(':').trim().to_lowercase());
    let is_index = sheet.columns_called(INDEX).contains(&0)
        && corner.is_some_and(|word| !word.is_empty() && is_corner(&word))
        && sheet.rows.iter().all(|row| whole(row.text(0)).is_some());
    if is_index {
        sheet.header.remove(0);
        for row in sheet.rows.iter_mut().filter(|row| !row.cells.is_empty()) {
            row.cells.remove(0);
        }
    }
    sheet
}

/// Whether the first cell says that the columns are resamples.
pub fn says_resamples(sheet: &Sheet) -> bool {
    !corner(sheet).is_empty() && is_corner(&corner(sheet))
}

/// The columns of resamples; an empty column at the end comes from a comma at the end of every line.
fn resamples(sheet: &Sheet) -> Vec<usize> {
    let empty = |column: usize| {
        sheet.header[column].is_empty() && sheet.rows.iter().all(|row| row.text(column).is_empty())
    };
    (1..sheet.header.len()).filter(|&column| !empty(column)).collect()
}

/// A file of one method, which is read together with those of the others.
pub const LAYOUT: TableLayout = TableLayout {
    name: "bake-off",
    about: "published time-series results: several files or a folder, one file per method and metric (`ROCKET_accuracy.csv`), a row per dataset and a column per resample",
    headers: &["Resamples:,0,1,2,...", "folds:,0,1,2,..."],
    own_columns: true,
    takes_sd: false,
    // Without that word, numbers in the first line may as well be data of a table without a header.
    recognised: |sheet, _| recognised(sheet) && says_resamples(sheet),
    read: |sheet, _| Err(alone(sheet)),
};

/// Reads files of one method and metric each: a grid per metric. `place` stands for all of them in messages.
pub fn read(
    place: &Path,
    sheets: &[Sheet],
    options: &TableOptions,
) -> Result<Vec<Grid>, DataError> {
    let about = about(sheets);
    let metrics = choose(place, &about, &options.metrics)?;
    let left = about.iter().filter(|own| !metrics.contains(&own.metric)).count();
    let mut grids: Vec<Grid> = Vec::new();
    for metric in metrics {
        grids.push(of_metric(place, sheets, &about, metric)?);
    }
    if let Some(first) = grids.first_mut().filter(|_| left > 0) {
        first.notes.push(format!("{left} files of other metrics were left out"));
    }
    Ok(grids)
}

/// The files of one metric as a grid.
fn of_metric(
    place: &Path,
    sheets: &[Sheet],
    about: &[About],
    metric: Option<String>,
) -> Result<Grid, DataError> {
    let mut taken = BTreeSet::new();
    let mut read = Taken::default();
    let mut files = 0;
    for (sheet, own) in sheets.iter().zip(about).filter(|(_, own)| own.metric == metric) {
        taken.insert(own.method.clone());
        read.add(sheet, &own.method)?;
        files += 1;
    }
    if taken.len() < 2 {
        return Err(one_method(place, taken.first().map_or("", String::as_str), files));
    }
    let alike = alike(&read.records);
    let all = Sheet::new(place, Vec::new(), 1, Vec::new());
    let mut grid = gather(&all, read.records)?;
    grid.sources = read.sources;
    let named = match (named_inside(sheets), &metric) {
        (true, _) => "called after its first cell".to_owned(),
        (false, Some(metric)) => format!("called after the name of the file up to _{metric}"),
        (false, None) => "called after the name of the file, which names no metric".to_owned(),
    };
    grid.notes.extend(alike);
    grid.caveats.extend(apart(&grid));
    grid.notes.splice(0..0, notes(files, &named, read.equal));
    let direction = metric.as_deref().and_then(direction);
    Ok(Grid { layout: LAYOUT.name, metric, direction, ..grid })
}

/// Names of datasets that differ in punctuation or case only, of which no method has two: they may be one dataset, and each
/// would be left out because the others lack it.
fn alike(records: &[Record]) -> Option<String> {
    let mut groups: BTreeMap<String, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for record in records {
        let plain: String = names::words(&record.dataset).concat();
        let ways = groups.entry(plain).or_default();
        ways.entry(&record.dataset).or_default().insert(&record.method);
    }
    let apart = |ways: &&BTreeMap<&str, BTreeSet<&str>>| {
        let methods: usize = ways.values().map(BTreeSet::len).sum();
        let all: BTreeSet<&str> = ways.values().flatten().copied().collect();
        ways.len() > 1 && all.len() == methods
    };
    let found = groups.values().filter(apart).map(|ways| {
        let names: Vec<String> = ways.keys().map(|name| shown(name)).collect();
        names.join(" and ")
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| {
        format!(
            "names of datasets that differ in punctuation or case only are taken for different datasets: {}; write them alike if they are one",
            listed(found.iter().map(String::as_str))
        )
    })
}

/// Two methods that have no dataset in common, where no dataset has results of all methods: the files are of several studies.
fn apart(grid: &Grid) -> Option<String> {
    if grid.cells.iter().any(|row| row.iter().all(Option::is_some)) {
        return None;
    }
    let of = |method: usize| -> BTreeSet<usize> {
        let has = |row: &Vec<Option<Score>>| row.get(method).is_some_and(Option::is_some);
        (0..grid.cells.len()).filter(|&row| grid.cells.get(row).is_some_and(has)).collect()
    };
    let sets: Vec<BTreeSet<usize>> = (0..grid.methods.len()).map(of).collect();
    let known: Vec<(&String, &BTreeSet<usize>)> =
        grid.methods.iter().zip(&sets).filter(|(_, set)| !set.is_empty()).collect();
    let (one, other) = known.iter().enumerate().find_map(|(at, one)| {
        let other = known.iter().skip(at + 1).find(|other| other.1.is_disjoint(one.1))?;
        Some((one, other))
    })?;
    Some(format!(
        "{} (on {} datasets) and {} (on {}) have no dataset in common, as files of different studies: give the files of one folder at a time",
        shown(one.0),
        one.1.len(),
        shown(other.0),
        other.1.len()
    ))
}

/// How the files were understood.
fn notes(files: usize, named: &str, equal: usize) -> Vec<String> {
    let mut notes = vec![format!(
        "{files} files are read as one method each, {named}; their columns are resamples, each a random split of its own"
    )];
    if equal > 0 {
        notes.push(format!("{equal} scores are in two files with the same value, and count once"));
    }
    notes
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
    /// The files.
    sources: Vec<Source>,
    /// Scores that two files have with the same value.
    equal: usize,
}

impl Taken {
    fn add(&mut self, sheet: &Sheet, method: &str) -> Result<(), DataError> {
        self.sources.push(Source::of(sheet));
        let source = self.sources.len() - 1;
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
                    source,
                    dataset: dataset.to_owned(),
                    method: method.to_owned(),
                    place: Place::new(Some(&sheet.header[column]), None),
                    entry,
                };
                self.push(sheet, record.checked(sheet)?)?;
            }
            let spread = math::sample_sd(&values).unwrap_or(0.0);
            let mean = if values.is_empty() { 0.0 } else { math::mean(&values) };
            if !mean.is_finite() || !spread.is_finite() {
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
                self.sources
                    .get(earlier.source)
                    .map_or_else(String::new, |s| s.file.display().to_string()),
                earlier.line
            );
            let remedy = "two files of one method and metric must agree: give one of them, or one folder at a time";
            return Err(sheet.error(record.line, record.column, problem, remedy));
        }
        self.seen.insert(key, self.records.len());
        self.records.push(record);
        Ok(())
    }
}
