//! Bayesian correlated t-test on one dataset (Corani and Benavoli, Machine Learning 100, 2015): the
//! mean difference is Student's t with n - 1 degrees of freedom about the mean of the folds, with
//! scale^2 = s^2 (1/n + rho / (1 - rho)), rho being the share of examples tested in a fold. It must
//! not know what was measured.
//!
//! Folds whose differences are all equal (by the rule for equal scores) have no posterior density:
//! all probability is where their mean is, half on each side if that is an edge of the rope.
//! baycomp 1.0.3 compares floats exactly there and gives the edge to the rope: five folds of
//! 0.81 - 0.80 at rope 0.01 give P(a better) = 1, five of 0.57 - 0.56 give P(rope) = 1.

use super::{Verdict, check, on_edge};
use crate::num::math;
use crate::stats::distribution::t_sf;
use crate::stats::error::StatsError;
use crate::stats::rank::TIE;

const NAME: &str = "Bayesian correlated t-test";

/// Bayesian correlated t-test on the differences a - b of the folds (of all repetitions) of one
/// dataset. `test_fraction` is the share of examples tested in a fold: 1/10 for ten folds. Folds
/// without spread put all probability where their mean is.
pub fn bayesian_correlated_t(
    differences: &[f64],
    test_fraction: f64,
    rope: f64,
) -> Result<Verdict, StatsError> {
    check(NAME, differences, 2, rope)?;
    if !(test_fraction > 0.0 && test_fraction < 1.0) {
        let reason = "the test fraction must lie between 0 and 1";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let n = differences.len() as f64;
    let mean = math::mean(differences);
    let spread = math::sample_sd(differences).unwrap_or(0.0);
    let correction = 1.0 / n + test_fraction / (1.0 - test_fraction);
    let scale = spread * correction.sqrt();
    let least = differences.iter().copied().fold(f64::INFINITY, f64::min);
    let most = differences.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Beyond decimals that are equal, the rounding of very large differences.
    let equal = most - least <= TIE || scale <= 1e-12 * mean.abs();
    // The probability of a mean beyond the edge of the rope on its side.
    let beyond = |mean: f64| match equal {
        false => t_sf((rope - mean) / scale, n - 1.0),
        true if on_edge(mean, rope) => 0.5,
        true => f64::from(mean > rope),
    };
    let (a_better, b_better) = (beyond(mean), beyond(-mean));
    let equivalent = if rope == 0.0 { 0.0 } else { (1.0 - a_better - b_better).max(0.0) };
    Ok(Verdict { a_better, equivalent, b_better })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEN: [f64; 10] = [1.2, -0.4, 0.9, 2.2, 0.3, -0.1, 1.7, 0.8, -1.1, 0.6];
    const TWELVE: [f64; 12] = [0.2, -0.3, 0.1, 0.4, 0.0, -0.1, 0.9, 0.2, -0.5, 0.3, 0.3, -0.2];

    /// baycomp 1.0.3, CorrelatedTTest.probs(d, 0, rope, runs); rho = runs / n there.
    #[test]
    fn agrees_with_baycomp() {
        for (differences, rho, rope, a, b) in [
            (&TEN[..], 0.1, 0.0, 0.894709054049881, 0.10529094595011901),
            (&TEN[..], 0.1, 0.5, 0.5933091421423914, 0.018286628013065798),
            (&TEN[..], 0.1, 1.5, 0.04037444304780099, 0.0005900998281150871),
            (&TWELVE[..], 2.0 / 12.0, 0.1, 0.5165884143779389, 0.15512083896852058),
            (&TWELVE[..], 1.0 / 12.0, 0.0, 0.7523734951933233, 0.2476265048066767),
        ] {
            let got = bayesian_correlated_t(differences, rho, rope).unwrap();
            assert!((got.a_better / a - 1.0).abs() < 1e-10, "{rope} {got:?}");
            assert!((got.b_better / b - 1.0).abs() < 1e-10, "{rope} {got:?}");
            assert!((got.equivalent - (1.0 - a - b)).abs() < 1e-10, "{rope} {got:?}");
        }
    }

    #[test]
    fn folds_without_spread_are_certain() {
        let verdict = |value: f64, rope: f64| {
            let found = bayesian_correlated_t(&[value; 5], 0.2, rope).unwrap();
            (found.a_better, found.equivalent, found.b_better)
        };
        assert_eq!(verdict(0.1, 0.0), (1.0, 0.0, 0.0));
        assert_eq!(verdict(-0.1, 0.0), (0.0, 0.0, 1.0));
        assert_eq!(verdict(0.0, 0.0), (0.5, 0.0, 0.5));
        assert_eq!(verdict(0.0, 0.1), (0.0, 1.0, 0.0));
        assert_eq!(verdict(0.3, 0.1), (1.0, 0.0, 0.0));
    }

    #[test]
    fn a_rope_moved_by_a_billionth_changes_nothing() {
        for value in [0.81_f64 - 0.80, 0.57 - 0.56, 0.92 - 0.93, 0.3 - 0.2 - 0.1] {
            let rope = if value.abs() < 0.005 { 0.0 } else { 0.01 };
            let of = |rope: f64| bayesian_correlated_t(&[value; 5], 0.2, rope).unwrap();
            let found = of(rope);
            assert!(found.a_better == 0.5 || found.b_better == 0.5, "{value} {found:?}");
            for moved in [rope - 1e-9, rope + 1e-9] {
                assert!(moved < 0.0 || of(moved) == found, "{value} {moved}");
            }
        }
        // Folds with a spread of one point in a hundred: the density is below 40 per unit.
        let (ten, rho) = (TEN.map(|d| d / 100.0), 0.1);
        let at = |rope: f64| bayesian_correlated_t(&ten, rho, rope).unwrap().a_better;
        assert!((at(0.005) - at(0.005 + 1e-9)).abs() < 1e-7);
    }

    #[test]
    fn refuses_bad_settings() {
        assert!(bayesian_correlated_t(&[1.0], 0.1, 0.0).is_err());
        assert!(bayesian_correlated_t(&TEN, 0.0, 0.0).is_err());
        assert!(bayesian_correlated_t(&TEN, 0.1, -0.1).is_err());
        assert!(bayesian_correlated_t(&[1.0, f64::NAN], 0.1, 0.0).is_err());
    }

    proptest! {
        #[test]
        fn probabilities_sum_to_one_and_mirror(
            differences in prop::collection::vec(-9_i32..9, 2..20), rope in 0.0_f64..3.0,
        ) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let mirrored: Vec<f64> = differences.iter().map(|d| -d).collect();
            let got = bayesian_correlated_t(&differences, 0.1, rope).unwrap();
            let mirror = bayesian_correlated_t(&mirrored, 0.1, rope).unwrap();
            prop_assert!((got.a_better + got.equivalent + got.b_better - 1.0).abs() < 1e-12);
            prop_assert!((got.a_better - mirror.b_better).abs() < 1e-12);
        }
    }
}
