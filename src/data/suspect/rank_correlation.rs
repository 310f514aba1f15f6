//! How strongly two numeric columns are related: Spearman's correlation of the rows in which both are known.

use crate::data::numbers::Numbers;

/// Fewer rows say nothing.
const FEWEST: usize = 20;

/// Between -1 and 1; `None` if few rows have both, or one of them does not vary.
pub fn spearman(a: &Numbers, b: &Numbers) -> Option<f64> {
    let both = a.iter().zip(b.iter()).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (a, b): (Vec<f64>, Vec<f64>) = both.unzip();
    if a.len() < FEWEST {
        return None;
    }
    let (a, b) = (centred_ranks(&a), centred_ranks(&b));
    let sum = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let size = (sum(&a, &a) * sum(&b, &b)).sqrt();
    (size > 0.0).then(|| sum(&a, &b) / size)
}

/// Ranks less their mean; equal values share the mean of theirs.
fn centred_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let middle = (values.len() as f64 - 1.0) / 2.0;
    let mut before = 0;
    for equal in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let rank = before as f64 + (equal.len() as f64 - 1.0) / 2.0;
        for &place in equal {
            ranks[place] = rank - middle;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monotone_is_one_and_ties_and_holes_are_understood() {
        let numbers =
            |rule: fn(usize) -> f64| Numbers::from((0..40).map(rule).collect::<Vec<f64>>());
        let line = numbers(|i| i as f64);
        let close = |b: &Numbers, expected: f64| {
            let found = spearman(&line, b).unwrap();
            assert!((found - expected).abs() < 1e-12, "{found}");
        };
        close(&numbers(|i| (i * i) as f64), 1.0);
        close(&numbers(|i| -(i as f64)), -1.0);
        close(&numbers(|i| if i % 2 == 0 { f64::NAN } else { i as f64 }), 1.0);
        // Two halves of equal values: scipy.stats.spearmanr gives 0.86629616364842.
        let halves = spearman(&line, &numbers(|i| (i / 20) as f64)).unwrap();
        assert!((halves - 0.866_296_163_648_42).abs() < 1e-12, "{halves}");
        assert_eq!(spearman(&line, &numbers(|_| 1.0)), None);
        assert_eq!(spearman(&line, &numbers(|i| if i < 30 { f64::NAN } else { i as f64 })), None);
    }
}
