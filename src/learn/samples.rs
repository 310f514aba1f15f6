//! Examples to learn from, put together so that no method has to check their shape.

use super::fit::FitError;
use super::task::{Examples, Task, Truth};
use crate::data::Rows;

/// Examples to learn from: features and truth of equal length, at least one example.
#[derive(Debug, Clone, Copy)]
pub struct Samples<'a, T: Task> {
    // Kept as rows and starts, so that samples of longer life can be used as samples of a shorter one.
    rows: Rows<'a>,
    starts: &'a [usize],
    y: &'a T::Truth,
    weights: Option<&'a [f64]>,
}

impl<'a, T: Task> Samples<'a, T> {
    /// Puts features and truth together.
    pub fn new(x: T::Examples<'a>, y: &'a T::Truth) -> Result<Samples<'a, T>, FitError> {
        if x.len() != y.len() {
            let reason = format!("{} examples with features for {} with truth", x.len(), y.len());
            return Err(FitError::Unsuitable(reason));
        }
        if x.is_empty() {
            return Err(FitError::Unsuitable("no examples to learn from".into()));
        }
        let (rows, starts) = x.parts();
        Ok(Samples { rows, starts, y, weights: None })
    }

    /// The same examples, each counting as often as its weight says: finite, not negative, not all zero.
    pub fn weighted(self, weights: &'a [f64]) -> Result<Samples<'a, T>, FitError> {
        let fair = |w: &f64| w.is_finite() && *w >= 0.0;
        if weights.len() != self.x().len() || !weights.iter().all(fair) {
            let reason = "weights must be one finite number per example, none below zero";
            return Err(FitError::Unsuitable(reason.into()));
        }
        if weights.iter().all(|w| *w == 0.0) {
            return Err(FitError::Unsuitable("all examples weigh nothing".into()));
        }
        Ok(Samples { weights: Some(weights), ..self })
    }

    /// How much each example counts; `None` if all count once.
    pub fn weights(&self) -> Option<&'a [f64]> {
        self.weights
    }

    /// How much an example counts; where there are weights, one that is not there counts nothing.
    pub fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights.get(row).copied().unwrap_or(0.0))
    }

    /// The features.
    pub fn x(&self) -> T::Examples<'a> {
        T::examples(self.rows, self.starts)
    }

    /// What is known.
    pub fn y(&self) -> &'a T::Truth {
        self.y
    }
}
