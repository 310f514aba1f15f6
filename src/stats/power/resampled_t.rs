//! Power of the corrected resampled t-test on one dataset (Nadeau and Bengio 2003, *Machine
//! Learning* 52:239). With n = folds x repeats differences of standard deviation sd and a test
//! share rho, t has variance factor 1/n + rho / (1 - rho); if the differences are normal and
//! equally correlated by rho, as the correction assumes, t is noncentral t with n - 1 degrees of
//! freedom and noncentrality difference / (sd sqrt(1/n + rho / (1 - rho))), exactly. More repeats
//! only lower 1/n: below the floor rho / (1 - rho) no number of them helps. A test share of zero is
//! the paired t-test of independent differences.

use std::cell::Cell;

use super::{MOST, check_levels, smallest_effect, t_power};
use crate::stats::distribution::{normal_quantile, normal_sf};
use crate::stats::error::StatsError;

const TEST: &str = "power of the corrected resampled t-test";

/// A design, its level and its power.
type Asked = (Resampling, f64, f64);

thread_local! {
    static LAST_EFFECT: Cell<Option<(Asked, f64)>> = const { Cell::new(None) };
}

/// How one dataset is split, again and again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    /// Folds per repeat.
    pub folds: usize,
    /// Repeats.
    pub repeats: usize,
    /// The share of examples tested in a fold.
    pub test_share: f64,
}

/// How many repeats a power needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RepeatsNeeded {
    /// So many.
    Repeats(usize),
    /// No number of repeats is enough.
    NeverEnough {
        /// The power that it tends to with more and more repeats.
        best_power: f64,
        /// The difference that would be found with unlimited repeats.
        smallest_difference: f64,
    },
}

impl Resampling {
    /// Repeated cross-validation: each fold tests one example in `folds`.
    pub fn cross_validation(folds: usize, repeats: usize) -> Resampling {
        Resampling { folds, repeats, test_share: 1.0 / folds as f64 }
    }

    /// rho / (1 - rho): the variance of the mean difference, in variances of one fold, that is left
    /// however often the folds are repeated.
    pub fn variance_floor(&self) -> f64 {
        self.test_share / (1.0 - self.test_share)
    }

    /// The power for a mean difference, `sd` being the standard deviation of the differences of
    /// folds.
    pub fn power(&self, difference: f64, sd: f64, alpha: f64) -> Result<f64, StatsError> {
        self.check(sd, alpha, (1.0 + alpha) / 2.0)?;
        if !difference.is_finite() {
            return Err(StatsError::BadInput {
                test: TEST,
                reason: "the difference is not finite",
            });
        }
        Ok(self.power_at(difference.abs() / sd, alpha))
    }

    /// The smallest mean difference that is found with probability `power`.
    pub fn smallest_difference(&self, sd: f64, alpha: f64, power: f64) -> Result<f64, StatsError> {
        self.check(sd, alpha, power)?;
        Ok(sd * self.smallest_effect(alpha, power))
    }

    /// The smallest effect that is found with probability `power`. It does not depend on the scores, and a table of
    /// 100 methods asks for it once per method and dataset: the last one is kept.
    fn smallest_effect(&self, alpha: f64, power: f64) -> f64 {
        let asked = (*self, alpha, power);
        if let Some((_, effect)) = LAST_EFFECT.get().filter(|(known, _)| *known == asked) {
            return effect;
        }
        let effect = smallest_effect(power, |effect| self.power_at(effect, alpha));
        LAST_EFFECT.set(Some((asked, effect)));
        effect
    }

    /// The same with unlimited repeats: no number of them finds a smaller difference. The repeats
    /// of `self` do not matter.
    pub fn unlimited_difference(&self, sd: f64, alpha: f64, power: f64) -> Result<f64, StatsError> {
        Resampling { repeats: 2, ..*self }.check(sd, alpha, power)?;
        let limit = |effect: f64| limit_power(effect, alpha);
        Ok(sd * self.variance_floor().sqrt() * smallest_effect(power, limit))
    }

    fn check(&self, sd: f64, alpha: f64, power: f64) -> Result<(), StatsError> {
        check_levels(TEST, alpha, power)?;
        let found = self.folds.saturating_mul(self.repeats);
        if found < 2 {
            let what = "folds in all repeats";
            return Err(StatsError::TooFew { test: TEST, what, needed: 2, found });
        }
        if !(self.test_share >= 0.0 && self.test_share < 1.0) {
            let reason = "the test share must lie between 0 and 1";
            return Err(StatsError::BadInput { test: TEST, reason });
        }
        if !(sd > 0.0 && sd.is_finite()) {
            let reason = "the standard deviation must be a positive number";
            return Err(StatsError::BadInput { test: TEST, reason });
        }
        Ok(())
    }

