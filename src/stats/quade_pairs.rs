//! Pairs after Quade's test. Ranks within rows, weighted by the rank of the row's range, are summed
//! per column and compared in three ways: Conover's t (1999, 5.8; R's PMCMRplus and
//! scikit-posthocs), z with the variance under random order within rows, and z as printed by
//! Garcia, Fernandez, Luengo and Herrera (2010, *Information Sciences* 180:2044). It must not know
//! what rows and columns stand for.

use super::conover_friedman::{RankSumPair, compare_sums};
use super::distribution::normal_sf;
use super::error::StatsError;
use super::friedman::check_table;
use super::rank::{Ties, average_ranks};

const TEST: &str = "comparison of pairs after Quade's test";

/// Two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadePair {
    /// Conover's t of the weighted rank sums.
    pub conover: RankSumPair,
    /// The difference of the sums over its standard error when each row's ranks are permuted at
    /// random; positive where the first is better.
    pub z: f64,
    /// Its two-sided p, not adjusted for other pairs.
    pub p: f64,
    /// Garcia et al.'s z, the difference of T_j = W_j / (N(N+1)/2) over
    /// sqrt(k(k+1)(2N+1)(k-1) / (18N(N+1))). That variance is (k-1)/2 times the true one: too many
    /// rejections for k = 2, too few for k > 3. scikit-posthocs with `dist="normal"` puts N k for N.
    pub z_published: f64,
    /// Its two-sided p, not adjusted for other pairs.
    pub p_published: f64,
}

/// All pairs of columns, (0, 1) first, from scores, rows by columns; a larger score is better.
/// Undefined when every row is one tie.
pub fn quade_pairs(scores: &[Vec<f64>], ties: Ties) -> Result<Vec<QuadePair>, StatsError> {
    let columns = check_table(TEST, scores)?;
    let weighted = weighted_ranks(scores, ties);
    let total: f64 = weighted.iter().flatten().map(|score| score * score).sum();
    let (n, k) = (scores.len() as f64, columns as f64);
    let standard_error = (2.0 * total / (k - 1.0)).sqrt();
    let per_weight = 2.0 / (n * (n + 1.0));
    let published =
        (k * (k + 1.0) * (2.0 * n + 1.0) * (k - 1.0) / (18.0 * n * (n + 1.0))).sqrt() / per_weight;
    let complete = |conover: RankSumPair| {
        let z = conover.difference / standard_error;
        let z_published = conover.difference / published;
        QuadePair {
            conover,
            z,
            p: 2.0 * normal_sf(z.abs()),
            z_published,
            p_published: 2.0 * normal_sf(z_published.abs()),
        }
    };
    Ok(compare_sums(TEST, &weighted)?.into_iter().map(complete).collect())
}

