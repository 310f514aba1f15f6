//! McNemar's test for two classifiers on the same test cases (McNemar 1947, *Psychometrika*
//! 12:153), from the cases only one of them gets right: exact, mid-p (Fagerland, Lydersen and Laake
//! 2013, *BMC Medical Research Methodology* 13:91), chi-square without and with Edwards's
//! continuity correction (1948, *Psychometrika* 13:185). It must not know the cases themselves.

use crate::stats::distribution::chi2_sf;
use crate::stats::error::StatsError;
use crate::stats::sign::FairCoins;

/// The outcome of the test in all its forms. p-values are two-sided unless the name says otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct McNemar {
    /// Cases only `a` gets right.
    pub only_a: u64,
    /// Cases only `b` gets right.
    pub only_b: u64,
    /// Exact binomial p.
    pub p_exact: f64,
    /// Exact one-sided p of the alternative that `a` is better.
    pub p_exact_a_better: f64,
    /// Mid-p: half the probability of the observed table counts.
    pub p_mid: f64,
    /// (a - b)^2 / (a + b), chi-square with one degree of freedom.
    pub chi2: f64,
    /// Its p.
    pub p_chi2: f64,
    /// (|a - b| - 1)^2 / (a + b); zero for equal counts, which cannot be corrected any closer.
    pub chi2_corrected: f64,
    /// Its p.
    pub p_chi2_corrected: f64,
}

/// The test on the two discordant counts.
pub fn mcnemar(only_a: u64, only_b: u64) -> Result<McNemar, StatsError> {
    let coins = FairCoins::new(only_a, only_b, "McNemar test")?;
    let statistic = |distance: f64| distance * distance / (only_a + only_b) as f64;
    let distance = only_a.abs_diff(only_b);
    let chi2 = statistic(distance as f64);
    let chi2_corrected = statistic(distance.saturating_sub(1) as f64);
    Ok(McNemar {
        only_a,
        only_b,
        p_exact: coins.two_sided(),
        p_exact_a_better: coins.at_least_first(),
        p_mid: coins.two_sided_mid(),
        chi2,
        p_chi2: chi2_sf(chi2, 1.0),
        chi2_corrected,
        p_chi2_corrected: chi2_sf(chi2_corrected, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: f64, reference: f64) {
        assert!((ours - reference).abs() <= 1e-12 * reference.abs(), "{ours} {reference}");
    }

    /// Fagerland et al. 2013, Table 1 (1 against 7) and Table 2 (59 against 121), to the digits
    /// they print; the full digits are in tests/reference/classic_tests.json.
    #[test]
    fn the_papers_examples() {
        let airways = mcnemar(1, 7).unwrap();
        close(airways.p_exact, 0.0703125);
        close(airways.p_mid, 0.0390625);
        close(airways.chi2, 4.5);
        close(airways.chi2_corrected, 3.125);
        assert!((airways.p_chi2 - 0.034).abs() < 5e-4);
        assert!((airways.p_chi2_corrected - 0.077).abs() < 5e-4);
    }

    #[test]
    fn equal_counts() {
        let equal = mcnemar(3, 3).unwrap();
        close(equal.p_exact, 1.0);
        // 1 - C(6, 3) / 2^7.
        close(equal.p_mid, 0.84375);
        assert_eq!((equal.chi2, equal.p_chi2), (0.0, 1.0));
        assert_eq!((equal.chi2_corrected, equal.p_chi2_corrected), (0.0, 1.0));
        assert!(matches!(mcnemar(0, 0), Err(StatsError::TooFew { .. })));
    }

    #[test]
    fn the_better_side_has_the_small_one_sided_p() {
        close(mcnemar(7, 1).unwrap().p_exact_a_better, 0.03515625);
        close(mcnemar(1, 7).unwrap().p_exact_a_better, 0.99609375);
        close(mcnemar(1, 0).unwrap().p_exact_a_better, 0.5);
    }
}
