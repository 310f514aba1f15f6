//! The choice of a point: the search through a grid, and which of the tried points is best.

use rayon::prelude::*;

use super::bench::{Bench, KeyedSplit, PointScore, SplitScores};
use super::failure::Failure;
use super::parts::KeptParts;
use crate::experiment::{MethodSpec, Search};
use crate::learn::{FitError, MethodInfo, OutsideError};
use crate::measure::{Direction, MetricInfo};
use crate::metrics::Scored;
use crate::num::math;
use crate::params::{Lattice, Params};

/// Grid points whose mean scores differ by less (relative to scores above one) are equally good, and the earlier one is
/// chosen. Sums of the same fold scores in another order differ by some 1e-16; real differences are at least one
/// example in a fold.
const EQUAL_SCORES: f64 = 1e-12;

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

/// What is known of the points of a grid.
struct TriedPoints {
    /// By point, then by split; `None` for points that were not tried.
    scores: Vec<Option<Vec<PointScore>>>,
    /// CPU nanoseconds.
    took: u64,
}

impl<T: Scored> Bench<'_, T> {
    /// Chooses the point with the best mean score over some splits.
    pub fn choose(&self, splits: &[KeyedSplit]) -> Result<Choice, Failure> {
        let method = self.preparation.method;
        let grid = &method.grid;
        if grid.len() == 1 {
            return Ok(Choice { point: 0, score: None, took: 0, notes: Vec::new() });
        }
        let mut tried = TriedPoints { scores: vec![None; grid.len()], took: 0 };
        match (method.search, Lattice::new(grid)) {
            (Search::Pattern, Some(lattice)) => self.walk(splits, &lattice, &mut tried)?,
            _ => {
                let all: Vec<usize> = (0..grid.len()).collect();
                // Every split is used once: nothing is worth keeping.
                self.try_points(&all, splits, &KeptParts::up_to(0), &mut tried)?;
            }
        }
        best_point(&self.select.info, method, &tried)
    }

    /// A pattern search: from the middle, in steps that are halved when no neighbour is better.
    fn walk(
        &self,
        splits: &[KeyedSplit],
        lattice: &Lattice,
        tried: &mut TriedPoints,
    ) -> Result<(), Failure> {
        let method = self.preparation.method;
        let kept = KeptParts::up_to(self.resources.kept);
        let (mut at, mut steps) = (lattice.centre(), lattice.first_steps());
        self.try_points(&[at], splits, &kept, tried)?;
        loop {
            self.try_points(&lattice.neighbours(at, &steps), splits, &kept, tried)?;
            let best = best_point(&self.select.info, method, tried)?.point;
            if best != at {
                at = best;
            } else if steps.iter().all(|&step| step <= 1) {
                return Ok(());
            } else {
                steps.iter_mut().for_each(|step| *step = step.div_ceil(2).max(1));
            }
        }
    }

    fn try_points(
        &self,
        points: &[usize],
        splits: &[KeyedSplit],
        kept: &KeptParts<T>,
        tried: &mut TriedPoints,
    ) -> Result<(), Failure> {
        let grid = &self.preparation.method.grid;
        let new: Vec<usize> =
            points.iter().copied().filter(|&p| tried.scores[p].is_none()).collect();
        let batch: Vec<Params> = new.iter().map(|&p| grid[p].clone()).collect();
        let scored: Vec<Result<SplitScores, Failure>> =
            splits.par_iter().map(|split| self.score_points(&batch, split, kept)).collect();
        // Collected first: the reason that is reported must not depend on which thread was faster.
        let scored: Vec<SplitScores> = scored.into_iter().collect::<Result<_, _>>()?;
        tried.took += scored.iter().map(|of_split| of_split.took).sum::<u64>();
        for (position, &point) in new.iter().enumerate() {
            let of_point = scored.iter().map(|of_split| of_split.scores[position].clone());
            tried.scores[point] = Some(of_point.collect());
        }
        Ok(())
    }
}

/// Why a point has no score.
struct Unscored {
    words: String,
    outside: Option<Box<OutsideError>>,
}

/// The first of the best points. Only folds on which the metric is defined for every remaining point count, so
/// that all points are compared on the same folds.
fn best_point(
    select: &MetricInfo,
    method: &MethodSpec,
    tried: &TriedPoints,
) -> Result<Choice, Failure> {
    let grid = &method.grid;
    let mut unscored: Vec<Unscored> = Vec::new();
    let mut candidates: Vec<(usize, Vec<Option<f64>>)> = Vec::new();
    let mut splits = 0;
    for (point, (params, scores)) in grid.iter().zip(&tried.scores).enumerate() {
        let Some(scores) = scores else { continue };
        splits = scores.len();
        match scored(select, method.method.info(), params, scores) {
            Ok(scores) => candidates.push((point, scores)),
            Err(problem) => unscored.push(problem),
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
            match select.direction {
                Direction::Higher => mean > score + margin,
                Direction::Lower => mean < score - margin,
            }
        });
        if better {
            best = Some((*point, mean));
        }
    }
    let count = unscored.len();
    let first = unscored.into_iter().next();
    let Some((point, score)) = best else {
        return Err(nothing_scored(select, first));
    };
    let notes = first.map(|first| {
        format!("{count} of {} grid points could not be scored; {}", grid.len(), first.words)
    });
    Ok(Choice { point, score: Some(score), took: tried.took, notes: notes.into_iter().collect() })
}

/// The scores of a point on all splits, or why it has none.
fn scored(
    select: &MetricInfo,
    method: &MethodInfo,
    params: &Params,
    scores: &[PointScore],
) -> Result<Vec<Option<f64>>, Unscored> {
    match scores.iter().cloned().collect::<Result<Vec<Option<f64>>, FitError>>() {
        Err(error) => {
            let words = format!("{params}: {error}");
            let outside = match error {
                FitError::Outside(error) => Some(error),
                FitError::Unsuitable(_) | FitError::Stopped => None,
            };
            Err(Unscored { words, outside })
        }
        Ok(scores) if scores.iter().all(Option::is_none) => {
            let hint = probabilities_hint(method, params);
            let words = format!("{params}: {} is undefined on every fold{hint}", select.name);
            Err(Unscored { words, outside: None })
        }
        Ok(scores) => Ok(scores),
    }
}

/// The failure of a trial none of whose points has a score.
fn nothing_scored(select: &MetricInfo, first: Option<Unscored>) -> Failure {
    let nothing = || Unscored {
        words: format!("no fold defines {} for all of them", select.name),
        outside: None,
    };
    let Unscored { words, outside } = first.unwrap_or_else(nothing);
    let reason = format!("no grid point could be scored; {words}");
    match outside {
        Some(error) => Failure::Outside(Box::new(OutsideError { reason, ..*error })),
        None => Failure::Failed(reason),
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

#[cfg(test)]
mod tests;
