//! Miller's test of pairs after Friedman's test (Miller 1966, *Simultaneous Statistical Inference*;
//! Bortz, Lienert and Boehnke 1990): the squared difference of two mean ranks over its variance
//! k(k+1) / (6N), referred to chi-square with k-1 degrees of freedom. It holds for all contrasts of
//! mean ranks at once, as Scheffe's test does for means, so its p need no further adjustment and
//! are cautious for pairs. It must not know what is ranked.

use super::distribution::chi2_sf;
use super::error::StatsError;
use super::friedman::{ChiSquareTest, RankTable};
use super::posthoc::{RankComparison, all_pairs};

/// Two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MillerPair {
    /// The columns, by position.
    pub pair: (usize, usize),
    /// Mean rank of the second minus mean rank of the first: positive where the first is better.
    pub difference: f64,
    /// The test, adjusted for all comparisons.
    pub test: ChiSquareTest,
}

/// All pairs of columns, (0, 1) first; without correction for ties, as scikit-posthocs computes it.
pub fn miller(table: &RankTable) -> Result<Vec<MillerPair>, StatsError> {
    let ranks = RankComparison::new(table.columns(), table.rows().len())?;
    let mean_ranks = table.mean_ranks();
    let df = table.columns() as f64 - 1.0;
    let compare = |pair: (usize, usize)| {
        let difference = mean_ranks[pair.1] - mean_ranks[pair.0];
        let statistic = ranks.z(difference) * ranks.z(difference);
        MillerPair {
            pair,
            difference,
            test: ChiSquareTest { statistic, df, p: chi2_sf(statistic, df) },
        }
    };
    Ok(all_pairs(table.columns()).into_iter().map(compare).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::friedman::friedman;
    use crate::stats::rank::Ties;
    use crate::stats::reference_cases::{cases, close, numbers, table};
    use proptest::prelude::*;

    fn ranks(rows: &[Vec<f64>]) -> RankTable {
        RankTable::new(rows, true, Ties::Decimal).unwrap()
    }

    /// posthoc_miller_friedman of scikit-posthocs 0.17.1.
    #[test]
    fn agrees_with_scikit_posthocs() {
        let all = cases("friedman");
        assert!(all.len() >= 18);
        for case in all {
            let found = miller(&ranks(&table(&case["table"]))).unwrap();
            let expected = numbers(&case["miller"]);
            assert_eq!(found.len(), expected.len());
            for (ours, theirs) in found.iter().zip(expected) {
                close(ours.test.p, theirs, &case["table"].to_string());
            }
        }
    }

    #[test]
    fn ties_everywhere_are_no_difference() {
        let found = miller(&ranks(&vec![vec![1.0; 3]; 2])).unwrap();
        assert!(found.iter().all(|pair| pair.difference == 0.0 && pair.test.p == 1.0));
        let better = miller(&ranks(&vec![vec![2.0, 1.0]; 2])).unwrap();
        assert_eq!(better[0].difference, 1.0);
    }

    proptest! {
        /// A pair is a contrast of mean ranks, so none exceeds Friedman's chi-square, and with two
        /// columns it is that chi-square.
        #[test]
        fn no_pair_exceeds_the_whole_test(
            scores in prop::collection::vec(prop::collection::vec(0_u8..9, 4), 2..12),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let table = ranks(&rows);
            let whole = friedman(&table).classic;
            for pair in miller(&table).unwrap() {
                prop_assert!(pair.test.statistic <= whole.statistic + 1e-9);
                prop_assert!(pair.test.p >= whole.p - 1e-12 && pair.test.p <= 1.0);
            }
            let two: Vec<Vec<f64>> = rows.iter().map(|r| r[..2].to_vec()).collect();
            let whole = friedman(&ranks(&two)).classic;
            let pair = miller(&ranks(&two)).unwrap()[0];
            prop_assert!((pair.test.statistic - whole.statistic).abs() < 1e-9);
            let swapped: Vec<Vec<f64>> = two.iter().map(|r| vec![r[1], r[0]]).collect();
            let back = miller(&ranks(&swapped)).unwrap()[0];
            prop_assert_eq!((back.difference, back.test), (-pair.difference, pair.test));
        }
    }
}
