//! The heart of a fair trial. Parameters are chosen on folds of the training part, the chosen point is fitted on the
//! whole training part, and only then is the test part looked at. Everything that is learned from data, preprocessing
//! included, is learned from training rows.
//!
//! Inner folds and groups of grid points run side by side; scores land in fixed places and are reduced in fixed order,
//! so the number of threads cannot change a choice.

use std::borrow::Cow;
use std::path::Path;

use rayon::prelude::*;

use super::control::{Brake, Control};
use super::guard::guarded;
use crate::data::prep::{self, Prepared, Recipe};
use crate::data::split::Split;
use crate::data::{Dataset, Features, Rows};
use crate::learn::command::{Fault, ProgramError, Workplace};
use crate::learn::{
    FitContext, FitError, FitResult, Input, Method, MethodInfo, ModelFacts, Samples, Shared, Stop,
    Task, Truth, predict_in_blocks,
};
use crate::measure::Direction;
use crate::metrics::{self, Metric};
use crate::num::key::RngKey;
use crate::num::math;
use crate::params::{Lattice, Params};
use crate::spec::{ScaleScope, Search};

/// Grid points whose mean scores differ by less (relative to scores above one) are equally good, and the earlier one is
/// chosen. Sums of the same fold scores in another order differ by some 1e-16; real differences are at least one
/// example in a fold.
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
    /// How the grid is searched.
    pub search: Search,
}

/// What fits may use of the machine.
pub struct Resources {
    /// What fits of model selection share.
    pub shared: Shared,
    /// Bytes one fit may use for itself.
    pub memory: usize,
    /// Where programs work.
    pub workplace: Workplace,
}

impl Resources {
    /// Refuses a test part whose predictions do not fit into the memory of a fit.
    fn room_for_predictions<T: Task>(&self, truth: &T::Truth) -> Result<(), Failure> {
        let bytes = T::bytes(truth);
        if bytes <= self.memory {
            return Ok(());
        }
        let (rows, needed, granted) = (truth.len(), bytes >> 20, self.memory >> 20);
        Err(Failure::Failed(format!(
            "the predictions of {rows} rows would take {needed} MiB, and a fit may use {granted}; grant more with \
             --memory, or use more folds"
        )))
    }

    /// Half of the memory for what is shared, half for the fits of all threads.
    pub fn new(memory: usize, threads: usize) -> Resources {
        Resources {
            shared: Shared::new(memory / 2),
            memory: memory / 2 / threads.max(1),
            workplace: Workplace::default(),
        }
    }

    fn context<'a>(
        &'a self,
        key: RngKey,
        stop: &'a dyn Stop,
        shared: &'a Shared,
    ) -> FitContext<'a> {
        FitContext { key, stop, shared, memory: self.memory, workplace: Some(&self.workplace) }
    }

    /// The same with a folder for the logs of programs.
    pub fn with_logs(self, logs: Option<&Path>) -> Resources {
        Resources { workplace: Workplace::new(logs), ..self }
    }
}

/// Why a trial has no scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It was not tried, for a reason.
    Skipped(String),
    /// The method gave no usable model.
    Failed(String),
    /// The method is a program that gave no usable answer.
    Program(Box<ProgramError>),
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
    /// What a program wrote for people; empty if nothing.
    pub output: String,
}

/// Training and test part of a split, preprocessed.
struct Parts<T: Task> {
    train_x: Features,
    train_y: T::Truth,
    test_x: Features,
    test_y: T::Truth,
}

/// Score of every grid point on one split (`None` where the metric is undefined), or why there is none.
pub type PointScores = Vec<Result<Option<f64>, FitError>>;

/// What is known of the points of a grid.
struct TriedPoints {
    /// By point, then by split; `None` for points that were not tried.
    scores: Vec<Option<PointScores>>,
    /// CPU nanoseconds.
    took: u64,
}

