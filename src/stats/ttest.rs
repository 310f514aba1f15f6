//! Student's t-tests (Student 1908, *Biometrika* 6:1): paired, independent with pooled variance or
//! Welch's (Welch 1947, *Biometrika* 34:28), from samples or from printed means and standard
//! deviations, and the k-fold form that papers use when only those are printed. Differences are a -
//! b, positive where `a` is better. Tests that correct for shared training data are in
//! `resampled_ttest`. It must not know where the scores come from.

use crate::num::math::{mean, sample_sd};
use crate::stats::distribution::t_sf;
use crate::stats::error::StatsError;

/// Spread below this many rounding errors of the data is no spread: subtracting decimals leaves
/// that much where the differences are in truth all equal.
const NOISE: f64 = 8.0 * f64::EPSILON;

/// What a t-test needs of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Mean.
    pub mean: f64,
    /// Standard deviation with n - 1 in the denominator.
    pub sd: f64,
    /// Size.
    pub n: usize,
}

/// What the independent test assumes of the variances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variances {
    /// They are equal and estimated together.
    Pooled,
    /// They may differ; degrees of freedom by Welch and Satterthwaite.
    Welch,
}

/// The outcome of a t-test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TTest {
    /// Mean of `a` minus mean of `b`.
    pub difference: f64,
    /// Standard error of the difference.
    pub standard_error: f64,
    /// Their quotient.
    pub t: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Two-sided p.
    pub p_two_sided: f64,
    /// One-sided p of the alternative that `a` is better.
    pub p_a_better: f64,
}

impl TTest {
    /// The test for a difference with this standard error.
    pub(crate) fn new(difference: f64, standard_error: f64, df: f64) -> TTest {
        let t = difference / standard_error;
        let p_two_sided = 2.0 * t_sf(t.abs(), df);
        TTest { difference, standard_error, t, df, p_two_sided, p_a_better: t_sf(t, df) }
    }
}

impl Summary {
    /// The summary of a sample of at least two finite values.
    pub fn of(values: &[f64], test: &'static str) -> Result<Summary, StatsError> {
        finite(values, test)?;
        let n = values.len();
        let sd = sample_sd(values).ok_or(StatsError::TooFew {
            test,
            what: "values",
            needed: 2,
            found: n,
        })?;
        let noise = NOISE * largest(values);
        Ok(Summary { mean: mean(values), sd: if sd <= noise { 0.0 } else { sd }, n })
    }

    fn checked(self, test: &'static str) -> Result<Summary, StatsError> {
        if !self.mean.is_finite() || !self.sd.is_finite() || self.sd < 0.0 {
            let reason = "a mean or standard deviation is impossible";
            return Err(StatsError::BadInput { test, reason });
        }
        if self.n < 2 {
            let what = "values";
            return Err(StatsError::TooFew { test, what, needed: 2, found: self.n });
        }
        Ok(self)
    }

    fn variance(&self) -> f64 {
        self.sd * self.sd
    }
}

/// Matched pairs: t = mean(d) / (sd(d) / sqrt n), n - 1 degrees of freedom.
pub fn paired(a: &[f64], b: &[f64]) -> Result<TTest, StatsError> {
    const TEST: &str = "paired t-test";
    let d = spread_differences(a, b, TEST)?;
    let n = d.n as f64;
    Ok(TTest::new(d.mean, d.sd / n.sqrt(), n - 1.0))
}

/// Independent samples.
pub fn independent(a: &[f64], b: &[f64], variances: Variances) -> Result<TTest, StatsError> {
    let a = Summary::of(a, INDEPENDENT)?;
    let b = Summary::of(b, INDEPENDENT)?;
    independent_from_summaries(a, b, variances)
}

const INDEPENDENT: &str = "independent t-test";

