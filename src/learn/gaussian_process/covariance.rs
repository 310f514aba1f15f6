//! Squared distances between rows and the covariances made of them, s exp(-|x - z|^2 / (2 l^2)). Distances do not depend on
//! the parameters, so that all points of a grid can use the same.

use std::sync::Arc;

use crate::data::rows::DenseRows;
use crate::learn::{FitError, Shared, Stop, go_on};
use crate::num::hash::Canonical;
use crate::num::math;

/// The parameters of a covariance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Covariance {
    /// ln l.
    pub log_length: f64,
    /// ln s.
    pub log_variance: f64,
}

impl Covariance {
    /// s: the covariance of a row with itself.
    pub fn variance(self) -> f64 {
        math::exp(self.log_variance)
    }

    /// 1 / (2 l^2).
    pub fn factor(self) -> f64 {
        0.5 * math::exp(-2.0 * self.log_length)
    }

    /// Covariances for squared distances.
    pub fn of(self, squares: &[f64], out: &mut [f64]) {
        let (variance, factor) = (self.variance(), self.factor());
        for (out, square) in out.iter_mut().zip(squares) {
            *out = variance * math::exp(-square * factor);
        }
    }
}

/// |x - z|^2, summed in the order of the features; the largest number there is where that overflows, so that products with
/// a covariance of zero are zero.
pub fn square(x: &[f64], z: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, z) in x.iter().zip(z) {
        sum += (x - z) * (x - z);
    }
    sum.min(f64::MAX)
}

/// The squared distances of all pairs of rows.
pub fn squares(x: &DenseRows<'_>, stop: &dyn Stop) -> Result<Vec<f64>, FitError> {
    let n = x.len();
    let mut squares = vec![0.0; n * n];
    for row in 0..n {
        go_on(stop)?;
        for column in 0..row {
            let value = square(x.row(row), x.row(column));
            squares[row * n + column] = value;
            squares[column * n + row] = value;
        }
    }
    Ok(squares)
}

/// The same, computed once for all fits that learn from these rows.
pub fn shared_squares(
    x: &DenseRows<'_>,
    shared: &Shared,
    stop: &dyn Stop,
) -> Result<Arc<Vec<f64>>, FitError> {
    let mut hasher = Canonical::new("tribunal 2026 shared squared distances v1");
    hasher.number(x.width() as u64);
    for value in x.iter().flatten() {
        hasher.number(value.to_bits());
    }
    let bytes = x.len().saturating_mul(x.len()).saturating_mul(8);
    let made = || squares(x, stop).map(Arc::new);
    match shared.get(hasher.bytes(), bytes, made).as_ref() {
        Ok(squares) => Ok(Arc::clone(squares)),
        // Another fit was stopped while it computed them; this one may go on.
        Err(_) => made(),
    }
}

/// Turns the squared distances of all pairs of n rows into exp(-|x - z|^2 / (2 l^2)): covariances but for their factor s.
pub fn shape(squares: &mut [f64], n: usize, factor: f64, stop: &dyn Stop) -> Result<(), FitError> {
    for row in 0..n {
        if row % 64 == 0 && stop.requested() {
            return Err(FitError::Stopped);
        }
        for column in 0..=row {
            let value = math::exp(-squares[row * n + column] * factor);
            squares[row * n + column] = value;
            squares[column * n + row] = value;
        }
    }
    Ok(())
}
