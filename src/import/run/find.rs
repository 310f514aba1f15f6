//! Which files to read, and what they are: folders are searched, and formats are known by their content, never by a file's
//! name alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::cells::{read_text, read_typed};
use super::{Asked, amlb, keel, long, openml, sheets, tsml, weka};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};
use crate::import::below::{files_below, left_alone};
use crate::import::table;

/// A format of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// The AutoML Benchmark's results and predictions.
    Amlb,
    /// Result files of tsml and tsml-eval.
    Tsml,
    /// Long CSV.
    Long,
    /// Weka's Experimenter.
    Weka,
    /// Predictions of an OpenML run.
    OpenMl,
    /// Result files of KEEL.
    Keel,
}

impl Format {
    /// Every format with its word.
    pub const ALL: [(Format, &'static str); 6] = [
        (Format::Amlb, "amlb"),
        (Format::Tsml, "tsml"),
        (Format::Long, "long"),
        (Format::Weka, "weka"),
        (Format::OpenMl, "openml"),
        (Format::Keel, "keel"),
    ];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }
}

impl Format {
    /// Whether `analyze` reads files of this format too, as far as they hold scores.
    pub fn has_scores(self) -> bool {
        matches!(self, Format::Amlb | Format::Long)
    }
}

/// Endings of files that may hold results.
const ENDINGS: &[&str] = &[".csv", ".arff", ".tst", ".tra"];
/// The same of files that programs use for other things, too, such as settings.
const TYPED: &[&str] = &[".parquet", ".pq", ".json", ".jsonl", ".ndjson"];

/// Whether a file is called like JSON or Parquet.
pub fn is_called_typed(file: &Path) -> bool {
    let name = file.to_string_lossy().to_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    TYPED.iter().any(|ending| plain.ends_with(ending))
}

/// What a file is, by its content.
fn look(file: &Path, asked: &Asked<'_>) -> Result<Option<Format>, DataError> {
    match read_typed(file)? {
        Some(sheet) => Ok(of_sheet(&sheet)),
        None => Ok(recognise(file, &read_text(file)?, asked)),
    }
}

fn of_sheet(sheet: &Sheet<'_>) -> Option<Format> {
    match () {
        () if amlb::recognised(sheet) => Some(Format::Amlb),
        () if long::recognised(sheet) => Some(Format::Long),
        () => None,
    }
}

/// What a text is, by its content.
fn recognise(file: &Path, text: &str, asked: &Asked<'_>) -> Option<Format> {
    let first = text.trim_start().chars().next()?;
    if matches!(first, '@' | '%') {
        return match () {
            () if weka::recognised(text) => Some(Format::Weka),
            () if openml::recognised(text) => Some(Format::OpenMl),
            () if keel::recognised(file, text) => Some(Format::Keel),
            () => None,
        };
    }
    if weka::recognised(text) {
        return Some(Format::Weka);
    }
    if tsml::recognised(text) {
        return Some(Format::Tsml);
    }
    let says = |line: &&str| {
        !line.trim().is_empty() && !line.starts_with(['#']) && !line.starts_with("sep=")
    };
    let header = text.lines().find(says)?;
    of_sheet(&sheets::parse(file, &format!("{header}\n{header}\n"), asked).ok()?)
}

/// What a file is that has no known format: a table of scores for another verb, or columns that say nothing.
fn unknown(file: &Path, asked: &Asked<'_>) -> DataError {
    // Parquet is no text.
    let text = read_text(file).unwrap_or_default();
    if table::is_table(file, &text) {
        let problem =
            "this reads as a table of scores, not as predictions or scores of single folds";
        let remedy = format!("`tribunal analyze {}` judges it as it is", file.display());
        return DataError::file(file, problem, remedy);
    }
    let sheet = sheets::read(file, asked).ok();
    if let Some(error) = sheet.as_ref().and_then(long::lacks) {
        return error;
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).map(|line| shown(line.trim()));
    let columns = || sheet.map(|sheet| listed(sheet.header.iter().map(String::as_str)));
    let seen = match first {
        Some(first) => format!("first line is {first}"),
        None => format!("columns are {}", columns().unwrap_or_default()),
    };
    let problem = format!("the format of these results is not known; the {seen}");
    let remedy = "docs/import.md shows every format; --format says which it should be; tables of scores are for `tribunal analyze`";
    DataError::file(file, problem, remedy)
}

