//! Power of Wilcoxon's signed-rank test over datasets (two-sided, exact critical values) when the
//! differences are independent and normal with mean d standard deviations. Up to
//! [`EXACT_DATASETS`] it is computed, not simulated (file `rank_sum`), and agrees with closed forms
//! to 2e-10. Above, it is the t-test's power with 3/pi of the datasets in the noncentrality
//! (Pitman's efficiency of the test for normal differences; Lehmann 1975, *Nonparametrics*,
//! appendix): at most 0.008 off 40,000 simulated tables each for 51 to 200 datasets and levels 0.05
//! to 0.001.

use std::f64::consts::PI;

use super::rank_sum::small_negative_sum;
use super::{MOST, check_levels, smallest_effect, t_power};
use crate::stats::distribution::normal_quantile;
use crate::stats::error::StatsError;

const TEST: &str = "power of the signed-rank test";

/// Up to this many datasets the power is exact; one value takes 20 ms there.
pub const EXACT_DATASETS: usize = 50;

/// The power with `datasets` datasets for a mean difference of `effect` standard deviations of the
/// differences. Zero if no outcome of so few datasets is significant.
pub fn signed_rank_power(datasets: usize, effect: f64, alpha: f64) -> Result<f64, StatsError> {
    check_levels(TEST, alpha, (1.0 + alpha) / 2.0)?;
    if datasets == 0 {
        return Err(StatsError::TooFew { test: TEST, what: "datasets", needed: 1, found: 0 });
    }
    if !effect.is_finite() {
        return Err(StatsError::BadInput { test: TEST, reason: "the effect is not finite" });
    }
    Ok(Design::new(datasets, alpha).power(effect))
}

/// The smallest mean difference, in standard deviations of the differences, that is found with
/// probability `power`.
pub fn smallest_signed_rank_effect(
    datasets: usize,
    alpha: f64,
    power: f64,
) -> Result<f64, StatsError> {
    check_levels(TEST, alpha, power)?;
    let design = Design::new(datasets, alpha);
    if let Design::Exact { limit: None, .. } = design {
        let reason = "no outcome of so few datasets is significant at this level";
        return Err(StatsError::Undefined { test: TEST, reason });
    }
    Ok(smallest_effect(power, |effect| design.power(effect)))
}

/// The smallest number of datasets with which a mean difference of `effect` standard deviations is
/// found with probability `power`.
pub fn signed_rank_datasets(effect: f64, alpha: f64, power: f64) -> Result<usize, StatsError> {
    check_levels(TEST, alpha, power)?;
    if !(effect > 0.0 && effect.is_finite()) {
        let reason = "the effect must be a positive number";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let enough = |datasets: usize| Design::new(datasets, alpha).power(effect) >= power;
    // Close from the normal approximation; the rest step by step.
    let z = normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power);
    let near = (z / effect) * (z / effect) * PI / 3.0;
    if near > MOST as f64 {
        let reason = "more than a million datasets would be needed";
        return Err(StatsError::Undefined { test: TEST, reason });
    }
    let mut datasets = (near as usize).max(1);
    while datasets > 1 && enough(datasets - 1) {
        datasets -= 1;
    }
    while !enough(datasets) {
        datasets += 1;
    }
    Ok(datasets)
}

/// A number of datasets and a level.
enum Design {
    /// `limit` is the largest rank sum of either sign that is significant, if any is.
    Exact {
        datasets: usize,
        limit: Option<usize>,
    },
    Approximate {
        datasets: f64,
        alpha: f64,
    },
}

impl Design {
    fn new(datasets: usize, alpha: f64) -> Design {
        if datasets <= EXACT_DATASETS {
            Design::Exact { datasets, limit: significant_sum(datasets, alpha) }
        } else {
            Design::Approximate { datasets: datasets as f64, alpha }
        }
    }

    fn power(&self, effect: f64) -> f64 {
        match *self {
            Design::Exact { limit: None, .. } => 0.0,
            Design::Exact { datasets, limit: Some(limit) } => {
                // At ten standard deviations the power is one up to 1e-21.
                let effect = effect.clamp(-10.0, 10.0);
                let both = small_negative_sum(datasets, limit, effect)
                    + small_negative_sum(datasets, limit, -effect);
                both.min(1.0)
            }
            Design::Approximate { datasets, alpha } => {
                t_power(effect.abs() * (3.0 / PI * datasets).sqrt(), datasets - 1.0, alpha)
            }
        }
    }
}

