//! Which groups differ, after an analysis of variance: Fisher's least significant difference (1935,
//! *The Design of Experiments*), Tukey's honestly significant difference (1949, *Biometrics* 5:99;
//! for unequal sizes Kramer 1956, *Biometrics* 12:307) and Scheffe's test (1953, *Biometrika*
//! 40:87). All compare a difference of two means with its standard error from the error term of the
//! table. It must not know whether that term comes from independent groups or from repeated
//! measures.

use crate::stats::anova::Anova;
use crate::stats::distribution::{
    f_quantile, f_sf, studentized_range_quantile, studentized_range_sf, t_quantile, t_sf,
};
use crate::stats::error::StatsError;

/// How the pairs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowUp {
    /// Each pair by its own t-test, without any correction for the number of pairs.
    FisherLsd,
    /// Against the distribution of the largest difference among all groups.
    TukeyHsd,
    /// Against all contrasts, not only pairs: the most cautious.
    Scheffe,
}

/// One pair of groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOfGroups {
    /// The groups, by position.
    pub groups: (usize, usize),
    /// Mean of the first minus mean of the second.
    pub difference: f64,
    /// t for Fisher (signed), q for Tukey, F for Scheffe.
    pub statistic: f64,
    /// Two-sided p; for Tukey and Scheffe adjusted for all comparisons.
    pub p: f64,
    /// The difference that would just be significant: LSD, HSD or Scheffe's critical difference.
    pub critical_difference: f64,
}

/// Compares all pairs of groups at the level `alpha`.
pub fn compare_pairs(
    anova: &Anova,
    follow_up: FollowUp,
    alpha: f64,
) -> Result<Vec<PairOfGroups>, StatsError> {
    if !(alpha > 0.0 && alpha < 1.0) {
        let (test, reason) = ("comparison of pairs", "alpha must lie between 0 and 1");
        return Err(StatsError::BadInput { test, reason });
    }
    let groups = anova.means.len();
    let (above, df) = (anova.df_between, anova.df_error);
    // In units of the standard error of a difference, so that unequal sizes cost nothing extra.
    let critical_t = match follow_up {
        FollowUp::FisherLsd => t_quantile(1.0 - alpha / 2.0, df),
        FollowUp::TukeyHsd => {
            (studentized_range_quantile(1.0 - alpha, groups, df)) / 2.0_f64.sqrt()
        }
        FollowUp::Scheffe => (above * f_quantile(1.0 - alpha, above, df)).sqrt(),
    };
    let compare = |first: usize, second: usize| {
        let sizes = 1.0 / anova.sizes[first] as f64 + 1.0 / anova.sizes[second] as f64;
        let standard_error = (anova.ms_error * sizes).sqrt();
        let difference = anova.means[first] - anova.means[second];
        let t = difference / standard_error;
        let (statistic, p) = match follow_up {
            FollowUp::FisherLsd => (t, 2.0 * t_sf(t.abs(), df)),
            FollowUp::TukeyHsd => {
                let q = t.abs() * 2.0_f64.sqrt();
                (q, studentized_range_sf(q, groups, df))
            }
            FollowUp::Scheffe => (t * t / above, f_sf(t * t / above, above, df)),
        };
        let critical_difference = critical_t * standard_error;
        PairOfGroups { groups: (first, second), difference, statistic, p, critical_difference }
    };
    let pairs =
        (0..groups).flat_map(|first| (first + 1..groups).map(move |second| (first, second)));
    Ok(pairs.map(|(first, second)| compare(first, second)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::anova::one_way;
    use crate::stats::ttest::{Variances, independent};

    fn table() -> Anova {
        let groups = [vec![1.0, 2.0, 3.0], vec![2.0, 4.0], vec![7.0, 8.0, 9.0, 10.0]];
        one_way(&groups).unwrap()
    }

    /// A pair differs by more than the critical difference exactly if its p is below alpha, and the
    /// tests are ordered by caution.
    #[test]
    fn critical_differences_and_p_agree() {
        let follow_ups = [FollowUp::FisherLsd, FollowUp::TukeyHsd, FollowUp::Scheffe];
        let mut before: Option<Vec<PairOfGroups>> = None;
        for follow_up in follow_ups {
            let pairs = compare_pairs(&table(), follow_up, 0.05).unwrap();
            assert_eq!(
                pairs.iter().map(|p| p.groups).collect::<Vec<_>>(),
                [(0, 1), (0, 2), (1, 2)]
            );
            for pair in &pairs {
                let significant = pair.difference.abs() > pair.critical_difference;
                assert_eq!(significant, pair.p < 0.05, "{pair:?}");
                // At its own p the difference is just critical.
                let at_p = compare_pairs(&table(), follow_up, pair.p).unwrap();
                let same = at_p.iter().find(|other| other.groups == pair.groups).unwrap();
                let ratio = same.critical_difference / pair.difference.abs();
                assert!((ratio - 1.0).abs() < 1e-7, "{follow_up:?} {ratio}");
            }
            if let Some(bolder) = before {
                assert!(bolder.iter().zip(&pairs).all(|(bold, careful)| bold.p < careful.p));
            }
            before = Some(pairs);
        }
    }

    /// Of two groups all three tests are the pooled t-test.
    #[test]
    fn two_groups_are_a_t_test() {
        let groups = [vec![1.0, 2.0, 3.5], vec![2.0, 4.0, 7.0, 5.0]];
        let t = independent(&groups[0], &groups[1], Variances::Pooled).unwrap();
        let anova = one_way(&groups).unwrap();
        for follow_up in [FollowUp::FisherLsd, FollowUp::TukeyHsd, FollowUp::Scheffe] {
            let pair = compare_pairs(&anova, follow_up, 0.05).unwrap()[0];
            assert!((pair.p - t.p_two_sided).abs() < 1e-10, "{follow_up:?}");
        }
    }

    #[test]
    fn alpha_must_be_a_probability() {
        for alpha in [0.0, 1.0, -0.1, f64::NAN] {
            let pairs = compare_pairs(&table(), FollowUp::FisherLsd, alpha);
            assert!(matches!(pairs, Err(StatsError::BadInput { .. })));
        }
    }
}
