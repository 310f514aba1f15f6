//! Ranks published and recomputed: mean ranks of the methods that both have, over the rows that both have, so that they can
//! be compared; those of the table's own rows, so that it is seen what the selection of rows does; and those that the paper
//! prints, over its own methods and rows, however they came about (`tribunal audit` asks that).

use super::settings::ReferenceTable;
use super::{Place, ReferenceRow};
use crate::measure::Direction;
use crate::num::math;
use crate::published::Printed;
use crate::stats::{TIE, Ties, average_ranks};

/// Mean ranks of the methods that both have, in our order; 1 is best.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceRanks {
    /// Rows on which every method has a published and a measured number.
    pub rows: usize,
    /// Mean ranks of the published numbers over these rows.
    pub published: Vec<f64>,
    /// Mean ranks of ours over these rows.
    pub ours: Vec<f64>,
    /// Rows of the table on which every method has a published number.
    pub all_rows: usize,
    /// Mean ranks of the published numbers over them.
    pub published_all: Vec<f64>,
    /// Mean ranks as the paper prints them; empty where it prints none for these methods.
    pub printed: Vec<Option<Printed>>,
    /// Whether both order the methods alike, equal mean ranks included.
    pub same_order: bool,
    /// Rows on which a method that is best in print is best with us, too.
    pub same_best: usize,
}

/// Ranks both; `None` with fewer than two methods or without a complete row.
pub fn ranks(
    table: &ReferenceTable,
    direction: Direction,
    columns: &[Place],
    rows: &[ReferenceRow],
) -> Option<ReferenceRanks> {
    if columns.len() < 2 {
        return None;
    }
    let ranked =
        |values: Vec<f64>| average_ranks(&values, direction == Direction::Higher, Ties::Decimal);
    let (mut published, mut ours): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    for row in rows {
        let both = row
            .cells
            .iter()
            .map(|cell| Some((cell.published.as_ref()?.value(), cell.ours.as_ref()?.mean)));
        let Some(both) = both.collect::<Option<Vec<(f64, f64)>>>() else { continue };
        let (first, second) = both.into_iter().unzip();
        published.push(ranked(first));
        ours.push(ranked(second));
    }
    let all = table.cells.iter().filter_map(|row| {
        let values = columns.iter().map(|column| Some(row[column.published].as_ref()?.value()));
        values.collect::<Option<Vec<f64>>>().map(ranked)
    });
    let all: Vec<Vec<f64>> = all.collect();
    if published.is_empty() {
        return None;
    }
    let best = |ranks: &[f64]| ranks.iter().copied().fold(f64::INFINITY, f64::min);
    let agree = |(a, b): &(&Vec<f64>, &Vec<f64>)| {
        let (first, second) = (best(a), best(b));
        a.iter().zip(*b).any(|(a, b)| *a == first && *b == second)
    };
    let same_best = published.iter().zip(&ours).filter(agree).count();
    let (first, second) = (means(&published), means(&ours));
    Some(ReferenceRanks {
        rows: published.len(),
        same_order: same_order(&first, &second),
        same_best,
        published: first,
        ours: second,
        all_rows: all.len(),
        published_all: means(&all),
        printed: printed(table, columns),
    })
}

fn printed(table: &ReferenceTable, columns: &[Place]) -> Vec<Option<Printed>> {
    let of = |column: &Place| table.ranks.get(column.published).cloned().flatten();
    let printed: Vec<Option<Printed>> = columns.iter().map(of).collect();
    if printed.iter().any(Option::is_some) { printed } else { Vec::new() }
}

fn means(ranks: &[Vec<f64>]) -> Vec<f64> {
    let methods = ranks.first().map_or(0, Vec::len);
    let column = |method: usize| ranks.iter().map(|row| row[method]).collect::<Vec<f64>>();
    (0..methods).map(|method| math::mean(&column(method))).collect()
}

/// Whether every two methods stand to each other alike in both.
fn same_order(a: &[f64], b: &[f64]) -> bool {
    let way = |difference: f64| if difference.abs() <= TIE { 0.0 } else { difference.signum() };
    (0..a.len()).all(|i| (0..i).all(|j| way(a[i] - a[j]) == way(b[i] - b[j])))
}
