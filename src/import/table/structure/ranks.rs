//! Tables of ranks or of mean ranks in place of scores: every row has the sum of the ranks 1 to k of its numbers, and none is
//! outside of them. The smallest is best then, whatever the file is called.

use crate::import::table::Grid;
use crate::measure::Direction;

/// With fewer rows or columns whole numbers can be anything.
const LEAST: usize = 3;
/// Mean ranks are printed with two or more digits, of which each is rounded.
const ROUNDED: f64 = 0.0051;

/// Whether numbers may be the ranks 1 to k, or means of them, by their sum.
pub fn are_ranks(values: &[f64]) -> bool {
    let count = values.len() as f64;
    let sum: f64 = values.iter().sum();
    values.iter().all(|value| (1.0..=count).contains(value))
        && (sum - count * (count + 1.0) / 2.0).abs() <= ROUNDED * count
}

/// Whether every row of a table holds ranks, and there are enough rows and columns to know.
pub fn are_held(grid: &Grid) -> bool {
    let complete = grid.cells.iter().filter(|row| row.iter().all(Option::is_some)).count();
    grid.methods.len() >= LEAST && complete >= LEAST && every_row(grid)
}

/// Whether the scores of every row may be ranks.
pub fn every_row(grid: &Grid) -> bool {
    grid.cells.iter().all(|row| {
        let values: Vec<f64> = row.iter().flatten().map(|score| score.mean).collect();
        are_ranks(&values)
    })
}

/// Takes the smallest for the best where every row holds ranks, and notes it.
pub fn declare(grid: &mut Grid) {
    if !are_held(grid) {
        return;
    }
    let width = grid.methods.len();
    grid.direction = Some(Direction::Lower);
    grid.notes.push(format!(
        "every row holds the ranks 1 to {width}, or means of them: rank 1 is taken for the best, as with --lower-is-better; say --higher-is-better if not"
    ));
}