/// Independent samples, known by their means and standard deviations.
pub fn independent_from_summaries(
    a: Summary,
    b: Summary,
    variances: Variances,
) -> Result<TTest, StatsError> {
    let (a, b) = (a.checked(INDEPENDENT)?, b.checked(INDEPENDENT)?);
    let (n_a, n_b) = (a.n as f64, b.n as f64);
    let (of_a, of_b) = (a.variance() / n_a, b.variance() / n_b);
    let (standard_error, df) = match variances {
        Variances::Pooled => (pooled_sd(a, b) * (1.0 / n_a + 1.0 / n_b).sqrt(), n_a + n_b - 2.0),
        Variances::Welch => {
            let both = of_a + of_b;
            let df = both * both / (of_a * of_a / (n_a - 1.0) + of_b * of_b / (n_b - 1.0));
            (both.sqrt(), df)
        }
    };
    some_spread(standard_error, INDEPENDENT)?;
    Ok(TTest::new(a.mean - b.mean, standard_error, df))
}

/// The standard deviation estimated from both samples together.
pub fn pooled_sd(a: Summary, b: Summary) -> f64 {
    let (free_a, free_b) = ((a.n as f64) - 1.0, (b.n as f64) - 1.0);
    ((free_a * a.variance() + free_b * b.variance()) / (free_a + free_b)).sqrt()
}

/// The k-fold cross-validated t-test from printed means and standard deviations over the same
/// `folds`: t = d / sqrt((s_a^2 + s_b^2) / k) with k - 1 degrees of freedom. Not knowing the
/// covariance of the folds, it treats it as zero, yet counts the degrees of freedom of a paired
/// test. Shen (2013) marks his tables by it.
pub fn cross_validated(
    (mean_a, sd_a): (f64, f64),
    (mean_b, sd_b): (f64, f64),
    folds: usize,
) -> Result<TTest, StatsError> {
    const TEST: &str = "cross-validated t-test";
    let a = Summary { mean: mean_a, sd: sd_a, n: folds }.checked(TEST)?;
    let b = Summary { mean: mean_b, sd: sd_b, n: folds }.checked(TEST)?;
    let standard_error = ((a.variance() + b.variance()) / folds as f64).sqrt();
    some_spread(standard_error, TEST)?;
    Ok(TTest::new(mean_a - mean_b, standard_error, folds as f64 - 1.0))
}

/// The summary of the differences of matched pairs, which must not all be the same.
pub(crate) fn spread_differences(
    a: &[f64],
    b: &[f64],
    test: &'static str,
) -> Result<Summary, StatsError> {
    if a.len() != b.len() {
        return Err(StatsError::BadInput { test, reason: "the samples differ in length" });
    }
    finite(a, test)?;
    finite(b, test)?;
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let summary = Summary::of(&differences, test)?;
    // The rounding errors are those of the scores, which may be much larger than their differences.
    let noise = NOISE * largest(a).max(largest(b));
    some_spread(if summary.sd <= noise { 0.0 } else { summary.sd }, test)?;
    Ok(summary)
}

/// Refuses values that are not finite.
pub(crate) fn finite(values: &[f64], test: &'static str) -> Result<(), StatsError> {
    if values.iter().all(|value| value.is_finite()) {
        return Ok(());
    }
    Err(StatsError::BadInput { test, reason: "a value is not a finite number" })
}

/// Refuses data without spread.
pub(crate) fn some_spread(spread: f64, test: &'static str) -> Result<(), StatsError> {
    if spread > 0.0 {
        return Ok(());
    }
    Err(StatsError::Undefined { test, reason: "the values have no spread" })
}

