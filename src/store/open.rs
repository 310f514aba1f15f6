//! A run's folder, opened for writing: one process at a time, every outcome safe on disk before anyone hears of it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::StoreError;
use super::history::{History, JOURNAL, PREDICTIONS};
use super::lines::Lines;
use crate::files;
use crate::run::{Finished, Sink};

/// An open run.
pub struct Store {
    folder: PathBuf,
    history: Mutex<History>,
    files: Mutex<Files>,
    /// Held until the store is dropped; the system releases it even if the process is killed.
    _lock: File,
}

struct Files {
    journal: Lines,
    predictions: Lines,
}

impl Store {
    /// Opens a run's folder, making it if needed.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut options = OpenOptions::new();
        let lock = files::open_own(&folder.join(".lock"), options.write(true)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked { path: folder.to_path_buf() });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let files = Files {
            journal: Lines::open(&folder.join(JOURNAL.0), JOURNAL.1)?,
            predictions: Lines::open(&folder.join(PREDICTIONS.0), PREDICTIONS.1)?,
        };
        Ok(Store {
            folder: folder.to_path_buf(),
            history: Mutex::new(History::read(folder)?),
            files: Mutex::new(files),
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it holds.
    pub fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Store {
    fn put(&self, finished: &[Finished]) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // Predictions first: an outcome in the journal promises that they are there.
        files.predictions.append(finished.iter().filter_map(|f| f.predictions.as_ref()))?;
        files.journal.append(finished.iter().map(|f| &f.outcome))?;
        drop(files);
        let mut history = self.history();
        finished.iter().for_each(|f| history.add(&f.outcome));
        Ok(())
    }
}
