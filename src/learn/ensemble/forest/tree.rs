//! A grown tree: nodes in one list, and the way of a row from the first of them to a leaf.

/// A tree that asks one feature at a time.
#[derive(Debug, Default)]
pub struct Tree {
    /// The root first; the left child of a node follows it.
    pub nodes: Vec<Node>,
    /// Sets of levels, a bit a level; see [`Node::Levels`].
    pub sets: Vec<u64>,
    /// What leaves predict; see [`Node::Leaf`].
    pub leaves: Vec<(u32, f64)>,
    /// Questions on the longest way to a leaf.
    pub depth: u32,
}

/// A question, or an end.
#[derive(Debug, Clone, Copy)]
pub enum Node {
    /// Predicts these entries of `leaves`.
    Leaf { from: u32, to: u32 },
    /// To the left up to the threshold.
    Number { feature: u32, right: u32, threshold: f64, missing_left: bool },
    /// To the left if the bit of its level is set in `sets`, counted from `from`. Levels that training did not show here
    /// go where missing values go.
    Levels { feature: u32, right: u32, from: u32, missing_left: bool },
}

/// Rows that are best led through a tree together: the processor fetches the nodes of all while it waits for one.
pub const ABREAST: usize = 8;

impl Tree {
    /// Leads rows to their leaves, side by side; `ends` says where each of them arrives.
    pub fn walk(&self, rows: &[&[f64]], ends: &mut [u32]) {
        ends.fill(0);
        let mut moving = true;
        while moving {
            moving = false;
            for (row, end) in rows.iter().zip(ends.iter_mut()) {
                if let Some(next) = self.next(*end, row) {
                    (*end, moving) = (next, true);
                }
            }
        }
    }

    /// The child that a row goes to; none if the node is a leaf.
    #[inline]
    fn next(&self, at: u32, row: &[f64]) -> Option<u32> {
        let (left, right) = match self.nodes[at as usize] {
            Node::Leaf { .. } => return None,
            Node::Number { feature, right, threshold, missing_left } => {
                let value = row[feature as usize];
                ((value <= threshold) | (missing_left & value.is_nan()), right)
            }
            Node::Levels { feature, right, from, missing_left } => {
                let value = row[feature as usize];
                let word = |level: usize| self.sets[from as usize + level / 64];
                let bit = |level: usize| word(level) >> (level % 64) & 1 == 1;
                (if value.is_nan() { missing_left } else { bit(value as usize) }, right)
            }
        };
        Some(if left { at + 1 } else { right })
    }

    /// What a leaf predicts: positions and values, those that are zero left out.
    pub fn prediction(&self, leaf: u32) -> &[(u32, f64)] {
        match self.nodes[leaf as usize] {
            Node::Leaf { from, to } => &self.leaves[from as usize..to as usize],
            Node::Number { .. } | Node::Levels { .. } => &[],
        }
    }
}
