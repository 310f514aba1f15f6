//! The lock of a run's folder: one process at a time runs the experiment or writes its tables. The lock is the system's, so
//! that what a killed process left is free; `.lock` says who has it and what for. What is stored needs no lock.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::StoreError;
use super::writer::host;
use crate::files;

/// What a process has the lock for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// To run the experiment, which may take days.
    Run,
    /// To write the tables of what is stored, which takes seconds; with the name of what they are made of, so that
    /// processes that want the same tables know each other.
    Tables(String),
}

/// The process that has a lock, as it describes itself in the file: its number, its machine and its purpose, one per line.
/// A version that leaves its number alone is understood; one that expects the number alone names no process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    process: u32,
    host: Option<String>,
    purpose: Option<Purpose>,
}

const RUN: &str = "run";
const TABLES: &str = "tables ";

impl Holder {
    fn this(purpose: Purpose) -> Holder {
        Holder { process: std::process::id(), host: Some(host()), purpose: Some(purpose) }
    }

    /// The process that a folder's file names.
    fn of(folder: &Path) -> Option<Holder> {
        let text = files::read(&lock_file(folder), 1000).ok()?;
        let text = String::from_utf8(text).ok()?;
        let mut lines = text.lines().map(str::trim);
        let process = lines.next()?.parse().ok()?;
        let host = lines.next().filter(|host| host.bytes().all(|b| b.is_ascii_alphanumeric()));
        let purpose = lines.next().and_then(|line| match line.strip_prefix(TABLES) {
            Some(made_of) => Some(Purpose::Tables(made_of.to_owned())),
            None => (line == RUN).then_some(Purpose::Run),
        });
        Some(Holder { process, host: host.map(str::to_owned), purpose })
    }

    fn text(&self) -> String {
        let purpose = match &self.purpose {
            Some(Purpose::Tables(made_of)) => format!("{TABLES}{made_of}"),
            Some(Purpose::Run) | None => RUN.to_owned(),
        };
        let host = self.host.as_deref().unwrap_or_default();
        format!("{}\n{host}\n{purpose}\n", self.process)
    }

    /// Whether it only writes tables, and is done soon.
    pub fn writes_tables(&self) -> bool {
        matches!(self.purpose, Some(Purpose::Tables(_)))
    }
}

/// "process 12", or "process 12 on node7" where that is another machine.
impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.process)?;
        match &self.host {
            Some(other) if *other != host() => write!(f, " on {other}"),
            _ => Ok(()),
        }
    }
}

/// How long a run waits for processes that write tables, and who hears of it.
#[derive(Clone, Copy)]
pub struct Wait<'a> {
    /// How long at most.
    pub patience: Duration,
    /// Called once, when it takes longer than a moment.
    pub notice: &'a dyn Fn(&Holder),
    /// Set to end the waiting.
    pub interrupted: Option<&'a AtomicBool>,
}

/// Many processes that end together write their tables one after the other; a table of a million trials takes a minute.
pub const PATIENCE: Duration = Duration::from_secs(300);

impl Default for Wait<'_> {
    fn default() -> Self {
        Wait { patience: PATIENCE, notice: &|_| (), interrupted: None }
    }
}

/// A process that is just being started holds copies of our files until it is itself, a lock that was given back included:
/// the lock is asked for again for a moment.
const MOMENT: Duration = Duration::from_millis(200);

/// How often the lock is asked for.
const PAUSE: Duration = Duration::from_millis(10);

/// Locks a folder to run an experiment there. It waits for a process that writes tables; one that runs the experiment
/// is an error at once.
pub fn lock_to_run(folder: &Path, wait: &Wait<'_>) -> Result<File, StoreError> {
    let lock = open_lock(folder)?;
    let mut others = Others::new(folder);
    let mut is_noticed = false;
    loop {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => others.look(),
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::Folder { path: folder.to_path_buf(), error });
            }
        }
        if is_set(wait.interrupted) {
            return Err(others.interrupted());
        }
        let tables = others.last.as_ref().filter(|holder| holder.writes_tables());
        // Who has the lock is written after it was taken: for a moment, the file may name another process.
        let is_over = match tables {
            Some(_) => others.started.elapsed() >= wait.patience,
            None => others.since.elapsed() >= MOMENT,
        };
        if is_over {
            return Err(others.held());
        }
        if let Some(holder) = tables.filter(|_| !is_noticed && others.started.elapsed() > MOMENT) {
            (wait.notice)(holder);
            is_noticed = true;
        }
        std::thread::sleep(PAUSE);
    }
    leave(&lock, Purpose::Run);
    Ok(lock)
}

