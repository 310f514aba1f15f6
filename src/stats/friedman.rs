//! Friedman's test over a table of blocks (rows) by treatments (columns), from ranks within the
//! rows. chi2 = 12 S / (N k (k+1)), S the sum of squared deviations of the column rank sums from
//! their mean (Friedman 1937); with ties the divisor is what the ranks really vary (Conover 1999,
//! 5.8). Both are referred to chi-square with k - 1 degrees of freedom, or turned into the F of
//! Iman and Davenport (1980), F = (N-1) chi2 / (N(k-1) - chi2). It must not know what rows and
//! columns stand for.

use super::distribution::{chi2_sf, f_sf};
use super::error::StatsError;
use super::rank::{Ties, average_ranks};

const TEST: &str = "Friedman's test";

/// Ranks within each row of a table; every row has the same number of columns.
#[derive(Debug, Clone, PartialEq)]
pub struct RankTable {
    rows: Vec<Vec<f64>>,
    columns: usize,
}

/// A statistic referred to chi-square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChiSquareTest {
    /// The statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Upper tail.
    pub p: f64,
}

/// A statistic referred to F.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FTest {
    /// Infinite where the rows agree perfectly.
    pub statistic: f64,
    /// Degrees of freedom of the numerator.
    pub df1: f64,
    /// Degrees of freedom of the denominator.
    pub df2: f64,
    /// Zero for an infinite statistic: below every level, although no exact test would say zero.
    pub p: f64,
}

/// The outcome of Friedman's test.
#[derive(Debug, Clone, PartialEq)]
pub struct Friedman {
    /// Of every column.
    pub mean_ranks: Vec<f64>,
    /// Without correction for ties.
    pub classic: ChiSquareTest,
    /// Corrected for ties; equal to `classic` without ties, absent when every row is one tie.
    pub tie_corrected: Option<ChiSquareTest>,
}

impl RankTable {
    /// Ranks each row of `scores`, 1 for the best. Needs two rows, two columns and finite numbers.
    pub fn new(
        scores: &[Vec<f64>],
        higher_is_better: bool,
        ties: Ties,
    ) -> Result<RankTable, StatsError> {
        let columns = check_table(TEST, scores)?;
        let rows = scores.iter().map(|row| average_ranks(row, higher_is_better, ties)).collect();
        Ok(RankTable { rows, columns })
    }

    /// The ranks, row by row.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Mean rank of each column.
    pub fn mean_ranks(&self) -> Vec<f64> {
        let blocks = self.rows.len() as f64;
        self.rank_sums().into_iter().map(|sum| sum / blocks).collect()
    }

    fn rank_sums(&self) -> Vec<f64> {
        (0..self.columns).map(|j| self.rows.iter().map(|row| row[j]).sum()).collect()
    }
}

/// The number of columns of a table fit for a rank test: at least two rows and columns, rows of
/// equal length, finite numbers.
pub(super) fn check_table(test: &'static str, scores: &[Vec<f64>]) -> Result<usize, StatsError> {
    if scores.len() < 2 {
        return Err(StatsError::TooFew { test, what: "rows", needed: 2, found: scores.len() });
    }
    let columns = scores[0].len();
    if columns < 2 {
        return Err(StatsError::TooFew { test, what: "columns", needed: 2, found: columns });
    }
    if scores.iter().any(|row| row.len() != columns) {
        return Err(StatsError::BadInput { test, reason: "the rows differ in length" });
    }
    if scores.iter().flatten().any(|score| !score.is_finite()) {
        return Err(StatsError::BadInput { test, reason: "a score is not a finite number" });
    }
    Ok(columns)
}

/// Friedman's test, classic and corrected for ties.
pub fn friedman(table: &RankTable) -> Friedman {
    let (n, k) = (table.rows.len() as f64, table.columns as f64);
    let middle = (k + 1.0) / 2.0;
    // Ranks are multiples of a half, so these sums of squares are exact.
    let between: f64 = table.rank_sums().iter().map(|r| (r - n * middle) * (r - n * middle)).sum();
    let within: f64 = table.rows.iter().flatten().map(|r| (r - middle) * (r - middle)).sum();
    let df = k - 1.0;
    let test = |statistic: f64| ChiSquareTest { statistic, df, p: chi2_sf(statistic, df) };
    Friedman {
        mean_ranks: table.mean_ranks(),
        classic: test(12.0 * between / (n * k * (k + 1.0))),
        tie_corrected: (within > 0.0).then(|| test(df * between / within)),
    }
}

/// Iman and Davenport's F from a Friedman chi-square (either one) of `blocks` rows and `columns`.
/// Perfect agreement makes the denominator zero: the statistic is then infinite and p zero.
pub fn iman_davenport(chi2: f64, blocks: usize, columns: usize) -> FTest {
    let (n, k) = (blocks as f64, columns as f64);
    f_test((n - 1.0) * chi2, n * (k - 1.0) - chi2, blocks, columns)
}

