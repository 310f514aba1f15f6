//! An append-only file of JSON lines that survives a crash at any moment. The first line names the format; every other
//! line carries a checksum of its body:
//!
//! ```text
//! {"tribunal":"journal","format":1}
//! {"check":"0123456789abcdef","body":{...}}
//! ```
//!
//! Lines are written whole and synced before anyone is told. On opening to append, a torn last line is cut off; reading
//! leaves it alone, because the process that writes it may be alive. A damaged line elsewhere, the first included, is
//! skipped and counted, so that one bad sector costs one trial and not a run.

mod first;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::first::vectors_of;
use self::first::{Opening, header, long_header, opening};
use super::disk::{Disk, folder_of, named};
use crate::files;
use crate::num::hash::Canonical;
use crate::num::simd;

/// Raised when a line's meaning changes; a file of a newer format is refused.
pub const FORMAT_VERSION: u32 = 1;

/// An open file of lines.
pub struct Lines {
    path: PathBuf,
    file: File,
    disk: Arc<dyn Disk>,
    /// Set when lines could not be written: what the file holds after that is known only when it is opened again.
    broken: bool,
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// The system says no.
    #[error("cannot use {path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Not a file of ours, or of another kind.
    #[error("{path} is not a {kind} file of tribunal; move it away and run again", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
    },
    /// Written by a newer version.
    #[error("{path} has format {found}, this version knows formats up to {FORMAT_VERSION}; use a newer tribunal", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
}

const PREFIX: &str = r#"{"check":""#;
const MIDDLE: &str = r#"","body":"#;
const CHECK_DIGITS: usize = 16;

fn checksum(body: &str) -> String {
    Canonical::plain().raw(body.as_bytes()).digits(CHECK_DIGITS)
}

/// The body of a whole line.
fn body_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(PREFIX)?;
    let check = rest.get(..CHECK_DIGITS)?;
    let body = rest.get(CHECK_DIGITS..)?.strip_prefix(MIDDLE)?.strip_suffix('}')?;
    (checksum(body) == check).then_some(body)
}

/// Reads a file of lines without touching it and hands over every whole body in file order; an absent file has none.
/// Returns the numbers of damaged lines (a torn last line is not among them). One line is held at a time.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    kind: &'static str,
    mut each: impl FnMut(T),
) -> Result<Vec<usize>, LinesError> {
    read_bodies(path, kind, |_, body| match serde_json::from_str(body) {
        Ok(body) => {
            each(body);
            true
        }
        Err(_) => false,
    })
}

/// The same for bodies as they stand, each with the number of its line; `each` says whether it understands the body.
pub fn read_bodies(
    path: &Path,
    kind: &'static str,
    mut each: impl FnMut(usize, &str) -> bool,
) -> Result<Vec<usize>, LinesError> {
    let io = |error| LinesError::Io { path: path.to_path_buf(), error };
    let file = match files::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line).map_err(io)?;
    let mut damaged = Vec::new();
    let known = match opening(path, kind, &line)? {
        Opening::NotBegun => return Ok(damaged),
        Opening::Ours => true,
        Opening::Damaged => {
            damaged.push(1);
            true
        }
        Opening::Unknown => {
            damaged.push(1);
            false
        }
    };
    let mut whole_lines = 0;
    for number in 2.. {
        line.clear();
        file.read_until(b'\n', &mut line).map_err(io)?;
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        // A file that travelled through a system with other line ends is still ours.
        let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
        let text = std::str::from_utf8(whole).ok();
        match text.and_then(body_of) {
            Some(body) if each(number, body) => whole_lines += 1,
            _ if whole.is_empty() => {}
            _ => damaged.push(number),
        }
    }
    if !known && whole_lines == 0 {
        return Err(LinesError::Foreign { path: path.to_path_buf(), kind });
    }
    Ok(damaged)
}

impl Lines {
    /// Opens or creates a file of lines to append to. A torn last line is cut off.
    pub fn open(path: &Path, kind: &'static str, disk: Arc<dyn Disk>) -> Result<Lines, LinesError> {
        let header = header(kind);
        Lines::begin(path, (kind, header), disk, OpenOptions::new().read(true).append(true))
    }

    /// Creates a file of lines that is not there yet: no two processes can have created the same. Its first line names the
    /// vector instructions of this machine.
    pub fn create(
        path: &Path,
        kind: &'static str,
        disk: Arc<dyn Disk>,
    ) -> Result<Lines, LinesError> {
        let header = long_header(kind, simd::level());
        let options = &mut OpenOptions::new();
        let options = options.read(true).append(true).create_new(true);
        Lines::begin(path, (kind, header), disk, options)
    }

    fn begin(
        path: &Path,
        (kind, header): (&'static str, String),
        disk: Arc<dyn Disk>,
        options: &mut OpenOptions,
    ) -> Result<Lines, LinesError> {
        let io = |error| LinesError::Io { path: path.to_path_buf(), error };
        let is_new = !path.exists();
        let mut file = files::open_own(path, options).map_err(io)?;
        let mut first = Vec::new();
        BufReader::new(&file).read_until(b'\n', &mut first).map_err(io)?;
        match opening(path, kind, &first)? {
            Opening::NotBegun => {
                disk.set_len(&file, 0).map_err(io)?;
                disk.write(&file, format!("{header}\n").as_bytes()).map_err(io)?;
            }
            begun => {
                if let Opening::Unknown = begun {
                    // Nothing is cut off before it is known whose file it is.
                    read::<serde_json::Value>(path, kind, |_| ())?;
                }
                let whole = end_of_last_line(&mut file).map_err(io)?;
                if whole < file.metadata().map_err(io)?.len() {
                    disk.set_len(&file, whole).map_err(io)?;
                }
            }
        }
        disk.sync(&file).map_err(io)?;
        if is_new {
            disk.sync_folder(folder_of(path)).map_err(io)?;
        }
        Ok(Lines { path: path.to_path_buf(), file, disk, broken: false })
    }

    /// Appends lines and waits until they are on the disk. If that fails, the file is put back to where it was and takes
    /// nothing more: later lines could stick to a torn one, and a disk that failed to sync once cannot be believed.
    pub fn append<'b, T: Serialize + 'b>(
        &mut self,
        bodies: impl Iterator<Item = &'b T>,
    ) -> io::Result<()> {
        let mut text = String::new();
        for body in bodies {
            let body = serde_json::to_string(body)?;
            text.push_str(&format!("{PREFIX}{}{MIDDLE}{body}}}\n", checksum(&body)));
        }
        if text.is_empty() {
            return Ok(());
        }
        if self.broken {
            let earlier = io::Error::other("nothing more is stored after a failure to write");
            return Err(named(&self.path, earlier));
        }
        let before = self.file.metadata()?.len();
        let written = self.disk.write(&self.file, text.as_bytes());
        written.and_then(|()| self.disk.sync(&self.file)).map_err(|error| {
            self.broken = true;
            // If even this fails, the torn line is cut off when the file is next opened.
            let _ = self.disk.set_len(&self.file, before);
            named(&self.path, error)
        })
    }
}

/// Where the last whole line ends, found from the end of the file.
fn end_of_last_line(file: &mut File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut block = vec![0; 64 * 1024];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = &mut block[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(at) = part.iter().rposition(|&b| b == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

#[cfg(test)]
mod tests;
