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
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::files;

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
    blake3::hash(body.as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

/// The body of a whole line.
fn body_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(PREFIX)?;
    let check = rest.get(..CHECK_DIGITS)?;
    let body = rest.get(CHECK_DIGITS..)?.strip_prefix(MIDDLE)?.strip_suffix('}')?;
    (checksum(body) == check).then_some(body)
}

fn header(kind: &str) -> String {
    format!(r#"{{"tribunal":"{kind}","format":{FORMAT_VERSION}}}"#)
}

/// Whether a file has begun: `false` if it is empty or holds a torn first line of ours.
fn has_begun(path: &Path, kind: &'static str, first: &[u8]) -> Result<bool, LinesError> {
    let Some(line) = first.strip_suffix(b"\n") else {
        let ours = header(kind).as_bytes().starts_with(first);
        let foreign = LinesError::Foreign { path: path.to_path_buf(), kind };
        return if ours { Ok(false) } else { Err(foreign) };
    };
    match serde_json::from_slice::<Header>(line) {
        Ok(found) if found.tribunal == kind && found.format > FORMAT_VERSION => {
            Err(LinesError::Newer { path: path.to_path_buf(), found: found.format })
        }
        Ok(found) if found.tribunal == kind => Ok(true),
        _ => Err(LinesError::Foreign { path: path.to_path_buf(), kind }),
    }
}

/// Reads a file of lines without touching it and hands over every whole body in file order; an absent file has none.
/// Returns the numbers of damaged lines (a torn last line is not among them). One line is held at a time.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    kind: &'static str,
    mut each: impl FnMut(T),
) -> Result<Vec<usize>, LinesError> {
    let io = |error| LinesError::Io { path: path.to_path_buf(), error };
    let file = match files::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut file = BufReader::new(file);
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line).map_err(io)?;
    let mut damaged = Vec::new();
    if !has_begun(path, kind, &line)? {
        return Ok(damaged);
    }
    for number in 2.. {
        line.clear();
        file.read_until(b'\n', &mut line).map_err(io)?;
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        // A file that travelled through a system with other line ends is still ours.
        let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
        let text = std::str::from_utf8(whole).ok();
        match text.and_then(body_of).and_then(|body| serde_json::from_str(body).ok()) {
            Some(body) => each(body),
            None if whole.is_empty() => {}
            None => damaged.push(number),
        }
    }
    Ok(damaged)
}

impl Lines {
    /// Opens or creates a file of lines to append to. A torn last line is cut off.
    pub fn open(path: &Path, kind: &'static str) -> Result<Lines, LinesError> {
        let io = |error| LinesError::Io { path: path.to_path_buf(), error };
        let mut file =
            files::open_own(path, OpenOptions::new().read(true).append(true)).map_err(io)?;
        let mut first = Vec::new();
        BufReader::new(&file).read_until(b'\n', &mut first).map_err(io)?;
        if has_begun(path, kind, &first)? {
            let whole = end_of_last_line(&mut file).map_err(io)?;
            if whole < file.metadata().map_err(io)?.len() {
                file.set_len(whole).map_err(io)?;
            }
        } else {
            file.set_len(0).map_err(io)?;
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
mod tests {
    use super::*;

    fn open(path: &Path) -> Lines {
        Lines::open(path, "test").unwrap()
    }

    fn contents(path: &Path) -> (Vec<u32>, Vec<usize>) {
        let mut bodies = Vec::new();
        let damaged = read(path, "test", |body| bodies.push(body)).unwrap();
        (bodies, damaged)
    }

    #[test]
    fn what_was_appended_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([1, 2].iter()).unwrap();
        open(&path).append([3].iter()).unwrap();
        assert_eq!(contents(&path).0, [1, 2, 3]);
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
            assert_eq!(before.0, [10, 20, 30][..whole], "cut at {cut}");
            assert!(before.1.is_empty());
            open(&path).append([99].iter()).unwrap();
            assert_eq!(contents(&path).0.last(), Some(&99));
        }
    }

    #[test]
    fn a_damaged_line_in_the_middle_costs_only_itself() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([10, 20, 30].iter()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap().replace(":20}", ":21}");
        std::fs::write(&path, text).unwrap();
        assert_eq!(contents(&path), (vec![10, 30], vec![3]));
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
