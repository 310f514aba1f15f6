//! Sizes of effects without a test: wins, ties and losses; the probability of superiority A12
//! (Vargha and Delaney, J. Educational and Behavioral Statistics 25(2), 2000) and Cliff's delta
//! (Psychological Bulletin 114(3), 1993), delta = 2 A12 - 1; and the smallest difference of mean
//! ranks that an experiment can detect. Positive (above one half for A12) means "a better". It must
//! not know what was measured.

use super::distribution::normal_quantile;
use super::error::StatsError;
use super::rank::Ties;

/// On how many datasets a is better, equal, worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinTieLoss {
    /// a better.
    pub wins: usize,
    /// Equal.
    pub ties: usize,
    /// b better.
    pub losses: usize,
}

/// Counts wins, ties and losses of paired scores, higher being better.
pub fn win_tie_loss(a: &[f64], b: &[f64], ties: Ties) -> Result<WinTieLoss, StatsError> {
    let test = "win/tie/loss";
    if a.len() != b.len() {
        return Err(StatsError::BadInput { test, reason: "the samples have different lengths" });
    }
    check_numbers(test, a, b)?;
    let mut counts = WinTieLoss { wins: 0, ties: 0, losses: 0 };
    for (&a, &b) in a.iter().zip(b) {
        if ties.tied(a, b) {
            counts.ties += 1;
        } else if a > b {
            counts.wins += 1;
        } else {
            counts.losses += 1;
        }
    }
    Ok(counts)
}

/// A12: the probability that a random value of a is higher than one of b, ties counted half.
pub fn vargha_delaney(a: &[f64], b: &[f64], ties: Ties) -> Result<f64, StatsError> {
    Ok((1.0 + cliffs_delta(a, b, ties)?) / 2.0)
}

/// Cliff's delta: the share of pairs in which a is higher minus the share in which b is.
pub fn cliffs_delta(a: &[f64], b: &[f64], ties: Ties) -> Result<f64, StatsError> {
    let test = "Cliff's delta";
    let found = a.len().min(b.len());
    if found == 0 {
        return Err(StatsError::TooFew { test, what: "values in each sample", needed: 1, found });
    }
    check_numbers(test, a, b)?;
    let mut balance = 0_i64;
    for &x in a {
        for &y in b {
            if !ties.tied(x, y) {
                balance += if x > y { 1 } else { -1 };
            }
        }
    }
    Ok(balance as f64 / (a.len() as f64 * b.len() as f64))
}

/// The smallest difference of two methods' expected mean ranks that a two-sided test at level
/// `alpha` finds with probability `power`, from `datasets` (N) datasets and `methods` (k) methods:
/// (z(1 - alpha/2) + z(power)) sqrt(k (k + 1) / (6 N)), the normal approximation behind Demsar's
/// (JMLR 7, 2006) post-hoc z. For several comparisons pass the adjusted alpha, e.g. alpha / (k - 1)
/// for Bonferroni-Dunn. The variance is that of equal methods, an upper bound when ranks agree from
/// dataset to dataset. A result above k - 1 means that no difference can be detected.
pub fn smallest_detectable_rank_difference(
    datasets: usize,
    methods: usize,
    alpha: f64,
    power: f64,
) -> Result<f64, StatsError> {
    let test = "smallest detectable rank difference";
    if datasets == 0 {
        return Err(StatsError::TooFew { test, what: "datasets", needed: 1, found: 0 });
    }
    if methods < 2 {
        return Err(StatsError::TooFew { test, what: "methods", needed: 2, found: methods });
    }
    if !(alpha > 0.0 && alpha < 1.0 && power > alpha && power < 1.0) {
        let reason = "alpha must lie between 0 and 1, the power between alpha and 1";
        return Err(StatsError::BadInput { test, reason });
    }
    let k = methods as f64;
    let standard_error = (k * (k + 1.0) / (6.0 * datasets as f64)).sqrt();
    Ok((normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power)) * standard_error)
}

