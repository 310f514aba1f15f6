//! Lines that are neither names nor data: a title above the table, a second header of types or units, and the header of another file
//! in the middle. Repeated headers are left out where they are read; the others are refused here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::header::{self, FirstRecord};
use super::sample::Sample;
use super::scan::Field;
use super::text::{self, shown};
use crate::data::error::DataError;
use crate::data::read::signs::is_number;

/// At most this many lines of a title, or below the names.
const MOST_TITLE_LINES: usize = 20;
const MOST_BELOW: usize = 2;

/// So many rows must have only values that occur again before one that has none is no row.
const ROWS_THAT_REPEAT: usize = 10;

/// Refuses a title above the names of the columns: lines with one text each, and below them a header like any other.
pub fn refuse_title(
    file: &Path,
    sample: &Sample,
    is_missing: impl Fn(&str) -> bool,
) -> Result<(), DataError> {
    let filled = |record: &Vec<Field>| record.iter().filter(|f| !f.text.trim().is_empty()).count();
    let at = sample.records.iter().position(|record| filled(record) > 1);
    let Some(at) = at.filter(|at| (1..=MOST_TITLE_LINES).contains(at)) else { return Ok(()) };
    let (Some(title), Some(names)) = (sample.records[0].first(), sample.records[at].first()) else {
        return Ok(());
    };
    // Over two columns, a line of one field may be R's header without a name for the rows.
    let fits = sample.width > 2 && filled(&sample.records[at]) + 1 >= sample.width;
    let table = Sample::of(sample.dialect, sample.records[at..].to_vec());
    let Some(table) = table.filter(|table| fits && !table.rest().is_empty()) else { return Ok(()) };
    if header::judge(&table, is_missing, is_number) != FirstRecord::Names {
        return Ok(());
    }
    let last = names.line.saturating_sub(1);
    let remedy = if last > title.line {
        format!(
            "remove the lines {} to {last}: the names of the columns must come first",
            title.line
        )
    } else {
        format!("remove line {}: the names of the columns must come first", title.line)
    };
    let problem = format!("line {} looks like a title: {}", title.line, shown(&title.text));
    Err(DataError::line(file, title.line, problem, remedy))
}

/// Refuses lines of types or units below the names: what they hold occurs nowhere else, while every row below is like the others.
/// Columns that the user lists as nominal are not looked at; the first `shift` have no name.
pub fn refuse_second_header(
    file: &Path,
    sample: &Sample,
    is_missing: impl Fn(&str) -> bool,
    (nominal, shift): (&[String], usize),
) -> Result<(), DataError> {
    let names = sample.records.first().map(Vec::as_slice).unwrap_or_default();
    let is_listed = |column: usize| {
        let name = column.checked_sub(shift).and_then(|at| names.get(at));
        name.is_some_and(|name| nominal.iter().any(|own| *own == name.text.trim()))
    };
    let found = (1..=MOST_BELOW).find_map(|count| {
        let extra = sample.rest().get(..count).unwrap_or_default();
        let rows = sample.rest().get(count..).unwrap_or_default();
        let mut evidence = Evidence::default();
        for column in (0..sample.width).filter(|&column| !is_listed(column)) {
            evidence.add(column, extra, rows, &is_missing);
        }
        evidence.is_enough(rows.len()).then_some((count, evidence.over_numbers > 0))
    });
    let Some((count, has_numbers)) = found else { return Ok(()) };
    let records = sample.rest().get(..count).unwrap_or_default();
    let fields: Vec<&Field> = records.iter().flatten().collect();
    let line = |field: Option<&&Field>| field.map_or(2, |field| field.line);
    let (first, last) = (line(fields.first()), line(fields.last()));
    let words = text::listed(fields.iter().map(|field| field.text.as_ref()));
    let (what, remove) = if first == last {
        (format!("line {first} looks like a second header"), "remove it".to_owned())
    } else {
        (format!("the lines {first} to {last} look like headers, too"), "remove them".to_owned())
    };
    let problem = format!("{what}: {words}");
    let remedy = if has_numbers {
        format!("{remove}, or correct it if it is data")
    } else {
        format!("{remove}; if it is data, list the columns under `nominal`")
    };
    Err(DataError::line(file, first, problem, remedy))
}

/// What the columns say of the lines below the names.
#[derive(Default)]
struct Evidence {
    /// Columns of numbers with a text there.
    over_numbers: usize,
    /// Columns of which every other value occurs again, with a text there that does not.
    over_names: usize,
    /// Columns that say nothing: with many different texts.
    open: usize,
    /// Whether a line has a value like the others.
    contradicted: bool,
}

impl Evidence {
    fn add(
        &mut self,
        column: usize,
        extra: &[Vec<Field>],
        rows: &[Vec<Field>],
        is_missing: &impl Fn(&str) -> bool,
    ) {
        let cells = |records: &'_ [Vec<Field>]| -> Vec<String> {
            let cells = records.iter().filter_map(|record| record.get(column));
            let known = cells.map(|field| field.text.trim()).filter(|cell| !is_missing(cell));
            known.map(str::to_owned).collect()
        };
        let (extra, below) = (cells(extra), cells(rows));
        if extra.is_empty() {
            return;
        }
        if !below.is_empty() && below.iter().all(|cell| is_number(cell)) {
            self.contradicted |= extra.iter().any(|cell| is_number(cell));
            self.over_numbers += 1;
            return;
        }
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in &below {
            *times.entry(cell).or_default() += 1;
        }
        self.contradicted |= extra.iter().any(|cell| times.contains_key(cell.as_str()));
        if !times.is_empty() && times.values().all(|&times| times > 1) {
            self.over_names += 1;
        } else {
            self.open += 1;
        }
    }

    fn is_enough(&self, rows: usize) -> bool {
        if self.contradicted || rows < 3 {
            return false;
        }
        if self.over_numbers > 0 {
            // A single text among numbers may be a slip of the pen.
            return self.over_numbers + self.over_names > 1 || self.open == 0;
        }
        self.over_names > 1 && self.open == 0 && rows >= ROWS_THAT_REPEAT
    }
}

/// The texts of a header that may come again further below: not all of them are numbers, which could be data.
pub fn repeatable(fields: &[Field]) -> Option<Vec<String>> {
    let texts: Vec<String> = fields.iter().map(|field| field.text.trim().to_owned()).collect();
    let is_word = |text: &String| !text.is_empty() && !is_number(text);
    (texts.len() > 1 && texts.iter().any(is_word)).then_some(texts)
}

/// Whether a record is the header again.
pub fn is_repeat(fields: &[Field], header: &[String]) -> bool {
    fields.len() == header.len()
        && fields.iter().zip(header).all(|(field, text)| field.text.trim() == text)
}

impl Sample<'_> {
    /// Without the records that repeat the first one. Where they are more than a few, the first record is one of many equal rows.
    pub fn without_repeats(self) -> Self {
        let Some(header) = self.records.first().and_then(|first| repeatable(first)) else {
            return self;
        };
        let mut repeats: BTreeSet<usize> =
            (1..self.records.len()).filter(|&at| is_repeat(&self.records[at], &header)).collect();
        if repeats.is_empty() || repeats.len() * 5 > self.rest().len() {
            return self;
        }
        self.without(|at| repeats.remove(&at))
    }
}
