//! Is a score worse than an earlier one by more than a margin? The evidence is paired: the same folds, and where the
//! score is a share of right answers also the same rows. Two one-sided t-tests ask whether the drop is shown to lie
//! beyond the margin, and whether it is shown to lie within. It must not know what was scored.
//!
//! The variance of the mean drop of n folds is that of the corrected resampled t-test (Nadeau and Bengio 2003, *Machine
//! Learning* 52:239), s^2 (1/n + 1/(k-1)), because training parts overlap. Where rows are paired, they tell how much of
//! s^2 is their own doing: k times the variance of paired proportions, with half a row added to each of the four cells
//! (Agresti and Min 2005, *Statistics in Medicine* 24:729). s^2 is never taken for less than that. While folds vary no
//! more, it has the degrees of freedom of the rows; if they vary more, those of the folds. So a handful of folds that
//! happen to agree proves nothing, and a handful of folds is enough where rows leave no doubt.

use crate::num::math;
use crate::stats::distribution::{t_quantile, t_sf};

/// More repeats than anyone runs.
const MOST_REPEATS: usize = 1000;

/// Differences below are what is left of equal scores after rounding.
const ROUNDING: f64 = 1e-12;

/// Rows that only one side answered rightly, as means over repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangedRows {
    /// All rows.
    pub rows: f64,
    /// Right before, wrong now.
    pub lost: f64,
    /// Wrong before, right now.
    pub won: f64,
}

impl ChangedRows {
    /// The variance of the difference of both shares.
    fn variance(self) -> f64 {
        let (lost, won, rows) = (self.lost + 0.5, self.won + 0.5, self.rows + 2.0);
        ((lost + won) - (lost - won) * (lost - won) / rows).max(0.0) / (rows * rows)
    }
}

/// What paired trials tell about a drop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    mean: f64,
    /// Variance of a fold's drop.
    variance: f64,
    pairs: usize,
    folds: usize,
    /// Rows of a test part for each row of the training part beside it.
    overlap: f64,
    /// The part of it that rows explain, with its degrees of freedom.
    by_rows: (f64, f64),
}

impl Evidence {
    /// From the drops of all folds of all repeats (`folds` of them a repeat), the rows of a test part for each row of the
    /// training part beside it, and the changed rows if the score is a share of right answers. `None` where they tell
    /// nothing: less than two drops, one that is not a number, or folds that do not vary at all without rows to say how
    /// much they might.
    pub fn new(
        drops: &[f64],
        folds: usize,
        overlap: f64,
        changed: Option<ChangedRows>,
    ) -> Option<Evidence> {
        if folds == 0 || !drops.iter().all(|drop| drop.is_finite()) {
            return None;
        }
        let sd = math::sample_sd(drops)?;
        let sd = if sd < ROUNDING { 0.0 } else { sd };
        let by_rows = changed.map_or((0.0, 1.0), |changed| {
            (folds as f64 * changed.variance(), (changed.rows - 1.0).max(1.0))
        });
        let (mean, pairs) = (math::mean(drops), drops.len());
        if !mean.is_finite() || !sd.is_finite() || (sd == 0.0 && changed.is_none()) {
            return None;
        }
        Some(Evidence { mean, variance: sd * sd, pairs, folds, overlap, by_rows })
    }

    /// The drop as it is known now.
    pub fn drop(&self) -> Drop {
        self.with_pairs(self.pairs)
    }

    /// The drop as it would be known from so many pairs, were all else the same.
    fn with_pairs(&self, pairs: usize) -> Drop {
        let (explained, df_of_rows) = self.by_rows;
        let (variance, df) = if self.variance < explained {
            (explained, df_of_rows)
        } else {
            (self.variance, pairs as f64 - 1.0)
        };
        let se = (variance * (1.0 / pairs as f64 + self.overlap)).sqrt();
        Drop { estimate: self.mean, se, df }
    }
}

