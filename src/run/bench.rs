//! The heart of a fair trial: a method is tried on prepared parts of a split. Points of a grid are scored on inner splits
//! ([`Bench::score_points`]); the chosen point is fitted on the whole training part, and only then is the test part looked
//! at ([`Bench::test`]).
//!
//! Groups of grid points run side by side; scores land in fixed places and are reduced in fixed order, so the number of
//! threads cannot change a choice.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::control::Control;
use super::failure::Failure;
use super::guard::guarded;
use super::parts::{KeptParts, Parts, PrepKey, Preparation, own_params};
use super::resources::Resources;
use crate::data::split::Split;
use crate::learn::{
    Contestant, Fault, FitError, ModelFacts, OutsideError, Samples, Shared, Stop, Task,
};
use crate::metrics::{self, Metric, Scored};
use crate::num::key::RngKey;
use crate::params::Params;

/// A dataset, a method, and the way it is tried.
pub struct Bench<'a, T: Task> {
    /// The dataset and how it is prepared.
    pub preparation: Preparation<'a, T>,
    /// The method.
    pub contestant: &'a dyn Contestant<T>,
    /// The metric that chooses.
    pub select: &'a Metric<T>,
    /// The clock and the brakes.
    pub control: &'a Control<'a>,
    /// What fits may use.
    pub resources: &'a Resources,
}

/// A split with its place among the splits of a search and the address of its fits' random numbers.
pub struct KeyedSplit {
    /// Position among the splits.
    pub place: usize,
    /// The split.
    pub split: Split,
    /// The address.
    pub key: RngKey,
}

/// A model's work on a test part.
pub struct Tested<T: Task> {
    /// What it said.
    pub answers: T::Answers,
    /// What is worth knowing about it.
    pub facts: ModelFacts,
    /// CPU nanoseconds of the fit.
    pub train_took: u64,
    /// CPU nanoseconds of the predictions.
    pub predict_took: u64,
    /// What a program wrote for people; empty if nothing.
    pub output: String,
}

/// Score of a grid point on one split (`None` where the metric is undefined), or why there is none.
pub type PointScore = Result<Option<f64>, FitError>;

/// Scores of some grid points on one split, and the CPU nanoseconds they took.
pub struct SplitScores {
    /// One per point.
    pub scores: Vec<PointScore>,
    /// CPU nanoseconds.
    pub took: u64,
}

