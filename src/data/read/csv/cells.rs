//! The cells of one CSV column, from text to typed values. Numbers are kept until a text is met and labels until a number is
//! met; a column with both has kept enough to say what is wrong with it.

mod finish;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::names::numbers_rows;
use super::scan::Field;
use crate::data::read::ReadOptions;
use crate::data::read::signs::{Pointed, Signs};
use crate::data::read::text::{self, LevelPool};

/// What holds for every cell of a file.
pub struct Rules<'o> {
    /// What was said.
    pub options: &'o ReadOptions,
    /// What points and commas in numbers mean.
    pub signs: Signs,
    /// The same with signs between thousands, which the first records do not have and others may.
    pub further: Option<Signs>,
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
        let is_open = self.signs == Signs::PLAIN || self.further.is_some();
        self.options.sniff && self.options.decimal.is_none() && is_open
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
    /// The first number with signs between thousands that the first records do not have.
    grouped: Option<(usize, String)>,
    /// Whether such a number has decimals or several of these signs, which can mean nothing else.
    grouped_for_sure: bool,
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
            grouped: None,
            grouped_for_sure: false,
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
        let number = || rules.number(&field.text);
        if let Some(value) = Some(())
            .filter(|()| free)
            .and_then(|()| number())
            .or_else(|| self.further_number(&field, rules))
        {
            self.seen_numbers.note(field.line, &field.text);
            if rules.doubts_points() && !cell.contains(',') {
                self.pointed.add(cell, field.line);
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

    /// A number among others with signs between thousands that the first records do not have.
    fn further_number(&mut self, field: &Field, rules: &Rules) -> Option<f64> {
        let are_numbers = self.seen_numbers.count > 0 && self.seen_texts.count == 0;
        let signs = rules.further.filter(|_| are_numbers)?;
        let value = text::number(&signs.plain(&field.text)?)?;
        self.grouped.get_or_insert_with(|| (field.line, field.text.trim().to_owned()));
        self.grouped_for_sure |= field.text.matches(['.', ',']).count() > 1;
        Some(value)
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
}

/// Whether a whole number is kept digit by digit; others are measures, and rounded anyway.
fn is_exact(cell: &str, value: f64) -> bool {
    cell.parse::<i128>().map_or(true, |whole| whole == value as i128)
}
