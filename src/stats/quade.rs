//! Quade's test over a table of blocks (rows) by treatments (columns): ranks within the rows,
//! weighted by the rank of the row's range. With S_ij = Q_i (r_ij - (k+1)/2), A their sum of
//! squares and B the sum of squared column sums over N, F = (N-1) B / (A - B) with k-1 and
//! (k-1)(N-1) degrees of freedom (Quade 1979; Conover 1999, 5.8). It must not know what rows and
//! columns stand for.

use super::error::StatsError;
use super::friedman::{FTest, check_table, f_test};
use super::rank::{Ties, average_ranks};

const TEST: &str = "Quade's test";

/// Quade's test of scores, rows by columns. The direction of the scores does not matter. Perfect
/// agreement of the rows (A = B) gives an infinite statistic and p zero; Conover's exact p is then
/// (1/k!)^(N-1). Undefined when every row is one tie.
pub fn quade(scores: &[Vec<f64>], ties: Ties) -> Result<FTest, StatsError> {
    let columns = check_table(TEST, scores)?;
    let ranges: Vec<f64> = scores.iter().map(|row| range(row)).collect();
    let weights = average_ranks(&ranges, false, ties);
    let middle = (columns as f64 + 1.0) / 2.0;
    let mut sums = vec![0.0; columns];
    let mut total = 0.0;
    for (row, weight) in scores.iter().zip(weights) {
        for (sum, rank) in sums.iter_mut().zip(average_ranks(row, false, ties)) {
            let score = weight * (rank - middle);
            *sum += score;
            total += score * score;
        }
    }
    if total == 0.0 {
        return Err(StatsError::Undefined { test: TEST, reason: "all columns tie in every row" });
    }
    let n = scores.len() as f64;
    let between = sums.iter().map(|sum| sum * sum).sum::<f64>() / n;
    Ok(f_test((n - 1.0) * between, total - between, scores.len(), columns))
}

fn range(row: &[f64]) -> f64 {
    let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest - row.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(table: &[[f64; 5]]) -> Vec<Vec<f64>> {
        table.iter().map(|row| row.to_vec()).collect()
    }

    /// Conover (1999), p. 375, hand lotion sales: the example of R's `quade.test`, which prints
    /// Quade F = 3.8293, num df = 4, denom df = 24, p-value = 0.01519.
    const LOTION: [[f64; 5]; 7] = [
        [5.0, 4.0, 7.0, 10.0, 12.0],
        [1.0, 3.0, 1.0, 0.0, 2.0],
        [16.0, 12.0, 22.0, 22.0, 35.0],
        [5.0, 4.0, 3.0, 5.0, 4.0],
        [10.0, 9.0, 7.0, 13.0, 10.0],
        [19.0, 18.0, 28.0, 37.0, 58.0],
        [10.0, 7.0, 6.0, 8.0, 7.0],
    ];

    #[test]
    fn hand_lotion() {
        let found = quade(&rows(&LOTION), Ties::Decimal).unwrap();
        assert_eq!((found.df1, found.df2), (4.0, 24.0));
        assert!((found.statistic - 3.8293).abs() < 5e-5, "{found:?}");
        assert!((found.p - 0.01519).abs() < 5e-6, "{found:?}");
        let negative: Vec<Vec<f64>> =
            LOTION.iter().map(|row| row.iter().map(|v| -v).collect()).collect();
        let mirrored = quade(&negative, Ties::Decimal).unwrap();
        assert!((mirrored.statistic - found.statistic).abs() < 1e-12);
    }

    /// In tenths the ranges 0.3 - 0.2 and 0.2 - 0.1 differ in floating point only.
    #[test]
    fn decimal_ties_survive_a_change_of_unit() {
        let whole =
            [[2.0, 3.0, 2.0, 2.0, 2.0], [1.0, 2.0, 1.0, 1.0, 2.0], [4.0, 9.0, 6.0, 5.0, 7.0]];
        let tenths: Vec<Vec<f64>> =
            whole.iter().map(|row| row.iter().map(|v| v / 10.0).collect()).collect();
        let expected = quade(&rows(&whole), Ties::Raw).unwrap();
        assert_eq!(quade(&tenths, Ties::Decimal).unwrap(), expected);
        assert_ne!(quade(&tenths, Ties::Raw).unwrap(), expected);
    }

    /// With two columns S_ij are half the signed ranks of the differences. Differences 1, -2, 3, 4
    /// have signed ranks 1, -2, 3, 4: A = 30 / 2, B = 2 (6 / 2)^2 / 4, F = 3 * 4.5 / 10.5 = 9 / 7.
    #[test]
    fn two_columns_by_hand() {
        let scores = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 0.0], vec![4.0, 0.0]];
        let found = quade(&scores, Ties::Decimal).unwrap();
        assert!((found.statistic - 9.0 / 7.0).abs() < 1e-14, "{found:?}");
        assert_eq!((found.df1, found.df2), (1.0, 3.0));
    }

    #[test]
    fn degenerate_tables() {
        let agreeing = vec![vec![1.0, 2.0, 3.0]; 4];
        let found = quade(&agreeing, Ties::Decimal).unwrap();
        assert_eq!((found.statistic, found.p), (f64::INFINITY, 0.0));
        let tied = vec![vec![1.0; 3]; 4];
        assert!(matches!(quade(&tied, Ties::Decimal), Err(StatsError::Undefined { .. })));
        assert!(matches!(quade(&tied[..1], Ties::Decimal), Err(StatsError::TooFew { .. })));
    }
}
