//! Means, covariances and the step from log densities to probabilities, for all discriminants. Covariances are kept in
//! units of a feature's own spread, so that what counts as "singular" does not depend on whether a length is given in
//! metres or in miles.

use crate::data::rows::DenseRows;
use crate::learn::{FitContext, FitError, Labels};
use crate::num::math;

/// A spread below this share of the largest value is what rounding leaves of a constant.
const CONSTANT: f64 = 1e-13;

/// The rows of one class.
pub struct Group {
    /// Its number in the dataset.
    pub class: usize,
    /// Its share of the training rows.
    pub prior: f64,
    /// Its rows.
    pub rows: Vec<usize>,
    /// Mean of every feature.
    pub mean: Vec<f64>,
}

/// The classes that occur, in ascending order.
pub fn groups(x: &DenseRows<'_>, y: &Labels) -> Vec<Group> {
    let group = |class: u32| {
        let rows: Vec<usize> = (0..x.len()).filter(|&row| y.ids()[row] == class).collect();
        let prior = rows.len() as f64 / x.len() as f64;
        let mean = mean(x, &rows);
        Group { class: class as usize, prior, rows, mean }
    };
    y.present().into_iter().map(group).collect()
}

/// Mean of every feature over some rows.
pub fn mean(x: &DenseRows<'_>, rows: &[usize]) -> Vec<f64> {
    let mut mean = vec![0.0; x.width()];
    for &row in rows {
        math::add_scaled(&mut mean, 1.0, x.row(row));
    }
    mean.iter_mut().for_each(|m| *m /= rows.len() as f64);
    mean
}

/// Refuses matrices over all pairs of features that would not fit into the memory of a fit.
pub fn check_memory(
    width: usize,
    matrices: usize,
    context: &FitContext<'_>,
) -> Result<(), FitError> {
    let bytes = width.saturating_mul(width).saturating_mul(8).saturating_mul(matrices);
    if bytes <= context.memory {
        return Ok(());
    }
    Err(FitError::Unsuitable(format!(
        "covariances of {width} features need {} MiB; use fewer features, grant more memory, or take a method without \
         covariances such as `naive-bayes` or `linear-svm`",
        bytes >> 20
    )))
}

/// A matrix over all pairs of features, row-major, that is summed up row by row in its lower triangle.
pub struct Scatter {
    width: usize,
    sums: Vec<f64>,
}

impl Scatter {
    /// Nothing summed yet.
    pub fn new(width: usize) -> Scatter {
        Scatter { width, sums: vec![0.0; width * width] }
    }

    /// Adds (x - mean)(x - mean)' of some rows, divided by `n`. Asks now and then whether to stop.
    pub fn add(
        &mut self,
        x: &DenseRows<'_>,
        rows: &[usize],
        mean: &[f64],
        n: usize,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        let mut centred = vec![0.0; self.width];
        let share = 1.0 / n as f64;
        for (done, &row) in rows.iter().enumerate() {
            if done % 64 == 0 && context.stop.requested() {
                return Err(FitError::Stopped);
            }
            for ((c, value), mean) in centred.iter_mut().zip(x.row(row)).zip(mean) {
                *c = value - mean;
            }
            let lines = self.sums.chunks_exact_mut(self.width.max(1));
            for (feature, line) in lines.enumerate() {
                math::add_scaled(
                    &mut line[..=feature],
                    centred[feature] * share,
                    &centred[..=feature],
                );
            }
        }
        Ok(())
    }

    /// The unit of every feature: its standard deviation, or one where it does not vary beyond rounding. Refuses numbers
    /// whose squares are no numbers.
    pub fn units(&self, x: &DenseRows<'_>) -> Result<Vec<f64>, FitError> {
        if self.sums.iter().any(|sum| !sum.is_finite()) {
            let reason = "features are too large to compute covariances with; scale them";
            return Err(FitError::Unsuitable(reason.into()));
        }
        let mut largest = vec![0.0_f64; self.width];
        for row in x.iter() {
            for (largest, value) in largest.iter_mut().zip(row) {
                *largest = largest.max(value.abs());
            }
        }
        let unit = |feature: usize| {
            let spread = self.sums[feature * self.width + feature].sqrt();
            if spread <= CONSTANT * largest[feature] { 1.0 } else { spread }
        };
        Ok((0..self.width).map(unit).collect())
    }

    /// The whole symmetric matrix in the given units.
    pub fn in_units(mut self, units: &[f64]) -> Vec<f64> {
        for row in 0..self.width {
            for column in 0..=row {
                let value = self.sums[row * self.width + column] / units[row] / units[column];
                self.sums[row * self.width + column] = value;
                self.sums[column * self.width + row] = value;
            }
        }
        self.sums
    }
}

/// Turns ln(prior times density) of each class into probabilities, at the classes' places in `out`. Where they cannot be
/// compared, because a row is so far away that they overflow, only the priors are left.
pub fn share_out(joint: &[f64], classes: impl Iterator<Item = (usize, f64)>, out: &mut [f64]) {
    let top = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lost = !top.is_finite() || joint.iter().any(|j| j.is_nan());
    let total: f64 = if lost { 1.0 } else { joint.iter().map(|j| math::exp(j - top)).sum() };
    for (joint, (class, prior)) in joint.iter().zip(classes) {
        out[class] = if lost { prior } else { math::exp(joint - top) / total };
    }
}
