//! The decimal mark of a CSV file: a comma where whole columns are numbers with commas. A file that writes some numbers with
//! points and others with commas, or whose commas may separate thousands, is refused with what to say.

use std::path::Path;

use super::sample::Sample;
use super::text::{self, shown};
use crate::data::error::DataError;

/// How the numbers of one column are written.
#[derive(Default)]
struct Writing<'s> {
    cells: usize,
    whole: usize,
    with_point: usize,
    /// Numbers with one comma, which is no separator of thousands.
    with_comma: usize,
    /// Numbers whose commas may separate thousands.
    thousands: usize,
    line: usize,
    example: &'s str,
}

/// The decimal mark of the records below the first.
pub fn find(
    file: &Path,
    sample: &Sample,
    is_missing: impl Fn(&str) -> bool,
) -> Result<char, DataError> {
    let columns: Vec<Writing> = (0..sample.width)
        .map(|column| {
            let mut writing = Writing::default();
            let cells = sample.column(column).map(|field| (field.line, field.text.trim()));
            for (line, cell) in cells.filter(|(_, cell)| !is_missing(cell)) {
                writing.add(line, cell);
            }
            writing
        })
        .collect();
    let Some(comma) = columns.iter().find(|column| column.is_comma()) else { return Ok('.') };
    let column_of =
        |found: &Writing| columns.iter().position(|c| std::ptr::eq(c, found)).map_or(0, |c| c + 1);
    if let Some(point) = columns.iter().find(|column| column.is_point()) {
        let problem = format!(
            "column {} has numbers with a point, such as {}, and column {} with a comma, such as {}",
            column_of(point),
            shown(point.example),
            column_of(comma),
            shown(comma.example)
        );
        let remedy = "write all numbers alike, or set `decimal` to the mark that counts (`nominal` lists columns of names)";
        return Err(DataError::line(file, comma.line, problem, remedy));
    }
    if columns.iter().all(|column| column.with_comma == 0) {
        let problem = format!(
            "the comma of {} in column {} can be a decimal mark or separate thousands",
            shown(comma.example),
            column_of(comma)
        );
        let remedy = "set `decimal = \",\"` if it is a decimal mark, otherwise remove such commas from the file";
        return Err(DataError::line(file, comma.line, problem, remedy));
    }
    Ok(',')
}

impl<'s> Writing<'s> {
    fn add(&mut self, line: usize, cell: &'s str) {
        self.cells += 1;
        if text::number(cell).is_some() {
            let broken = cell.contains('.');
            self.with_point += usize::from(broken);
            self.whole += usize::from(!broken);
            if broken && self.example.is_empty() {
                self.example = cell;
            }
            return;
        }
        let grouped = has_groups(cell);
        if !grouped && text::with_point(cell).is_none() {
            return;
        }
        self.thousands += usize::from(grouped);
        self.with_comma += usize::from(!grouped);
        if self.example.is_empty() {
            (self.example, self.line) = (cell, line);
        }
    }

    /// Only whole numbers and numbers with commas.
    fn is_comma(&self) -> bool {
        let commas = self.with_comma + self.thousands;
        commas > 0 && commas + self.whole == self.cells
    }

    /// Only whole numbers and numbers with points.
    fn is_point(&self) -> bool {
        self.with_point > 0 && self.with_point + self.whole == self.cells
    }
}

/// Whether commas may separate thousands: `1,234` or `12,345,678`.
fn has_groups(cell: &str) -> bool {
    let unsigned = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let mut groups = unsigned.split(',');
    let first = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let mut others = groups.peekable();
    others.peek().is_some()
        && (1..=3).contains(&first.len())
        && digits(first)
        && !first.starts_with('0')
        && others.all(|group| group.len() == 3 && digits(group))
}
