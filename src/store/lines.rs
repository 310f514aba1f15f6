//! An append-only file of JSON lines that survives a crash at any moment. The first line names the format; every other
//! line carries a checksum of its body:
//!
//! ```text
//! {"tribunal":"journal","format":1}
//! {"check":"0123456789abcdef","body":{...}}
//! ```
//!
//! Lines are written whole and synced before anyone is told. On opening, a torn last line is cut off; a damaged line
//! elsewhere is skipped and counted, so that one bad sector costs one trial and not a run.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Raised when a line's meaning changes; a file of a newer format is refused.
pub const FORMAT_VERSION: u32 = 1;

#[derive(Deserialize)]
struct Header {
    tribunal: String,
    format: u32,
}

/// An open file of lines.
pub struct Lines {
    path: PathBuf,
    file: File,
}

/// What was found in a file.
pub struct Contents<T> {
    /// The bodies of all whole lines, in file order.
    pub bodies: Vec<T>,
    /// Line numbers that were damaged (the torn last line is not among them).
    pub damaged: Vec<usize>,
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// The system says no.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Not a file of ours, or of another kind.
    #[error("{path} is not a {kind} of tribunal; move it away and run again", path = path.display())]
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
    blake3::hash(body.as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

/// The body of a whole line.
fn body_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(PREFIX)?;
    let check = rest.get(..CHECK_DIGITS)?;
    let body = rest.get(CHECK_DIGITS..)?.strip_prefix(MIDDLE)?.strip_suffix('}')?;
    (checksum(body) == check).then_some(body)
}

/// The whole lines of a file's bytes. `None` if the file has no first line yet, whole or at all.
fn parse<T: DeserializeOwned>(
    path: &Path,
    kind: &'static str,
    bytes: &[u8],
) -> Result<Option<Contents<T>>, LinesError> {
    let foreign = || LinesError::Foreign { path: path.to_path_buf(), kind };
    let Some(end) = bytes.iter().rposition(|&b| b == b'\n') else {
        // Our own first line, torn, or nothing; anything else is somebody's file.
        let ours = header(kind).as_bytes().starts_with(bytes);
        return if ours { Ok(None) } else { Err(foreign()) };
    };
    let mut lines = bytes[..end].split(|&b| b == b'\n').enumerate();
    let first = lines.next().map(|(_, line)| line).unwrap_or_default();
    match serde_json::from_slice::<Header>(first) {
        Ok(found) if found.tribunal == kind && found.format > FORMAT_VERSION => {
            return Err(LinesError::Newer { path: path.to_path_buf(), found: found.format });
        }
        Ok(found) if found.tribunal == kind => {}
        _ => return Err(foreign()),
    }
    let mut contents = Contents { bodies: Vec::new(), damaged: Vec::new() };
    for (position, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let text = std::str::from_utf8(line).ok();
        match text.and_then(body_of).and_then(|body| serde_json::from_str(body).ok()) {
            Some(body) => contents.bodies.push(body),
            None => contents.damaged.push(position + 1),
        }
    }
    Ok(Some(contents))
}

fn header(kind: &str) -> String {
    format!(r#"{{"tribunal":"{kind}","format":{FORMAT_VERSION}}}"#)
}

/// Reads a file of lines without touching it; an absent file has no lines.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    kind: &'static str,
) -> Result<Contents<T>, LinesError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(LinesError::Io { path: path.to_path_buf(), error }),
    };
    let contents = parse(path, kind, &bytes)?;
    Ok(contents.unwrap_or(Contents { bodies: Vec::new(), damaged: Vec::new() }))
}

impl Lines {
    /// Opens or creates a file of lines to append to. A torn last line is cut off.
    pub fn open(path: &Path, kind: &'static str) -> Result<Lines, LinesError> {
        let io = |error| LinesError::Io { path: path.to_path_buf(), error };
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let started = parse::<serde::de::IgnoredAny>(path, kind, &bytes)?.is_some();
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(io)?;
        }
        if !started {
            file.write_all(format!("{}\n", header(kind)).as_bytes()).map_err(io)?;
        }
        file.sync_all().map_err(io)?;
        Ok(Lines { path: path.to_path_buf(), file })
    }

    /// Appends lines and waits until they are on the disk. If they cannot be written whole, the file is put back to
    /// where it was, so that later lines do not stick to a torn one.
    pub fn append<'b, T: Serialize + 'b>(
        &mut self,
        bodies: impl Iterator<Item = &'b T>,
    ) -> io::Result<()> {
        let mut text = String::new();
        for body in bodies {
            let body = serde_json::to_string(body)?;
            text.push_str(&format!("{PREFIX}{}{MIDDLE}{body}}}\n", checksum(&body)));
        }
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // If even this fails, the torn line is cut off when the file is next opened.
            let _ = self.file.set_len(before);
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path) -> Lines {
        Lines::open(path, "test").unwrap()
    }

    fn contents(path: &Path) -> Contents<u32> {
        read(path, "test").unwrap()
    }

    #[test]
    fn what_was_appended_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([1, 2].iter()).unwrap();
        open(&path).append([3].iter()).unwrap();
        assert_eq!(contents(&path).bodies, [1, 2, 3]);
    }

    #[test]
    fn a_file_cut_anywhere_keeps_every_whole_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([10, 20, 30].iter()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let whole = bytes[..cut].iter().filter(|&&b| b == b'\n').count().saturating_sub(1);
            let before = contents(&path);
            assert_eq!(before.bodies, [10, 20, 30][..whole], "cut at {cut}");
            assert!(before.damaged.is_empty());
            open(&path).append([99].iter()).unwrap();
            assert_eq!(contents(&path).bodies.last(), Some(&99));
        }
    }

    #[test]
    fn a_damaged_line_in_the_middle_costs_only_itself() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([10, 20, 30].iter()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap().replace(":20}", ":21}");
        std::fs::write(&path, text).unwrap();
        let read = contents(&path);
        assert_eq!((read.bodies, read.damaged), (vec![10, 30], vec![3]));
    }

    #[test]
    fn foreign_and_newer_files_are_refused_untouched() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        for text in ["hello", "hello\nworld\n", "{\"tribunal\":\"other\",\"format\":1}\n"] {
            std::fs::write(&path, text).unwrap();
            let refused = Lines::open(&path, "test").err().unwrap();
            assert!(matches!(refused, LinesError::Foreign { .. }), "{refused}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, "{\"tribunal\":\"test\",\"format\":2}\n").unwrap();
        let refused = Lines::open(&path, "test").err().unwrap();
        assert!(matches!(refused, LinesError::Newer { found: 2, .. }), "{refused}");
    }
}
