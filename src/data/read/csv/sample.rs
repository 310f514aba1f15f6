//! The first records of a CSV file under one dialect, and how even their lengths are. What follows from it is decided elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use super::scan::{Dialect, Field, Scanner};
use super::text;

/// Records that are looked at before a file is read.
const RECORDS: usize = 1_000;

/// The first records of a file.
pub struct Sample<'a> {
    /// How they were split.
    pub dialect: Dialect,
    /// At least one.
    pub records: Vec<Vec<Field<'a>>>,
    /// The commonest number of fields, the first record aside.
    pub width: usize,
    /// How many of the records after the first have that width.
    pub even: usize,
}

impl<'a> Sample<'a> {
    /// Splits a text that begins on a line; `None` where it cannot be split in this dialect or has no record.
    pub fn take(
        file: &'a Path,
        (text, line): (&'a str, usize),
        dialect: Dialect,
    ) -> Option<Sample<'a>> {
        let mut scanner = Scanner::with(file, text, dialect).starting_at(line);
        let mut records = Vec::new();
        let mut fields = Vec::new();
        while records.len() < RECORDS && scanner.record(&mut fields).ok()? {
            records.push(std::mem::take(&mut fields));
        }
        Sample::of(dialect, records)
    }

    /// The same from records; `None` where there are none.
    pub fn of(dialect: Dialect, records: Vec<Vec<Field<'a>>>) -> Option<Sample<'a>> {
        let rest = if records.len() > 1 { &records[1..] } else { records.as_slice() };
        let mut counts = BTreeMap::new();
        for width in rest.iter().map(Vec::len) {
            *counts.entry(width).or_insert(0) += 1;
        }
        let (width, even) = counts.into_iter().max_by_key(|&(width, count)| (count, width))?;
        Some(Sample { dialect, records, width, even })
    }

    /// Without some records below the first; their widths must be those of the others.
    pub fn without(mut self, mut is_dropped: impl FnMut(usize) -> bool) -> Sample<'a> {
        let mut at = 0;
        self.records.retain(|_| {
            at += 1;
            at == 1 || !is_dropped(at - 1)
        });
        self.even = self.rest().iter().filter(|record| record.len() == self.width).count();
        self
    }

    /// The records after the first.
    pub fn rest(&self) -> &[Vec<Field<'a>>] {
        self.records.get(1..).unwrap_or_default()
    }

    /// Whether all records have the same number of fields, of which there are several. A first record may be one field
    /// shorter, as R writes it.
    pub fn is_even(&self) -> bool {
        let first = self.records.first().map_or(0, Vec::len);
        let first_fits = first == self.width
            || first + 1 == self.width
            || self.header_ends_empty()
            || self.is_counts();
        self.width > 1 && first_fits && self.even == self.rest().len().max(1)
    }

    /// Whether the first record alone ends with a separator.
    pub fn header_ends_empty(&self) -> bool {
        let first = self.records.first().map(Vec::as_slice).unwrap_or_default();
        let is_empty = |field: &Field| field.text.is_empty() && !field.quoted;
        first.len() == self.width + 1 && self.width > 1 && first.last().is_some_and(is_empty)
    }

    /// Whether the first record has as many fields as the others, or is a line of counts.
    pub fn is_whole(&self) -> bool {
        self.records.first().map_or(0, Vec::len) == self.width || self.is_counts()
    }

    /// Whether nearly all records have the same number of fields, so that the others are damage.
    pub fn is_nearly_even(&self) -> bool {
        self.width > 1 && self.even * 10 >= self.rest().len() * 9 && self.rest().len() >= 10
    }

    /// Whether the first record is a line of counts, as scikit-learn writes it: rows, features, names of classes.
    pub fn is_counts(&self) -> bool {
        let Some([rows, features, names @ ..]) = self.records.first().map(Vec::as_slice) else {
            return false;
        };
        let whole = |field: &Field| field.text.parse::<usize>().ok();
        let (Some(rows), Some(features)) = (whole(rows), whole(features)) else { return false };
        let below = self.rest().len();
        // A sample that is full does not know how many rows follow.
        let rows_fit =
            if below < RECORDS - 1 { rows == below || rows + 1 == below } else { rows >= below };
        let are_names = names.iter().all(|name| text::number(&name.text).is_none());
        rows_fit && features + 1 == self.width && are_names && below > 1
    }

    /// The cells of a column below the first record.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &Field<'a>> {
        self.rest().iter().filter_map(move |record| record.get(column))
    }
}
