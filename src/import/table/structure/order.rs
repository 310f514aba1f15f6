//! Statistics of sorted numbers: quantiles, the median distance to the median, and means without the ends. Quantiles are
//! those of NumPy, pandas and R, which interpolate between neighbours.

use crate::num::math;

/// The standard deviation of a normal distribution in its median distances.
pub const NORMAL: f64 = 1.482_602_218_505_602;

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The number that a share of the others is below.
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let sorted = sorted(values);
    let place = share * (sorted.len() as f64 - 1.0);
    let lower = *sorted.get(place.max(0.0) as usize)?;
    let upper = sorted.get(place.max(0.0) as usize + 1).copied().unwrap_or(lower);
    Some(lower + (upper - lower) * place.fract())
}

/// The median distance to the median.
pub fn median_deviation(values: &[f64]) -> Option<f64> {
    let median = quantile(values, 0.5)?;
    let distances: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
    quantile(&distances, 0.5)
}

/// The mean without a percentage of the numbers at each end, at least one.
pub fn trimmed_mean(values: &[f64], percent: usize) -> Option<f64> {
    let sorted = sorted(values);
    let cut = (sorted.len() * percent / 100).max(1);
    let kept = sorted.get(cut..sorted.len().checked_sub(cut)?)?;
    (!kept.is_empty()).then(|| math::mean(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_numpy_and_scipy_have_it() {
        // numpy.quantile, scipy.stats.median_abs_deviation and trim_mean (NumPy 2.1, SciPy 1.14).
        let values = [7.0, 1.0, 4.0, 2.0, 11.0];
        assert_eq!(quantile(&values, 0.25), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.75), Some(3.25));
        assert_eq!(median_deviation(&values), Some(3.0));
        assert_eq!(trimmed_mean(&values, 20), Some(13.0 / 3.0));
        assert_eq!(trimmed_mean(&[1.0, 2.0], 10), None);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