impl<T: Task> Bench<'_, T> {
    fn parts(&self, method: &dyn Method<T>, input: Input, split: &Split) -> Parts<T> {
        let mut train = Cow::Borrowed(&split.train);
        if method.info().leaks.is_some() {
            // The one way in which a method sees test rows: it declares that it is unfair.
            train.to_mut().extend(&split.test);
            train.to_mut().sort_unstable();
        }
        let prepared = match (input, self.scope) {
            (Input::Table, _) => None,
            (Input::Numbers, ScaleScope::Train) => {
                Some(Prepared::fit(self.data, &train, self.recipe))
            }
            (Input::Numbers, ScaleScope::All) => {
                let all: Vec<usize> = (0..self.data.rows).collect();
                Some(Prepared::fit(self.data, &all, self.recipe))
            }
        };
        let features = |rows: &[usize]| match &prepared {
            Some(prepared) => prepared.apply(self.data, rows),
            None => prep::table(self.data, rows),
        };
        Parts {
            train_x: features(&train),
            train_y: self.truth.select(&train),
            test_x: features(&split.test),
            test_y: self.truth.select(&split.test),
        }
    }

    /// Chooses the point with the best mean score over some splits. Each split has the key of its fits' random numbers.
    pub fn choose(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        splits: &[(Split, RngKey)],
        control: &Control<'_>,
        resources: &Resources,
    ) -> Result<Choice, Failure> {
        if grid.len() == 1 {
            return Ok(Choice { point: 0, score: None, took: 0, notes: Vec::new() });
        }
        let mut tried = TriedPoints { scores: vec![None; grid.len()], took: 0 };
        let try_points = |points: &[usize], tried: &mut TriedPoints| {
            let new: Vec<usize> =
                points.iter().copied().filter(|&p| tried.scores[p].is_none()).collect();
            let batch: Vec<Params> = new.iter().map(|&p| grid[p].clone()).collect();
            let scored: Vec<Result<(PointScores, u64), Failure>> = splits
                .par_iter()
                .map(|(split, key)| {
                    self.score_points(method, &batch, split, *key, control, resources)
                })
                .collect();
            // Collected first: the reason that is reported must not depend on which thread was faster.
            let scored: Vec<(PointScores, u64)> = scored.into_iter().collect::<Result<_, _>>()?;
            tried.took += scored.iter().map(|(_, took)| took).sum::<u64>();
            for (position, &point) in new.iter().enumerate() {
                let of_point = scored.iter().map(|(scores, _)| scores[position].clone()).collect();
                tried.scores[point] = Some(of_point);
            }
            Ok::<(), Failure>(())
        };
        match (self.search, Lattice::new(grid)) {
            (Search::Pattern, Some(lattice)) => {
                let (mut at, mut steps) = (lattice.centre(), lattice.first_steps());
                try_points(&[at], &mut tried)?;
                loop {
                    try_points(&lattice.neighbours(at, &steps), &mut tried)?;
                    let best = self.best_point(method, grid, &tried)?.point;
                    if best != at {
                        at = best;
                    } else if steps.iter().all(|&step| step <= 1) {
                        break;
                    } else {
                        steps.iter_mut().for_each(|step| *step = step.div_ceil(2).max(1));
                    }
                }
            }
            _ => try_points(&(0..grid.len()).collect::<Vec<_>>(), &mut tried)?,
        }
        self.best_point(method, grid, &tried)
    }

    /// Scores the points of a grid on one split; those that learn from the same input are prepared for together.
    pub fn score_points(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        split: &Split,
        key: RngKey,
        control: &Control<'_>,
        resources: &Resources,
    ) -> Result<(PointScores, u64), Failure> {
        let mut scores: PointScores = vec![Err(FitError::Stopped); grid.len()];
        let mut total = 0;
        for input in [Input::Numbers, Input::Table] {
            let alike: Vec<usize> =
                (0..grid.len()).filter(|&point| method.input(&grid[point]) == input).collect();
            if alike.is_empty() {
                continue;
            }
            // Nothing is prepared for a trial that is over.
            stopped(control)?;
            let points: Vec<Params> = alike.iter().map(|&point| grid[point].clone()).collect();
            let parts = self.parts(method, input, split);
            let (scored, took) =
                self.score_alike(method, &points, &parts, key, control, resources)?;
            total += took;
            alike.into_iter().zip(scored).for_each(|(point, score)| scores[point] = score);
        }
        Ok((scores, total))
    }

    fn score_alike(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        parts: &Parts<T>,
        key: RngKey,
        control: &Control<'_>,
        resources: &Resources,
    ) -> Result<(PointScores, u64), Failure> {
        resources.room_for_predictions::<T>(&parts.test_y)?;
        let test = rows(&parts.test_x)?;
        let train = Samples::<T>::new(rows(&parts.train_x)?, &parts.train_y).map_err(failed)?;
        let groups = guarded(|| method.groups(grid)).map_err(Failure::Failed)?;
        check_groups(&groups, grid.len())?;
        let done: Vec<Result<(PointScores, u64), Failure>> = groups
            .par_iter()
            .map(|group| {
                let points: Vec<&Params> = group.iter().map(|&p| &grid[p]).collect();
                let mut scores: PointScores = vec![Err(FitError::Stopped); group.len()];
                let (panicked, took) = control.time(|brake| {
                    let context = resources.context(key, brake, &resources.shared);
                    guarded(|| {
                        if brake.requested() {
                            return;
                        }
                        let mut each =
                            |position: usize, predicted: Result<T::Predictions, FitError>| {
                                scores[position] = predicted.and_then(|predictions| {
                                    T::check(&parts.test_y, &predictions)
                                        .map_err(FitError::Unsuitable)?;
                                    Ok((self.select.score)(&parts.test_y, &predictions))
                                });
                            };
                        method.try_group(&train, test, &points, &context, &mut each);
                    })
                });
                stopped(control)?;
                if let Err(panic) = panicked {
                    for score in scores.iter_mut().filter(|s| **s == Err(FitError::Stopped)) {
                        *score = Err(FitError::Unsuitable(panic.clone()));
                    }
                }
                Ok((scores, took))
            })
            .collect();
        let mut by_point: PointScores = vec![Err(FitError::Stopped); grid.len()];
        let mut total = 0;
        for (group, scored) in groups.iter().zip(done) {
            let (scores, took) = scored?;
            total += took;
            for (&point, score) in group.iter().zip(scores) {
                by_point[point] = score;
            }
        }
        Ok((by_point, total))
    }

    /// The first of the best points. Only folds on which the metric is defined for every remaining point count, so
    /// that all points are compared on the same folds.
    fn best_point(
        &self,
        method: &dyn Method<T>,
        grid: &[Params],
        tried: &TriedPoints,
    ) -> Result<Choice, Failure> {
        let mut problems: Vec<(String, Option<Box<ProgramError>>)> = Vec::new();
        let mut candidates: Vec<(usize, Vec<Option<f64>>)> = Vec::new();
        let mut splits = 0;
        for (point, (params, scores)) in grid.iter().zip(&tried.scores).enumerate() {
            let Some(scores) = scores else { continue };
            splits = scores.len();
            match scores.iter().cloned().collect::<Result<Vec<Option<f64>>, FitError>>() {
                Err(error) => {
                    let words = format!("{params}: {error}");
                    let FitError::Program(error) = error else {
                        problems.push((words, None));
                        continue;
                    };
                    problems.push((words, Some(error)));
                }
                Ok(scores) if scores.iter().all(Option::is_none) => {
                    let metric = self.select.info.name;
                    let hint = probabilities_hint(method.info(), params);
                    let words = format!("{params}: {metric} is undefined on every fold{hint}");
                    problems.push((words, None));
                }
                Ok(scores) => candidates.push((point, scores)),
            }
        }
        let counts = |fold: &usize| candidates.iter().all(|(_, scores)| scores[*fold].is_some());
        let folds: Vec<usize> = (0..splits).filter(counts).collect();
        let mut best: Option<(usize, f64)> = None;
        for (point, scores) in candidates.iter().filter(|_| !folds.is_empty()) {
            let values: Vec<f64> = folds.iter().filter_map(|&fold| scores[fold]).collect();
            let mean = math::mean(&values);
            let better = best.is_none_or(|(_, score)| {
                let margin = EQUAL_SCORES * score.abs().max(1.0);
                match self.select.info.direction {
                    Direction::Higher => mean > score + margin,
                    Direction::Lower => mean < score - margin,
                }
            });
            if better {
                best = Some((*point, mean));
            }
        }
        let first = problems.first().cloned();
        let Some((point, score)) = best else {
            let metric = self.select.info.name;
            let nothing = || (format!("no fold defines {metric} for all of them"), None);
            let (why, program) = first.unwrap_or_else(nothing);
            let reason = format!("no grid point could be scored; {why}");
            return Err(match program {
                Some(error) => Failure::Program(Box::new(ProgramError { reason, ..*error })),
                None => Failure::Failed(reason),
            });
        };
        let mut notes = Vec::new();
        if let Some((first, _)) = first {
            let (count, all) = (problems.len(), grid.len());
            notes.push(format!("{count} of {all} grid points could not be scored; {first}"));
        }
        Ok(Choice { point, score: Some(score), took: tried.took, notes })
    }

    /// Fits a point on the training part of a split and predicts its test part.
    pub fn test(
        &self,
        method: &dyn Method<T>,
        params: &Params,
        split: &Split,
        key: RngKey,
        control: &Control<'_>,
        resources: &Resources,
    ) -> Result<Tested<T>, Failure> {
        let parts = self.parts(method, method.input(params), split);
        resources.room_for_predictions::<T>(&parts.test_y)?;
        let test = rows(&parts.test_x)?;
        let train = Samples::<T>::new(rows(&parts.train_x)?, &parts.train_y).map_err(failed)?;
        let shared = Shared::nothing();
        let tested = match method.at_once() {
            Some(method) => {
                let (tested, took) = control.time(|brake| {
                    let context = resources.context(key, brake, &shared);
                    guarded(|| method.fit_and_predict(&train, test, params, &context))
                });
                stopped(control)?;
                let tested = tested.map_err(Failure::Failed)?.map_err(failed)?;
                let predict_took = tested.predicting.min(took);
                Tested {
                    predictions: tested.predictions,
                    facts: tested.facts,
                    train_took: took - predict_took,
                    predict_took,
                    output: tested.output,
                }
            }
            None => {
                let fit = |brake: &Brake<'_>| {
                    method.fit(&train, params, &resources.context(key, brake, &shared))
                };
                in_two_steps(fit, test, control)?
            }
        };
        T::check(&parts.test_y, &tested.predictions).map_err(Failure::Failed)?;
        check_facts(&tested.facts, method.at_once().is_some())?;
        Ok(tested)
    }
}