/// How many repeats would decide about a mean over datasets, were each drop the one seen so far; `None` stands for a
/// dataset on which nothing changed. `beyond` and `within` are the levels of both tests. No number is returned if none
/// up to a thousand would do, because there are too few rows or the drop is too close to the margin.
pub fn repeats_to_decide(
    datasets: &[Option<Evidence>],
    margin: f64,
    beyond: f64,
    within: f64,
) -> Option<usize> {
    let decides = |repeats: usize| {
        let drop = |e: &Option<Evidence>| {
            e.map_or(Drop::NONE, |evidence| evidence.with_pairs(repeats * evidence.folds))
        };
        let mean = Drop::mean_of(&datasets.iter().map(drop).collect::<Vec<Drop>>());
        mean.is_some_and(|d| d.p_beyond(margin) < beyond || d.p_within(margin) < within)
    };
    let now = datasets.iter().flatten().map(|e| e.pairs / e.folds).max()?;
    let (mut low, mut high) = (now, MOST_REPEATS);
    if low >= high || decides(low) || !decides(high) {
        return None;
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if decides(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// An estimated drop; below zero where the score rose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drop {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub se: f64,
    /// Degrees of freedom of the standard error.
    pub df: f64,
}

impl Drop {
    /// No drop at all: nothing changed.
    pub const NONE: Drop = Drop { estimate: 0.0, se: 0.0, df: 1.0 };

    /// The drop of a mean over several datasets, from the drops on each; `None` for none.
    pub fn mean_of(drops: &[Drop]) -> Option<Drop> {
        if drops.is_empty() {
            return None;
        }
        let count = drops.len() as f64;
        let variance: f64 = drops.iter().map(|d| d.se * d.se).sum();
        // Welch and Satterthwaite: datasets that hardly vary lend few degrees of freedom.
        let spread: f64 = drops.iter().map(|d| (d.se * d.se).powi(2) / d.df).sum();
        let df = if spread > 0.0 { variance * variance / spread } else { 1.0 };
        let estimate = drops.iter().map(|d| d.estimate).sum::<f64>() / count;
        Some(Drop { estimate, se: variance.sqrt() / count, df })
    }

    /// The p of "the drop is at most the margin": small where a larger one is shown.
    pub fn p_beyond(&self, margin: f64) -> f64 {
        self.tail(self.estimate - margin)
    }

    /// The p of "the drop is at least the margin": small where such a drop is excluded.
    pub fn p_within(&self, margin: f64) -> f64 {
        self.tail(margin - self.estimate)
    }

    fn tail(&self, distance: f64) -> f64 {
        match (self.se > 0.0, distance > ROUNDING) {
            (true, _) => t_sf(distance / self.se, self.df),
            (false, true) => 0.0,
            (false, false) => 1.0,
        }
    }

    /// The largest drop that is not excluded: every margin above it would be kept.
    pub fn upper(&self, alpha: f64) -> f64 {
        self.estimate + self.quantile(1.0 - alpha)
    }

    /// The smallest true drop that would be shown to lie beyond the margin with this probability.
    pub fn detectable(&self, margin: f64, alpha: f64, power: f64) -> f64 {
        margin + self.quantile(1.0 - alpha) + self.quantile(power)
    }

    fn quantile(&self, p: f64) -> f64 {
        if self.se > 0.0 { self.se * t_quantile(p, self.df) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a cross-validation.
    fn evidence(drops: &[f64], folds: usize, changed: Option<ChangedRows>) -> Option<Evidence> {
        Evidence::new(drops, folds, 1.0 / (folds as f64 - 1.0), changed)
    }
    use crate::stats::resampled_ttest::corrected_resampled;
    use proptest::prelude::*;

    const BEFORE: [f64; 5] = [0.90, 0.92, 0.88, 0.91, 0.93];
    const AFTER: [f64; 5] = [0.89, 0.90, 0.88, 0.88, 0.92];

    fn drops() -> Vec<f64> {
        BEFORE.iter().zip(&AFTER).map(|(b, a)| b - a).collect()
    }

    #[test]
    fn without_a_margin_it_is_the_corrected_resampled_test() {
        let drop = evidence(&drops(), 5, None).unwrap().drop();
        let test = corrected_resampled(&BEFORE, &AFTER, 0.25).unwrap();
        assert!((drop.estimate / drop.se - test.t).abs() < 1e-12);
        assert!((drop.p_beyond(0.0) - test.p_two_sided / 2.0).abs() < 1e-12);
        assert!((drop.p_within(0.0) + drop.p_beyond(0.0) - 1.0).abs() < 1e-12);
    }

    /// By hand: 8 lost and 2 won of 100, with half a row each: (11 - 36 / 102) / 102^2.
    #[test]
    fn rows_by_hand() {
        let changed = ChangedRows { rows: 100.0, lost: 8.0, won: 2.0 };
        let expected = (11.0_f64 - 36.0 / 102.0) / (102.0 * 102.0);
        assert!((changed.variance() - expected).abs() < 1e-15);
        // Folds that vary less than rows explain: five times that, over five folds with overlap, df of the rows.
        let drop = evidence(&[0.06; 5], 5, Some(changed)).unwrap().drop();
        assert!((drop.se - (5.0 * expected * (0.2 + 0.25)).sqrt()).abs() < 1e-15);
        assert!((drop.df - 99.0).abs() < 1e-9);
    }

    #[test]
    fn folds_that_happen_to_agree_are_no_proof() {
        let even = [0.02; 5];
        assert!(evidence(&even, 5, None).is_none());
        assert!(evidence(&[0.0; 5], 5, None).is_none());
        let changed = ChangedRows { rows: 100.0, lost: 2.0, won: 0.0 };
        let held = evidence(&even, 5, Some(changed)).unwrap().drop();
        assert!(held.p_beyond(0.01) > 0.2, "{held:?}");
    }

    #[test]
    fn few_folds_are_enough_where_rows_leave_no_doubt() {
        let drops = [0.38, 0.40, 0.42];
        let changed = ChangedRows { rows: 150.0, lost: 60.0, won: 0.0 };
        let (alone, held) =
            (evidence(&drops, 3, None).unwrap(), evidence(&drops, 3, Some(changed)).unwrap());
        assert!(held.drop().p_beyond(0.01) < 1e-6, "{:?}", held.drop());
        // What folds vary beyond their rows keeps the few degrees of freedom of folds.
        let wild = evidence(&[0.1, 0.4, 0.7], 3, Some(changed)).unwrap().drop();
        assert!(wild.df < 3.0 && wild.p_beyond(0.01) > 0.05, "{wild:?}");
        assert!((alone.drop().df - 2.0).abs() < 1e-12);
    }

    #[test]
    fn what_did_not_change_is_within_any_margin() {
        assert_eq!((Drop::NONE.p_within(0.01), Drop::NONE.p_beyond(0.01)), (0.0, 1.0));
        assert_eq!(Drop::NONE.upper(0.05), 0.0);
    }

    #[test]
    fn too_little_is_no_evidence() {
        assert!(evidence(&[0.1], 5, None).is_none());
        assert!(evidence(&[], 5, None).is_none());
        assert!(evidence(&[0.1, f64::NAN], 5, None).is_none());
        assert!(evidence(&[f64::MAX, f64::MAX, 0.0], 5, None).is_none());
        assert!(Drop::mean_of(&[]).is_none());
    }

    #[test]
    fn the_mean_of_two_equal_drops_has_a_smaller_error() {
        let one = Drop { estimate: 0.02, se: 0.01, df: 4.0 };
        let mean = Drop::mean_of(&[one, one]).unwrap();
        assert!((mean.estimate - 0.02).abs() < 1e-15);
        assert!((mean.se - 0.01 / 2.0_f64.sqrt()).abs() < 1e-15);
        assert!((mean.df - 8.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn the_repeats_that_decide_do(
            drops in prop::collection::vec(-0.05..0.05_f64, 5), margin in 0.0..0.05_f64
        ) {
            let evidence = evidence(&drops, 5, None).unwrap();
            let p = |repeats: usize| {
                let drop = evidence.with_pairs(5 * repeats);
                drop.p_beyond(margin).min(drop.p_within(margin))
            };
            prop_assume!(p(1) >= 0.05);
            match repeats_to_decide(&[Some(evidence)], margin, 0.05, 0.05) {
                Some(repeats) => prop_assert!(p(repeats) < 0.05 && p(repeats - 1) >= 0.05),
                None => prop_assert!(p(MOST_REPEATS) >= 0.05),
            }
        }

        #[test]
        fn bounds_and_tests_agree(
            estimate in -0.1..0.1_f64, se in 0.001..0.1_f64, df in 1.0..50.0_f64, margin in 0.0..0.1_f64
        ) {
            let drop = Drop { estimate, se, df };
            prop_assume!((drop.upper(0.05) - margin).abs() > 1e-9);
            prop_assert_eq!(drop.upper(0.05) < margin, drop.p_within(margin) < 0.05);
            prop_assert!(drop.p_beyond(margin).min(drop.p_within(margin)) <= 0.5);
        }
    }
}
