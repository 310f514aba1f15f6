//! Tail probabilities and quantiles of the distributions that tests refer to: normal, Student t, F,
//! chi-square, and (in `studentized_range`) the studentised range. `_cdf` is the lower tail, `_sf`
//! the upper one, each computed directly and so accurate in relative terms far out; `_quantile(p)`
//! is the inverse of the lower tail. Definitions: NIST/SEMATECH e-Handbook 1.3.6.6; the tails are
//! incomplete beta and gamma functions (DLMF 8.17, 8.2). Parameters outside their range give NaN.
//! It must not know any test.
//!
//! Why this is not statrs. Largest relative errors of statrs 0.19.1 and of this file against mpmath
//! 1.4.1 at 50 digits, for p from 1e-300 to 1 - 1e-12 and 1 to 1e5 degrees of freedom:
//!
//! | function | statrs | here |
//! |---|---|---|
//! | normal tails | 9e-11 at x = 0.84 | 1.2e-13 at x = 30 |
//! | normal quantile | 2.3e-16 at p = 1e-300 | 1.8e-16 at p = 0.500001 |
//! | t tails | 7e-10 at t = 1.64, df = 1e5 | 1.2e-13 at t = 39, df = 1000 |
//! | t quantile | wrong at p = 1e-12, df = 1 | 1.9e-14 at p = 1e-100, df = 1 |
//! | F, upper tail | wrong at p = 1e-10, df = 1, 1 | 9e-14 at f = 1.05, df = 1e5, 1e5 |
//! | F quantile | 7e12 at p = 1e-12, df = 1, 1e5 | 4e-14 at p = 1e-100, df = 1, 14 |
//! | chi-square, upper tail | 1.1e-10 at p = 0.25, df = 1e5 | 9e-13 at p = 1e-200, df = 3e4 |
//! | chi-square quantile | 6e14 at p = 1e-12, df = 1 | 4.5e-14 at p = 1e-300, df = 3 |
//!
//! Only the normal quantile of statrs reaches 1e-12 everywhere. It is used for p from 0.25 to 0.75,
//! where it consists of additions, multiplications and divisions. Further out it takes the
//! logarithm of the system, and 2.7 % of the results have other bits with another system's library.
//! The t quantile here keeps only absolute accuracy (1e-16) for p between 0.45 and 0.55.

pub use super::studentized_range::{studentized_range_quantile, studentized_range_sf};

use std::f64::consts::SQRT_2;

use statrs::function::erf::erf_inv;

use super::special::{beta_tails, gamma_tails};
use crate::num::math::ln;

/// P(Z <= x) for a standard normal Z.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// P(Z > x) for a standard normal Z.
pub fn normal_sf(x: f64) -> f64 {
    0.5 * libm::erfc(x / SQRT_2)
}

/// The x with P(Z <= x) = p.
pub fn normal_quantile(p: f64) -> f64 {
    if (0.25..=0.75).contains(&p) {
        SQRT_2 * erf_inv(2.0 * p - 1.0)
    } else {
        normal_quantile_by_root(p)
    }
}

/// The same as a root of the tail: near the median good to 1e-16 in absolute terms only.
pub fn normal_quantile_by_root(p: f64) -> f64 {
    symmetric_quantile(p, normal_sf)
}

/// P(T > t) for Student's t with `df` degrees of freedom, which may be infinite. A |t| above 1e154,
/// whose square is no number, counts as infinite.
pub fn t_sf(t: f64, df: f64) -> f64 {
    if t.is_nan() || df.is_nan() || df <= 0.0 {
        return f64::NAN;
    }
    if df == f64::INFINITY {
        return normal_sf(t);
    }
    let square = t * t;
    let (outer, inner) = if square == f64::INFINITY {
        (0.0, 1.0)
    } else {
        beta_tails(df / 2.0, 0.5, df / (df + square), square / (df + square))
    };
    if t >= 0.0 { 0.5 * outer } else { 0.5 + 0.5 * inner }
}

/// The t with P(T <= t) = p.
pub fn t_quantile(p: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 {
        return f64::NAN;
    }
    symmetric_quantile(p, |t| t_sf(t, df))
}

/// P(F > f) for `df1` and `df2` degrees of freedom; `df2` may be infinite.
pub fn f_sf(f: f64, df1: f64, df2: f64) -> f64 {
    f_tails(f, df1, df2).1
}

/// The f with P(F <= f) = p.
pub fn f_quantile(p: f64, df1: f64, df2: f64) -> f64 {
    positive_quantile(p, |f| f_tails(f, df1, df2))
}

/// P(X > x) for a chi-square X with `df` degrees of freedom.
pub fn chi2_sf(x: f64, df: f64) -> f64 {
    chi2_tails(x, df).1
}

