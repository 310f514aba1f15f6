//! The cells of one CSV column, from text to typed values. Numbers are kept until a text is met and labels until a number is
//! met; a column with both has kept enough to say what is wrong with it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::scan::Field;
use crate::data::error::DataError;
use crate::data::read::ReadOptions;
use crate::data::read::dates::{self, DateForm};
use crate::data::read::text::{self, LevelPool, shown};
use crate::data::table::Values;

/// What holds for every cell of a file.
pub struct Rules<'o> {
    /// What was said.
    pub options: &'o ReadOptions,
    /// The decimal mark.
    pub decimal: char,
}

impl Rules<'_> {
    fn number(&self, cell: &str) -> Option<f64> {
        match (self.decimal, cell.contains(',')) {
            (',', true) => text::number(&text::with_point(cell)?),
            (',', false) if cell.contains('.') => None,
            _ => text::number(cell),
        }
    }

    /// Whether words for "missing" are recognised that nobody listed.
    fn guesses_missing(&self) -> bool {
        self.options.sniff && !self.options.missing_said
    }
}

/// Which part a column plays, as far as its reader must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A feature or a numeric target, typed by its cells.
    Free,
    /// A feature that was listed as nominal.
    Nominal,
    /// A target of classes.
    Classes,
    /// No feature: any text will do.
    Unread,
}

/// The cells of one column so far.
pub struct Cells<'a> {
    part: Part,
    numbers: Vec<f64>,
    labels: LevelPool<'a>,
    seen_numbers: Seen,
    seen_texts: Seen,
    /// Words that mean "missing" although nobody listed them, and the line of the first.
    words: BTreeMap<String, usize>,
    /// Words that mean "missing" among numbers and are labels otherwise.
    words_among_numbers: BTreeMap<String, usize>,
    first_word: Option<(usize, String)>,
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

/// A column that was read to its end.
pub struct Finished {
    /// What it holds; `None` where it is left out.
    pub values: Option<Values>,
    /// Words that were taken for "missing", and how often.
    pub words: BTreeMap<String, usize>,
    /// What was made of it.
    pub note: Option<String>,
}

