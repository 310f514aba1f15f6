//! How often the rules that decide call equal methods different: many simulated tables for each rule, of which at most
//! alpha + 1 % may end in a claim. docs/error-rates.md documents the rates of 5,000 tables; to print them:
//! `NULL_TABLES=5000 cargo test --release --test it null_rates -- --nocapture --test-threads=1`.

mod classifiers;
mod many;
mod one_dataset;
mod two;

use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tribunal::analysis::{Results, Score};
use tribunal::measure::{Direction, Pairs, Unit};
use tribunal::num::key::RngKey;

/// The level of all rules.
const ALPHA: f64 = 0.05;
/// A rule may claim at most alpha + 1 % among equals. The share of 5,000 tables has a standard deviation of 0.3 % at a true
/// rate of 5 %, so a rule that holds its level stays below by three standard deviations. With fewer tables three standard
/// deviations are more than 1 %, and the bound is looser: only `NULL_TABLES=5000` tests the promise itself.
fn most(count: u64) -> f64 {
    ALPHA + (3.0 * (ALPHA * (1.0 - ALPHA) / count as f64).sqrt()).max(0.01)
}

/// Tables per case: `NULL_TABLES` if it is set, else what the test can afford.
fn tables(affordable: u64) -> u64 {
    let asked = std::env::var("NULL_TABLES").ok();
    asked.map_or(affordable, |count| count.parse().expect("NULL_TABLES is a number"))
}

/// The share of simulated tables for which each of several things is true, in percent of `count`. Every table has its own
/// stream, so the first 1,000 of 5,000 tables are those of a run of 1,000.
fn shares<const N: usize>(
    case: &str,
    count: u64,
    look: impl Fn(&mut ChaCha8Rng) -> [bool; N] + Sync,
) -> [f64; N] {
    let key = RngKey::root(19).child(case, 0);
    let found: Vec<[bool; N]> =
        (0..count).into_par_iter().map(|i| look(&mut key.child("table", i).stream())).collect();
    std::array::from_fn(|i| {
        found.iter().filter(|flags| flags[i]).count() as f64 / found.len() as f64
    })
}

/// A rate as the documentation prints it.
fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

/// Prints a row of the documentation's table.
fn print_row(case: &str, rates: &[f64]) {
    let cells: Vec<String> = rates.iter().map(|rate| percent(*rate)).collect();
    println!("| {case} | {} |", cells.join(" | "));
}

/// Fails where a rule claims too often in `count` tables.
fn assert_holds(case: &str, count: u64, rates: &[f64]) {
    for (column, rate) in rates.iter().enumerate() {
        assert!(*rate <= most(count), "{case}, column {column}: {rate}");
    }
}

/// Results of methods m0, m1, ... on datasets d0, d1, ...
fn results(cells: Vec<Vec<Option<Score>>>) -> Results {
    Results {
        metric: "accuracy".into(),
        title: "accuracy".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Share,
        range: (0.0, 1.0),
        pairs: Pairs::Examples,
        holes: Default::default(),
        datasets: (0..cells.len()).map(|i| format!("d{i}")).collect(),
        methods: (0..cells[0].len()).map(|i| format!("m{i}")).collect(),
        cells,
    }
}

/// A score of which only the mean is known, rounded to two decimals if asked: that is how tables are printed, and it makes
/// ties.
fn mean_score(value: f64, rounded: bool) -> Option<Score> {
    let value = if rounded { (100.0 * value).round() / 100.0 } else { value };
    Some(Score::new(value, None))
}