/// Q_i (r_ij - (k+1)/2): the rank of the row's range times the rank in the row, from its middle.
fn weighted_ranks(scores: &[Vec<f64>], ties: Ties) -> Vec<Vec<f64>> {
    let range = |row: &Vec<f64>| {
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        largest - row.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let ranges: Vec<f64> = scores.iter().map(range).collect();
    let weigh = |(row, weight): (&Vec<f64>, f64)| {
        let middle = (row.len() as f64 + 1.0) / 2.0;
        let ranks = average_ranks(row, true, ties).into_iter();
        ranks.map(|rank| weight * (rank - middle)).collect()
    };
    scores.iter().zip(average_ranks(&ranges, false, ties)).map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::quade::quade;
    use crate::stats::reference_cases::{cases, close, numbers, table};
    use proptest::prelude::*;

    /// posthoc_quade of scikit-posthocs 0.17.1 and the pivots of STAC a123815; `z` with NumPy.
    #[test]
    fn agrees_with_scikit_posthocs_and_stac() {
        let all = cases("quade");
        assert!(all.len() >= 18);
        for case in all {
            let found = quade_pairs(&table(&case["table"]), Ties::Decimal).unwrap();
            let what = case["table"].to_string();
            let (t, z) = (numbers(&case["p_t"]), numbers(&case["z"]));
            assert_eq!(found.len(), t.len());
            for (place, published) in numbers(&case["stac_z"]).into_iter().enumerate() {
                close(found[place].conover.p, t[place], &what);
                close(found[place].z, z[place], &what);
                close(found[place].z_published, published, &what);
            }
        }
    }

    /// 4,000 null tables of 20 rows: `p` keeps the level of 5 % for 2 and 6 columns, the published
    /// p rejects too often and hardly ever. Three standard errors of a rate are 0.0103.
    #[test]
    fn only_the_permutation_error_keeps_the_level() {
        let mut stream = RngKey::root(79).stream();
        for (columns, too_often) in [(2, true), (6, false)] {
            let (mut honest, mut t, mut published) = (0, 0, 0);
            for _ in 0..4000 {
                let row = |_| (0..columns).map(|_| sample::normal(&mut stream)).collect();
                let scores: Vec<Vec<f64>> = (0..20).map(row).collect();
                let pair = quade_pairs(&scores, Ties::Raw).unwrap()[0];
                honest += u32::from(pair.p <= 0.05);
                t += u32::from(pair.conover.p <= 0.05);
                published += u32::from(pair.p_published <= 0.05);
            }
            let rate = |count: u32| f64::from(count) / 4e3;
            assert!((rate(honest) - 0.05).abs() < 0.0103, "{columns} {honest}");
            assert!((rate(t) - 0.05).abs() < 0.0103, "{columns} {t}");
            let wrong = if too_often { rate(published) > 0.12 } else { rate(published) < 0.01 };
            assert!(wrong, "{columns} {published}");
        }
    }

    #[test]
    fn degenerate_tables() {
        let agreeing = vec![vec![3.0, 3.0, 1.0]; 4];
        let found = quade_pairs(&agreeing, Ties::Decimal).unwrap();
        assert_eq!((found[0].conover.p, found[0].p, found[0].p_published), (1.0, 1.0, 1.0));
        assert_eq!((found[1].conover.t, found[1].conover.p), (f64::INFINITY, 0.0));
        let refuse = |rows: &[Vec<f64>]| quade_pairs(rows, Ties::Decimal).unwrap_err();
        assert!(matches!(refuse(&vec![vec![1.0; 3]; 4]), StatsError::Undefined { .. }));
        assert!(matches!(refuse(&agreeing[..1]), StatsError::TooFew { .. }));
        let nan = [vec![1.0, 2.0], vec![1.0, f64::NAN]];
        assert!(matches!(refuse(&nan), StatsError::BadInput { .. }));
    }

    proptest! {
        /// With two columns t^2 is Quade's F; swapped columns swap signs.
        #[test]
        fn two_columns_are_the_whole_test(
            scores in prop::collection::vec(prop::collection::vec(0_u8..20, 2), 3..20),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            if let Ok(f) = quade(&rows, Ties::Decimal) {
                let pair = quade_pairs(&rows, Ties::Decimal).unwrap()[0];
                if f.statistic < 1e6 {
                    let squared = pair.conover.t * pair.conover.t;
                    prop_assert!((squared - f.statistic).abs() < 1e-9 * (1.0 + f.statistic));
                    prop_assert!((pair.conover.p - f.p).abs() < 1e-9);
                }
                let swapped: Vec<Vec<f64>> = rows.iter().map(|r| vec![r[1], r[0]]).collect();
                let back = quade_pairs(&swapped, Ties::Decimal).unwrap()[0];
                prop_assert_eq!((back.z, back.p), (-pair.z, pair.p));
                prop_assert_eq!((back.conover.t, back.conover.p), (-pair.conover.t, pair.conover.p));
                prop_assert!((0.0..=1.0).contains(&pair.p));
            }
        }
    }
}