impl<'a> Cells<'a> {
    /// No cells yet.
    pub fn new(part: Part) -> Cells<'a> {
        Cells {
            part,
            numbers: Vec::new(),
            labels: LevelPool::default(),
            seen_numbers: Seen::default(),
            seen_texts: Seen::default(),
            words: BTreeMap::new(),
            words_among_numbers: BTreeMap::new(),
            first_word: None,
        }
    }

    /// Adds the next cell.
    pub fn push(&mut self, field: Field<'a>, rules: &Rules) {
        let cell = field.text.trim();
        // Quotes do not protect a missing word: some writers quote every field.
        if text::is_missing(cell, rules.options) {
            return self.push_missing(None);
        }
        let free = self.part == Part::Free;
        if let Some(value) = Some(&field.text).filter(|_| free).and_then(|cell| rules.number(cell))
        {
            self.seen_numbers.note(field.line, &field.text);
            if self.seen_texts.count == 0 {
                self.numbers.push(value);
            }
            return;
        }
        if rules.guesses_missing() && self.part != Part::Unread {
            if text::is_usual_missing(cell) {
                *self.words.entry(cell.to_owned()).or_default() += 1;
                self.first_word.get_or_insert_with(|| (field.line, cell.to_owned()));
                return self.push_missing(None);
            }
            if free && text::is_missing_number(cell) {
                *self.words_among_numbers.entry(cell.to_owned()).or_default() += 1;
                return self.push_missing(Some(field.text));
            }
        }
        self.seen_texts.note(field.line, &field.text);
        if self.seen_numbers.count == 0 {
            self.labels.push(Some(field.text));
        }
    }

    /// A missing value, which may be a label if no number is in the column.
    fn push_missing(&mut self, label: Option<Cow<'a, str>>) {
        if self.seen_texts.count == 0 {
            self.numbers.push(f64::NAN);
        }
        if self.seen_numbers.count == 0 {
            self.labels.push(label);
        }
    }

    /// The labels that were met.
    pub fn labels(&self) -> &[Cow<'a, str>] {
        self.labels.distinct()
    }

    /// Whether all cells are missing.
    pub fn is_empty(&self) -> bool {
        self.seen_numbers.count + self.seen_texts.count == 0 && self.labels.distinct().is_empty()
    }

    /// Whether the column names rows: it counts them, or every cell is another text.
    pub fn names_rows(&self, rows: usize) -> Option<&'static str> {
        let counts = |from: f64| {
            let mut expected = (0..rows).map(|row| from + row as f64);
            self.numbers.len() == rows && self.numbers.iter().all(|n| Some(*n) == expected.next())
        };
        if self.seen_texts.count == 0 && (counts(0.0) || counts(1.0)) {
            Some("counts the rows")
        } else if self.seen_numbers.count == 0 && self.labels.distinct().len() == rows {
            Some("names the rows")
        } else {
            None
        }
    }

    /// The values of the column.
    pub fn finish(self, file: &Path, name: &str, rules: &Rules) -> Result<Finished, DataError> {
        let remedy = "correct the value, add it to `missing` (not in a target), or list the column under `nominal` if it holds names";
        let error = |(line, text): (usize, String), problem: fn(&str) -> String| {
            Err(DataError::line(file, line, problem(&text), remedy).in_column(name))
        };
        if self.part == Part::Classes
            && let Some((line, word)) = self.first_word
        {
            let problem =
                format!("the class is {}, which is taken for a missing value", shown(&word));
            let remedy = "remove the row: what is to be predicted must be known; `missing = []` makes it a class";
            return Err(DataError::line(file, line, problem, remedy).in_column(name));
        }
        // `nan` alone makes a text column by the letter of the rules, but never by anyone's intention.
        let unbounded =
            |label: &Cow<str>| label.parse::<f64>().is_ok() && text::number(label).is_none();
        let labels_only = !self.labels.distinct().is_empty();
        match (self.seen_numbers.first, self.seen_texts.first) {
            _ if self.part != Part::Free => Ok(Finished {
                values: Some(self.labels.into_values()),
                words: self.words,
                note: None,
            }),
            (None, None) if !labels_only => {
                let remedy = "remove the column, or correct the `missing` words";
                Err(DataError::file(file, "every value is missing", remedy).in_column(name))
            }
            (Some(_), None) => {
                let mut words = self.words;
                words.extend(self.words_among_numbers);
                let values = Some(Values::Numeric(self.numbers.into()));
                Ok(Finished { values, words, note: None })
            }
            (None, Some(text)) if self.labels.distinct().iter().all(unbounded) => {
                error(text, text::not_a_number)
            }
            (None, first) => {
                let place = first.unwrap_or_default();
                let (values, note) = texts(self.labels, file, name, rules, &place)?;
                Ok(Finished { values, words: self.words, note })
            }
            (Some(_), Some(text)) if self.seen_texts.count <= self.seen_numbers.count => {
                error(text, text::not_a_number)
            }
            (Some(number), Some(_)) => {
                error(number, |text| format!("number {} in a text column", shown(text)))
            }
        }
    }
}

/// A column of texts: names, unless all of them are dates, or numbers with the other decimal mark.
fn texts(
    labels: LevelPool,
    file: &Path,
    name: &str,
    rules: &Rules,
    first: &(usize, String),
) -> Result<(Option<Values>, Option<String>), DataError> {
    if !rules.options.sniff {
        return Ok((Some(labels.into_values()), None));
    }
    let other = |label: &Cow<str>| match rules.decimal {
        ',' => text::number(label).is_some(),
        _ => text::with_point(label).is_some(),
    };
    if labels.distinct().iter().all(other) {
        let problem = format!(
            "{} is no number where the decimal mark is {:?}",
            shown(&first.1),
            rules.decimal
        );
        let remedy = "set `decimal` to the mark that the file uses, or list the column under `nominal` if it holds names";
        return Err(DataError::line(file, first.0, problem, remedy).in_column(name));
    }
    let Some(form) = dates::form_of(labels.distinct().iter().map(AsRef::as_ref)) else {
        return Ok((Some(labels.into_values()), None));
    };
    let keep = "list the column under `nominal` to keep its texts";
    let left_out = match form {
        DateForm::TimeOfDay => {
            Some(format!("column `{name}` holds times of day and is left out; {keep}"))
        }
        DateForm::Doubtful => Some(format!(
            "column `{name}` holds dates such as {}, whose day and month cannot be told apart, and is left out; {keep}",
            shown(&first.1)
        )),
        _ => None,
    };
    if left_out.is_some() {
        return Ok((None, left_out));
    }
    let days = labels.numbers(|label| dates::read(label, form));
    let note = format!("the dates of column `{name}` are read as days since 1970-01-01; {keep}");
    Ok(match days {
        Some(days) => (Some(Values::Numeric(days.into())), Some(note)),
        None => (Some(labels.into_values()), None),
    })
}
