//! How rows are dealt into a part to grow a rule from and a part to prune it on. Where chance comes from is left open,
//! so that tests can let in the generator of another program.

use super::table::Table;
use crate::learn::draws::{Draws, shuffle};

/// Classes from the lightest to the heaviest, equally heavy ones in random order.
pub fn class_order(weights: &[f64], draws: &mut dyn Draws) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    shuffle(&mut order, draws);
    order.sort_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    order
}

/// Rows dealt into parts, one after the other in the answer, with every class spread evenly over them: class after
/// class, each shuffled, row k goes into part k modulo `folds`.
pub fn stratify(
    table: &Table,
    rows: &[u32],
    classes: usize,
    folds: usize,
    draws: &mut dyn Draws,
) -> Vec<u32> {
    let mut bags = vec![Vec::new(); classes];
    for &row in rows {
        bags[table.class(row) as usize].push(row);
    }
    for bag in &mut bags {
        shuffle(bag, draws);
    }
    let dealt = bags.concat();
    let part = |first: usize| dealt.iter().skip(first).step_by(folds).copied();
    (0..folds.min(dealt.len())).flat_map(part).collect()
}

/// All parts but the last, to grow on, and the last, to prune on.
pub fn split(rows: &[u32], folds: usize) -> (&[u32], &[u32]) {
    rows.split_at(rows.len() * (folds - 1) / folds)
}
