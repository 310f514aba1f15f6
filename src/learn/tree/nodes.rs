//! A tree while it is grown and pruned: nodes in one list, the sons of a node side by side and after it, so that
//! neither building, pruning nor dropping it recurses. It knows what each node saw, and nothing of how that was learned.

use crate::learn::tolerance::equal;

/// What a node asks of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    pub feature: usize,
    pub kind: TestKind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TestKind {
    /// First son: as good as at most this; second: above.
    Threshold(f64),
    /// One son a level.
    Levels(usize),
}

impl Test {
    /// Number of sons.
    pub fn bags(&self) -> usize {
        match self.kind {
            TestKind::Threshold(_) => 2,
            TestKind::Levels(levels) => levels,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// `None` in a leaf.
    pub test: Option<Test>,
    /// Where its sons begin.
    pub first: usize,
    /// Weight of the rows it learned from.
    pub total: f64,
    /// Weight its parent sent here, fractions of rows with missing values included.
    pub bag: f64,
    /// A leaf that no row reached.
    pub empty: bool,
}

#[derive(Debug, Clone)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub classes: usize,
    /// Weights of the classes, node after node.
    per_class: Vec<f64>,
}

impl Tree {
    pub fn new(classes: usize) -> Tree {
        Tree { nodes: Vec::new(), classes, per_class: Vec::new() }
    }

    /// Adds a leaf that nothing is known of yet.
    pub fn add_leaf(&mut self, bag: f64) {
        self.nodes.push(Node { test: None, first: 0, total: 0.0, bag, empty: false });
        self.per_class.resize(self.nodes.len() * self.classes, 0.0);
    }

    /// Bytes it would take with so many more nodes.
    pub fn bytes_with(&self, more: usize) -> usize {
        let nodes = self.nodes.len().saturating_add(more);
        nodes.saturating_mul(size_of::<Node>() + self.classes.saturating_mul(8))
    }

    pub fn per_class(&self, node: usize) -> &[f64] {
        &self.per_class[node * self.classes..][..self.classes]
    }

    /// Replaces what a node saw.
    pub fn saw(&mut self, node: usize, rows: impl Iterator<Item = (u32, f64)>) {
        let per_class = &mut self.per_class[node * self.classes..][..self.classes];
        per_class.fill(0.0);
        let mut total = 0.0;
        for (class, weight) in rows {
            per_class[class as usize] += weight;
            total += weight;
        }
        self.nodes[node].total = total;
    }

    /// Whether a node saw nothing worth counting.
    pub fn is_bare(&self, node: usize) -> bool {
        equal(self.nodes[node].total, 0.0)
    }

    pub fn sons(&self, node: usize) -> std::ops::Range<usize> {
        let Node { test, first, .. } = self.nodes[node];
        first..first + test.map_or(0, |test| test.bags())
    }
}
