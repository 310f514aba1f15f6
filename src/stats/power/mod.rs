//! What an experiment can find before it is run: the power of a comparison (the probability that a
//! two-sided test at level alpha finds a real difference), the number of datasets or repeats that
//! a power needs, and the smallest difference that has it. Over datasets: `signed_rank` and, for
//! mean ranks, here; on one dataset: `resampled_t`. It must not know what is measured.

mod rank_sum;
mod resampled_t;
mod signed_rank;

pub use resampled_t::{RepeatsNeeded, Resampling, repeats_needed};
pub use signed_rank::{
    EXACT_DATASETS, signed_rank_datasets, signed_rank_power, smallest_signed_rank_effect,
};

use super::distribution::{normal_quantile, t_quantile};
use super::error::StatsError;
use super::noncentral_t::noncentral_t_sf;

/// More datasets or repeats than this are not counted.
pub const MOST: usize = 1_000_000;

/// The number of datasets with which two of `methods` (k) methods whose expected mean ranks differ
/// by `difference` are found different with probability `power`, at level `alpha` divided by the
/// number of `comparisons` (Bonferroni): the N of
/// (z(1 - alpha / (2 m)) + z(power)) sqrt(k (k + 1) / (6 N)) = difference, rounded up. The inverse
/// of [`super::effect::smallest_detectable_rank_difference`], with its normal approximation.
pub fn rank_datasets(
    difference: f64,
    methods: usize,
    comparisons: usize,
    alpha: f64,
    power: f64,
) -> Result<usize, StatsError> {
    const TEST: &str = "datasets for a difference of mean ranks";
    check_levels(TEST, alpha, power)?;
    for (what, needed, found) in [("methods", 2, methods), ("comparisons", 1, comparisons)] {
        if found < needed {
            return Err(StatsError::TooFew { test: TEST, what, needed, found });
        }
    }
    let k = methods as f64;
    if !(difference > 0.0 && difference <= k - 1.0) {
        let reason = "mean ranks of k methods differ by more than 0 and at most k - 1";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let level = alpha / comparisons as f64;
    let z = normal_quantile(1.0 - level / 2.0) + normal_quantile(power);
    let needed = (z / difference) * (z / difference) * k * (k + 1.0) / 6.0;
    counted(TEST, needed.ceil())
}

/// Refuses levels and powers that are no probabilities, and powers below the level, which need no
/// difference at all.
fn check_levels(test: &'static str, alpha: f64, power: f64) -> Result<(), StatsError> {
    if alpha > 0.0 && alpha < 1.0 && power > alpha && power < 1.0 {
        return Ok(());
    }
    let reason = "alpha must lie between 0 and 1, the power between alpha and 1";
    Err(StatsError::BadInput { test, reason })
}

/// A count that was computed as a real number, if it is at most [`MOST`].
fn counted(test: &'static str, count: f64) -> Result<usize, StatsError> {
    if count <= MOST as f64 {
        return Ok(count as usize);
    }
    Err(StatsError::Undefined { test, reason: "more than a million would be needed" })
}

/// The power of a two-sided t-test with this noncentrality.
fn t_power(noncentrality: f64, df: f64, alpha: f64) -> f64 {
    let critical = t_quantile(1.0 - alpha / 2.0, df);
    // Beyond this any power is one, and sums with it lose their digits.
    let noncentrality = noncentrality.min(1e9);
    noncentral_t_sf(critical, df, noncentrality) + noncentral_t_sf(critical, df, -noncentrality)
}

/// The smallest positive effect whose power reaches `power`, to nine digits; the power must rise
/// with the effect, to one in the end.
fn smallest_effect(power: f64, power_at: impl Fn(f64) -> f64) -> f64 {
    let short = |effect: f64| power_at(effect) - power;
    let (mut low, mut high) = (0.0, 1.0);
    let (mut at_low, mut at_high) = (short(low), short(high));
    while at_high < 0.0 && high < 1e12 {
        (low, at_low) = (high, at_high);
        high *= 2.0;
        at_high = short(high);
    }
    // False position, halving the weight of an end that stays (Illinois); rounding may keep it from
    // closing in, then halves.
    let mut low_moved = None;
    for step in 0..100 {
        if high - low <= 1e-10 * high {
            break;
        }
        let share = if step < 40 { at_high / (at_high - at_low) } else { 0.5 };
        // Never closer to an end than the tolerance, so that both ends move.
        let margin = 0.25e-10 * high;
        let middle = (high - (high - low) * share).clamp(low + margin, high - margin);
        let at_middle = short(middle);
        if at_middle < 0.0 {
            (low, at_low) = (middle, at_middle);
            at_high *= if low_moved == Some(true) { 0.5 } else { 1.0 };
            low_moved = Some(true);
        } else {
            (high, at_high) = (middle, at_middle);
            at_low *= if low_moved == Some(false) { 0.5 } else { 1.0 };
            low_moved = Some(false);
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::effect::smallest_detectable_rank_difference;
    use proptest::prelude::*;

    /// The formula with scipy.stats.norm, SciPy 1.17.1: 26.16, 40.37, 497.87 and 6.66 datasets.
    #[test]
    fn datasets_for_ranks_agree_with_scipy() {
        for (difference, methods, comparisons, alpha, power, expected) in [
            (1.0, 4, 1, 0.05, 0.8, 27),
            (1.0, 4, 6, 0.05, 0.8, 41),
            (0.5, 6, 15, 0.05, 0.9, 498),
            (2.0, 3, 2, 0.01, 0.8, 7),
        ] {
            let found = rank_datasets(difference, methods, comparisons, alpha, power);
            assert_eq!(found, Ok(expected));
        }
    }

    #[test]
    fn refuses_impossible_ranks() {
        assert!(rank_datasets(1.0, 1, 1, 0.05, 0.8).is_err());
        assert!(rank_datasets(1.0, 4, 0, 0.05, 0.8).is_err());
        assert!(rank_datasets(3.5, 4, 1, 0.05, 0.8).is_err());
        assert!(rank_datasets(0.0, 4, 1, 0.05, 0.8).is_err());
        assert!(rank_datasets(1.0, 4, 1, 0.05, 0.01).is_err());
        let endless = rank_datasets(1e-4, 4, 1, 0.05, 0.8);
        assert!(matches!(endless, Err(StatsError::Undefined { .. })));
    }

    proptest! {
        #[test]
        fn datasets_are_just_enough(
            difference in 0.05_f64..1.0, methods in 2_usize..12, comparisons in 1_usize..40,
        ) {
            let datasets = rank_datasets(difference, methods, comparisons, 0.05, 0.8).unwrap();
            let level = 0.05 / comparisons as f64;
            let smallest = |n| smallest_detectable_rank_difference(n, methods, level, 0.8).unwrap();
            prop_assert!(smallest(datasets) <= difference * (1.0 + 1e-12));
            prop_assert!(datasets == 1 || smallest(datasets - 1) > difference);
        }
    }
}
