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

impl Tree {
    /// Bytes it takes, roughly.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.sets) + size_of_val(&*self.leaves)
    }

    /// What is predicted of a row: positions and values, those that are zero left out.
    pub fn predict(&self, row: &[f64]) -> &[(u32, f64)] {
        let mut at = 0;
        loop {
            let (left, right) = match self.nodes[at] {
                Node::Leaf { from, to } => return &self.leaves[from as usize..to as usize],
                Node::Number { feature, right, threshold, missing_left } => {
                    let value = row[feature as usize];
                    (value <= threshold || (missing_left && value.is_nan()), right)
                }
                Node::Levels { feature, right, from, missing_left } => {
                    let value = row[feature as usize];
                    let level = value as usize;
                    let bit = |level: usize| {
                        self.sets[from as usize + level / 64] >> (level % 64) & 1 == 1
                    };
                    (if value.is_nan() { missing_left } else { bit(level) }, right)
                }
            };
            at = if left { at + 1 } else { right as usize };
        }
    }
}
