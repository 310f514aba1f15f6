//! The place of an import: a folder that appears whole or not at all, and takes the place of nothing but an older import. It
//! is made beside its place and moved there; what killed imports left beside it goes. It knows nothing of what is written.

use std::io;
use std::path::{Path, PathBuf};

use super::write::NotWritten;
use crate::learn::Imported;
use crate::store::{partial_of, read_manifest};

/// Everything that an imported run consists of.
const OWN: &[&str] = &[
    ".lock",
    "confusion.csv",
    "journal.jsonl",
    "outcomes.csv",
    "outcomes.parquet",
    "predictions.jsonl",
    "run.json",
    "timings.csv",
];

/// Where an import goes.
pub struct Place<'a> {
    folder: &'a Path,
    /// Whether an older import is there.
    replaces: bool,
}

impl<'a> Place<'a> {
    /// A folder that is free, or holds an import that may be replaced.
    pub fn new(folder: &'a Path, force: bool) -> Result<Place<'a>, NotWritten> {
        leftovers(folder);
        Ok(Place { folder, replaces: may_replace(folder, force)? })
    }

    /// Makes the run and moves it to its place.
    pub fn fill(
        self,
        make: impl FnOnce(&Path) -> Result<(), NotWritten>,
    ) -> Result<(), NotWritten> {
        let folder = self.folder;
        let parent = parent(folder);
        std::fs::create_dir_all(parent).map_err(|error| disk(parent, error))?;
        let beside =
            |what: &str| parent.join(format!("{}{}", prefix(folder, what), std::process::id()));
        let (new, old) = (beside(NEW), beside(OLD));
        if new.symlink_metadata().is_ok() {
            std::fs::remove_dir_all(&new).map_err(|error| disk(&new, error))?;
        }
        let moved = make(&new).and_then(|()| self.exchange(&new, &old));
        // What could not be put in place, and what was replaced.
        let _ = std::fs::remove_dir_all(&new);
        if moved.is_ok() && self.replaces {
            std::fs::remove_dir_all(&old).map_err(|error| disk(&old, error))?;
        }
        moved
    }

    /// Moves the old run away and the new one to its place.
    fn exchange(&self, new: &Path, old: &Path) -> Result<(), NotWritten> {
        let folder = self.folder;
        if self.replaces {
            std::fs::rename(folder, old).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => another(folder),
                _ => disk(folder, error),
            })?;
        }
        std::fs::rename(new, folder).map_err(|error| {
            // What was there is worth more than what could not be put in its place, unless another import replaced it.
            if self.replaces && std::fs::rename(old, folder).is_err() && folder.exists() {
                let _ = std::fs::remove_dir_all(old);
            }
            match error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => another(folder),
                _ => disk(folder, error),
            }
        })
    }
}

const NEW: &str = "import";
const OLD: &str = "replaced";

fn parent(folder: &Path) -> &Path {
    folder.parent().unwrap_or(Path::new("."))
}

fn disk(path: &Path, error: io::Error) -> NotWritten {
    NotWritten::Disk { path: path.to_path_buf(), error }
}

fn another(folder: &Path) -> NotWritten {
    NotWritten::Taken(format!(
        "another import was written to {} at the same time, and stays there\nhelp: import one after the other, or choose another --name",
        folder.display()
    ))
}

/// What the names of folders beside a run begin with; a process number ends them.
fn prefix(folder: &Path, what: &str) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.{what}-")
}

/// Removes what killed imports of this name left. One that was killed between its two moves left the only copy of the run
/// that it was to replace: that is put back. Whatever cannot be removed is in nobody's way.
fn leftovers(folder: &Path) {
    for path in dead(folder, OLD) {
        let restored = folder.symlink_metadata().is_err() && std::fs::rename(&path, folder).is_ok();
        if !restored && folder.symlink_metadata().is_ok() {
            let _ = std::fs::remove_dir_all(&path);
        }
    }
    for path in dead(folder, NEW) {
        let _ = std::fs::remove_dir_all(&path);
    }
}

/// Folders beside a run whose process is gone. Where the system does not tell, none is.
fn dead(folder: &Path, what: &str) -> Vec<PathBuf> {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return Vec::new();
    }
    let prefix = prefix(folder, what);
    let is_dead = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let process = name.strip_prefix(&prefix).and_then(|number| number.parse::<u32>().ok());
        // This process has made nothing yet: whoever had its number before is gone.
        let is_gone = |process: u32| {
            process == std::process::id() || !processes.join(process.to_string()).exists()
        };
        process.is_some_and(is_gone)
            && path.symlink_metadata().is_ok_and(|found| found.is_dir())
            && !is_locked(path)
    };
    let entries = std::fs::read_dir(parent(folder)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_dead).collect()
}

/// Whether someone works in a folder: a process of another container has no number here, but the lock of its run.
fn is_locked(folder: &Path) -> bool {
    let lock = std::fs::File::open(folder.join(".lock"));
    lock.is_ok_and(|lock| lock.try_lock().is_err())
}

/// Whether a folder holds an import that may be replaced. Nothing else is ever removed.
fn may_replace(folder: &Path, force: bool) -> Result<bool, NotWritten> {
    if folder.symlink_metadata().is_err() {
        return Ok(false);
    }
    let shown = folder.display();
    let taken = |text: String| Err(NotWritten::Taken(text));
    let is_link = folder.symlink_metadata().is_ok_and(|found| found.is_symlink());
    let manifest = if is_link { None } else { read_manifest(folder)? };
    let Some(manifest) = manifest else {
        return taken(format!(
            "{shown} exists and is no run that was imported\nhelp: choose another --name"
        ));
    };
    if manifest.methods.iter().any(|method| method.kind != Imported::KIND) {
        return taken(format!(
            "{shown} holds a run of its own, which no import replaces\nhelp: choose another --name"
        ));
    }
    if !force {
        return taken(format!(
            "{shown} holds an import already\nhelp: --force replaces it, or choose another --name"
        ));
    }
    let other = foreign(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => another(folder),
        _ => disk(folder, error),
    })?;
    if let Some(other) = other {
        return taken(format!(
            "{shown} holds `{}`, which no import wrote, so that --force does not remove it\nhelp: move it elsewhere, or choose another --name",
            other.escape_debug()
        ));
    }
    Ok(true)
}

/// The first file of a run's folder that is not ours.
fn foreign(folder: &Path) -> io::Result<Option<String>> {
    let mut others = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        // Earlier versions gave partial files no name of their own.
        let whole = partial_of(&name).or(name.strip_suffix(".partial")).unwrap_or(&name);
        if !OWN.contains(&whole) {
            others.push(name);
        }
    }
    Ok(others.into_iter().min())
}
