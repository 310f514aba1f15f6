//! Cross-validation splits. A split depends on a key (seed, dataset, repeat) and on the strata, never on a method, so
//! that all methods of an experiment are tried on the same rows.

use crate::num::key::RngKey;
use crate::num::sample;

/// One fold: the rows to learn from and the rows to test on, both in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Rows to learn from.
    pub train: Vec<usize>,
    /// Rows to test on.
    pub test: Vec<usize>,
}

/// Cuts `strata.len()` examples into `folds` parts of nearly equal size, each with nearly the same share of every
/// stratum. For an unstratified split give every example the same stratum.
///
/// Strata are shuffled one after the other and dealt round the folds without starting anew, so that fold sizes
/// differ by at most one, and so does the number of any one stratum's members in two folds.
pub fn cross_validation(strata: &[usize], folds: usize, key: RngKey) -> Vec<Split> {
    let mut rng = key.stream();
    let mut order: Vec<usize> = Vec::with_capacity(strata.len());
    for stratum in 0..strata.iter().map(|s| s + 1).max().unwrap_or(0) {
        let start = order.len();
        order.extend((0..strata.len()).filter(|&i| strata[i] == stratum));
        sample::shuffle(&mut rng, &mut order[start..]);
    }
    let mut fold_of = vec![0; strata.len()];
    for (position, &example) in order.iter().enumerate() {
        fold_of[example] = position % folds;
    }
    (0..folds)
        .map(|fold| {
            let (test, train) = (0..strata.len()).partition(|&i| fold_of[i] == fold);
            Split { train, test }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_example_is_tested_once_and_folds_are_balanced(
            strata in prop::collection::vec(0_usize..4, 2..80),
            folds in 2_usize..8,
            seed in any::<u64>(),
        ) {
            let splits = cross_validation(&strata, folds, RngKey::root(seed));
            let mut tested: Vec<usize> = splits.iter().flat_map(|s| s.test.clone()).collect();
            tested.sort_unstable();
            prop_assert_eq!(tested, (0..strata.len()).collect::<Vec<_>>());
            for split in &splits {
                let mut all = [split.train.clone(), split.test.clone()].concat();
                all.sort_unstable();
                prop_assert_eq!(all, (0..strata.len()).collect::<Vec<_>>());
            }
            let spread = |counts: Vec<usize>| counts.iter().max().unwrap() - counts.iter().min().unwrap();
            prop_assert!(spread(splits.iter().map(|s| s.test.len()).collect()) <= 1);
            for stratum in 0..4 {
                let members = |s: &Split| s.test.iter().filter(|&&i| strata[i] == stratum).count();
                prop_assert!(spread(splits.iter().map(members).collect()) <= 1);
            }
        }
    }

    #[test]
    fn the_key_decides() {
        let strata = vec![0; 50];
        let cut = |seed| cross_validation(&strata, 5, RngKey::root(seed));
        assert_eq!(cut(1), cut(1));
        assert_ne!(cut(1), cut(2));
    }
}
