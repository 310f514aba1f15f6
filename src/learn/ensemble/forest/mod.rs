//! Random forests (Breiman): trees that are grown from bags of the examples, each node looking at a few features drawn
//! for it, averaged.
//!
//! Whose is what: the forest is Breiman's, the trees are the binary ones of Breiman et al. (1984) with the Gini index,
//! not pruned. That a node looks at further features if those drawn for it do not vary in it, the square root of all
//! features as their number, and what happens to missing values ([`split`]) is as in scikit-learn. How levels are
//! ordered for nominal features is told in [`purity`]. Codes instead of values ([`columns`]) and sorting by counting
//! are ours: they change the speed, not the trees.
//!
//! Weights: rows are drawn in proportion to them, as in Weka, so that trees count in whole numbers.

mod columns;
mod grow;
mod purity;
mod split;
#[cfg(test)]
mod tests;
mod tree;

use self::columns::columns;
use self::grow::{Grower, Settings};
use self::purity::Gini;
use self::tree::Tree;
use super::urn::Urn;
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitResult, Input, Method, MethodInfo, Model,
    ModelFacts, Samples, StopReason,
};
use crate::measure::MetricInfo;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "random-forest",
    summary: "random forest: trees of bags of examples and of drawn features, averaged",
    reference: "L. Breiman, Random forests, Machine Learning 45 (2001) 5-32",
    params: &[
        ParamInfo {
            name: "trees",
            about: "number of trees",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(100),
        },
        ParamInfo {
            name: "features",
            about: "features drawn for a node; 0: the square root of all, rounded down",
            domain: Domain::Int { min: 0, max: 1_000_000_000 },
            default: Value::Int(0),
        },
        ParamInfo {
            name: "min-leaf",
            about: "fewest examples in a leaf",
            domain: Domain::Int { min: 1, max: 1_000_000_000 },
            default: Value::Int(1),
        },
        ParamInfo {
            name: "max-depth",
            about: "most questions on the way to a leaf; 0: no limit",
            domain: Domain::Int { min: 0, max: 1_000_000_000 },
            default: Value::Int(0),
        },
    ],
    version: 1,
    facts: &[
        MetricInfo::fact("nodes", "nodes of all trees"),
        MetricInfo::fact("depth", "most questions on the way to a leaf of any tree"),
    ],
    input: Input::Table,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct RandomForest;

struct Forest {
    classes: usize,
    trees: Vec<Tree>,
}

impl Declared for RandomForest {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for RandomForest {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x(), train.y());
        let columns = columns(x, context.stop)?;
        let whole = |name: &str| u32::try_from(params.int(name)).unwrap_or(u32::MAX);
        let settings = Settings {
            features: match whole("features") as usize {
                0 => x.width().isqrt().max(1),
                features => features,
            },
            min_leaf: whole("min-leaf"),
            max_depth: Some(whole("max-depth")).filter(|depth| *depth > 0).unwrap_or(u32::MAX),
        };
        let mut grower = Grower::new(&columns, x.len(), settings, context.stop);
        let urn = Urn::new(train);
        let mut trees = Vec::new();
        let mut rows = Vec::with_capacity(x.len());
        let mut bytes = 0_usize;
        for number in 0..u64::from(whole("trees")) {
            context.room_for(bytes, &format!("the first {} trees", trees.len()))?;
            let mut rng = context.key.child("tree", number).stream();
            let counts = urn.draw(&mut rng, x.len());
            rows.clear();
            rows.extend((0..).zip(&counts).filter(|(_, count)| **count > 0).map(|(row, _)| row));
            let mut gini = Gini::new(y.ids(), y.classes(), &counts);
            trees.push(grower.grow(&mut rows, &mut gini, &mut rng)?);
            bytes = bytes.saturating_add(trees.last().map_or(0, Tree::bytes));
        }
        Ok(Box::new(Forest { classes: y.classes(), trees }))
    }
}

impl Model<Classify> for Forest {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let dense = x.to_dense();
        let mut sums = vec![0.0; dense.len() * self.classes];
        // Tree after tree, since a tree stays in the cache while all rows go through it.
        for tree in &self.trees {
            for (row, sums) in dense.iter().zip(sums.chunks_exact_mut(self.classes)) {
                for &(class, share) in tree.predict(row) {
                    sums[class as usize] += share;
                }
            }
        }
        let trees = self.trees.len() as f64;
        sums.iter_mut().for_each(|sum| *sum /= trees);
        ClassPredictions::from_probabilities(self.classes, sums)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.trees) + self.trees.iter().map(Tree::bytes).sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        let nodes: usize = self.trees.iter().map(|tree| tree.nodes.len()).sum();
        let depth = self.trees.iter().map(|tree| tree.depth).max().unwrap_or(0);
        ModelFacts {
            numbers: [("nodes".into(), nodes as f64), ("depth".into(), f64::from(depth))].into(),
            stop: StopReason::AllRounds,
            curve: None,
        }
    }

    /// Every block fetches all trees again; of very many trees, few rows at a time, so that it can be stopped.
    fn block(&self) -> usize {
        (8_000_000 / self.trees.len().max(1)).clamp(16, 8192)
    }
}
