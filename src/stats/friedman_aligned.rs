//! Friedman's test with aligned ranks (Hodges and Lehmann 1962, *Annals of Mathematical Statistics*
//! 33:482): the mean of its row is taken from every score, and all N k differences are ranked
//! together, so that the size of differences counts across rows. T as in Garcia, Fernandez, Luengo
//! and Herrera (2010, *Information Sciences* 180:2044), and its pairs. It must not know what rows
//! and columns stand for.

use super::distribution::{chi2_sf, normal_sf};
use super::error::StatsError;
use super::friedman::{ChiSquareTest, check_table};
use super::posthoc::all_pairs;
use super::rank::{Ties, average_ranks};
use crate::num::math;

const TEST: &str = "Friedman's aligned ranks test";

/// The outcome of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct FriedmanAligned {
    /// Mean aligned rank of every column; 1 is the best of all N k places.
    pub mean_ranks: Vec<f64>,
    /// As published, without correction for ties.
    pub classic: ChiSquareTest,
    /// Corrected for ties; equal to `classic` without ties, absent when every row is one tie.
    pub tie_corrected: Option<ChiSquareTest>,
    /// All pairs of columns, (0, 1) first.
    pub pairs: Vec<AlignedPair>,
}

/// Two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlignedPair {
    /// The columns, by position.
    pub pair: (usize, usize),
    /// Mean rank of the second minus mean rank of the first: positive where the first is better.
    pub difference: f64,
    /// The difference over its standard error when each row's ranks are permuted at random.
    pub z: f64,
    /// Its two-sided p, not adjusted for other pairs.
    pub p: f64,
    /// The difference over sqrt(k (N k + 1) / 6), as scmamp and STAC compute Garcia et al.'s z.
    /// That is the standard error of ranks in rows that were not aligned; the true one is larger by
    /// about sqrt(k / (k - 1)), so true null hypotheses are rejected too often.
    pub z_published: f64,
    /// Its two-sided p, not adjusted for other pairs.
    pub p_published: f64,
}

/// The test on scores, rows by columns; a larger score is better. Ties are looked for among the
/// aligned scores.
pub fn friedman_aligned(scores: &[Vec<f64>], ties: Ties) -> Result<FriedmanAligned, StatsError> {
    let columns = check_table(TEST, scores)?;
    let mut aligned = Vec::with_capacity(scores.len() * columns);
    for row in scores {
        let mean = math::mean(row);
        aligned.extend(row.iter().map(|score| score - mean));
    }
    if aligned.iter().any(|score| !score.is_finite()) {
        return Err(StatsError::BadInput { test: TEST, reason: "the scores are too large" });
    }
    let ranks = average_ranks(&aligned, true, ties);
    let (n, k) = (scores.len() as f64, columns as f64);
    let places = n * k;
    let (mut sums, mut squares, mut row_squares) = (vec![0.0; columns], 0.0, 0.0);
    for row in ranks.chunks_exact(columns) {
        math::add_scaled(&mut sums, 1.0, row);
        squares += row.iter().map(|rank| rank * rank).sum::<f64>();
        let row_sum: f64 = row.iter().sum();
        row_squares += row_sum * row_sum;
    }
    let middle = n * (places + 1.0) / 2.0;
    let between: f64 = sums.iter().map(|sum| (sum - middle) * (sum - middle)).sum();
    // k times the sums of squares within rows, so that they are whole numbers: zero is exact.
    let within = k * squares - row_squares;
    let untied = k * (places * (places + 1.0) * (2.0 * places + 1.0) / 6.0) - row_squares;
    let df = k - 1.0;
    let test = |spread: f64| {
        let statistic = df * k * between / spread;
        ChiSquareTest { statistic, df, p: chi2_sf(statistic, df) }
    };
    let mean_ranks: Vec<f64> = sums.iter().map(|sum| sum / n).collect();
    let errors = ((2.0 * within / (k * df)).sqrt() / n, (k * (places + 1.0) / 6.0).sqrt());
    let pairs = all_pairs(columns).into_iter().map(|pair| compare(pair, &mean_ranks, errors));
    Ok(FriedmanAligned {
        pairs: pairs.collect(),
        mean_ranks,
        classic: test(untied),
        tie_corrected: (within > 0.0).then(|| test(within)),
    })
}

