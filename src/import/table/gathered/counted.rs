//! Lines of several files that are counted through all while they are read as one table, and led back to the file and line that
//! they are about in what is said of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::analysis::ScoreFile;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

/// The files, and how many lines precede each.
#[derive(Default)]
pub struct Parts {
    files: Vec<(PathBuf, usize)>,
    lines: usize,
    /// Notes on single files, whose lines are their own.
    pub said: BTreeSet<String>,
}

impl Parts {
    /// Adds a file; the number of lines before it.
    pub fn add(&mut self, sheet: &Sheet) -> usize {
        let offset = self.lines;
        self.files.push((sheet.file.to_path_buf(), offset));
        let last = sheet.rows.iter().map(|row| row.line).max().unwrap_or(0);
        self.lines += last.max(sheet.header_line);
        offset
    }

    /// The file and the line in it of a line that was counted through all.
    fn place(&self, line: usize) -> Option<(&Path, usize)> {
        let (file, offset) = self.files.iter().rev().find(|(_, offset)| *offset < line)?;
        Some((file, line - offset))
    }

    /// The error about the file that it is about.
    pub fn located(&self, mut error: DataError) -> DataError {
        error.problem = self.lines_named(&error.problem);
        if let Some((file, line)) = error.line.and_then(|line| self.place(line)) {
            error.file = file.to_path_buf();
            error.line = Some(line);
        }
        error
    }

    /// What was found, with the file at every line that a note names.
    pub fn named(&self, mut file: ScoreFile) -> ScoreFile {
        let counted = |note: &String| !self.said.contains(note);
        for note in file.notes.iter_mut().chain(&mut file.caveats) {
            if counted(note) {
                *note = self.lines_named(note);
            }
        }
        file
    }

    /// A text in which `line 12` becomes `line 2 of FILE`.
    fn lines_named(&self, text: &str) -> String {
        let mut named = String::new();
        for (at, piece) in text.split("line ").enumerate() {
            let end = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            let (digits, after) = piece.split_at(end);
            let place = digits.parse().ok().filter(|_| at > 0).and_then(|line| self.place(line));
            named.push_str(if at > 0 { "line " } else { "" });
            match place {
                Some((file, line)) => {
                    named.push_str(&format!("{line} of {}{after}", file.display()))
                }
                None => named.push_str(piece),
            }
        }
        named
    }
}