/// The x with P(X <= x) = p.
pub fn chi2_quantile(p: f64, df: f64) -> f64 {
    positive_quantile(p, |x| chi2_tails(x, df))
}

fn f_tails(f: f64, df1: f64, df2: f64) -> (f64, f64) {
    let in_range = df1 > 0.0 && df1 < f64::INFINITY && df2 > 0.0 && !f.is_nan();
    if !in_range {
        return (f64::NAN, f64::NAN);
    }
    if df2 == f64::INFINITY {
        return chi2_tails(df1 * f, df1);
    }
    let scaled = df1 * f;
    if scaled == f64::INFINITY {
        return (1.0, 0.0);
    }
    let (upper, lower) =
        beta_tails(df2 / 2.0, df1 / 2.0, df2 / (df2 + scaled), scaled / (df2 + scaled));
    if f <= 0.0 { (0.0, 1.0) } else { (lower, upper) }
}

fn chi2_tails(x: f64, df: f64) -> (f64, f64) {
    let in_range = df > 0.0 && df < f64::INFINITY && !x.is_nan();
    if in_range { gamma_tails(df / 2.0, x / 2.0) } else { (f64::NAN, f64::NAN) }
}

/// Quantile of a distribution that is symmetric about zero, from its upper tail.
fn symmetric_quantile(p: f64, sf: impl Fn(f64) -> f64) -> f64 {
    if p == 0.5 {
        0.0
    } else if p < 0.5 {
        -invert(p, sf)
    } else {
        invert(1.0 - p, sf)
    }
}

/// Quantile of a positive variable, from the pair of its tails, using the smaller one.
fn positive_quantile(p: f64, tails: impl Fn(f64) -> (f64, f64)) -> f64 {
    // The lower tail of x is a falling function of 1 / x.
    if p < 0.5 {
        1.0 / invert(p, |inverse| tails(1.0 / inverse).0)
    } else {
        invert(1.0 - p, |x| tails(x).1)
    }
}

