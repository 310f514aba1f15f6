//! Cliff's delta (Psychological Bulletin 114(3), 1993) of two methods on the same datasets, with a
//! bootstrap interval that draws whole datasets: intervals for independent samples are wrong here,
//! because both scores of a dataset rise and fall together. Positive means "a better". It must not
//! know what was measured.
//!
//! Where one method is better in every comparison, every resample agrees and the interval is a
//! point: it then says nothing about how many datasets there were.

use super::effect_interval::{EffectInterval, IntervalSettings, bootstrap_interval};
use super::error::StatsError;
use super::rank::Ties;
use crate::num::key::RngKey;

const NAME: &str = "Cliff's delta";

/// Which scores are compared with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Every score of a with every score of b, as for independent samples (and as autorank does):
    /// how far the two columns of scores are separated.
    AllPairs,
    /// The two scores of each dataset: (wins - losses) / datasets, Cliff's within-pair delta.
    SameDataset,
}

/// Cliff's delta of paired scores, higher being better, with its interval.
pub fn cliffs_delta_interval(
    a: &[f64],
    b: &[f64],
    compared: Compared,
    ties: Ties,
    settings: IntervalSettings,
    key: &RngKey,
) -> Result<EffectInterval, StatsError> {
    check(a, b)?;
    match compared {
        Compared::AllPairs => {
            let mut dominance = Dominance::new(a, b, ties);
            bootstrap_interval(a.len(), settings, key, |places| dominance.delta(places))
        }
        Compared::SameDataset => {
            let signs: Vec<i64> = a.iter().zip(b).map(|(&a, &b)| sign(a, b, ties)).collect();
            bootstrap_interval(a.len(), settings, key, |places| {
                places.iter().map(|&place| signs[place]).sum::<i64>() as f64 / places.len() as f64
            })
        }
    }
}

/// Cliff's delta of every score of a against every score of b, without an interval: the same number as
/// [`super::effect::cliffs_delta`], in time that hardly grows faster than the number of datasets.
pub fn cliffs_delta_of_all_pairs(a: &[f64], b: &[f64], ties: Ties) -> Result<f64, StatsError> {
    check(a, b)?;
    if a.is_empty() {
        let what = "values in each sample";
        return Err(StatsError::TooFew { test: NAME, what, needed: 1, found: 0 });
    }
    let all: Vec<usize> = (0..a.len()).collect();
    Ok(Dominance::new(a, b, ties).delta(&all))
}

fn check(a: &[f64], b: &[f64]) -> Result<(), StatsError> {
    let reason = if a.len() != b.len() {
        "the samples have different lengths"
    } else if a.iter().chain(b).any(|x| !x.is_finite()) {
        "a value is not finite"
    } else {
        return Ok(());
    };
    Err(StatsError::BadInput { test: NAME, reason })
}

fn sign(a: f64, b: f64, ties: Ties) -> i64 {
    if ties.tied(a, b) { 0 } else { i64::from(a > b) - i64::from(a < b) }
}

/// For each score of a, how many scores of b (in rising order) lie below it and how many do not lie
/// above it: a resample then costs one pass over counts instead of one over all pairs.
struct Dominance {
    /// Datasets by rising score of b.
    rising: Vec<usize>,
    below: Vec<usize>,
    not_above: Vec<usize>,
    times_drawn: Vec<i64>,
    /// How often the first i of `rising` were drawn, in sum.
    drawn_before: Vec<i64>,
}

impl Dominance {
    fn new(a: &[f64], b: &[f64], ties: Ties) -> Dominance {
        let mut rising: Vec<usize> = (0..b.len()).collect();
        rising.sort_by(|&i, &j| b[i].total_cmp(&b[j]));
        let up_to = |least: i64| {
            let count = |&a: &f64| rising.partition_point(|&j| sign(a, b[j], ties) >= least);
            a.iter().map(count).collect()
        };
        let (below, not_above) = (up_to(1), up_to(0));
        let (times_drawn, drawn_before) = (vec![0; a.len()], vec![0; a.len() + 1]);
        Dominance { rising, below, not_above, times_drawn, drawn_before }
    }