    /// The power for a difference in standard deviations.
    fn power_at(&self, effect: f64, alpha: f64) -> f64 {
        let n = self.folds as f64 * self.repeats as f64;
        t_power(effect / (1.0 / n + self.variance_floor()).sqrt(), n - 1.0, alpha)
    }
}

/// The number of repeats with which `difference` is found with probability `power`; the repeats of
/// `of` do not matter.
pub fn repeats_needed(
    of: Resampling,
    difference: f64,
    sd: f64,
    alpha: f64,
    power: f64,
) -> Result<RepeatsNeeded, StatsError> {
    let design = |repeats: usize| Resampling { repeats, ..of };
    design(2).check(sd, alpha, power)?;
    if !(difference > 0.0 && difference.is_finite()) {
        let reason = "the difference must be a positive number";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let effect = difference / sd;
    let enough = |repeats: usize| design(repeats).power_at(effect, alpha) >= power;
    let fewest = if of.folds < 2 { 2 } else { 1 };
    let mut high = fewest;
    let mut low = fewest - 1;
    while !enough(high) {
        if high > MOST {
            let floor = of.variance_floor().sqrt();
            if floor == 0.0 {
                let reason = "more than a million repeats would be needed";
                return Err(StatsError::Undefined { test: TEST, reason });
            }
            return Ok(RepeatsNeeded::NeverEnough {
                best_power: limit_power(effect / floor, alpha),
                smallest_difference: of.unlimited_difference(sd, alpha, power)?,
            });
        }
        low = high;
        high *= 2;
    }
    // The power rises with the repeats: more degrees of freedom, less variance.
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    Ok(RepeatsNeeded::Repeats(high))
}

/// The power for an effect in standard errors that unlimited repeats leave: the statistic is normal.
fn limit_power(effect: f64, alpha: f64) -> f64 {
    let critical = normal_quantile(1.0 - alpha / 2.0);
    normal_sf(critical - effect) + normal_sf(critical + effect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::resampled_ttest::corrected_resampled;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64, allowed: f64) {
        assert!((found / expected - 1.0).abs() < allowed, "{found} {expected}");
    }

    /// A test share of zero is the paired t-test: statsmodels 0.15.0, TTestPower().power, and where
    /// scipy.optimize.brentq finds it to be 0.8 or 0.9 (solve_power stops after five digits).
    #[test]
    fn agrees_with_statsmodels_without_correction() {
        let plain = |n: usize| Resampling { folds: n, repeats: 1, test_share: 0.0 };
        for (n, effect, alpha, expected) in [
            (27, 0.5, 0.05, 0.7058239461237535),
            (100, 0.2, 0.05, 0.508264806621038),
            (10, 1.0, 0.01, 0.5041067307017365),
            (20, 0.05, 0.05, 0.05519066945751598),
            (2, 0.8, 0.05, 0.07882061454243196),
        ] {
            close(plain(n).power(3.0 * effect, 3.0, alpha).unwrap(), expected, 1e-9);
            close(plain(n).power(-effect, 1.0, alpha).unwrap(), expected, 1e-9);
        }
        for (n, alpha, power, expected) in [
            (27, 0.05, 0.8, 0.5601335195833199),
            (10, 0.01, 0.9, 1.5097344855749382),
            (100, 0.05, 0.8, 0.2829126327813866),
        ] {
            close(plain(n).smallest_difference(1.0, alpha, power).unwrap(), expected, 1e-9);
        }
        // 33.37 and 198.15 pairs.
        for (effect, expected) in [(0.5, 34), (0.2, 199)] {
            let one = Resampling { folds: 1, repeats: 1, test_share: 0.0 };
            let found = repeats_needed(one, effect, 1.0, 0.05, 0.8);
            assert_eq!(found, Ok(RepeatsNeeded::Repeats(expected)));
        }
    }

    /// The formula with scipy.stats.nct and brentq, SciPy 1.17.1.
    #[test]
    fn agrees_with_scipy() {
        let cv = Resampling::cross_validation;
        for (design, difference, sd, alpha, expected) in [
            (cv(10, 1), 0.02, 0.03, 0.05, 0.25484241290163834),
            (cv(10, 10), 0.02, 0.03, 0.05, 0.47497767928940776),
            (cv(5, 2), 0.05, 0.04, 0.01, 0.20224575830317024),
            (cv(10, 10), 0.03, 0.02, 0.05, 0.9895028632989559),
        ] {
            close(design.power(difference, sd, alpha).unwrap(), expected, 1e-9);
        }
        for (design, sd, alpha, power, expected) in [
            (cv(10, 1), 0.03, 0.05, 0.8, 0.04341469325802196),
            (cv(10, 10), 0.03, 0.05, 0.8, 0.029536946014805315),
            (cv(5, 2), 0.04, 0.01, 0.9, 0.11297818380037646),
        ] {
            close(design.smallest_difference(sd, alpha, power).unwrap(), expected, 1e-9);
        }
        for (difference, repeats) in [(0.03, 8), (0.0285, 32)] {
            let found = repeats_needed(cv(10, 1), difference, 0.03, 0.05, 0.8);
            assert_eq!(found, Ok(RepeatsNeeded::Repeats(repeats)));
        }
        let found = repeats_needed(cv(10, 1), 0.02, 0.03, 0.05, 0.8).unwrap();
        let RepeatsNeeded::NeverEnough { best_power, smallest_difference } = found else {
            panic!("{found:?}");
        };
        close(best_power, 0.5160052739761747, 1e-9);
        close(smallest_difference, 0.02801581787013579, 1e-9);
    }

    /// Equally correlated normal differences, simulated, through the test itself: four standard
    /// errors of 4,000 tables.
    #[test]
    fn the_test_has_this_power() {
        let design = Resampling::cross_validation(5, 3);
        let (difference, sd, alpha, rho) = (0.05, 0.03, 0.05, 0.2_f64);
        let expected = design.power(difference, sd, alpha).unwrap();
        let mut stream = RngKey::root(2003).stream();
        let mut found = 0.0;
        for _ in 0..4_000 {
            // The sample variance estimates the part of the variance that folds do not share.
            let shared = (rho / (1.0 - rho)).sqrt() * sample::normal(&mut stream);
            let a: Vec<f64> =
                (0..15).map(|_| difference + sd * (shared + sample::normal(&mut stream))).collect();
            let test = corrected_resampled(&a, &[0.0; 15], design.variance_floor()).unwrap();
            found += f64::from(test.p_two_sided <= alpha) / 4_000.0;
        }
        let error = (expected * (1.0 - expected) / 4_000.0).sqrt();
        assert!((found - expected).abs() < 4.0 * error, "{found} {expected}");
    }

    #[test]
    fn refuses_impossible_designs() {
        let good = Resampling::cross_validation(10, 1);
        assert!(Resampling { folds: 1, ..good }.power(0.1, 0.1, 0.05).is_err());
        assert!(Resampling { test_share: 1.0, ..good }.power(0.1, 0.1, 0.05).is_err());
        assert!(good.power(f64::NAN, 0.1, 0.05).is_err());
        assert!(good.power(0.1, 0.0, 0.05).is_err());
        assert!(good.smallest_difference(0.1, 0.05, 0.05).is_err());
        assert!(repeats_needed(good, 0.0, 0.1, 0.05, 0.8).is_err());
        let plain = Resampling { test_share: 0.0, ..good };
        let endless = repeats_needed(plain, 1e-6, 1.0, 0.05, 0.8);
        assert!(matches!(endless, Err(StatsError::Undefined { .. })));
        // Huge differences are found for certain.
        close(good.power(1e300, 1e-300, 0.05).unwrap(), 1.0, 1e-9);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn repeats_are_just_enough(
            folds in 2_usize..20, effect in 0.1_f64..3.0, power in 0.3_f64..0.95,
        ) {
            let of = |repeats| Resampling::cross_validation(folds, repeats);
            match repeats_needed(of(1), effect, 1.0, 0.05, power).unwrap() {
                RepeatsNeeded::Repeats(repeats) => {
                    prop_assert!(of(repeats).power(effect, 1.0, 0.05).unwrap() >= power);
                    let less = of(repeats.max(2) - 1).power(effect, 1.0, 0.05).unwrap();
                    prop_assert!(repeats == 1 || less < power);
                }
                RepeatsNeeded::NeverEnough { best_power, smallest_difference } => {
                    prop_assert!(best_power < power && smallest_difference > effect);
                    let many = of(100_000).power(effect, 1.0, 0.05).unwrap();
                    prop_assert!(many <= best_power + 1e-9 && many > best_power - 1e-3);
                }
            }
        }
    }
}
