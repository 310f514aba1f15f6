//! Everything that can keep a case from being opened, run or reported, with the words that its user reads.

use std::path::PathBuf;

use crate::data::DataError;
use crate::diagnostic::Mistakes;
use crate::plan::{PlanError, UnknownName};
use crate::run::RunError;
use crate::store::{StoreError, TablesError};

/// Why a case could not be opened, run or reported. Its words name file, line, field and remedy, as on the command line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A method that was handed in is not declared as a method must be.
    #[error("the method `{kind}` cannot be used: {problem}")]
    Method {
        /// Its kind.
        kind: String,
        /// What is wrong with its declaration.
        problem: String,
    },
    /// The spec cannot be read.
    #[error("cannot read {}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The spec is no text.
    #[error("{} is not UTF-8 text; save it as such", file.display())]
    NotText {
        /// The file.
        file: PathBuf,
    },
    /// The spec has mistakes: all of them.
    #[error("{}", .0.render(false))]
    Spec(#[from] Mistakes),
    /// A dataset or method that was selected is not in the experiment.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Datasets cannot be read: all of them.
    #[error("{}", rendered(.0))]
    Data(Vec<DataError>),
    /// Nothing can be learned from some datasets: all of them.
    #[error("{}", joined(.0))]
    Unplannable(Vec<PlanError>),
    /// A method that is a program cannot be started.
    #[error("method `{method}`: {problem}")]
    NotReady {
        /// Its name.
        method: String,
        /// What is missing.
        problem: String,
    },
    /// The folder of results holds imported ones.
    #[error("{} holds imported results, which a run would replace", folder.display())]
    Imported {
        /// The folder.
        folder: PathBuf,
    },
    /// The machine cannot hold the data.
    #[error("the data would take about {} of memory, {} are free", gigabytes(*needed), gigabytes(*free))]
    TooLarge {
        /// Bytes that are needed.
        needed: usize,
        /// Bytes that are free.
        free: usize,
    },
    /// The folder of results cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run ended before its time; what was stored is safe.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The tables that are derived from stored results cannot be written.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A folder that cannot be written to.
    #[error("cannot write to {}: {error}", folder.display())]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

fn rendered(errors: &[DataError]) -> String {
    let texts: Vec<String> = errors.iter().map(|error| error.render(false)).collect();
    texts.join("\n\n")
}

fn joined(errors: &[PlanError]) -> String {
    let texts: Vec<String> = errors.iter().map(|error| format!("error: {error}")).collect();
    texts.join("\n\n")
}

fn gigabytes(bytes: usize) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}
