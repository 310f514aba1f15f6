//! t- and F-tests for scores from resampling, where folds share training data and a plain paired
//! test is too eager: the corrected resampled t-test (Nadeau and Bengio 2003, *Machine Learning*
//! 52:239), Dietterich's 5x2cv t (1998, *Neural Computation* 10:1895) and Alpaydin's combined 5x2cv
//! F (1999, *Neural Computation* 11:1885). It must not know how the data was split beyond the
//! numbers it gets.

use crate::stats::distribution::f_sf;
use crate::stats::error::StatsError;
use crate::stats::ttest::{TTest, finite, rounding_noise, some_spread, spread_differences};

/// The outcome of an F-test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// Degrees of freedom of the numerator.
    pub df1: f64,
    /// Degrees of freedom of the denominator.
    pub df2: f64,
    /// p; an F-test has no direction.
    pub p: f64,
}

/// Corrected resampled t-test on the scores of all folds of all repeats: the variance of the mean
/// is (1/n + test size / training size) s^2, with n - 1 degrees of freedom. For k folds the ratio
/// is 1 / (k - 1), however often they are repeated.
pub fn corrected_resampled(
    a: &[f64],
    b: &[f64],
    test_train_ratio: f64,
) -> Result<TTest, StatsError> {
    const TEST: &str = "corrected resampled t-test";
    if !test_train_ratio.is_finite() || test_train_ratio < 0.0 {
        let reason = "the ratio of test to training size must be a number, zero or above";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let d = spread_differences(a, b, TEST)?;
    let n = d.n as f64;
    Ok(TTest::new(d.mean, corrected_error(d.sd, d.n, test_train_ratio), n - 1.0))
}

/// The standard error of the mean of `n` folds with a standard deviation, corrected for the training data that they share.
pub fn corrected_error(sd: f64, n: usize, test_train_ratio: f64) -> f64 {
    sd * (1.0 / n as f64 + test_train_ratio).sqrt()
}

/// Dietterich's 5x2cv t on the differences a - b of five repeats of two folds: the first difference
/// of all, over the root of the mean variance of the repeats, five degrees of freedom.
pub fn five_by_two_t(differences: &[[f64; 2]; 5]) -> Result<TTest, StatsError> {
    const TEST: &str = "5x2cv t-test";
    let variances = repeat_variances(differences, TEST)?;
    Ok(TTest::new(differences[0][0], (variances / 5.0).sqrt(), 5.0))
}

/// Alpaydin's combined 5x2cv F on the same differences: sum of all squared differences over twice
/// the sum of variances, F(10, 5). Unlike the t it does not depend on which fold comes first.
pub fn five_by_two_f(differences: &[[f64; 2]; 5]) -> Result<FTest, StatsError> {
    const TEST: &str = "5x2cv F-test";
    let variances = repeat_variances(differences, TEST)?;
    let squares: f64 = differences.as_flattened().iter().map(|d| d * d).sum();
    let f = squares / (2.0 * variances);
    Ok(FTest { f, df1: 10.0, df2: 5.0, p: f_sf(f, 10.0, 5.0) })
}

/// Sum over the repeats of the squared deviations of both folds from their mean, which is half the
/// square of the difference between them.
fn repeat_variances(differences: &[[f64; 2]; 5], test: &'static str) -> Result<f64, StatsError> {
    finite(differences.as_flattened(), test)?;
    let noise = rounding_noise(differences.as_flattened());
    let gaps = differences.iter().map(|[first, second]| first - second);
    let sum: f64 = gaps.filter(|gap| gap.abs() > noise).map(|gap| gap * gap / 2.0).sum();
    some_spread(sum, test)?;
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ttest::paired;

    const DIFFERENCES: [[f64; 2]; 5] =
        [[0.02, 0.04], [-0.01, 0.03], [0.05, 0.01], [0.02, 0.02], [0.03, 0.00]];

    fn close(ours: f64, reference: f64) {
        assert!((ours - reference).abs() <= 1e-12 * reference.abs(), "{ours} {reference}");
    }

    #[test]
    fn without_overlap_the_correction_vanishes() {
        let (a, b) = ([0.81, 0.79, 0.85, 0.90], [0.80, 0.75, 0.86, 0.83]);
        let plain = paired(&a, &b).unwrap();
        close(corrected_resampled(&a, &b, 0.0).unwrap().t, plain.t);
        // With n (1/n + 1/n) = 2 the standard error grows by the root of two.
        let corrected = corrected_resampled(&a, &b, 0.25).unwrap();
        close(corrected.t, plain.t / 2.0_f64.sqrt());
        assert!(corrected.p_two_sided > plain.p_two_sided);
        assert_eq!(corrected.df, 3.0);
    }

    /// By hand: gaps 0.02, 0.04, 0.04, 0, 0.03; variances half their squares, 0.00225 together;
    /// squares of the differences 0.0073.
    #[test]
    fn five_by_two_by_hand() {
        let t = five_by_two_t(&DIFFERENCES).unwrap();
        close(t.t, 0.02 / (0.00225_f64 / 5.0).sqrt());
        assert_eq!(t.df, 5.0);
        let f = five_by_two_f(&DIFFERENCES).unwrap();
        close(f.f, 0.0073 / 0.0045);
        assert_eq!((f.df1, f.df2), (10.0, 5.0));
    }

    #[test]
    fn only_the_t_depends_on_the_first_fold() {
        let mut swapped = DIFFERENCES;
        swapped[0].reverse();
        let t = |d| five_by_two_t(d).unwrap().t;
        assert!((t(&swapped) - 2.0 * t(&DIFFERENCES)).abs() < 1e-12);
        close(five_by_two_f(&swapped).unwrap().f, five_by_two_f(&DIFFERENCES).unwrap().f);
    }

    #[test]
    fn degenerate_samples_are_refused() {
        let constant = [[0.1; 2]; 5];
        assert!(matches!(five_by_two_t(&constant), Err(StatsError::Undefined { .. })));
        assert!(matches!(five_by_two_f(&constant), Err(StatsError::Undefined { .. })));
        let mut broken = DIFFERENCES;
        broken[3][1] = f64::NAN;
        assert!(matches!(five_by_two_t(&broken), Err(StatsError::BadInput { .. })));
        assert!(matches!(five_by_two_f(&broken), Err(StatsError::BadInput { .. })));
        let ratio = |ratio| corrected_resampled(&[1.0, 2.0], &[1.0, 1.0], ratio);
        assert!(matches!(ratio(-0.1), Err(StatsError::BadInput { .. })));
        assert!(matches!(ratio(f64::NAN), Err(StatsError::BadInput { .. })));
        assert!(ratio(1.0).is_ok());
        assert!(matches!(corrected_resampled(&[1.0], &[1.0], 0.1), Err(StatsError::TooFew { .. })));
    }
}
