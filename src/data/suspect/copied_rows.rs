//! Rows that repeat an earlier one. Their copies are in training and test parts alike. With few categories that is how such
//! data is; where a feature is measured finely, the file holds the same examples twice.

use std::collections::BTreeSet;

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::table::{Column, Values};

/// From this share on they are no accident. The closest dataset of our catalogue, image segments, has 9.7 %.
const SHARE: f64 = 0.2;

/// So many times as many as chance would give.
const BEYOND_CHANCE: f64 = 10.0;

/// How many features are looked at for fine measures.
const LOOKED_AT: usize = 20;

/// A measure with fewer values is a category in disguise, such as a scaled one.
const FINE: usize = 20;

const REMEDY: &str =
    "remove the copies, or keep them in one fold with `fold`, if they are the same examples";

/// All of them, as a fact.
pub(super) fn all(data: &Dataset) -> Vec<Found> {
    let copies = copies(data);
    let is_said = copies > 0 && improbable(data).is_empty();
    is_said.then(|| found(data, copies)).into_iter().collect()
}

/// Where they cannot be by chance.
pub(super) fn improbable(data: &Dataset) -> Vec<Found> {
    let fine = data.features.iter().take(LOOKED_AT).filter_map(chance_of_equal);
    // The chance that two rows agree in all of them, if they were independent.
    let Some(chance) = fine.reduce(|a, b| a * b).filter(|_| data.rows >= FEWEST_ROWS) else {
        return Vec::new();
    };
    let copies = copies(data) as f64;
    let rows = data.rows as f64;
    let expected = chance * rows * (rows - 1.0) / 2.0;
    let is_said = copies >= SHARE * rows && copies > BEYOND_CHANCE * expected;
    is_said.then(|| found(data, copies as usize)).into_iter().collect()
}

fn found(data: &Dataset, copies: usize) -> Found {
    let share = 100.0 * copies as f64 / data.rows as f64;
    let problem = format!("{copies} of {} rows ({share:.1} %) repeat an earlier row", data.rows);
    Found { column: None, problem, remedy: REMEDY.to_owned() }
}

/// The chance that two rows have the same value of a column that is measured finely: many numbers, not all of them whole.
fn chance_of_equal(column: &Column) -> Option<f64> {
    let Values::Numeric(values) = &column.values else { return None };
    let is_whole = |v: &f64| v.fract() == 0.0 || v.is_nan();
    if values.kept_rows().is_some() || values.kept().iter().all(is_whole) {
        return None;
    }
    let mut sorted: Vec<f64> = values.kept().to_vec();
    sorted.sort_by(f64::total_cmp);
    let (mut different, mut chance) = (0, 0.0);
    for equal in sorted.chunk_by(|a, b| a == b) {
        different += 1;
        chance += (equal.len() as f64 / sorted.len() as f64).powi(2);
    }
    (different > FINE).then_some(chance)
}

/// How many rows repeat an earlier one, target and bag included.
fn copies(data: &Dataset) -> usize {
    let mut marks = vec![0_u64; data.rows];
    for column in data.features.iter().chain(&data.targets).chain(&data.bags) {
        for (mark, value) in marks.iter_mut().zip(column.values.identities()) {
            *mark = mixed(*mark ^ mixed(value)).wrapping_add(1);
        }
    }
    data.rows - marks.iter().collect::<BTreeSet<_>>().len()
}

/// Another number for every number, without a pattern: the last steps of `SplitMix64`.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
