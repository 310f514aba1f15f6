//! Tables of ranks or of mean ranks in place of scores: every row has the sum of the ranks 1 to k of its numbers, or is a
//! ranking by another rule for ties, from 1 or from 0. The smallest is best then, whatever the file is called.

use crate::import::table::{Grid, TableOptions};
use crate::measure::Direction;

/// With fewer rows or columns whole numbers can be anything.
const LEAST: usize = 3;
/// Mean ranks are printed with two or more digits, of which each is rounded.
const ROUNDED: f64 = 0.0051;
/// Sums of mean ranks by a rule without mean ranks for ties are a little smaller, by this share at most.
const NEARLY: f64 = 0.08;

/// Whether numbers may be the ranks 1 to k, or means of them, by their sum, which mean ranks of ties do not change.
pub fn are_ranks(values: &[f64]) -> bool {
    let count = values.len() as f64;
    let sum: f64 = values.iter().sum();
    values.iter().all(|value| (1.0..=count).contains(value))
        && (sum - count * (count + 1.0) / 2.0).abs() <= ROUNDED * count
}

/// Whether every row of a table holds ranks, and there are enough rows and columns to know.
pub fn are_held(grid: &Grid) -> bool {
    held(grid).is_some()
}

/// Whether the scores of every row may be ranks.
pub fn every_row(grid: &Grid) -> bool {
    rows(grid).iter().all(|row| are_ranks(row))
}

fn rows(grid: &Grid) -> Vec<Vec<f64>> {
    let scores = grid.cells.iter().map(|row| row.iter().flatten());
    scores.map(|scores| scores.map(|score| score.mean).collect()).collect()
}

/// Whether there are enough rows and columns to know.
fn are_enough(rows: &[Vec<f64>], width: usize) -> bool {
    width >= LEAST && rows.iter().filter(|row| row.len() == width).count() >= LEAST
}

/// What kind of ranks a table holds, and the first of them.
fn held(grid: &Grid) -> Option<(String, f64)> {
    let (rows, width) = (rows(grid), grid.methods.len());
    let known = |first: f64| kind(&rows, width, first).map(|what| (what, first));
    if are_enough(&rows, width) { known(1.0).or_else(|| known(0.0)) } else { None }
}

/// Takes the smallest for the best where every row holds ranks, and notes it.
pub fn declare(grid: &mut Grid, options: &TableOptions) {
    if let Some((what, first)) = held(grid) {
        grid.direction = Some(Direction::Lower);
        grid.notes.push(format!(
            "{what}: rank {first} is taken for the best, as with --lower-is-better; say --higher-is-better if not"
        ));
        return;
    }
    let (rows, width) = (rows(grid), grid.methods.len());
    let is_said = options.direction.is_some() || !options.metrics.is_empty();
    let are_nearly = || rows.iter().all(|row| row.len() == width && is_nearly(row));
    if !is_said && are_enough(&rows, width) && are_nearly() {
        grid.caveats.push(format!(
            "these look like ranks from 1 to {width}, or means of them: say --lower-is-better if so, --higher-is-better or --metric if they are scores"
        ));
    }
}

/// What kind of ranks the rows hold, if all hold ranks from a first one on.
fn kind(rows: &[Vec<f64>], width: usize, first: f64) -> Option<String> {
    let shift = 1.0 - first;
    let rows: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|value| value + shift).collect()).collect();
    let last = width as f64 - shift;
    if rows.iter().all(|row| are_ranks(row)) {
        return Some(format!("every row holds the ranks {first} to {last}, or means of them"));
    }
    // Whole numbers with ties can be counts or grades, unless most rows hold every rank once.
    let permutations = rows.iter().filter(|row| row.len() == width && is_ranking(row, smaller));
    let permutations = permutations.filter(|row| is_distinct(row)).count();
    if permutations < LEAST || 2 * permutations <= rows.len() {
        return None;
    }
    let of_row = |row: &Vec<f64>, rule: fn(&[f64], f64) -> usize| {
        let gap = row.len() < width && is_distinct(row) && is_within(row, width);
        gap || are_ranks(row) || is_ranking(row, rule)
    };
    let rules: [fn(&[f64], f64) -> usize; 3] = [smaller, not_larger, smaller_kinds];
    let one_rule = rules.iter().any(|rule| rows.iter().all(|row| of_row(row, *rule)));
    one_rule.then(|| format!("every row holds ranks from {first} to {last}, with ties or a gap"))
}

