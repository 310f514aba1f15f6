//! The first line of a file of lines: what it says, and whose file it is.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::{FORMAT_VERSION, LinesError};
use crate::files;

#[derive(Deserialize)]
struct Header {
    tribunal: String,
    format: u32,
    /// The vector instructions of the machine that writes the file, if it says so.
    #[serde(default)]
    vectors: Option<String>,
}

/// The first line of a kind of file.
pub fn header(kind: &str) -> String {
    format!(r#"{{"tribunal":"{kind}","format":{FORMAT_VERSION}}}"#)
}

/// The first line of a file whose machine matters.
pub fn long_header(kind: &str, vectors: &str) -> String {
    format!(r#"{{"tribunal":"{kind}","format":{FORMAT_VERSION},"vectors":"{vectors}"}}"#)
}

/// The vector instructions that the first line of a file names; `None` if there is no such file, or it does not say.
pub fn vectors_of(path: &Path) -> Result<Option<String>, LinesError> {
    let io = |error| LinesError::Io { path: path.to_path_buf(), error };
    let file = match files::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    let mut first = Vec::new();
    BufReader::new(file.take(MOST_HEADER)).read_until(b'\n', &mut first).map_err(io)?;
    Ok(serde_json::from_slice::<Header>(&first).ok().and_then(|header| header.vectors))
}

/// Bytes of a first line, at most.
const MOST_HEADER: u64 = 1000;

/// The kinds of files that there are: a file that says it is another of them is no damaged one of ours.
const KINDS: [&str; 3] = ["journal", "predictions", "curves"];

/// How a file opens.
pub enum Opening {
    /// Empty, or with a torn first line of ours.
    NotBegun,
    /// With our first line.
    Ours,
    /// With our first line, some bytes of which are damaged.
    Damaged,
    /// With something else: a damaged file if lines of ours follow, a foreign one if not.
    Unknown,
}

pub fn opening(path: &Path, kind: &'static str, first: &[u8]) -> Result<Opening, LinesError> {
    let Some(line) = first.strip_suffix(b"\n") else {
        // Zeros are what a failure of the power leaves of a line that was never synced.
        let (plain, long) = (header(kind), long_header(kind, ""));
        // What the long form has in common with all of its kind.
        let common = long.trim_end_matches("\"}").as_bytes();
        let torn = plain.as_bytes().starts_with(first)
            || common.starts_with(first)
            || first.starts_with(common)
            || first.iter().all(|&b| b == 0);
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
        _ if is_almost(line, kind) => Ok(Opening::Damaged),
        _ => Ok(Opening::Unknown),
    }
}

/// Whether a line is the first one of a kind of file with at most a quarter of its bytes changed. A file without further
/// lines, such as the predictions of a stream, cannot show in another way that it is ours.
fn is_almost(line: &[u8], kind: &str) -> bool {
    let near = |ours: &[u8]| {
        let equal = ours.iter().zip(line).filter(|(a, b)| a == b).count();
        4 * equal >= 3 * ours.len()
    };
    let (plain, long) = (header(kind), long_header(kind, ""));
    let common = long.trim_end_matches("\"}").as_bytes();
    (line.len() == plain.len() && near(plain.as_bytes()))
        || (line.len() > plain.len() && near(common))
}
