//! Folds that a dataset declares, in a column of its own or in a file. They replace drawn folds, and other datasets of the
//! experiment may have other numbers of them.

use std::collections::BTreeMap;

use super::split::Folds;
use crate::num::hash::Canonical;

/// Declared folds of the examples of a dataset.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeclaredFolds {
    /// One cross-validation per repeat.
    pub outer: Vec<Folds>,
    /// Declared inner folds, by repeat and outer fold; where there are none, inner folds are drawn.
    pub inner: BTreeMap<(usize, usize), Folds>,
}

impl DeclaredFolds {
    /// Hash of the assignment, as 32 hexadecimal digits. Which file it came from does not matter.
    pub fn hash(&self) -> String {
        let mut hasher = Canonical::new("tribunal 2026 declared folds v1");
        let mut put = |number: usize| {
            hasher.number(number as u64);
        };
        put(self.outer.len());
        self.outer.iter().for_each(|folds| folds.each_number(&mut put));
        put(self.inner.len());
        for ((repeat, fold), inner) in &self.inner {
            put(*repeat);
            put(*fold);
            inner.each_number(&mut put);
        }
        hasher.digits(32)
    }
}
