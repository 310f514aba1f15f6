//! What the store does to the disk, in one place: these five acts are all that can be interrupted or refused. Tests put a
//! disk that fails or dies at a chosen act in its place; a program has only [`RealDisk`]. It knows nothing of what is written.

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::files;

/// The acts of a store, as the system does them.
pub trait Disk: Send + Sync {
    /// Writes bytes at the end of what was written before; if it fails, some of them may be there.
    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Waits until everything in a file survives a failure of the power.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    /// Cuts a file off.
    fn set_len(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    /// Gives a file another name, in place of what had it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    /// Waits until the names in a folder survive a failure of the power.
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Elsewhere a folder cannot be opened, and the system looks after its names itself.
        if !cfg!(unix) {
            return Ok(());
        }
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            // A file system that has no such thing, or a folder that may be written and not be read, cannot do better.
            Err(error) if CANNOT_SYNC.contains(&error.kind()) => Ok(()),
            synced => synced,
        }
    }
}

/// What a folder says that cannot be synced at all; a disk that fails says otherwise.
const CANNOT_SYNC: [io::ErrorKind; 3] =
    [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::PermissionDenied];

/// The disk of the machine.
pub struct RealDisk;

impl Disk for RealDisk {}

/// Writes a file so that a reader sees the old text or the new one, never half of it, even after the power failed.
pub fn write_whole(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |partial| {
        let file = files::create_anew(partial)?;
        disk.write(&file, bytes)?;
        disk.sync(&file)?;
        drop(file);
        disk.rename(partial, path)?;
        disk.sync_folder(folder_of(path))
    })
}

/// The same without waiting for the disk, for files that can be made again at any time.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |partial| {
        files::create_anew(partial)?.write_all(bytes)?;
        std::fs::rename(partial, path)
    })
}

/// Lets a file be made next to its place, under a name that no other process uses. An error names the file.
fn replace(path: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}{PARTIAL}", unique_word()));
    let partial = path.with_file_name(name);
    make(&partial).map_err(|error| {
        // Half a file takes room for nothing; if it cannot be removed now, it is removed when it is old.
        let _ = std::fs::remove_file(&partial);
        named(path, error)
    })
}

/// How the name of a file ends that is being made.
const PARTIAL: &str = ".partial";

/// Digits of a word that is unique.
const DIGITS: usize = 16;

/// Hexadecimal digits that differ from call to call, and between processes and machines.
pub fn unique_word() -> String {
    // The keys of a hash map are random by process and different by call.
    let random = RandomState::new().build_hasher().finish();
    format!("{random:0DIGITS$x}")
}

/// The name that a file was to get, if this is the name of one that is or was being made.
pub fn partial_of(name: &str) -> Option<&str> {
    let (whole, word) = name.strip_suffix(PARTIAL)?.rsplit_once('.')?;
    let ours = word.len() == DIGITS && word.bytes().all(|b| b.is_ascii_hexdigit());
    ours.then_some(whole)
}

/// A file takes seconds to be made: an hour allows for the clock of another machine.
const STALE: Duration = Duration::from_secs(3600);

/// Removes what processes that were killed left of the files they were making. What cannot be removed does no harm.
pub fn remove_stale_partials(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_str().and_then(partial_of).is_some();
        let modified = entry.metadata().and_then(|found| found.modified());
        let age = modified.ok().and_then(|then| SystemTime::now().duration_since(then).ok());
        if ours && age.is_some_and(|age| age > STALE) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The same error with the file's name.
pub fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Makes a folder with those above it; those that are new survive a failure of the power.
pub fn make_folder(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    let new: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|place| !place.as_os_str().is_empty() && !place.exists())
        .map(Path::to_path_buf)
        .collect();
    std::fs::create_dir_all(folder)?;
    new.iter().try_for_each(|place| disk.sync_folder(folder_of(place)))
}

/// The folder in which something has its name.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_being_made_have_names_of_their_own() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("table.csv");
        let mut names = Vec::new();
        for _ in 0..2 {
            let made = replace(&path, |partial| {
                names.push(partial.file_name().unwrap().to_string_lossy().into_owned());
                std::fs::write(partial, "half")?;
                Err(io::Error::other("full"))
            });
            assert!(made.unwrap_err().to_string().contains("table.csv: full"));
        }
        assert_ne!(names[0], names[1]);
        assert!(names.iter().all(|name| partial_of(name) == Some("table.csv")), "{names:?}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "half a file is left");
    }

    #[test]
    fn only_old_partial_files_of_ours_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let old = ["a.csv.0123456789abcdef.partial", "film.partial", "b.csv", "c.01.partial"];
        let young = "d.csv.0123456789abcdef.partial";
        for name in old.iter().chain([&young]) {
            let file = File::create(dir.path().join(name)).unwrap();
            let hours = if *name == young { 0 } else { 3 };
            let then = SystemTime::now() - Duration::from_secs(hours * 3600);
            file.set_modified(then).unwrap();
        }
        remove_stale_partials(dir.path());
        let mut left: Vec<_> =
            std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["b.csv", "c.01.partial", young, "film.partial"]);
    }
}
