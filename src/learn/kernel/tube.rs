//! Support vector regression of one target by the same SMO: f(x) = sum of coef_i K(x_i, x) + bias.
//!
//! Epsilon-SVR (min 1/2 |w|^2 + C sum of max(0, |z - f| - epsilon)) doubles the examples: b_i in [0, C] pulls f up to
//! z_i - epsilon, b_i in [-C, 0] pulls it down to z_i + epsilon, and the sum of all b is zero. A coefficient is the sum of
//! an example's two b. Nu-SVR leaves the width of the tube free and fixes instead how much all b weigh, C nu n, half of
//! it in each half; the tube comes out as half the distance of the two halves' levels.

use super::rows::{KernelRows, Subset};
use super::smo::Smo;
use super::solver::Solution;
use crate::learn::{FitError, Stop};
use crate::params::{Params, Undeclared};

/// What to minimise.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tube {
    /// Errors below this cost nothing.
    Epsilon(f64),
    /// At most this share of the examples lies outside the tube.
    Nu(f64),
}

/// A regression problem but for its examples.
#[derive(Debug, Clone, Copy)]
pub struct Problem {
    c: f64,
    tube: Tube,
    tolerance: f64,
}

impl Problem {
    /// From the parameters of the method.
    pub fn new(params: &Params) -> Result<Problem, Undeclared> {
        let tube = match params.try_text("form")? {
            "nu" => Tube::Nu(params.try_real("nu")?),
            _ => Tube::Epsilon(params.try_real("epsilon")?),
        };
        Ok(Problem { c: params.try_real("c")?, tube, tolerance: params.try_real("tolerance")? })
    }

    /// The coefficients of all examples for the targets `z`, and half the width of the tube.
    pub fn solve(
        &self,
        rows: &mut dyn KernelRows,
        z: &[f64],
        stop: &dyn Stop,
    ) -> Result<(Solution, f64), FitError> {
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
        // Every example is in the problem twice.
        let mut doubled = Subset::new(rows, (0..n).chain(0..n).collect());
        let walk = smo.walk(&mut doubled, self.tolerance, (200 * n).max(10_000_000), stop)?;
        let levels = smo.levels();
        let (bias, tube) = match levels[..] {
            // Where all weights are at their bounds the tube is known only up to an interval, which may begin below zero.
            [up, down] => ((up + down) / 2.0, ((up - down) / 2.0).max(0.0)),
            _ => (levels[0], epsilon),
        };
        let coef = (0..n).map(|i| smo.beta[i] + smo.beta[n + i]).collect();
        let (iterations, stop) = (walk.iterations, walk.stop);
        Ok((Solution { coef, bias, iterations, stop, objective: None }, tube))
    }
}
