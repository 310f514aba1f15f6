//! Conjugate gradients for the Newton steps of large problems, which need only products of the Hessian with a vector.

use super::loss::Problem;
use crate::learn::{FitContext, FitError};
use crate::num::math::{add_scaled, dot};

/// Solves H s = -g to a precision that grows as the gradient falls.
pub struct ConjugateGradients {
    residual: Vec<f64>,
    preconditioned: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
}

impl ConjugateGradients {
    pub fn new(size: usize) -> ConjugateGradients {
        let zeros = || vec![0.0; size];
        ConjugateGradients {
            residual: zeros(),
            preconditioned: zeros(),
            direction: zeros(),
            product: zeros(),
        }
    }

    pub fn solve(
        &mut self,
        problem: &mut Problem<'_>,
        gradient: &[f64],
        diagonal: &[f64],
        step: &mut [f64],
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        step.fill(0.0);
        for (r, g) in self.residual.iter_mut().zip(gradient) {
            *r = -g;
        }
        self.precondition(diagonal);
        self.direction.copy_from_slice(&self.preconditioned);
        let mut energy = dot(&self.residual, &self.preconditioned);
        // Quadratic convergence near the minimum, cheap steps far from it.
        let start = energy.sqrt();
        let share = (0.25_f64).min(start / problem.weight()).max(1e-10);
        let target = energy * share * share;
        for _ in 0..20 * gradient.len() {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            problem.hessian_times(&self.direction, &mut self.product);
            let curvature = dot(&self.direction, &self.product);
            if curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let length = energy / curvature;
            add_scaled(step, length, &self.direction);
            add_scaled(&mut self.residual, -length, &self.product);
            self.precondition(diagonal);
            let next = dot(&self.residual, &self.preconditioned);
            if next <= target {
                break;
            }
            let ratio = next / energy;
            for (d, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *d = z + ratio * *d;
            }
            energy = next;
        }
        Ok(())
    }

    fn precondition(&mut self, diagonal: &[f64]) {
        for ((z, r), d) in self.preconditioned.iter_mut().zip(&self.residual).zip(diagonal) {
            *z = r / d;
        }
    }
}