/// What folders are that hold no file of a known format.
fn nothing(folder: &Path, left: &[PathBuf]) -> DataError {
    let is_table =
        |file: &&PathBuf| read_text(file).is_ok_and(|text| table::is_one_method(file, &text));
    if left.iter().filter(is_table).nth(1).is_some() {
        let problem = "the files are tables of scores, one method each with a column per resample";
        let remedy = format!("`tribunal analyze {}` judges them as they are", folder.display());
        return DataError::file(folder, problem, remedy);
    }
    let seen = match left.first() {
        Some(file) => format!("{} looked at, such as {}", left.len(), file.display()),
        None => format!("none has one of the endings {}", ENDINGS.join(", ")),
    };
    let problem = format!("no file with results in a known format ({seen})");
    let remedy = "docs/import.md shows every format; name the files or another folder; a table of scores is for `tribunal analyze FILE`";
    DataError::file(folder, problem, remedy)
}

/// The format of a file, if it is a known one.
pub fn format_of(file: &Path) -> Option<Format> {
    look(file, &Asked::default()).ok()?
}

/// Why a file of a known format, or a folder whose files all are like it, cannot be imported.
pub fn refusal(path: &Path) -> Option<DataError> {
    let files = match path.is_dir() {
        true => files_below(path, ENDINGS).ok()?,
        false => vec![path.to_path_buf()],
    };
    let mut first = None;
    for file in files.iter().take(MOST_LOOKED_AT) {
        let Ok(text) = read_text(file) else { continue };
        if recognise(file, &text, &Asked::default()) == Some(Format::Tsml) {
            let refused = tsml::refusal(file, &text)?;
            first = first.or(Some(refused));
        }
    }
    first
}

/// Files of a folder that are looked at to say what it holds.
const MOST_LOOKED_AT: usize = 200;

/// The format of the files in a folder, by the first one that has a known one.
pub fn format_below(folder: &Path) -> Option<Format> {
    let files = files_below(folder, ENDINGS).ok()?;
    let typed = files_below(folder, TYPED).ok()?;
    files.iter().chain(&typed).take(MOST_LOOKED_AT).find_map(|file| format_of(file))
}

/// The files to read and their format, and what was left alone.
pub fn find(
    paths: &[PathBuf],
    asked: &Asked<'_>,
) -> Result<(Format, Vec<PathBuf>, Vec<String>), DataError> {
    let mut found: BTreeMap<Format, Vec<PathBuf>> = BTreeMap::new();
    let (mut left, mut other): (Vec<PathBuf>, Vec<PathBuf>) = Default::default();
    let mut typed = false;
    for path in paths {
        if !path.is_dir() {
            let Some(format) = look(path, asked)?.or(asked.format) else {
                return Err(unknown(path, asked));
            };
            found.entry(format).or_default().push(path.clone());
            continue;
        }
        for file in files_below(path, ENDINGS)? {
            // A damaged file may be one of the results: what is judged without it is another study.
            let format = look(&file, asked).map_err(|error| {
                let remedy = "mend the file, remove it from the folder, or name the files to read";
                DataError { remedy: remedy.into(), ..error }
            })?;
            match format {
                Some(format) => found.entry(format).or_default().push(file),
                None => left.push(file),
            }
        }
        for file in files_below(path, TYPED)? {
            match look(&file, asked) {
                Ok(Some(format)) => {
                    typed = true;
                    found.entry(format).or_default().push(file);
                }
                Ok(None) | Err(_) => other.push(file),
            }
        }
    }
    // Settings beside other results are no news; beside results of their own form they may be damaged ones.
    if typed || found.is_empty() {
        left.append(&mut other);
    }
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    let formats: Vec<&str> = found.keys().map(|format| format.name()).collect();
    let format = match (asked.format, found.len()) {
        (Some(asked), _) => asked,
        (None, 1) => found.keys().next().copied().unwrap_or(Format::Long),
        (None, 0) => {
            return Err(nothing(first, &left));
        }
        (None, _) => {
            let problem = format!("there are files of several formats: {}", formats.join(", "));
            let remedy = "say which to read with --format, or name the files";
            return Err(DataError::file(first, problem, remedy));
        }
    };
    let mut files = found.remove(&format).unwrap_or_default();
    if files.is_empty() {
        let problem = format!("no file is of the format {}", format.name());
        let there = if formats.is_empty() { "none".to_owned() } else { formats.join(", ") };
        let remedy = format!("known formats that are there: {there}");
        return Err(DataError::file(first, problem, remedy));
    }
    files.sort();
    files.dedup();
    left.extend(found.into_values().flatten());
    Ok((format, files, left_alone(left, "not known as results").into_iter().collect()))
}
