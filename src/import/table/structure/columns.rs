//! Columns that were computed from the other columns, such as their mean, their best or their spread: they are no methods.
//! A column counts as computed if its numbers are those of the statistic in every row, to the digits printed.

use std::collections::BTreeMap;

use super::super::names;
use super::numbers::{Printed, alike, by_column, chance};
use super::statistic::Statistic;
use super::{Plain, remove_columns, scores};
use crate::data::read::text::shown;

/// With fewer columns next to it, nothing is computed from them.
const LEAST_COLUMNS: usize = 2;
/// With fewer rows, agreement says little.
const LEAST_ROWS: usize = 3;
/// A column that is called a summary is one if its numbers agree, unless nearly any numbers would.
pub const NAMED: f64 = 0.05;
/// A column of any name is a summary if the chance that a method agrees so well is below this.
pub const CERTAIN: f64 = 1e-9;

/// Leaves out the columns that were computed from the others.
pub fn leave_out(plain: &mut Plain, labels: &[usize]) {
    let sheet = &plain.sheet;
    let columns = scores(sheet, labels);
    let numbers: Vec<Vec<Option<Printed>>> =
        by_column(sheet, &columns).into_iter().map(alike).collect();
    let named: Vec<bool> =
        columns.iter().map(|&column| names::is_summary(&sheet.header[column])).collect();
    let mut out: Vec<usize> = Vec::new();
    for (at, &column) in columns.iter().enumerate() {
        let others =
            |other: &usize| *other != at && !named[*other] && !out.contains(&columns[*other]);
        let base: Vec<&Vec<Option<Printed>>> =
            (0..columns.len()).filter(others).map(|other| &numbers[other]).collect();
        let found = computed(&numbers[at], &base, named[at]);
        let Some((statistic, chance)) = found else { continue };
        if chance < if named[at] { NAMED } else { CERTAIN } {
            plain.notes.push(format!(
                "the column {} is the {} of the other columns in every row: it is no method and is left out",
                shown(&sheet.column_name(column)),
                statistic.title()
            ));
            out.push(column);
        }
    }
    let kept = |at: &usize| !out.contains(&columns[*at]);
    let kept: Vec<(usize, &Vec<Option<Printed>>)> =
        (0..columns.len()).filter(kept).map(|at| (columns[at], &numbers[at])).collect();
    let copies = copies(&kept).map(|(first, second)| {
        let name = |column: usize| shown(&plain.sheet.column_name(column));
        format!(
            "the columns {} and {} have the same numbers in every row: one of them may be a copy, or the best of the others",
            name(first),
            name(second)
        )
    });
    plain.notes.extend(copies);
    remove_columns(&mut plain.sheet, &out);
}

/// The first two columns with the same numbers in every row.
fn copies(columns: &[(usize, &Vec<Option<Printed>>)]) -> Option<(usize, usize)> {
    let values = |numbers: &[Option<Printed>]| -> Option<Vec<u64>> {
        let bits = numbers.iter().map(|printed| printed.map(|printed| printed.value.to_bits()));
        bits.collect::<Option<Vec<u64>>>().filter(|bits| bits.len() >= LEAST_ROWS)
    };
    let mut seen: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    columns.iter().find_map(|(column, numbers)| {
        let first = seen.insert(values(numbers)?, *column)?;
        Some((first, *column))
    })
}

/// What a column was computed from other columns as, and the chance that a method agrees so well.
pub fn computed(
    column: &[Option<Printed>],
    base: &[&Vec<Option<Printed>>],
    is_named: bool,
) -> Option<(Statistic, f64)> {
    if base.len() < LEAST_COLUMNS || column.iter().flatten().count() < LEAST_ROWS {
        return None;
    }
    // Of three columns each is the sum of two others if one is a difference.
    let unclear = |statistic: Statistic| {
        statistic == Statistic::Sum && !is_named && base.len() == LEAST_COLUMNS
    };
    let one = |&statistic: &Statistic| {
        let chance = agrees(column, base, statistic, is_named).filter(|_| !unclear(statistic))?;
        Some((statistic, chance))
    };
    let found = Statistic::NEXT.iter().filter_map(one);
    found.min_by(|a, b| a.1.total_cmp(&b.1))
}

fn agrees(
    column: &[Option<Printed>],
    base: &[&Vec<Option<Printed>>],
    statistic: Statistic,
    is_named: bool,
) -> Option<f64> {
    let mut all = 1.0;
    let mut equal = vec![true; base.len()];
    for (row, found) in column.iter().enumerate() {
        let Some(found) = found else { continue };
        let printed: Vec<Printed> = base.iter().filter_map(|other| other[row]).collect();
        let values: Vec<f64> = printed.iter().map(|printed| printed.value).collect();
        let range = (Statistic::Smallest.of(&values)?, Statistic::Largest.of(&values)?);
        all *= chance(*found, statistic.of(&values)?, statistic.rounding(&printed), range)?;
        for (equal, other) in equal.iter_mut().zip(base) {
            *equal &= other[row].is_some_and(|other| other.value == found.value);
        }
    }
    // A second column of the best method is the largest everywhere, too, unless it is called so.
    let is_copy = equal.contains(&true);
    (is_named || !is_copy).then_some(all)
}
