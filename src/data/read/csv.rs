//! Comma-separated text (RFC 4180, with any delimiter). How the file is laid out is found first; then the types of columns
//! are found from their cells, in one pass and without copying cells. It knows nothing of what the columns mean.

mod cells;
mod comments;
mod decimal;
mod header;
mod layout;
#[cfg(test)]
mod layout_tests;
mod names;
mod sample;
pub(crate) mod scan;
mod separator;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;
use std::path::Path;

use self::cells::{Cells, Part, Rules};
use self::layout::Header;
use self::names::{check_header, column_names, numbered_note, unnamed};
use self::scan::{Dialect, Field, Scanner, Separator};
use super::text::{self, shown};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};

/// Reads a CSV file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    check_option(file, options)?;
    let layout = layout::find(file, text, options)?;
    let mut scanner = Scanner::with(file, layout.body, layout.dialect).starting_at(layout.line);
    let mut fields = Vec::new();
    if !scanner.record(&mut fields)? {
        return Err(DataError::file(
            file,
            "the file is empty",
            "check that it was written completely",
        ));
    }
    if let Separator::Char(delimiter) = layout.dialect.separator {
        check_delimiter(file, &fields, delimiter)?;
    }
    let header_line = fields.first().map_or(1, |f| f.line);
    let names = column_names(file, &layout, &mut fields)?;
    let known: Vec<&str> = names.iter().map(String::as_str).filter(|n| !n.is_empty()).collect();
    let last = known.last().map(ToString::to_string);
    let target = text::choose_target(file, &known, options, last.into_iter().collect())?;
    let rules = Rules { options, signs: layout.signs, further: layout.further };
    let columns =
        names.iter().map(|name| Cells::new(part(name, &target, options), options)).collect();
    let mut rows = Rows { columns, lines: Vec::new(), empty: 0 };
    rows.read(file, &mut scanner, fields, &names, &rules)?;
    if layout.header == Header::Expected {
        check_header(file, header_line, &names, &rows.columns)?;
    }
    let mut notes = layout.notes;
    notes.extend(comment_note(&layout.dialect, scanner.comments()));
    if rows.empty > 0 {
        let s = if rows.empty == 1 { " is" } else { "s are" };
        notes.push(format!("{} row{s} left out because every field is empty", rows.empty));
    }
    if options.sniff && layout.header == Header::Absent {
        notes.push(numbered_note(&names, &target, options));
    }
    let lines = rows.lines;
    let (columns, more) = finish(file, names, rows.columns, lines.len(), &rules)?;
    notes.extend(more);
    let table = Table { columns, rows: lines.len() };
    Ok(ReadTable { table, lines, target, declares_classes: false, notes })
}

/// The rows that were read so far.
struct Rows<'a> {
    columns: Vec<Cells<'a>>,
    /// The line of each.
    lines: Vec<usize>,
    /// How many without a value were left out.
    empty: usize,
}

impl<'a> Rows<'a> {
    /// Reads all that are left. Without a header the first record is still in `fields`.
    fn read(
        &mut self,
        file: &Path,
        scanner: &mut Scanner<'a>,
        mut fields: Vec<Field<'a>>,
        names: &[String],
        rules: &Rules,
    ) -> Result<(), DataError> {
        loop {
            if rules.options.sniff && fields.len() > 1 && fields.iter().all(is_empty) {
                self.empty += 1;
            } else if let Some(first) = fields.first() {
                if fields.len() != names.len() {
                    let remedy = "give every row the same number of fields; quote a field that contains the delimiter, such as a number with a decimal comma";
                    return Err(text::ragged(file, first.line, fields.len(), names.len(), remedy));
                }
                self.lines.push(first.line);
                for (column, field) in self.columns.iter_mut().zip(fields.drain(..)) {
                    column.push(field, rules);
                }
            }
            match scanner.record(&mut fields) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => {
                    return Err(match names.get(fields.len()) {
                        Some(name) => error.in_column(name),
                        None => error,
                    });
                }
            }
        }
    }
}

