//! The end of a CSV column: numbers, names, or a mixture that is an error. What was seen on the way decides.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::super::texts::{date_classes, texts};
use super::{Cells, LEAST_MIXED_ROWS, Part, Rules};
use crate::data::error::DataError;
use crate::data::read::signs::{Points, Signs};
use crate::data::read::text::{self, LevelPool, shown};
use crate::data::table::Values;

/// A column that was read to its end.
#[derive(Default)]
pub struct Finished {
    /// What it holds; `None` where it is left out.
    pub values: Option<Values>,
    /// Words that were taken for "missing", and how often.
    pub words: BTreeMap<String, usize>,
    /// What was made of it.
    pub notes: Vec<String>,
    /// Whether its numbers are days of dates.
    pub is_date: bool,
}

/// Where a column is, for errors.
#[derive(Clone, Copy)]
struct InColumn<'p> {
    file: &'p Path,
    name: &'p str,
}

impl InColumn<'_> {
    fn error<T>(
        self,
        line: usize,
        problem: impl Into<String>,
        remedy: &str,
    ) -> Result<T, DataError> {
        Err(DataError::line(self.file, line, problem, remedy).in_column(self.name))
    }

    /// A column of which some cells are of the wrong kind.
    fn mixed<T>(self, line: usize, problem: String) -> Result<T, DataError> {
        let remedy = "correct the value, add it to `missing` (not in a target), or list the column under `nominal` if it holds names";
        self.error(line, problem, remedy)
    }
}

