//! Numbers that stand for a missing value: -999, 9999. They are at the end of the range, come many times, and are further from all
//! other numbers than those are from each other, so a mean or a distance is mostly about them.

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::shown;
use crate::data::table::Values;

/// Fewer other values could be a scale with a last step.
const FEWEST_OTHERS: usize = 10;

/// A share of the rows. Adult's capital gain is cut at 99999, which half a percent of its rows reach.
const SMALLEST_SHARE: f64 = 0.01;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Numeric(values) = &column.values else { continue };
        let Some((code, times)) = code(values) else { continue };
        let name = shown(&column.name);
        let problem = format!(
            "{name} is {code} in {times} rows, far from all other values, which may mean a missing value"
        );
        let remedy = format!("read it as missing with missing = [\"{code}\"]");
        found.push(Found { column: Some(column.name.clone()), problem, remedy });
    }
    found
}

/// The code and how often it comes.
fn code(values: &Numbers) -> Option<(f64, usize)> {
    if values.len() < FEWEST_ROWS {
        return None;
    }
    // No code is zero, so that of a sparse column one zero is enough.
    let zero = values.kept_rows().is_some_and(|rows| rows.len() < values.len());
    let known = || {
        let kept = values.kept().iter().copied().chain(zero.then_some(0.0));
        kept.filter(|v| !v.is_nan())
    };
    let (low, high) =
        (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let candidate = [low, high].into_iter().find(|&value| is_code(value))?;
    let times = known().filter(|&v| v == candidate).count();
    let enough = (SMALLEST_SHARE * values.len() as f64).max(3.0);
    let mut others: Vec<f64> = known().filter(|&v| v != candidate).collect();
    others.sort_by(f64::total_cmp);
    others.dedup();
    let (first, last) = (*others.first()?, *others.last()?);
    let gap = if candidate == low { first - candidate } else { candidate - last };
    let is_far = gap > last - first && others.len() >= FEWEST_OTHERS;
    (times as f64 >= enough && is_far).then_some((candidate, times))
}

/// Two nines or more, of either sign, and nothing else.
fn is_code(value: f64) -> bool {
    let digits = value.abs().to_string();
    digits.len() >= 2 && digits.bytes().all(|b| b == b'9')
}
