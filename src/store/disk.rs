//! What the store does to the disk, in one place: these five acts are all that can be interrupted or refused. Tests put a
//! disk that fails or dies at a chosen act in its place; a program has only [`RealDisk`]. It knows nothing of what is written.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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

/// Lets a file be made beside its place. An error names the file.
fn replace(path: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    let partial = path.with_file_name(name);
    make(&partial).map_err(|error| {
        // Half a file helps nobody and takes room; if it cannot be removed either, the next one replaces it.
        let _ = std::fs::remove_file(&partial);
        named(path, error)
    })
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