/// The largest spread that rounding alone can cause in values of this size.
pub(crate) fn rounding_noise(values: &[f64]) -> f64 {
    NOISE * largest(values)
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: f64, reference: f64) {
        assert!((ours - reference).abs() <= 1e-12 * reference.abs(), "{ours} {reference}");
    }

    #[test]
    fn agrees_with_scipy() {
        let (a, b) = ([0.81, 0.79, 0.85, 0.90], [0.80, 0.75, 0.86, 0.83]);
        // scipy.stats.ttest_rel(a, b); alternative="greater".
        let test = paired(&a, &b).unwrap();
        close(test.t, T_REL);
        close(test.p_two_sided, P_REL);
        // scipy.stats.ttest_ind_from_stats(90.9, 4.07, 10, 81.9, 4.38, 12, equal_var=False)
        let a = Summary { mean: 90.9, sd: 4.07, n: 10 };
        let b = Summary { mean: 81.9, sd: 4.38, n: 12 };
        let welch = independent_from_summaries(a, b, Variances::Welch).unwrap();
        close(welch.t, T_WELCH);
        close(welch.p_two_sided, P_WELCH);
        let pooled = independent_from_summaries(a, b, Variances::Pooled).unwrap();
        close(pooled.t, T_POOLED);
        assert_eq!(pooled.df, 20.0);
    }

    const T_REL: f64 = 1.5714285714285714;
    const P_REL: f64 = 0.21412106220593097;
    const T_WELCH: f64 = 4.988320372928315;
    const P_WELCH: f64 = 7.341597212080482e-05;
    const T_POOLED: f64 = 4.95356300930727;

    /// With equal sizes and uncorrelated folds the paired test on samples and the one on summaries
    /// are the same.
    #[test]
    fn cross_validated_is_paired_without_covariance() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0], [1.0, -1.0, -1.0, 1.0]);
        let (of_a, of_b) = (Summary::of(&a, "t").unwrap(), Summary::of(&b, "t").unwrap());
        let folds = cross_validated((of_a.mean, of_a.sd), (of_b.mean, of_b.sd), 4).unwrap();
        let pairs = paired(&a, &b).unwrap();
        close(folds.t, pairs.t);
        close(folds.p_a_better, pairs.p_a_better);
        assert_eq!(folds.df, 3.0);
    }

    #[test]
    fn degenerate_samples_are_refused() {
        assert!(matches!(paired(&[], &[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(paired(&[1.0], &[2.0]), Err(StatsError::TooFew { .. })));
        assert!(matches!(paired(&[1.0, 2.0], &[2.0]), Err(StatsError::BadInput { .. })));
        assert!(matches!(paired(&[1.0, f64::NAN], &[2.0, 3.0]), Err(StatsError::BadInput { .. })));
        // Every difference is one tenth; f64 makes 0.09999999999999998 of one of them.
        let constant = paired(&[0.3, 0.2, 0.9], &[0.2, 0.1, 0.8]);
        assert!(matches!(constant, Err(StatsError::Undefined { .. })));
        let constant = independent(&[0.1, 0.1, 0.1], &[0.7, 0.7, 0.7], Variances::Welch);
        assert!(matches!(constant, Err(StatsError::Undefined { .. })));
        let one = independent(&[0.1], &[0.7, 0.8], Variances::Pooled);
        assert!(matches!(one, Err(StatsError::TooFew { .. })));
        assert!(matches!(
            cross_validated((1.0, 0.0), (2.0, 0.0), 10),
            Err(StatsError::Undefined { .. })
        ));
        assert!(matches!(
            cross_validated((1.0, -1.0), (2.0, 0.0), 10),
            Err(StatsError::BadInput { .. })
        ));
        assert!(matches!(
            cross_validated((1.0, 1.0), (2.0, 0.0), 1),
            Err(StatsError::TooFew { .. })
        ));
        let infinite = cross_validated((f64::INFINITY, 1.0), (2.0, 1.0), 5);
        assert!(matches!(infinite, Err(StatsError::BadInput { .. })));
    }

    #[test]
    fn two_values_are_enough() {
        // t with one degree of freedom is the Cauchy distribution: P(|T| > 1) = 1/2.
        let test = paired(&[1.0, 0.0], &[0.0, 0.0]).unwrap();
        close(test.t, 1.0);
        close(test.p_two_sided, 0.5);
        close(test.p_a_better, 0.25);
    }

    proptest! {
        #[test]
        fn scale_and_order_do_not_matter(
            pairs in prop::collection::vec((-5.0_f64..5.0, -5.0_f64..5.0), 3..20),
            scale in 0.01_f64..100.0,
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let there = paired(&a, &b).unwrap();
            let back = paired(&b, &a).unwrap();
            prop_assert_eq!(there.t, -back.t);
            prop_assert!((there.p_a_better + back.p_a_better - 1.0).abs() < 1e-12);
            let scaled = |values: &[f64]| values.iter().map(|v| v * scale).collect::<Vec<f64>>();
            let larger = paired(&scaled(&a), &scaled(&b)).unwrap();
            prop_assert!((larger.t - there.t).abs() <= 1e-9 * there.t.abs().max(1.0));
        }
    }
}
