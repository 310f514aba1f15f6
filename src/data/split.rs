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

/// A cross-validation: for each example the fold that tests it. Splits are made when they are needed, so that leaving
/// one out of many thousands does not hold thousands of copies of the training rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folds {
    fold_of: Vec<usize>,
    count: usize,
}

impl Folds {
    /// Cuts `strata.len()` examples into `count` parts of nearly equal size, each with nearly the same share of every
    /// stratum. For an unstratified cut give every example the same stratum.
    ///
    /// Strata are shuffled one after the other and dealt round the folds without starting anew, so that fold sizes
    /// differ by at most one, and so does the number of any one stratum's members in two folds.
    pub fn new(strata: &[usize], count: usize, key: RngKey) -> Folds {
        let mut rng = key.stream();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (example, &stratum) in strata.iter().enumerate() {
            members.resize(members.len().max(stratum + 1), Vec::new());
            members[stratum].push(example);
        }
        let mut fold_of = vec![0; strata.len()];
        let mut position = 0;
        for mut stratum in members {
            sample::shuffle(&mut rng, &mut stratum);
            for example in stratum {
                fold_of[example] = position % count;
                position += 1;
            }
        }
        Folds { fold_of, count }
    }

    /// Folds that were declared: for each example its fold; an example with [`Folds::NEVER`] is never tested.
    pub fn declared(fold_of: Vec<usize>, count: usize) -> Folds {
        Folds { fold_of, count }
    }

    /// The fold of an example that is only learned from.
    pub const NEVER: usize = usize::MAX;

    /// Hands over everything it is made of, as numbers.
    pub fn each_number(&self, put: &mut impl FnMut(usize)) {
        put(self.fold_of.len());
        put(self.count);
        self.fold_of.iter().for_each(|&fold| put(fold));
    }

    /// The fold that tests an example; `None` if it is only learned from.
    pub fn fold_of(&self, example: usize) -> Option<usize> {
        self.fold_of.get(example).copied().filter(|&fold| fold != Folds::NEVER)
    }

    /// Number of folds.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Examples in the largest test part.
    pub fn largest(&self) -> usize {
        let mut sizes = vec![0; self.count];
        for &fold in self.fold_of.iter().filter(|&&fold| fold != Folds::NEVER) {
            sizes[fold] += 1;
        }
        sizes.into_iter().max().unwrap_or(0)
    }

    /// The split whose test part is the given fold.
    pub fn split(&self, fold: usize) -> Split {
        let (test, train) = (0..self.fold_of.len()).partition(|&i| self.fold_of[i] == fold);
        Split { train, test }
    }

    /// All splits.
    pub fn splits(&self) -> Vec<Split> {
        (0..self.count).map(|fold| self.split(fold)).collect()
    }
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
            let splits = Folds::new(&strata, folds, RngKey::root(seed)).splits();
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
        let cut = |seed| Folds::new(&strata, 5, RngKey::root(seed));
        assert_eq!(cut(1), cut(1));
        assert_ne!(cut(1), cut(2));
    }
}
