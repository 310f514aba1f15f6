//! Whole numbers that are all different: numbers of patients, orders or passports. What is measured in whole numbers repeats,
//! unless the table is short or the numbers are spread widely. Where the name says so, a few may repeat.

use super::row_number::first_number;
use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::shown;
use crate::data::table::Values;

/// With this many rows, measured whole numbers repeat however widely they are spread.
const MANY_ROWS: usize = 100;

/// What is called a number identifies rows if it is spread over so many times more numbers than there are rows: 61634 to 13454352 in
/// the 699 rows of UCI's breast cancer, against 0 to 500 of an index of heat.
const WIDE: f64 = 100.0;

/// As many equal pairs are expected of numbers drawn evenly from the same range; none at all has a chance of 1 in 148.
const EXPECTED_PAIRS: f64 = 5.0;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    if data.rows < FEWEST_ROWS || data.features.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Numeric(values) = &column.values else { continue };
        let whole = all_different(values);
        let Some(whole) = whole.or_else(|| nearly_different(values)) else { continue };
        let rows = data.rows as f64;
        let span = whole.high - whole.low + 1.0;
        let is_called = match named(&column.name) {
            Some(LastWord::Identifier) => true,
            Some(LastWord::Number) => span > WIDE * rows,
            None => false,
        };
        let is_likely = whole.different == data.rows
            && (rows * (rows - 1.0) / 2.0 / span >= EXPECTED_PAIRS || data.rows >= MANY_ROWS);
        let counts = whole.different == data.rows && first_number(values).is_some();
        if !(is_called || is_likely) || counts {
            continue;
        }
        let problem = format!(
            "{} looks like an identifier: {} different whole numbers in {} rows",
            shown(&column.name),
            whole.different,
            whole.known
        );
        found.push(Found::to_ignore(&column.name, problem));
    }
    found
}

/// Whole numbers that are all different, or nearly.
struct Different {
    low: f64,
    high: f64,
    different: usize,
    /// Rows in which they are known.
    known: usize,
}

/// Whole numbers that are all known and all different.
fn all_different(values: &Numbers) -> Option<Different> {
    let sorted_part = |rows: usize| {
        let mut part: Vec<f64> = values.kept().iter().take(rows).copied().collect();
        let are_whole = part.iter().all(|v| v.fract() == 0.0);
        part.sort_by(f64::total_cmp);
        (are_whole && part.windows(2).all(|pair| pair[0] != pair[1])).then_some(part)
    };
    if values.kept_rows().is_some() {
        return None;
    }
    // Most columns repeat soon, and need not be sorted as a whole.
    sorted_part(FEWEST_ROWS)?;
    let sorted = sorted_part(values.len())?;
    let (low, high) = (*sorted.first()?, *sorted.last()?);
    Some(Different { low, high, different: sorted.len(), known: sorted.len() })
}

/// Whole numbers of which nearly all are different: an identifier of which a few rows repeat. Counts and years are close together,
/// and repeat more often.
fn nearly_different(values: &Numbers) -> Option<Different> {
    let mut known: Vec<f64> = values.iter().filter(|v| !v.is_nan()).collect();
    if known.len() < FEWEST_ROWS || known.iter().any(|v| v.fract() != 0.0) {
        return None;
    }
    known.sort_by(f64::total_cmp);
    let all = known.len();
    known.dedup();
    let (low, high) = (*known.first()?, *known.last()?);
    let different = known.len();
    (different * 10 >= all * 9).then_some(Different { low, high, different, known: all })
}

/// What the last word of a name says.
#[derive(Debug, PartialEq)]
enum LastWord {
    /// `PassengerId`, `user_id`.
    Identifier,
    /// `Sample code number`, but also `heat_index`: only the numbers show which.
    Number,
}

fn named(name: &str) -> Option<LastWord> {
    let mut words = vec![String::new()];
    let mut before_is_lower = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || (c.is_uppercase() && before_is_lower);
        if begins {
            words.push(String::new());
        }
        before_is_lower = c.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    match words.iter().rev().find(|word| !word.is_empty())?.as_str() {
        "id" | "ids" | "uid" | "uuid" | "serial" => Some(LastWord::Identifier),
        "key" | "index" | "idx" | "no" | "nr" | "number" => Some(LastWord::Number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_numbers_are_recognised_by_their_last_word() {
        for name in ["id", "PassengerId", "user_id", "ID"] {
            assert_eq!(named(name), Some(LastWord::Identifier), "{name}");
        }
        for name in ["Sample code number", "row.index", "heat_index"] {
            assert_eq!(named(name), Some(LastWord::Number), "{name}");
        }
        for name in ["age", "width", "paid", "valid", "humid", "id of price", ""] {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
