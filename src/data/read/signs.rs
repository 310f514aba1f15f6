//! What points and commas in numbers mean: before decimals or between thousands. One number may leave it open (`1,234`); all of a
//! file together mostly do not. This is the one rule for data files and tables of results; the words of errors are theirs.

mod pointed;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use pointed::{Pointed, Points};

/// The signs in the numbers of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signs {
    /// Before decimals: a point or a comma.
    pub decimal: char,
    /// Between thousands, where a file has such a sign.
    pub thousands: Option<char>,
}

impl Signs {
    /// Points before decimals, nothing between thousands.
    pub const PLAIN: Signs = Signs { decimal: '.', thousands: None };

    /// A number with a decimal point and nothing between thousands; `None` if it is written otherwise.
    pub fn plain<'t>(&self, number: &'t str) -> Option<Cow<'t, str>> {
        if !number.contains(['.', ',']) {
            return Some(Cow::Borrowed(number));
        }
        if *self == Signs::PLAIN {
            return (!number.contains(',')).then_some(Cow::Borrowed(number));
        }
        let (whole, decimals) = match number.split_once(self.decimal) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (number, None),
        };
        if decimals.is_some_and(|decimals| decimals.contains(['.', ','])) {
            return None;
        }
        let mut text = match self.thousands.filter(|&sign| whole.contains(sign)) {
            Some(sign) if grouped(unsigned(whole), sign) => whole.replace(sign, ""),
            None if !whole.contains(['.', ',']) => whole.to_owned(),
            _ => return None,
        };
        if let Some(decimals) = decimals {
            text.push('.');
            text.push_str(decimals);
        }
        Some(Cow::Owned(text))
    }
}

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

/// The kind of a number of digits, points and commas; `None` if it is none.
pub fn kind(number: &str) -> Option<Kind> {
    let count = |sign: char| number.matches(sign).count();
    let is_number = number.bytes().any(|byte| byte.is_ascii_digit())
        && number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b','));
    if !is_number {
        return None;
    }
    let groups = |sign: char, decimal: char| {
        let (whole, decimals) = number.split_once(decimal).unwrap_or((number, ""));
        grouped(whole, sign) && !decimals.contains(['.', ','])
    };
    match (count('.'), count(',')) {
        (0, 0) => Some(Kind::Whole),
        (1, 0) => Some(Kind::Point { grouped: grouped(number, '.') }),
        (0, 1) => Some(Kind::Comma { grouped: grouped(number, ',') }),
        _ if groups(',', '.') => Some(Kind::CommaGroups),
        _ if groups('.', ',') => Some(Kind::PointGroups),
        _ => None,
    }
}

/// Whether a sign separates thousands: up to three digits that do not begin with zero, then threes.
pub fn grouped(number: &str, sign: char) -> bool {
    let mut groups = number.split(sign);
    let first = groups.next().unwrap_or("");
    let mut rest = groups.peekable();
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && digits(first)
        && rest.peek().is_some()
        && rest.all(|group| group.len() == 3 && digits(group))
}

/// A number without its sign.
pub fn unsigned(number: &str) -> &str {
    number.strip_prefix(['+', '-']).unwrap_or(number)
}

/// The part of a number that has points and commas.
fn mantissa(number: &str) -> &str {
    let unsigned = unsigned(number);
    unsigned.split(['e', 'E']).next().unwrap_or(unsigned)
}

/// Whether a text is a number, whatever its points and commas mean.
pub fn is_number(text: &str) -> bool {
    let good_exponent = match text.split_once(['e', 'E']) {
        Some((_, exponent)) => exponent.parse::<i32>().is_ok(),
        None => true,
    };
    good_exponent && kind(mantissa(text)).is_some()
}

/// What a file's numbers have shown so far: where each kind was met first.
#[derive(Debug)]
pub struct Evidence<P> {
    /// A point with other than three digits behind it.
    point: Option<P>,
    /// A point that could separate thousands, in a column that leaves it open.
    open_point: Option<P>,
    comma: Option<P>,
    open_comma: Option<P>,
    comma_groups: Option<P>,
    point_groups: Option<P>,
    /// The first number of a column whose points can only separate thousands.
    thousands: Option<P>,
    /// The first number of a column in which a few numbers have no decimals.
    mostly: Option<P>,
    /// The first number of a column whose points may be either.
    unclear: Option<P>,
    column: Pointed<P>,
}

impl<P> Default for Evidence<P> {
    fn default() -> Self {
        Evidence {
            point: None,
            open_point: None,
            comma: None,
            open_comma: None,
            comma_groups: None,
            point_groups: None,
            thousands: None,
            mostly: None,
            unclear: None,
            column: Pointed::default(),
        }
    }
}

