//! Bergmann and Hommel's procedure for all pairwise comparisons of k treatments (Bergmann & Hommel
//! 1988; Garcia & Herrera 2008): a set of equalities can be exactly the true ones only if it is
//! exhaustive, that is, if it holds all pairs within the groups of some partition of the
//! treatments. A hypothesis is rejected when Bonferroni's test rejects every exhaustive set it
//! belongs to, so its adjusted p is the largest |I| min p(I) over those sets. It must not know what
//! is compared.

use super::error::StatsError;
use super::shaffer::check_pairs;

const TEST: &str = "Bergmann and Hommel's procedure";

/// The number of partitions grows like Bell's numbers: 21147 for nine treatments, 4.2 million for
/// twelve (a second of work).
pub const MOST_TREATMENTS: usize = 12;

/// Adjusted p-values of all pairs, in the order (0, 1), (0, 2), ..., (k - 2, k - 1). Refused above
/// [`MOST_TREATMENTS`].
pub fn bergmann_hommel(p_values: &[f64], treatments: usize) -> Result<Vec<f64>, StatsError> {
    check_pairs(TEST, p_values, treatments)?;
    if treatments > MOST_TREATMENTS {
        return Err(StatsError::BadInput { test: TEST, reason: "more than twelve columns" });
    }
    let mut search = Search { p_values, treatments, groups: Vec::new(), best: p_values.to_vec() };
    search.place(0, 0, f64::INFINITY);
    Ok(search.best.into_iter().map(|value| value.min(1.0)).collect())
}

/// A walk through all partitions, treatment by treatment.
struct Search<'a> {
    p_values: &'a [f64],
    treatments: usize,
    groups: Vec<Vec<usize>>,
    best: Vec<f64>,
}

impl Search<'_> {
    /// Puts `next` into every group in turn, then into one of its own; `size` and `least` are the
    /// number of pairs within the groups so far and their smallest p.
    fn place(&mut self, next: usize, size: usize, least: f64) {
        if next == self.treatments {
            return self.record(size as f64 * least);
        }
        for group in 0..self.groups.len() {
            let members = &self.groups[group];
            let with_members = members.iter().map(|&a| self.p_values[self.pair(a, next)]);
            let least = with_members.fold(least, f64::min);
            let size = size + members.len();
            self.groups[group].push(next);
            self.place(next + 1, size, least);
            self.groups[group].pop();
        }
        self.groups.push(vec![next]);
        self.place(next + 1, size, least);
        self.groups.pop();
    }

    fn record(&mut self, value: f64) {
        for group in 0..self.groups.len() {
            let members = &self.groups[group];
            for (i, &b) in members.iter().enumerate() {
                for &a in &members[..i] {
                    let pair = self.pair(a, b);
                    self.best[pair] = self.best[pair].max(value);
                }
            }
        }
    }

    /// The place of the pair a < b among all pairs.
    fn pair(&self, a: usize, b: usize) -> usize {
        a * (2 * self.treatments - a - 1) / 2 + b - a - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::posthoc::all_pairs;
    use proptest::prelude::*;

    /// The closure principle without partitions: every set of pairs is tried, and kept if adding
    /// any other pair by transitivity is impossible.
    fn by_closure(p: &[f64], k: usize) -> Vec<f64> {
        let pairs = all_pairs(k);
        let mut best = vec![0.0_f64; p.len()];
        for set in 1..1_u32 << p.len() {
            let equal = |a: usize, b: usize| {
                a == b
                    || pairs
                        .iter()
                        .position(|&q| q == (a.min(b), a.max(b)))
                        .is_some_and(|i| set >> i & 1 == 1)
            };
            let transitive = (0..k).all(|a| {
                (0..k).all(|b| (0..k).all(|c| !(equal(a, b) && equal(b, c)) || equal(a, c)))
            });
            if transitive {
                let inside: Vec<usize> = (0..p.len()).filter(|i| set >> i & 1 == 1).collect();
                let least = inside.iter().map(|&i| p[i]).fold(1.0, f64::min);
                inside.iter().for_each(|&i| best[i] = best[i].max(inside.len() as f64 * least));
            }
        }
        best.into_iter().map(|value| value.min(1.0)).collect()
    }

    /// The p-values of Garcia & Herrera's (2008) example, as in shaffer.rs.
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
        let found = bergmann_hommel(&p, 5).unwrap();
        assert_eq!(found, by_closure(&p, 5));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn equals_closed_testing(
            k in 2_usize..6,
            p in prop::collection::vec(prop::sample::select(vec![0.0, 0.001, 0.004, 0.01, 0.011,
                0.02, 0.03, 0.05, 0.2, 0.4, 0.9, 1.0]), 10),
        ) {
            let p = &p[..k * (k - 1) / 2];
            prop_assert_eq!(bergmann_hommel(p, k).unwrap(), by_closure(p, k));
        }
    }

    /// Equal p-values: the whole family is exhaustive, so nothing is gained over Bonferroni.
    #[test]
    fn largest_sizes() {
        for k in [9, 10] {
            let pairs = k * (k - 1) / 2;
            let found = bergmann_hommel(&vec![1e-3; pairs], k).unwrap();
            assert!(found.iter().all(|&v| (v - pairs as f64 * 1e-3).abs() < 1e-15));
        }
        assert!(bergmann_hommel(&[0.5; 78], 13).is_err());
        assert!(bergmann_hommel(&[0.5; 4], 3).is_err());
    }
}
