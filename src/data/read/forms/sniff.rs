//! Which delimiter a text has: the one that splits its first lines into the same number of fields, and most of those into
//! numbers. The header alone does not decide, because names may hold commas and numbers may, too.

use std::path::Path;

use super::blanks::{BlankLines, Records};
use super::numbers::looks_like_number;
use super::{DELIMITERS, Delimiter};
use crate::data::read::csv::scan::Scanner;

/// Records that are looked at.
const RECORDS: usize = 200;
/// Bytes that are looked at; a line that is longer is looked at whole.
const BYTES: usize = 200_000;

/// How a delimiter splits the first records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Split {
    /// The delimiter.
    pub delimiter: Delimiter,
    /// Fields of the first record.
    pub header: usize,
    /// Fields of every record below it, if they are the same for all.
    pub rows: Option<usize>,
    /// The share of numbers among the fields below the header, in percent.
    numbers: usize,
    /// Whether every record below the header ends in a number or nothing.
    ends_in_numbers: bool,
}

impl Split {
    /// Whether all rows have a field for each name of the header, and perhaps a name of their own, as R writes them.
    fn is_consistent(&self) -> bool {
        self.header > 1 && (self.is_even() || self.rows == Some(self.header + 1))
    }

    /// Whether all records have as many fields as the header.
    fn is_even(&self) -> bool {
        self.rows == Some(self.header)
    }
}

/// The delimiter of a text, and whether another one would do as well.
pub fn sniff(file: &Path, text: &str) -> Split {
    let head = beginning(text);
    let splits = DELIMITERS.iter().map(|(_, delimiter)| split(file, head, *delimiter));
    let (blanks, splits): (Vec<Split>, Vec<Split>) =
        splits.partition(|split| split.delimiter == Delimiter::Blanks);
    // The first of equals wins, so the order of the list counts.
    let mut best: Option<Split> = None;
    for split in splits.iter().filter(|split| split.is_consistent()) {
        let worth = |split: &Split| (split.is_even(), split.numbers, split.header);
        if best.is_none_or(|best| worth(split) > worth(&best)) {
            best = Some(*split);
        }
    }
    let blanks = blanks.into_iter().find(|split| split.is_consistent() && split.ends_in_numbers);
    let most = || splits.iter().rev().max_by_key(|split| split.header).copied();
    let comma = Split {
        delimiter: Delimiter::Char(','),
        header: 1,
        rows: None,
        numbers: 0,
        ends_in_numbers: false,
    };
    best.or(blanks).or_else(most).unwrap_or(comma)
}

/// The first lines of a text.
fn beginning(text: &str) -> &str {
    let end = text.as_bytes().iter().skip(BYTES).position(|&byte| byte == b'\n');
    end.and_then(|end| text.get(..BYTES + end)).unwrap_or(text)
}

/// The records of a text.
pub fn records<'a>(file: &'a Path, text: &'a str, delimiter: Delimiter) -> Records<'a> {
    match delimiter {
        Delimiter::Char(delimiter) => Records::Delimited(Scanner::new(file, text, delimiter)),
        Delimiter::Blanks => Records::Blanks(BlankLines::new(file, text)),
    }
}

/// How one delimiter splits a text.
pub fn split(file: &Path, text: &str, delimiter: Delimiter) -> Split {
    let text = beginning(text);
    let mut records = records(file, text, delimiter);
    let mut fields = Vec::new();
    let mut split = Split { delimiter, header: 0, rows: None, numbers: 0, ends_in_numbers: true };
    if !records.record(&mut fields).unwrap_or(false) {
        return split;
    }
    split.header = fields.len();
    let (mut cells, mut numbers, mut same) = (0, 0, true);
    for _ in 0..RECORDS {
        // Where the text was cut, or is damaged, the records before it decide.
        if !records.record(&mut fields).unwrap_or(false) {
            break;
        }
        same &= *split.rows.get_or_insert(fields.len()) == fields.len();
        cells += fields.len();
        let is_number = |text: &str| text.is_empty() || looks_like_number(text);
        numbers += fields.iter().filter(|field| is_number(&field.text)).count();
        split.ends_in_numbers &= fields.last().is_some_and(|field| is_number(&field.text));
    }
    split.rows = split.rows.filter(|_| same);
    split.numbers = numbers * 100 / cells.max(1);
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Delimiter {
        sniff(Path::new("f"), text).delimiter
    }

    #[test]
    fn the_delimiter_splits_all_lines_alike() {
        let char = Delimiter::Char;
        for (text, expected) in [
            ("d,a,b\nx,1,2\n", char(',')),
            ("d;a;\"b, c\"\nx;1;2", char(';')),
            ("d\ta\tb\nx\t1\t2\n", char('\t')),
            ("d|a|b\r\nx|1|2", char('|')),
            // Names with commas, which would split the header into more fields.
            ("d;k-NN, k=1, l=2;b, c, d\nx;1;2\ny;3;4\n", char(';')),
            // Decimal commas in every row.
            ("d;a;b\nx;0,95;0,93\ny;0,8;0,7\n", char(';')),
            ("d;m;v\nx;a;0,95\ny;b;0,8\n", char(';')),
            ("1,5;2,5\n0,95;0,93\n0,8;0,7\n", char(';')),
            ("d\ta b\nx y\t1\nz\t2\n", char('\t')),
            ("d a   b\niris 1 2\nwine  3 4\n", Delimiter::Blanks),
            ("\"A\" \"B C\"\n\"iris 1\" 1 2\n\"wine\"  3 4\n", Delimiter::Blanks),
            // Damaged, but by its header a file with commas.
            ("d,a,b\nx,1\ny,2,3\n", char(',')),
            ("some words\nmore words\n", char(',')),
            ("d\nx\n", char(',')),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
