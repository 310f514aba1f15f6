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

/// As many equal pairs are expected of numbers drawn evenly from the same range; none at all has a chance of 1 in 148.
const EXPECTED_PAIRS: f64 = 5.0;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    if data.rows < FEWEST_ROWS || data.features.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Numeric(values) = &column.values else { continue };
        let Some((low, high)) = all_different(values) else {
            found.extend(nearly_different(values).filter(|_| is_called_id(&column.name)).map(
                |(different, known)| {
                    let name = shown(&column.name);
                    let problem = format!(
                        "{name} looks like an identifier: {different} different whole numbers in {known} rows"
                    );
                    Found::to_ignore(&column.name, problem)
                },
            ));
            continue;
        };
        let rows = data.rows as f64;
        let expected = rows * (rows - 1.0) / 2.0 / (high - low + 1.0);
        let is_likely =
            expected >= EXPECTED_PAIRS || data.rows >= MANY_ROWS || is_called_id(&column.name);
        if !is_likely || first_number(values).is_some() {
            continue;
        }
        let problem = format!(
            "{} looks like an identifier: {} different whole numbers in {} rows",
            shown(&column.name),
            data.rows,
            data.rows
        );
        found.push(Found::to_ignore(&column.name, problem));
    }
    found
}

/// The smallest and the largest of whole numbers that are all known and all different.
fn all_different(values: &Numbers) -> Option<(f64, f64)> {
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
    Some((*sorted.first()?, *sorted.last()?))
}

/// How many whole numbers are different, and how many are known, if nearly all are: an identifier of which a few rows repeat.
/// Counts and years are close together, and repeat more often.
fn nearly_different(values: &Numbers) -> Option<(usize, usize)> {
    let mut known: Vec<f64> = values.iter().filter(|v| !v.is_nan()).collect();
    if known.len() < FEWEST_ROWS || known.iter().any(|v| v.fract() != 0.0) {
        return None;
    }
    known.sort_by(f64::total_cmp);
    let all = known.len();
    known.dedup();
    (known.len() * 10 >= all * 9).then_some((known.len(), all))
}

/// Whether the last word of a name is one for identifiers: `PassengerId`, `user_id`, `Sample code number`.
fn is_called_id(name: &str) -> bool {
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
    let last = words.iter().rev().find(|word| !word.is_empty());
    let known = ["id", "ids", "uid", "uuid", "key", "index", "idx", "no", "nr", "number", "serial"];
    last.is_some_and(|word| known.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_identifiers_are_recognised_by_their_last_word() {
        for name in ["id", "PassengerId", "user_id", "ID", "Sample code number", "row.index"] {
            assert!(is_called_id(name), "{name}");
        }
        for name in ["age", "width", "paid", "valid", "humid", "id of price", ""] {
            assert!(!is_called_id(name), "{name}");
        }
    }
}