impl Cells<'_> {
    /// The values of the column.
    pub fn finish(self, file: &Path, name: &str, rules: &Rules) -> Result<Finished, DataError> {
        let place = InColumn { file, name };
        if self.part != Part::Free {
            return self.names(place, rules);
        }
        // `nan` alone makes a text column by the letter of the rules, but never by anyone's intention.
        let unbounded =
            |label: &Cow<str>| label.parse::<f64>().is_ok() && text::number(label).is_none();
        let has_labels = !self.labels.distinct().is_empty();
        match (&self.seen_numbers.first, &self.seen_texts.first) {
            (None, None) if !has_labels && rules.options.sniff => {
                let note = format!("column `{name}` has no values and is left out");
                Ok(Finished { words: self.words, notes: vec![note], ..Finished::default() })
            }
            (None, None) if !has_labels => {
                let remedy = "remove the column, or correct the `missing` words";
                Err(DataError::file(file, "every value is missing", remedy).in_column(name))
            }
            (Some(_), None) => self.numeric(place, rules),
            (None, Some((line, text))) if self.labels.distinct().iter().all(unbounded) => {
                place.mixed(*line, text::not_a_number(text))
            }
            (None, first) => {
                let first = first.clone().unwrap_or_default();
                let (values, note) = texts(self.labels, file, name, rules, &first)?;
                let is_date = matches!(values, Some(Values::Numeric(_)));
                Ok(Finished {
                    values,
                    words: self.words,
                    notes: note.into_iter().collect(),
                    is_date,
                })
            }
            (Some((line, number)), Some((text_line, text))) => {
                if self.few.as_ref().is_some_and(are_names) {
                    return Ok(self.mixed_names(name));
                }
                if self.seen_texts.count <= self.seen_numbers.count {
                    let has_comma = rules.options.sniff && text::with_point(text.trim()).is_some();
                    if has_comma && rules.signs == Signs::PLAIN {
                        return late_comma(place, *text_line, text);
                    }
                    return place.mixed(*text_line, text::not_a_number(text));
                }
                place.mixed(*line, format!("number {} in a text column", shown(number)))
            }
        }
    }

    /// A column that holds names whatever they look like.
    fn names(self, place: InColumn, rules: &Rules) -> Result<Finished, DataError> {
        if self.part == Part::Classes {
            if let Some((line, word)) = self.first_word {
                let problem =
                    format!("the class is {}, which is taken for a missing value", shown(&word));
                let remedy = "remove the row: what is to be predicted must be known; `target` names another column; `missing = []` makes it a class, and a text in every other column";
                return place.error(line, problem, remedy);
            }
            if let Some(error) = date_classes(&self.labels, place.file, place.name, rules) {
                return Err(error);
            }
        }
        let values = Some(self.labels.into_values());
        Ok(Finished { values, words: self.words, ..Finished::default() })
    }

    fn numeric(self, place: InColumn, rules: &Rules) -> Result<Finished, DataError> {
        let mut notes: Vec<String> = self.note_on_points(place, rules)?.into_iter().collect();
        let mut words = self.words;
        words.extend(self.words_among_numbers);
        let long = self.long.filter(|_| rules.options.sniff);
        notes.extend(long.map(|number| text::long_note(place.name, &number)));
        let values = Some(Values::Numeric(self.numbers.into()));
        Ok(Finished { values, words, notes, is_date: false })
    }

    /// What is said of signs between thousands; an error where they may stand before decimals.
    fn note_on_points(&self, place: InColumn, rules: &Rules) -> Result<Option<String>, DataError> {
        let points = self.pointed.points();
        if rules.signs == Signs::PLAIN && self.grouped.is_none() {
            return match points {
                Points::Thousands(line, number) | Points::Unclear(line, number) => {
                    doubtful_point(place, line, number)
                }
                Points::DecimalMostly(_, number) => Ok(Some(format!(
                    "the points of column `{}` are read as decimal points ({}), although a few of its numbers have none; `decimal = \",\"` reads them as points between thousands",
                    place.name,
                    shown(number)
                ))),
                Points::None | Points::Decimal(_) => Ok(None),
            };
        }
        let Some((line, number)) = &self.grouped else { return Ok(None) };
        let are_sure = self.grouped_for_sure
            || rules.options.decimal.is_some()
            || rules.signs.decimal == '.'
            || matches!(points, Points::Thousands(..));
        if !are_sure {
            let problem = format!(
                "the point of {} may separate thousands, because other numbers have a decimal comma, or be a decimal one",
                shown(number)
            );
            let remedy = "write all numbers alike, or set `decimal = \",\"` if the point separates thousands";
            return place.error(*line, problem, remedy);
        }
        let sign = if rules.signs.decimal == ',' { "points" } else { "commas" };
        Ok(Some(format!(
            "column `{}` has {sign} between thousands from line {line} on ({})",
            place.name,
            shown(number)
        )))
    }

    /// A column of few different values, of which some are numbers.
    fn mixed_names(self, name: &str) -> Finished {
        let labels = self.few.unwrap_or_default();
        let shown = text::listed(labels.distinct().iter().map(AsRef::as_ref));
        let note = format!(
            "column `{name}` holds numbers and texts ({shown}) and is read as names; `missing` lists words that mean missing"
        );
        let values = Some(labels.into_values());
        Finished { values, words: self.words, notes: vec![note], is_date: false }
    }
}

/// The error for a comma among numbers of which the first ones have none.
fn late_comma<T>(place: InColumn, line: usize, number: &str) -> Result<T, DataError> {
    let problem = format!("{} is no number where the decimal mark is '.'", shown(number));
    let remedy = "set `decimal = \",\"` if it has a decimal comma; otherwise correct the value, add it to `missing`, or list the column under `nominal` if it holds names";
    place.error(line, problem, remedy)
}

/// The error for a column such as `1.250`, `980`.
fn doubtful_point<T>(place: InColumn, line: usize, number: &str) -> Result<T, DataError> {
    let problem = format!(
        "the point in {} seems to separate thousands, because other numbers of the column have no decimals",
        shown(number)
    );
    let remedy = "set `decimal = \",\"` if 1.250 is more than a thousand, `decimal = \".\"` if it is a little more than one; numbers without decimals that are codes belong into `missing`";
    place.error(line, problem, remedy)
}

/// Whether a mixture of numbers and texts is a list of names: each of the few has many rows.
fn are_names(labels: &LevelPool) -> bool {
    labels.counts().iter().all(|count| *count >= LEAST_MIXED_ROWS)
}
