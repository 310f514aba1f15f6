//! JSON lines: one object per line, as loggers and data loaders write them.

use std::path::Path;

use super::super::FormOptions;
use super::parser::Parser;
use super::records::Records;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

/// Whether the first two lines are objects. A single object may be a table of another kind.
pub fn recognised(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_object = |line: &str| line.starts_with('{') && line.ends_with('}');
    lines.next().is_some_and(is_object) && lines.next().is_some_and(|line| line.starts_with('{'))
}

/// Reads one object after the other.
pub fn read<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let mut parser = Parser::new(file, text);
    let mut records = Records::new(file);
    while let Some((line, record)) = parser.next_value()? {
        records.add(line, &record)?;
    }
    records.into_sheet()
}
