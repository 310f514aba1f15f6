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

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::disk::{Disk, folder_of, named};
use crate::files;
use crate::num::hash::Canonical;

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

fn header(kind: &str) -> String {
    format!(r#"{{"tribunal":"{kind}","format":{FORMAT_VERSION}}}"#)
}

/// The kinds of files that there are: a file that says it is another of them is no damaged one of ours.
const KINDS: [&str; 3] = ["journal", "predictions", "curves"];

/// How a file opens.
enum Opening {
    /// Empty, or with a torn first line of ours.
    NotBegun,
    /// With our first line.
    Ours,
    /// With something else: a damaged file if lines of ours follow, a foreign one if not.
    Unknown,
}

fn opening(path: &Path, kind: &'static str, first: &[u8]) -> Result<Opening, LinesError> {
    let Some(line) = first.strip_suffix(b"\n") else {
        // Zeros are what a failure of the power leaves of a line that was never synced.
        let torn = header(kind).as_bytes().starts_with(first) || first.iter().all(|&b| b == 0);
        return Ok(if torn { Opening::NotBegun } else { Opening::Unknown });
    };
    match serde_json::from_slice::<Header>(line) {
        Ok(found) if found.tribunal == kind && found.format > FORMAT_VERSION => {
            Err(LinesError::Newer { path: path.to_path_buf(), found: found.format })
        }
        Ok(found) if found.tribunal == kind => Ok(Opening::Ours),
        Ok(found) if KINDS.contains(&found.tribunal.as_str()) => {
            Err(LinesError::Foreign { path: path.to_path_buf(), kind })
        }
        _ => Ok(Opening::Unknown),
    }
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
        Lines::begin(path, kind, disk, OpenOptions::new().read(true).append(true))
    }

    /// Creates a file of lines that is not there yet: no two processes can have created the same.
    pub fn create(
        path: &Path,
        kind: &'static str,
        disk: Arc<dyn Disk>,
    ) -> Result<Lines, LinesError> {
        Lines::begin(path, kind, disk, OpenOptions::new().read(true).append(true).create_new(true))
    }

    fn begin(
        path: &Path,
        kind: &'static str,
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
                disk.write(&file, format!("{}\n", header(kind)).as_bytes()).map_err(io)?;
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
mod tests {
    use super::*;
    use crate::store::RealDisk;

    fn open(path: &Path) -> Lines {
        Lines::open(path, "test", Arc::new(RealDisk)).unwrap()
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
            let refused = Lines::open(&path, "test", Arc::new(RealDisk)).err().unwrap();
            assert!(matches!(refused, LinesError::Foreign { .. }), "{refused}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, "{\"tribunal\":\"test\",\"format\":2}\n").unwrap();
        let refused = Lines::open(&path, "test", Arc::new(RealDisk)).err().unwrap();
        assert!(matches!(refused, LinesError::Newer { found: 2, .. }), "{refused}");
    }
    #[test]
    fn a_damaged_first_line_costs_nothing_and_zeros_are_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([10, 20].iter()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap().replacen("tribunal", "tribumal", 1);
        std::fs::write(&path, text).unwrap();
        open(&path).append([30].iter()).unwrap();
        assert_eq!(contents(&path), (vec![10, 20, 30], vec![1]));
        std::fs::write(&path, [0; 20]).unwrap();
        open(&path).append([40].iter()).unwrap();
        assert_eq!(contents(&path), (vec![40], vec![]));
    }

    /// Takes half of a line and then nothing, not even a cut.
    struct Broken;
    impl Disk for Broken {
        fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
            RealDisk.write(file, &bytes[..bytes.len() / 2])?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn set_len(&self, _: &File, _: u64) -> io::Result<()> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
    }

    #[test]
    fn no_line_sticks_to_a_torn_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lines");
        open(&path).append([10].iter()).unwrap();
        let mut lines = Lines::open(&path, "test", Arc::new(Broken)).unwrap();
        let refused = lines.append([20].iter()).unwrap_err();
        assert!(refused.to_string().contains("lines: "), "{refused}");
        lines.disk = Arc::new(RealDisk);
        assert!(lines.append([30].iter()).is_err(), "appended to a torn line");
        open(&path).append([40].iter()).unwrap();
        assert_eq!(contents(&path), (vec![10, 40], vec![]));
    }

    /// Counts how often names are made safe.
    #[derive(Default)]
    struct Counting(std::sync::atomic::AtomicUsize);
    impl Disk for Counting {
        fn sync_folder(&self, _: &Path) -> io::Result<()> {
            self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            Ok(())
        }
    }

    #[test]
    fn the_name_of_a_new_file_is_made_safe() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Arc::new(Counting::default());
        for expected in [1, 1] {
            Lines::open(&dir.path().join("lines"), "test", disk.clone()).unwrap();
            assert_eq!(disk.0.load(std::sync::atomic::Ordering::SeqCst), expected);
        }
    }
}
