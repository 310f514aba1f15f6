//! Whole numbers that name the rows: numbers of patients, orders or passports. Numbers that are close together and never repeat are
//! no measure. Numbers that are far apart seldom repeat anyway: they are identifiers where the name says so, or where they stand
//! first or have about the same size and are related to no other feature.

use super::rank_correlation::spearman;
use super::row_number::first_number;
use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::shown;
use crate::data::table::Values;

/// With fewer rows, it is an accident that numbers far apart are related to nothing.
const MANY_ROWS: f64 = 100.0;

/// As many equal pairs are expected of numbers drawn evenly from the same range; none at all has a chance of 1 in 148.
const EXPECTED_PAIRS: f64 = 5.0;

/// Identifiers that are far apart have five digits or more.
const LEAST_LARGEST: f64 = 10_000.0;

/// Correlations of an identifier that is the first feature are weaker: at most 0.13 in UCI's two files on breast cancer, 0.2 in
/// surveys. First columns of counts and amounts had stronger ones in every public file that was looked at.
const RELATED: f64 = 0.3;

/// The same further to the right, where most columns are measures; in few rows chance brings more.
const RELATED_ELSEWHERE: f64 = 0.1;

/// The most other features that are compared.
const COMPARED: usize = 100;

/// What is called a number identifies rows if its range is at least this many times the number of rows: 61634 to 13454352 in
/// the 699 rows of UCI's breast cancer, against 0 to 500 of an index of heat.
const WIDE: f64 = 100.0;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    if data.rows < FEWEST_ROWS || data.features.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (place, column) in data.features.iter().enumerate() {
        let Values::Numeric(values) = &column.values else { continue };
        // Days since 1970 are close together and all different in many tables.
        if data.facts.dates.contains(&column.name) {
            continue;
        }
        let Some(whole) = Whole::of(values) else { continue };
        let is_identifier = whole.is_close_together(data.rows)
            || whole.is_called_so(&column.name)
            || whole.is_unrelated(data, place);
        if !is_identifier || first_number(values).is_some() {
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

/// A column of whole numbers of which nearly all are different.
struct Whole {
    known: usize,
    different: usize,
    low: f64,
    high: f64,
}

impl Whole {
    fn of(values: &Numbers) -> Option<Whole> {
        // A column that is kept sparsely has many zeros.
        if values.kept_rows().is_some() || values.iter().any(|v| v.fract() != 0.0 && !v.is_nan()) {
            return None;
        }
        let mut known: Vec<f64> = values.iter().filter(|v| !v.is_nan()).collect();
        if known.len() < FEWEST_ROWS {
            return None;
        }
        known.sort_by(f64::total_cmp);
        let all = known.len();
        known.dedup();
        let (low, high) = (*known.first()?, *known.last()?);
        let nearly = known.len() * 10 >= all * 9;
        nearly.then_some(Whole { known: all, different: known.len(), low, high })
    }

    /// How many pairs of equal numbers chance would bring.
    fn expected_pairs(&self) -> f64 {
        let known = self.known as f64;
        known * (known - 1.0) / 2.0 / (self.high - self.low + 1.0)
    }

    /// Whether no number repeats although many should.
    fn is_close_together(&self, rows: usize) -> bool {
        let are_years = self.low >= 1500.0 && self.high <= 2100.0;
        self.different == rows && self.expected_pairs() >= EXPECTED_PAIRS && !are_years
    }

    fn is_called_so(&self, name: &str) -> bool {
        match last_word(name).as_str() {
            "id" | "ids" | "uid" | "uuid" | "serial" => true,
            // These are measures, too: a heat index, a number of rooms.
            "key" | "index" | "idx" | "no" | "nr" | "number" => {
                self.high - self.low >= WIDE * self.known as f64
            }
            _ => false,
        }
    }

    /// Whether large numbers hardly ever repeat and go with nothing else.
    fn is_unrelated(&self, data: &Dataset, place: usize) -> bool {
        let repeats = (self.known - self.different) as f64;
        let expected = self.expected_pairs();
        let repeats_by_chance = expected >= EXPECTED_PAIRS && 4.0 * repeats > expected;
        let rows = self.known as f64;
        let is_far = rows >= MANY_ROWS && self.low >= 0.0 && self.high >= LEAST_LARGEST;
        if !is_far || repeats_by_chance {
            return false;
        }
        let same_size = 10.0 * self.low >= self.high;
        match place {
            0 => strongest(data, place) < RELATED,
            _ => same_size && strongest(data, place) < RELATED_ELSEWHERE.max(2.5 / rows.sqrt()),
        }
    }
}

/// The strongest correlation of a feature with another numeric one.
fn strongest(data: &Dataset, place: usize) -> f64 {
    let numbers = |at: usize| match data.features.get(at).map(|column| &column.values) {
        Some(Values::Numeric(values)) => Some(values),
        _ => None,
    };
    let Some(own) = numbers(place) else { return 0.0 };
    let others = (0..data.features.len()).filter(|&at| at != place).filter_map(numbers);
    others.take(COMPARED).filter_map(|other| spearman(own, other)).map(f64::abs).fold(0.0, f64::max)
}

/// The last word of a name, which is the one for identifiers: `PassengerId`, `user_id`, `Sample code number`.
fn last_word(name: &str) -> String {
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
    words.into_iter().rev().find(|word| !word.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_identifiers_are_recognised_by_their_last_word() {
        let is_called_so = |name: &str, high: f64| {
            Whole { known: 100, different: 95, low: 0.0, high }.is_called_so(name)
        };
        for name in ["id", "PassengerId", "user_id", "ID", "UserID"] {
            assert!(is_called_so(name, 150.0), "{name}");
        }
        for name in ["Sample code number", "row.index", "Customer No"] {
            assert!(is_called_so(name, 20_000.0), "{name}");
        }
        for name in ["heat_index", "number", "age", "width", "paid", "humid", "id of price", ""] {
            assert!(!is_called_so(name, 150.0), "{name}");
        }
    }
}