/// The x > 0 at which a falling function reaches `target`: infinite for target 0, 0 where even the
/// smallest x lies below the target, NaN where the target is no probability.
pub(super) fn invert(target: f64, falling: impl Fn(f64) -> f64) -> f64 {
    // Logarithms of tails are nearly straight or parabolic, which suits false position.
    let excess = |x: f64| {
        let value = falling(x);
        // A tail that underflows is far below any target, but not infinitely far.
        if value == 0.0 { -800.0 } else { ln(value / target) }
    };
    let (mut low, mut high) = (0.5, 1.0);
    let (mut at_low, mut at_high) = (excess(low), excess(high));
    if !(0.0..=1.0).contains(&target) || at_high.is_nan() {
        return f64::NAN;
    }
    if target == 0.0 {
        return f64::INFINITY;
    }
    while at_high > 0.0 && high < f64::MAX / 4.0 {
        (low, at_low) = (high, at_high);
        high *= 2.0;
        at_high = excess(high);
    }
    while at_low < 0.0 {
        (high, at_high) = (low, at_low);
        low *= 0.5;
        if low < f64::MIN_POSITIVE {
            return 0.0;
        }
        at_low = excess(low);
    }
    // False position; an end that stays twice in a row loses half its weight (Illinois).
    let mut low_moved = None;
    for step in 0..100 {
        if at_low == 0.0 || high - low <= f64::EPSILON * high {
            return low;
        }
        let straight = low + (high - low) * (at_low / (at_low - at_high));
        let inside = straight > low && straight < high && step < 60;
        let middle = if inside { straight } else { low + 0.5 * (high - low) };
        let at_middle = excess(middle);
        if at_middle.abs() <= f64::EPSILON {
            return middle;
        }
        if at_middle > 0.0 {
            (low, at_low) = (middle, at_middle);
            at_high *= if low_moved == Some(true) { 0.5 } else { 1.0 };
            low_moved = Some(true);
        } else {
            (high, at_high) = (middle, at_middle);
            at_low *= if low_moved == Some(false) { 0.5 } else { 1.0 };
            low_moved = Some(false);
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, Normal, StudentsT};

    /// mpmath values; tests/reference/make_distributions.py says how.
    const GOLDEN: &str = include_str!("../../tests/reference/distributions.json");

    fn golden(name: &str) -> Vec<Vec<f64>> {
        let all: serde_json::Value = serde_json::from_str(GOLDEN).unwrap();
        serde_json::from_value(all[name].clone()).unwrap()
    }

    fn check(name: &str, relative: f64, sf: impl Fn(&[f64]) -> f64) {
        let rows = golden(name);
        assert!(rows.len() >= 8, "{name}");
        for row in rows {
            let expected = row[row.len() - 1];
            let found = sf(&row);
            let error = (found / expected - 1.0).abs();
            assert!(error <= relative, "{name} {row:?} {found:e}");
        }
    }

    #[test]
    fn upper_tails_down_to_1e_290() {
        check("normal", 2e-13, |r| normal_sf(r[0]));
        check("t", 2e-13, |r| t_sf(r[0], r[1]));
        check("f", 2e-13, |r| f_sf(r[0], r[1], r[2]));
        check("chi2", 2e-13, |r| chi2_sf(r[0], r[1]));
    }

    #[test]
    fn studentised_range() {
        check("range", 2e-14, |r| studentized_range_sf(r[0], r[1] as usize, f64::INFINITY));
        // The reference itself is good to 1e-12 only.
        check("studentized_range", 2e-12, |r| studentized_range_sf(r[0], r[1] as usize, r[2]));
    }

    #[test]
    fn quantiles_from_1e_300_on() {
        check("normal_quantile", 5e-16, |r| normal_quantile(r[0]));
        check("t_quantile", 2e-13, |r| t_quantile(r[0], r[1]));
        check("f_quantile", 2e-13, |r| f_quantile(r[0], r[1], r[2]));
        check("chi2_quantile", 2e-13, |r| chi2_quantile(r[0], r[1]));
    }

    /// The reason for code of our own. Where this fails after an update, statrs may have caught up:
    /// measure again.
    #[test]
    fn statrs_loses_digits() {
        let loses = |name: &str, of: &dyn Fn(&[f64]) -> f64| {
            let lost = |r: &Vec<f64>| (of(r) / r[r.len() - 1] - 1.0).abs() > 1e-12;
            assert!(golden(name).iter().any(lost), "{name}: statrs is within 1e-12");
        };
        let t = |r: &[f64]| StudentsT::new(0.0, 1.0, r[1]).unwrap();
        let f = |r: &[f64]| FisherSnedecor::new(r[1], r[2]).unwrap();
        let chi2 = |r: &[f64]| ChiSquared::new(r[1]).unwrap();
        loses("normal", &|r| Normal::standard().sf(r[0]));
        loses("t", &|r| t(r).sf(r[0]));
        loses("f", &|r| f(r).sf(r[0]));
        loses("chi2", &|r| chi2(r).sf(r[0]));
        loses("t_quantile", &|r| t(r).inverse_cdf(r[0]));
        loses("f_quantile", &|r| f(r).inverse_cdf(r[0]));
        loses("chi2_quantile", &|r| chi2(r).inverse_cdf(r[0]));
    }

    proptest! {
        #[test]
        fn quantiles_invert_tails(p in 1e-12_f64..1.0, a in 0.5_f64..80.0, b in 0.5_f64..80.0) {
            let back = |x: f64, lower: f64, upper: f64| {
                let good = if p < 0.5 { lower / p } else { upper / (1.0 - p) };
                (good - 1.0).abs() < 1e-12 || x == 0.0
            };
            let x = normal_quantile(p);
            prop_assert!(back(x, normal_cdf(x), normal_sf(x)));
            let x = t_quantile(p, a);
            prop_assert!(back(x, t_sf(-x, a), t_sf(x, a)));
            let x = f_quantile(p, a, b);
            let (lower, upper) = f_tails(x, a, b);
            prop_assert!(back(x, lower, upper));
            let x = chi2_quantile(p, a);
            let (lower, upper) = chi2_tails(x, a);
            prop_assert!(back(x, lower, upper));
        }
    }

    #[test]
    fn limits_and_nonsense() {
        assert_eq!(normal_quantile(0.5), 0.0);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (-f64::INFINITY, f64::INFINITY));
        assert_eq!(normal_quantile(0.25), -normal_quantile(0.75));
        assert_eq!((f_sf(f64::INFINITY, 2.0, 3.0), f_sf(-1.0, 2.0, 3.0)), (0.0, 1.0));
        assert_eq!((chi2_sf(f64::INFINITY, 2.0), chi2_sf(-1.0, 2.0)), (0.0, 1.0));
        assert_eq!((t_sf(f64::INFINITY, 3.0), t_sf(-f64::INFINITY, 3.0)), (0.0, 1.0));
        assert_eq!(f_quantile(0.0, 2.0, 3.0), 0.0);
        assert_eq!(t_sf(1.3, f64::INFINITY), normal_sf(1.3));
        assert_eq!(f_sf(1.3, 4.0, f64::INFINITY), chi2_sf(5.2, 4.0));
        assert!(t_sf(1.0, 0.0).is_nan() && f_sf(1.0, 0.0, 1.0).is_nan());
        assert!(chi2_sf(f64::NAN, 1.0).is_nan() && chi2_quantile(0.3, -1.0).is_nan());
        assert!(normal_quantile(-0.1).is_nan() && normal_quantile(f64::NAN).is_nan());
        assert!(studentized_range_sf(1.0, 1, 5.0).is_nan());
    }
}
