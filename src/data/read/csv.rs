//! Comma-separated text (RFC 4180, with any delimiter). How the file is laid out is found first; then the types of columns
//! are found from their cells, in one pass and without copying cells. It knows nothing of what the columns mean.

mod cells;
mod comments;
mod decimal;
mod extra_lines;
mod header;
#[cfg(test)]
mod header_tests;
mod layout;
#[cfg(test)]
mod layout_tests;
mod names;
mod orange;
mod plan;
mod quoted_lines;
mod sample;
pub(crate) mod scan;
mod separator;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;
use std::path::Path;

use self::cells::{Cells, Part, Rules};
use self::extra_lines::{is_repeat, repeatable};
use self::layout::Header;
use self::names::{check_header, column_names, numbered_note, unnamed};
use self::plan::Plan;
use self::scan::{Dialect, Field, Scanner, Separator};
use super::text::{self, shown};
use super::{Facts, ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};
use crate::words;

/// Reads a CSV file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    check_option(file, options)?;
    match Some(text).filter(|_| options.sniff).and_then(quoted_lines::without_quotes) {
        Some(plain) => {
            let mut read = read_plain(file, &plain, options)?;
            read.notes.insert(0, "the quotes around whole lines are left out".to_owned());
            Ok(read)
        }
        None => read_plain(file, text, options),
    }
}

fn read_plain(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
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
    let repeats = options.sniff && layout.names_columns();
    let header = Some(&fields).filter(|_| repeats).and_then(|fields| repeatable(fields));
    let mut names = column_names(file, &layout, &mut fields)?;
    let orange = layout.orange.as_ref().map(|orange| (orange, orange.roles(&mut names)));
    let plan = Plan::new(file, options, &names, orange.as_ref().map(|(_, roles)| roles))?;
    for _ in 0..layout.orange.as_ref().map_or(0, |orange| orange.lines) {
        scanner.record(&mut fields)?;
        fields.clear();
    }
    let (options, target) = (&plan.options, plan.target);
    let rules = Rules { options, signs: layout.signs, further: layout.further };
    let columns =
        names.iter().map(|name| Cells::new(part(name, &target, options), options)).collect();
    let mut rows = Rows { columns, header, ..Rows::default() };
    rows.read(file, &mut scanner, fields, &names, &rules)?;
    if layout.header == Header::Expected {
        check_header(file, header_line, &names, &rows.columns)?;
    }
    let mut notes = layout.notes;
    notes.extend(orange.map(|(orange, roles)| orange.note(&roles)));
    notes.extend(comment_note(&layout.dialect, scanner.comments()));
    notes.extend(rows.notes());
    if options.sniff && layout.header == Header::Absent {
        notes.push(numbered_note(&names, &target, options));
    }
    let lines = rows.lines;
    let (mut columns, more, facts) = finish(file, names, rows.columns, lines.len(), &rules)?;
    columns.retain(|column| !plan.left_out.contains(&column.name));
    notes.extend(more);
    let table = Table { columns, rows: lines.len() };
    Ok(ReadTable { table, lines, target, declares_classes: plan.declares_classes, notes, facts })
}

/// The rows that were read so far.
#[derive(Default)]
struct Rows<'a> {
    columns: Vec<Cells<'a>>,
    /// The line of each.
    lines: Vec<usize>,
    /// How many without a value were left out.
    empty: usize,
    /// The header, where it may come again.
    header: Option<Vec<String>>,
    /// How often it did.
    repeats: usize,
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
            } else if self.header.as_ref().is_some_and(|header| is_repeat(&fields, header)) {
                self.repeats += 1;
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

impl Rows<'_> {
    /// What was left out.
    fn notes(&self) -> Vec<String> {
        let left_out = |count: usize, one: &str, many: &str| {
            (count > 0).then(|| format!("{} left out", words::count(count, one, many)))
        };
        let empty = left_out(self.empty, "row is", "rows are");
        let empty = empty.map(|what| format!("{what} because every field is empty"));
        let [one, many] = ["line that repeats the header is", "lines that repeat the header are"];
        let repeats = left_out(self.repeats, one, many);
        empty.into_iter().chain(repeats).collect()
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
) -> Result<(Vec<Column>, Vec<String>, Facts), DataError> {
    let (mut kept, mut notes, mut facts) = (Vec::new(), Vec::new(), Facts::default());
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
        facts.dates.extend(finished.is_date.then(|| name.clone()));
        kept.extend(finished.values.map(|values| Column { name, values }));
    }
    for (word, (count, places)) in words {
        let places = text::listed(places.iter().map(String::as_str));
        notes.push(text::missing_note(&word, count, &places));
        facts.missing_words.push(word);
    }
    Ok((kept, notes, facts))
}

/// Why a column without a name is no column of the table.
fn left_out(file: &Path, position: usize, cells: &Cells, rows: usize) -> Result<String, DataError> {
    if cells.is_empty() {
        return Ok(format!("column {position} has neither a name nor values and is left out"));
    }
    match cells.names_rows(rows).filter(|_| position == 1) {
        Some(does) => Ok(format!("column {position} has no name and {does}, so it is left out")),
        None => Err(DataError { line: None, ..unnamed(file, 1, position, false) }),
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
