//! Files below folders: what several readers need that take folders as well as files. It knows endings of names, not what
//! is in a file.

use std::path::{Path, PathBuf};

use crate::data::error::DataError;
use crate::data::load;
use crate::data::read::text::shown;

/// Files of a folder.
const MOST_FILES: usize = 1_000_000;
/// Folders inside folders.
const DEEPEST: usize = 20;

/// The files in a folder and in the folders inside it whose names have one of these endings (in lower case, with the dot),
/// packed by gzip or not, in order. Hidden files are left out; links to folders are not followed.
pub fn files_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, DataError> {
    let mut files = Vec::new();
    walk(folder, DEEPEST, endings, &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(
    folder: &Path,
    deeper: usize,
    endings: &[&str],
    files: &mut Vec<PathBuf>,
) -> Result<(), DataError> {
    let unreadable = |e: std::io::Error| load::unreadable(folder, &e, "check the path");
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && deeper > 0 {
            walk(&path, deeper - 1, endings, files)?;
        }
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        if endings.iter().any(|ending| plain.ends_with(ending)) && path.is_file() {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            let problem = format!("the folder holds more than {MOST_FILES} files");
            return Err(DataError::file(folder, problem, "give a part of it at a time"));
        }
    }
    Ok(())
}

/// How many names are shown of files that were left alone.
const MOST_SHOWN: usize = 5;

/// Names files of folders that were not read, so that a mistyped one is seen; `why` says what they are not.
pub fn left_alone(mut files: Vec<PathBuf>, why: &str) -> Option<String> {
    files.sort();
    let s = if files.len() == 1 { "" } else { "s" };
    let names: Vec<String> = files.iter().take(MOST_SHOWN).map(|file| shown(&tail(file))).collect();
    let more = files.len().saturating_sub(MOST_SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!files.is_empty()).then(|| {
        format!(
            "{} other file{s} in the folders left alone, {why}: {}{more}",
            files.len(),
            names.join(", ")
        )
    })
}

/// The end of a path, which tells more of a file than the folders it begins with.
fn tail(file: &Path) -> String {
    let parts: Vec<_> = file.components().rev().take(2).collect();
    parts.into_iter().rev().collect::<PathBuf>().display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_endings_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("b/c");
        std::fs::create_dir_all(&inside).unwrap();
        for name in ["z.csv", "a.CSV.gz", "b/c/x.tst", "b/c/.x.csv", "b/notes.txt"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let found = files_below(folder.path(), &[".csv", ".tst"]).unwrap();
        let expected = ["a.CSV.gz", "b/c/x.tst", "z.csv"].map(|name| folder.path().join(name));
        assert_eq!(found, expected);
        assert!(files_below(&folder.path().join("none"), &[".csv"]).is_err());
    }
}