/// The largest w with 2 P(W <= w) <= alpha, without difference.
fn significant_sum(datasets: usize, alpha: f64) -> Option<usize> {
    let mut masses = vec![1.0];
    for rank in 1..=datasets {
        let mut next = vec![0.0; masses.len() + rank];
        for (sum, mass) in masses.iter().enumerate() {
            next[sum] += 0.5 * mass;
            next[sum + rank] += 0.5 * mass;
        }
        masses = next;
    }
    let mut below = 0.0;
    let significant = masses.iter().take_while(|&mass| {
        below += mass;
        2.0 * below <= alpha
    });
    significant.count().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distribution::normal_cdf;
    use proptest::prelude::*;

    /// 400,000 tables of normal differences simulated with NumPy 2.4.6, ranks by sorting; four
    /// standard errors.
    #[test]
    fn agrees_with_simulation() {
        for (datasets, effect, alpha, simulated) in [
            (8, 1.0, 0.05, 0.610485),
            (12, 0.8, 0.01, 0.3838425),
            (15, 0.8, 0.05, 0.79928),
            (20, 0.6, 0.05, 0.6986825),
            (27, 0.5, 0.05, 0.6836875),
            (27, 0.6, 0.005, 0.501335),
            (50, 0.4, 0.005, 0.44237),
            (50, 0.3, 0.05, 0.52772),
        ] {
            let found = signed_rank_power(datasets, effect, alpha).unwrap();
            let error: f64 = simulated * (1.0 - simulated) / 400_000.0;
            assert!((found - simulated).abs() < 4.0 * error.sqrt(), "{datasets} {found}");
        }
        // 200,000 tables each; the approximation is promised to be within 0.008.
        for (datasets, effect, alpha, simulated) in [
            (60, 0.35, 0.05, 0.73955),
            (100, 0.3, 0.05, 0.8281),
            (100, 0.3, 0.001, 0.333215),
            (200, 0.2, 0.01, 0.56448),
        ] {
            let found = signed_rank_power(datasets, effect, alpha).unwrap();
            assert!((found - simulated).abs() < 0.008, "{datasets} {found}");
        }
    }

    /// A rank sum of at most one: all differences have one sign, or only the smallest has the
    /// other, n integral phi(x + d) P(Z > x - d)^(n-1); scipy.integrate.quad, SciPy 1.17.1.
    #[test]
    fn agrees_with_closed_forms() {
        for (datasets, effect, alpha, expected) in [
            (5, 0.7, 0.13, 0.41540317468518456),
            (9, 1.2, 0.0079, 0.5046768029049308),
            (9, -0.4, 0.0079, 0.04206499735429679),
        ] {
            let found = signed_rank_power(datasets, effect, alpha).unwrap();
            assert!((found - expected).abs() < 1e-12, "{datasets} {found}");
        }
        for effect in [0.0, 0.3, 1.0, 2.5, 3.0, 6.0, 10.0, 1e9] {
            let all_alike = normal_cdf(effect).powi(6) + normal_cdf(-effect).powi(6);
            let found = signed_rank_power(6, effect, 0.04).unwrap();
            assert!((found - all_alike).abs() < 2e-10, "{effect} {found}");
        }
        // Without difference the power is the size: W <= 107 for 27 datasets at 0.05.
        assert_eq!(significant_sum(27, 0.05), Some(107));
        let size = signed_rank_power(27, 0.0, 0.05).unwrap();
        assert!(size < 0.05 && size > 0.048, "{size}");
        assert_eq!(signed_rank_power(5, 9.0, 0.05), Ok(0.0));
    }

    #[test]
    fn counts_and_effects_invert_the_power() {
        for (effect, alpha, power) in [(0.5, 0.05, 0.8), (1.0, 0.01, 0.9), (0.35, 0.05, 0.8)] {
            let datasets = signed_rank_datasets(effect, alpha, power).unwrap();
            assert!(signed_rank_power(datasets, effect, alpha).unwrap() >= power);
            assert!(signed_rank_power(datasets - 1, effect, alpha).unwrap() < power);
        }
        for datasets in [6, 10, 27, 80] {
            let effect = smallest_signed_rank_effect(datasets, 0.05, 0.8).unwrap();
            let found = signed_rank_power(datasets, effect, 0.05).unwrap();
            assert!((found - 0.8).abs() < 1e-8, "{datasets} {effect} {found}");
        }
    }

    #[test]
    fn refuses_what_has_no_power() {
        assert!(signed_rank_power(0, 0.5, 0.05).is_err());
        assert!(signed_rank_power(10, f64::NAN, 0.05).is_err());
        assert!(signed_rank_power(10, 0.5, 0.0).is_err());
        let hopeless = smallest_signed_rank_effect(5, 0.05, 0.8);
        assert!(matches!(hopeless, Err(StatsError::Undefined { .. })));
        assert!(matches!(signed_rank_datasets(1e-6, 0.05, 0.8), Err(StatsError::Undefined { .. })));
        assert!(signed_rank_datasets(0.0, 0.05, 0.8).is_err());
        assert!(signed_rank_datasets(0.5, 0.05, 0.04).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn power_rises_with_the_effect_and_mirrors(
            datasets in 1_usize..30, effect in 0.0_f64..3.0, more in 0.0_f64..2.0,
        ) {
            let power = |effect: f64| signed_rank_power(datasets, effect, 0.05).unwrap();
            let found = power(effect);
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert!((found - power(-effect)).abs() < 2e-10);
            prop_assert!(power(effect + more) >= found - 2e-10);
        }
    }
}
