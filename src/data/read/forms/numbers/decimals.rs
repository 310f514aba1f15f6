//! What commas and points in the numbers of a file mean. One number may leave it open (`1,234`); all of a file together mostly
//! do not. Where they do, the file is refused, because a thousandfold error would go unnoticed.

use super::super::Decimal;
use super::{At, cell};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// How a number without sign and exponent is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Whole,
    /// One point; whether it could separate thousands.
    Point {
        grouped: bool,
    },
    /// One comma; whether it could separate thousands.
    Comma {
        grouped: bool,
    },
    /// `1,234.5` or `1,234,567`.
    CommaGroups,
    /// `1.234,5` or `1.234.567`.
    PointGroups,
}

/// The kind of a number; `None` if points and commas are out of order.
pub fn kind(number: &str) -> Option<Kind> {
    let count = |sign: char| number.matches(sign).count();
    match (count('.'), count(',')) {
        (0, 0) => Some(Kind::Whole),
        (1, 0) => Some(Kind::Point { grouped: grouped(number, '.') }),
        (0, 1) => Some(Kind::Comma { grouped: grouped(number, ',') }),
        (0 | 1, _) => {
            let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
            (grouped(whole, ',') && !decimals.contains(',')).then_some(Kind::CommaGroups)
        }
        (_, 0 | 1) => {
            let (whole, decimals) = number.split_once(',').unwrap_or((number, ""));
            (grouped(whole, '.') && !decimals.contains('.')).then_some(Kind::PointGroups)
        }
        _ => None,
    }
    .or_else(|| {
        let (whole, decimals) = number.split_once(',')?;
        (grouped(whole, '.') && !decimals.contains(['.', ','])).then_some(Kind::PointGroups)
    })
}

/// Whether a sign separates thousands: up to three digits that do not begin with zero, then threes.
fn grouped(number: &str, sign: char) -> bool {
    let mut groups = number.split(sign);
    let first = groups.next().unwrap_or("");
    let mut rest = groups.peekable();
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.peek().is_some()
        && rest.all(|group| group.len() == 3)
}

/// What a file's numbers have shown so far: where each kind was met first.
#[derive(Debug, Default)]
pub struct Evidence {
    point: Option<At>,
    point_not_grouped: Option<At>,
    comma: Option<At>,
    comma_not_grouped: Option<At>,
    comma_groups: Option<At>,
    point_groups: Option<At>,
}

/// What commas and points mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decimals {
    /// Points only, as they are.
    Plain,
    /// Commas before decimals; points, if any, between thousands.
    Comma { points: bool },
    /// Commas between thousands.
    Thousands,
}

impl Evidence {
    /// Takes note of one number.
    pub fn add(&mut self, number: &str, at: At) {
        if !number.contains(['.', ',']) {
            return;
        }
        let unsigned = number.trim_start_matches(['+', '-']);
        let unsigned = unsigned.split(['e', 'E']).next().unwrap_or(unsigned);
        let (all, sure) = match kind(unsigned) {
            Some(Kind::Point { grouped }) => {
                (&mut self.point, (!grouped).then_some(&mut self.point_not_grouped))
            }
            Some(Kind::Comma { grouped }) => {
                (&mut self.comma, (!grouped).then_some(&mut self.comma_not_grouped))
            }
            Some(Kind::CommaGroups) => (&mut self.comma_groups, None),
            Some(Kind::PointGroups) => (&mut self.point_groups, None),
            Some(Kind::Whole) | None => return,
        };
        all.get_or_insert(at);
        if let Some(sure) = sure {
            sure.get_or_insert(at);
        }
    }

    /// What commas and points mean, by option or by all numbers together.
    pub fn decide(&self, sheet: &Sheet, asked: Option<Decimal>) -> Result<Decimals, DataError> {
        let commas = self.comma.or(self.comma_groups);
        match asked {
            Some(Decimal::Comma) => {
                let points = self.point.or(self.point_groups).is_some();
                return Ok(Decimals::Comma { points });
            }
            Some(Decimal::Point) if commas.is_some() => return Ok(Decimals::Thousands),
            _ if commas.or(self.point_groups).is_none() => return Ok(Decimals::Plain),
            _ => {}
        }
        let says_comma = self.comma_not_grouped.or(self.point_groups);
        // Next to `1.234,5` a `1.234` has points between thousands; without it, points are decimal.
        let points_are_groups = self.point_groups.is_some() && self.point_not_grouped.is_none();
        let says_point = self.comma_groups.or(self.point.filter(|_| !points_are_groups));
        match (says_comma, says_point) {
            (Some(_), None) => Ok(Decimals::Comma { points: self.point_groups.is_some() }),
            (None, Some(_)) => Ok(Decimals::Thousands),
            (Some(comma), Some(point)) => Err(mixed(sheet, comma, point)),
            (None, None) => Err(doubtful(sheet, commas.unwrap_or_default())),
        }
    }
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

impl Decimals {
    /// A number with a decimal point and nothing between thousands.
    pub fn plain(self, number: &str) -> String {
        match self {
            Decimals::Plain => number.to_owned(),
            Decimals::Comma { points: true } => number.replace('.', "").replace(',', "."),
            Decimals::Comma { points: false } => number.replace(',', "."),
            Decimals::Thousands => number.replace(',', ""),
        }
    }

    /// What was understood.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Decimals::Plain => None,
            Decimals::Comma { points: true } => Some(
                "numbers are read with a decimal comma and points between thousands (1.234,5 is 1234.5); say --decimal point if not",
            ),
            Decimals::Comma { points: false } => Some(
                "numbers are read with a decimal comma (0,95 is 0.95); say --decimal point if not",
            ),
            Decimals::Thousands => Some(
                "commas in numbers are read as separators of thousands (1,234 is 1234); say --decimal comma if not",
            ),
        }
    }
}