/// Facts stand beside scores in tables, so they are numbers and have names of their own.
fn check_facts(facts: &ModelFacts, of_program: bool) -> Result<(), Failure> {
    let problem = |(name, value): (&String, &f64)| {
        if metrics::is_taken(name) {
            Some(format!("the model tells a `{name}`, which is the name of something else"))
        } else if !value.is_finite() {
            Some(format!("the model's `{name}` is not a finite number"))
        } else {
            None
        }
    };
    match facts.numbers.iter().find_map(problem) {
        None => Ok(()),
        Some(reason) if of_program => {
            Err(Failure::Program(Box::new(ProgramError::new(Fault::Malformed, reason))))
        }
        Some(reason) => Err(Failure::Failed(reason)),
    }
}

/// Fits a model, then asks it; both are timed.
fn in_two_steps<T: Task>(
    fit: impl FnOnce(&Brake<'_>) -> FitResult<T>,
    test: Rows<'_>,
    control: &Control<'_>,
) -> Result<Tested<T>, Failure> {
    let (fitted, train_took) = control.time(|brake| {
        guarded(|| if brake.requested() { Err(FitError::Stopped) } else { fit(brake) })
    });
    stopped(control)?;
    let model = fitted.map_err(Failure::Failed)?.map_err(failed)?;
    let (predicted, predict_took) = control
        .time(|brake| guarded(|| (predict_in_blocks(model.as_ref(), test, brake), model.facts())));
    // Even letting go of a model is a method's code.
    guarded(|| drop(model)).map_err(Failure::Failed)?;
    stopped(control)?;
    let (predictions, facts) = predicted.map_err(Failure::Failed)?;
    let predictions = predictions.map_err(failed)?;
    Ok(Tested { predictions, facts, train_took, predict_took, output: String::new() })
}

/// Every point of a grid must be in exactly one group.
fn check_groups(groups: &[Vec<usize>], points: usize) -> Result<(), Failure> {
    let mut all: Vec<usize> = groups.iter().flatten().copied().collect();
    all.sort_unstable();
    if all.into_iter().eq(0..points) {
        return Ok(());
    }
    Err(Failure::Failed("the method does not put every grid point into exactly one group".into()))
}

fn rows(features: &Features) -> Result<Rows<'_>, Failure> {
    Rows::of(features).map_err(|e| Failure::Failed(e.to_string()))
}

