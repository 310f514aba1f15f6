//! A feature with the values of an earlier one. Methods that count features give it twice the weight.

use std::collections::BTreeMap;

use super::super::table::Values;
use super::Found;
use crate::data::dataset::Dataset;
use crate::data::read::text::shown;
use crate::num::hash::Canonical;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut first_of: BTreeMap<String, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for column in &data.features {
        let values = content(&column.values);
        if let Some(first) = first_of.get(&values) {
            let (name, first) = (shown(&column.name), shown(first));
            let problem = format!("{name} has the same values as {first}");
            found.push(Found::to_ignore(&column.name, problem));
        } else {
            first_of.insert(values, &column.name);
        }
    }
    found
}

/// A hash of the values. Levels count by the order in which they come: their spelling is another matter.
fn content(values: &Values) -> String {
    let mut number_of: BTreeMap<u64, u64> = BTreeMap::new();
    let is_nominal = matches!(values, Values::Nominal { .. });
    let mut hasher = Canonical::plain();
    hasher.number(u64::from(is_nominal));
    for value in values.identities() {
        let next = number_of.len() as u64;
        let value = if is_nominal { *number_of.entry(value).or_insert(next) } else { value };
        hasher.raw(&value.to_le_bytes());
    }
    hasher.digits(32)
}