fn is_within(row: &[f64], width: usize) -> bool {
    row.iter().all(|value| value.fract() == 0.0 && (1.0..=width as f64).contains(value))
}

fn is_distinct(row: &[f64]) -> bool {
    row.iter().enumerate().all(|(at, value)| !row[..at].contains(value))
}

/// Whether every number is the rank that a rule for ties gives it.
fn is_ranking(row: &[f64], rule: fn(&[f64], f64) -> usize) -> bool {
    row.iter().all(|value| *value == rule(row, *value) as f64)
}

/// The smallest rank of a tie: 1, 1, 3.
fn smaller(row: &[f64], value: f64) -> usize {
    row.iter().filter(|other| **other < value).count() + 1
}

/// The largest rank of a tie: 2, 2, 3.
fn not_larger(row: &[f64], value: f64) -> usize {
    row.iter().filter(|other| **other <= value).count()
}

/// Ranks without gaps: 1, 1, 2.
fn smaller_kinds(row: &[f64], value: f64) -> usize {
    let first = |at: usize, other: f64| other < value && !row[..at].contains(&other);
    row.iter().enumerate().filter(|(at, other)| first(*at, **other)).count() + 1
}

/// Whether a row nearly has the sum of its ranks, and numbers that are as far apart as ranks are.
fn is_nearly(row: &[f64]) -> bool {
    let count = row.len() as f64;
    let sum: f64 = row.iter().sum();
    let expected = count * (count + 1.0) / 2.0;
    let least = row.iter().copied().fold(f64::INFINITY, f64::min);
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    row.iter().all(|value| (1.0..=count).contains(value))
        && (sum / expected - 1.0).abs() <= NEARLY
        && most - least >= (count - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{plain, with};
    use super::*;

    fn table(rows: &[&str]) -> String {
        let row = |(at, row): (usize, &&str)| format!("d{}x,{row}\n", 7 * at * at);
        let rows: String = rows.iter().enumerate().map(row).collect();
        format!("name,a,b,c,e\n{rows}")
    }

    #[test]
    fn ranks_with_ties_and_gaps_are_ranks() {
        let whole = ["1,3,2,4", "4,2,3,1", "2,1,4,3", "4,3,1,2"];
        for odd in ["1,1,3,4", "1,1,2,3", "2,2,3,4", "1.5,1.5,3,4", ",2,4,1", "1,2,3,4"] {
            let rows: Vec<&str> = whole.iter().copied().chain([odd]).collect();
            let file = plain(&table(&rows));
            assert_eq!(file.results.direction, Direction::Lower, "{odd}");
            assert!(file.notes.concat().contains("rank 1 is taken for the best"), "{odd}");
        }
        let file = plain(&table(&["0,2,1,3", "3,1,2,0", "1,0,3,2", "0,0,2,3", "3,2,0,1"]));
        assert_eq!(file.results.direction, Direction::Lower);
        assert!(file.notes.concat().contains("rank 0 is taken for the best"));
    }

    #[test]
    fn other_whole_numbers_are_no_ranks() {
        for rows in [
            &["1,1,2,3", "1,1,1,2", "2,1,1,2", "1,2,3,4"][..],
            &["5,3,4,4", "4,4,2,5", "3,5,5,4", "1,2,3,4"],
            &["1,3,2,4", "4,2,3,1", "2,1,4,3", "4,3,5,2"],
            &["1,1,3,4", "1,1,2,3", "1,3,2,4", "4,2,3,1", "2,1,4,3"],
        ] {
            let file = plain(&table(rows));
            assert_eq!(file.results.direction, Direction::Higher, "{rows:?}");
        }
    }

    #[test]
    fn nearly_ranks_have_a_caveat() {
        let text = table(&["1.1,2.4,2.9,3.4", "3.5,2.6,2.2,1.3", "2.1,1.2,3.6,2.7"]);
        let said = |file: crate::analysis::ScoreFile| file.caveats.concat().contains("like ranks");
        assert!(said(plain(&text)));
        let options =
            TableOptions { direction: Some(Direction::Higher), ..TableOptions::default() };
        assert!(!said(with(&text, &options).unwrap()));
        assert!(!said(plain(&table(&["2.1,2.4,2.5,2.4", "2.5,2.6,2.2,2.3", "2.1,2.2,2.6,2.7"]))));
    }
}
