//! k nearest neighbours: the classes of the k closest training examples vote.
//!
//! Ties are settled by rule, so that a prediction never depends on the order of work: of examples at the same distance
//! (as computed: squared differences summed in feature order) the earlier training row is nearer, or with `ties = "all"`
//! all that are as near as the k-th vote; of equally supported classes the lower-numbered one wins. With `weights =
//! "distance"` a vote counts 1/distance, and examples at distance zero outvote all others. `inverse` and `similarity`
//! count 1/(e + 0.001) and 1 - e (nothing if that is negative), e being the distance over the root of the number of
//! features.
//!
//! With `distance = "mixed"` the table is read as it is. Numbers are scaled to the range of the training rows; test rows
//! may lie outside of it and never change it. Two levels of a nominal feature are 0 or 1 apart. A missing value counts
//! as the farthest possible one: 1 in a nominal feature or if both are missing, else max(v, 1 - v) for the known scaled
//! value v. With `ties = "all"` and `smooth = true` this is Weka's IBk, but for the latter's ranges, which test rows widen
//! as they come.

use super::neighbourhood::{BLOCK, DISTANCE, K, Neighbourhood, TIES, WEIGHTS, is_mixed};
use super::space::Space;
use super::vote::{Vote, Voters};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Input, Method,
    MethodInfo, Model, ModelFacts, Samples, groups_by,
};
use crate::params::{Domain, ParamInfo, Params, Value};

pub(super) static INFO: MethodInfo = MethodInfo {
    kind: "knn",
    summary: "k nearest neighbours by Euclidean distance",
    reference: "T. Cover and P. Hart, IEEE Trans. Inf. Theory 13 (1967) 21-27; D. W. Aha, D. Kibler and \
                M. K. Albert, Machine Learning 6 (1991) 37-66",
    params: &[
        K,
        WEIGHTS,
        DISTANCE,
        TIES,
        ParamInfo {
            name: "smooth",
            about: "give every class one vote over the number of training rows beforehand",
            domain: Domain::Flag,
            default: Value::Flag(false),
        },
    ],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Knn;

/// The training rows, ready to be searched, and their classes.
pub(super) struct Memory {
    rows: Neighbourhood,
    ids: Vec<u32>,
    classes: usize,
}

struct KnnModel {
    memory: Memory,
    vote: Vote,
}

impl Memory {
    fn new(train: &Samples<'_, Classify>, params: &Params) -> Memory {
        Memory::within(Neighbourhood::space(train.x(), params), train)
    }

    /// The training rows as they lie in a space. Rows without weight are left out.
    pub(super) fn within(space: Space, train: &Samples<'_, Classify>) -> Memory {
        let (rows, kept) = Neighbourhood::new(space, train);
        let ids = kept.iter().map(|&row| train.y().ids()[row]).collect();
        Memory { rows, ids, classes: train.y().classes() }
    }

    /// Adds the shares of the classes for some rows to those of earlier ones, vote by vote.
    pub(super) fn shares(&self, x: Rows<'_>, votes: &[Vote], shares: &mut [Vec<f64>]) {
        let (weights, width) = (self.rows.weights.as_deref(), self.rows.width());
        let voters = Voters { ids: &self.ids, weights, width };
        self.rows.search(x, votes.iter().map(|vote| vote.rule), |found| {
            for (vote, shares) in votes.iter().zip(shares.iter_mut()) {
                let first = shares.len();
                shares.resize(first + self.classes, 0.0);
                vote.shares(found, &voters, &mut shares[first..]);
            }
        });
    }
}

impl Declared for Knn {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn input(&self, params: &Params) -> Input {
        if is_mixed(params) { Input::Table } else { Input::Numbers }
    }
}

impl Method<Classify> for Knn {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Ok(Box::new(KnnModel { memory: Memory::new(train, params), vote: Vote::new(params) }))
    }

    /// One search for the largest k serves all points with the same distance.
    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        groups_by(grid, is_mixed)
    }

    fn try_group(
        &self,
        train: &Samples<'_, Classify>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<ClassPredictions, FitError>),
    ) {
        let Some(params) = group.first() else { return };
        let memory = Memory::new(train, params);
        let votes: Vec<Vote> = group.iter().map(|params| Vote::new(params)).collect();
        let mut shares = vec![Vec::new(); votes.len()];
        for start in (0..test.len()).step_by(BLOCK) {
            if context.stop.requested() {
                return (0..group.len()).for_each(|at| each(at, Err(FitError::Stopped)));
            }
            let block = test.range(start..test.len().min(start + BLOCK));
            memory.shares(block, &votes, &mut shares);
        }
        for (position, shares) in shares.into_iter().enumerate() {
            each(position, Ok(ClassPredictions::from_probabilities(memory.classes, shares)));
        }
    }
}

impl Model<Classify> for KnnModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut shares = [Vec::with_capacity(x.len() * self.memory.classes)];
        self.memory.shares(x, &[self.vote], &mut shares);
        let [shares] = shares;
        ClassPredictions::from_probabilities(self.memory.classes, shares)
    }

    fn bytes(&self) -> usize {
        self.memory.rows.bytes() + size_of_val(&*self.memory.ids)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
