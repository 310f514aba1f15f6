//! Conover's t of pairs after Friedman's test (Conover and Iman 1979, Los Alamos report LA-7677-MS;
//! Conover 1999, 5.8): the difference of two rank sums over the standard error that is left after
//! the columns' own differences are taken out, with (N-1)(k-1) degrees of freedom. It must not know
//! what rows and columns stand for.

use super::distribution::t_sf;
use super::error::StatsError;
use super::friedman::RankTable;
use super::posthoc::all_pairs;

const TEST: &str = "Conover's test after Friedman's";

/// A pair of columns compared by sums of ranks or of weighted ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankSumPair {
    /// The columns, by position.
    pub pair: (usize, usize),
    /// Sum of the second minus sum of the first: positive where the first is better.
    pub difference: f64,
    /// The difference in standard errors; infinite where the rows agree perfectly.
    pub t: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Two-sided p, not adjusted for other pairs; zero for an infinite t.
    pub p: f64,
}

/// All pairs of columns, (0, 1) first. Undefined when every row is one tie.
pub fn conover_friedman(table: &RankTable) -> Result<Vec<RankSumPair>, StatsError> {
    let middle = (table.columns() as f64 + 1.0) / 2.0;
    let centred: Vec<Vec<f64>> =
        table.rows().iter().map(|row| row.iter().map(|rank| rank - middle).collect()).collect();
    compare_sums(TEST, &centred)
}

/// Conover's t for all pairs of column sums of a table whose rows have the mean zero; a larger sum
/// is worse. The scores must be multiples of a small power of two, so that all sums are exact and
/// perfect agreement is found as such.
pub(super) fn compare_sums(
    test: &'static str,
    rows: &[Vec<f64>],
) -> Result<Vec<RankSumPair>, StatsError> {
    let (n, columns) = (rows.len() as f64, rows.first().map_or(0, Vec::len));
    let sums: Vec<f64> = (0..columns).map(|j| rows.iter().map(|row| row[j]).sum()).collect();
    let total: f64 = rows.iter().flatten().map(|score| score * score).sum();
    if total == 0.0 {
        return Err(StatsError::Undefined { test, reason: "all columns tie in every row" });
    }
    let between: f64 = sums.iter().map(|sum| sum * sum).sum();
    let df = (n - 1.0) * (columns as f64 - 1.0);
    let standard_error = (2.0 * (n * total - between).max(0.0) / df).sqrt();
    let compare = |pair: (usize, usize)| {
        let difference = sums[pair.1] - sums[pair.0];
        // With perfect agreement two columns may still be equal: that is no difference at all.
        let t = if difference == 0.0 { 0.0 } else { difference / standard_error };
        RankSumPair { pair, difference, t, df, p: 2.0 * t_sf(t.abs(), df) }
    };
    Ok(all_pairs(columns).into_iter().map(compare).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::friedman::{friedman, iman_davenport};
    use crate::stats::rank::Ties;
    use crate::stats::reference_cases::{cases, close, numbers, table};
    use proptest::prelude::*;

    fn ranks(rows: &[Vec<f64>]) -> RankTable {
        RankTable::new(rows, true, Ties::Decimal).unwrap()
    }

    /// posthoc_conover_friedman of scikit-posthocs 0.17.1.
    #[test]
    fn agrees_with_scikit_posthocs() {
        let all = cases("friedman");
        assert!(all.len() >= 18);
        for case in all {
            let found = conover_friedman(&ranks(&table(&case["table"]))).unwrap();
            let expected = numbers(&case["conover"]);
            assert_eq!(found.len(), expected.len());
            for (ours, theirs) in found.iter().zip(expected) {
                close(ours.p, theirs, &case["table"].to_string());
            }
        }
    }

    #[test]
    fn degenerate_tables() {
        // The first two columns tie in every row, the third is always worst.
        let agreeing = conover_friedman(&ranks(&vec![vec![2.0, 2.0, 1.0]; 4])).unwrap();
        assert_eq!((agreeing[0].t, agreeing[0].p), (0.0, 1.0));
        assert_eq!((agreeing[1].t, agreeing[1].p), (f64::INFINITY, 0.0));
        let tied = conover_friedman(&ranks(&vec![vec![1.0; 3]; 4]));
        assert!(matches!(tied, Err(StatsError::Undefined { .. })));
    }

    proptest! {
        /// With two columns t^2 is the F of Iman and Davenport.
        #[test]
        fn two_columns_are_the_whole_test(
            scores in prop::collection::vec(prop::collection::vec(0_u8..5, 2), 3..20),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let table = ranks(&rows);
            if let Some(corrected) = friedman(&table).tie_corrected {
                let f = iman_davenport(corrected.statistic, rows.len(), 2);
                let pair = conover_friedman(&table).unwrap()[0];
                if f.statistic.is_finite() && f.statistic < 1e6 {
                    prop_assert!((pair.t * pair.t - f.statistic).abs() < 1e-9 * (1.0 + f.statistic));
                    prop_assert!((pair.p - f.p).abs() < 1e-9);
                }
            }
        }

        #[test]
        fn swapped_columns_swap_signs(
            scores in prop::collection::vec(prop::collection::vec(0_u8..9, 4), 2..12),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let swapped: Vec<Vec<f64>> =
                rows.iter().map(|r| vec![r[1], r[0], r[2], r[3]]).collect();
            if let Ok(found) = conover_friedman(&ranks(&rows)) {
                let swapped = conover_friedman(&ranks(&swapped)).unwrap();
                prop_assert_eq!((swapped[0].t, swapped[0].p), (-found[0].t, found[0].p));
                prop_assert_eq!(swapped[1].t, found[3].t);
                for pair in found {
                    prop_assert!((0.0..=1.0).contains(&pair.p));
                }
            }
        }
    }
}
