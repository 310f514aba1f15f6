//! Tail probabilities and quantiles of the distributions that tests refer to: normal, Student t, F,
//! chi-square, and (in `studentized_range`) the studentised range. `_cdf` is the lower tail, `_sf`
//! the upper one, each computed directly and so accurate in relative terms far out; `_quantile(p)`
//! is the inverse of the lower tail. Definitions: NIST/SEMATECH e-Handbook 1.3.6.6; the tails are
//! incomplete beta and gamma functions (DLMF 8.17, 8.2). Parameters outside their range give NaN.
//! It must not know any test.

pub use super::studentized_range::{studentized_range_quantile, studentized_range_sf};

use std::f64::consts::SQRT_2;

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
    symmetric_quantile(p, normal_sf)
}

/// P(T > t) for Student's t with `df` degrees of freedom, which may be infinite.
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
    use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, StudentsT};

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
            assert!((found - expected).abs() <= relative * expected, "{name} {row:?} {found:e}");
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

    /// scipy 1.17.1 ppf; t, F and chi-square also by mpmath.findroot at 30 digits.
    #[test]
    fn known_quantiles() {
        let close = |found: f64, expected: f64| {
            assert!((found / expected - 1.0).abs() < 1e-13, "{found} {expected}");
        };
        close(normal_quantile(0.975), 1.959_963_984_540_054);
        close(normal_quantile(1e-10), -6.361_340_902_404_056);
        close(t_quantile(0.975, 9.0), 2.262_157_162_798_205_5);
        close(t_quantile(0.01, 2.5), -5.353_111_173_030_874);
        close(f_quantile(0.95, 2.0, 18.0), 3.554_557_145_661_787);
        close(f_quantile(0.01, 3.0, 7.0), 0.036_138_008_940_924_79);
        close(chi2_quantile(0.99, 9.0), 21.665_994_333_461_924);
        close(chi2_quantile(0.001, 1.0), 1.570_797_149_262_492_1e-6);
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

        /// An independent implementation; its own accuracy is the limit.
        #[test]
        fn agrees_with_statrs(x in 0.01_f64..50.0, a in 1.0_f64..300.0, b in 1.0_f64..300.0) {
            let t = StudentsT::new(0.0, 1.0, a).unwrap().sf(x);
            prop_assert!((t_sf(x, a) - t).abs() < 1e-10);
            let f = FisherSnedecor::new(a, b).unwrap().sf(x);
            prop_assert!((f_sf(x, a, b) - f).abs() < 1e-10);
            let chi2 = ChiSquared::new(a).unwrap().sf(x);
            prop_assert!((chi2_sf(x, a) - chi2).abs() < 1e-10);
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