/// Why numbers cannot be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt<P> {
    /// One number has a decimal comma, another a decimal point.
    Mixed { comma: P, point: P },
    /// A comma may be either, and nothing decides.
    Open(P),
    /// A number contradicts the decimal sign that was asked for.
    Contradicted(P),
    /// A point seems to separate thousands, and no other number of the file says so.
    Thousands(P),
}

impl<P: Copy> Evidence<P> {
    /// Takes note of one number.
    pub fn add(&mut self, number: &str, place: P) {
        if !number.contains(',') {
            self.column.add(number, place);
        }
        if !number.contains(['.', ',']) {
            return;
        }
        // Nobody writes thousands before an exponent.
        let is_decimal = number.contains(['e', 'E']);
        let slot = match kind(mantissa(number)) {
            Some(Kind::Point { grouped }) if is_decimal || !grouped => &mut self.point,
            // What it means is decided with its column.
            Some(Kind::Point { .. } | Kind::Whole) | None => return,
            Some(Kind::Comma { grouped }) if is_decimal || !grouped => &mut self.comma,
            Some(Kind::Comma { .. }) => &mut self.open_comma,
            Some(Kind::CommaGroups) => &mut self.comma_groups,
            Some(Kind::PointGroups) => &mut self.point_groups,
        };
        slot.get_or_insert(place);
    }

    /// Ends a column.
    pub fn end_column(&mut self) {
        let column = std::mem::take(&mut self.column);
        let (slot, place) = match column.points() {
            Points::None => return,
            Points::Decimal(place) => (&mut self.open_point, place),
            Points::DecimalMostly(place, _) => {
                self.mostly.get_or_insert(place);
                (&mut self.open_point, place)
            }
            Points::Unclear(place, _) => {
                self.unclear.get_or_insert(place);
                (&mut self.open_point, place)
            }
            Points::Thousands(place, _) => (&mut self.thousands, place),
        };
        slot.get_or_insert(place);
    }

    /// The first number of a column whose points are read as decimal ones although a few of its numbers have none.
    pub fn mostly_decimal(&self) -> Option<P> {
        self.mostly
    }

    /// The signs that numbers further below may have, too, because the decimal sign is known.
    pub fn further(&self, signs: Signs, asked: Option<char>) -> Option<Signs> {
        let firm = [self.point, self.comma, self.comma_groups, self.point_groups];
        let is_known = asked.is_some() || firm.iter().any(Option::is_some);
        let thousands = if signs.decimal == ',' { '.' } else { ',' };
        (is_known && signs.thousands.is_none())
            .then_some(Signs { thousands: Some(thousands), ..signs })
    }

    /// What points and commas mean: by option or by all numbers together.
    pub fn decide(&self, asked: Option<char>) -> Result<Signs, Doubt<P>> {
        let points = self.point.or(self.open_point).or(self.thousands).or(self.point_groups);
        let commas = self.comma.or(self.open_comma).or(self.comma_groups);
        let comma = |between: Option<P>| Signs { decimal: ',', thousands: between.map(|_| '.') };
        let between_commas = Signs { decimal: '.', thousands: Some(',') };
        match asked {
            Some(',') => match self.point.or(self.comma_groups) {
                Some(place) => return Err(Doubt::Contradicted(place)),
                None => return Ok(comma(points)),
            },
            Some(_) => match self.comma.or(self.point_groups) {
                Some(place) => return Err(Doubt::Contradicted(place)),
                None => return Ok(commas.map_or(Signs::PLAIN, |_| between_commas)),
            },
            None => {}
        }
        let says_comma = self.comma.or(self.point_groups);
        // Next to `1.234,5` a `1.234` has points between thousands; without it, points are decimal.
        let open = self.open_point.filter(|_| self.point_groups.is_none());
        let says_point = self.comma_groups.or(self.point);
        match (says_comma, says_point) {
            (Some(comma), Some(point)) => Err(Doubt::Mixed { comma, point }),
            (Some(found), None) => match open {
                Some(point) => Err(Doubt::Mixed { comma: found, point }),
                None => Ok(comma(points)),
            },
            (None, Some(_)) if commas.is_some() => Ok(between_commas),
            (None, _) => match (self.open_comma, self.thousands.or(self.unclear)) {
                (Some(place), _) => Err(Doubt::Open(place)),
                (None, Some(place)) => Err(Doubt::Thousands(place)),
                (None, None) => Ok(Signs::PLAIN),
            },
        }
    }
}
