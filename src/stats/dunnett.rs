//! Dunnett's comparisons of several groups with one control (Dunnett 1955, *JASA* 50:1096), all of one size: the point that
//! the largest of the absolute t reaches with a given probability if nothing differs. It must not know what the groups are.

use std::f64::consts::{SQRT_2, TAU};

use super::distribution::{chi2_quantile, normal_cdf};
use super::error::StatsError;
use super::quadrature::GaussLegendre;
use crate::num::math::exp;

const TEST: &str = "Dunnett's test";

/// The probability that no absolute t of `groups` comparisons with the control exceeds `critical`: over the control's mean
/// (normal) and over the estimated spread (a chi with `df` degrees of freedom).
pub fn coverage(critical: f64, groups: usize, df: f64) -> f64 {
    let rule = GaussLegendre::new(40);
    let within = |width: f64| {
        rule.integrate(-9.0, 9.0, 2, |z| {
            let inside = normal_cdf(z + width) - normal_cdf(z - width);
            exp(-0.5 * z * z) / TAU.sqrt() * inside.powi(i32::try_from(groups).unwrap_or(i32::MAX))
        })
    };
    rule.integrate(0.0, 1.0, 2, |share| {
        within(SQRT_2 * critical * (chi2_quantile(share, df) / df).sqrt())
    })
}

/// The two-sided critical t at level `alpha`, to six digits.
pub fn critical_t(alpha: f64, groups: usize, df: f64) -> Result<f64, StatsError> {
    if !(alpha > 0.0 && alpha < 1.0 && df >= 1.0 && groups >= 1) {
        let reason = "the level must lie between 0 and 1, and there must be groups";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let (mut low, mut high) = (0.0, 40.0);
    while high - low > 1e-7 {
        let middle = 0.5 * (low + high);
        if coverage(middle, groups, df) < 1.0 - alpha { low = middle } else { high = middle }
    }
    Ok(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dunnett (1964, *Biometrics* 20:482), Table II: two-sided 0.05 points.
    #[test]
    fn published_points() {
        for (groups, df, point) in
            [(1, 12.0, 2.18), (2, 12.0, 2.50), (3, 12.0, 2.68), (2, 20.0, 2.38)]
        {
            let found = critical_t(0.05, groups, df).unwrap();
            assert!((found - point).abs() < 0.0051, "{groups} {df}: {found}");
        }
        assert!((coverage(40.0, 2, 12.0) - 1.0).abs() < 1e-6);
        assert!(critical_t(0.0, 2, 12.0).is_err() && critical_t(0.05, 0, 12.0).is_err());
    }
}
