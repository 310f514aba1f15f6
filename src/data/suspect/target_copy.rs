//! A feature that is the target in other words: each value goes with one class and each class with one value, or the numbers are
//! the same. Every method is right then, and none of them on new data.

use std::collections::BTreeMap;

use super::names::is_almost_unique;
use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::read::text::shown;
use crate::data::table::{Column, Values};

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    if data.rows < FEWEST_ROWS {
        return Vec::new();
    }
    let mut found = Vec::new();
    for target in &data.targets {
        for feature in data.features.iter().filter(|feature| is_copy(feature, target)) {
            let (name, of) = (shown(&feature.name), shown(&target.name));
            let problem = match target.values {
                Values::Numeric(_) => format!("{name} is the target {of} itself, row by row"),
                Values::Nominal { .. } => {
                    format!(
                        "{name} gives the class away: each of its values goes with one class of {of}, and back"
                    )
                }
            };
            found.push(Found::to_ignore(&feature.name, problem));
        }
    }
    found
}

fn is_copy(feature: &Column, target: &Column) -> bool {
    if feature.values.missing() > 0 {
        return false;
    }
    match (&feature.values, &target.values) {
        (Values::Numeric(values), Values::Numeric(numbers)) => {
            // A constant is no copy of anything.
            let varies = numbers.iter().zip(numbers.iter().skip(1)).any(|(a, b)| a != b);
            varies && values.iter().eq(numbers.iter())
        }
        (_, Values::Numeric(_)) => false,
        (values, Values::Nominal { levels, codes }) => {
            // Where almost every row has a class of its own, a name would be a copy, too.
            let are_classes = levels.len() > 1 && !is_almost_unique(levels.len(), codes.len());
            are_classes
                && match values {
                    Values::Numeric(values) => {
                        are_one_to_one(values.iter().map(f64::to_bits), codes)
                    }
                    Values::Nominal { codes: own, .. } => {
                        are_one_to_one(own.iter().map(|&code| u64::from(code)), codes)
                    }
                }
        }
    }
}

/// Ends at the first row that says no, which is soon in most columns.
fn are_one_to_one(values: impl Iterator<Item = u64>, classes: &[u32]) -> bool {
    let (mut class_of, mut value_of) = (BTreeMap::new(), BTreeMap::new());
    values.zip(classes).all(|(value, class)| {
        class_of.entry(value).or_insert(class) == &class
            && *value_of.entry(class).or_insert(value) == value
    })
}
