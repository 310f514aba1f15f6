//! What points and commas in the numbers of a CSV file mean, seen from the columns that hold nothing else. A file that writes some
//! numbers with points and others with commas, or whose signs leave the size of a number open, is refused with what to say.

use std::path::Path;

use super::sample::Sample;
use super::text::shown;
use crate::data::error::DataError;
use crate::data::read::signs::{Doubt, Evidence, Signs, is_number};

/// A record below the first, and a column.
type At = (usize, usize);

/// The signs in the numbers below the first record, and those that numbers further below may have, too.
pub fn find(
    file: &Path,
    sample: &Sample,
    asked: Option<char>,
    is_missing: impl Fn(&str) -> bool,
) -> Result<(Signs, Option<Signs>), DataError> {
    let mut evidence = Evidence::default();
    for column in 0..sample.width {
        let cells = || {
            let records = sample.rest().iter().enumerate();
            let cells =
                records.filter_map(|(at, record)| Some((at, record.get(column)?.text.trim())));
            cells.filter(|(_, cell)| !is_missing(cell))
        };
        if !cells().all(|(_, cell)| is_number(cell)) {
            continue;
        }
        for (at, cell) in cells() {
            evidence.add(cell, (at, column));
        }
        evidence.end_column();
    }
    let signs = match evidence.decide(asked) {
        Ok(signs) => signs,
        // The reader sees all rows, and refuses what contradicts an option.
        Err(Doubt::Thousands(_)) => Signs::PLAIN,
        Err(Doubt::Contradicted(_)) => Signs { decimal: asked.unwrap_or('.'), thousands: None },
        Err(Doubt::Mixed { comma, point }) => return Err(mixed(file, sample, comma, point)),
        Err(Doubt::Open(at)) => return Err(open(file, sample, at)),
    };
    Ok((signs, evidence.further(signs, asked)))
}

/// The line, the number of the column from one on, and the text of a cell.
fn cell<'s>(sample: &'s Sample, (row, column): At) -> (usize, usize, &'s str) {
    let field = sample.rest().get(row).and_then(|record| record.get(column));
    field.map_or((1, column + 1, ""), |field| (field.line, column + 1, field.text.trim()))
}

fn mixed(file: &Path, sample: &Sample, comma: At, point: At) -> DataError {
    let (line, column, with_comma) = cell(sample, comma);
    let (_, other, with_point) = cell(sample, point);
    let problem = format!(
        "column {other} has numbers with a point, such as {}, and column {column} with a comma, such as {}",
        shown(with_point),
        shown(with_comma)
    );
    let remedy = "write all numbers alike, or set `decimal` to the mark that counts (`nominal` lists columns of names)";
    DataError::line(file, line, problem, remedy)
}

fn open(file: &Path, sample: &Sample, at: At) -> DataError {
    let (line, column, text) = cell(sample, at);
    let problem = format!(
        "the comma of {} in column {column} can be a decimal mark or separate thousands",
        shown(text)
    );
    let remedy = "set `decimal = \",\"` if it is a decimal mark, `decimal = \".\"` if it separates thousands";
    DataError::line(file, line, problem, remedy)
}

/// What was understood, if it needs saying.
pub fn note(signs: Signs, asked: bool) -> Option<&'static str> {
    match (signs.decimal, signs.thousands) {
        (',', None) if asked => None,
        (',', None) => Some("numbers have a decimal comma; `decimal = \".\"` reads them as text"),
        (',', Some(_)) => Some(
            "numbers have points between thousands and a decimal comma (1.250 is 1250); `decimal = \".\"` reads the points as decimal ones",
        ),
        (_, Some(_)) => Some(
            "numbers have commas between thousands (1,250 is 1250); `decimal = \",\"` reads them as decimal ones",
        ),
        _ => None,
    }
}
