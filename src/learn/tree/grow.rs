//! Grows a tree until every leaf is pure, too light or not worth splitting, then takes back what separates no classes.
//! It knows how rows are divided and nothing of pruning.

use super::criterion::{incorrect, largest_class};
use super::nodes::Tree;
use super::routes::{Members, Routes};
use super::scan::Around;
use super::select::{Selector, View};
use super::table::{Entry, Table};
use crate::learn::tolerance::{above, equal};
use crate::learn::{FitContext, FitError, go_on};

/// A leaf that may be split.
struct Pending {
    node: usize,
    members: Members,
    /// For every numeric feature its rows whose value is known, ascending.
    sorted: Vec<Vec<Entry>>,
}

/// Grows a tree whose leaves weigh at least `least`.
pub fn grow(table: &Table<'_>, least: f64, context: &FitContext<'_>) -> Result<Tree, FitError> {
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
        let orders = (0..table.kinds.len()).map(|feature| table.order(feature).entries.clone());
        pending.push(Pending { node: 0, members, sorted: orders.collect() });
    }
    while let Some(next) = pending.pop() {
        go_on(context.stop)?;
        grower.split(next, &mut pending, context)?;
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
    spare: Vec<Vec<Entry>>,
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
    fn split(
        &mut self,
        leaf: Pending,
        pending: &mut Vec<Pending>,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        let Pending { node, members, mut sorted } = leaf;
        let table = self.table;
        let plain = table.weighs_one() && !members.has_parts();
        if !plain {
            self.selector.weigh(self.routes.of(&members, table));
        }
        self.rows.clear();
        self.rows.extend(self.routes.of(&members, table).map(|(row, _)| row));
        let around = Around {
            rows: members.len(),
            total: self.tree.nodes[node].total,
            per_class: self.tree.per_class(node),
            least: self.least,
        };
        let view = View { rows: &self.rows, sorted: &sorted, around, plain };
        if let Some(test) = self.selector.select(view) {
            // A nominal feature may have as many levels as the table has rows.
            let bytes = self.tree.bytes_with(test.bags());
            context.room_for(bytes, "a tree with a branch for every level")?;
            let division = self.routes.divide(&members, test, table);
            let first = self.tree.nodes.len();
            (self.tree.nodes[node].test, self.tree.nodes[node].first) = (Some(test), first);
            division.bags.iter().for_each(|bag| self.tree.add_leaf(*bag));
            let mut sons = Vec::new();
            for (node, members) in (first..).zip(division.sons) {
                if self.settle(node, &members) {
                    sons.push(Pending { node, members, sorted: Vec::new() });
                }
            }
            self.sort(&mut sons, &sorted);
            pending.append(&mut sons);
        }
        self.spare.append(&mut sorted);
        Ok(())
    }

    /// Gives sons their sorted lists: those of their parent without the rows that went elsewhere.
    fn sort(&mut self, sons: &mut [Pending], sorted: &[Vec<Entry>]) {
        if let [one, other] = sons
            && one.members.len() + other.members.len() == self.rows.len()
            && !one.members.has_parts()
            && !other.members.has_parts()
        {
            self.goes_to(&one.members);
            for list in sorted {
                let (mut left, mut right) = (self.list(list.len()), self.list(list.len()));
                let (mut lefts, mut rights) = (0, 0);
                // Every row is written twice and overwritten where it does not stay: faster than to guess.
                for &entry in list {
                    (left[lefts], right[rights]) = (entry, entry);
                    let goes = self.goes[entry.row as usize];
                    lefts += usize::from(goes);
                    rights += usize::from(!goes);
                }
                left.truncate(lefts);
                right.truncate(rights);
                one.sorted.push(left);
                other.sorted.push(right);
            }
            return;
        }
        for son in sons {
            self.goes_to(&son.members);
            for list in sorted {
                let mut kept = self.list(list.len());
                let mut length = 0;
                for &entry in list {
                    kept[length] = entry;
                    length += usize::from(self.goes[entry.row as usize]);
                }
                kept.truncate(length);
                son.sorted.push(kept);
            }
        }
    }

    /// Marks the rows of the present node that a son gets.
    fn goes_to(&mut self, members: &Members) {
        self.rows.iter().for_each(|&row| self.goes[row as usize] = false);
        let mine = self.routes.of(members, self.table);
        mine.for_each(|(row, _)| self.goes[row as usize] = true);
    }

    /// A list of some length; what it holds is of no meaning.
    fn list(&mut self, length: usize) -> Vec<Entry> {
        let mut list = self.spare.pop().unwrap_or_default();
        list.resize(length, Entry::default());
        list
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
    for (node, below) in errors.into_iter().enumerate() {
        let alone = incorrect(tree.per_class(node), tree.nodes[node].total);
        if below >= alone - 1e-3 {
            tree.nodes[node].test = None;
        }
    }
}
