//! Several files or folders in place of one table: files of one method each, which belong together. Which of them are such
//! files, and what the others are called, is decided here; what they hold is their layout's concern.

use std::path::{Path, PathBuf};

use super::{ScoreFile, TableOptions, bakeoff, finish, folds, read};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::import::below::{files_below, left_alone};
use crate::import::run;
use crate::words;

/// Endings of files that may be tables.
const ENDINGS: &[&str] = &[".csv", ".tsv"];

/// Reads a file of results, or files and folders of files of one method each.
pub fn read_all(paths: &[PathBuf], options: &TableOptions) -> Result<ScoreFile, DataError> {
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
    let mut sheets: Vec<Sheet<'_>> = Vec::new();
    for file in &named {
        let sheet = Sheet::read(file)?;
        if !bakeoff::recognised(&sheet) {
            return Err(other_layout(file));
        }
        sheets.push(sheet);
    }
    let mut left = Vec::new();
    for file in &found {
        // What is no table at all is left alone like a table of another layout, and named.
        match Sheet::read(file) {
            Ok(sheet) if bakeoff::recognised(&sheet) => sheets.push(sheet),
            _ => left.push(file.clone()),
        }
    }
    if sheets.is_empty() {
        return Err(nothing(first, &left));
    }
    refuse_options(first, options)?;
    let mut grid = bakeoff::read(first, &sheets, options)?;
    grid.notes.extend(left_alone(left, "not one method's resamples"));
    finish(first, grid, options)
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

fn other_layout(file: &Path) -> DataError {
    let problem = "several files are read together only if each holds one method, and this one does not have that layout";
    let remedy =
        format!("give a single table, or files of one method each ({LAYOUT}; docs/analysis.md)");
    DataError::file(file, problem, remedy)
}

/// What a folder is that holds no file of the layout.
fn nothing(folder: &Path, files: &[PathBuf]) -> DataError {
    let Some(example) = files.first() else {
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
        let remedy = format!(
            "`tribunal import --name NAME {}` makes a run of them, which analyze then judges",
            folder.display()
        );
        return DataError::file(folder, problem, remedy);
    }
    let problem = format!(
        "the folder holds {count}, none of them the resamples of one method ({LAYOUT}), and no run.json"
    );
    let remedy =
        format!("one table at a time is judged: name a file, such as {}", example.display());
    DataError::file(folder, problem, remedy)
}
