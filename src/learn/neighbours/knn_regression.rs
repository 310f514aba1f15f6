//! k nearest neighbours for numbers: the mean of the targets of the k closest training examples. Which examples are near,
//! how ties are settled and what each of them counts is decided as for classes (`knn.rs`); where all targets of the
//! neighbours are equal, the prediction is that number to the last bit.

use super::neighbourhood::{BLOCK, DISTANCE, K, Neighbourhood, TIES, WEIGHTS, is_mixed};
use super::tree::Neighbour;
use super::vote::Rule;
use crate::data::Rows;
use crate::learn::{
    Declared, FitContext, FitError, FitResult, Input, Method, MethodInfo, Model, ModelFacts,
    Regress, Samples, Targets, groups_by,
};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "knn",
    summary: "mean of the k nearest neighbours by Euclidean distance",
    reference: "N. S. Altman, The American Statistician 46 (1992) 175-185; D. W. Aha, D. Kibler and \
                M. K. Albert, Machine Learning 6 (1991) 37-66",
    params: &[K, WEIGHTS, DISTANCE, TIES],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct KnnRegression;

/// The training rows, ready to be searched, and their targets.
struct Memory {
    rows: Neighbourhood,
    targets: Vec<f64>,
    width: usize,
}

struct KnnModel {
    memory: Memory,
    rule: Rule,
}

impl Memory {
    fn new(train: &Samples<'_, Regress>, params: &Params) -> Result<Memory, FitError> {
        // Not for the means: targets that cannot be averaged are refused here.
        train.means()?;
        let space = Neighbourhood::space(train.x(), params);
        let (rows, kept) = Neighbourhood::new(space, train);
        let targets = kept.iter().flat_map(|&row| train.y().row(row)).copied().collect();
        Ok(Memory { rows, targets, width: train.y().width() })
    }

    /// Adds the predictions for some rows to those for earlier ones, rule by rule.
    fn predict(&self, x: Rows<'_>, rules: &[Rule], values: &mut [Vec<f64>]) {
        self.rows.search(x, rules.iter().copied(), |found| {
            for (rule, values) in rules.iter().zip(values.iter_mut()) {
                let first = values.len();
                values.resize(first + self.width, 0.0);
                self.mean(found, rule, &mut values[first..]);
            }
        });
    }

    /// The mean of each target over the neighbours that count.
    fn mean(&self, nearest: &[Neighbour], rule: &Rule, means: &mut [f64]) {
        let target = |row: usize| &self.targets[row * self.width..(row + 1) * self.width];
        let Some(&(_, nearest_row)) = nearest.first() else { return };
        let from = target(nearest_row as usize);
        let mut total = 0.0;
        // Differences from the nearest, so that the mean of equal numbers is that number.
        rule.each_vote(nearest, self.rows.width(), |row, count| {
            let count = count * self.rows.weights.as_ref().map_or(1.0, |weights| weights[row]);
            total += count;
            for ((mean, own), from) in means.iter_mut().zip(target(row)).zip(from) {
                *mean += count * (own - from);
            }
        });
        means.iter_mut().zip(from).for_each(|(mean, from)| *mean = from + *mean / total);
    }
}

impl Declared for KnnRegression {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn input(&self, params: &Params) -> Input {
        if is_mixed(params) { Input::Table } else { Input::Numbers }
    }
}

impl Method<Regress> for KnnRegression {
    fn fit(
        &self,
        train: &Samples<'_, Regress>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Regress> {
        Ok(Box::new(KnnModel { memory: Memory::new(train, params)?, rule: Rule::new(params) }))
    }

    /// One search for the largest k serves all points with the same distance.
    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        groups_by(grid, is_mixed)
    }

    fn try_group(
        &self,
        train: &Samples<'_, Regress>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<Targets, FitError>),
    ) {
        let Some(params) = group.first() else { return };
        let mut fail =
            |error: FitError| (0..group.len()).for_each(|at| each(at, Err(error.clone())));
        let memory = match Memory::new(train, params) {
            Ok(memory) => memory,
            Err(error) => return fail(error),
        };
        let rules: Vec<Rule> = group.iter().map(|params| Rule::new(params)).collect();
        let mut values = vec![Vec::new(); rules.len()];
        for start in (0..test.len()).step_by(BLOCK) {
            if context.stop.requested() {
                return fail(FitError::Stopped);
            }
            let block = test.range(start..test.len().min(start + BLOCK));
            memory.predict(block, &rules, &mut values);
        }
        for (position, values) in values.into_iter().enumerate() {
            each(position, Ok(Targets::of_rows(values, memory.width)));
        }
    }
}

impl Model<Regress> for KnnModel {
    fn predict(&self, x: Rows<'_>) -> Targets {
        let mut values = [Vec::with_capacity(x.len() * self.memory.width)];
        self.memory.predict(x, &[self.rule], &mut values);
        let [values] = values;
        Targets::of_rows(values, self.memory.width)
    }

    fn bytes(&self) -> usize {
        self.memory.rows.bytes() + size_of_val(&*self.memory.targets)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