    /// Cliff's delta of the datasets drawn.
    fn delta(&mut self, places: &[usize]) -> f64 {
        self.times_drawn.fill(0);
        for &place in places {
            self.times_drawn[place] += 1;
        }
        let mut sum = 0;
        for (before, &dataset) in self.drawn_before[1..].iter_mut().zip(&self.rising) {
            sum += self.times_drawn[dataset];
            *before = sum;
        }
        let mut balance = 0;
        for (dataset, times) in self.times_drawn.iter().enumerate() {
            let wins = self.drawn_before[self.below[dataset]];
            let losses = sum - self.drawn_before[self.not_above[dataset]];
            balance += times * (wins - losses);
        }
        balance as f64 / (sum as f64 * sum as f64)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::stats::effect::cliffs_delta;
    use proptest::prelude::*;

    const SETTINGS: IntervalSettings = IntervalSettings { level: 0.95, resamples: 10_000 };

    fn both(a: &[f64], b: &[f64]) -> [EffectInterval; 2] {
        [Compared::AllPairs, Compared::SameDataset].map(|compared| {
            let key = RngKey::root(3);
            cliffs_delta_interval(a, b, compared, Ties::Decimal, SETTINGS, &key).unwrap()
        })
    }

    /// Scores of two methods on 27 datasets.
    pub const A: [f64; 27] = [
        0.945, 0.898, 0.916, 0.712, 0.907, 0.803, 0.801, 0.932, 0.776, 0.692, 0.773, 0.7, 0.636,
        0.805, 0.86, 0.604, 0.821, 0.846, 0.837, 0.693, 0.789, 0.801, 0.863, 0.691, 0.858, 0.919,
        0.591,
    ];
    pub const B: [f64; 27] = [
        0.94, 0.8, 0.89, 0.66, 0.95, 0.79, 0.82, 0.86, 0.78, 0.74, 0.72, 0.71, 0.64, 0.78, 0.78,
        0.6, 0.79, 0.86, 0.86, 0.75, 0.73, 0.82, 0.88, 0.67, 0.87, 0.91, 0.6,
    ];

    /// A matrix of signs and 200,000 resamples of datasets with NumPy 2.4.6 and
    /// scipy.stats.norm (SciPy 1.17.1). All pairs: density about 1 at the ends, four standard
    /// errors of 40,000 resamples and one step of 1/729. Same dataset: one step of 1/27.
    #[test]
    fn agrees_with_numpy() {
        let settings = IntervalSettings { level: 0.95, resamples: 40_000 };
        for (compared, estimate, percentile, bca, allowed) in [
            (
                Compared::AllPairs,
                0.06584362139917696,
                (-0.05075446, 0.19341564),
                (-0.03703704, 0.218107),
                0.006,
            ),
            (
                Compared::SameDataset,
                1.0 / 27.0,
                (-1.0 / 3.0, 11.0 / 27.0),
                (-1.0 / 3.0, 11.0 / 27.0),
                0.0371,
            ),
        ] {
            let key = RngKey::root(7);
            let found =
                cliffs_delta_interval(&A, &B, compared, Ties::Decimal, settings, &key).unwrap();
            assert!((found.estimate - estimate).abs() < 1e-15, "{found:?}");
            for (found, expected) in [(found.percentile, percentile), (found.bca, bca)] {
                assert!((found.0 - expected.0).abs() < allowed, "{found:?} {expected:?}");
                assert!((found.1 - expected.1).abs() < allowed, "{found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn one_sided_scores_have_a_point() {
        let [all, same] = both(&[0.9, 0.8, 0.85], &[0.5, 0.6, 0.7]);
        for found in [all, same] {
            assert_eq!(
                (found.estimate, found.percentile, found.bca),
                (1.0, (1.0, 1.0), (1.0, 1.0))
            );
        }
        // 0.1 + 0.2 ties with 0.3.
        let [all, same] = both(&[0.1 + 0.2, 0.3], &[0.3, 0.1 + 0.2]);
        assert_eq!((all.estimate, same.estimate), (0.0, 0.0));
    }

    #[test]
    fn refuses_what_has_no_delta() {
        let key = RngKey::root(3);
        for (a, b) in [
            (&[1.0][..], &[2.0][..]),
            (&[], &[]),
            (&[1.0, 2.0], &[1.0]),
            (&[1.0, f64::NAN], &[1.0, 2.0]),
        ] {
            for compared in [Compared::AllPairs, Compared::SameDataset] {
                let found = cliffs_delta_interval(a, b, compared, Ties::Raw, SETTINGS, &key);
                assert!(found.is_err(), "{a:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counting_is_comparing_and_intervals_mirror(
            pairs in prop::collection::vec((0_i32..9, 0_i32..9), 2..14),
            places in prop::collection::vec(0_usize..14, 2..14), seed in any::<u64>(),
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) =
                pairs.iter().map(|&(a, b)| (f64::from(a) / 10.0, f64::from(b) / 10.0)).unzip();
            let places: Vec<usize> = places.into_iter().map(|p| p % a.len()).collect();
            let drawn = |from: &[f64]| places.iter().map(|&p| from[p]).collect::<Vec<f64>>();
            let slow = cliffs_delta(&drawn(&a), &drawn(&b), Ties::Decimal).unwrap();
            prop_assert_eq!(Dominance::new(&a, &b, Ties::Decimal).delta(&places), slow);
            let plain = cliffs_delta_of_all_pairs(&a, &b, Ties::Decimal).unwrap();
            prop_assert_eq!(plain, cliffs_delta(&a, &b, Ties::Decimal).unwrap());
            let settings = IntervalSettings { level: 0.9, resamples: 300 };
            for compared in [Compared::AllPairs, Compared::SameDataset] {
                let of = |a: &[f64], b: &[f64]| {
                    let key = RngKey::root(seed);
                    cliffs_delta_interval(a, b, compared, Ties::Decimal, settings, &key).unwrap()
                };
                let (there, back) = (of(&a, &b), of(&b, &a));
                prop_assert_eq!(there.estimate, -back.estimate);
                for (one, other) in [(there.percentile, back.percentile), (there.bca, back.bca)] {
                    prop_assert!(-1.0 <= one.0 && one.0 <= one.1 && one.1 <= 1.0);
                    prop_assert!((one.0 + other.1).abs() < 1e-9, "{:?} {:?}", one, other);
                }
            }
        }
    }
}
