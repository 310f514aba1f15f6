//! Small problems of any task, and what the suite must know of a task to set and to judge them. Every task has its toys in
//! a file of its own; the rules are written once (`rules.rs`, `tables.rs`).

use ndarray::{Array2, Axis};

use crate::data::sparse::SparseMatrix;
use crate::data::{FeatureKind, Rows};
use crate::learn::{Task, Trained, Truth};

/// A training problem with a test part.
#[derive(Debug)]
pub struct Toy<T: Task> {
    /// What is special about it.
    pub(super) name: &'static str,
    pub(super) train: Part<T>,
    pub(super) test: Part<T>,
}

/// Examples with their truth.
#[derive(Debug)]
pub struct Part<T: Task> {
    pub(super) values: Array2<f64>,
    /// Kinds of the features of a table; empty for numbers.
    pub(super) kinds: Vec<FeatureKind>,
    /// Where each example begins, and the number of rows; empty where every row is an example.
    pub(super) starts: Vec<usize>,
    pub(super) truth: T::Truth,
}

/// A task whose methods can be examined: its toys, and how answers are judged.
pub trait Examined: Trained<Answers: PartialEq + Clone> {
    /// Problems on which no method may panic. The first one is ordinary: every method must learn from it.
    #[doc(hidden)]
    fn toys() -> Vec<Toy<Self>>;

    /// Problems that are learned with the default parameters.
    #[doc(hidden)]
    fn lessons() -> Vec<Toy<Self>>;

    /// A problem of some dozen examples, to be fitted in several ways.
    #[doc(hidden)]
    fn lesson() -> Toy<Self>;

    /// A problem with many zeros.
    #[doc(hidden)]
    fn with_zeros() -> Toy<Self>;

    /// A problem with missing values and nominal features, if methods of this task read tables.
    #[doc(hidden)]
    fn table() -> Option<Toy<Self>>;

    /// The truth, wrong for every fourth example.
    #[doc(hidden)]
    fn misled(truth: &Self::Truth) -> Self::Truth;

    /// The answers in opposite order.
    #[doc(hidden)]
    fn reversed(answers: &Self::Answers) -> Self::Answers;

    /// Whether two models say the same, but for what rounding may change.
    #[doc(hidden)]
    fn agree(one: &Self::Answers, other: &Self::Answers) -> bool;

    /// How good answers are, from 0 to 1, and the same in words that complain.
    #[doc(hidden)]
    fn skill(truth: &Self::Truth, answers: &Self::Answers) -> (f64, String);

    /// What is odd about answers that are possible, if anything.
    #[doc(hidden)]
    fn oddity(_: &Self::Answers) -> Option<&'static str> {
        None
    }
}

/// A few rows, in words of code.
pub(super) fn matrix(rows: &[&[f64]]) -> Array2<f64> {
    let width = rows.first().map_or(0, |r| r.len());
    Array2::from_shape_fn((rows.len(), width), |(r, c)| rows[r][c])
}

/// Four ordinary rows, times a factor.
pub(super) fn four_rows(factor: f64) -> Array2<f64> {
    matrix(&[&[0.0, 1.0], &[1.0, 0.0], &[0.2, 0.9], &[0.8, 0.3]]) * factor
}

impl<T: Task> Part<T> {
    /// Rows, each an example.
    pub(super) fn of_rows(values: Array2<f64>, truth: T::Truth) -> Part<T> {
        Part { values, kinds: Vec::new(), starts: Vec::new(), truth }
    }

    /// The examples; `None` if the numbers are none.
    pub(super) fn examples(&self) -> Option<T::Examples<'_>> {
        let rows = if self.kinds.is_empty() {
            Rows::new(&self.values)
        } else {
            Rows::table(&self.values, &self.kinds)
        };
        Some(T::examples(rows.ok()?, &self.starts))
    }

    /// Its rows without zeros.
    pub(super) fn without_zeros(&self) -> SparseMatrix {
        SparseMatrix::new(self.values.nrows(), self.values.ncols(), |put| {
            self.values.indexed_iter().for_each(|((row, feature), v)| put(row, feature, *v));
        })
    }

    /// The same examples in opposite order.
    pub(super) fn reversed(&self) -> Part<T> {
        let (mut rows, mut starts) = (Vec::new(), Vec::new());
        if self.starts.is_empty() {
            rows.extend((0..self.values.nrows()).rev());
        } else {
            starts.push(0);
            for bag in self.starts.windows(2).rev() {
                rows.extend(bag[0]..bag[1]);
                starts.push(rows.len());
            }
        }
        let backwards: Vec<usize> = (0..self.truth.len()).rev().collect();
        let values = self.values.select(Axis(0), &rows).as_standard_layout().into_owned();
        let truth = self.truth.select(&backwards);
        Part { values, kinds: self.kinds.clone(), starts, truth }
    }
}
