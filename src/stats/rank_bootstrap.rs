//! Bootstrap intervals of mean ranks and of their differences: datasets are drawn with replacement,
//! so the intervals speak of other datasets of the same kind (those of [`super::rank_draws`] speak
//! of the noise of the scores on these). Percentile and BCa as in [`super::effect_interval`].
//! Intervals are not adjusted for their number. It must not know what is ranked.

use super::effect_interval::{Centre, EffectInterval, IntervalSettings, effect_interval};
use super::error::StatsError;
use super::friedman::RankTable;
use super::posthoc::all_pairs;
use crate::num::key::RngKey;

/// Intervals of all columns and pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct RankBootstrap {
    /// Mean rank of every column.
    pub columns: Vec<EffectInterval>,
    /// All pairs of columns, (0, 1) first.
    pub pairs: Vec<BootstrapPair>,
}

/// The difference of two mean ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BootstrapPair {
    /// The columns, by position.
    pub pair: (usize, usize),
    /// Mean rank of the second minus mean rank of the first: positive where the first is better.
    pub interval: EffectInterval,
}

/// Bootstrap intervals over the rows of a table. Every interval uses the stream at `key` from its
/// beginning, so all see the same resamples of rows, and the intervals of a pair do not depend on
/// which other columns there are. Ranks stay those of the whole table.
pub fn rank_bootstrap(
    table: &RankTable,
    settings: IntervalSettings,
    key: &RngKey,
) -> Result<RankBootstrap, StatsError> {
    let interval = |value: &dyn Fn(&[f64]) -> f64| {
        let values: Vec<f64> = table.rows().iter().map(|row| value(row)).collect();
        effect_interval(&values, Centre::Mean, settings, key)
    };
    let columns = (0..table.columns()).map(|column| interval(&|row| row[column]));
    let columns = columns.collect::<Result<_, _>>()?;
    let pairs = all_pairs(table.columns()).into_iter().map(|pair| {
        let interval = interval(&|row| row[pair.1] - row[pair.0])?;
        Ok(BootstrapPair { pair, interval })
    });
    Ok(RankBootstrap { columns, pairs: pairs.collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank::Ties;
    use crate::stats::reference_cases::{cases, number, numbers, table};
    use proptest::prelude::*;

    fn ranks(rows: &[Vec<f64>]) -> RankTable {
        RankTable::new(rows, true, Ties::Decimal).unwrap()
    }

    /// scipy.stats.bootstrap (SciPy 1.17.1), 200,000 resamples. Both ends are 2.5 % quantiles of a
    /// nearly normal distribution; ours of 40,000 resamples have a standard error of 0.0134
    /// standard errors of the mean. Four of these, and one step of the means' grid.
    #[test]
    fn agrees_with_scipy() {
        let settings = IntervalSettings { level: 0.95, resamples: 40_000 };
        for case in cases("rank_bootstrap") {
            let rows = table(&case["table"]);
            let found = rank_bootstrap(&ranks(&rows), settings, &RngKey::root(11)).unwrap();
            let shown = [("method", found.columns[0]), ("pair", found.pairs[0].interval)];
            for (name, ours) in shown {
                let se = number(&case[format!("{name}_se")]);
                let allowed = 4.0 * 0.0134 * se + 1.0 / rows.len() as f64 + 1e-9;
                for (way, (low, high)) in [("percentile", ours.percentile), ("bca", ours.bca)] {
                    let theirs = numbers(&case[format!("{name}_{way}")]);
                    let apart = (low - theirs[0]).abs().max((high - theirs[1]).abs());
                    assert!(apart <= allowed, "{name} {way}: {low} {high} {theirs:?} {allowed}");
                }
            }
        }
    }

    #[test]
    fn equal_rows_and_bad_settings() {
        let same = ranks(&vec![vec![3.0, 2.0, 2.0]; 4]);
        let key = RngKey::root(1);
        let found = rank_bootstrap(&same, IntervalSettings::default(), &key).unwrap();
        assert_eq!((found.columns[1].estimate, found.columns[1].bca), (2.5, (2.5, 2.5)));
        assert_eq!(found.pairs[0].interval.percentile, (1.5, 1.5));
        assert_eq!(found.pairs[2].interval.percentile, (0.0, 0.0));
        for (level, resamples) in [(1.0, 100), (f64::NAN, 100), (0.9, 0)] {
            let settings = IntervalSettings { level, resamples };
            assert!(rank_bootstrap(&same, settings, &key).is_err());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        /// Columns in another order have the same intervals; a pair the other way round has the
        /// mirror image.
        #[test]
        fn order_of_columns_does_not_matter(
            scores in prop::collection::vec(prop::collection::vec(0_u8..9, 3), 2..15),
            seed in any::<u64>(),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let swapped: Vec<Vec<f64>> = rows.iter().map(|r| vec![r[1], r[0], r[2]]).collect();
            let settings = IntervalSettings { level: 0.9, resamples: 300 };
            let key = RngKey::root(seed);
            let there = rank_bootstrap(&ranks(&rows), settings, &key).unwrap();
            let back = rank_bootstrap(&ranks(&swapped), settings, &key).unwrap();
            prop_assert_eq!(there.columns[0], back.columns[1]);
            prop_assert_eq!(there.pairs[1].interval, back.pairs[2].interval);
            let (one, other) = (there.pairs[0].interval, back.pairs[0].interval);
            prop_assert_eq!(one.estimate, -other.estimate);
            for (one, other) in [(one.percentile, other.percentile), (one.bca, other.bca)] {
                prop_assert!((one.0 + other.1).abs() < 1e-9 && (one.1 + other.0).abs() < 1e-9);
                prop_assert!(one.0 <= one.1 && one.0 >= -2.0 && one.1 <= 2.0);
            }
        }
    }
}