/// What came of waiting for the turn to write tables.
#[derive(Debug)]
pub enum Turn {
    /// It is ours, with the lock unless the file system has none.
    Ours(Option<File>),
    /// Another process took the lock for the same tables after we began to wait: it reads what we stored, and writes it.
    Passed,
    /// A process kept the lock, of which it is not known whether it writes what we stored.
    Denied,
}

/// How long a process waits for its turn to write tables.
#[derive(Debug, Clone, Copy)]
pub struct TurnPatience {
    /// For processes that write tables.
    pub tables: Duration,
    /// For one that runs the experiment.
    pub run: Duration,
}

/// Waits for the lock of a folder to write the tables that are made of this. Everything that is to be in them must be
/// stored before. After an interrupt the lock is asked for once.
pub fn wait_for_turn(
    folder: &Path,
    made_of: &str,
    patience: TurnPatience,
    interrupted: Option<&AtomicBool>,
) -> Result<Turn, StoreError> {
    let lock = open_lock(folder)?;
    let purpose = Purpose::Tables(made_of.to_owned());
    let mut others = Others::new(folder);
    loop {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => others.look(),
            // There is nothing to wait for.
            Err(TryLockError::Error(_)) => return Ok(Turn::Ours(None)),
        }
        if others.newcomer().is_some_and(|holder| holder.purpose.as_ref() == Some(&purpose)) {
            return Ok(Turn::Passed);
        }
        let tables = others.last.as_ref().is_some_and(Holder::writes_tables);
        let patience = if tables { patience.tables } else { patience.run };
        if is_set(interrupted) || others.started.elapsed() >= patience {
            return Ok(Turn::Denied);
        }
        std::thread::sleep(PAUSE);
    }
    leave(&lock, purpose);
    Ok(Turn::Ours(Some(lock)))
}

/// Whether an interrupt came.
fn is_set(interrupted: Option<&AtomicBool>) -> bool {
    interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Those who have the lock while we wait for it.
struct Others<'f> {
    folder: &'f Path,
    started: Instant,
    first: Option<Holder>,
    last: Option<Holder>,
    /// Since when it is the last one.
    since: Instant,
}

impl<'f> Others<'f> {
    fn new(folder: &'f Path) -> Others<'f> {
        let now = Instant::now();
        Others { folder, started: now, first: None, last: None, since: now }
    }

    fn look(&mut self) {
        let now = Holder::of(self.folder);
        if now != self.last {
            self.since = Instant::now();
            self.last = now;
        }
        if self.first.is_none() {
            self.first.clone_from(&self.last);
        }
    }

    /// The one that has the lock, if it took it after we began to wait.
    fn newcomer(&self) -> Option<&Holder> {
        let first = self.first.as_ref()?;
        self.last.as_ref().filter(|last| *last != first)
    }

    fn held(&self) -> StoreError {
        StoreError::Locked { path: self.folder.to_path_buf(), holder: self.last.clone() }
    }

    fn interrupted(&self) -> StoreError {
        StoreError::Interrupted { path: self.folder.to_path_buf(), holder: self.last.clone() }
    }
}

fn lock_file(folder: &Path) -> PathBuf {
    folder.join(".lock")
}

fn open_lock(folder: &Path) -> Result<File, StoreError> {
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    // Not truncated: until it is locked, what it says is another's.
    let options = &mut OpenOptions::new();
    let options = options.read(true).write(true).truncate(false);
    files::open_own(&lock_file(folder), options).map_err(failed)
}

/// Leaves the description of this process for others to read. On a network disk they would see an empty file until it is
/// synced. It only helps those who wait: a run need not end because it cannot be left.
fn leave(mut lock: &File, purpose: Purpose) {
    let text = Holder::this(purpose).text();
    let _ = lock
        .set_len(0)
        .and_then(|()| lock.write_all(text.as_bytes()))
        .and_then(|()| lock.sync_data());
}

#[cfg(test)]
mod tests;
