//! Support vector regression by the same SMO: f(x) = sum of coef_i K(x_i, x) + bias.
//!
//! Epsilon-SVR (min 1/2 |w|^2 + C sum of max(0, |z - f| - epsilon)) doubles the examples: b_i in [0, C] pulls f up to
//! z_i - epsilon, b_i in [-C, 0] pulls it down to z_i + epsilon, and the sum of all b is zero. A coefficient is the sum of
//! an example's two b. Nu-SVR leaves the width of the tube free and fixes instead how much all b weigh, C nu n, half of
//! it in each half; the tube comes out as half the distance of the two halves' levels.

use std::ops::Range;

use super::columns::Columns;
use super::function::Kernel;
use super::gram::Matrix;
use super::rows::{Cached, KernelRows, Subset, Whole};
use super::smo::Smo;
use crate::data::Rows;
use crate::learn::{FitError, Stop, StopReason};
use crate::num::simd::{dot_mixed, wide};

/// What to minimise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tube {
    /// Errors below this cost nothing.
    Epsilon(f64),
    /// At most this share of the examples lies outside the tube.
    Nu(f64),
}

/// A regression problem but for its examples.
#[derive(Debug, Clone, Copy)]
pub struct Svr {
    /// The kernel.
    pub kernel: Kernel,
    /// Penalty of errors.
    pub c: f64,
    /// The tube.
    pub tube: Tube,
    /// Largest violation of the optimality conditions.
    pub tolerance: f64,
    /// Bytes for kernel values.
    pub memory: usize,
}

/// A fitted regression.
pub struct SvrModel {
    kernel: Kernel,
    vectors: Columns,
    coef: Vec<f64>,
    bias: f64,
    /// Half the width of the tube.
    pub tube: f64,
    /// Steps of the solver.
    pub iterations: usize,
    /// Why it ended.
    pub stop: StopReason,
}

impl Svr {
    /// Fits targets `z`.
    pub fn fit(&self, x: Rows<'_>, z: &[f64], stop: &dyn Stop) -> Result<SvrModel, FitError> {
        let unsuitable = |reason: &str| Err(FitError::Unsuitable(reason.into()));
        if x.is_empty() || x.len() != z.len() {
            return unsuitable("examples and targets do not match, or there are none");
        }
        if z.iter().any(|z| !z.is_finite()) {
            return unsuitable("a target is not a finite number");
        }
        let order: Vec<usize> = (0..x.len()).collect();
        let columns = Columns::new(x, &order);
        if columns.norms.iter().any(|norm| *norm >= f64::from(f32::MAX) / 8.0) {
            return unsuitable("features are too large to compute with; scale them");
        }
        let fits = x.len().checked_mul(x.len()).is_some_and(|n| n <= self.memory / 8);
        if fits {
            let base = Matrix::square(self.kernel.base(), &columns);
            let matrix = base.kernel(self.kernel, &columns.norms, &columns.norms);
            self.solve(&mut Whole::new(&matrix), x, z, stop)
        } else {
            let mut rows = Cached::new(&columns, self.kernel, self.memory);
            self.solve(&mut rows, x, z, stop)
        }
    }

    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        x: Rows<'_>,
        z: &[f64],
        stop: &dyn Stop,
    ) -> Result<SvrModel, FitError> {
        let n = z.len();
        let epsilon = match self.tube {
            Tube::Epsilon(epsilon) => epsilon,
            Tube::Nu(_) => 0.0,
        };
        let p = z.iter().map(|z| z - epsilon).chain(z.iter().map(|z| z + epsilon)).collect();
        let mut smo = Smo::new(p);
        if let Tube::Nu(nu) = self.tube {
            smo = smo.in_halves();
            // Equal weights up and down cancel, so the gradient of this start is p.
            let mut left = self.c * nu * n as f64 / 2.0;
            for i in 0..n {
                let weight = left.min(self.c);
                (smo.beta[i], smo.beta[n + i]) = (weight, -weight);
                left -= weight;
            }
        }
        smo.set_bounds((0..2 * n).map(|t| if t < n { (0.0, self.c) } else { (-self.c, 0.0) }));
        // Every example stands in the problem twice.
        let mut doubled = Subset::new(rows, (0..n).chain(0..n).collect());
        let walk = smo.walk(&mut doubled, self.tolerance, (200 * n).max(10_000_000), stop)?;
        let levels = smo.levels();
        let (bias, tube) = match levels[..] {
            // Where all weights are at their bounds the tube is known only up to an interval, which may begin below zero.
            [up, down] => ((up + down) / 2.0, ((up - down) / 2.0).max(0.0)),
            _ => (levels[0], epsilon),
        };
        let all: Vec<f64> = (0..n).map(|i| smo.beta[i] + smo.beta[n + i]).collect();
        let used: Vec<usize> = (0..n).filter(|&i| all[i] != 0.0).collect();
        let coef = used.iter().map(|&i| all[i]).collect();
        let vectors = Columns::new(x, &used);
        let (iterations, stop) = (walk.iterations, walk.stop);
        Ok(SvrModel { kernel: self.kernel, vectors, coef, bias, tube, iterations, stop })
    }
}

impl SvrModel {
    /// Values of f.
    pub fn predict(&self, x: Rows<'_>) -> Vec<f64> {
        let (base, norms) = Matrix::cross(self.kernel.base(), x, &self.vectors);
        let kernel = base.kernel(self.kernel, &norms, &self.vectors.norms);
        let rows: Range<usize> = 0..x.len();
        wide(
            #[inline(always)]
            || rows.map(|row| self.bias + dot_mixed(&self.coef, kernel.row(row))).collect(),
        )
    }

    /// Number of support vectors.
    pub fn support_vectors(&self) -> usize {
        self.coef.len()
    }
}