/// The F test of a ratio, infinite where nothing is left in the denominator. Sums of ranks and of
/// their squares are exact, and so are their quotients where they are whole: zero is found as zero.
pub(super) fn f_test(numerator: f64, denominator: f64, blocks: usize, columns: usize) -> FTest {
    let df1 = columns as f64 - 1.0;
    let df2 = df1 * (blocks as f64 - 1.0);
    let statistic = if denominator > 0.0 { numerator / denominator } else { f64::INFINITY };
    FTest { statistic, df1, df2, p: f_sf(statistic, df1, df2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(rows: &[&[f64]]) -> RankTable {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        RankTable::new(&rows, false, Ties::Decimal).unwrap()
    }

    /// R's `friedman.test` help page (rounding times of Hollander & Wolfe 1973, p. 140): Friedman
    /// chi-squared = 11.143, df = 2, p-value = 0.003805; more digits from scipy 1.17.1.
    #[test]
    fn rounding_first_base() {
        let times = [
            [5.40, 5.50, 5.55],
            [5.85, 5.70, 5.75],
            [5.20, 5.60, 5.50],
            [5.55, 5.50, 5.40],
            [5.90, 5.85, 5.70],
            [5.45, 5.55, 5.60],
            [5.40, 5.40, 5.35],
            [5.45, 5.50, 5.35],
            [5.25, 5.15, 5.00],
            [5.85, 5.80, 5.70],
            [5.25, 5.20, 5.10],
            [5.65, 5.55, 5.45],
            [5.60, 5.35, 5.45],
            [5.05, 5.00, 4.95],
            [5.50, 5.50, 5.40],
            [5.45, 5.55, 5.50],
            [5.55, 5.55, 5.35],
            [5.45, 5.50, 5.55],
            [5.50, 5.45, 5.25],
            [5.65, 5.60, 5.40],
            [5.70, 5.65, 5.55],
            [6.30, 6.30, 6.25],
        ];
        let rows: Vec<&[f64]> = times.iter().map(|row| row.as_slice()).collect();
        let found = friedman(&table(&rows)).tie_corrected.unwrap();
        assert!((found.statistic - 11.142_857_142_857_132).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.003_805_040_775_511_387).abs() < 1e-14, "{found:?}");
    }

    #[test]
    fn perfect_agreement_is_infinite() {
        for k in 2..12 {
            for n in 2..30 {
                let row: Vec<f64> = (0..k).map(f64::from).collect();
                let table = RankTable::new(&vec![row; n], true, Ties::Raw).unwrap();
                let found = friedman(&table);
                let f = iman_davenport(found.classic.statistic, n, k as usize);
                assert_eq!((f.statistic, f.p), (f64::INFINITY, 0.0), "{n} {k}");
                // Agreement including a tie of the first two columns.
                let row: Vec<f64> = (0..=k).map(|j| f64::from(j.max(1))).collect();
                let table = RankTable::new(&vec![row; n], true, Ties::Raw).unwrap();
                let corrected = friedman(&table).tie_corrected.unwrap();
                let f = iman_davenport(corrected.statistic, n, k as usize + 1);
                assert_eq!((f.statistic, f.p), (f64::INFINITY, 0.0), "{n} {k}");
            }
        }
    }

    #[test]
    fn complete_ties_have_no_corrected_statistic() {
        let found = friedman(&table(&[&[1.0, 1.0, 1.0], &[2.0, 2.0, 2.0]]));
        assert_eq!(found.tie_corrected, None);
        assert_eq!((found.classic.statistic, found.classic.p), (0.0, 1.0));
        assert_eq!(found.mean_ranks, [2.0, 2.0, 2.0]);
    }

    #[test]
    fn unfit_tables_are_refused() {
        let refuse = |rows: &[Vec<f64>]| RankTable::new(rows, true, Ties::Raw).unwrap_err();
        assert!(matches!(refuse(&[]), StatsError::TooFew { what: "rows", .. }));
        assert!(matches!(refuse(&vec![vec![1.0]; 3]), StatsError::TooFew { what: "columns", .. }));
        assert!(matches!(refuse(&[vec![1.0, 2.0], vec![1.0]]), StatsError::BadInput { .. }));
        assert!(matches!(
            refuse(&[vec![1.0, 2.0], vec![1.0, f64::NAN]]),
            StatsError::BadInput { .. }
        ));
    }

    proptest! {
        /// The correction with sums of t^3 - t (Conover 1999) written the other way round.
        #[test]
        fn tie_correction_has_two_forms(
            scores in prop::collection::vec(prop::collection::vec(0_u8..4, 4), 2..9),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let found = friedman(&RankTable::new(&rows, true, Ties::Decimal).unwrap());
            let (n, k) = (rows.len() as f64, 4.0);
            let tie_sum: f64 = scores.iter().map(|row| {
                (0..4_u8).map(|v| row.iter().filter(|&&x| x == v).count() as f64)
                    .map(|t| t * t * t - t).sum::<f64>()
            }).sum();
            let factor = 1.0 - tie_sum / (n * k * (k * k - 1.0));
            match found.tie_corrected {
                None => prop_assert!(factor.abs() < 1e-12),
                Some(test) => {
                    let expected = found.classic.statistic / factor;
                    prop_assert!((test.statistic - expected).abs() <= 1e-12 * (1.0 + expected));
                }
            }
        }
    }
}
