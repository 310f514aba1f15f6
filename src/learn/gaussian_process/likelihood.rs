//! The two links between a latent value f and the probability of a class: the cumulative Gaussian Phi(f) and the logistic
//! function. For each: the log likelihood with its derivatives, and the mean of the link under a normal distribution of
//! f, which is the predicted probability.

use crate::num::math;

/// A link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likelihood {
    /// Phi(f).
    CumulativeGaussian,
    /// 1 / (1 + exp(-f)).
    Logistic,
}

/// What a Newton step needs of one example.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// ln p(y | f).
    pub log: f64,
    /// Its first derivative by f.
    pub gradient: f64,
    /// Minus its second derivative by f; never negative, since both links are log-concave.
    pub curvature: f64,
    /// Its third derivative divided by the curvature: bounded where both vanish.
    pub skew: f64,
}

/// The logistic function as a half plus a sum of error functions of lambda f (C. K. I. Williams and D. Barber, IEEE PAMI 20
/// (1998) 1342-1351, appendix A); pairs of lambda and coefficient as in scikit-learn, so that probabilities agree. The
/// approximation is off by at most 4.4e-4.
const ERROR_FUNCTIONS: [(f64, f64); 5] = [
    (0.41, -1854.8214151),
    (0.4, 3516.89893646),
    (0.37, 221.29346712),
    (0.44, 128.12323805),
    (0.39, -2010.49422654),
];

const LN_SQRT_2_PI: f64 = 0.918_938_533_204_672_8;

impl Likelihood {
    /// The log likelihood of a sign (+1 or -1) given f, with derivatives.
    pub fn terms(self, sign: f64, f: f64) -> Terms {
        let z = sign * f;
        match self {
            Likelihood::Logistic => {
                // e^-|z| never overflows.
                let small = math::exp(-z.abs());
                let log = z.min(0.0) - math::ln_1p(small);
                let wrong = if z >= 0.0 { small / (1.0 + small) } else { 1.0 / (1.0 + small) };
                let curvature = small / ((1.0 + small) * (1.0 + small));
                Terms { log, gradient: sign * wrong, curvature, skew: sign * (1.0 - 2.0 * wrong) }
            }
            // Rasmussen and Williams eq. 3.16, with r = N(z) / Phi(z): gradient r, curvature r (r + z). The derivative of
            // r is minus the curvature, from which the third derivative follows.
            Likelihood::CumulativeGaussian => {
                let (log, ratio, beyond) = if z < -5.0 { far_tail(-z) } else { near(z) };
                let skew = sign * (ratio + beyond - 1.0 / beyond);
                Terms { log, gradient: sign * ratio, curvature: (ratio * beyond).max(0.0), skew }
            }
        }
    }

    /// The probability of the sign +1 when f is normal with this mean and variance.
    pub fn mean(self, mean: f64, variance: f64) -> f64 {
        let variance = variance.max(0.0);
        match self {
            // Rasmussen and Williams eq. 3.25, exact.
            Likelihood::CumulativeGaussian => math::normal_below(mean / (1.0 + variance).sqrt()),
            Likelihood::Logistic => {
                let mut sum = 0.0;
                for (lambda, coefficient) in ERROR_FUNCTIONS {
                    let z = lambda * mean / (1.0 + 2.0 * lambda * lambda * variance).sqrt();
                    sum += coefficient * (0.5 * math::erf(z) + 0.5);
                }
                // The sum leaves the unit interval by the error of the approximation.
                sum.clamp(0.0, 1.0)
            }
        }
    }
}

/// ln Phi(z), r = N(z) / Phi(z) and r + z, where Phi(z) is no tiny number.
fn near(z: f64) -> (f64, f64, f64) {
    let p = math::normal_below(z);
    let ratio = math::exp(-0.5 * z * z - LN_SQRT_2_PI) / p;
    (math::ln(p), ratio, ratio + z)
}

/// The same for z = -t far in the tail, by Laplace's continued fraction for Mills' ratio,
/// Phi(-t) / N(t) = 1 / (t + 1 / (t + 2 / (t + 3 / ...))), whose tail is r - t without cancellation.
fn far_tail(t: f64) -> (f64, f64, f64) {
    let mut rest = t;
    for term in (2..60).rev() {
        rest = t + f64::from(term) / rest;
    }
    let beyond = 1.0 / rest;
    let ratio = t + beyond;
    (-0.5 * t * t - LN_SQRT_2_PI - math::ln(ratio), ratio, beyond)
}
