//! Grows a tree until every leaf is pure, too light or not worth splitting, then takes back what separates no classes.
//! It knows how rows are divided and nothing of pruning.

use super::criterion::{above, equal, incorrect, largest_class};
use super::routes::{Members, Routes};
use super::scan::Around;
use super::select::{Selector, View};
use super::table::Table;
use super::tree::Tree;
use crate::data::FeatureKind;
use crate::learn::{FitError, Stop};

/// A leaf that may be split.
struct Pending {
    node: usize,
    members: Members,
    /// For every numeric feature its rows whose value is known, ascending.
    sorted: Vec<Vec<u32>>,
}

/// Grows a tree whose leaves weigh at least `least`.
pub fn grow(table: &Table<'_>, least: f64, stop: &dyn Stop) -> Result<Tree, FitError> {
    let mut grower = Grower {
        tree: Tree::new(table.classes),
        table,
        least,
        routes: Routes::new(table.rows()),
        selector: Selector::new(table),
        goes: vec![false; table.rows()],
        rows: Vec::new(),
        spare: Vec::new(),
    };
    grower.tree.add_leaf(0.0);
    let members = Members::all(table.rows());
    let mut pending = Vec::new();
    if grower.settle(0, &members) {
        let orders = (0..table.kinds.len()).map(|feature| table.order(feature).to_vec());
        pending.push(Pending { node: 0, members, sorted: orders.collect() });
    }
    while let Some(next) = pending.pop() {
        if stop.requested() {
            return Err(FitError::Stopped);
        }
        grower.split(next, &mut pending);
    }
    let mut tree = grower.tree;
    collapse(&mut tree);
    Ok(tree)
}

struct Grower<'a> {
    tree: Tree,
    table: &'a Table<'a>,
    least: f64,
    routes: Routes,
    selector: Selector<'a>,
    /// Whether a row goes to the son at hand.
    goes: Vec<bool>,
    rows: Vec<u32>,
    /// Lists that are used again.
    spare: Vec<Vec<u32>>,
}

impl Grower<'_> {
    /// Tells a node what it saw; whether it may be split.
    fn settle(&mut self, node: usize, members: &Members) -> bool {
        let tree = &mut self.tree;
        tree.saw(node, self.routes.classes(members, self.table));
        tree.nodes[node].empty = tree.is_bare(node);
        let (total, per_class) = (tree.nodes[node].total, tree.per_class(node));
        !above(2.0 * self.least, total) && !equal(total, per_class[largest_class(per_class)])
    }

    /// Splits a leaf if that is worth it.
    fn split(&mut self, leaf: Pending, pending: &mut Vec<Pending>) {
        let Pending { node, members, mut sorted } = leaf;
        let table = self.table;
        let plain = table.weighs_one() && !members.has_parts();
        if !plain {
            self.selector.weigh(self.routes.of(&members, table));
        }
        self.rows.clear();
        self.rows.extend(self.routes.of(&members, table).map(|(row, _)| row));
        let around = Around { total: self.tree.nodes[node].total, least: self.least };
        let view = View { rows: &self.rows, sorted: &sorted, around, plain };
        if let Some(test) = self.selector.select(view) {
            let division = self.routes.divide(&members, test, table);
            let first = self.tree.nodes.len();
            (self.tree.nodes[node].test, self.tree.nodes[node].first) = (Some(test), first);
            division.bags.iter().for_each(|bag| self.tree.add_leaf(*bag));
            for (son, members) in (first..).zip(division.sons) {
                if self.settle(son, &members) {
                    let sorted = self.sorted_for(&members, &sorted);
                    pending.push(Pending { node: son, members, sorted });
                }
            }
        }
        self.spare.append(&mut sorted);
    }

    /// The sorted lists of a son: those of its parent without the rows that went elsewhere.
    fn sorted_for(&mut self, members: &Members, sorted: &[Vec<u32>]) -> Vec<Vec<u32>> {
        self.rows.iter().for_each(|&row| self.goes[row as usize] = false);
        let mine = self.routes.of(members, self.table);
        mine.for_each(|(row, _)| self.goes[row as usize] = true);
        let mut lists = Vec::with_capacity(sorted.len());
        for (list, kind) in sorted.iter().zip(&self.table.kinds) {
            let mut kept = self.spare.pop().unwrap_or_default();
            kept.clear();
            if *kind == FeatureKind::Numeric {
                // Every row is written and the next one overwrites it if it does not stay: faster than to guess.
                kept.resize(list.len().min(members.len() + 1), 0);
                let mut length = 0;
                for &row in list {
                    if let Some(place) = kept.get_mut(length) {
                        *place = row;
                    }
                    length += usize::from(self.goes[row as usize]);
                }
                kept.truncate(length);
            }
            lists.push(kept);
        }
        lists
    }
}

/// Makes leaves of nodes that are right as often as all the leaves below them.
fn collapse(tree: &mut Tree) {
    let mut errors = vec![0.0; tree.nodes.len()];
    // Sons stand after their parents.
    for node in (0..tree.nodes.len()).rev() {
        errors[node] = match tree.nodes[node].test {
            None => incorrect(tree.per_class(node), tree.nodes[node].total),
            Some(_) => errors[tree.sons(node)].iter().sum(),
        };
    }
    for node in 0..tree.nodes.len() {
        let alone = incorrect(tree.per_class(node), tree.nodes[node].total);
        if errors[node] >= alone - 1e-3 {
            tree.nodes[node].test = None;
        }
    }
}
