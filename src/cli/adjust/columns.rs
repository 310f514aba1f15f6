//! P-values in the lines of a text: a list, or a table with names and p-values in columns, delimited or as R and pandas print it
//! (`data/read/forms`). The column of p-values is the one
//! that is called so, or the only one that holds a number in every row and does not count the rows.

use std::path::Path;

use super::super::exit::Refusal;
use super::input::{Read, looks_like_a_value, p_value};
use super::named;
use crate::data::error::DataError;
use crate::data::read::forms::{FormOptions, delimited, printed};
use crate::data::read::sheet::{Row, Sheet};
use crate::files::shown_name;

/// Reads a list or a table.
pub fn read(path: &Path, text: &str, column: Option<&str>) -> Result<Read, Refusal> {
    if text.trim_start().starts_with(['{', '[']) {
        return Err(Refusal::usage(format!(
            "{} is JSON, no list of p-values\nhelp: write one p-value per line, or CSV with names and p-values in columns",
            named(path)
        )));
    }
    let table = Table::of(path, text)?;
    let chosen = table.p_column(column)?;
    let mut read = table.hypotheses(chosen)?;
    read.notes.splice(0..0, table.notes.iter().map(|note| format!("{}: {note}", named(path))));
    Ok(read)
}

/// A text without its comments, whose lines keep their numbers.
fn without_comments(text: &str) -> String {
    let line = |line| if str::trim_start(line).starts_with('#') { "" } else { line };
    text.lines().map(line).collect::<Vec<&str>>().join("\n")
}

/// The lines below the first one, which is their header.
fn below_first<'f>(file: &'f Path, text: &str) -> Result<Sheet<'f>, DataError> {
    let form = FormOptions::default();
    if printed::recognised(text) {
        let sheet = printed::read(file, text, &form)?;
        if sheet.header.iter().all(|cell| !is_value(cell)) {
            return Ok(sheet);
        }
    }
    delimited::read(file, &without_comments(text), &form)
}

/// All lines: the first one is there twice, because a sheet has a header.
fn all_lines<'f>(file: &'f Path, text: &str) -> Result<Sheet<'f>, DataError> {
    let text = without_comments(text);
    let blank: usize =
        text.split_inclusive('\n').take_while(|l| l.trim().is_empty()).map(str::len).sum();
    let (blank, lines) = text.split_at(blank);
    let first = lines.lines().next().unwrap_or("");
    let twice = format!("{blank}{first}\n{lines}");
    let back =
        |error: DataError| DataError { line: error.line.map(|line| line.max(2) - 1), ..error };
    let mut sheet = delimited::read(file, &twice, &FormOptions::default()).map_err(back)?;
    for row in &mut sheet.rows {
        row.line = row.line.max(2) - 1;
    }
    sheet.header.clear();
    Ok(sheet)
}

/// Whether a cell was meant as a p-value: `NA` and `< 0.001` are some that cannot be used, and no names of columns.
fn is_value(cell: &str) -> bool {
    !cell.is_empty() && looks_like_a_value(cell)
}

/// What the first line is.
enum First {
    Names,
    Values,
    /// Names or a p-value of 0.
    Open,
}

/// Whether the first line names the columns. pandas calls the values of a series `0`, and methods may have numbers for names.
fn first_line(sheet: &Sheet<'_>) -> First {
    let is_whole = |cell: &&String| cell.bytes().all(|byte| byte.is_ascii_digit());
    let values: Vec<&String> = sheet.header.iter().filter(|cell| is_value(cell)).collect();
    if values.is_empty() {
        return First::Names;
    }
    let corner = sheet.header.len() > 1 && sheet.header.first().is_some_and(String::is_empty);
    if corner && values.iter().all(is_whole) {
        return First::Names;
    }
    let [only] = values[..] else { return First::Values };
    let Some(column) = sheet.header.iter().position(|cell| cell == only) else {
        return First::Values;
    };
    // What computes p-values writes 0.0 or 0 throughout.
    let broken = |row: &Row| row.text(column).parse::<f64>().is_ok_and(|p| p.fract() != 0.0);
    match only == "0" && sheet.rows.iter().all(broken) {
        false => First::Values,
        true if (0..sheet.header.len()).any(|other| is_index(&sheet.rows, other)) => First::Names,
        true => First::Open,
    }
}

fn numbers(rows: &[Row], column: usize) -> Option<Vec<f64>> {
    rows.iter().map(|row| row.text(column).parse::<f64>().ok()).collect()
}

/// Whether a column counts the rows, as R and pandas write before a table.
fn is_index(rows: &[Row], column: usize) -> bool {
    let counts = |numbers: &[f64], first: f64| {
        numbers.iter().enumerate().all(|(place, &number)| number == place as f64 + first)
    };
    numbers(rows, column).is_some_and(|numbers| {
        numbers.len() > 1 && (counts(&numbers, 0.0) || counts(&numbers, 1.0))
    })
}

/// A table of cells.
struct Table<'a> {
    path: &'a Path,
    /// Empty without a line of names.
    header: Vec<String>,
    rows: Vec<Row>,
    width: usize,
    /// How the file was understood.
    notes: Vec<String>,
}

