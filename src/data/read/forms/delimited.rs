//! Delimited text as a sheet: what may precede the header (comments, Excel's `sep=;`), row names without a name of their own, and
//! a delimiter behind the last field.

use std::path::Path;

use super::sniff::{self, Split, records, sniff};
use super::{DELIMITERS, Delimiter, FormOptions, MOST_CELLS, check_cells, numbers};
use crate::data::error::DataError;
use crate::data::read::csv::scan::Field;
use crate::data::read::cut;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text;
use crate::escape;

/// Reads delimited text.
pub fn read<'a>(file: &'a Path, text: &str, options: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let start = Start::of(text);
    let split = match options.delimiter.or(start.delimiter) {
        Some(delimiter) => sniff::split(file, start.rest, delimiter),
        None => sniff(file, start.rest),
    };
    let shift = |error: DataError| DataError { line: error.line.map(|l| l + start.lines), ..error };
    let mut sheet = body(file, start.rest, split).map_err(shift)?;
    sheet.header_line += start.lines;
    for row in &mut sheet.rows {
        row.line += start.lines;
    }
    let named = start.header(file, &sheet, split.delimiter);
    sheet.notes.extend(start.note(named.is_some()));
    if let Some(header) = named {
        let line = sheet.header_line;
        let first = std::mem::replace(&mut sheet.header, header);
        sheet.rows.insert(0, Row { line, cells: first });
        sheet.header_line = start.comment_line;
    }
    if sheet.rows.is_empty() {
        let remedy = "the first line must name the columns; check that this is the right file";
        return Err(DataError::file(file, "no rows below the first line", remedy));
    }
    if matches!(split.delimiter, Delimiter::Blanks | Delimiter::Char('|')) {
        let word = DELIMITERS.iter().find(|(_, delimiter)| *delimiter == split.delimiter);
        let word = word.map_or("", |(word, _)| word);
        sheet.notes.push(format!("the delimiter was found to be: {word}"));
    }
    drop_trailing(&mut sheet);
    Ok(sheet)
}

/// What precedes the header.
struct Start<'t> {
    /// The text from the header on.
    rest: &'t str,
    /// Lines before it.
    lines: usize,
    /// What Excel's first line declares.
    delimiter: Option<Delimiter>,
    /// Comments, and the last of them.
    comments: usize,
    last: &'t str,
    comment_line: usize,
}

impl<'t> Start<'t> {
    fn of(text: &'t str) -> Start<'t> {
        let mut start =
            Start { rest: text, lines: 0, delimiter: None, comments: 0, last: "", comment_line: 0 };
        while let Some((line, after)) = start.rest.split_once('\n') {
            let line = line.trim_matches([' ', '\r']);
            let declared = if start.lines == 0 { line.strip_prefix("sep=") } else { None };
            let mut declared = declared.into_iter().flat_map(str::chars);
            match (declared.next(), declared.next()) {
                (Some(delimiter), None) if delimiter != '"' => {
                    start.delimiter = Some(Delimiter::Char(delimiter));
                }
                // A `#` alone in its field is the name of the first column.
                _ if line.starts_with('#') && !line[1..].starts_with([',', ';', '\t', '|']) => {
                    start.comments += 1;
                    start.last = line;
                    start.comment_line = start.lines + 1;
                }
                _ if line.is_empty() && start.comments > 0 => {}
                _ => break,
            }
            start.lines += 1;
            start.rest = after;
        }
        if start.rest.trim().is_empty() {
            // Nothing but comments: then they are the table.
            return Start { rest: text, lines: 0, comments: 0, ..start };
        }
        start
    }

    /// The header, where it is the last comment: it has a name for each field of what follows, which has numbers.
    fn header(&self, file: &Path, sheet: &Sheet, delimiter: Delimiter) -> Option<Vec<String>> {
        let text = self.last.trim_start_matches('#').trim_start();
        let mut fields = Vec::new();
        let read = records(file, text, delimiter).record(&mut fields);
        let names = trimmed(&fields);
        let is_number = |name: &String| numbers::looks_like_number(name);
        let is_header = self.comments > 0
            && read.is_ok()
            && names.len() > 1
            && names.len() == sheet.header.len()
            && !names.iter().any(is_number)
            && sheet.header.iter().any(is_number);
        is_header.then_some(names)
    }

    fn note(&self, is_header: bool) -> Option<String> {
        let left_out = self.comments - usize::from(is_header);
        let header = is_header.then(|| {
            format!("the header was taken from the comment on line {}", self.comment_line)
        });
        let s = if left_out == 1 { "" } else { "s" };
        let skipped = (left_out > 0)
            .then(|| format!("{left_out} line{s} with `#` before the header skipped"));
        match (header, skipped) {
            (Some(header), Some(skipped)) => Some(format!("{header}; {skipped}")),
            (header, skipped) => header.or(skipped),
        }
    }
}

/// The header and the rows below it.
fn body<'a>(file: &'a Path, text: &str, split: Split) -> Result<Sheet<'a>, DataError> {
    let mut records = records(file, text, split.delimiter);
    let mut fields = Vec::new();
    if !records.record(&mut fields)? {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file is empty", remedy));
    }
    let line = fields.first().map_or(1, |f| f.line);
    let mut sheet = Sheet::new(file, trimmed(&fields), line, Vec::new());
    let nameless = split.rows == Some(sheet.header.len() + 1);
    if nameless {
        sheet.header.insert(0, String::new());
    }
    loop {
        match records.record(&mut fields) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(error.in_column(sheet.column_name(fields.len()))),
        }
        let line = fields.first().map_or(1, |f| f.line);
        if fields.len() != sheet.header.len() {
            let remedy = "give every row the same number of fields; quote a field that contains the delimiter";
            return Err(text::ragged(file, line, fields.len(), sheet.header.len(), remedy));
        }
        if sheet.rows.len().saturating_mul(fields.len()) > MOST_CELLS {
            check_cells(file, sheet.rows.len(), fields.len())?;
        }
        sheet.rows.push(Row { line, cells: trimmed(&fields) });
    }
    if nameless {
        if split.delimiter == Delimiter::Char(',') {
            check_cut(&sheet)?;
        }
        name_rows(&mut sheet);
    }
    Ok(sheet)
}

