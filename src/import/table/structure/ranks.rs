//! Tables of ranks in place of scores: in every row the numbers are the ranks of themselves. The smallest is best then,
//! whatever the file is called.

use crate::import::table::Grid;
use crate::measure::Direction;
use crate::stats::{Ties, average_ranks};

/// With fewer rows or columns whole numbers can be anything.
const LEAST: usize = 3;

/// Takes the smallest for the best where every row holds ranks, and notes it.
pub fn declare(grid: &mut Grid) {
    let width = grid.methods.len();
    let is_ranks = |row: &Vec<Option<crate::analysis::Score>>| {
        let values: Vec<f64> = row.iter().flatten().map(|score| score.mean).collect();
        let ranks = average_ranks(&values, false, Ties::Decimal);
        values.len() == width && values.iter().zip(ranks).all(|(value, rank)| *value == rank)
    };
    if width < LEAST || grid.cells.len() < LEAST || !grid.cells.iter().all(is_ranks) {
        return;
    }
    grid.direction = Some(Direction::Lower);
    grid.notes.push(format!(
        "every row holds the ranks 1 to {width}: rank 1 is taken for the best, as with --lower-is-better; say --higher-is-better if not"
    ));
}
