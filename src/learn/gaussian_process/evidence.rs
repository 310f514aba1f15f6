//! The gradient of the approximate log marginal likelihood by the parameters of the covariance (C. E. Rasmussen and
//! C. K. I. Williams, Gaussian Processes for Machine Learning (2006), section 5.5.1), and the search for the parameters
//! that make it largest. It knows covariances and signs of one two-class problem, no classes and no features.
//!
//! A parameter moves the evidence in two ways. With the mode f held still, half of a' C a - tr(R C), where C is the
//! derivative of K, a = K^-1 f and R = W^1/2 B^-1 W^1/2 (eq. 5.22). And since the mode moves with the parameter, by
//! (I + K W)^-1 C g with g the gradient of the log likelihood (eq. 5.24), while log |B| hangs on the mode through the
//! curvatures W: half the posterior variance of f_i times the third derivative of the log likelihood (eq. 5.23). At the
//! mode g equals a, which is taken because g loses digits where covariances are large. The variance is
//! (1 - B^-1_ii) / W_ii, so that B^-1 is all that is needed beside the factor. Its entries are all needed for the trace:
//! this is the only place where a matrix is inverted.

use super::covariance::{self, Covariance};
use super::laplace::{Mode, mode, product};
use super::likelihood::Likelihood;
use super::search::{Search, maximise};
use crate::learn::{FitError, Stop, StopReason};
use crate::num::math;

/// The parameters are searched where scikit-learn searches by default, between 1e-5 and 1e5; a start beyond widens that.
const FARTHEST: f64 = 11.512_925_464_970_229;

/// The derivatives by ln l and ln s at a mode; `k` are the covariances and `squares` the squared distances they are made
/// of.
pub fn gradient(mode: &Mode, k: &[f64], squares: &[f64], covariance: Covariance) -> [f64; 2] {
    let n = mode.f.len();
    let inverse = mode.factor.inverse();
    let diagonal = || inverse.iter().step_by(n + 1);
    // How the evidence changes with each f_i, all else equal.
    let pulls: Vec<f64> =
        diagonal().zip(&mode.terms).map(|(d, t)| 0.5 * (1.0 - d) * t.skew).collect();
    let along = |held: f64, b: &[f64]| held + math::dot(&pulls, &shift(mode, k, b));

    // By ln s: C = K, for which tr(R K) = n - tr(B^-1).
    let trace = n as f64 - diagonal().sum::<f64>();
    let by_variance = along(0.5 * (math::dot(&mode.a, &mode.f) - trace), &mode.f);

    // By ln l: C = K times squared distances over l^2, entry by entry.
    let scale = 2.0 * covariance.factor();
    let (mut trace, mut c_a) = (0.0, vec![0.0; n]);
    for (row, c_a) in c_a.iter_mut().enumerate() {
        let (k, squares) = (&k[row * n..(row + 1) * n], &squares[row * n..(row + 1) * n]);
        let mut half = 0.0;
        for column in 0..n {
            let c = scale * k[column] * squares[column];
            *c_a += c * mode.a[column];
            // The other half of the inverse is not there; C is zero on the diagonal.
            if column > row {
                half += inverse[row * n + column] * mode.roots[column] * c;
            }
        }
        trace += 2.0 * mode.roots[row] * half;
    }
    let by_length = along(0.5 * (math::dot(&mode.a, &c_a) - trace), &c_a);
    [by_length, by_variance]
}

/// (I + K W)^-1 b, which is b - K R b.
fn shift(mode: &Mode, k: &[f64], b: &[f64]) -> Vec<f64> {
    let times_roots = |v: &mut [f64]| v.iter_mut().zip(&mode.roots).for_each(|(v, r)| *v *= r);
    let mut inner = b.to_vec();
    times_roots(&mut inner);
    mode.factor.solve(&mut inner);
    times_roots(&mut inner);
    b.iter().zip(product(k, &inner)).map(|(b, moved)| b - moved).collect()
}

/// The mode for squared distances and a covariance, with the covariances; `k` is room for them.
pub fn mode_at(
    squares: &[f64],
    covariance: Covariance,
    signs: &[f64],
    likelihood: Likelihood,
    k: &mut Vec<f64>,
    stop: &dyn Stop,
) -> Result<Mode, FitError> {
    let variance = covariance.variance();
    k.clear();
    k.extend_from_slice(squares);
    covariance::shape(k, signs.len(), covariance.factor(), stop)?;
    k.iter_mut().for_each(|value| *value *= variance);
    mode(k, signs, likelihood, stop)
}

/// What a search found.
pub struct Best {
    /// Where the evidence is largest.
    pub covariance: Covariance,
    /// Newton steps of all modes on the way.
    pub steps: usize,
    /// Why the search ended.
    pub stop: StopReason,
}

/// Searches the covariance of largest evidence near `start`.
pub fn best(
    squares: &[f64],
    start: Covariance,
    signs: &[f64],
    likelihood: Likelihood,
    most: usize,
    stop: &dyn Stop,
) -> Result<Best, FitError> {
    let at = |point: [f64; 2]| Covariance { log_length: point[0], log_variance: point[1] };
    let (mut k, mut steps) = (Vec::new(), 0);
    let start = [start.log_length, start.log_variance];
    let bounds = start.map(|value| (value.min(-FARTHEST), value.max(FARTHEST)));
    let top = maximise(Search { start, bounds, most }, |point| {
        let found = mode_at(squares, at(point), signs, likelihood, &mut k, stop)?;
        steps += found.steps;
        Ok((found.log_evidence, gradient(&found, &k, squares, at(point))))
    })?;
    Ok(Best { covariance: at(top.at), steps, stop: top.stop })
}