impl<T: Scored> Bench<'_, T> {
    /// Scores the points of a grid on one split; those that are prepared alike are tried together.
    pub fn score_points(
        &self,
        grid: &[Params],
        split: &KeyedSplit,
        kept: &KeptParts<T>,
    ) -> Result<SplitScores, Failure> {
        let mut alike: BTreeMap<PrepKey, Vec<usize>> = BTreeMap::new();
        for (place, point) in grid.iter().enumerate() {
            alike.entry(PrepKey::of(self.preparation.method, point)).or_default().push(place);
        }
        let mut scores: Vec<Option<PointScore>> = vec![None; grid.len()];
        let mut took = 0;
        for (key, places) in alike {
            // Nothing is prepared for a trial that is over.
            self.control.go_on()?;
            let first = &grid[places[0]];
            let prepare = || self.preparation.parts(&key, first, &split.split);
            let parts = kept.get(split.place, &key, prepare)?;
            let points: Vec<Params> = places
                .iter()
                .map(|&place| own_params(self.preparation.method, &grid[place]).into_owned())
                .collect();
            let scored = self.score_alike(&points, &parts, split.key)?;
            took += scored.took;
            for (place, score) in places.into_iter().zip(scored.scores) {
                scores[place] = Some(score);
            }
        }
        let missing = || Err(FitError::Unsuitable("the point was not tried".into()));
        let scores = scores.into_iter().map(|score| score.unwrap_or_else(missing)).collect();
        Ok(SplitScores { scores, took })
    }

    /// Scores points that learn from the same prepared parts.
    fn score_alike(
        &self,
        grid: &[Params],
        parts: &Parts<T>,
        key: RngKey,
    ) -> Result<SplitScores, Failure> {
        self.resources.room_for_predictions::<T>(&parts.test.y)?;
        let (train, test) = (parts.train.samples()?, parts.test.examples()?);
        let batches = guarded(|| self.contestant.batches(grid)).map_err(Failure::Failed)?;
        check_batches(&batches, grid.len())?;
        let done: Vec<Result<SplitScores, Failure>> = batches
            .par_iter()
            .map(|batch| {
                let points: Vec<&Params> = batch.iter().map(|&point| &grid[point]).collect();
                self.score_batch(&points, &train, test, &parts.test.y, key)
            })
            .collect();
        let mut scores: Vec<PointScore> = vec![Err(FitError::Stopped); grid.len()];
        let mut took = 0;
        for (batch, scored) in batches.iter().zip(done) {
            let scored = scored?;
            took += scored.took;
            for (&point, score) in batch.iter().zip(scored.scores) {
                scores[point] = score;
            }
        }
        Ok(SplitScores { scores, took })
    }

    fn score_batch(
        &self,
        points: &[&Params],
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        truth: &T::Truth,
        key: RngKey,
    ) -> Result<SplitScores, Failure> {
        let mut scores: Vec<Option<PointScore>> = vec![None; points.len()];
        let (panicked, took) = self.control.time(|brake| {
            let context = self.resources.context(key, brake, &self.resources.shared);
            guarded(|| {
                if brake.requested() {
                    return;
                }
                let mut each = |position: usize, answered: Result<T::Answers, FitError>| {
                    scores[position] = Some(answered.and_then(|answers| {
                        T::check(truth, &answers).map_err(FitError::Unsuitable)?;
                        Ok((self.select.score)(truth, &answers))
                    }));
                };
                self.contestant.try_batch(train, test, points, &context, &mut each);
            })
        });
        self.control.go_on()?;
        let missing = || match &panicked {
            Err(panic) => Err(FitError::Unsuitable(panic.clone())),
            Ok(()) => Err(FitError::Unsuitable("the method gave no answer for the point".into())),
        };
        let scores = scores.into_iter().map(|score| score.unwrap_or_else(missing)).collect();
        Ok(SplitScores { scores, took })
    }

    /// Fits a point on the training part of a split and predicts its test part.
    pub fn test(&self, point: &Params, split: &Split, key: RngKey) -> Result<Tested<T>, Failure> {
        let method = self.preparation.method;
        let parts = self.preparation.parts(&PrepKey::of(method, point), point, split)?;
        self.resources.room_for_predictions::<T>(&parts.test.y)?;
        let (train, test) = (parts.train.samples()?, parts.test.examples()?);
        let params = own_params(method, point);
        let shared = Shared::nothing();
        let (tested, took) = self.control.time(|brake| {
            let context = self.resources.context(key, brake, &shared);
            guarded(|| self.contestant.test(&train, test, &params, &context))
        });
        self.control.go_on()?;
        let tested = tested.map_err(Failure::Failed)??;
        T::check(&parts.test.y, &tested.answers).map_err(Failure::Failed)?;
        check_facts::<T>(&tested.facts, method.method.info().outside)?;
        let predict_took = tested.predicting.min(took);
        Ok(Tested {
            answers: tested.answers,
            facts: tested.facts,
            train_took: took - predict_took,
            predict_took,
            output: tested.output,
        })
    }
}

/// Refuses facts that cannot be columns next to scores in tables: each is a number with a name of its own.
pub fn check_facts<T: Scored>(facts: &ModelFacts, outside: bool) -> Result<(), Failure> {
    let problem = |(name, value): (&String, &f64)| {
        if metrics::is_taken::<T>(name) {
            Some(format!("the model reports a fact `{name}`, which is the name of something else"))
        } else if !value.is_finite() {
            Some(format!("the model's `{name}` is not a finite number"))
        } else {
            None
        }
    };
    match facts.numbers.iter().find_map(problem) {
        None => Ok(()),
        Some(reason) if outside => {
            Err(Failure::Outside(Box::new(OutsideError::new(Fault::Malformed, reason))))
        }
        Some(reason) => Err(Failure::Failed(reason)),
    }
}

/// Every point of a grid must be in exactly one batch.
fn check_batches(batches: &[Vec<usize>], points: usize) -> Result<(), Failure> {
    let mut all: Vec<usize> = batches.iter().flatten().copied().collect();
    all.sort_unstable();
    if all.into_iter().eq(0..points) {
        return Ok(());
    }
    Err(Failure::Failed("the method does not put every grid point into exactly one group".into()))
}
