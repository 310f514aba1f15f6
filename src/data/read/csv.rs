//! Comma-separated text (RFC 4180, with any delimiter). The types of columns are found from their cells, in one pass
//! and without copying cells; it knows nothing of what the columns mean.

pub(crate) mod scan;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use self::scan::{Field, Scanner};
use super::text::{self, LevelPool, shown};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};

/// Reads a CSV file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    let delimiter = delimiter(file, options)?;
    let mut scanner = Scanner::new(file, text, delimiter);
    let mut fields = Vec::new();
    if !scanner.record(&mut fields)? {
        return Err(DataError::file(
            file,
            "the file is empty",
            "check that it was written completely",
        ));
    }
    check_delimiter(file, &fields, delimiter)?;
    let header = options.header.unwrap_or(true);
    let header_line = fields.first().map_or(1, |f| f.line);
    let names = if header {
        let names = header_names(file, &fields)?;
        fields.clear();
        names
    } else {
        (1..=fields.len()).map(|i| format!("c{i}")).collect()
    };

    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let target =
        text::choose_target(file, &known, options, names.last().cloned().into_iter().collect())?;
    let is_nominal = |name: &String| {
        options.nominal.contains(name)
            || options.unread.contains(name)
            || (options.target_is_nominal && target.contains(name))
    };
    let mut columns: Vec<Cells> =
        names.iter().map(|name| Cells { forced: is_nominal(name), ..Cells::default() }).collect();

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
                column.push(field, options);
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

    if header {
        check_header(file, header_line, &names, &columns)?;
    }
    let rows = lines.len();
    let columns = names.into_iter().zip(columns).map(|(name, cells)| {
        let values = if rows == 0 {
            Values::Numeric(Vec::new().into())
        } else {
            cells.finish(file, &name)?
        };
        Ok(Column { name, values })
    });
    let columns = columns.collect::<Result<Vec<Column>, DataError>>()?;
    Ok(ReadTable { table: Table { columns, rows }, lines, target, declares_classes: false })
}

fn delimiter(file: &Path, options: &ReadOptions) -> Result<char, DataError> {
    let name = file.to_string_lossy().to_lowercase();
    let is_tsv = name.strip_suffix(".gz").unwrap_or(&name).ends_with(".tsv");
    let delimiter = options.delimiter.unwrap_or(if is_tsv { '\t' } else { ',' });
    if matches!(delimiter, '"' | '\n' | '\r') {
        let problem = format!("{delimiter:?} cannot be the delimiter");
        return Err(DataError::file(file, problem, "set `delimiter` to another character"));
    }
    Ok(delimiter)
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

fn header_names(file: &Path, fields: &[Field]) -> Result<Vec<String>, DataError> {
    let no_header = "set `header = false` if the file has no header line";
    let line = fields.first().map_or(1, |f| f.line);
    if fields.iter().all(|f| text::number(&f.text).is_some()) {
        let problem = "the header is a row of numbers, so it looks like data";
        return Err(DataError::line(file, line, problem, no_header));
    }
    let mut seen = BTreeSet::new();
    for (position, field) in (1..).zip(fields) {
        if field.text.trim().is_empty() {
            let problem = format!("column {position} has no name in the header");
            let remedy = format!("name it, or remove it if it is a row number; {no_header}");
            return Err(DataError::line(file, field.line, problem, remedy));
        }
        if !seen.insert(field.text.as_ref()) {
            let problem = format!("two columns have the name {}", shown(&field.text));
            let remedy = format!("rename one of them; {no_header}");
            return Err(DataError::line(file, field.line, problem, remedy).in_column(&*field.text));
        }
    }
    Ok(fields.iter().map(|f| f.text.to_string()).collect())
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
        text::number(name).is_none() && cells.labels.distinct().iter().any(|l| l == *name)
    });
    let Some((name, _)) = labelled else { return Ok(()) };
    let problem = format!(
        "the header looks like data: {} is a value of the column it names, and other names are numbers",
        shown(name)
    );
    let remedy = "set `header = false`, or rename the column";
    Err(DataError::line(file, line, problem, remedy).in_column(name))
}

/// The cells of one column so far. Numbers are kept until a text is met and labels until a number is met; a column
/// with both has kept enough to say what is wrong with it.
#[derive(Default)]
struct Cells<'a> {
    /// Whether every cell is a label, whatever it looks like.
    forced: bool,
    numbers: Vec<f64>,
    labels: LevelPool<'a>,
    seen_numbers: Seen,
    seen_texts: Seen,
}

/// How many cells of one kind there are, and the first of them.
#[derive(Default)]
struct Seen {
    count: usize,
    first: Option<(usize, String)>,
}

impl Seen {
    fn note(&mut self, line: usize, text: &str) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line, text.to_string()));
    }
}

impl<'a> Cells<'a> {
    fn push(&mut self, field: Field<'a>, options: &ReadOptions) {
        // Quotes do not protect a missing word: some writers quote every field.
        if text::is_missing(field.text.trim(), options) {
            if self.seen_texts.count == 0 {
                self.numbers.push(f64::NAN);
            }
            if self.seen_numbers.count == 0 {
                self.labels.push(None);
            }
        } else if let Some(value) = text::number(&field.text).filter(|_| !self.forced) {
            self.seen_numbers.note(field.line, &field.text);
            if self.seen_texts.count == 0 {
                self.numbers.push(value);
            }
        } else {
            self.seen_texts.note(field.line, &field.text);
            if self.seen_numbers.count == 0 {
                self.labels.push(Some(field.text));
            }
        }
    }

    fn finish(self, file: &Path, name: &str) -> Result<Values, DataError> {
        let remedy = "correct the value, add it to `missing` (not in a target), or list the column under `nominal` if it holds names";
        let error = |(line, text): (usize, String), problem: fn(&str) -> String| {
            Err(DataError::line(file, line, problem(&text), remedy).in_column(name))
        };
        // `nan` alone makes a text column by the letter of the rules, but never by anyone's intention.
        let unbounded = |label: &Cow<str>| label.parse::<f64>().is_ok();
        match (self.seen_numbers.first, self.seen_texts.first) {
            _ if self.forced => Ok(self.labels.into_values()),
            (None, None) => {
                let remedy = "remove the column, or correct the `missing` words";
                Err(DataError::file(file, "every value is missing", remedy).in_column(name))
            }
            (Some(_), None) => Ok(Values::Numeric(self.numbers.into())),
            (None, Some(text)) if self.labels.distinct().iter().all(unbounded) => {
                error(text, text::not_a_number)
            }
            (None, Some(_)) => Ok(self.labels.into_values()),
            (Some(_), Some(text)) if self.seen_texts.count <= self.seen_numbers.count => {
                error(text, text::not_a_number)
            }
            (Some(number), Some(_)) => {
                error(number, |text| format!("number {} in a text column", shown(text)))
            }
        }
    }
}
