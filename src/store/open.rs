//! A run's folder, opened for writing: one process at a time, every outcome safe on disk before anyone hears of it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::curves::CurveFile;
use super::disk::{self, Disk, RealDisk};
use super::error::StoreError;
use super::history::{History, JOURNAL, PREDICTIONS};
use super::lines::Lines;
use crate::files;
use crate::run::{Finished, Sink};

/// An open run.
pub struct Store {
    folder: PathBuf,
    history: Mutex<History>,
    files: Mutex<Files>,
    disk: Arc<dyn Disk>,
    /// Held until the store is dropped; the system releases it even if the process is killed.
    _lock: File,
}

struct Files {
    journal: Lines,
    predictions: Lines,
    curves: CurveFile,
}

impl Store {
    /// Opens a run's folder, making it if needed.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        Store::open_on(folder, Arc::new(RealDisk))
    }

    /// The same on a disk of the caller's.
    pub fn open_on(folder: &Path, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
        disk::make_folder(disk.as_ref(), folder).map_err(failed)?;
        let lock = lock(folder)?;
        let open = |(name, kind)| Lines::open(&folder.join(name), kind, Arc::clone(&disk));
        let curves = CurveFile::open(folder, Arc::clone(&disk))?;
        let files = Files { journal: open(JOURNAL)?, predictions: open(PREDICTIONS)?, curves };
        let history = Mutex::new(History::read(folder)?);
        let folder = folder.to_path_buf();
        Ok(Store { folder, history, files: Mutex::new(files), disk, _lock: lock })
    }

    /// Writes a file beside the journal, whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        disk::write_whole(self.disk.as_ref(), &self.folder.join(name), bytes)
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

/// Locks a folder for this process, and leaves its number for others to read. The lock is the system's: what a killed
/// process left is free.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(".lock");
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    // Not truncated: until it is locked, the number in it is another's.
    let lock = files::open_own(&path, OpenOptions::new().read(true).write(true).truncate(false));
    let lock = lock.map_err(failed)?;
    match patiently(&lock) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder =
                std::fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
            return Err(StoreError::Locked { path: folder.to_path_buf(), holder });
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    // The number only helps whoever waits: a run need not end because it cannot be left.
    let _ = lock.set_len(0).and_then(|()| writeln!(&lock, "{}", std::process::id()));
    Ok(lock)
}

/// Takes the lock. A process that is just being started holds copies of our files until it is itself, a lock that was given
/// back included: whoever is refused asks again for a moment.
fn patiently(lock: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            answer => return answer,
        }
    }
    lock.try_lock()
}

impl Sink for Store {
    fn put(&self, finished: &[Finished]) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // Predictions and curves first: an outcome in the journal promises that they are there.
        files.predictions.append(finished.iter().filter_map(|f| f.predictions.as_ref()))?;
        files.curves.append(finished.iter().filter_map(|f| f.curve.as_ref()))?;
        files.journal.append(finished.iter().map(|f| &f.outcome))?;
        drop(files);
        let mut history = self.history();
        finished.iter().for_each(|f| history.add(&f.outcome));
        Ok(())
    }
}
