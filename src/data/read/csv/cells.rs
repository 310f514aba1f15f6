//! The cells of one CSV column, from text to typed values. Numbers are kept until a text is met and labels until a number is
//! met; a column with both has kept enough to say what is wrong with it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::names::numbers_rows;
use super::scan::Field;
use super::texts::{date_classes, texts};
use crate::data::error::DataError;
use crate::data::read::ReadOptions;
use crate::data::read::signs::{Pointed, Signs};
use crate::data::read::text::{self, LevelPool, shown};
use crate::data::table::Values;

/// What holds for every cell of a file.
pub struct Rules<'o> {
    /// What was said.
    pub options: &'o ReadOptions,
    /// What points and commas in numbers mean.
    pub signs: Signs,
}

impl Rules<'_> {
    fn number(&self, cell: &str) -> Option<f64> {
        if self.signs == Signs::PLAIN {
            return text::number(cell);
        }
        text::number(&self.signs.plain(cell)?)
    }

    /// Whether a number in the writing of the file is one that means "missing": `-999,0` where -999 does.
    fn is_missing_number(&self, cell: &str) -> bool {
        self.signs != Signs::PLAIN
            && !self.options.missing.is_empty()
            && self.signs.plain(cell).is_some_and(|cell| text::is_missing_word(&cell, self.options))
    }

    /// Whether a point may turn out to separate thousands.
    fn doubts_points(&self) -> bool {
        self.options.sniff && self.options.decimal.is_none() && self.signs == Signs::PLAIN
    }

    /// Whether words for "missing" are recognised that are not listed.
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
    /// Words that mean "missing" although they are not listed, and the line of the first.
    words: BTreeMap<String, usize>,
    /// Words that mean "missing" among numbers and are labels otherwise.
    words_among_numbers: BTreeMap<String, usize>,
    first_word: Option<(usize, String)>,
    /// Whether points separate thousands.
    pointed: Pointed<usize>,
    /// The first whole number that has more digits than can be kept.
    long: Option<String>,
    /// All cells as labels, as long as there are few different ones.
    few: Option<LevelPool<'a>>,
}

/// At most this many different values of a column can be names that numbers are among, as in `2, 3, 4, 5more`.
const MOST_MIXED: usize = 10;
/// Each of them has at least this many rows; a stray text has fewer.
const LEAST_MIXED_ROWS: usize = 5;

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
#[derive(Default)]
pub struct Finished {
    /// What it holds; `None` where it is left out.
    pub values: Option<Values>,
    /// Words that were taken for "missing", and how often.
    pub words: BTreeMap<String, usize>,
    /// What was made of it.
    pub note: Option<String>,
    /// Whether its numbers are days of dates.
    pub is_date: bool,
}

