//! Runs: predictions or scores that were made elsewhere become a run that can be analysed, reported and checked like one
//! of our own. One file per format reads what its program wrote into parts; `pair` refuses what cannot be
//! compared; `build` scores it; `write` puts it on the disk. Nothing here is run, and no reader
//! knows of the store.

mod amlb;
mod build;
mod canonical;
mod cells;
mod class_columns;
mod columns;
mod find;
mod keel;
mod kind;
mod lacking;
mod long;
mod long_scores;
mod numbers;
mod openml;
mod pair;
mod part;
mod place;
mod rows;
mod scores;
mod sheets;
mod told;
mod tsml;
mod weka;
mod write;

pub use find::{Format, format_below, format_of, refusal};
pub use kind::TASKS;
pub use part::Kind;
pub use write::{NotWritten, Spec, write};

use std::path::{Path, PathBuf};

use self::build::Built;
use crate::data::error::DataError;
use crate::data::read::forms::{Decimal, Delimiter};
use crate::files;
use crate::num::hash::Canonical;
use crate::store::{Provenance, SourceFile};

/// What a user says about the files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// Their format; found from their content if not said.
    pub format: Option<Format>,
    /// The method, where they do not tell.
    pub method: Option<&'a str>,
    /// The dataset, where they do not tell.
    pub dataset: Option<&'a str>,
    /// The share of the rows that a test part holds.
    pub test_share: Option<f64>,
    /// What the methods answer with; found from the content if not said.
    pub task: Option<Kind>,
    /// What separates the fields of CSV files.
    pub delimiter: Option<Delimiter>,
    /// What precedes the decimals of CSV files.
    pub decimal: Option<Decimal>,
}

/// Results that were read, checked and scored.
#[derive(Debug)]
pub struct Import {
    /// The format they had.
    pub format: Format,
    /// What made them, in words.
    pub from: &'static str,
    /// The share of the rows that a test part holds, if it is known.
    pub test_share: Option<f64>,
    built: Built,
    provenance: Provenance,
    /// A file, to blame where no line is.
    first: PathBuf,
}

/// What an import holds, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// Methods.
    pub methods: usize,
    /// Datasets.
    pub datasets: usize,
    /// Repeats of folds.
    pub repeats: usize,
    /// Folds of a repeat; one for resamples.
    pub folds: usize,
    /// Trials with predictions.
    pub predicted: usize,
    /// Trials with scores alone.
    pub scored: usize,
    /// Trials that failed.
    pub failed: usize,
}

/// Reads files and folders.
pub fn read(paths: &[PathBuf], asked: &Asked<'_>) -> Result<Import, DataError> {
    let (format, files, mut notes) = find::find(paths, asked)?;
    check_options(&files, format, asked)?;
    let mut collected = match format {
        Format::Amlb => amlb::read(&files, asked)?,
        Format::Tsml => tsml::read(&files, asked)?,
        Format::Long => long::read(&files, asked)?,
        Format::Weka => weka::read(&files, asked)?,
        Format::OpenMl => openml::read(&files, asked)?,
        Format::Keel => keel::read(&files, asked)?,
    };
    notes.append(&mut collected.notes);
    collected.notes = notes;
    let (from, told) = (collected.from, collected.test_share);
    let first = files.first().map_or_else(PathBuf::new, |file| file.to_path_buf());
    if collected.parts.is_empty() {
        let problem = "the files hold no results";
        return Err(DataError::file(&first, problem, "check that these are the right files"));
    }
    let mut built = build::build(pair::pair(collected)?)?;
    let test_share = asked.test_share.or(told);
    built.notes.extend(share_note(built.places.1, test_share));
    let provenance = provenance(&files, &built.notes)?;
    Ok(Import { format, from, test_share, built, provenance, first })
}

/// Refuses options that the files of a format have no use for.
fn check_options(files: &[PathBuf], format: Format, asked: &Asked<'_>) -> Result<(), DataError> {
    let option = match asked {
        _ if matches!(format, Format::Amlb | Format::Long) => None,
        Asked { delimiter: Some(_), .. } => Some("--delimiter"),
        Asked { decimal: Some(_), .. } => Some("--decimal"),
        Asked { task: Some(_), .. } => Some("--task"),
        _ => None,
    };
    let (Some(option), Some(first)) = (option, files.first()) else { return Ok(()) };
    let problem =
        format!("{option} says something that a file of the format {} says itself", format.name());
    Err(DataError::file(first, problem, format!("leave {option} out")))
}

/// What is assumed or missing for tests over test parts.
fn share_note(folds: usize, share: Option<f64>) -> Option<String> {
    match (share, folds) {
        (Some(_), _) => None,
        (None, 1) => Some(
            "which share of the rows a test part holds is not known, so that tests over test parts are refused; --test-share tells it".into(),
        ),
        (None, folds) => Some(format!(
            "the {folds} folds are taken for all folds of a cross-validation; if there were more, say --test-share"
        )),
    }
}

/// Files that a run names one by one.
const MOST_NAMED: usize = 1000;

/// What a run keeps of where it comes from.
fn provenance(sources: &[PathBuf], notes: &[String]) -> Result<Provenance, DataError> {
    let mut all = Canonical::plain();
    let mut named = Vec::new();
    for file in sources {
        let hash = cells::hash(file)?;
        all.raw(&hash.bytes());
        if named.len() < MOST_NAMED {
            let path = files::shown_name(file).display().to_string();
            named.push(SourceFile { path, blake3: hash.digits(64) });
        }
    }
    Ok(Provenance {
        notes: notes.to_vec(),
        count: sources.len(),
        blake3: all.digits(64),
        files: named,
    })
}

impl Import {
    /// What was left out or assumed.
    pub fn notes(&self) -> &[String] {
        &self.built.notes
    }

    /// How much there is.
    pub fn size(&self) -> Size {
        let trials = || self.built.trials.iter().flatten();
        let done = |t: &&build::Scored| t.status == crate::run::Status::Done;
        let predicted = trials().filter(done).filter(|t| t.predicted.is_some()).count();
        let scored = trials().filter(done).count() - predicted;
        Size {
            methods: self.built.methods.len(),
            datasets: self.built.facts.len(),
            repeats: self.built.places.0,
            folds: self.built.places.1,
            predicted,
            scored,
            failed: trials().count() - predicted - scored,
        }
    }

    /// A file of it, to blame where no line is.
    fn file(&self) -> &Path {
        &self.first
    }
}
