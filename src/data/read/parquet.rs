//! Parquet files as data: numbers, texts, truth values and dates, packed in any of the usual ways. Types are those of the file, so
//! nothing is guessed but words for "missing" among texts; what is nested or no number, text or date is refused.

mod check;
pub mod columns;
pub mod index;
#[cfg(test)]
mod tests;
mod thrift;
pub mod values;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use polars_arrow::datatypes::Field;

use self::columns::{Kind, Opened, damaged, guarded, open, unsupported};
use self::values::Value;
use super::text::{self, LevelPool, shown};
use super::{Facts, ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};

/// Reads a Parquet file.
pub fn read(file: &Path, bytes: &[u8], options: &ReadOptions) -> Result<ReadTable, DataError> {
    guarded(file, || read_columns(file, &open(file, bytes)?, options))
}

fn read_columns(
    file: &Path,
    opened: &Opened,
    options: &ReadOptions,
) -> Result<ReadTable, DataError> {
    let rows = opened.rows;
    text::check_size(file, rows, opened.columns.len())?;
    let mut notes = Vec::new();
    let is_index = |field: &Field| index::is_nameless(&field.name);
    let fields = || opened.columns.iter().map(|(field, _)| field);
    let names: Vec<&str> = fields().filter(|f| !is_index(f)).map(|f| f.name.as_str()).collect();
    let default = names.last().map(ToString::to_string).into_iter().collect();
    let target = text::choose_target(file, &names, options, default)?;
    let (mut columns, mut declares_classes) = (Vec::new(), false);
    let mut facts = Facts::default();
    let mut words: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (field, kind) in &opened.columns {
        if is_index(field) {
            notes.push(format!(
                "column `{}` is the index of pandas and is left out",
                field.name.as_str()
            ));
            continue;
        }
        let name = field.name.to_string();
        let is_target = target.contains(&name);
        if opened.index.contains(&name) && !is_target && !options.unread.contains(&name) {
            notes.push(format!(
                "column `{name}` is the index of pandas and comes first, as in a CSV file, so that it is no target unless `target` names it"
            ));
        }
        let no_column = || unsupported(file, field, "list the column under `ignore`");
        if options.unread.contains(&name) && !is_target {
            columns.push(unread(opened, field, *kind)?);
            continue;
        }
        let kind = kind.ok_or_else(no_column)?;
        let is_text = matches!(kind, Kind::Text | Kind::Truth);
        declares_classes |= is_target && is_text;
        let to_text =
            is_text || options.nominal.contains(&name) || (is_target && options.target_is_nominal);
        let mut cells = PlainCells { to_text, ..PlainCells::default() };
        opened
            .values(field, kind, &mut |value| cells.push(&value, options))?
            .ok_or_else(no_column)?;
        if is_target && let Some(word) = cells.words.keys().next() {
            let problem =
                format!("the target is {}, which is taken for a missing value", shown(word));
            let remedy = "remove the row: what is to be predicted must be known; `missing = []` makes it a class";
            return Err(DataError::file(file, problem, remedy).in_column(name));
        }
        if matches!(kind, Kind::Days | Kind::Moments(_)) && !to_text {
            notes.push(format!("the dates of column `{name}` are read as days since 1970-01-01"));
            facts.dates.push(name.clone());
        }
        notes.extend(cells.long.map(|whole| text::long_note(&name, &whole.to_string())));
        for (word, times) in std::mem::take(&mut cells.words) {
            let (count, places) = words.entry(word).or_default();
            *count += times;
            places.push(name.clone());
        }
        columns.push(cells.finish(file, name, rows)?);
    }
    for (word, (count, places)) in words {
        let places = text::listed(places.iter().map(String::as_str));
        notes.push(text::missing_note(&word, count, &places));
    }
    let lines = (1..=rows).collect();
    let table = Table { columns, rows };
    Ok(ReadTable { table, lines, target, declares_classes, notes, facts })
}

/// A column that is no feature: its texts, where it has any.
fn unread(opened: &Opened, field: &Field, kind: Option<Kind>) -> Result<Column, DataError> {
    let mut labels = LevelPool::default();
    let read = match kind {
        Some(kind) => opened.values(field, kind, &mut |value| {
            labels.push(value.written().map(Cow::Owned));
        })?,
        None => None,
    };
    if read.is_none() {
        labels = LevelPool::default();
        (0..opened.rows).for_each(|_| labels.push(None));
    }
    Ok(Column { name: field.name.to_string(), values: labels.into_values() })
}

/// The values of one column so far.
#[derive(Default)]
struct PlainCells {
    to_text: bool,
    numbers: Vec<f64>,
    labels: LevelPool<'static>,
    /// Words that were taken for "missing".
    words: BTreeMap<String, usize>,
    /// The first whole number that has more digits than can be kept.
    long: Option<i128>,
}

impl PlainCells {
    fn push(&mut self, value: &Value, options: &ReadOptions) {
        if !self.to_text {
            let number = value.number().unwrap_or(f64::NAN);
            if let Value::Whole(whole) = value
                && *whole != number as i128
            {
                self.long.get_or_insert(*whole);
            }
            let listed = !options.missing.is_empty()
                && value.written().is_some_and(|text| text::is_missing_word(&text, options));
            return self.numbers.push(if listed { f64::NAN } else { number });
        }
        let Some(label) = value.written() else { return self.labels.push(None) };
        let word = label.trim();
        if text::is_missing(word, options) {
            return self.labels.push(None);
        }
        if options.sniff && !options.missing_said && text::is_usual_missing(word) {
            *self.words.entry(word.to_owned()).or_default() += 1;
            return self.labels.push(None);
        }
        self.labels.push(Some(Cow::Owned(label)));
    }

    fn finish(self, file: &Path, name: String, rows: usize) -> Result<Column, DataError> {
        if let Some(row) = self.numbers.iter().position(|v| v.is_infinite()) {
            let problem = format!("row {} is not a finite number", row + 1);
            let remedy = "correct the value, or write it as missing";
            return Err(DataError::file(file, problem, remedy).in_column(name));
        }
        let values = if self.to_text {
            self.labels.into_values()
        } else {
            Values::Numeric(self.numbers.into())
        };
        if values.len() != rows {
            return Err(damaged(file, "a column has another length than the table").in_column(name));
        }
        if values.missing() == rows && rows > 0 {
            let remedy = "remove the column, or list it under `ignore`";
            return Err(DataError::file(file, "every value is missing", remedy).in_column(name));
        }
        Ok(Column { name, values })
    }
}
