//! Whether the first record of a CSV file names the columns or is data, judged by the columns below it. Names stand over
//! numbers, or occur nowhere below; data is like what follows.

use std::collections::BTreeSet;

use super::sample::Sample;
use super::scan::Field;

/// What the first record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRecord {
    /// Names of columns.
    Names,
    /// Names of columns that are numbers, such as years.
    NumbersAsNames,
    /// Data.
    Data,
    /// It can be both.
    Doubtful,
}

/// How the cells of the first record compare with their columns.
#[derive(Default)]
struct Evidence {
    /// Texts over columns of numbers.
    texts_over_numbers: usize,
    /// Numbers over columns of numbers.
    numbers: Vec<f64>,
    /// Texts that occur again in their column.
    seen: usize,
    /// Texts that do not, although their column has few different values.
    unseen: usize,
    /// Texts that do not, in columns that have a new value in nearly every row.
    unknown: usize,
    /// Cells that mean "missing".
    holes: usize,
    repeated: bool,
}

/// Judges the first record. `is_missing` knows the words for it, `is_number` the decimal mark.
pub fn judge(
    sample: &Sample,
    is_missing: impl Fn(&str) -> bool,
    is_number: impl Fn(&str) -> bool,
) -> FirstRecord {
    let Some(first) = sample.records.first() else { return FirstRecord::Names };
    if sample.rest().is_empty() {
        return FirstRecord::Names;
    }
    // Where the header is shorter it stands over the last columns.
    let shift = sample.width.saturating_sub(first.len());
    let mut evidence = Evidence::default();
    let mut names = BTreeSet::new();
    for (column, cell) in (shift..).zip(first) {
        let word = cell.text.trim();
        if is_missing(word) {
            // A first or last column without a name is an index, or the end of a line that ends with a separator.
            let at_an_end = word.is_empty() && (column == 0 || column + 1 == sample.width);
            evidence.holes += usize::from(!at_an_end);
            continue;
        }
        evidence.repeated |= !names.insert(word);
        evidence.add(word, sample.column(column), &is_missing, &is_number);
    }
    evidence.verdict(first.len() == sample.width)
}

impl Evidence {
    fn add<'s, 'a: 's>(
        &mut self,
        word: &str,
        column: impl Iterator<Item = &'s Field<'a>>,
        is_missing: &impl Fn(&str) -> bool,
        is_number: &impl Fn(&str) -> bool,
    ) {
        let (mut count, mut numbers, mut different) = (0, 0, BTreeSet::new());
        for cell in column.map(|field| field.text.trim()).filter(|cell| !is_missing(cell)) {
            count += 1;
            numbers += usize::from(is_number(cell));
            different.insert(cell);
        }
        if count > 0 && numbers == count {
            // `18.0` is a whole number, but no name.
            match word.parse::<i64>() {
                Ok(whole) => self.numbers.push(whole as f64),
                Err(_) if is_number(word) => self.numbers.push(0.5),
                Err(_) => self.texts_over_numbers += 1,
            }
        } else if different.contains(word) {
            self.seen += 1;
        } else if different.len() * 2 <= count {
            self.unseen += 1;
        } else {
            self.unknown += 1;
        }
    }

    fn verdict(&self, full: bool) -> FirstRecord {
        let (seen, judged) = (self.seen, self.seen + self.unseen);
        let steps_by_one = self.numbers.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
        let whole = self.numbers.iter().all(|n| n.fract() == 0.0);
        let like_names = whole && steps_by_one && seen == 0;
        if !full {
            // R's header over columns with names of rows; a row that is one field short is refused later.
            return FirstRecord::Names;
        }
        if self.texts_over_numbers > 0 {
            let distinct: BTreeSet<u64> = self.numbers.iter().map(|n| n.to_bits()).collect();
            let may_be_names = whole && distinct.len() == self.numbers.len();
            return match () {
                () if self.numbers.is_empty() && (seen < 2 || self.unseen > 0) => {
                    FirstRecord::Names
                }
                () if may_be_names && seen == 0 && self.holes == 0 => FirstRecord::NumbersAsNames,
                () => FirstRecord::Doubtful,
            };
        }
        if !self.numbers.is_empty() {
            let only_numbers = judged + self.unknown == 0;
            let from_start = self.numbers.first().is_some_and(|n| *n == 0.0 || *n == 1.0);
            return match () {
                () if only_numbers && like_names && from_start && self.numbers.len() > 2 => {
                    FirstRecord::NumbersAsNames
                }
                () if only_numbers || seen > 0 || !whole || self.repeated => FirstRecord::Data,
                () if like_names && self.holes == 0 => FirstRecord::NumbersAsNames,
                () => FirstRecord::Doubtful,
            };
        }
        match () {
            () if self.holes > 0 || self.repeated => {
                // Names that are absent or stand twice are refused where they are read.
                if seen > 0 { FirstRecord::Data } else { FirstRecord::Names }
            }
            () if seen < 2 => FirstRecord::Names,
            () if seen == judged || (seen >= 3 && seen * 3 >= judged * 2) => FirstRecord::Data,
            () => FirstRecord::Doubtful,
        }
    }
}