/// A pair, by the standard errors of `z` and of `z_published`. Without any spread all differences
/// are zero, and so is z.
fn compare(pair: (usize, usize), mean_ranks: &[f64], errors: (f64, f64)) -> AlignedPair {
    let difference = mean_ranks[pair.1] - mean_ranks[pair.0];
    let z = if difference == 0.0 { 0.0 } else { difference / errors.0 };
    let z_published = difference / errors.1;
    AlignedPair {
        pair,
        difference,
        z,
        p: 2.0 * normal_sf(z.abs()),
        z_published,
        p_published: 2.0 * normal_sf(z_published.abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::reference_cases::{cases, close, number, numbers, table};
    use proptest::prelude::*;

    /// STAC a123815 (its z from its pivots); the tie-corrected T and z with NumPy.
    #[test]
    fn agrees_with_stac() {
        let all = cases("aligned");
        assert!(all.len() >= 20);
        for case in all {
            let found = friedman_aligned(&table(&case["table"]), Ties::Decimal).unwrap();
            let what = case.to_string();
            close(found.classic.statistic, number(&case["stac_t"]), &what);
            close(found.classic.p, number(&case["p"]), &what);
            for (ours, theirs) in found.mean_ranks.iter().zip(numbers(&case["mean_ranks"])) {
                close(*ours, theirs, &what);
            }
            for (ours, theirs) in found.pairs.iter().zip(numbers(&case["stac_z"])) {
                close(ours.z_published, theirs, &what);
            }
            let corrected = found.tie_corrected.unwrap();
            close(corrected.statistic, number(&case["corrected"][0]), &what);
            close(corrected.p, number(&case["corrected"][1]), &what);
            for (ours, theirs) in found.pairs.iter().zip(numbers(&case["z"])) {
                close(ours.z, theirs, &what);
            }
        }
    }

    /// Two columns: the aligned scores are half the differences and their opposites. Differences 1,
    /// -2, 3 have ranks 3 4, 5 2, 1 6 when -3/2 has rank 6: sums 9 and 12 and N k = 6.
    #[test]
    fn two_columns_by_hand() {
        let scores = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 0.0]];
        let found = friedman_aligned(&scores, Ties::Decimal).unwrap();
        assert_eq!(found.mean_ranks, [3.0, 4.0]);
        // 2 * 1.5^2 over (1 + 9 + 25) / 2.
        assert!((found.classic.statistic - 4.5 / 17.5).abs() < 1e-14, "{found:?}");
        assert_eq!(found.tie_corrected, Some(found.classic));
        assert_eq!((found.pairs[0].pair, found.pairs[0].difference), ((0, 1), 1.0));
        assert!((found.pairs[0].z * found.pairs[0].z - 4.5 / 17.5).abs() < 1e-14);
    }

    /// 4,000 null tables of 12 rows and 3 columns: `p` keeps the level of 5 %, the published p does
    /// not. Three standard errors of a rate are 0.0103.
    #[test]
    fn only_the_permutation_error_keeps_the_level() {
        let mut stream = RngKey::root(62).stream();
        let (mut honest, mut published) = (0, 0);
        for _ in 0..4000 {
            let scores: Vec<Vec<f64>> =
                (0..12).map(|_| (0..3).map(|_| sample::normal(&mut stream)).collect()).collect();
            let pair = friedman_aligned(&scores, Ties::Raw).unwrap().pairs[0];
            honest += u32::from(pair.p <= 0.05);
            published += u32::from(pair.p_published <= 0.05);
        }
        let (honest, published) = (f64::from(honest) / 4e3, f64::from(published) / 4e3);
        assert!((honest - 0.05).abs() < 0.0103, "{honest}");
        assert!(published > 0.09, "{published}");
    }

    #[test]
    fn degenerate_tables() {
        let tied = friedman_aligned(&[vec![0.1; 3], vec![0.7; 3]], Ties::Decimal).unwrap();
        assert_eq!((tied.classic.p, tied.tie_corrected), (1.0, None));
        assert!(tied.pairs.iter().all(|pair| pair.z == 0.0 && pair.p == 1.0));
        let refuse = |rows: &[Vec<f64>]| friedman_aligned(rows, Ties::Decimal).unwrap_err();
        assert!(matches!(refuse(&[vec![1.0, 2.0]]), StatsError::TooFew { what: "rows", .. }));
        let column = vec![vec![1.0]; 3];
        assert!(matches!(refuse(&column), StatsError::TooFew { what: "columns", .. }));
        let nan = [vec![1.0, 2.0], vec![1.0, f64::NAN]];
        assert!(matches!(refuse(&nan), StatsError::BadInput { .. }));
        let huge = [vec![f64::MAX, f64::MAX], vec![1.0, 2.0]];
        assert!(matches!(refuse(&huge), StatsError::BadInput { .. }));
    }

    proptest! {
        /// Row means may move and units may change; swapped columns swap signs.
        #[test]
        fn shifts_of_rows_and_units_do_not_matter(
            scores in prop::collection::vec(prop::collection::vec(0_i32..30, 3), 2..10),
            shift in -50_i32..50,
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let found = friedman_aligned(&rows, Ties::Decimal).unwrap();
            let moved: Vec<Vec<f64>> = scores.iter().enumerate().map(|(i, row)| {
                row.iter().map(|&v| f64::from(v + shift * i as i32) / 100.0).collect()
            }).collect();
            prop_assert_eq!(&friedman_aligned(&moved, Ties::Decimal).unwrap(), &found);
            let swapped: Vec<Vec<f64>> = rows.iter().map(|r| vec![r[1], r[0], r[2]]).collect();
            let swapped = friedman_aligned(&swapped, Ties::Decimal).unwrap();
            prop_assert_eq!(swapped.classic, found.classic);
            prop_assert_eq!(swapped.pairs[0].z, -found.pairs[0].z);
            prop_assert_eq!(swapped.pairs[1].p, found.pairs[2].p);
            for pair in found.pairs {
                prop_assert!((0.0..=1.0).contains(&pair.p));
            }
        }
    }
}
