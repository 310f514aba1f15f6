//! The confusion matrix: how many examples of each class were taken for which.

use crate::learn::{ClassPredictions, Labels};

/// Counts by true and predicted class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confusion {
    classes: usize,
    counts: Vec<usize>,
}

impl Confusion {
    /// Counts a set of examples.
    pub fn new(truth: &Labels, predictions: &ClassPredictions) -> Confusion {
        let classes = truth.classes();
        let mut counts = vec![0; classes * classes];
        for (&t, &p) in truth.ids().iter().zip(&predictions.labels) {
            counts[t as usize * classes + p as usize] += 1;
        }
        Confusion { classes, counts }
    }

    /// No examples yet.
    pub fn empty(classes: usize) -> Confusion {
        Confusion { classes, counts: vec![0; classes * classes] }
    }

    /// Counts one more example.
    pub fn add(&mut self, truth: u32, predicted: u32) {
        self.counts[truth as usize * self.classes + predicted as usize] += 1;
    }

    /// Number of classes of the dataset.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Examples of class `truth` taken for `predicted`.
    pub fn count(&self, truth: usize, predicted: usize) -> usize {
        self.counts[truth * self.classes + predicted]
    }

    /// Examples of a class.
    pub fn actual(&self, class: usize) -> usize {
        (0..self.classes).map(|p| self.count(class, p)).sum()
    }

    /// Examples taken for a class.
    pub fn predicted(&self, class: usize) -> usize {
        (0..self.classes).map(|t| self.count(t, class)).sum()
    }

    /// All examples.
    pub fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Examples of a class that were recognised.
    pub fn hits(&self, class: usize) -> usize {
        self.count(class, class)
    }
}

/// A ratio of counts; `None` for 0/0.
pub fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
