//! The heart of a fair trial. Parameters are chosen on folds of the training part, the chosen point is fitted on the
//! whole training part, and only then is the test part looked at. Everything that is learned from data, preprocessing
//! included, is learned from training rows.
//!
//! Inner folds and groups of grid points run side by side; scores land in fixed places and are reduced in fixed order,
//! so the number of threads cannot change a choice.

use ndarray::Array2;
use rayon::prelude::*;

use super::control::Control;
use crate::data::prep::{Prepared, Recipe};
use crate::data::split::{Split, cross_validation};
use crate::data::{Dataset, Rows};
use crate::learn::{
    FitContext, FitError, Method, ModelFacts, Predictions, Samples, Stop, Task, Truth,
};
use crate::metrics::{Direction, Metric};
use crate::num::key::RngKey;
use crate::num::math;
use crate::params::Params;
use crate::spec::{ScaleScope, Validation};

/// Grid points whose mean scores differ by less are equally good, and the earlier one is chosen. Sums of the same fold
/// scores in another order differ by some 1e-16; real differences are at least one example in a fold.
const EQUAL_SCORES: f64 = 1e-12;

/// A dataset and the way methods are tried on it.
pub struct Bench<'a, T: Task> {
    /// The features.
    pub data: &'a Dataset,
    /// What is known of every example.
    pub truth: &'a T::Truth,
    /// Preprocessing.
    pub recipe: Recipe,
    /// What preprocessing is fitted on.
    pub scope: ScaleScope,
    /// The metric that chooses.
    pub select: &'a Metric<T>,
}

/// Why a trial has no scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The method gave no usable model.
    Failed(String),
    /// The time limit was reached.
    TimedOut,
    /// The run was interrupted: the trial counts as not run.
    Interrupted,
}

/// The point that was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Position in the grid.
    pub point: usize,
    /// Its mean score, if there was a choice.
    pub score: Option<f64>,
    /// CPU nanoseconds it took.
    pub took: u64,
    /// Grid points that could not be tried.
    pub notes: Vec<String>,
}

/// A model's work on a test part.
pub struct Tested<T: Task> {
    /// What it said.
    pub predictions: T::Predictions,
    /// What it tells about itself.
    pub facts: ModelFacts,
    /// CPU nanoseconds of the fit.
    pub train_took: u64,
    /// CPU nanoseconds of the predictions.
    pub predict_took: u64,
}

/// Training and test part of a split, preprocessed.
struct Parts<T: Task> {
    train_x: Array2<f64>,
    train_y: T::Truth,
    test_x: Array2<f64>,
    test_y: T::Truth,
}

/// Score of every grid point on one split, or why there is none.
type PointScores = Vec<Result<Option<f64>, FitError>>;

