//! Why a run's folder cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::lines::LinesError;
use super::lock::Holder;

/// Why a run's folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("cannot write to {path}: {error}", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process has it.
    #[error("{}", locked(path, holder.as_ref()))]
    Locked {
        /// The folder.
        path: PathBuf,
        /// The process, where it could be read.
        holder: Option<Holder>,
    },
    /// The user ended the waiting for the process that has it.
    #[error("interrupted while waiting for another tribunal{} in {}; nothing was run", named(holder.as_ref()), path.display())]
    Interrupted {
        /// The folder.
        path: PathBuf,
        /// The process, where it could be read.
        holder: Option<Holder>,
    },
    /// What it says about itself cannot be read.
    #[error("cannot read {path}: {problem}; `tribunal run` writes it again", path = path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A file in it cannot be used.
    #[error(transparent)]
    Lines(#[from] LinesError),
}

impl StoreError {
    /// Whether the disk does not take or give results.
    pub fn is_disk(&self) -> bool {
        matches!(self, StoreError::Folder { .. } | StoreError::Lines(LinesError::Io { .. }))
    }

    /// Whether no disk would do: what stands in the place is no folder, or no file of ours but a link or a device.
    pub fn is_misplaced(&self) -> bool {
        use io::ErrorKind::{AlreadyExists, InvalidInput, NotADirectory};
        match self {
            StoreError::Folder { error, .. } | StoreError::Lines(LinesError::Io { error, .. }) => {
                matches!(error.kind(), NotADirectory | AlreadyExists | InvalidInput)
            }
            StoreError::Locked { .. }
            | StoreError::Interrupted { .. }
            | StoreError::Manifest { .. }
            | StoreError::Lines(_) => false,
        }
    }
}

fn named(holder: Option<&Holder>) -> String {
    holder.map_or(String::new(), |who| format!(" ({who})"))
}

fn locked(path: &Path, holder: Option<&Holder>) -> String {
    let (path, who) = (path.display(), named(holder));
    if holder.is_some_and(Holder::writes_tables) {
        return format!(
            "another tribunal{who} is writing the tables of {path}; wait until it has ended"
        );
    }
    format!(
        "another tribunal{who} is running this experiment in {path}; wait for it, or stop it first"
    )
}