/// Refuses numbers that are cut at their decimal commas, for which rows have more fields than the header, too.
fn check_cut(sheet: &Sheet) -> Result<(), DataError> {
    let columns: Vec<Vec<&str>> = (0..sheet.header.len())
        .map(|column| sheet.rows.iter().map(|row| row.text(column)).collect())
        .collect();
    let Some(at) = cut::cut_numbers(&columns, 1) else { return Ok(()) };
    let Some(first) = sheet.rows.first() else { return Ok(()) };
    Err(cut::refused(sheet.file, first.line, first.text(at), first.text(at + 1), ""))
}

/// Rows with one field more than the header: R does not name the column of row names, and others end rows with a delimiter.
fn name_rows(sheet: &mut Sheet) {
    let last = sheet.header.len() - 1;
    if sheet.rows.iter().all(|row| row.text(last).is_empty()) {
        sheet.header.remove(0);
        for row in &mut sheet.rows {
            row.cells.pop();
        }
        return;
    }
    sheet.notes.push(
        "every row has one field more than the header: the first column is taken for row names, as R writes them"
            .to_owned(),
    );
}

/// Removes an empty column behind the last delimiter.
fn drop_trailing(sheet: &mut Sheet) {
    let last = sheet.header.len().saturating_sub(1);
    let is_empty = sheet.header.get(last).is_some_and(String::is_empty);
    if last > 1 && is_empty && sheet.rows.iter().all(|row| row.text(last).is_empty()) {
        sheet.header.pop();
        for row in &mut sheet.rows {
            row.cells.pop();
        }
    }
}

/// Quoted fields keep their blanks in CSV, but no name of a dataset means to begin with one. What our own tables put before
/// a name that a spreadsheet would compute is taken off.
fn trimmed(fields: &[Field]) -> Vec<String> {
    fields.iter().map(|field| escape::from_cell(field.text.trim()).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet<'static> {
        read(Path::new("f"), text, &FormOptions::default()).unwrap()
    }

    #[test]
    fn what_precedes_the_header_is_skipped_or_obeyed() {
        let found = sheet("# made by x\n#\n\nd,A,B\nx,1,2\n");
        assert_eq!((found.header.len(), found.header_line, found.rows[0].line), (3, 4, 5));
        assert!(found.notes[0].contains("2 lines with `#`"), "{:?}", found.notes);
        let found = sheet("sep=;\r\nd;A;B, C\r\nx;1;2\r\n");
        assert_eq!(found.header, ["d", "A", "B, C"]);
        // A header that is written as a comment, for the long layout too.
        for text in ["# dataset,A,B\nx,1,2\ny,3,4\n", "# by me\n#dataset,method,value\nx,a,2\n"] {
            let found = sheet(text);
            assert_eq!(found.header[0], "dataset", "{text}");
            assert_eq!(found.rows[0].text(0), "x");
            assert_eq!(found.rows[0].line, found.header_line + 1);
            assert!(found.notes[0].contains("header was taken from the comment"));
        }
        let error = read(Path::new("f"), "# c\n\nd,A,B\nx,1\n", &FormOptions::default());
        assert_eq!(error.unwrap_err().line, Some(4));
        assert_eq!(sheet("#,A\n#1,2\n").header, ["#", "A"]);
    }

    #[test]
    fn rows_of_r_and_trailing_delimiters_are_understood() {
        let found = sheet("\"A\" \"B\"\n\"iris\" 0.9 0.8\n\"wine\" 0.7 0.6\n");
        assert_eq!(found.header, ["", "A", "B"]);
        assert!(found.notes.iter().any(|note| note.contains("row names")), "{:?}", found.notes);
        let cut = read(Path::new("f"), "d,A\nx,0,95\ny,0,9\n", &FormOptions::default());
        assert!(cut.unwrap_err().problem.contains("`0,95`"));
        assert_eq!(sheet("d,A\nx,12,95\ny,3,9\n").header, ["", "d", "A"]);
        assert_eq!(sheet("d,A,B,\nx,1,2,\n").header, ["d", "A", "B"]);
        let found = sheet("d,A,B\nx,1,2,\ny,3,4,\n");
        assert_eq!((found.header.len(), found.rows[1].text(2)), (3, "4"));
    }
}
