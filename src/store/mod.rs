//! The store of a run: `results/<experiment>/`. Two append-only files are the truth, `journal.jsonl` (one outcome a
//! line) and `predictions.jsonl` (what was predicted, one trial a line); everything else in the folder is derived from
//! them and can be thrown away. Nothing here knows how results are analysed or shown.

mod error;
mod history;
mod lines;
mod manifest;
mod open;
mod tables;

pub use error::StoreError;
pub use history::{History, read_predictions};
pub use lines::{FORMAT_VERSION, LinesError};
pub use manifest::{Machine, Manifest, MethodVersion, read_manifest, write_manifest};
pub use open::Store;
pub use tables::{TablesError, write_tables};

use std::io::Write;
use std::path::Path;

use crate::files;

/// Writes a file so that a reader sees the old text or the new one, never half of it, even after the power failed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let partial = partial(path);
    let mut file = files::create_anew(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&partial, path)
}

/// The same without waiting for the disk, for files that can be made again at any time.
pub fn replace_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let partial = partial(path);
    let written = files::create_anew(&partial)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| std::fs::rename(&partial, path));
    written.map_err(|error| {
        // Half a file helps nobody; if it cannot be removed either, the next report replaces it.
        let _ = std::fs::remove_file(&partial);
        std::io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    })
}

fn partial(path: &Path) -> std::path::PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    path.with_file_name(name)
}
