//! What is kept of the p-values of many draws: quartiles, mean, share below alpha, and a histogram
//! of ln p with fixed bins so that two comparisons can be laid over each other (Suppharangsarn
//! 2010, Figs. 5.7-5.9, decides by the median). It must not know where the p-values come from.

use crate::num::math;
use crate::stats::error::StatsError;
use crate::stats::quantile::{quantile_sorted, sorted_copy};

/// Where the histogram begins: bin 0 holds ln p in [-30, -29.5).
pub const LN_P_START: f64 = -30.0;
/// Width of a bin of the histogram.
pub const LN_P_WIDTH: f64 = 0.5;
/// Number of bins; the last ends at ln p = 0 and includes it.
pub const LN_P_BINS: usize = 60;

/// Counts of ln p.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LnPHistogram {
    /// Draws with ln p below [`LN_P_START`], p = 0 among them.
    pub below: usize,
    /// Bin i holds ln p from `LN_P_START + i * LN_P_WIDTH` up to the start of the next.
    pub bins: Vec<usize>,
}

/// The distribution of p over draws in a few numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct PSummary {
    /// Number of draws.
    pub draws: usize,
    /// Median: the published decision compares this with alpha. It has no known error rate.
    pub median: f64,
    /// First quartile (type 7).
    pub lower_quartile: f64,
    /// Third quartile (type 7).
    pub upper_quartile: f64,
    /// Mean.
    pub mean: f64,
    /// Share of draws with p < alpha.
    pub share_below_alpha: f64,
    /// Histogram of ln p.
    pub histogram: LnPHistogram,
}

/// Sums up the p-values of all draws.
pub fn summarise(p_values: &[f64], alpha: f64) -> Result<PSummary, StatsError> {
    if !(alpha > 0.0 && alpha < 1.0) {
        let reason = "alpha must lie between 0 and 1";
        return Err(StatsError::BadInput { test: "summary of p-values", reason });
    }
    let sorted = sorted_copy(p_values)?;
    let draws = sorted.len();
    Ok(PSummary {
        draws,
        median: quantile_sorted(&sorted, 0.5),
        lower_quartile: quantile_sorted(&sorted, 0.25),
        upper_quartile: quantile_sorted(&sorted, 0.75),
        mean: math::mean(&sorted),
        share_below_alpha: sorted.partition_point(|&p| p < alpha) as f64 / draws as f64,
        histogram: ln_p_histogram(&sorted),
    })
}

fn ln_p_histogram(p_values: &[f64]) -> LnPHistogram {
    let mut histogram = LnPHistogram { below: 0, bins: vec![0; LN_P_BINS] };
    for &p in p_values {
        let place = (math::ln(p) - LN_P_START) / LN_P_WIDTH;
        if place < 0.0 {
            histogram.below += 1;
        } else {
            histogram.bins[(place as usize).min(LN_P_BINS - 1)] += 1;
        }
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_quartiles() {
        let summary = summarise(&[0.04, 0.5, 0.0, 0.05, 1.0, 0.01, 1e-13], 0.05).unwrap();
        assert_eq!((summary.draws, summary.median), (7, 0.04));
        assert!((summary.lower_quartile - 0.005).abs() < 1e-12);
        assert!((summary.upper_quartile - 0.275).abs() < 1e-12);
        assert!((summary.mean - 1.6 / 7.0).abs() < 1e-12);
        assert!((summary.share_below_alpha - 4.0 / 7.0).abs() < 1e-15);
        let histogram = summary.histogram;
        // ln 1e-13 = -29.93, ln 0.01 = -4.6, ln 0.04 = -3.2, ln 0.05 = -3.0 (just above),
        // ln 0.5 = -0.69.
        assert_eq!(histogram.below, 1);
        for bin in [0, 50, 53, 54, 58, 59] {
            assert_eq!(histogram.bins[bin], 1, "{bin}");
        }
        assert_eq!(histogram.bins.iter().sum::<usize>(), 6);
    }

    #[test]
    fn refuses_nothing_and_bad_levels() {
        assert!(summarise(&[], 0.05).is_err());
        assert!(summarise(&[0.1], 0.0).is_err() && summarise(&[0.1], f64::NAN).is_err());
        assert!(summarise(&[f64::NAN], 0.05).is_err());
    }
}
