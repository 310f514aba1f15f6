//! Which files to read, and what they are: folders are searched, and formats are known by their content, never by a file's
//! name alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::cells::read_text;
use super::{Asked, amlb, keel, long, openml, sheets, tsml, weka};
use crate::data::error::DataError;
use crate::data::read::text::shown;
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

/// What a text is, by its content.
fn recognise(file: &Path, text: &str, asked: &Asked<'_>) -> Option<Format> {
    let first = text.trim_start().chars().next()?;
    if matches!(first, '@' | '%') {
        return match () {
            () if weka::recognised(text) => Some(Format::Weka),
            () if openml::recognised(text) => Some(Format::OpenMl),
            () if keel::recognised(text) => Some(Format::Keel),
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
    let sheet = sheets::parse(file, &format!("{header}\n{header}\n"), asked).ok()?;
    match () {
        () if amlb::recognised(&sheet) => Some(Format::Amlb),
        () if long::recognised(&sheet) => Some(Format::Long),
        () => None,
    }
}

/// What a file is that has no known format: a table of scores for another verb, or columns that say nothing.
fn unknown(file: &Path, text: &str) -> DataError {
    if table::is_table(file, text) {
        let problem =
            "this reads as a table of scores, not as predictions or scores of single folds";
        let remedy = format!("`tribunal analyze {}` judges it as it is", file.display());
        return DataError::file(file, problem, remedy);
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let problem = format!(
        "the format of these results is not known; the first line is {}",
        shown(first.trim())
    );
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
    recognise(file, &read_text(file).ok()?, &Asked::default())
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
    files.iter().take(MOST_LOOKED_AT).find_map(|file| format_of(file))
}

/// The files to read and their format, and what was left alone.
pub fn find(
    paths: &[PathBuf],
    asked: &Asked<'_>,
) -> Result<(Format, Vec<PathBuf>, Vec<String>), DataError> {
    let mut found: BTreeMap<Format, Vec<PathBuf>> = BTreeMap::new();
    let mut left: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            let text = read_text(path)?;
            if text.trim().is_empty() {
                let remedy = "check that it was written completely";
                return Err(DataError::file(path, "the file is empty", remedy));
            }
            let Some(format) = recognise(path, &text, asked).or(asked.format) else {
                return Err(unknown(path, &text));
            };
            found.entry(format).or_default().push(path.clone());
            continue;
        }
        for file in files_below(path, ENDINGS)? {
            // A damaged file may be one of the results: what is judged without it is another study.
            let text = read_text(&file).map_err(|error| {
                let remedy = "mend the file, remove it from the folder, or name the files to read";
                DataError { remedy: remedy.into(), ..error }
            })?;
            match recognise(&file, &text, asked) {
                Some(format) => found.entry(format).or_default().push(file),
                None => left.push(file),
            }
        }
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