fn check_numbers(test: &'static str, a: &[f64], b: &[f64]) -> Result<(), StatsError> {
    if a.iter().chain(b).any(|x| x.is_nan()) {
        return Err(StatsError::BadInput { test, reason: "a value is not a number" });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::distribution::normal_sf;
    use crate::stats::rank::average_ranks;
    use proptest::prelude::*;

    #[test]
    fn counts_with_decimal_ties() {
        let (a, b) = ([0.1 + 0.2, 0.5, 0.1, 0.9], [0.3, 0.4, 0.2, 0.9]);
        let counts = win_tie_loss(&a, &b, Ties::Decimal).unwrap();
        assert_eq!(counts, WinTieLoss { wins: 1, ties: 2, losses: 1 });
        let raw = win_tie_loss(&a, &b, Ties::Raw).unwrap();
        assert_eq!(raw, WinTieLoss { wins: 2, ties: 1, losses: 1 });
        assert!(win_tie_loss(&a, &b[..3], Ties::Raw).is_err());
        assert!(win_tie_loss(&[f64::NAN], &[1.0], Ties::Raw).is_err());
    }

    /// scipy.stats.mannwhitneyu(a, b).statistic / 30 = 0.6667 (SciPy 1.17.1).
    #[test]
    fn superiority_agrees_with_mann_whitney() {
        let (a, b) = ([3.0, 4.0, 5.0, 5.0, 7.0, 8.0], [1.0, 4.0, 4.0, 5.0, 6.0]);
        let a12 = vargha_delaney(&a, &b, Ties::Decimal).unwrap();
        assert!((a12 - 20.0 / 30.0).abs() < 1e-15);
        assert!((cliffs_delta(&a, &b, Ties::Decimal).unwrap() - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(vargha_delaney(&[2.0], &[1.0], Ties::Raw), Ok(1.0));
        assert!(vargha_delaney(&[], &[1.0], Ties::Raw).is_err());
    }

    /// (norm.ppf(0.975) + norm.ppf(0.8)) * sqrt(20 / 162), SciPy 1.17.1.
    #[test]
    fn detectable_difference_agrees_with_scipy() {
        let got = smallest_detectable_rank_difference(27, 4, 0.05, 0.8).unwrap();
        assert!((got / 0.9843767053662885 - 1.0).abs() < 1e-9, "{got}");
        assert!(smallest_detectable_rank_difference(0, 4, 0.05, 0.8).is_err());
        assert!(smallest_detectable_rank_difference(27, 1, 0.05, 0.8).is_err());
        assert!(smallest_detectable_rank_difference(27, 4, 0.05, 0.01).is_err());
    }

    /// Simulated: three equal methods, one shifted so that its expected mean rank differs from
    /// another's by the detectable amount; the rank-z test must then reject at about the power
    /// asked for, and not less often than three standard errors below it.
    #[test]
    fn the_power_is_reached() {
        let (datasets, alpha, power) = (40, 0.05, 0.8);
        let target = smallest_detectable_rank_difference(datasets, 3, alpha, power).unwrap();
        // With shift s of one of three normal methods, its rank falls by 2 P(x > y) - 1 against
        // each other and theirs rises by half as much: the gap is 3 (P(x > y) - 1/2).
        let shift = -std::f64::consts::SQRT_2 * normal_quantile(0.5 - target / 3.0);
        assert!((normal_sf(-shift / std::f64::consts::SQRT_2) - 0.5 - target / 3.0).abs() < 1e-12);
        let standard_error = (3.0 * 4.0 / (6.0 * datasets as f64)).sqrt();
        let critical = normal_quantile(1.0 - alpha / 2.0) * standard_error;
        let mut stream = RngKey::root(77).stream();
        let mut rejected = 0;
        for _ in 0..2_000 {
            let mut gap = 0.0;
            for _ in 0..datasets {
                let mut scores = [0.0; 3].map(|_: f64| sample::normal(&mut stream));
                scores[0] += shift;
                let ranks = average_ranks(&scores, true, Ties::Raw);
                gap += (ranks[1] - ranks[0]) / datasets as f64;
            }
            rejected += usize::from(gap.abs() > critical);
        }
        let rate = rejected as f64 / 2_000.0;
        assert!(rate > power - 0.027 && rate < power + 0.1, "{rate}");
    }

    proptest! {
        #[test]
        fn superiority_mirrors(
            a in prop::collection::vec(0_i32..9, 1..12),
            b in prop::collection::vec(0_i32..9, 1..12),
        ) {
            let real = |v: &[i32]| v.iter().map(|&x| f64::from(x) / 10.0).collect::<Vec<_>>();
            let (a, b) = (real(&a), real(&b));
            let forward = vargha_delaney(&a, &b, Ties::Decimal).unwrap();
            prop_assert!((0.0..=1.0).contains(&forward));
            let backward = vargha_delaney(&b, &a, Ties::Decimal).unwrap();
            prop_assert!((forward + backward - 1.0).abs() < 1e-15);
        }
    }
}
