//! The minimum of the penalised log loss, by Newton's method. The step solves H s = -g: directly (Cholesky) for small
//! systems, by conjugate gradients with the diagonal of H as preconditioner for large ones, which need only products of
//! H with a vector. A step is halved until the objective falls enough (Armijo). It knows nothing of tables or of how
//! features were prepared.

use super::conjugate::ConjugateGradients;
use super::loss::Problem;
use crate::learn::{FitContext, FitError, StopReason, go_on};
use crate::num::linalg::solve_positive;
use crate::num::math::dot;

/// Systems up to this size are solved directly. Conjugate gradients are twice as fast on letter (442 unknowns), but nine
/// times slower on segment (140), and on badly scaled data they need far more steps.
const DIRECT_SIZE: usize = 250;

/// A gain below this share of the objective is lost in its rounding error.
const ROUNDING: f64 = 1e-14;

/// Where the walk ended.
pub struct Minimum {
    /// One row a head, the intercept last.
    pub weights: Vec<f64>,
    /// The objective at the start and after each Newton step.
    pub path: Vec<f64>,
    /// Why it ended.
    pub stop: StopReason,
}

impl Problem<'_> {
    /// Walks to the minimum.
    pub fn minimise(
        &mut self,
        tolerance: f64,
        limit: usize,
        context: &FitContext<'_>,
    ) -> Result<Minimum, FitError> {
        let size = self.size();
        let mut weights = vec![0.0; size];
        if size == 0 {
            return Ok(Minimum { weights, path: Vec::new(), stop: StopReason::ClosedForm });
        }
        let (mut gradient, mut diagonal) = (vec![0.0; size], vec![0.0; size]);
        let (mut step, mut trial) = (vec![0.0; size], vec![0.0; size]);
        let mut hessian = vec![0.0; if size <= DIRECT_SIZE { size * size } else { 0 }];
        let mut solver = ConjugateGradients::new(size);
        let mut value = self.objective(&weights);
        let mut path = vec![value];
        for _ in 0..limit {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            self.gradient(&weights, &mut gradient, &mut diagonal);
            if gradient.iter().any(|g| !g.is_finite()) {
                let reason = "features are too large to compute with; scale them";
                return Err(FitError::Unsuitable(reason.into()));
            }
            if gradient.iter().all(|g| g.abs() <= tolerance) {
                return Ok(Minimum { weights, path, stop: StopReason::Converged });
            }
            let solved = !hessian.is_empty() && {
                self.hessian(&mut hessian);
                step.iter_mut().zip(&gradient).for_each(|(s, g)| *s = -g);
                solve_positive(&mut hessian, &mut step)
            };
            if !solved {
                solver.solve(self, &gradient, &diagonal, &mut step, context)?;
            }
            let slope = dot(&gradient, &step);
            if slope.abs() <= ROUNDING * value.abs() {
                // The objective cannot tell a good step any more; the gradient can.
                trial.iter_mut().zip(&weights).zip(&step).for_each(|((t, w), s)| *t = w + s);
                let tried = self.objective(&trial);
                let before = largest(&gradient);
                self.gradient(&trial, &mut gradient, &mut diagonal);
                if largest(&gradient) < before {
                    value = tried;
                    path.push(value);
                    std::mem::swap(&mut weights, &mut trial);
                    continue;
                }
                return Ok(Minimum { weights, path, stop: end(before, tolerance) });
            }
            let mut length = 1.0;
            loop {
                go_on(context.stop)?;
                for ((t, w), s) in trial.iter_mut().zip(&weights).zip(&step) {
                    *t = w + length * s;
                }
                let tried = self.objective(&trial);
                if tried <= value + 1e-4 * length * slope && tried < value {
                    value = tried;
                    path.push(value);
                    std::mem::swap(&mut weights, &mut trial);
                    break;
                }
                length *= 0.5;
                if length < 1e-10 {
                    // No shorter step lowers the objective: near the minimum its rounding error is larger than
                    // what is left to gain; elsewhere something is wrong and must be said.
                    let stop = end(largest(&gradient), tolerance);
                    return Ok(Minimum { weights, path, stop });
                }
            }
        }
        Ok(Minimum { weights, path, stop: StopReason::IterationLimit })
    }
}

fn largest(gradient: &[f64]) -> f64 {
    gradient.iter().map(|g| g.abs()).fold(0.0, f64::max)
}

/// Why a walk ended that can make no further progress.
fn end(gradient: f64, tolerance: f64) -> StopReason {
    if gradient <= 1e4 * tolerance { StopReason::Converged } else { StopReason::Stalled }
}
