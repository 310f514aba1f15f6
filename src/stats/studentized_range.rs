//! The distribution of the studentised range: the range of k standard normal numbers divided by an
//! independent root mean square with `df` degrees of freedom (Tukey's q; Copenhaver & Holland
//! 1988). With the largest of the k numbers at z, the range exceeds q with density k phi(z)
//! [Phi(z)^(k-1) - (Phi(z) - Phi(z-q))^(k-1)]: an integrand without subtraction from one, so the
//! upper tail keeps its relative accuracy. A finite df averages that over the root mean square.
//! statrs 0.19.1 has no such distribution. It must not know any test.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::distribution::{invert, normal_cdf, normal_sf};
use super::quadrature::GaussLegendre;
use super::special::stirling_error;
use crate::num::math::{exp, ln, ln_1p};

static OUTER: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(16));
static INNER: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(64));

/// Beyond q / 2 plus or minus this the integrand over the largest number is below 1e-17 of the
/// whole.
const REACH: f64 = 9.0;
/// Parts of the integrand over the root mean square below e to minus this are left out.
const NEGLIGIBLE: f64 = 42.0;

/// P(Q > q) for the studentised range of `k` >= 2 groups with `df` degrees of freedom (may be
/// infinite). NaN for other parameters.
pub fn studentized_range_sf(q: f64, k: usize, df: f64) -> f64 {
    if k < 2 || q.is_nan() || df.is_nan() || df <= 0.0 {
        f64::NAN
    } else if q <= 0.0 {
        1.0
    } else if q == f64::INFINITY {
        0.0
    } else if df == f64::INFINITY {
        range_sf(q, k as f64)
    } else {
        averaged_over_scale(q, k as f64, df)
    }
}

/// The q with P(Q <= q) = p. It is found on the upper tail, so for p below about 1e-6 it keeps only
/// absolute accuracy.
pub fn studentized_range_quantile(p: f64, k: usize, df: f64) -> f64 {
    if p == 0.0 && k >= 2 && df > 0.0 {
        return 0.0;
    }
    invert(1.0 - p, |q| studentized_range_sf(q, k, df))
}

/// P(range of k standard normals > q), q > 0.
fn range_sf(q: f64, k: f64) -> f64 {
    let density = |z: f64| {
        let below_largest = normal_cdf(z);
        let too_far = (normal_cdf(z - q) / below_largest).min(1.0);
        // Phi^(k-1) (1 - (1 - too_far)^(k-1)), both powers through logarithms.
        let some_too_far = -libm::expm1((k - 1.0) * ln_1p(-too_far));
        exp(-0.5 * z * z + (k - 1.0) * ln(below_largest)) * some_too_far
    };
    let centre = 0.5 * q;
    let integral = INNER.integrate(centre - REACH, centre + REACH, 2, density);
    (k / TAU.sqrt() * integral).min(1.0)
}

/// The average of `range_sf(q s)` over s = sqrt(chi-square / df), integrated over u = ln s, where
/// the integrand has a single peak (both factors are log-concave in u).
fn averaged_over_scale(q: f64, k: f64, df: f64) -> f64 {
    let half = 0.5 * df;
    // Logarithm of the density of u without its constant.
    let log_scale = |u: f64| -half * (libm::expm1(2.0 * u) - 2.0 * u);
    // The Bonferroni bound stands in for the range where only the extent of the integrand matters.
    let log_bound = |u: f64| {
        let pairs = k * (k - 1.0) * normal_sf(q * exp(u) / std::f64::consts::SQRT_2);
        log_scale(u) + if pairs > 0.0 { ln(pairs).min(0.0) } else { -1e4 }
    };
    let peak = highest(&log_bound, ln(1.0 / (1.0 + q)) - 3.0, 1.0);
    let floor = log_bound(peak) - NEGLIGIBLE;
    // Panels as narrow as the peak, wider in the long exponential stretch that small df leave
    // below.
    let narrow = 4.5 / (2.0 * df + 40.0).sqrt();
    let from = peak - reach(|far| log_bound(peak - far) > floor, narrow);
    let to = peak + reach(|far| log_bound(peak + far) > floor, narrow);
    let integrand = |u: f64| exp(log_scale(u)) * range_sf(q * exp(u), k);
    let above = libm::ceil((to - peak) / narrow);
    let mut integral = OUTER.integrate(peak, to, above as u32, integrand);
    let (mut upper, mut width) = (peak, narrow);
    while upper > from {
        integral += OUTER.integrate(upper - width, upper, 1, integrand);
        upper -= width;
        width = (1.4 * width).min(8.0 / df).max(narrow);
    }
    (2.0 * (half / TAU).sqrt() * exp(-stirling_error(half)) * integral).min(1.0)
}

