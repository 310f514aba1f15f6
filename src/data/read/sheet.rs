//! A table of results as rows of text under a header, with the lines to blame in errors. Files of any form become one
//! (`forms`). It does not know what the columns mean.

use std::collections::BTreeMap;
use std::path::Path;

use super::forms::{FormOptions, delimited};
use crate::data::error::DataError;
use crate::measure::Direction;

/// A header and the rows below it, every row as long as the header.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// The file as the user named it.
    pub file: &'a Path,
    /// Names of the columns, without blanks around them.
    pub header: Vec<String>,
    /// The line of the header.
    pub header_line: usize,
    /// At least one.
    pub rows: Vec<Row>,
    /// How the file was understood, where that was not certain.
    pub notes: Vec<String>,
    /// Which way metrics are better, where the file says so.
    pub directions: BTreeMap<String, Direction>,
}

/// A row of a sheet.
#[derive(Debug)]
pub struct Row {
    /// The line it begins on.
    pub line: usize,
    /// Texts without blanks around them.
    pub cells: Vec<String>,
}

impl Row {
    /// The text in a column; every row has every column of the header.
    pub fn text(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

impl<'a> Sheet<'a> {
    /// A sheet of which nothing more is known.
    pub fn new(
        file: &'a Path,
        header: Vec<String>,
        header_line: usize,
        rows: Vec<Row>,
    ) -> Sheet<'a> {
        let (notes, directions) = (Vec::new(), BTreeMap::new());
        Sheet { file, header, header_line, rows, notes, directions }
    }

    /// Splits delimited text into its records.
    pub fn parse(file: &'a Path, text: &str) -> Result<Sheet<'a>, DataError> {
        delimited::read(file, text, &FormOptions::default())
    }

    /// The columns that go by one of these names, whatever their case, blanks and hyphens.
    pub fn columns_called(&self, names: &[&str]) -> Vec<usize> {
        let called = |name: &&String| names.contains(&plain(name).as_str());
        let columns = self.header.iter().enumerate();
        columns.filter(|(_, name)| called(name)).map(|(column, _)| column).collect()
    }

    /// What is wrong with one cell.
    pub fn error(
        &self,
        line: usize,
        column: usize,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> DataError {
        DataError::line(self.file, line, problem, remedy).in_column(self.column_name(column))
    }

    /// The name of a column for errors, which its number is where the header leaves it empty.
    pub fn column_name(&self, column: usize) -> String {
        match self.header.get(column) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => (column + 1).to_string(),
        }
    }
}

/// A name as people mean it: `Data set`, `data_set` and `dataset` are one.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_refused_with_its_line() {
        for (text, line, words) in [
            ("d,a,b\n\nx,1\n", Some(3), "row has 2 fields, expected 3"),
            ("d,a,b\n", None, "no rows"),
            ("  \n", None, "empty"),
            ("d,a,b\nx,\"1,2\n", Some(2), "never closed"),
        ] {
            let error = Sheet::parse(Path::new("f"), text).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.problem.contains(words), "{error}");
        }
    }

    #[test]
    fn columns_are_found_whatever_their_case() {
        let sheet = Sheet::parse(Path::new("f"), "Data Set,DATA_SET,x\na,b,c").unwrap();
        assert_eq!(sheet.columns_called(&["dataset"]), [0, 1]);
        assert_eq!(sheet.column_name(2), "x");
        assert_eq!(sheet.column_name(3), "4");
    }
}
