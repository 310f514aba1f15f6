//! A feature that counts the rows: an identifier that the file's author wrote next to the data. Where the rows are sorted
//! by class it gives the class away (UCI glass: a tree gets 96.7 % with it and 68.2 % without).

use super::sorted_rows::is_sorted_by_class;
use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::shown;
use crate::data::table::Values;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    // The only feature is what the dataset is about, such as the time of a series.
    if data.rows < FEWEST_ROWS || data.features.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Numeric(values) = &column.values else { continue };
        let Some(first) = first_number(values) else { continue };
        let last = first + data.rows - 1;
        let in_order = values.kept().is_sorted();
        let order = if in_order { ", in the order of the rows" } else { ", in another order" };
        let sorted = if in_order && is_sorted_by_class(data) {
            "; the rows are sorted by class, so it gives the class away"
        } else {
            ""
        };
        let name = shown(&column.name);
        let problem = format!(
            "{name} counts the rows: it holds every whole number from {first} to {last} once{order}{sorted}"
        );
        found.push(Found::to_ignore(&column.name, problem));
    }
    found
}

/// The number of the first row, if the values number the rows from 0 or 1 on, in any order.
pub(super) fn first_number(values: &Numbers) -> Option<usize> {
    // A column that is kept sparsely has many zeros.
    if values.kept_rows().is_some() {
        return None;
    }
    let kept = values.kept();
    let first = kept.iter().copied().fold(f64::INFINITY, f64::min);
    if first != 0.0 && first != 1.0 {
        return None;
    }
    let mut seen = vec![false; kept.len()];
    for value in kept {
        let place = value - first;
        if place.fract() != 0.0 || place < 0.0 {
            return None;
        }
        let slot = seen.get_mut(place as usize)?;
        if std::mem::replace(slot, true) {
            return None;
        }
    }
    Some(first as usize)
}