/// Where a concave function is highest, roughly (golden section).
fn highest(f: &impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    const KEEP: f64 = 0.618_033_988_749_894_9;
    for _ in 0..60 {
        let width = KEEP * (to - from);
        if f(to - width) < f(from + width) { from = to - width } else { to = from + width }
    }
    0.5 * (from + to)
}

/// A distance, a little too large rather than too small, at which something stops to hold.
fn reach(holds: impl Fn(f64) -> bool, start: f64) -> f64 {
    let mut far = start;
    while holds(far) {
        far *= 1.1;
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distribution::t_sf;
    use proptest::prelude::*;

    /// scipy 1.17.1: studentized_range.ppf.
    #[test]
    fn known_quantiles() {
        for (p, k, df, expected) in [
            (0.95, 3, f64::INFINITY, 3.314_493_155),
            (0.95, 10, 20.0, 5.007_882_667),
            (0.99, 4, 12.0, 5.501_626_301_057),
            (0.90, 100, f64::INFINITY, 5.812_496_242_334),
        ] {
            let found = studentized_range_quantile(p, k, df);
            assert!((found - expected).abs() < 2e-9, "{p} {k} {df} {found}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The range of two is a difference: Student's t, exactly.
        #[test]
        fn two_groups_are_a_t_test(q in 0.01_f64..40.0, df in 1.0_f64..500.0) {
            let expected = 2.0 * t_sf(q / std::f64::consts::SQRT_2, df);
            prop_assert!((studentized_range_sf(q, 2, df) / expected - 1.0).abs() < 2e-12);
            let expected = 2.0 * normal_sf(q / std::f64::consts::SQRT_2);
            let found = studentized_range_sf(q, 2, f64::INFINITY);
            prop_assert!((found / expected - 1.0).abs() < 1e-12);
        }

        /// More nodes change nothing.
        #[test]
        fn quadrature_has_converged(q in 0.01_f64..30.0, k in 2_usize..=100) {
            let many = GaussLegendre::new(40);
            let k = k as f64;
            let density = |z: f64| {
                let (largest, far) = (normal_cdf(z), normal_cdf(z - q));
                let rest = -libm::expm1((k - 1.0) * ln_1p(-(far / largest).min(1.0)));
                exp(-0.5 * z * z + (k - 1.0) * ln(largest)) * rest
            };
            let centre = 0.5 * q;
            let sum = many.integrate(centre - 11.0, centre + 11.0, 10, density);
            prop_assert!((range_sf(q, k) / (k / TAU.sqrt() * sum) - 1.0).abs() < 1e-13);
        }

        #[test]
        fn quantile_inverts(p in 0.01_f64..0.999_999, k in 2_usize..40) {
            let q = studentized_range_quantile(p, k, f64::INFINITY);
            let back = studentized_range_sf(q, k, f64::INFINITY);
            prop_assert!((back / (1.0 - p) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn limits() {
        assert_eq!(studentized_range_sf(0.0, 5, 3.0), 1.0);
        assert_eq!(studentized_range_sf(f64::INFINITY, 5, 3.0), 0.0);
        assert_eq!(studentized_range_quantile(0.0, 5, f64::INFINITY), 0.0);
        assert_eq!(studentized_range_quantile(1.0, 5, f64::INFINITY), f64::INFINITY);
        // A million degrees of freedom are nearly infinitely many: the difference falls as 1 / df.
        let (some, all) =
            (studentized_range_sf(3.5, 4, 1e6), studentized_range_sf(3.5, 4, f64::INFINITY));
        assert!((some - all).abs() < 1e-6 && some != all, "{some} {all}");
    }
}
