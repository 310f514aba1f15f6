//! The Laplace approximation of one two-class problem: the most likely latent function at the training rows, and the
//! curvature around it (C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006),
//! algorithm 3.1). It knows covariances and signs, no features and no classes.

use super::factor::{Factor, Triangle};
use super::likelihood::{Likelihood, Terms};
use crate::learn::{FitError, Stop, StopReason};
use crate::num::math;

const MOST_STEPS: usize = 100;
/// A Newton step that gains less, relative to the objective, is the last.
const GAIN: f64 = 1e-13;
/// A loss that may be rounding, relative to the objective.
const NOISE: f64 = 1e-8;

/// The most likely latent function, and the curvature around it.
pub struct Mode {
    /// K^-1 f.
    pub a: Vec<f64>,
    /// The latent function at the training rows.
    pub f: Vec<f64>,
    /// The likelihood there.
    pub terms: Vec<Terms>,
    /// Square roots of the curvatures.
    pub roots: Vec<f64>,
    /// Factor of B = I + W^1/2 K W^1/2.
    pub factor: Factor,
    /// The approximate log marginal likelihood, eq. 3.32.
    pub log_evidence: f64,
    /// Newton steps, each with one factorisation.
    pub steps: usize,
    /// Why it ended.
    pub stop: StopReason,
}

/// What predicting needs of a problem.
pub struct Posterior {
    /// K^-1 f at the mode f: the weights of the predicted mean. They equal the derivatives of the log likelihood there
    /// (eq. 3.21), but those lose all digits of the mean when covariances are as large as e^15 and nearly equal.
    pub weights: Vec<f64>,
    /// Square roots of the curvatures at the mode.
    pub roots: Vec<f64>,
    /// Factor of B at the mode.
    pub factor: Triangle,
}

impl Mode {
    /// Keeps what predicting needs.
    pub fn posterior(self) -> Posterior {
        Posterior { weights: self.a, roots: self.roots, factor: self.factor.pack() }
    }
}

/// Finds the mode for the covariances `k` (n x n) of the rows and their signs.
pub fn mode(
    k: &[f64],
    signs: &[f64],
    likelihood: Likelihood,
    stop: &dyn Stop,
) -> Result<Mode, FitError> {
    let n = signs.len();
    // f = K a throughout, so that K need never be inverted.
    let (mut a, mut f) = (vec![0.0; n], vec![0.0; n]);
    let mut terms = all_terms(likelihood, signs, &f);
    let mut objective = objective(&a, &f, &terms);
    let mut reason = None;
    let mut steps = 0;
    loop {
        if stop.requested() {
            return Err(FitError::Stopped);
        }
        let roots: Vec<f64> = terms.iter().map(|t| t.curvature.sqrt()).collect();
        let factor = Factor::new(b_matrix(k, &roots), n).ok_or_else(|| {
            let reason = "the covariances are too large to factor; lower `log-signal-variance`";
            FitError::Unsuitable(reason.into())
        })?;
        if steps == MOST_STEPS && reason.is_none() {
            reason = Some(StopReason::IterationLimit);
        }
        if let Some(stop) = reason {
            let log_evidence = objective - factor.half_log_determinant();
            return Ok(Mode { a, f, terms, roots, factor, log_evidence, steps, stop });
        }
        steps += 1;
        let target = newton_target(k, &f, &terms, &roots, &factor);
        let target_f = product(k, &target);
        // Newton's full step overshoots where the likelihood is far from quadratic; half of it, or a quarter, does not.
        let mut share = 1.0;
        loop {
            let next_a = between(&a, &target, share);
            let next_f = between(&f, &target_f, share);
            let next_terms = all_terms(likelihood, signs, &next_f);
            let next = self::objective(&next_a, &next_f, &next_terms);
            // A full step that falls by no more than rounding is taken too: with covariances of e^10 and more the
            // objective is not known to its last digits, but Newton's step still is a good one.
            let noise = if share == 1.0 { NOISE * (1.0 + objective.abs()) } else { 0.0 };
            if next >= objective - noise {
                if next - objective <= GAIN * (1.0 + objective.abs()) {
                    reason = Some(StopReason::Converged);
                }
                (a, f, terms, objective) = (next_a, next_f, next_terms, next);
                break;
            }
            share *= 0.5;
            if share < 1e-6 || objective - next <= GAIN * (1.0 + objective.abs()) {
                // As high as rounding allows: with covariances of e^20 even less is known.
                let near = objective - next <= NOISE * (1.0 + objective.abs());
                reason = Some(if near { StopReason::Converged } else { StopReason::Stalled });
                break;
            }
        }
    }
}

/// Lines 4 to 7 of the algorithm: where a Newton step leads, in terms of a.
fn newton_target(
    k: &[f64],
    f: &[f64],
    terms: &[Terms],
    roots: &[f64],
    factor: &Factor,
) -> Vec<f64> {
    let b: Vec<f64> = f.iter().zip(terms).map(|(f, t)| t.curvature * f + t.gradient).collect();
    let mut inner = product(k, &b);
    inner.iter_mut().zip(roots).for_each(|(v, root)| *v *= root);
    factor.solve(&mut inner);
    b.iter().zip(&inner).zip(roots).map(|((b, v), root)| b - root * v).collect()
}

/// B = I + W^1/2 K W^1/2, whose eigenvalues are at least one.
fn b_matrix(k: &[f64], roots: &[f64]) -> Vec<f64> {
    let n = roots.len();
    let mut b = k.to_vec();
    for (row, line) in b.chunks_exact_mut(n.max(1)).enumerate() {
        line.iter_mut().zip(roots).for_each(|(entry, root)| *entry *= roots[row] * root);
        line[row] += 1.0;
    }
    b
}

fn all_terms(likelihood: Likelihood, signs: &[f64], f: &[f64]) -> Vec<Terms> {
    signs.iter().zip(f).map(|(sign, f)| likelihood.terms(*sign, *f)).collect()
}

/// ln p(y | f) - f' K^-1 f / 2, up to a constant.
fn objective(a: &[f64], f: &[f64], terms: &[Terms]) -> f64 {
    terms.iter().map(|t| t.log).sum::<f64>() - 0.5 * math::dot(a, f)
}

/// K v.
pub fn product(k: &[f64], v: &[f64]) -> Vec<f64> {
    k.chunks_exact(v.len().max(1)).map(|row| math::dot(row, v)).collect()
}

fn between(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(from, to)| from + share * (to - from)).collect()
}
