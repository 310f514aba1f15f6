//! The words for what points and commas in a table of results mean, and for what is left open. The rule itself is that of data
//! files: a thousandfold error would go unnoticed.

use super::super::Decimal;
use super::{At, cell};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::signs::{Doubt, Evidence, Signs};
use crate::data::read::text::shown;

/// What points and commas mean, by option or by all numbers of a sheet together.
pub fn decide(
    sheet: &Sheet,
    evidence: &Evidence<At>,
    asked: Option<Decimal>,
) -> Result<Signs, DataError> {
    let asked = asked.map(|asked| match asked {
        Decimal::Point => '.',
        Decimal::Comma => ',',
    });
    evidence.decide(asked).map_err(|doubt| match doubt {
        Doubt::Mixed { comma, point } => mixed(sheet, comma, point),
        Doubt::Open(at) => doubtful(sheet, at),
        Doubt::Contradicted(at) => contradicted(sheet, at, asked == Some(',')),
        Doubt::Thousands(at) => thousands(sheet, at),
    })
}

fn mixed(sheet: &Sheet, comma: At, point: At) -> DataError {
    let ((line, with_comma), (other, with_point)) = (cell(sheet, comma), cell(sheet, point));
    let problem = format!(
        "{} has a decimal comma, and {} on line {other} a decimal point",
        shown(with_comma),
        shown(with_point)
    );
    let remedy = "write all numbers with a decimal point; --decimal comma or --decimal point says what is meant";
    sheet.error(line, comma.1, problem, remedy)
}

fn doubtful(sheet: &Sheet, at: At) -> DataError {
    let (line, text) = cell(sheet, at);
    let problem = format!(
        "the comma in {} may stand before decimals or between thousands, and no other number of the file decides",
        shown(text)
    );
    let remedy = "say --decimal comma if 1,234 is a little more than one, --decimal point if it is more than a thousand";
    sheet.error(line, at.1, problem, remedy)
}

fn contradicted(sheet: &Sheet, at: At, comma: bool) -> DataError {
    let (line, text) = cell(sheet, at);
    let (asked, other) = if comma { ("comma", "point") } else { ("point", "comma") };
    let problem = format!("{} contradicts --decimal {asked}", shown(text));
    let remedy = format!(
        "write all numbers with a decimal {asked}; leave the option out, or say --decimal {other} if that is what they have"
    );
    sheet.error(line, at.1, problem, remedy)
}

fn thousands(sheet: &Sheet, at: At) -> DataError {
    let (line, text) = cell(sheet, at);
    let problem = format!(
        "the point in {} seems to stand between thousands, because other numbers of its column have no decimals",
        shown(text)
    );
    let remedy = "say --decimal comma if 1.250 is more than a thousand, --decimal point if it is a little more than one; leave cells empty whose numbers without decimals are codes for missing results";
    sheet.error(line, at.1, problem, remedy)
}

/// The error for a number that has other signs than those of the file.
pub fn unlike(sheet: &Sheet, at: At, signs: Signs) -> DataError {
    let (line, text) = cell(sheet, at);
    let sign = if signs.decimal == ',' { "comma" } else { "point" };
    let problem =
        format!("{} is no number of a file whose numbers have a decimal {sign}", shown(text));
    let remedy = "write all numbers alike; --decimal comma or --decimal point says what is meant";
    sheet.error(line, at.1, problem, remedy)
}

/// What is said of a column of which most numbers have three decimals, and a few none.
pub fn mostly_note(sheet: &Sheet, at: At) -> String {
    format!(
        "the points of column {} are read as decimal points ({}), although a few of its numbers have none; say --decimal comma if they stand between thousands",
        shown(&sheet.column_name(at.1)),
        shown(cell(sheet, at).1)
    )
}

/// What was understood.
pub fn note(signs: Signs) -> Option<&'static str> {
    match (signs.decimal, signs.thousands) {
        (',', Some(_)) => Some(
            "numbers are read with a decimal comma and points between thousands (1.234,5 is 1234.5); say --decimal point if not",
        ),
        (',', None) => {
            Some("numbers are read with a decimal comma (0,95 is 0.95); say --decimal point if not")
        }
        (_, Some(_)) => Some(
            "commas in numbers are read as separators of thousands (1,234 is 1234); say --decimal comma if not",
        ),
        _ => None,
    }
}
