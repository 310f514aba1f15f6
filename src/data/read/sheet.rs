//! A CSV file as rows of text under a header, with the lines to blame in errors. The delimiter is found from the
//! header, because nobody should have to describe a file that is read once. It does not know what the columns mean.

use std::path::Path;

use crate::data::error::DataError;
use crate::data::load;
use crate::data::read::csv::scan::{Field, Scanner};
use crate::data::read::text;
use crate::escape;
use crate::files;

/// Bytes of a table of results, unpacked; every cell is kept as text.
const MOST_BYTES: u64 = 500_000_000;

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
    /// Reads a file, gzipped or not.
    pub fn read(file: &'a Path) -> Result<Sheet<'a>, DataError> {
        let bytes = files::read_any(file, MOST_BYTES)
            .map_err(|e| load::unreadable(file, &e, "check the path"))?;
        let bytes = load::decompress(file, bytes, MOST_BYTES)?;
        Sheet::parse(file, text::decode(file, &bytes)?)
    }

    /// Splits a text into its records.
    pub fn parse(file: &'a Path, text: &str) -> Result<Sheet<'a>, DataError> {
        let mut scanner = Scanner::new(file, text, delimiter(file, text));
        let mut fields = Vec::new();
        if !scanner.record(&mut fields)? {
            let remedy = "check that it was written completely";
            return Err(DataError::file(file, "the file is empty", remedy));
        }
        let header_line = fields.first().map_or(1, |f| f.line);
        let header = trimmed(&fields);
        let mut sheet = Sheet { file, header, header_line, rows: Vec::new() };
        loop {
            match scanner.record(&mut fields) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Err(error.in_column(sheet.column_name(fields.len()))),
            }
            let line = fields.first().map_or(1, |f| f.line);
            if fields.len() != sheet.header.len() {
                let remedy = "give every row the same number of fields; quote a field that contains the delimiter";
                return Err(text::ragged(file, line, fields.len(), sheet.header.len(), remedy));
            }
            sheet.rows.push(Row { line, cells: trimmed(&fields) });
        }
        if sheet.rows.is_empty() {
            let remedy = "the first line must name the columns; check that this is the right file";
            return Err(DataError::file(file, "no rows below the first line", remedy));
        }
        Ok(sheet)
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

/// Quoted fields keep their blanks in CSV, but no name of a dataset means to begin with one. What our own tables put before
/// a name that a spreadsheet would compute is taken off.
fn trimmed(fields: &[Field]) -> Vec<String> {
    fields.iter().map(|field| escape::from_cell(field.text.trim()).to_owned()).collect()
}

/// The delimiter that splits the first record into the most fields; the first of several, and a comma if none does.
fn delimiter(file: &Path, text: &str) -> char {
    let mut best = (1, ',');
    for delimiter in [',', ';', '\t', '|'] {
        let mut fields = Vec::new();
        let read = Scanner::new(file, text, delimiter).record(&mut fields);
        if read.is_ok() && fields.len() > best.0 {
            best = (fields.len(), delimiter);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_that_splits_most() {
        for text in
            ["d,a,b\nx,1,2\n", "d;a;\"b, c\"\nx;1;2", "d\ta\tb\nx\t1\t2\n", "d|a|b\r\nx|1|2"]
        {
            let sheet = Sheet::parse(Path::new("f"), text).unwrap();
            assert_eq!((sheet.header.len(), sheet.rows[0].text(2)), (3, "2"), "{text}");
        }
    }

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