impl<'a> Cells<'a> {
    /// No cells yet.
    pub fn new(part: Part, options: &ReadOptions) -> Cells<'a> {
        Cells {
            few: Some(LevelPool::default()).filter(|_| options.sniff && part == Part::Free),
            part,
            numbers: Vec::new(),
            labels: LevelPool::default(),
            seen_numbers: Seen::default(),
            seen_texts: Seen::default(),
            words: BTreeMap::new(),
            words_among_numbers: BTreeMap::new(),
            first_word: None,
            pointed: Pointed::default(),
            long: None,
        }
    }

    /// Adds the next cell.
    pub fn push(&mut self, field: Field<'a>, rules: &Rules) {
        let cell = field.text.trim();
        // Quotes do not protect a missing word: some writers quote every field.
        if text::is_missing(cell, rules.options) || rules.is_missing_number(cell) {
            return self.push_missing(None);
        }
        let free = self.part == Part::Free;
        if let Some(value) = Some(&field.text).filter(|_| free).and_then(|cell| rules.number(cell))
        {
            self.seen_numbers.note(field.line, &field.text);
            if rules.doubts_points() {
                self.pointed.add(cell, value, field.line);
            }
            if value.abs() > text::LONGEST_EXACT && self.long.is_none() && !is_exact(cell, value) {
                self.long = Some(cell.to_owned());
            }
            self.push_few(Some(field.text));
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
        self.push_few(Some(field.text.clone()));
        if self.seen_numbers.count == 0 {
            self.labels.push(Some(field.text));
        }
    }

    /// A missing value, which may be a label if no number is in the column.
    fn push_missing(&mut self, label: Option<Cow<'a, str>>) {
        self.push_few(None);
        if self.seen_texts.count == 0 {
            self.numbers.push(f64::NAN);
        }
        if self.seen_numbers.count == 0 {
            self.labels.push(label);
        }
    }

    fn push_few(&mut self, label: Option<Cow<'a, str>>) {
        if let Some(few) = &mut self.few {
            few.push(label);
            if few.distinct().len() > MOST_MIXED {
                self.few = None;
            }
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
        } else if self.seen_texts.count == 0 && self.numbers.len() == rows {
            numbers_rows(&self.numbers)
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
            let remedy = "remove the row: what is to be predicted must be known; `target` names another column; `missing = []` makes it a class, and a text in every other column";
            return Err(DataError::line(file, line, problem, remedy).in_column(name));
        }
        if self.part == Part::Classes
            && let Some(error) = date_classes(&self.labels, file, name, rules)
        {
            return Err(error);
        }
        // `nan` alone makes a text column by the letter of the rules, but never by anyone's intention.
        let unbounded =
            |label: &Cow<str>| label.parse::<f64>().is_ok() && text::number(label).is_none();
        let labels_only = !self.labels.distinct().is_empty();
        match (self.seen_numbers.first, self.seen_texts.first) {
            _ if self.part != Part::Free => Ok(Finished {
                values: Some(self.labels.into_values()),
                words: self.words,
                ..Finished::default()
            }),
            (None, None) if !labels_only && rules.options.sniff => {
                let note = format!("column `{name}` has no values and is left out");
                Ok(Finished { words: self.words, note: Some(note), ..Finished::default() })
            }
            (None, None) if !labels_only => {
                let remedy = "remove the column, or correct the `missing` words";
                Err(DataError::file(file, "every value is missing", remedy).in_column(name))
            }
            (Some(_), None) => {
                if let Some((line, number)) = self.pointed.thousands() {
                    return Err(doubtful_point(file, line, number).in_column(name));
                }
                let mut words = self.words;
                words.extend(self.words_among_numbers);
                let values = Some(Values::Numeric(self.numbers.into()));
                let note = self.long.filter(|_| rules.options.sniff);
                let note = note.map(|number| text::long_note(name, &number));
                Ok(Finished { values, words, note, is_date: false })
            }
            (None, Some(text)) if self.labels.distinct().iter().all(unbounded) => {
                error(text, text::not_a_number)
            }
            (None, first) => {
                let place = first.unwrap_or_default();
                let (values, note) = texts(self.labels, file, name, rules, &place)?;
                let is_date = matches!(values, Some(Values::Numeric(_)));
                Ok(Finished { values, words: self.words, note, is_date })
            }
            (Some(_), Some(_)) if self.few.as_ref().is_some_and(are_names) => {
                let labels = self.few.unwrap_or_default();
                let shown = text::listed(labels.distinct().iter().map(AsRef::as_ref));
                let note = format!(
                    "column `{name}` holds numbers and texts ({shown}) and is read as names; `missing` lists words that mean missing"
                );
                let values = Some(labels.into_values());
                Ok(Finished { values, words: self.words, note: Some(note), is_date: false })
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

/// Whether a whole number is kept digit by digit; others are measures, and rounded anyway.
fn is_exact(cell: &str, value: f64) -> bool {
    cell.parse::<i128>().map_or(true, |whole| whole == value as i128)
}

/// The error for a column such as `1.250`, `980`.
fn doubtful_point(file: &Path, line: usize, number: &str) -> DataError {
    let problem = format!(
        "the point in {} seems to separate thousands, because the numbers below 1000 of the column have no decimals",
        shown(number)
    );
    let remedy = "set `decimal = \",\"` if 1.250 is more than a thousand, `decimal = \".\"` if it is a little more than one";
    DataError::line(file, line, problem, remedy)
}

/// Whether a mixture of numbers and texts is a list of names: each of the few has many rows.
fn are_names(labels: &LevelPool) -> bool {
    labels.counts().iter().all(|count| *count >= LEAST_MIXED_ROWS)
}
