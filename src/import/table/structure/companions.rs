//! Columns that are called like another one with something more: its spread (`svm_std`, `±svm`), or the limits of an interval
//! (`svm_lo`, `svm_hi`). They count as such only if their numbers are so, too; `rf_tuned` next to `rf` is a method.

use std::collections::BTreeMap;

use super::super::metric_names::kinds::is_spread;
use super::super::names::words;
use super::super::{RowsAre, TableOptions};
use super::numbers::printed;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// Further words of spreads, which are more than that elsewhere.
const SPREADS: &[&str] =
    &["standard", "deviation", "dev", "sigma", "σ", "±", "err", "error", "ci95", "95", "streuung"];
/// Words of spreads that are parts of other names as well (`se_resnet`, `var_net`): only behind a name, and far smaller.
const WEAK: &[&str] = &["se", "ci", "var", "err", "error", "dev", "95"];
/// Without a known word, numbers count as spreads if they are so much smaller than those of the method.
const FAR_SMALLER: f64 = 4.0;

/// A column and the one that it is called after.
#[derive(Debug, Clone, Copy)]
struct Companion {
    at: usize,
    of: usize,
}

/// Refuses companions whose numbers are spreads or limits; a note on columns that are called spreads and have no such numbers.
/// A user who says that the rows are datasets is not asked.
pub fn refuse(sheet: &Sheet, options: &TableOptions) -> Result<Option<String>, DataError> {
    if options.rows == Some(RowsAre::Datasets) {
        return Ok(None);
    }
    let found = companions(sheet);
    let is_named = |more: &[String]| {
        more.iter().all(|word| is_spread(word) || SPREADS.contains(&word.as_str()))
    };
    let of_columns = |count: usize| 3 * count >= sheet.header.len().saturating_sub(1);
    let (named, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        found.into_iter().partition(|(more, _)| is_named(more));
    let factor = |more: &[String]| if is_weak(more) { FAR_SMALLER } else { 2.0 };
    let named: Vec<(Companion, f64)> =
        named.iter().flat_map(|(more, own)| own.iter().map(|own| (*own, factor(more)))).collect();
    let many = of_columns(named.len());
    if let Some((spread, _)) = named.iter().find(|(own, by)| is_small(sheet, *own, many, *by)) {
        return Err(spread_of(sheet, *spread));
    }
    let several = || others.values().filter(|own| own.len() > 1 && of_columns(own.len()));
    for own in several() {
        if own.iter().all(|own| is_small(sheet, *own, false, FAR_SMALLER)) {
            return Err(spread_of(sheet, own[0]));
        }
    }
    for lower in several() {
        for upper in several().filter(|upper| upper.len() == lower.len()) {
            if lower.iter().zip(upper).all(|(low, high)| is_between(sheet, *low, *high)) {
                return Err(limits_of(sheet, lower[0], upper[0]));
            }
        }
    }
    let name = |column: usize| shown(&sheet.header[column]);
    Ok(named.first().map(|(own, _)| {
        format!(
            "the column {} is taken for a method: its numbers are too large for the spread of {}",
            name(own.at),
            name(own.of)
        )
    }))
}

/// Companions by the words that they have more than the other column, in the order of the columns.
fn companions(sheet: &Sheet) -> BTreeMap<Vec<String>, Vec<Companion>> {
    let is_mean = |word: &str| matches!(word, "mean" | "avg" | "average");
    let mut named: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for (at, name) in sheet.header.iter().enumerate().skip(1) {
        let words: Vec<String> = words(name).into_iter().filter(|word| !is_mean(word)).collect();
        if !words.is_empty() && !has_sign(name) {
            named.entry(words).or_insert(at);
        }
    }
    let mut found: BTreeMap<Vec<String>, Vec<Companion>> = BTreeMap::new();
    for (at, name) in sheet.header.iter().enumerate().skip(1) {
        let own = words(name);
        if has_sign(name)
            && let Some(&of) = named.get(&own).filter(|of| **of != at)
        {
            found.entry(vec!["±".to_owned()]).or_default().push(Companion { at, of });
            continue;
        }
        // The longest other name: `rf tuned std` is called after `rf tuned`, not after `rf`.
        let cut = (1..own.len()).rev().find_map(|count| {
            let (front, behind) = (own.split_at(count), own.split_at(own.len() - count));
            [(front.0, front.1), (behind.1, behind.0)].into_iter().find_map(|(name, more)| {
                named.get(name).filter(|of| **of != at).map(|&of| (more.to_vec(), of))
            })
        });
        let is_before = |more: &[String]| own.starts_with(more);
        if let Some((more, of)) = cut.filter(|(more, _)| !(is_weak(more) && is_before(more))) {
            found.entry(more).or_default().push(Companion { at, of });
        }
    }
    found
}

/// Whether some words may be those of a spread, or part of another name.
fn is_weak(more: &[String]) -> bool {
    more.iter().all(|word| WEAK.contains(&word.as_str()))
}

fn has_sign(name: &str) -> bool {
    name.contains('±') || name.contains("+/-") || name.contains("+-")
}

/// The numbers of two columns, row by row, where both have one.
fn both(sheet: &Sheet, one: usize, other: usize) -> Vec<(f64, f64)> {
    let number = |text: &str| printed(text).map(|printed| printed.value);
    let rows = sheet.rows.iter();
    rows.filter_map(|row| number(row.text(one)).zip(number(row.text(other)))).collect()
}

/// Whether the numbers are small next to those of the method: in every row, or in most.
fn is_small(sheet: &Sheet, own: Companion, in_most: bool, factor: f64) -> bool {
    let numbers = both(sheet, own.at, own.of);
    let small = numbers.iter().filter(|(own, of)| *own >= 0.0 && factor * own < of.abs()).count();
    small > 0 && if in_most { 2 * small > numbers.len() } else { small == numbers.len() }
}

/// Whether two companions of one method are below and above it in every row.
fn is_between(sheet: &Sheet, low: Companion, high: Companion) -> bool {
    let (below, above) = (both(sheet, low.at, low.of), both(sheet, high.at, high.of));
    let differs = |(own, of): &(f64, f64)| own != of;
    low.of == high.of
        && below.iter().all(|(own, of)| own <= of)
        && above.iter().all(|(own, of)| own >= of)
        && below.iter().any(differs)
        && above.iter().any(differs)
}

fn spread_of(sheet: &Sheet, own: Companion) -> DataError {
    let problem = format!(
        "the column {} seems to hold the spread of {}, and would be judged as a method",
        shown(&sheet.header[own.at]),
        shown(&sheet.header[own.of])
    );
    let remedy = "write `mean ± sd` in one cell, give the spreads as a second table with --sd, or remove the column; say --rows datasets if it is a method";
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

fn limits_of(sheet: &Sheet, low: Companion, high: Companion) -> DataError {
    let problem = format!(
        "the columns {} and {} seem to hold limits of {}, between which it is in every row, and would be judged as methods",
        shown(&sheet.header[low.at]),
        shown(&sheet.header[high.at]),
        shown(&sheet.header[low.of])
    );
    let remedy = "remove the columns of limits; say --rows datasets if they are methods";
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}
