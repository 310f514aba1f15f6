//! From the text of a claim file to a [`Paper`]: strict, so that a misspelt key is told and not ignored, with the line and a
//! remedy. Only the file and the tables beside it are looked at; what it says of other papers' tables is the library's.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::checks::Check;
use super::claims::{Claims, Same, TextNote};
use super::{Cells, HiddenDigit, Paper, PrintedUnit, PublishedTable};
use crate::diagnostic::{Diagnostic, Mistakes};
use crate::measure::Direction;
use crate::suggest;

/// The format that this program reads.
const FORMAT: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperFile {
    format: u32,
    paper: Head,
    #[serde(default)]
    table: Vec<TableEntry>,
    #[serde(default)]
    same: Vec<Same>,
    #[serde(default)]
    check: Vec<Check>,
    #[serde(default)]
    note: Vec<TextNote>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    key: String,
    author: String,
    title: String,
    year: u32,
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Better {
    Higher,
    Lower,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableEntry {
    name: String,
    number: String,
    page: Option<u32>,
    section: Option<String>,
    figure: Option<String>,
    tests_table: Option<String>,
    csv: String,
    sd: Option<String>,
    better: Option<Better>,
    metric: Option<String>,
    unit: Option<PrintedUnit>,
    control: Option<String>,
    #[serde(default)]
    hidden_digits: Vec<HiddenDigit>,
    #[serde(default)]
    claims: Claims,
}

/// Reads the text of a claim file that stands in a file; its tables are relative to the folder of that file.
pub fn read(file: &Path, text: &str) -> Result<Paper, Mistakes> {
    let mistakes =
        |mistakes| Mistakes { file: file.to_path_buf(), text: text.to_owned(), mistakes };
    let parsed: PaperFile = toml::from_str(text).map_err(|e| mistakes(vec![explain(&e)]))?;
    let mut reader =
        Reader { text, from: 0, folder: file.parent().unwrap_or(Path::new("")), found: Vec::new() };
    if parsed.format != FORMAT {
        let message = format!("`format` is {} and this program reads {FORMAT}", parsed.format);
        let help = format!("write format = {FORMAT}, or use a newer tribunal");
        reader.add(message, "format", help);
    }
    let Head { key, author, title, year, kind } = parsed.paper;
    if let Some(word) = [&key, &author].into_iter().find(|word| word.trim().is_empty()) {
        let help = "write a word that finds the paper, such as the author's name".to_owned();
        reader.add(format!("`{word}` is no name for a paper"), "[paper]", help);
    }
    let citation = format!("{author} {year}");
    let mut tables: Vec<PublishedTable> = Vec::new();
    for entry in parsed.table {
        reader.from = text.find(&format!("\"{}\"", entry.name)).unwrap_or(0);
        if tables.iter().any(|table| table.name == entry.name) {
            let help = "give every part of a table a name of its own".to_owned();
            reader.add(format!("two tables are named `{}`", entry.name), &entry.name, help);
        }
        tables.extend(reader.table(entry, &citation));
    }
    if reader.found.is_empty() {
        let (same, checks, notes) = (parsed.same, parsed.check, parsed.note);
        let file = file.to_path_buf();
        return Ok(Paper { key, author, title, year, kind, file, tables, same, checks, notes });
    }
    Err(mistakes(reader.found))
}

/// What the TOML reader found, with a suggestion where a word is unknown: its message quotes the word, then those it knows.
fn explain(error: &toml::de::Error) -> Diagnostic {
    let message = error.message();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let help = match quoted.split_first() {
        Some((word, known)) if message.starts_with("unknown") && !known.is_empty() => {
            suggest::help(word, known, &format!("use one of {}", known.join(", ")))
        }
        _ => "docs/audit.md describes every key of a claim file".to_owned(),
    };
    let diagnostic = Diagnostic::new(message.trim(), error.span().unwrap_or(0..0));
    diagnostic.help(help)
}

/// What a mark of significance may say.
const MARKS: [&str; 3] = ["win", "loss", "tie"];

/// Differences of printed numbers that are closer than this are equal.
const SAME: f64 = 1e-9;

/// Whether a cell differs from another of its row by as much as the two cells of these columns in another row.
fn tied_difference(cells: &Cells, row: usize, column: usize) -> bool {
    let difference = |row: usize, other: usize| {
        Some((cells.value(row, column)? - cells.value(row, other)?).abs())
    };
    let others = (0..cells.methods.len()).filter(|other| *other != column);
    others.into_iter().any(|other| {
        let Some(own) = difference(row, other) else { return false };
        let rows = (0..cells.datasets.len()).filter(|there| *there != row);
        rows.filter_map(|there| difference(there, other)).any(|d| (d - own).abs() < SAME)
    })
}

/// The place of a word in a text, looked for from somewhere on.
pub(super) fn place(text: &str, from: usize, word: &str) -> Range<usize> {
    let rest = text.get(from..).unwrap_or_default();
    rest.find(word).map_or(0..0, |at| from + at..from + at + word.len())
}

/// Reads one table after the other and keeps what is wrong with them.
struct Reader<'a> {
    text: &'a str,
    /// Where the table begins that is being read.
    from: usize,
    folder: &'a Path,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn add(&mut self, message: String, word: &str, help: String) {
        let span = place(self.text, self.from, word);
        self.found.push(Diagnostic::new(message, span).help(help));
    }

    fn cells(&mut self, key: &str, file: &str) -> Option<Cells> {
        let read = Cells::read(&self.folder.join(file));
        if let Err(reason) = &read {
            let help = "write the path of a CSV file, relative to this file, whose first column names the rows";
            self.add(format!("`{key}`: {file} cannot be used: {reason}"), file, help.to_owned());
        }
        read.ok()
    }

    fn table(&mut self, entry: TableEntry, citation: &str) -> Option<PublishedTable> {
        let cells = self.cells("csv", &entry.csv)?;
        let spreads = match &entry.sd {
            Some(file) => Some(self.cells("sd", file)?),
            None => None,
        };
        if let (Some(spreads), Some(file)) = (&spreads, &entry.sd)
            && (&spreads.datasets, &spreads.methods) != (&cells.datasets, &cells.methods)
        {
            let help = "both files need the same first line and the same first column".to_owned();
            self.add(format!("`sd`: {file} has other rows or columns than `csv`"), file, help);
        }
        let marks = match &entry.claims.marks {
            Some(marks) => Some(self.cells("marks.csv", &marks.csv)?),
            None => None,
        };
        self.names(&entry, &cells);
        let page = entry.page.map_or_else(String::new, |page| format!(", page {page}"));
        let better = entry.better.as_ref().map(|better| match better {
            Better::Higher => Direction::Higher,
            Better::Lower => Direction::Lower,
        });
        if let Some(claim) = entry.claims.need_better().filter(|_| better.is_none()) {
            let help =
                format!("`{claim}` needs it: write better = \"higher\" or better = \"lower\"");
            self.add(format!("`better` is missing in table `{}`", entry.name), &entry.name, help);
        }
        if let Some(claim) = entry.claims.need_control().filter(|_| entry.control.is_none()) {
            let help = format!(
                "`{claim}` needs it: write control = and the column that others are compared with"
            );
            self.add(format!("`control` is missing in table `{}`", entry.name), &entry.name, help);
        }
        if let Some(claim) = entry.claims.need_sd().filter(|_| entry.sd.is_none()) {
            let help = format!("`{claim}` needs it: write sd = and the file with the deviations");
            self.add(format!("`sd` is missing in table `{}`", entry.name), &entry.name, help);
        }
        if entry.claims.need_sampling() && entry.claims.sampling.is_none() {
            let help = "say in `sampling` how the medians of `pairs` are made".to_owned();
            self.add(format!("`sampling` is missing in table `{}`", entry.name), &entry.name, help);
        }
        self.hidden_digits(&entry, &cells);
        if let (Some(marks), Some(claim)) = (&marks, &entry.claims.marks) {
            self.marks(marks, &claim.csv, &cells, &entry.csv);
        }
        Some(PublishedTable {
            citation: format!("{citation}, table {}{page}", entry.number),
            name: entry.name,
            number: entry.number,
            page: entry.page,
            section: entry.section,
            figure: entry.figure,
            tests_table: entry.tests_table,
            better,
            metric: entry.metric,
            unit: entry.unit,
            control: entry.control,
            cells,
            spreads,
            hidden_digits: entry.hidden_digits,
            claims: entry.claims,
            marks,
        })
    }

    /// Every column and row that a table's claims name must be there.
    fn names(&mut self, entry: &TableEntry, cells: &Cells) {
        let claims = &entry.claims;
        let maps =
            [&claims.average, &claims.average_sd, &claims.rank, &claims.nemenyi_p, &claims.holm_p];
        let mut columns: Vec<&String> = maps.iter().flat_map(|map| map.keys()).collect();
        columns.extend(claims.wilcoxon.keys().chain(&claims.negative).chain(&entry.control));
        columns.extend(claims.pairs.iter().flat_map(|pair| [&pair.a, &pair.b]));
        columns.extend(claims.rank_difference.iter().flat_map(|pair| [&pair.a, &pair.b]));
        columns.extend(claims.rank_z.iter().flat_map(|pair| [&pair.a, &pair.b]));
        columns.extend(claims.best.iter().flat_map(|best| &best.methods));
        columns.extend(claims.wilcoxon_below.iter().flat_map(|b| b.others.iter().chain(&b.a)));
        columns.extend(claims.within.iter().map(|within| &within.method));
        columns.extend(claims.summaries.iter().flat_map(|both| [&both.a, &both.b]));
        columns.extend(claims.confusion.iter().flat_map(|matrix| matrix.right.values()));
        columns.extend(
            entry.hidden_digits.iter().flat_map(|d| [&d.larger].into_iter().chain(&d.smaller)),
        );
        for name in columns {
            if cells.column(name).is_none() {
                self.unknown("column", name, &cells.methods, &entry.csv);
            }
        }
        let mut rows: Vec<&String> = entry.hidden_digits.iter().map(|d| &d.dataset).collect();
        if let Some(both) = &claims.summaries {
            rows.extend(both.t_p.keys().chain(both.t_n.keys()));
            rows.extend(both.z_significant.iter().chain(&both.z_not_significant));
        }
        if let Some(matrix) = &claims.confusion {
            rows.extend(matrix.right.keys().chain(matrix.rate.keys()).chain([&matrix.positive]));
            let used = matrix.rate.keys().chain(matrix.f_score.as_ref().map(|_| &matrix.positive));
            let used = used.filter(|class| !matrix.right.contains_key(*class));
            for class in used {
                let help = format!(
                    "write right = {{ \"{class}\" = ... }}, the column of its right predictions"
                );
                self.add(format!("`confusion.right` does not name `{class}`"), class, help);
            }
        }
        for name in rows {
            if cells.row(name).is_none() {
                self.unknown("row", name, &cells.datasets, &entry.csv);
            }
        }
    }

    /// A hidden digit may break a tie in print and do no more: the cells are equal, or differ from each other as much as
    /// two in another row do, and what is added would not have changed what is printed.
    fn hidden_digits(&mut self, entry: &TableEntry, cells: &Cells) {
        for digit in &entry.hidden_digits {
            let HiddenDigit { dataset, smaller, larger, size } = digit;
            let (Some(row), Some(column)) = (cells.row(dataset), cells.column(larger)) else {
                continue;
            };
            let Some(cell) = cells.printed(row, column) else { continue };
            let tie = match smaller.as_ref().map(|smaller| cells.column(smaller)) {
                Some(Some(other)) => cells.value(row, other) == Some(cell.value()),
                Some(None) => continue,
                None => tied_difference(cells, row, column),
            };
            let word = format!("\"{dataset}\"");
            if !tie {
                let message = match smaller {
                    Some(smaller) => {
                        format!("`hidden_digits`: {smaller} and {larger} do not tie on {dataset}")
                    }
                    None => format!(
                        "`hidden_digits`: no difference of {larger} on {dataset} ties with one in another row"
                    ),
                };
                let help =
                    "they may only break ties in print: name the `smaller` of two equal cells"
                        .to_owned();
                self.add(message, &word, help);
            }
            if digit.amount() >= cell.half_unit() {
                let message =
                    format!("`hidden_digits`: {size} times 1e-7 would change {cell} on {dataset}");
                let help = "write a `size` that is lost when the cell is rounded".to_owned();
                self.add(message, &word, help);
            }
        }
    }

    /// Marks are words about cells that are there.
    fn marks(&mut self, marks: &Cells, file: &str, cells: &Cells, csv: &str) {
        for name in marks.methods.iter().filter(|name| cells.column(name).is_none()) {
            self.add(
                format!("`marks.csv`: {file} has a column `{name}`, which {csv} has not"),
                file,
                "name its columns as those of the table".to_owned(),
            );
        }
        for name in marks.datasets.iter().filter(|name| cells.row(name).is_none()) {
            self.add(
                format!("`marks.csv`: {file} has a row `{name}`, which {csv} has not"),
                file,
                "name its rows as those of the table".to_owned(),
            );
        }
        for (row, dataset) in marks.datasets.iter().enumerate() {
            for (column, method) in marks.methods.iter().enumerate() {
                let mark = marks.text(row, column);
                if !MARKS.contains(&mark) {
                    let message =
                        format!("`marks.csv`: {file} has `{mark}` at {dataset}, {method}");
                    let help = suggest::help(mark, &MARKS, "write win, loss or tie");
                    self.add(message, file, help);
                }
            }
        }
    }

    fn unknown(&mut self, what: &str, name: &str, known: &[String], file: &str) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let otherwise = format!("{file} has the {what}s {}", known.join(", "));
        let help = suggest::help(name, &known, &otherwise);
        self.add(format!("{file} has no {what} `{name}`"), name, help);
    }
}