impl<T: Task> Bench<'_, T> {
    fn parts(&self, split: &Split) -> Parts<T> {
        let all: Vec<usize>;
        let fitted_on = match self.scope {
            ScaleScope::Train => &split.train,
            ScaleScope::All => {
                all = (0..self.data.rows).collect();
                &all
            }
        };
        let prepared = Prepared::fit(self.data, fitted_on, self.recipe);
        Parts {
            train_x: prepared.apply(self.data, &split.train),
            train_y: self.truth.select(&split.train),
            test_x: prepared.apply(self.data, &split.test),
            test_y: self.truth.select(&split.test),
        }
    }

    /// Chooses a point by cross-validation within `rows`.
    pub fn choose_within(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        rows: &[usize],
        inner: Validation,
        key: RngKey,
        control: &Control<'_>,
    ) -> Result<Choice, Failure> {
        let truth = self.truth.select(rows);
        let strata = if inner.stratified { truth.strata() } else { vec![0; rows.len()] };
        let to_dataset = |part: Vec<usize>| part.into_iter().map(|i| rows[i]).collect();
        let splits: Vec<Split> = cross_validation(&strata, inner.folds, key.child("inner", 0))
            .into_iter()
            .map(|s| Split { train: to_dataset(s.train), test: to_dataset(s.test) })
            .collect();
        self.choose_on(method, grid, &splits, key, control)
    }

    /// Chooses the point with the best mean score over some splits.
    pub fn choose_on(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        splits: &[Split],
        key: RngKey,
        control: &Control<'_>,
    ) -> Result<Choice, Failure> {
        if grid.len() == 1 {
            return Ok(Choice { point: 0, score: None, took: 0, notes: Vec::new() });
        }
        let scored: Vec<(PointScores, u64)> = splits
            .par_iter()
            .enumerate()
            .map(|(fold, split)| {
                let key = key.child("choose", fold as u64);
                self.score_points(method, grid, split, key, control)
            })
            .collect::<Result<_, _>>()?;
        let took = scored.iter().map(|(_, took)| took).sum();
        let by_split: Vec<PointScores> = scored.into_iter().map(|(scores, _)| scores).collect();
        self.best_point(grid, &by_split, took)
    }

    fn score_points(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        split: &Split,
        key: RngKey,
        control: &Control<'_>,
    ) -> Result<(PointScores, u64), Failure> {
        let parts = self.parts(split);
        let test = rows(&parts.test_x)?;
        let train = Samples::<T>::new(rows(&parts.train_x)?, &parts.train_y).map_err(failed)?;
        let groups = method.groups(grid);
        let done: Vec<(PointScores, u64)> = groups
            .par_iter()
            .map(|group| {
                let points: Vec<&Params> = group.iter().map(|&p| &grid[p]).collect();
                let mut scores = vec![Err(FitError::Stopped); group.len()];
                let ((), took) = control.time(|brake| {
                    if brake.requested() {
                        return;
                    }
                    let context = FitContext { key, stop: brake };
                    method.fit_group(&train, &points, &context, &mut |position, model| {
                        scores[position] =
                            model.map(|m| (self.select.score)(&parts.test_y, &m.predict(test)));
                    });
                });
                stopped(control)?;
                Ok((scores, took))
            })
            .collect::<Result<_, Failure>>()?;
        let mut by_point: PointScores = vec![Err(FitError::Stopped); grid.len()];
        let mut total = 0;
        for (group, (scores, took)) in groups.iter().zip(done) {
            total += took;
            for (&point, score) in group.iter().zip(scores) {
                by_point[point] = score;
            }
        }
        Ok((by_point, total))
    }

    fn best_point(
        &self,
        grid: &[Params],
        by_split: &[PointScores],
        took: u64,
    ) -> Result<Choice, Failure> {
        let mut best: Option<(usize, f64)> = None;
        let mut problems: Vec<String> = Vec::new();
        for (point, params) in grid.iter().enumerate() {
            let scores: Result<Vec<Option<f64>>, FitError> =
                by_split.iter().map(|scores| scores[point].clone()).collect();
            let mean = match scores {
                Err(error) => Err(format!("{params}: {error}")),
                // A fold on which the metric is undefined says nothing about any point.
                Ok(scores) => match scores.into_iter().flatten().collect::<Vec<f64>>() {
                    defined if defined.is_empty() => {
                        let metric = self.select.info.name;
                        Err(format!("{params}: {metric} is undefined on every fold"))
                    }
                    defined => Ok(math::mean(&defined)),
                },
            };
            match mean {
                Err(problem) => problems.push(problem),
                Ok(mean) => {
                    let better = best.is_none_or(|(_, score)| match self.select.info.direction {
                        Direction::Higher => mean > score + EQUAL_SCORES,
                        Direction::Lower => mean < score - EQUAL_SCORES,
                    });
                    if better {
                        best = Some((point, mean));
                    }
                }
            }
        }
        let Some((point, score)) = best else {
            let first = problems.swap_remove(0);
            return Err(Failure::Failed(format!("no grid point could be scored; {first}")));
        };
        let mut notes = Vec::new();
        if let Some(first) = problems.first() {
            let (count, all) = (problems.len(), grid.len());
            notes.push(format!("{count} of {all} grid points could not be scored; {first}"));
        }
        Ok(Choice { point, score: Some(score), took, notes })
    }

    /// Fits a point on the training part of a split and predicts its test part.
    pub fn test(
        &self,
        method: &dyn Method<T>,
        params: &Params,
        split: &Split,
        key: RngKey,
        control: &Control<'_>,
    ) -> Result<Tested<T>, Failure> {
        let parts = self.parts(split);
        let test = rows(&parts.test_x)?;
        let train = Samples::<T>::new(rows(&parts.train_x)?, &parts.train_y).map_err(failed)?;
        let (fitted, train_took) = control.time(|brake| {
            let context = FitContext { key: key.child("fit", 0), stop: brake };
            if brake.requested() {
                Err(FitError::Stopped)
            } else {
                method.fit(&train, params, &context)
            }
        });
        stopped(control)?;
        let model = fitted.map_err(failed)?;
        let (predictions, predict_took) = control.time(|_| model.predict(test));
        if predictions.len() != test.len() {
            let (got, asked) = (predictions.len(), test.len());
            return Err(Failure::Failed(format!(
                "the model gave {got} predictions for {asked} rows"
            )));
        }
        if !predictions.is_finite() {
            return Err(Failure::Failed("the model gave scores that are not finite".into()));
        }
        Ok(Tested { predictions, facts: model.facts(), train_took, predict_took })
    }
}

/// CPU seconds of one fit and prediction on a split: what an estimate of a whole run is made of.
pub fn pilot<T: Task>(
    bench: &Bench<'_, T>,
    method: &dyn Method<T>,
    params: &Params,
    split: &Split,
    control: &Control<'_>,
) -> Option<f64> {
    let tested = bench.test(method, params, split, RngKey::root(0), control).ok()?;
    Some((tested.train_took + tested.predict_took) as f64 * 1e-9)
}

fn rows(matrix: &Array2<f64>) -> Result<Rows<'_>, Failure> {
    Rows::new(matrix).map_err(|e| Failure::Failed(e.to_string()))
}

fn failed(error: FitError) -> Failure {
    Failure::Failed(error.to_string())
}

fn stopped(control: &Control<'_>) -> Result<(), Failure> {
    match () {
        () if control.interrupted() => Err(Failure::Interrupted),
        () if control.out_of_time() => Err(Failure::TimedOut),
        () => Ok(()),
    }
}
