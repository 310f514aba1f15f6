//! Which files to read, and what they are: folders are searched, and formats are known by their content, never by a file's
//! name alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::cells::read_text;
use super::{amlb, long, openml, tsml, weka};
use crate::data::error::DataError;
use crate::data::load;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::import::table::{self, TableOptions};

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
}

impl Format {
    /// Every format with its word.
    pub const ALL: [(Format, &'static str); 5] = [
        (Format::Amlb, "amlb"),
        (Format::Tsml, "tsml"),
        (Format::Long, "long"),
        (Format::Weka, "weka"),
        (Format::OpenMl, "openml"),
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

/// The format of a file, if it is one of these.
pub fn format_of(file: &Path) -> Option<Format> {
    recognise(file, &read_text(file).ok()?)
}

/// Files of a folder.
const MOST_FILES: usize = 1_000_000;
/// Folders inside folders.
const DEEPEST: usize = 20;

/// Files as sheets of CSV.
pub fn sheets(files: &[PathBuf]) -> Result<Vec<Sheet<'_>>, DataError> {
    files.iter().map(|file| Sheet::parse(file, &read_text(file)?)).collect()
}

/// What a text is, by its content.
fn recognise(file: &Path, text: &str) -> Option<Format> {
    let first = text.trim_start().chars().next()?;
    if matches!(first, '@' | '%') {
        return match () {
            () if weka::recognised(text) => Some(Format::Weka),
            () if openml::recognised(text) => Some(Format::OpenMl),
            () => None,
        };
    }
    if weka::recognised(text) {
        return Some(Format::Weka);
    }
    if tsml::recognised(text) {
        return Some(Format::Tsml);
    }
    // The first lines tell.
    let head: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(1).collect();
    let header = format!("{}\n{}\n", head.first()?, head.first()?);
    let sheet = Sheet::parse(file, &header).ok()?;
    match () {
        () if amlb::recognised(&sheet) => Some(Format::Amlb),
        () if long::recognised(&sheet) => Some(Format::Long),
        () => None,
    }
}

/// The files to read and their format, and what was left alone.
pub fn find(
    paths: &[PathBuf],
    asked: Option<Format>,
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
            let Some(format) = recognise(path, &text).or(asked) else {
                return Err(unknown(path));
            };
            found.entry(format).or_default().push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        walk(path, DEEPEST, &mut inside)?;
        inside.sort();
        for file in inside {
            // A damaged file may be one of the results: what is judged without it is another study.
            let text = read_text(&file).map_err(|error| {
                let remedy = "mend the file, remove it from the folder, or name the files to read";
                DataError { remedy: remedy.into(), ..error }
            })?;
            match recognise(&file, &text) {
                Some(format) => found.entry(format).or_default().push(file),
                None => left.push(file),
            }
        }
    }
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    let formats: Vec<&str> = found.keys().map(|format| format.name()).collect();
    let format = match (asked, found.len()) {
        (Some(asked), _) => asked,
        (None, 1) => found.keys().next().copied().unwrap_or(Format::Long),
        (None, 0) => {
            let problem = "no file with results in a known format";
            let remedy = "docs/import.md shows every format; name the files or another folder";
            return Err(DataError::file(first, problem, remedy));
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
    Ok((format, files, left_alone(left).into_iter().collect()))
}

/// Why a file cannot be imported; `analyze` may read it.
fn unknown(path: &Path) -> DataError {
    if let Ok(found) = table::read(path, &TableOptions::default()) {
        let layout = found.first().map_or("", |file| file.layout);
        let problem =
            format!("this is a table of scores (layout {layout}), of which no run can be made");
        let remedy = "`tribunal analyze FILE` judges it";
        return DataError::file(path, problem, remedy);
    }
    let problem = "the format of these results is not known";
    let remedy = "docs/import.md shows every format; --format says which it should be; `tribunal analyze` reads tables of scores (docs/tables.md)";
    DataError::file(path, problem, remedy)
}

/// How many names are shown of files that were left alone.
const MOST_SHOWN: usize = 5;

/// Names files of folders that hold no results, so that a mistyped one is seen.
fn left_alone(mut files: Vec<PathBuf>) -> Option<String> {
    files.sort();
    let s = if files.len() == 1 { "" } else { "s" };
    let names: Vec<String> =
        files.iter().take(MOST_SHOWN).map(|file| shown(&file.display().to_string())).collect();
    let more = files.len().saturating_sub(MOST_SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!files.is_empty()).then(|| {
        format!(
            "{} other file{s} in the folders left alone, not known as results: {}{more}",
            files.len(),
            names.join(", ")
        )
    })
}

/// Files that may hold results, in a folder and the folders inside it; links to folders are not followed.
fn walk(folder: &Path, deeper: usize, files: &mut Vec<PathBuf>) -> Result<(), DataError> {
    let unreadable = |e: std::io::Error| load::unreadable(folder, &e, "check the path");
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && deeper > 0 {
            walk(&path, deeper - 1, files)?;
        }
        let ending = [".csv", ".csv.gz", ".arff", ".arff.gz"].iter().any(|end| name.ends_with(end));
        if ending && path.is_file() {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            let problem = format!("the folder holds more than {MOST_FILES} files");
            return Err(DataError::file(folder, problem, "import a part of it at a time"));
        }
    }
    Ok(())
}