fn failed(error: FitError) -> Failure {
    match error {
        FitError::Program(error) => Failure::Program(error),
        other => Failure::Failed(other.to_string()),
    }
}

/// What to set where a metric needs probabilities and the method's declaration names the setting that gives them.
fn probabilities_hint(info: &MethodInfo, params: &Params) -> String {
    let lacks = |(name, value): &(&str, &str)| {
        params.get(name).is_some_and(|set| set.to_string() != *value)
    };
    info.probabilities.filter(lacks).map_or_else(String::new, |(name, value)| {
        format!("; if it needs probabilities, set {name} = \"{value}\"")
    })
}

fn stopped(control: &Control<'_>) -> Result<(), Failure> {
    if control.interrupted() {
        Err(Failure::Interrupted)
    } else if control.out_of_time() {
        Err(Failure::TimedOut)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Registry;
    use crate::params::Value;

    /// The declaration of the method says which setting helps; no other method gets the advice.
    #[test]
    fn a_metric_that_needs_probabilities_gets_the_advice_of_the_method() {
        let registry = Registry::standard();
        let hint = |kind: &str, values: &[(&'static str, &'static str)]| {
            let values = values
                .iter()
                .map(|(name, value)| (Cow::Borrowed(*name), Value::Text(Cow::Borrowed(*value))));
            let info = registry.classifier(kind).unwrap().info();
            probabilities_hint(info, &Params::new(values.collect()))
        };
        let advice = "; if it needs probabilities, set probabilities = \"platt\"";
        assert_eq!(hint("svm", &[("probabilities", "none")]), advice);
        assert_eq!(hint("svm", &[("probabilities", "platt")]), "");
        assert_eq!(hint("knn", &[("probabilities", "none")]), "");
    }
}
