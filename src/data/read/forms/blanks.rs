//! Lines whose fields are separated by runs of blanks or tabs, as R's `write.table` and pandas' `to_string` write them. Quotes
//! keep blanks together.

use std::borrow::Cow;
use std::path::Path;

use crate::data::error::DataError;
use crate::data::read::csv::scan::{Field, Scanner};
use crate::data::read::text::{check_width, shown};

/// Walks over the records of a text with any delimiter.
pub enum Records<'a> {
    /// One character between fields.
    Delimited(Scanner<'a>),
    /// Runs of blanks between fields.
    Blanks(BlankLines<'a>),
}

impl<'a> Records<'a> {
    /// Replaces `fields` by the next record that is not blank; false at the end of the text.
    pub fn record(&mut self, fields: &mut Vec<Field<'a>>) -> Result<bool, DataError> {
        match self {
            Records::Delimited(scanner) => scanner.record(fields),
            Records::Blanks(lines) => lines.record(fields),
        }
    }
}

/// Walks over lines with blanks between fields.
pub struct BlankLines<'a> {
    file: &'a Path,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
}

impl<'a> BlankLines<'a> {
    /// The beginning of a text.
    pub fn new(file: &'a Path, text: &'a str) -> BlankLines<'a> {
        BlankLines { file, lines: text.lines().enumerate() }
    }

    fn record(&mut self, fields: &mut Vec<Field<'a>>) -> Result<bool, DataError> {
        fields.clear();
        let Some((at, text)) = self.lines.by_ref().find(|(_, line)| !line.trim().is_empty()) else {
            return Ok(false);
        };
        let line = at + 1;
        let mut rest = text.trim();
        while !rest.is_empty() {
            let quoted = rest.starts_with('"');
            let (field, after) = if quoted { self.quoted(rest, line)? } else { plain(rest) };
            fields.push(Field { text: Cow::Borrowed(field), line, quoted });
            check_width(self.file, line, fields.len())?;
            rest = after.trim_start();
        }
        Ok(true)
    }

    /// The text between two quotes, and what follows. A quote inside a name is too rare to be worth a rule.
    fn quoted(&self, text: &'a str, line: usize) -> Result<(&'a str, &'a str), DataError> {
        let found = text.get(1..).and_then(|inside| inside.split_once('"'));
        let closed =
            found.filter(|(_, after)| after.is_empty() || after.starts_with(char::is_whitespace));
        closed.ok_or_else(|| {
            let problem =
                format!("the quote before {} is not closed, or text follows it", shown(text));
            DataError::line(self.file, line, problem, "put the whole field between quotes")
        })
    }
}

fn plain(text: &str) -> (&str, &str) {
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}
