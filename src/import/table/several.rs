//! Several files or folders in place of one table: files of one method each, which belong together. Which of them are such
//! files, and what the others are called, is decided here; what they hold is their layout's concern.

use std::path::{Path, PathBuf};

use super::{ScoreFile, TableOptions, bakeoff, finish, folds, gathered, read};
use crate::data::error::DataError;
use crate::data::read::forms;
use crate::data::read::sheet::Sheet;
use crate::import::below::{files_below, left_alone};
use crate::import::run;
use crate::words;

/// Endings of files that may be tables.
const ENDINGS: &[&str] = &[".csv", ".tsv", ".json"];

/// What a file is to several ones.
#[derive(PartialEq)]
enum Part {
    /// The resamples of one method.
    OneMethod,
    /// A table to put below the others.
    Rows,
}

/// Reads a file of results, or files and folders of files that belong together: those of one method each, or tables that are
/// put one below the other. Folders are searched for the former and for results of the LM Evaluation Harness.
pub fn read_all(paths: &[PathBuf], options: &TableOptions) -> Result<Vec<ScoreFile>, DataError> {
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    let (mut named, mut found) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            found.extend(files_below(path, ENDINGS)?);
        } else {
            named.push(path.clone());
        }
    }
    if let (Some(only), 1) = (named.first().or(found.first()), named.len() + found.len()) {
        return read(only, options);
    }
    let mut parts: Vec<(Part, Sheet<'_>)> = Vec::new();
    for file in &named {
        let sheet = bakeoff::without_index(forms::read(file, &options.form)?);
        let one = bakeoff::recognised(&sheet);
        parts.push((if one { Part::OneMethod } else { Part::Rows }, sheet));
    }
    let mut left = Vec::new();
    for file in &found {
        // What is no table at all is left alone like a table of another layout, and named.
        match forms::read(file, &options.form).map(bakeoff::without_index) {
            Ok(sheet) if bakeoff::recognised(&sheet) => parts.push((Part::OneMethod, sheet)),
            Ok(sheet) if forms::is_lm_eval(file) => parts.push((Part::Rows, sheet)),
            _ => left.push(file.clone()),
        }
    }
    if parts.is_empty() {
        return Err(nothing(first, &left));
    }
    let (ones, rows): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(part, _)| *part == Part::OneMethod);
    if let (Some((_, one)), Some((_, other))) = (ones.first(), rows.first()) {
        return Err(mixed(one.file, other.file));
    }
    let left = left_alone(left, "not results that can be read together");
    let mut scores = if ones.is_empty() {
        gathered::read_sheets(rows.into_iter().map(|(_, sheet)| sheet).collect(), options)?
    } else {
        refuse_options(first, options)?;
        let sheets: Vec<Sheet<'_>> = ones.into_iter().map(|(_, sheet)| sheet).collect();
        let mut all = Sheet::new(first, Vec::new(), 1, Vec::new());
        all.notes = gathered::notes(&sheets);
        finish(&all, bakeoff::read(first, &sheets, options)?, options)?
    };
    if let Some(file) = scores.first_mut() {
        file.notes.extend(left);
    }
    Ok(scores)
}

/// Options that say something about a single table.
fn refuse_options(place: &Path, options: &TableOptions) -> Result<(), DataError> {
    if let Some(sd) = &options.sd {
        let problem = "a file of standard deviations goes with a wide table, and these are files of resamples";
        let remedy = format!("leave {} out: the spread is that of the resamples", sd.display());
        return Err(DataError::file(place, problem, remedy));
    }
    folds::check_options(place, options, true)
}

/// The layout that several files must have, in words.
const LAYOUT: &str = "a row per dataset and a column per resample: `Resamples:,0,1,2,...`";

fn mixed(one: &Path, other: &Path) -> DataError {
    let problem = format!(
        "this file holds one method ({LAYOUT}), and {} does not: the two cannot be read together",
        other.display()
    );
    let remedy = "give files of one kind only";
    DataError::file(one, problem, remedy)
}

fn for_import(folder: &Path) -> String {
    let folder = folder.display();
    format!("`tribunal import --name NAME {folder}` makes a run of them, which analyze then judges")
}

/// What a folder is that holds no file of the layout.
fn nothing(folder: &Path, files: &[PathBuf]) -> DataError {
    let Some(example) = files.first() else {
        if run::format_below(folder).is_some() {
            let problem = "the folder holds results of single test parts, not tables of scores";
            return DataError::file(folder, problem, for_import(folder));
        }
        let problem = "the folder holds neither run.json nor a CSV file";
        let remedy = "give a table of results, the folder of a run, or a folder of files of one method each (docs/analysis.md)";
        return DataError::file(folder, problem, remedy);
    };
    let count = words::count(files.len(), "CSV file", "CSV files");
    if let Some(format) = files.iter().find_map(|file| run::format_of(file)) {
        let problem = format!(
            "the folder holds {count} and no run.json; some are results of single test parts (format {})",
            format.name()
        );
        return DataError::file(folder, problem, for_import(folder));
    }
    let problem = format!(
        "the folder holds {count}, none of them the resamples of one method ({LAYOUT}), and no run.json"
    );
    let remedy =
        format!("one table at a time is judged: name a file, such as {}", example.display());
    DataError::file(folder, problem, remedy)
}
