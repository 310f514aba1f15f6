//! Where programs work during one run: private folders, the place of logs, and the workers that wait for the next fit. When
//! it is dropped, the workers are killed and the folders removed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::process::kill_all;
use super::worker::Worker;

/// How long workers may take to end by themselves.
const FAREWELL: Duration = Duration::from_millis(300);

/// The place of the programs of one run.
#[derive(Default)]
pub struct Workplace {
    logs: Option<PathBuf>,
    /// Workers that wait, by the fingerprint of their program.
    idle: Mutex<BTreeMap<String, Vec<Worker>>>,
    /// How many logs every program has left; the first failure also left its folder.
    logged: Mutex<BTreeMap<String, usize>>,
}

impl Workplace {
    /// A place that keeps the logs of failed fits in a folder, if there is one.
    pub fn new(logs: Option<&Path>) -> Workplace {
        let mut place = Workplace::default();
        place.logs = logs.map(Path::to_path_buf);
        place
    }

    /// The folder of logs.
    pub fn logs(&self) -> Option<&Path> {
        self.logs.as_deref()
    }

    fn idle(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Worker>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker that waits; of several, one that has these data already.
    pub(super) fn take(&self, program: &str, data: [u8; 32]) -> Option<Worker> {
        let mut idle = self.idle();
        let waiting = idle.get_mut(program)?;
        match waiting.iter().position(|worker| worker.has(data)) {
            Some(place) => Some(waiting.swap_remove(place)),
            None => waiting.pop(),
        }
    }

    /// Lets a worker wait for the next fit.
    pub(super) fn put_back(&self, program: &str, worker: Worker) {
        self.idle().entry(program.to_owned()).or_default().push(worker);
    }

    /// Counts a log of a program; tells how many there were before.
    pub(super) fn count_log(&self, program: &str) -> usize {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let count = logged.entry(program.to_owned()).or_default();
        *count += 1;
        *count - 1
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let mut idle = std::mem::take(&mut *self.idle());
        let mut workers: Vec<&mut Worker> = idle.values_mut().flatten().collect();
        workers.iter_mut().for_each(|worker| worker.process.dismiss());
        let until = Instant::now() + FAREWELL;
        while workers.iter_mut().any(|w| !w.process.has_ended()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        // Whoever is still there is killed when it is dropped.
    }
}

/// Folders that are there, so that none is left behind.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn folders() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program and removes every private folder: for whoever is about to leave without saying good-bye.
pub fn clean_up() {
    kill_all();
    for folder in folders().iter() {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A folder that only we can read, removed when it is dropped.
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// A new one.
    pub fn new() -> io::Result<PrivateFolder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Programs work in another folder than this process.
        let above = std::path::absolute(std::env::temp_dir())?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = above.join(format!("tribunal-{}-{number}", std::process::id()));
            match make_private(&path) {
                Ok(()) => {
                    folders().insert(path.clone());
                    return Ok(PrivateFolder(path));
                }
                // Left by a process that had our number before.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What cannot be removed now is for whoever cleans the folder of temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
        folders().remove(&self.0);
    }
}

#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make_private(path: &Path) -> io::Result<()> {
    std::fs::create_dir(path)
}
