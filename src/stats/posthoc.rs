//! Comparing mean ranks after Friedman's test (Demsar 2006, 3.2.2). The difference of two mean
//! ranks over N blocks of k treatments has the standard error sqrt(k(k+1) / (6N)); divided by it,
//! it is referred to the normal distribution (one comparison), to the studentised range (all pairs,
//! Nemenyi 1963) or to a Bonferroni level (all against one, Dunn 1961). It must not know what is
//! ranked.

use std::f64::consts::SQRT_2;

use super::distribution::{
    normal_quantile, normal_sf, studentized_range_quantile, studentized_range_sf,
};
use super::error::StatsError;

const TEST: &str = "comparison of mean ranks";

/// Comparisons of mean ranks of so many treatments over so many blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankComparison {
    treatments: usize,
    standard_error: f64,
}

impl RankComparison {
    /// For mean ranks of `treatments` over `blocks`.
    pub fn new(treatments: usize, blocks: usize) -> Result<RankComparison, StatsError> {
        let too_few = |what, needed, found| StatsError::TooFew { test: TEST, what, needed, found };
        if treatments < 2 {
            return Err(too_few("columns", 2, treatments));
        }
        if blocks < 1 {
            return Err(too_few("rows", 1, blocks));
        }
        let k = treatments as f64;
        let standard_error = (k * (k + 1.0) / (6.0 * blocks as f64)).sqrt();
        Ok(RankComparison { treatments, standard_error })
    }

    /// Standard error of a difference of two mean ranks.
    pub fn standard_error(&self) -> f64 {
        self.standard_error
    }

    /// The difference in standard errors.
    pub fn z(&self, difference: f64) -> f64 {
        difference / self.standard_error
    }

    /// Two-sided normal p of one difference, not adjusted for there being others.
    pub fn p(&self, difference: f64) -> f64 {
        2.0 * normal_sf(self.z(difference).abs())
    }

    /// Nemenyi's p of one difference among all pairs.
    pub fn nemenyi_p(&self, difference: f64) -> f64 {
        let q = self.z(difference).abs() * SQRT_2;
        studentized_range_sf(q, self.treatments, f64::INFINITY)
    }

    /// The smallest difference that Nemenyi's test calls significant at level `alpha`.
    pub fn nemenyi_critical_difference(&self, alpha: f64) -> Result<f64, StatsError> {
        let q = studentized_range_quantile(1.0 - level(alpha)?, self.treatments, f64::INFINITY);
        Ok(q / SQRT_2 * self.standard_error)
    }

    /// The smallest difference from one control that is significant at level `alpha` when the level
    /// is shared by all other treatments: the two-sided normal point at 1 - alpha / (2 (k - 1)).
    pub fn bonferroni_dunn_critical_difference(&self, alpha: f64) -> Result<f64, StatsError> {
        let share = level(alpha)? / (2.0 * (self.treatments as f64 - 1.0));
        Ok(-normal_quantile(share) * self.standard_error)
    }
}

/// All pairs of `count` things in the order of families of pairwise p-values: (0, 1), (0, 2), ...,
/// (count - 2, count - 1).
pub fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}

fn level(alpha: f64) -> Result<f64, StatsError> {
    if alpha > 0.0 && alpha < 1.0 {
        Ok(alpha)
    } else {
        Err(StatsError::BadInput { test: TEST, reason: "the level must lie between 0 and 1" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For k = 2 to 10. Nemenyi: Demsar (2006), Table 5, which divides already rounded q by sqrt 2.
    /// Dunn: Siegel & Castellan (1988), table of critical z for k - 1 comparisons, two-tailed.
    #[test]
    fn published_critical_values() {
        let nemenyi_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
        let nemenyi_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920];
        let dunn_05 = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773];
        let dunn_10 = [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539];
        for (alpha, nemenyi, dunn) in [(0.05, nemenyi_05, dunn_05), (0.10, nemenyi_10, dunn_10)] {
            for k in 2..=10 {
                let ranks = RankComparison::new(k, 7).unwrap();
                let found = ranks.z(ranks.nemenyi_critical_difference(alpha).unwrap());
                assert!((found - nemenyi[k - 2]).abs() < 1e-3, "Nemenyi {k} {found}");
                let found = ranks.z(ranks.bonferroni_dunn_critical_difference(alpha).unwrap());
                assert!((found - dunn[k - 2]).abs() < 5.1e-4, "Dunn {k} {found}");
            }
        }
    }

    /// The p-values and the critical differences are inverse to each other.
    #[test]
    fn a_critical_difference_has_p_alpha() {
        let ranks = RankComparison::new(6, 23).unwrap();
        for alpha in [0.2, 0.05, 1e-6] {
            let nemenyi = ranks.nemenyi_critical_difference(alpha).unwrap();
            assert!((ranks.nemenyi_p(-nemenyi) / alpha - 1.0).abs() < 1e-9);
            let dunn = ranks.bonferroni_dunn_critical_difference(alpha).unwrap();
            assert!((5.0 * ranks.p(dunn) / alpha - 1.0).abs() < 1e-12);
        }
        assert_eq!((ranks.p(0.0), ranks.nemenyi_p(0.0)), (1.0, 1.0));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(RankComparison::new(1, 5).is_err() && RankComparison::new(3, 0).is_err());
        let ranks = RankComparison::new(3, 5).unwrap();
        for alpha in [0.0, 1.0, f64::NAN] {
            assert!(ranks.nemenyi_critical_difference(alpha).is_err());
            assert!(ranks.bonferroni_dunn_critical_difference(alpha).is_err());
        }
    }

    #[test]
    fn pairs_in_order() {
        assert_eq!(all_pairs(3), [(0, 1), (0, 2), (1, 2)]);
        assert!(all_pairs(1).is_empty() && all_pairs(0).is_empty());
    }
}
