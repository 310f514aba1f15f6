//! Quantiles by linear interpolation between order statistics (type 7 of Hyndman and Fan, "Sample
//! quantiles in statistical packages", The American Statistician 50(4), 1996; the default of R,
//! NumPy and Julia): with n sorted values the quantile q lies at place (n - 1) q, counted from
//! zero. It must not know what the values are.

use super::error::StatsError;

/// Type-7 quantile of values that are already sorted upwards; NaN for no values. `q` is held
/// inside [0, 1].
pub fn quantile_sorted(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = last as f64 * q.clamp(0.0, 1.0);
    let below = place as usize;
    between(sorted[below], sorted[(below + 1).min(last)], place - below as f64)
}

/// Type-7 quantile of values in any order.
pub fn quantile(values: &[f64], q: f64) -> Result<f64, StatsError> {
    if !(0.0..=1.0).contains(&q) {
        return Err(StatsError::BadInput {
            test: "quantile",
            reason: "the probability must lie between 0 and 1",
        });
    }
    Ok(quantile_sorted(&sorted_copy(values)?, q))
}

/// Median: the middle value, or the mean of the two middle values.
pub fn median(values: &[f64]) -> Result<f64, StatsError> {
    quantile(values, 0.5)
}

/// The values in ascending order, refused when there are none or one of them is NaN.
pub fn sorted_copy(values: &[f64]) -> Result<Vec<f64>, StatsError> {
    if values.is_empty() {
        return Err(StatsError::TooFew { test: "quantile", what: "values", needed: 1, found: 0 });
    }
    if values.iter().any(|v| v.is_nan()) {
        return Err(StatsError::BadInput { test: "quantile", reason: "a value is not a number" });
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(sorted)
}

/// A point on the way from `from` to `to`; two equal ends (also two infinities) give that end.
pub fn between(from: f64, to: f64, share: f64) -> f64 {
    if from == to || share == 0.0 { from } else { from + share * (to - from) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// numpy.quantile([3.1, -2.0, 7.5, 0.25, 11.0, 4.0], q), NumPy 2.4.6.
    #[test]
    fn agrees_with_numpy() {
        let values = [3.1, -2.0, 7.5, 0.25, 11.0, 4.0];
        for (q, expected) in [
            (0.0, -2.0),
            (0.1, -0.875),
            (0.25, 0.9625),
            (0.5, 3.55),
            (0.75, 6.625),
            (0.975, 10.5625),
            (1.0, 11.0),
        ] {
            let got = quantile(&values, q).unwrap();
            assert!((got - expected).abs() < 1e-12, "{q}: {got}");
        }
    }

    #[test]
    fn refuses_what_has_no_quantile() {
        assert!(quantile(&[], 0.5).is_err());
        assert!(quantile(&[1.0], 1.5).is_err());
        assert!(median(&[1.0, f64::NAN]).is_err());
        assert_eq!(median(&[7.0]), Ok(7.0));
        assert_eq!(median(&[f64::INFINITY, f64::INFINITY]), Ok(f64::INFINITY));
    }

    proptest! {
        #[test]
        fn quantiles_rise_and_reflect(
            values in prop::collection::vec(-1e3_f64..1e3, 1..40), q in 0.0_f64..1.0,
        ) {
            let negated: Vec<f64> = values.iter().map(|v| -v).collect();
            let low = quantile(&values, q * 0.5).unwrap();
            prop_assert!(low <= quantile(&values, q).unwrap() + 1e-9);
            let mirrored = -quantile(&negated, 1.0 - q).unwrap();
            prop_assert!((mirrored - quantile(&values, q).unwrap()).abs() < 1e-6);
        }
    }
}
