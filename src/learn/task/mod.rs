//! Tasks as types. A task says what an example is (a row or a bag of rows), what is known of it and what a model answers;
//! methods, models and metrics are written for one task, and the evaluation is written once for all of them.
//!
//! Add a task in a file of its own here; `docs/adding-a-task.md` lists the places that must know it. `tests/own_task.rs` is a
//! whole task in one file.

mod bags;
mod classify;
mod regress;
mod setting;
mod stored;
mod units;

pub use bags::{Bags, ClassifyBags};
pub use classify::{ClassPredictions, Classify, Labels, ScoreMatrix, Scores, largest};
pub use regress::{Regress, Targets};
pub use setting::Setting;
pub use stored::StoredAnswers;
pub use units::Units;

use std::fmt;
use std::ops::Range;

use crate::data::{Dataset, Rows};

/// A family of learning problems.
pub trait Task: Sized + Send + Sync + fmt::Debug + 'static {
    /// The word for it in outcomes and in what programs are sent.
    const NAME: &'static str;
    /// What a model is asked about.
    type Examples<'a>: Examples<'a>;
    /// What is known of a set of examples.
    type Truth: Truth;
    /// What a model says of a set of examples.
    type Answers: Answers;

    /// Which rows of a dataset make up an example.
    fn units(data: &Dataset) -> Units;

    /// What is known of the examples of a dataset, or why nothing can be learned from it.
    fn truth(data: &Dataset, units: &Units) -> Result<Self::Truth, Unsuited>;

    /// Rows as examples. `starts` holds the first row of each example and the end of the last one; it is empty where every
    /// row is an example.
    fn examples<'a>(rows: Rows<'a>, starts: &'a [usize]) -> Self::Examples<'a>;

    /// Bytes that the answers for these examples take at most.
    fn bytes(truth: &Self::Truth) -> usize;

    /// What is wrong with answers for examples whose truth is known, if anything: their number, classes that do not
    /// exist, numbers that are not finite. Answers are scored and stored only if they pass.
    fn check(truth: &Self::Truth, answers: &Self::Answers) -> Result<(), String>;

    /// Truth and answers as they go to disk. `data` has the names of classes or targets.
    fn store(data: &Dataset, truth: &Self::Truth, answers: Self::Answers) -> StoredAnswers;

    /// Truth and answers as they were stored; `None` if they are of another task.
    fn restore(stored: StoredAnswers) -> Option<(Self::Truth, Self::Answers)>;
}

/// A dataset that a task cannot learn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsuited {
    /// What is wrong with it, to follow its name.
    pub problem: String,
    /// What to do.
    pub remedy: &'static str,
}

impl Unsuited {
    /// A problem with its remedy.
    pub fn new(problem: impl Into<String>, remedy: &'static str) -> Unsuited {
        Unsuited { problem: problem.into(), remedy }
    }
}

/// What a model is asked about: a number of examples, each a row or a bag of rows.
pub trait Examples<'a>: Copy + Send + Sync + fmt::Debug {
    /// Number of examples.
    fn len(&self) -> usize;

    /// Whether there are no examples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Some neighbouring examples.
    fn range(&self, which: Range<usize>) -> Self;

    /// All their rows, example after example.
    fn rows(&self) -> Rows<'a>;

    /// What it was made of by [`Task::examples`].
    fn parts(&self) -> (Rows<'a>, &'a [usize]);
}

impl<'a> Examples<'a> for Rows<'a> {
    fn len(&self) -> usize {
        Rows::len(self)
    }

    fn range(&self, which: Range<usize>) -> Rows<'a> {
        Rows::range(self, which)
    }

    fn rows(&self) -> Rows<'a> {
        *self
    }

    fn parts(&self) -> (Rows<'a>, &'a [usize]) {
        (*self, &[])
    }
}

/// What is known of a set of examples.
pub trait Truth: Clone + Send + Sync + fmt::Debug {
    /// Number of examples.
    fn len(&self) -> usize;

    /// Whether there are no examples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of some of them, in the given order.
    fn select(&self, examples: &[usize]) -> Self;

    /// For each example its class, whose share a stratified split keeps; `None` where there are no classes.
    fn strata(&self) -> Option<Vec<usize>>;
}

/// What a model said of a set of examples.
pub trait Answers: Send + Sync + fmt::Debug {
    /// Adds what the model said of further examples.
    fn append(&mut self, more: Self);
}
