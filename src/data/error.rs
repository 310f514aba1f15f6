//! The one error of everything that reads data. It names the file, the line and the column, says what is wrong
//! there and what to do about it, because whoever meets it has a file open in an editor and nothing else.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::escape::{visible, visible_line};
use crate::files;

/// What is wrong with a data file, where, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    /// The file as the user named it.
    pub file: PathBuf,
    /// Line in the (decompressed) text, counted from 1, where one line is to blame.
    pub line: Option<usize>,
    /// Name of the column, where one column is to blame.
    pub column: Option<String>,
    /// What is wrong: a lower-case fragment.
    pub problem: String,
    /// What the user can do: a lower-case fragment, empty where there is nothing sensible to say.
    pub remedy: String,
}

impl DataError {
    /// An error about a file as a whole.
    pub fn file(file: &Path, problem: impl Into<String>, remedy: impl Into<String>) -> DataError {
        DataError {
            file: file.to_path_buf(),
            line: None,
            column: None,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }

    /// An error about one line of a file.
    pub fn line(
        file: &Path,
        line: usize,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> DataError {
        DataError { line: Some(line), ..DataError::file(file, problem, remedy) }
    }

    /// The error and its remedy, in the style of a diagnostic; its place is part of the message.
    pub fn render(&self, colour: bool) -> String {
        let (bold, red, off) =
            if colour { ("\x1b[1m", "\x1b[1;31m", "\x1b[0m") } else { ("", "", "") };
        let mut text = format!("{red}error{off}{bold}: {self}{off}");
        if !self.remedy.is_empty() {
            text.push_str(&format!("\n{bold}help{off}: {}", visible(&self.remedy)));
        }
        text
    }

    /// The same error, with the column to blame.
    pub fn in_column(self, column: impl Into<String>) -> DataError {
        DataError { column: Some(column.into()), ..self }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible_line(&files::shown_name(&self.file).display().to_string()))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column `{}`", visible_line(column))?;
        }
        write!(f, ": {}", visible(&self.problem))
    }
}

impl std::error::Error for DataError {}
