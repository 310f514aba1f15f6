//! A run's folder, opened for writing: every outcome is safe on disk before anyone hears of it. `tribunal run` locks the
//! folder and appends to `journal.jsonl`; any number of workers write next to it without a lock, each into files of its
//! own. No process changes the files of another one.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::disk::{self, Disk, RealDisk, named};
use super::error::StoreError;
use super::history::History;
use super::lines::LinesError;
use super::lock::{self, Turn, TurnPatience, Wait, lock_to_run};
use super::writer::{Pair, Writer};
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
        Store::begin(folder, disk, &Wait::default())
    }

    /// The same for a caller who wants to know of waiting.
    pub fn open_waiting(folder: &Path, wait: &Wait<'_>) -> Result<Store, StoreError> {
        Store::begin(folder, Arc::new(RealDisk), wait)
    }

    /// The same for a run whose outcomes replace all that are stored. Where workers wrote, their journals come after
    /// `journal.jsonl`: such a run then writes into a journal of its own, which comes last.
    pub fn open_forced(folder: &Path, wait: &Wait<'_>) -> Result<Store, StoreError> {
        let mut store = Store::open_waiting(folder, wait)?;
        if store.history().has_several_writers() {
            store.files = Mutex::new(Files { pair: None, forced: true });
        }
        Ok(store)
    }

    /// What was forced next to workers replaces all journals before it, so that outcomes in `journal.jsonl` would not count:
    /// a run after it, too, writes into a journal of its own, which comes last.
    fn begin(folder: &Path, disk: Arc<dyn Disk>, wait: &Wait<'_>) -> Result<Store, StoreError> {
        make_folder(folder, &disk)?;
        let lock = Some(lock_to_run(folder, wait)?);
        disk::remove_stale_partials(folder);
        let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
        let is_replaced = Writer::all(folder).map_err(failed)?.iter().any(Writer::is_forced);
        let pair = if is_replaced { None } else { Some(Writer::main().open(folder, &disk)?) };
        let files = Mutex::new(Files { pair, forced: false });
        let history = Mutex::new(History::read(folder)?);
        Ok(Store { folder: folder.to_path_buf(), history, files, disk, lock })
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

    /// Waits for the turn to write the tables that are made of this, of everything that is stored by then, and takes the
    /// lock. On a file system that has no locks there is nothing to wait for.
    pub fn wait_for_turn(
        &mut self,
        made_of: &str,
        patience: TurnPatience,
    ) -> Result<Turn, StoreError> {
        self.wait_for_turn_unless(None, made_of, patience)
    }

    /// The same for a caller who may be interrupted: the lock is then asked for once.
    pub fn wait_for_turn_unless(
        &mut self,
        interrupted: Option<&AtomicBool>,
        made_of: &str,
        patience: TurnPatience,
    ) -> Result<Turn, StoreError> {
        let mut turn = lock::wait_for_turn(&self.folder, made_of, patience, interrupted)?;
        if let Turn::Ours(lock @ Some(_)) = &mut turn {
            disk::remove_stale_partials(&self.folder);
            self.lock = lock.take();
        }
        Ok(turn)
    }

    /// Whether this process has the lock, so that no other one writes tables or the manifest.
    pub fn has_lock(&self) -> bool {
        self.lock.is_some()
    }

    /// Reads what other processes stored in the meantime, and returns whether there are any. Only a process that has the
    /// lock writes tables and needs to know.
    pub fn refresh(&self) -> Result<bool, StoreError> {
        let several = self.has_lock() && self.extent()?.len() > 1;
        if several {
            self.read_again()?;
        }
        Ok(several)
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

    /// Removes a derived file, if it is there.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match std::fs::remove_file(self.folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
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
