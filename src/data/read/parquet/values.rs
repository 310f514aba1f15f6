//! The values of a Parquet column, as numbers and as the texts that a CSV file would have for them.

/// One value of a column.
pub enum Value<'a> {
    /// No value.
    Missing,
    /// A whole number.
    Whole(i128),
    /// A number in double precision.
    Real(f64),
    /// A number in single precision.
    Single(f32),
    /// Digits, and how many of them are decimals.
    Decimal(i128, usize),
    /// A text.
    Text(&'a str),
    /// True or false.
    Truth(bool),
    /// Days since 1970.
    Days(i32),
    /// A count of parts of a second since 1970, and how many parts a second has.
    Moment(i64, i64),
}

impl Value<'_> {
    /// The value as a text with all its digits, dates as a CSV file has them (`2020-01-31`); `None` if it is missing.
    pub fn written(&self) -> Option<String> {
        Some(match self {
            Value::Missing => return None,
            Value::Real(value) if value.is_nan() => return None,
            Value::Single(value) if value.is_nan() => return None,
            Value::Whole(value) => value.to_string(),
            Value::Real(value) => format!("{value:?}"),
            Value::Single(value) => format!("{value:?}"),
            Value::Decimal(digits, scale) => decimal(*digits, *scale),
            Value::Text(text) => (*text).to_owned(),
            Value::Truth(truth) => if *truth { "True" } else { "False" }.to_owned(),
            Value::Days(days) => day(i64::from(*days)),
            Value::Moment(value, parts) => day_and_time(*value, *parts),
        })
    }

    /// The value as a number, dates as days since 1970; `None` for texts and truth values.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Missing => Some(f64::NAN),
            Value::Whole(value) => Some(*value as f64),
            Value::Real(value) => Some(*value),
            Value::Single(value) => Some(f64::from(*value)),
            Value::Decimal(digits, scale) => decimal(*digits, *scale).parse().ok(),
            Value::Days(days) => Some(f64::from(*days)),
            Value::Moment(value, parts) => Some(moment(*value as f64, *parts)),
            Value::Text(_) | Value::Truth(_) => None,
        }
    }
}

/// A number of which the last digits are decimals.
fn decimal(digits: i128, scale: usize) -> String {
    let sign = if digits < 0 { "-" } else { "" };
    let all = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (whole, decimals) = all.split_at(all.len() - scale);
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}

/// Days since 1970 of a moment, computed as a date with a time in a CSV file is.
fn moment(value: f64, parts: i64) -> f64 {
    let seconds = value / parts as f64;
    let day = (seconds / 86_400.0).floor();
    day + (seconds - day * 86_400.0) / 86_400.0
}

/// A day of the calendar, from days since 1970: the inverse of `dates::days`.
fn day(days: i64) -> String {
    // Years begin in March here, and 400 of them always have the same number of days.
    let shifted = days.saturating_add(719_468);
    let (era, in_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The day of a moment, and the time unless it is midnight.
fn day_and_time(value: i64, parts: i64) -> String {
    let in_day = parts.saturating_mul(86_400).max(1);
    let date = day(value.div_euclid(in_day));
    let rest = value.rem_euclid(in_day);
    if rest == 0 {
        return date;
    }
    let (seconds, fraction) = (rest / parts, rest % parts);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{date} {hour:02}:{minute:02}:{second:02}");
    if fraction > 0 {
        let digits = parts.ilog10() as usize;
        let fraction = format!("{fraction:0digits$}");
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::read::dates::{self, DateForm};

    #[test]
    fn decimals_keep_their_digits() {
        for (digits, scale, text) in
            [(12_345, 2, "123.45"), (-5, 3, "-0.005"), (7, 0, "7"), (0, 2, "0.00")]
        {
            assert_eq!(decimal(digits, scale), text);
        }
    }
    #[test]
    fn dates_are_written_as_in_csv() {
        let daily = |days| Value::Days(days).written();
        for (days, text) in [
            (0, "1970-01-01"),
            (18_262, "2020-01-01"),
            (18_321, "2020-02-29"),
            (18_322, "2020-03-01"),
            (-1, "1969-12-31"),
            (-719_162, "0001-01-01"),
        ] {
            assert_eq!(daily(days).as_deref(), Some(text));
        }
        for days in (-200_000..200_000).step_by(371) {
            let read = dates::read(&day(days), DateForm::YearFirst);
            assert_eq!(read, Some(days as f64));
        }
        let noon = 43_200;
        for (value, parts, text) in [
            (0, 1_000, "1970-01-01"),
            (noon, 1, "1970-01-01 12:00:00"),
            (-500, 1_000, "1969-12-31 23:59:59.5"),
            (noon * 1_000_000_000 + 1, 1_000_000_000, "1970-01-01 12:00:00.000000001"),
        ] {
            assert_eq!(Value::Moment(value, parts).written().as_deref(), Some(text));
        }
    }
}