fn is_empty(field: &Field) -> bool {
    field.text.is_empty()
}

fn part(name: &String, target: &[String], options: &ReadOptions) -> Part {
    match () {
        () if options.target_is_nominal && target.contains(name) => Part::Classes,
        () if options.unread.contains(name) => Part::Unread,
        () if options.nominal.contains(name) => Part::Nominal,
        () => Part::Free,
    }
}

/// Types every column. Columns without a name are left out if they only count or name the rows, or are empty.
fn finish(
    file: &Path,
    names: Vec<String>,
    columns: Vec<Cells>,
    rows: usize,
    rules: &Rules,
) -> Result<(Vec<Column>, Vec<String>), DataError> {
    let (mut kept, mut notes) = (Vec::new(), Vec::new());
    let mut words: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (position, (name, cells)) in (1..).zip(names.into_iter().zip(columns)) {
        if name.is_empty() {
            notes.push(left_out(file, position, &cells, rows)?);
            continue;
        }
        if rows == 0 {
            kept.push(Column { name, values: Values::Numeric(Vec::new().into()) });
            continue;
        }
        let finished = cells.finish(file, &name, rules)?;
        for (word, times) in finished.words {
            let (count, places) = words.entry(word).or_default();
            *count += times;
            places.push(name.clone());
        }
        notes.extend(finished.notes);
        kept.extend(finished.values.map(|values| Column { name, values }));
    }
    for (word, (count, places)) in words {
        let places = text::listed(places.iter().map(String::as_str));
        notes.push(text::missing_note(&word, count, &places));
    }
    Ok((kept, notes))
}

/// Why a column without a name is no column of the table.
fn left_out(file: &Path, position: usize, cells: &Cells, rows: usize) -> Result<String, DataError> {
    if cells.is_empty() {
        return Ok(format!("column {position} has neither a name nor values and is left out"));
    }
    match cells.names_rows(rows).filter(|_| position == 1) {
        Some(does) => Ok(format!("column {position} has no name and {does}, so it is left out")),
        None => Err(DataError { line: None, ..unnamed(file, 1, position) }),
    }
}

fn comment_note(dialect: &Dialect, count: usize) -> Option<String> {
    let mark = dialect.comment.filter(|_| count > 0)?;
    let lines =
        if count == 1 { "1 line that begins".into() } else { format!("{count} lines that begin") };
    Some(format!("{lines} with `{mark}` between the rows are comments and left out"))
}

/// Refuses settings that no file can have.
fn check_option(file: &Path, options: &ReadOptions) -> Result<(), DataError> {
    if let Some(delimiter) = options.delimiter.filter(|d| matches!(d, '"' | '\n' | '\r')) {
        let problem = format!("{delimiter:?} cannot be the delimiter");
        return Err(DataError::file(file, problem, "set `delimiter` to another character"));
    }
    match options.decimal {
        Some(mark) if options.delimiter == Some(mark) => {
            let problem = format!("{mark:?} is both `delimiter` and `decimal`");
            Err(DataError::file(file, problem, "correct one of them"))
        }
        Some(mark) if mark != '.' && mark != ',' => {
            let problem = format!("{mark:?} cannot be the decimal mark");
            Err(DataError::file(file, problem, "set `decimal` to \".\" or \",\""))
        }
        _ => Ok(()),
    }
}

/// Refuses a first line that is one field only because it was split at the wrong character.
fn check_delimiter(file: &Path, fields: &[Field], delimiter: char) -> Result<(), DataError> {
    let [only] = fields else { return Ok(()) };
    let other =
        [';', '\t', '|', ','].into_iter().find(|&c| c != delimiter && only.text.contains(c));
    match other {
        Some(other) if !only.quoted => {
            let problem = format!(
                "the first line has no delimiter {delimiter:?}, but it has {other:?}: {}",
                shown(&only.text)
            );
            let remedy = format!("set `delimiter = \"{}\"`", other.escape_default());
            Err(DataError::line(file, only.line, problem, remedy))
        }
        _ => Ok(()),
    }
}