impl<'a> Table<'a> {
    fn of(path: &'a Path, text: &str) -> Result<Table<'a>, Refusal> {
        let file = shown_name(path);
        let count = without_comments(text).lines().filter(|line| !line.trim().is_empty()).count();
        if count == 0 {
            return Err(Refusal::usage(format!(
                "{} holds no p-values\nhelp: write one per line, or names and p-values in columns",
                named(path)
            )));
        }
        let mut sheet = if count == 1 { all_lines(file, text)? } else { below_first(file, text)? };
        if count > 1 {
            match first_line(&sheet) {
                First::Names => {}
                First::Values => sheet = all_lines(file, text)?,
                First::Open => {
                    return Err(Refusal::usage(format!(
                        "{}, line {}: `0` is a p-value of 0, or the name that pandas gives to a column\n\
                         help: write 0.0 if it is a p-value, `p` if it names the column",
                        named(path),
                        sheet.header_line
                    )));
                }
            }
        }
        let width = sheet.rows.first().map_or(0, |row| row.cells.len());
        Ok(Table { path, header: sheet.header, rows: sheet.rows, width, notes: sheet.notes })
    }

    fn column_name(&self, column: usize) -> String {
        match self.header.get(column).filter(|name| !name.is_empty()) {
            Some(name) => format!("`{name}`"),
            None => format!("column {}", column + 1),
        }
    }

    fn numbers(&self, column: usize) -> Option<Vec<f64>> {
        numbers(&self.rows, column)
    }

    /// Whether rows and columns have the same names, as in a matrix of pairs; R leaves out the first row and the last column.
    fn is_matrix(&self) -> bool {
        let rows: Vec<&String> = self.rows.iter().filter_map(|row| row.cells.first()).collect();
        let columns: Vec<&String> = self.header.iter().skip(1).collect();
        let shared = columns.iter().filter(|name| rows.contains(name)).count();
        columns.len() > 1 && rows.len() == columns.len() && shared + 1 >= columns.len()
    }

    /// The column that holds the p-values.
    fn p_column(&self, asked: Option<&str>) -> Result<usize, Refusal> {
        let file = named(self.path);
        let names = || {
            let all: Vec<String> = (0..self.width).map(|column| self.column_name(column)).collect();
            all.join(", ")
        };
        if let Some(asked) = asked {
            return self.header.iter().position(|name| name == asked).ok_or_else(|| {
                Refusal::usage(format!(
                    "{file} has no column `{asked}`\nhelp: its columns are {}",
                    names()
                ))
            });
        }
        if self.width == 1 {
            return Ok(0);
        }
        let called: Vec<usize> =
            (0..self.header.len()).filter(|&c| is_p(&self.header[c])).collect();
        if let [one] = called.as_slice() {
            return Ok(*one);
        }
        if self.is_matrix() {
            return Err(Refusal::usage(format!(
                "{file} is a matrix with a p-value for every pair, many of them twice\n\
                 help: write one line per pair: `A vs B,0.01`"
            )));
        }
        let numeric =
            |&column: &usize| self.numbers(column).is_some() && !is_index(&self.rows, column);
        let numeric: Vec<usize> = (0..self.width).filter(numeric).collect();
        match numeric.as_slice() {
            [one] => Ok(*one),
            [] => Err(Refusal::usage(format!(
                "{file} has no column of p-values: in each of {} some row is no number\n\
                 help: name the column with --column; write p-values as 0.01",
                names()
            ))),
            _ => Err(Refusal::usage(format!(
                "{file} has several columns of numbers: {}\nhelp: name that of the p-values with --column{}",
                numeric.iter().map(|&c| self.column_name(c)).collect::<Vec<_>>().join(", "),
                if self.header.is_empty() { ", under a first line of names" } else { "" }
            ))),
        }
    }

    /// The p-values of a column, with the texts of the other columns as names.
    fn hypotheses(&self, column: usize) -> Result<Read, Refusal> {
        let is_name = |&other: &usize| other != column && self.numbers(other).is_none();
        let names: Vec<usize> = (0..self.width).filter(is_name).collect();
        let mut values = Vec::new();
        for row in &self.rows {
            let what = format!(
                "{}, line {}: the p-value in {}",
                named(self.path),
                row.line,
                self.column_name(column)
            );
            let name: Vec<&str> = names.iter().map(|&name| row.text(name)).collect();
            values.push((name.join(" - "), p_value(row.text(column), &what)?));
        }
        let mut read = Read::of(values);
        if self.header.get(column).is_some_and(|name| !is_p(name)) {
            let (file, name) = (named(self.path), self.column_name(column));
            read.notes.push(format!(
                "{file}: the first line names the columns, and {name} holds the p-values"
            ));
        }
        let other: Vec<String> = (0..self.width)
            .filter(|c| *c != column && !names.contains(c))
            .map(|c| self.column_name(c))
            .collect();
        if !other.is_empty() {
            read.notes.push(format!(
                "{}: the p-values are in {}; {} not read",
                named(self.path),
                self.column_name(column),
                if other.len() == 1 {
                    format!("{} was", other[0])
                } else {
                    format!("{} were", other.join(", "))
                }
            ));
        }
        Ok(read)
    }
}

/// Whether a column is called a p-value: `p`, `p-value`, `pval`, `P.Value`, `Pr(>|t|)`. Adjusted ones are others.
pub(super) fn is_p(name: &str) -> bool {
    let plain: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    ["p", "pvalue", "pval", "pvalues", "pvals", "praw", "rawp"].contains(&plain.as_str())
        || name.starts_with("Pr(>")
}
