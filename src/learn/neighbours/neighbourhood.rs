//! Training rows, ready to be searched: what a class and a number are predicted from in the same way. It knows nothing of
//! what is predicted, only which rows are near, and declares the parameters that decide it.

use std::borrow::Cow;

use super::space::Space;
use super::tree::{Neighbour, Scratch, Tree};
use super::vote::Rule;
use crate::data::Rows;
use crate::learn::{Samples, Task};
use crate::params::{Domain, ParamInfo, Params, Value};

/// How many neighbours count.
pub const K: ParamInfo = ParamInfo {
    name: "k",
    about: "how many neighbours count (all of them if there are fewer)",
    domain: Domain::Int { min: 1, max: 1_000_000 },
    default: Value::Int(5),
};

/// What each of them counts.
pub const WEIGHTS: ParamInfo = ParamInfo {
    name: "weights",
    about: "what a neighbour counts: one, one over the distance d, 1/(e + 0.001) or 1 - e with e = d / sqrt(features)",
    domain: Domain::Choice(&["uniform", "distance", "inverse", "similarity"]),
    default: Value::Text(Cow::Borrowed("uniform")),
};

/// What near means.
pub const DISTANCE: ParamInfo = ParamInfo {
    name: "distance",
    about: "Euclidean between prepared numbers, or mixed: the table, numbers scaled by training ranges, levels 0 \
            or 1 apart, missing values as far as possible",
    domain: Domain::Choice(&["euclidean", "mixed"]),
    default: Value::Text(Cow::Borrowed("euclidean")),
};

/// Which of equally distant ones count.
pub const TIES: ParamInfo = ParamInfo {
    name: "ties",
    about: "of rows as near as the k-th, the first in training order count, or all",
    domain: Domain::Choice(&["first", "all"]),
    default: Value::Text(Cow::Borrowed("first")),
};

/// Rows that are predicted between two looks at whether to stop.
pub const BLOCK: usize = 128;

/// Training rows, ready to be searched.
pub struct Neighbourhood {
    space: Space,
    tree: Tree,
    /// How much each row counts; `None` if all count once.
    pub weights: Option<Vec<f64>>,
}

/// Whether the table is read.
pub fn is_mixed(params: &Params) -> bool {
    params.text("distance") == "mixed"
}

impl Neighbourhood {
    /// What near means with these parameters.
    pub fn space(x: Rows<'_>, params: &Params) -> Space {
        if is_mixed(params) { Space::of_table(x) } else { Space::plain(x.width()) }
    }

    /// The training rows as they lie in a space, and which of them are there: those without weight are left out.
    pub fn new<'a, T: Task<Examples<'a> = Rows<'a>>>(
        space: Space,
        train: &Samples<'a, T>,
    ) -> (Neighbourhood, Vec<usize>) {
        let x = train.x().to_dense();
        let rows: Vec<usize> = (0..x.len()).filter(|&row| train.weight(row) > 0.0).collect();
        let tree = Tree::new(space.clone(), &space.place_all(&x, &rows), rows.len());
        let weights = train.weights().map(|all| rows.iter().map(|&row| all[row]).collect());
        (Neighbourhood { space, tree, weights }, rows)
    }

    /// Number of features, by which distances are put in proportion.
    pub fn width(&self) -> usize {
        self.space.axes.len()
    }

    /// Hands over, row after row, the nearest training rows that any of the rules asks for.
    pub fn search(
        &self,
        x: Rows<'_>,
        rules: impl Iterator<Item = Rule> + Clone,
        mut each: impl FnMut(&[Neighbour]),
    ) {
        let k = rules.clone().map(|rule| rule.k).max().unwrap_or(0);
        let ties = rules.clone().any(|rule| rule.ties);
        let mut point = vec![0.0; x.width()];
        let (mut scratch, mut found) = (Scratch::default(), Vec::new());
        for row in x.to_dense().iter() {
            self.space.place(row, &mut point);
            self.tree.nearest(&point, k, ties, &mut scratch, &mut found);
            each(&found);
        }
    }

    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        let weights = self.weights.as_ref().map_or(0, |weights| size_of_val(&**weights));
        self.tree.bytes() + size_of_val(&*self.space.axes) + weights
    }
}
