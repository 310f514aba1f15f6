//! Columns whose type a file declares (ARFF, KEEL): every value is checked against its declaration. How rows are
//! written is the readers' own affair.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::dates::read_pattern;
use super::super::text::{self, LevelPool, listed, shown};
use super::super::{Facts, ReadOptions, ReadTable};
use super::declare::{Attribute, Kind};
use super::scan::Cell;
use crate::data::error::DataError;
use crate::data::numbers::Numbers;
use crate::data::suspect::is_almost_unique;
use crate::data::table::{Column, MISSING, Table, Values};
use crate::suggest::nearest;

/// The columns of a table so far, and the line of each row.
pub struct Columns<'a> {
    file: &'a Path,
    options: &'a ReadOptions,
    stores: Vec<(String, Store<'a>)>,
    lines: Vec<usize>,
    /// Words among numbers that mean "missing" although they are not listed: how often, and where.
    words: BTreeMap<String, (usize, BTreeSet<String>)>,
}

/// The values of one column.
enum Store<'a> {
    /// Not wanted.
    Dropped,
    /// Those that are not zero, and how many there are in all.
    Numbers {
        len: u32,
        entries: Vec<(u32, f64)>,
    },
    /// Numbers that are to be labels.
    Numerals(LevelPool<'a>),
    Texts(LevelPool<'a>),
    /// Days since 1970.
    Dates {
        pattern: String,
        days: Vec<f64>,
    },
    Declared {
        levels: Vec<String>,
        code_of: BTreeMap<String, u32>,
        codes: Vec<u32>,
    },
}

/// What is wrong with a value, and the remedy.
type Complaint = (String, String);

impl<'a> Columns<'a> {
    /// Empty columns for these attributes; those that `is_kept` denies are read over.
    pub fn new(
        file: &'a Path,
        options: &'a ReadOptions,
        attributes: Vec<Attribute>,
        target: &[String],
        is_kept: impl Fn(&str) -> bool,
    ) -> Columns<'a> {
        let stores = attributes.into_iter().map(|Attribute { name, kind }| {
            let is_nominal = options.nominal.contains(&name)
                || options.unread.contains(&name)
                || (options.target_is_nominal && target.contains(&name));
            let store = match kind {
                _ if !is_kept(&name) => Store::Dropped,
                Kind::Numeric if is_nominal => Store::Numerals(LevelPool::default()),
                Kind::Numeric => Store::Numbers { len: 0, entries: Vec::new() },
                Kind::Text => Store::Texts(LevelPool::default()),
                Kind::Date(_) if is_nominal => Store::Texts(LevelPool::default()),
                Kind::Date(pattern) => Store::Dates { pattern, days: Vec::new() },
                Kind::Nominal(levels) => {
                    let code_of = levels.iter().cloned().zip(0..).collect();
                    Store::Declared { levels, code_of, codes: Vec::new() }
                }
            };
            (name, store)
        });
        Columns {
            file,
            options,
            stores: stores.collect(),
            lines: Vec::new(),
            words: BTreeMap::new(),
        }
    }

    /// Number of declared columns, kept or not.
    pub fn width(&self) -> usize {
        self.stores.len()
    }

    /// Adds a row that has a value for every column.
    pub fn push_row(
        &mut self,
        line: usize,
        cells: impl ExactSizeIterator<Item = Cell<'a>>,
    ) -> Result<(), DataError> {
        // First of all: in a row with a comma too few every later value would be blamed instead.
        if cells.len() != self.width() {
            let remedy = "give every row one value for each attribute, separated by commas";
            return Err(text::ragged(self.file, line, cells.len(), self.width(), remedy));
        }
        for (position, cell) in cells.enumerate() {
            self.push(position, line, Some(cell))?;
        }
        self.end_row(line);
        Ok(())
    }

    /// Adds a value to one column; `None` is what a sparse row leaves out.
    pub fn push(
        &mut self,
        position: usize,
        line: usize,
        cell: Option<Cell<'a>>,
    ) -> Result<(), DataError> {
        let Some((name, store)) = self.stores.get_mut(position) else { return Ok(()) };
        let guesses = self.options.sniff && !self.options.missing_said;
        let pushed = match cell {
            Some(cell) if guesses && store.is_missing_number(&cell) => {
                let (count, places) = self.words.entry(cell.text.into_owned()).or_default();
                *count += 1;
                places.insert(name.clone());
                store.push(Cell { text: Cow::Borrowed("?"), quoted: false }, self.options)
            }
            Some(cell) => store.push(cell, self.options),
            None => store.push_omitted(),
        };
        pushed.map_err(|(problem, remedy)| {
            DataError::line(self.file, line, problem, remedy).in_column(name.as_str())
        })
    }

    /// Ends a row whose values were all pushed.
    pub fn end_row(&mut self, line: usize) {
        self.lines.push(line);
    }

    /// Refuses one more row where the table would not fit.
    pub fn check_room(&self) -> Result<(), DataError> {
        text::check_size(self.file, self.lines.len() + 1, self.width())
    }

    /// The table of the kept columns.
    pub fn finish(self, target: Vec<String>) -> Result<ReadTable, DataError> {
        self.refuse_texts(&target)?;
        let declares = |store: &Store| matches!(store, Store::Texts(_) | Store::Declared { .. });
        let declares_classes =
            self.stores.iter().any(|(name, store)| target.contains(name) && declares(store));
        let mut notes = Vec::new();
        let mut facts = Facts::default();
        for (word, (count, places)) in self.words {
            let places = listed(places.iter().map(String::as_str));
            notes.push(text::missing_note(&word, count, &places));
            facts.missing_words.push(word);
        }
        let mut columns = Vec::new();
        for (name, store) in self.stores {
            let values = match store {
                Store::Dropped => continue,
                Store::Dates { days, .. } => {
                    notes.push(format!(
                        "the dates of attribute `{name}` are read as days since 1970-01-01; \
                         list it under `nominal` to keep its texts"
                    ));
                    facts.dates.push(name.clone());
                    Values::Numeric(days.into())
                }
                Store::Numbers { len, entries } => {
                    Values::Numeric(Numbers::from_entries(len as usize, entries.into_iter()))
                }
                Store::Numerals(labels) | Store::Texts(labels) => labels.into_values(),
                Store::Declared { levels, codes, .. } => Values::Nominal { levels, codes },
            };
            columns.push(Column { name, values });
        }
        let table = Table { columns, rows: self.lines.len() };
        Ok(ReadTable { table, lines: self.lines, target, declares_classes, notes, facts })
    }

    /// Refuses a feature that is declared as text and has a value for almost every row: as levels, documents and names
    /// teach nothing, and every method would score as the majority.
    fn refuse_texts(&self, target: &[String]) -> Result<(), DataError> {
        let is_feature = |(name, store): &&(String, Store)| {
            let is_kept = !matches!(store, Store::Dropped);
            is_kept && !target.contains(name) && !self.options.unread.contains(name)
        };
        let features = || self.stores.iter().filter(is_feature);
        let is_text = |(name, store): &&(String, Store)| match store {
            Store::Texts(labels) if !self.options.nominal.contains(name) => {
                is_almost_unique(labels.distinct().len(), labels.known())
            }
            _ => false,
        };
        let texts: Vec<&(String, Store)> = features().filter(is_text).collect();
        let Some((name, Store::Texts(labels))) = texts.first() else { return Ok(()) };
        let problem = format!(
            "the `string` attribute holds texts: {} different ones in {} rows, which no method here can learn from",
            labels.distinct().len(),
            labels.known()
        );
        let others = features().count() - texts.len();
        let remedy = if others == 0 {
            "nothing else is left as a feature: turn the texts into columns of numbers first, such as counts of words \
             (Weka's StringToWordVector)"
                .to_owned()
        } else {
            let names: Vec<String> = texts.iter().map(|(name, _)| name.clone()).collect();
            format!(
                "leave it out with ignore = {}, or list it under `nominal` if its values are categories",
                toml::Value::from(names)
            )
        };
        Err(DataError::file(self.file, problem, remedy).in_column(name))
    }
}

