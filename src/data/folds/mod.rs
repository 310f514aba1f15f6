//! Folds that a dataset declares, in a column of its own or in a file. They replace drawn folds, and other datasets of the
//! experiment may have other numbers of them.

mod assign;
mod column;
mod file;
mod inner;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub(super) use self::column::of_column;
pub(super) use self::file::of_file;
use super::bags::BagNames;
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
    /// One hash per repeat: what [`DeclaredFolds::hash`] gives for a declaration of this repeat alone.
    pub fn hashes(&self) -> Vec<String> {
        let alone = |(repeat, outer): (usize, &Folds)| {
            let inner = self.inner.range((repeat, 0)..(repeat + 1, 0));
            let inner = inner.map(|((_, fold), folds)| ((0, *fold), folds.clone())).collect();
            DeclaredFolds { outer: vec![outer.clone()], inner }.hash()
        };
        self.outer.iter().enumerate().map(alone).collect()
    }

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

/// Declared folds, and what the user should know of how they were read.
pub(super) type Read = (DeclaredFolds, Vec<String>);

/// What folds are declared of.
pub(super) struct FoldExamples<'d> {
    /// The name of the dataset.
    pub dataset: &'d str,
    /// Its rows.
    pub rows: usize,
    /// Its bags, where they are the examples.
    pub bags: Option<BagNames>,
}

impl FoldExamples<'_> {
    /// Number of examples.
    fn len(&self) -> usize {
        self.bags.as_ref().map_or(self.rows, |bags| bags.names.len())
    }

    /// The example that a row belongs to.
    fn of_row(&self, row: usize) -> usize {
        self.bags.as_ref().map_or(row, |bags| bags.of_row[row])
    }

    /// The word for one of them.
    fn word(&self) -> &'static str {
        if self.bags.is_some() { "bag" } else { "row" }
    }

    /// One of them, in words.
    fn named(&self, example: usize) -> String {
        match self.bags.as_ref().and_then(|bags| bags.names.get(example)) {
            Some(name) => format!("bag `{name}`"),
            None => format!("row {example}"),
        }
    }
}
