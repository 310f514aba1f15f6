//! Growing one tree: nodes are split until they are pure, too small or too deep, or until no feature tells their rows
//! apart. It knows nothing of classes; what a good split is, a [`Purity`] tells.

use rand_chacha::ChaCha8Rng;

use super::columns::{Column, Meaning};
use super::purity::Purity;
use super::split::{Best, Search};
use super::tree::{Node, Tree};
use crate::learn::{FitError, Stop};
use crate::num::sample;

/// How trees are grown.
pub struct Settings {
    /// Features to look at in a node; more of them if none varies in it.
    pub features: usize,
    /// Fewest examples in a leaf.
    pub min_leaf: u32,
    /// Most questions on the way to a leaf.
    pub max_depth: u32,
}

/// Cells that are looked at between two questions whether to stop.
const PATIENCE: usize = 1 << 20;

/// Grows trees from one table; what it works with is used for tree after tree.
pub struct Grower<'a> {
    columns: &'a [Column],
    settings: Settings,
    search: Search,
    /// All features, in the order they were last drawn in.
    features: Vec<u32>,
    spare: Vec<u32>,
    stop: &'a dyn Stop,
}

/// Rows that are still to be split.
struct Task {
    from: usize,
    to: usize,
    depth: u32,
    /// The node whose right child this is.
    parent: Option<usize>,
}

impl<'a> Grower<'a> {
    /// Grows from these columns of so many rows.
    pub fn new(
        columns: &'a [Column],
        rows: usize,
        settings: Settings,
        stop: &'a dyn Stop,
    ) -> Grower<'a> {
        Grower {
            columns,
            search: Search::new(columns, rows, settings.min_leaf),
            features: Vec::new(),
            spare: Vec::with_capacity(rows),
            settings,
            stop,
        }
    }

    /// A tree from some rows.
    pub fn grow(
        &mut self,
        rows: &mut [u32],
        purity: &mut impl Purity,
        rng: &mut ChaCha8Rng,
    ) -> Result<Tree, FitError> {
        // Every tree starts from the same order of features, so that none depends on the trees before it.
        self.features.clear();
        self.features.extend(0..self.columns.len() as u32);
        let mut tree = Tree::default();
        let mut tasks = vec![Task { from: 0, to: rows.len(), depth: 0, parent: None }];
        let mut looked_at = PATIENCE;
        while let Some(Task { from, to, depth, parent }) = tasks.pop() {
            // Every drawn feature is looked at.
            looked_at += (to - from) * self.settings.features.min(self.columns.len().max(1));
            if looked_at >= PATIENCE {
                looked_at = 0;
                if self.stop.requested() {
                    return Err(FitError::Stopped);
                }
            }
            let at = tree.nodes.len();
            if let Some(parent) = parent {
                tree.set_right(parent, at);
            }
            tree.depth = tree.depth.max(depth);
            let node = &mut rows[from..to];
            purity.enter(node);
            match self.best(node, depth, purity, rng) {
                Some(best) => {
                    let middle = from + self.part(&best, node);
                    self.ask(&best, &mut tree);
                    // The right child is pushed first, so that the left one follows its parent.
                    let depth = depth + 1;
                    tasks.push(Task { from: middle, to, depth, parent: Some(at) });
                    tasks.push(Task { from, to: middle, depth, parent: None });
                }
                None => {
                    let from = tree.leaves.len() as u32;
                    purity.predict(&mut tree.leaves);
                    tree.nodes.push(Node::Leaf { from, to: tree.leaves.len() as u32 });
                }
            }
        }
        Ok(tree)
    }

    fn best(
        &mut self,
        rows: &[u32],
        depth: u32,
        purity: &mut impl Purity,
        rng: &mut ChaCha8Rng,
    ) -> Option<Best> {
        let (left, right) = purity.sizes();
        let small = left + right < 2 * self.settings.min_leaf.max(1);
        if small || depth >= self.settings.max_depth || purity.is_pure() {
            return None;
        }
        self.search.best = None;
        let (mut varied, all) = (false, self.features.len());
        for drawn in 0..all {
            let other = drawn + sample::below(rng, (all - drawn) as u64) as usize;
            self.features.swap(drawn, other);
            let feature = self.features[drawn];
            let column = &self.columns[feature as usize];
            varied |= self.search.try_feature(feature, column, rows, purity);
            if varied && drawn + 1 >= self.settings.features {
                break;
            }
        }
        self.search.best
    }

    /// Brings the rows that go left to the front, both sides in their old order, and counts them.
    fn part(&mut self, best: &Best, rows: &mut [u32]) -> usize {
        let column = &self.columns[best.feature as usize];
        self.spare.clear();
        let mut kept = 0;
        for position in 0..rows.len() {
            let row = rows[position];
            if self.search.sends_left(best, column, row) {
                rows[kept] = row;
                kept += 1;
            } else {
                self.spare.push(row);
            }
        }
        rows[kept..].copy_from_slice(&self.spare);
        kept
    }

    /// Writes the question down.
    fn ask(&self, best: &Best, tree: &mut Tree) {
        let Best { feature, missing_left, .. } = *best;
        // The right child is not there yet.
        let right = 0;
        let column = &self.columns[feature as usize];
        tree.nodes.push(match &column.meaning {
            Meaning::Numbers(values) => {
                Node::Number { feature, right, threshold: best.threshold(values), missing_left }
            }
            Meaning::Levels(levels) => {
                let from = tree.sets.len() as u32;
                let words = levels.div_ceil(64);
                tree.sets.extend_from_slice(&self.search.left_levels[..words]);
                Node::Levels { feature, right, from, missing_left }
            }
        });
    }
}

impl Tree {
    fn set_right(&mut self, parent: usize, child: usize) {
        if let Node::Number { right, .. } | Node::Levels { right, .. } = &mut self.nodes[parent] {
            *right = child as u32;
        }
    }
}
