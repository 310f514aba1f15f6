//! Comma-separated text (RFC 4180, with any delimiter). How the file is laid out is found first; then the types of columns
//! are found from their cells, in one pass and without copying cells. It knows nothing of what the columns mean.

mod cells;
mod comments;
mod decimal;
mod header;
mod layout;
#[cfg(test)]
mod layout_tests;
mod sample;
pub(crate) mod scan;
mod separator;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use self::cells::{Cells, Part, Rules};
use self::layout::{Header, Layout};
use self::scan::{Dialect, Field, Scanner, Separator};
use super::text::{self, shown};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};

/// Reads a CSV file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    check_option(file, options)?;
    let layout = layout::find(file, text, options)?;
    let mut scanner = Scanner::with(file, layout.body, layout.dialect).from_line(layout.line);
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
    let rules = Rules { options, decimal: layout.decimal };
    let mut columns: Vec<Cells> =
        names.iter().map(|name| Cells::new(part(name, &target, options))).collect();
    let mut lines = Vec::new();
    loop {
        // Without a header the first record is still waiting here.
        if let Some(first) = fields.first() {
            if fields.len() != names.len() {
                let remedy = "give every row the same number of fields; quote a field that contains the delimiter";
                return Err(text::ragged(file, first.line, fields.len(), names.len(), remedy));
            }
            lines.push(first.line);
            for (column, field) in columns.iter_mut().zip(fields.drain(..)) {
                column.push(field, &rules);
            }
        }
        match scanner.record(&mut fields) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                return Err(match names.get(fields.len()) {
                    Some(name) => error.in_column(name),
                    None => error,
                });
            }
        }
    }

    if layout.header == Header::Expected {
        check_header(file, header_line, &names, &columns)?;
    }
    let mut notes = layout.notes;
    notes.extend(comment_note(&layout.dialect, scanner.comments()));
    if options.sniff && layout.header == Header::Absent {
        notes.push(numbered_note(&names, &target, options));
    }
    let (columns, more) = finish(file, names, columns, lines.len(), &rules)?;
    notes.extend(more);
    let table = Table { columns, rows: lines.len() };
    Ok(ReadTable { table, lines, target, declares_classes: false, notes })
}

fn part(name: &String, target: &[String], options: &ReadOptions) -> Part {
    match () {
        () if options.target_is_nominal && target.contains(name) => Part::Classes,
        () if options.unread.contains(name) => Part::Unread,
        () if options.nominal.contains(name) => Part::Nominal,
        () => Part::Free,
    }
}

/// The names of the columns; empty for a first or last column without one. What remains in `fields` is data.
fn column_names(
    file: &Path,
    layout: &Layout,
    fields: &mut Vec<Field>,
) -> Result<Vec<String>, DataError> {
    let mut names = match &layout.header {
        Header::Absent => (1..=fields.len()).map(|i| format!("c{i}")).collect(),
        Header::Above(names) => names.clone(),
        header => {
            let mut names = header_names(file, fields, *header == Header::Expected)?;
            fields.clear();
            match header {
                Header::WithoutRowNames => names.insert(0, String::new()),
                Header::WithoutLast => names.push(String::new()),
                _ => {}
            }
            names
        }
    };
    if let Some(last) = names.last_mut().filter(|_| layout.ends_empty) {
        last.clear();
    }
    Ok(names)
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
        notes.extend(finished.note);
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
    match cells.names_rows(rows) {
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

fn numbered_note(names: &[String], target: &[String], options: &ReadOptions) -> String {
    let found = if options.header.is_none() {
        "the first line is data (`header = true` takes it for names), so the columns"
    } else {
        "the columns"
    };
    let last = names.iter().rev().find(|name| !name.is_empty()).map_or("c1", String::as_str);
    let goal = match target {
        [target] if options.target.is_empty() => {
            format!("; the last one, `{target}`, is the target unless `target` names another")
        }
        _ => String::new(),
    };
    format!("{found} are called c1 to {last}{goal}")
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

/// The names in the first record. Where it was not judged before, a row of numbers and every empty name are refused.
fn header_names(file: &Path, fields: &[Field], unjudged: bool) -> Result<Vec<String>, DataError> {
    let no_header = "set `header = false` if the file has no header line";
    let line = fields.first().map_or(1, |f| f.line);
    if unjudged && fields.iter().all(|f| text::number(&f.text).is_some()) {
        let problem = "the header is a row of numbers, so it looks like data";
        return Err(DataError::line(file, line, problem, no_header));
    }
    let mut seen = BTreeSet::new();
    for (position, field) in (1..).zip(fields) {
        if field.text.trim().is_empty() {
            let at_an_end = position == 1 || position == fields.len();
            if unjudged || !at_an_end {
                return Err(unnamed(file, field.line, position));
            }
            continue;
        }
        if !seen.insert(field.text.as_ref()) {
            let problem = format!("two columns have the name {}", shown(&field.text));
            let remedy = format!("rename one of them; {no_header}");
            return Err(DataError::line(file, field.line, problem, remedy).in_column(&*field.text));
        }
    }
    let name = |field: &Field| match field.text.trim() {
        "" => String::new(),
        _ => field.text.to_string(),
    };
    Ok(fields.iter().map(name).collect())
}

fn unnamed(file: &Path, line: usize, position: usize) -> DataError {
    let problem = format!("column {position} has no name in the header");
    let remedy = "name it, or remove it if it is a row number; set `header = false` if the file has no header line";
    DataError::line(file, line, problem, remedy)
}

/// Refuses a header like `5.1,3.5,setosa` over a column of labels like `setosa`: a row would be lost without a word.
/// A number among the names is required, because a column may well be named after one of its labels.
fn check_header(
    file: &Path,
    line: usize,
    names: &[String],
    columns: &[Cells],
) -> Result<(), DataError> {
    if !names.iter().any(|name| text::number(name).is_some()) {
        return Ok(());
    }
    let labelled = names.iter().zip(columns).find(|(name, cells)| {
        text::number(name).is_none() && cells.labels().iter().any(|l| l == *name)
    });
    let Some((name, _)) = labelled else { return Ok(()) };
    let problem = format!(
        "the header looks like data: {} is a value of the column it names, and other names are numbers",
        shown(name)
    );
    let remedy = "set `header = false`, or rename the column";
    Err(DataError::line(file, line, problem, remedy).in_column(name))
}
