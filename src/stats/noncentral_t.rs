//! The noncentral t distribution, which t-tests follow when there is a difference: T = (Z + delta)
//! / S with a standard normal Z and S^2 a chi-square over its degrees of freedom. Its upper tail is
//! the mean over S of P(Z > t S - delta), integrated by Gauss-Legendre quadrature (definition:
//! Johnson and Welch 1940, *Biometrika* 31:362). It must not know any test.

use std::f64::consts::TAU;

use super::distribution::normal_sf;
use super::quadrature::GaussLegendre;
use super::special::stirling_error;
use crate::num::math::{exp, ln, ln_1p};

/// So many standard deviations of S (and of Z) hold all of its mass up to 1e-20.
const REACH: f64 = 12.0;
const ORDER: u32 = 20;
/// Panels for each of the three pieces of the integral: two standard deviations each.
const PANELS: u32 = 12;

/// P(T > t) with `df` degrees of freedom, one or more, which may be infinite, and noncentrality
/// `delta`. Parameters outside their range give NaN.
pub fn noncentral_t_sf(t: f64, df: f64, delta: f64) -> f64 {
    if df == f64::INFINITY {
        return normal_sf(t - delta);
    }
    if !(t.is_finite() && delta.is_finite() && df >= 1.0) {
        return f64::NAN;
    }
    let density = chi_density(df);
    let spread = REACH / (2.0 * df).sqrt();
    let (from, to) = ((1.0 - spread).max(0.0), 1.0 + spread);
    // P(Z > t S - delta) falls from one to zero around S = delta / t, steeply if t is large: that
    // piece gets panels of its own.
    let (step, reach) = if t == 0.0 { (from, 0.0) } else { (delta / t, REACH / t.abs()) };
    let (rise, fall) = ((step - reach).clamp(from, to), (step + reach).clamp(from, to));
    let rule = GaussLegendre::new(ORDER);
    let integrand = |s: f64| normal_sf(t * s - delta) * density(s);
    let piece = |from: f64, to: f64| match from < to {
        true => rule.integrate(from, to, PANELS, integrand),
        false => 0.0,
    };
    (piece(from, rise) + piece(rise, fall) + piece(fall, to)).min(1.0)
}

/// The density of the root of a chi-square over its degrees of freedom, 2a^a / Gamma(a) s^(2a-1)
/// e^(-a s^2) with a = df/2, written so that large degrees of freedom do not cancel.
fn chi_density(df: f64) -> impl Fn(f64) -> f64 {
    let a = df / 2.0;
    let log_factor = ln(2.0 * a / (TAU * a).sqrt()) - stirling_error(a);
    move |s: f64| {
        let away = s - 1.0;
        let exponent = 2.0 * (ln_1p(away) - away) - away * away;
        exp(log_factor + a * exponent) / s
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distribution::t_sf;
    use proptest::prelude::*;

    /// scipy.stats.nct.sf(t, df, delta), SciPy 1.17.1.
    #[test]
    fn agrees_with_scipy() {
        for (t, df, delta, expected) in SCIPY {
            let found = noncentral_t_sf(t, df, delta);
            assert!((found / expected - 1.0).abs() < 1e-10, "{t} {df} {delta}: {found} {expected}");
        }
    }

    #[test]
    fn limits_and_nonsense() {
        assert_eq!(noncentral_t_sf(1.0, f64::INFINITY, 0.5), normal_sf(0.5));
        assert!((noncentral_t_sf(0.0, 7.0, 1.3) - normal_sf(-1.3)).abs() < 1e-14);
        assert!((noncentral_t_sf(1.7, 1e9, 0.4) - normal_sf(1.3)).abs() < 1e-8);
        for (t, df, delta) in [(f64::NAN, 3.0, 0.0), (1.0, 0.5, 0.0), (1.0, 3.0, f64::INFINITY)] {
            assert!(noncentral_t_sf(t, df, delta).is_nan());
        }
    }

    proptest! {
        #[test]
        fn is_the_t_distribution_without_difference(t in -30.0_f64..30.0, df in 1_u32..400) {
            let df = f64::from(df);
            prop_assert!((noncentral_t_sf(t, df, 0.0) - t_sf(t, df)).abs() < 1e-13);
        }

        #[test]
        fn mirrors_and_rises(
            t in -50.0_f64..50.0, df in 1_u32..400, delta in -8.0_f64..8.0, more in 0.0_f64..2.0,
        ) {
            let df = f64::from(df);
            let found = noncentral_t_sf(t, df, delta);
            let mirrored = noncentral_t_sf(-t, df, -delta);
            prop_assert!((found + mirrored - 1.0).abs() < 1e-12);
            prop_assert!(noncentral_t_sf(t, df, delta + more) >= found - 1e-13);
        }
    }

    const SCIPY: [(f64, f64, f64, f64); 12] = [
        (2.0, 1.0, 0.5, 0.2515144157607098),
        (63.656741, 1.0, 3.0, 0.03758875834979515),
        (2.26, 9.0, 0.0, 0.025088297891071122),
        (2.26, 9.0, 1.5, 0.2690813065455194),
        (2.26, 9.0, -1.0, 0.0021031516764507692),
        (-1.0, 9.0, 1.5, 0.9920432746946153),
        (1.98, 99.0, 2.8, 0.7930290141067196),
        (1.96, 10000.0, 2.8, 0.7995369297147641),
        (636.0, 1.0, 40.0, 0.05014829419838824),
        (3.5, 26.0, 6.0, 0.9884946775976273),
        (5.0, 26.0, 0.5, 9.914464681691836e-05),
        (12.7, 1.0, -0.7, 0.008964407961692173),
    ];
}
