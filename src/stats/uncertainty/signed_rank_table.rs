//! Upper tails of Wilcoxon's signed-rank sum without ties, for every number of differences up to a
//! largest one, computed once so that thousands of draws cost a lookup each (Wilcoxon 1945; the
//! recursion is P_n(w) = (P_{n-1}(w) + P_{n-1}(w - n)) / 2). It must not know where the sums come
//! from.

/// Tails P(W >= w) for n = 0 ..= largest.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedRankTable {
    tails: Vec<Vec<f64>>,
}

impl SignedRankTable {
    /// Tables for up to `largest` differences; memory grows with its third power.
    pub fn new(largest: usize) -> SignedRankTable {
        let mut masses = vec![1.0_f64];
        let mut tails = vec![vec![1.0]];
        for n in 1..=largest {
            let top = n * (n + 1) / 2;
            let old = |w: usize| masses.get(w).copied().unwrap_or(0.0);
            let shifted = |w: usize| w.checked_sub(n).map_or(0.0, old);
            masses = (0..=top).map(|w| (old(w) + shifted(w)) / 2.0).collect();
            let mut tail = masses.clone();
            // Added from the far end, so that small tails keep all their digits.
            for w in (0..top).rev() {
                tail[w] += tail[w + 1];
            }
            tails.push(tail);
        }
        SignedRankTable { tails }
    }

    /// P(W >= w) for `n` differences, where `twice_w` is 2w: with ties w may be a half, and then
    /// the mean of both neighbours is taken (as KEEL does).
    pub fn upper_tail(&self, n: usize, twice_w: usize) -> f64 {
        let tail = &self.tails[n];
        let at = |w: usize| tail.get(w).copied().unwrap_or(0.0);
        let (low, high) = (twice_w / 2, twice_w.div_ceil(2));
        if low == high { at(low) } else { (at(low) + at(high)) / 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_the_enumeration_of_all_signs() {
        let table = SignedRankTable::new(8);
        for n in 1..=8_usize {
            let sum = |signs: u32| (0..n).filter(|i| signs >> i & 1 == 1).map(|i| i + 1).sum();
            let sums: Vec<usize> = (0..1_u32 << n).map(sum).collect();
            for w in 0..=n * (n + 1) / 2 {
                let share = sums.iter().filter(|&&s| s >= w).count() as f64 / sums.len() as f64;
                assert_eq!(table.upper_tail(n, 2 * w), share, "{n} {w}");
            }
        }
    }

    /// scipy.stats.wilcoxon, method "exact", alternative "greater" (SciPy 1.17.1): n = 27.
    #[test]
    fn agrees_with_scipy() {
        let table = SignedRankTable::new(27);
        for (w, expected) in GOLDEN {
            let got = table.upper_tail(27, 2 * w);
            assert!((got / expected - 1.0).abs() < 1e-12, "{w}: {got:e}");
        }
        let half = table.upper_tail(27, 2 * 250 + 1);
        assert_eq!(half, (table.upper_tail(27, 500) + table.upper_tail(27, 502)) / 2.0);
    }

    const GOLDEN: [(usize, f64); 4] = [
        (378, 7.450580596923828e-9),
        (350, 1.1041760444641113e-5),
        (250, 0.07407623529434204),
        (189, 0.5047132521867752),
    ];
}
