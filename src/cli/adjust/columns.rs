//! P-values in the lines of a text: a list, or a table with names and p-values in columns. The column of p-values is the one
//! that is called so, or the only one that holds a number in every row and does not count the rows.

use std::path::Path;

use super::super::exit::Refusal;
use super::input::{Read, looks_like_a_value, p_value};
use super::named;

/// A line of a file.
struct Line {
    number: usize,
    cells: Vec<String>,
}

/// Reads a list or a table.
pub fn read(path: &Path, text: &str, column: Option<&str>) -> Result<Read, Refusal> {
    if text.trim_start().starts_with(['{', '[']) {
        return Err(Refusal::usage(format!(
            "{} is JSON, no list of p-values\nhelp: write one p-value per line, or CSV with names and p-values in columns",
            named(path)
        )));
    }
    let is_data = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let delimiter = delimiter(text.lines().find(|line| is_data(line)).unwrap_or(""));
    let lines = text.lines().enumerate().filter(|(_, line)| is_data(line));
    let mut lines: Vec<Line> = lines
        .map(|(place, line)| Line { number: place + 1, cells: cells(line, delimiter) })
        .collect();
    let Some(width) = lines.first().map(|line| line.cells.len()) else {
        return Err(Refusal::usage(format!(
            "{} holds no p-values\nhelp: write one per line, or names and p-values in columns",
            named(path)
        )));
    };
    if let Some(other) = lines.iter().find(|line| line.cells.len() != width) {
        let (file, line, found) = (named(path), other.number, other.cells.len());
        return Err(Refusal::usage(format!(
            "{file}, line {line}: {found} fields, and the first line has {width}\n\
             help: give every line the same number of fields; quote a name that contains the delimiter"
        )));
    }
    // `NA` and `< 0.001` are p-values that cannot be used, and no names of columns.
    let has_header = lines[0].cells.iter().all(|cell| cell.is_empty() || !looks_like_a_value(cell));
    let header = if has_header { lines.remove(0).cells } else { Vec::new() };
    let table = Table { path, header, lines, width };
    let chosen = table.p_column(column)?;
    table.hypotheses(chosen)
}

/// A table of cells.
struct Table<'a> {
    path: &'a Path,
    /// Empty without a line of names.
    header: Vec<String>,
    lines: Vec<Line>,
    width: usize,
}

impl Table<'_> {
    fn column_name(&self, column: usize) -> String {
        match self.header.get(column).filter(|name| !name.is_empty()) {
            Some(name) => format!("`{name}`"),
            None => format!("column {}", column + 1),
        }
    }

    fn numbers(&self, column: usize) -> Option<Vec<f64>> {
        self.lines.iter().map(|line| line.cells[column].parse::<f64>().ok()).collect()
    }

    /// Whether a column counts the rows, as R and pandas write before a table.
    fn is_index(&self, column: usize) -> bool {
        let counts = |numbers: Vec<f64>, first: f64| {
            numbers.iter().enumerate().all(|(place, &number)| number == place as f64 + first)
        };
        self.numbers(column).is_some_and(|numbers| {
            numbers.len() > 1 && (counts(numbers.clone(), 0.0) || counts(numbers, 1.0))
        })
    }

    /// Whether rows and columns have the same names, as in a matrix of pairs; R leaves out the first row and the last column.
    fn is_matrix(&self) -> bool {
        let rows: Vec<&String> = self.lines.iter().filter_map(|line| line.cells.first()).collect();
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
        let numeric = |&column: &usize| self.numbers(column).is_some() && !self.is_index(column);
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
        for line in &self.lines {
            let what = format!(
                "{}, line {}: the p-value in {}",
                named(self.path),
                line.number,
                self.column_name(column)
            );
            let name: Vec<&str> = names.iter().map(|&name| line.cells[name].as_str()).collect();
            values.push((name.join(" - "), p_value(&line.cells[column], &what)?));
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

/// The delimiter of a first line; runs of blanks if there is no other.
fn delimiter(line: &str) -> Option<char> {
    ['\t', ';', ','].into_iter().find(|&delimiter| line.contains(delimiter))
}

/// The cells of a line, without the quotes around them.
fn cells(line: &str, delimiter: Option<char>) -> Vec<String> {
    let ends = |c: char| delimiter.map_or(c.is_whitespace(), |delimiter| c == delimiter);
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.trim().chars() {
        match cells.last_mut() {
            Some(_) if c == '"' => quoted = !quoted,
            // A run of blanks is one delimiter.
            Some(last) if !quoted && ends(c) && delimiter.is_none() && last.is_empty() => {}
            Some(_) if !quoted && ends(c) => cells.push(String::new()),
            Some(last) => last.push(c),
            None => {}
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
