//! Dates that are written as one number, such as 20190131: from the last of January to the first of February it is 70, not one day.

use std::collections::BTreeSet;

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::shown;
use crate::data::table::Values;

/// Fewer different values could be codes.
const FEWEST_DATES: usize = 10;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for column in data.features.iter().filter(|_| data.rows >= FEWEST_ROWS) {
        let Values::Numeric(values) = &column.values else { continue };
        let Some(first) = dates(values) else { continue };
        let problem = format!(
            "{} holds dates written as numbers, such as {first}, which are unevenly far apart",
            shown(&column.name)
        );
        let remedy =
            "write them as 2019-01-31 to have them in days, or leave the column out with `ignore`";
        found.push(Found { column: Some(column.name.clone()), problem, remedy: remedy.to_owned() });
    }
    found
}

/// The first value, if all are dates.
fn dates(values: &Numbers) -> Option<f64> {
    if values.kept_rows().is_some() {
        return None;
    }
    let mut known = values.iter().filter(|v| !v.is_nan()).peekable();
    let first = *known.peek()?;
    let mut different = BTreeSet::new();
    let are_dates = known.all(|value| {
        different.insert(value.to_bits());
        is_date(value)
    });
    (are_dates && different.len() >= FEWEST_DATES).then_some(first)
}

/// Whether a number is a day of the years from 1900 to 2100.
fn is_date(value: f64) -> bool {
    if value.fract() != 0.0 || !(19_000_101.0..=21_001_231.0).contains(&value) {
        return false;
    }
    let whole = value as u32;
    let (year, month, day) = (whole / 10_000, whole / 100 % 100, whole % 100);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for date in [20_190_131.0, 20_200_229.0, 19_000_101.0, 21_001_231.0] {
            assert!(is_date(date), "{date}");
        }
        for other in
            [20_190_230.0, 20_191_301.0, 20_190_100.0, 19_000_229.0, 201_901.0, 20_190_131.5]
        {
            assert!(!is_date(other), "{other}");
        }
    }
}
