//! Shaffer's static procedure for all pairwise comparisons of k treatments (Shaffer 1986; Garcia &
//! Herrera 2008): Holm's, but a p-value is multiplied only by the largest number of hypotheses that
//! can still be true together. Equalities are transitive, so those numbers are the sums of j(j-1)/2
//! over the groups of a partition of k. It must not know what is compared.

use super::adjust::{in_rising_order, running_max};
use super::error::StatsError;

/// Adjusted p-values of all pairs, in the order (0, 1), (0, 2), ..., (k - 2, k - 1).
pub fn shaffer(p_values: &[f64], treatments: usize) -> Result<Vec<f64>, StatsError> {
    check_pairs("Shaffer's procedure", p_values, treatments)?;
    // The largest possible count up to each number of hypotheses that are left.
    let mut largest = 0;
    let mut most_true = vec![0; p_values.len() + 1];
    let possible = possible_true_counts(treatments);
    for (left, most) in most_true.iter_mut().enumerate() {
        if possible.contains(left) {
            largest = left;
        }
        *most = largest;
    }
    Ok(in_rising_order(p_values, |sorted| {
        let left = |i: usize| sorted.len() - i;
        running_max(sorted.iter().enumerate().map(|(i, p)| most_true[left(i)] as f64 * p))
    }))
}

/// Refuses families that are not the pairs of so many treatments.
pub(super) fn check_pairs(
    test: &'static str,
    p_values: &[f64],
    treatments: usize,
) -> Result<(), StatsError> {
    if treatments < 2 {
        return Err(StatsError::TooFew { test, what: "columns", needed: 2, found: treatments });
    }
    if p_values.len() != treatments * (treatments - 1) / 2 {
        return Err(StatsError::BadInput { test, reason: "one p-value per pair is needed" });
    }
    Ok(())
}

/// How many of the pairwise equalities of `treatments` can be true at the same time: S(k), the
/// union over j of j(j-1)/2 + S(k-j).
fn possible_true_counts(treatments: usize) -> BitSet {
    let pairs = |k: usize| k * k.saturating_sub(1) / 2;
    let size = pairs(treatments) + 1;
    let mut counts = vec![BitSet::with_zero(size)];
    for k in 1..=treatments {
        let mut all = BitSet::empty(size);
        for j in 1..=k {
            all.add_shifted(&counts[k - j], pairs(j));
        }
        counts.push(all);
    }
    counts.pop().unwrap_or_else(|| BitSet::with_zero(1))
}

/// A set of numbers below a bound, one bit per number: 200 treatments have 19,900 pairs, and trees of numbers took minutes.
struct BitSet(Vec<u64>);

impl BitSet {
    fn empty(size: usize) -> BitSet {
        BitSet(vec![0; size.div_ceil(64)])
    }

    fn with_zero(size: usize) -> BitSet {
        let mut set = BitSet::empty(size.max(1));
        set.0[0] = 1;
        set
    }

    /// Adds every number of another set, plus `by`; what is beyond the bound is dropped.
    fn add_shifted(&mut self, other: &BitSet, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for (place, &word) in other.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            if let Some(low) = self.0.get_mut(place + words) {
                *low |= word << bits;
            }
            if let Some(high) = self.0.get_mut(place + words + 1).filter(|_| bits > 0) {
                *high |= word >> (64 - bits);
            }
        }
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::adjust::Correction;
    use crate::stats::bergmann::bergmann_hommel;
    use proptest::prelude::*;

    /// By hand: five treatments split as 5, 41, 32, 311, 221, 2111 or 11111, and so on.
    #[test]
    fn counts_of_true_hypotheses() {
        let counts = |k: usize| -> Vec<usize> {
            let possible = possible_true_counts(k);
            (0..=k * k).filter(|&count| possible.contains(count)).collect()
        };
        assert_eq!(counts(3), [0, 1, 3]);
        assert_eq!(counts(4), [0, 1, 2, 3, 6]);
        assert_eq!(counts(5), [0, 1, 2, 3, 4, 6, 10]);
        assert_eq!(counts(6), [0, 1, 2, 3, 4, 6, 7, 10, 15]);
    }

    /// The rank tests of Garcia & Herrera (2008), raw p as in the documentation of the R package
    /// scmamp (adjustShaffer): C4.5, 1-NN, naive Bayes, Kernel, CN2. In rising order the factors
    /// are 10, 6, 6, 6, 6, 4, 4, 3, 2, 1; the sixth and the last give way to the running maximum.
    #[test]
    fn five_classifiers() {
        let p = [
            0.004848763,
            0.8064959,
            4.486991e-08,
            0.012763008,
            0.01011233,
            0.007963489,
            0.743971478,
            1.736118e-07,
            0.024744672,
            0.002880485,
        ];
        let expected = [
            6.0 * p[0],
            2.0 * p[6],
            10.0 * p[2],
            4.0 * p[3],
            6.0 * p[5],
            6.0 * p[5],
            2.0 * p[6],
            6.0 * p[7],
            3.0 * p[8],
            6.0 * p[9],
        ];
        for (found, expected) in shaffer(&p, 5).unwrap().iter().zip(expected) {
            assert!((found - f64::min(expected, 1.0)).abs() < 1e-15, "{found} {expected}");
        }
    }

    proptest! {
        /// Between Holm, who uses no logic, and Bergmann & Hommel, who use all of it.
        #[test]
        fn lies_between_holm_and_bergmann(p in prop::collection::vec(0.0_f64..=1.0, 15)) {
            let shaffer = shaffer(&p, 6).unwrap();
            let holm = Correction::Holm.adjust(&p);
            let bergmann = bergmann_hommel(&p, 6).unwrap();
            for i in 0..15 {
                prop_assert!(shaffer[i] <= holm[i] && bergmann[i] <= shaffer[i] * (1.0 + 1e-12));
            }
        }
    }

    #[test]
    fn wrong_families_are_refused() {
        assert!(shaffer(&[0.1, 0.2], 3).is_err());
        assert!(shaffer(&[], 1).is_err());
        assert_eq!(shaffer(&[0.3], 2), Ok(vec![0.3]));
    }
}