impl<'a> Store<'a> {
    /// Whether a cell that should be a number can only mean "missing".
    fn is_missing_number(&self, cell: &Cell) -> bool {
        matches!(self, Store::Numbers { .. })
            && text::number(&cell.text).is_none()
            && text::is_missing_number(&cell.text)
    }

    fn push(&mut self, cell: Cell<'a>, options: &ReadOptions) -> Result<(), Complaint> {
        // Quotes make `?` a text like any other, but the user's own words for "missing" hold everywhere.
        let missing = if cell.quoted {
            text::is_missing_word(&cell.text, options)
        } else {
            text::is_missing(&cell.text, options)
        };
        match self {
            Store::Dropped => {}
            Store::Numerals(labels) | Store::Texts(labels) if missing => labels.push(None),
            Store::Declared { codes, .. } if missing => codes.push(MISSING),
            Store::Numbers { len, entries } => {
                let value = if missing { f64::NAN } else { number(&cell)? };
                if value.to_bits() != 0 {
                    entries.push((*len, value));
                }
                *len += 1;
            }
            Store::Numerals(labels) => {
                number(&cell)?;
                labels.push(Some(cell.text));
            }
            Store::Texts(labels) => labels.push(Some(cell.text)),
            Store::Dates { days, .. } if missing => days.push(f64::NAN),
            Store::Dates { pattern, days } => days.push(date(&cell, pattern)?),
            Store::Declared { levels, code_of, codes } => match code_of.get(cell.text.as_ref()) {
                Some(&code) => codes.push(code),
                None => return Err(undeclared(&cell.text, levels)),
            },
        }
        Ok(())
    }

    fn push_omitted(&mut self) -> Result<(), Complaint> {
        match self {
            Store::Dropped => {}
            Store::Numbers { len, .. } => *len += 1,
            Store::Numerals(labels) => labels.push(Some(Cow::Borrowed("0"))),
            Store::Declared { codes, .. } => codes.push(0),
            Store::Dates { days, .. } => days.push(0.0),
            Store::Texts(_) => {
                let problem =
                    "a sparse row leaves out a string, which has no value to stand for it";
                return Err((problem.into(), "write the string out in every row".into()));
            }
        }
        Ok(())
    }
}

fn number(cell: &Cell) -> Result<f64, Complaint> {
    text::number(&cell.text).ok_or_else(|| {
        let remedy =
            "correct the value, add it to `missing`, or declare the attribute's values as {a, b}";
        (text::not_a_number(&cell.text), remedy.into())
    })
}

fn date(cell: &Cell, pattern: &str) -> Result<f64, Complaint> {
    read_pattern(&cell.text, pattern).ok().flatten().ok_or_else(|| {
        let problem = format!("{} is no date of the form {}", shown(&cell.text), shown(pattern));
        (problem, "correct the value or the pattern, or add it to `missing`".into())
    })
}

fn undeclared(value: &str, levels: &[String]) -> Complaint {
    let known = || levels.iter().map(String::as_str);
    let problem =
        format!("unknown value {}; the declared values are {}", shown(value), listed(known()));
    let remedy = "correct the value, declare it, or add it to `missing`";
    match nearest(value, known()) {
        Some(near) => (problem, format!("did you mean {}? {remedy}", shown(&near))),
        None => (problem, remedy.into()),
    }
}
