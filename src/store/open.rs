//! A run's folder, opened for writing: every outcome is safe on disk before anyone hears of it. `tribunal run` locks the
//! folder and appends to `journal.jsonl`; any number of workers write next to it without a lock, each into files of its
//! own. No process changes the files of another one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::disk::{self, Disk, RealDisk, named};
use super::error::StoreError;
use super::history::History;
use super::lines::LinesError;
use super::writer::{Pair, Writer};
use crate::files;
use crate::run::{Finished, Sink};

/// An open run.
pub struct Store {
    folder: PathBuf,
    history: Mutex<History>,
    files: Mutex<Files>,
    disk: Arc<dyn Disk>,
    /// Held until the store is dropped; the system releases it even if the process is killed. A worker takes it last.
    lock: Option<File>,
}

/// The files that outcomes go to.
#[derive(Default)]
struct Files {
    /// Files of an own writer are made when there is something to write.
    pair: Option<Pair>,
    forced: bool,
}

impl Store {
    /// Opens a run's folder, making it if needed.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        Store::open_on(folder, Arc::new(RealDisk))
    }

    /// The same on a disk of the caller's.
    pub fn open_on(folder: &Path, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        make_folder(folder, &disk)?;
        let lock = Some(lock(folder)?);
        disk::remove_stale_partials(folder);
        let pair = Some(Writer::main().open(folder, &disk)?);
        let files = Mutex::new(Files { pair, forced: false });
        let history = Mutex::new(History::read(folder)?);
        Ok(Store { folder: folder.to_path_buf(), history, files, disk, lock })
    }

    /// The same for a run whose outcomes replace all that are stored. Where workers wrote, their journals come after
    /// `journal.jsonl`: such a run then writes into a journal of its own, which comes last.
    pub fn open_forced(folder: &Path) -> Result<Store, StoreError> {
        let mut store = Store::open(folder)?;
        if store.history().has_several_writers() {
            store.files = Mutex::new(Files { pair: None, forced: true });
        }
        Ok(store)
    }

    /// Opens a run's folder for one of several processes that work there at the same time: without a lock, and with
    /// files of its own.
    pub fn open_worker(folder: &Path) -> Result<Store, StoreError> {
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        make_folder(folder, &disk)?;
        let history = Mutex::new(History::read(folder)?);
        let files = Mutex::default();
        Ok(Store { folder: folder.to_path_buf(), history, files, disk, lock: None })
    }

    /// Waits until no other process has the lock, and takes it. On a file system that has no locks there is nothing to
    /// wait for.
    pub fn wait_for_lock(&mut self, patience: Duration) -> Result<(), StoreError> {
        let lock = open_lock(&self.folder)?;
        match patiently(&lock, patience) {
            Err(TryLockError::WouldBlock) => Err(held(&self.folder)),
            Err(TryLockError::Error(_)) => Ok(()),
            Ok(()) => {
                leave_number(&lock);
                disk::remove_stale_partials(&self.folder);
                self.lock = Some(lock);
                Ok(())
            }
        }
    }

    /// Reads what other processes stored in the meantime, if there are any. Only a process that has the lock writes tables
    /// and needs to know.
    pub fn refresh(&self) -> Result<(), StoreError> {
        let several = self.lock.is_some() && self.extent()?.len() > 1;
        if several { self.read_again() } else { Ok(()) }
    }

    /// Reads the folder again.
    pub fn read_again(&self) -> Result<(), StoreError> {
        let mut fresh = History::read(&self.folder)?;
        let mut history = self.history();
        fresh.write_as(history.writer());
        *history = fresh;
        Ok(())
    }

    /// All writers of the folder with the lengths of their journals: equal as long as no outcome is added.
    pub fn extent(&self) -> Result<Vec<(Writer, u64)>, StoreError> {
        let failed = |error| StoreError::Folder { path: self.folder.clone(), error };
        let mut all = Vec::new();
        for writer in Writer::all(&self.folder).map_err(failed)? {
            let found = std::fs::metadata(self.folder.join(writer.journal().0));
            all.push((writer, found.map_or(0, |found| found.len())));
        }
        Ok(all)
    }

    /// Writes a file next to the journal, whole or not at all.
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

    /// The open files; those of an own writer are made now if they are not there.
    fn pair<'f>(&self, files: &'f mut Files) -> io::Result<&'f mut Pair> {
        let pair = match files.pair.take() {
            Some(pair) => pair,
            None => {
                let made = Writer::create(&self.folder, files.forced, &self.disk);
                let (writer, pair) = made.map_err(|error| match error {
                    LinesError::Io { path, error } => named(&path, error),
                    other => io::Error::other(other),
                })?;
                self.history().write_as(writer);
                pair
            }
        };
        Ok(files.pair.insert(pair))
    }
}

fn make_folder(folder: &Path, disk: &Arc<dyn Disk>) -> Result<(), StoreError> {
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    disk::make_folder(disk.as_ref(), folder).map_err(failed)
}

/// A process that is just being started holds copies of our files until it is itself, a lock that was given back included:
/// the lock is asked for again for a moment.
const MOMENT: Duration = Duration::from_millis(200);

/// Locks a folder for this process. The lock is the system's: what a killed process left is free.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let lock = open_lock(folder)?;
    match patiently(&lock, MOMENT) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(held(folder)),
        Err(TryLockError::Error(error)) => {
            return Err(StoreError::Folder { path: folder.to_path_buf(), error });
        }
    }
    leave_number(&lock);
    Ok(lock)
}

fn lock_file(folder: &Path) -> PathBuf {
    folder.join(".lock")
}

fn open_lock(folder: &Path) -> Result<File, StoreError> {
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    // Not truncated: until it is locked, the number in it is another's.
    let options = &mut OpenOptions::new();
    let options = options.read(true).write(true).truncate(false);
    files::open_own(&lock_file(folder), options).map_err(failed)
}

/// Leaves the number of this process for others to read. It only helps those who wait: a run need not end because it
/// cannot be left.
fn leave_number(mut lock: &File) {
    let _ = lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id()));
}

/// Says which process has the lock.
fn held(folder: &Path) -> StoreError {
    let text = std::fs::read_to_string(lock_file(folder)).ok();
    let holder = text.and_then(|text| text.trim().parse().ok());
    StoreError::Locked { path: folder.to_path_buf(), holder }
}

/// Takes the lock, and asks for it again until some time is over.
fn patiently(lock: &File, patience: Duration) -> Result<(), TryLockError> {
    let started = Instant::now();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(10));
            }
            answer => return answer,
        }
    }
}

impl Sink for Store {
    fn put(&self, finished: &[Finished]) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = self.pair(&mut files)?;
        // Predictions and curves first: an outcome in the journal promises that they are there.
        pair.predictions.append(finished.iter().filter_map(|f| f.predictions.as_ref()))?;
        pair.curves.append(finished.iter().filter_map(|f| f.curve.as_ref()))?;
        pair.journal.append(finished.iter().map(|f| &f.outcome))?;
        drop(files);
        let mut history = self.history();
        finished.iter().for_each(|f| history.add(&f.outcome));
        Ok(())
    }
}
