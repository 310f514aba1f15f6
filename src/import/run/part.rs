//! What a reader of results hands over: one part for each method, dataset, repeat and fold, as its source tells it and
//! with the place it comes from. Nothing is compared or computed here.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::data::error::DataError;

/// The result of one method on one test part.
#[derive(Debug, Clone)]
pub struct Part {
    /// The dataset's name.
    pub dataset: String,
    /// The method's name.
    pub method: String,
    /// Repeat and fold, as the source numbers them.
    pub place: (u32, u32),
    /// Where it stands.
    pub origin: Origin,
    /// What it is.
    pub content: Content,
    /// Scores that the source tells, by the names that they have here.
    pub told: BTreeMap<&'static str, f64>,
    /// CPU seconds of training and predicting, where the source tells them.
    pub times: (Option<f64>, Option<f64>),
}

/// A place in a file.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The file.
    pub file: Arc<Path>,
    /// The line, where one line is meant.
    pub line: Option<usize>,
}

impl Origin {
    /// A line of a file.
    pub fn new(file: &Arc<Path>, line: usize) -> Origin {
        Origin { file: Arc::clone(file), line: Some(line) }
    }

    /// An error about this place.
    pub fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> DataError {
        DataError { line: self.line, ..DataError::file(&self.file, problem, remedy) }
    }

    /// The place in words.
    pub fn words(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file.display()),
            None => self.file.display().to_string(),
        }
    }
}

/// What methods answer with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Classes.
    Classes,
    /// One number of each row, written the shortest way that reads back as the same number.
    Numbers,
}

/// What becomes of a test part that a method lacks and another has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lacking {
    /// The import is refused: the file was put together by hand.
    Refused,
    /// It is a trial that failed: the program writes what it finished.
    Failed,
    /// It is left out for all methods of the dataset: every part is a random split of its own.
    LeftOut,
}

/// The answer of a classifier that gives none, which counts as wrong.
pub const UNCLASSIFIED: &str = "?";

/// What is known of a test part.
#[derive(Debug, Clone)]
pub enum Content {
    /// What was predicted of every row.
    Predictions(Predictions),
    /// Nothing but scores.
    Scores,
    /// Why there is nothing.
    Failed(String),
}

/// The predictions of a test part.
#[derive(Debug, Clone, Default)]
pub struct Predictions {
    /// Which rows of the dataset they are, where the source tells.
    pub rows: Option<Vec<usize>>,
    /// The line of each.
    pub lines: Vec<usize>,
    /// Their true classes or numbers.
    pub truth: Vec<String>,
    /// Their predicted classes or numbers.
    pub labels: Vec<String>,
    /// Classes that the source declares, whether they occur or not.
    pub declared: Vec<String>,
    /// Scores of the classes, where the source tells them.
    pub scores: Option<ClassScores>,
}

/// Scores, one per row and class.
#[derive(Debug, Clone, Default)]
pub struct ClassScores {
    /// Whether the source calls them probabilities.
    pub probabilities: bool,
    /// The classes, in the order of the columns.
    pub classes: Vec<String>,
    /// Row after row.
    pub values: Vec<f64>,
}

impl ClassScores {
    /// How many labels are a class with the largest score of their row.
    pub fn most_probable(&self, labels: &[String]) -> usize {
        let rows = self.values.chunks(self.classes.len().max(1));
        let agrees = |(label, row): &(&String, &[f64])| {
            let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            self.classes.iter().zip(*row).any(|(class, p)| class == *label && *p >= most)
        };
        labels.iter().zip(rows).filter(agrees).count()
    }
}

/// Everything that was read.
#[derive(Debug)]
pub struct Collected {
    /// What made it, in words for reports.
    pub from: &'static str,
    /// What the methods answer with.
    pub kind: Kind,
    /// What becomes of parts that are not there.
    pub lacking: Lacking,
    /// The parts.
    pub parts: Vec<Part>,
    /// The share of the rows that a test part holds, where the source tells.
    pub test_share: Option<f64>,
    /// What was left out or assumed.
    pub notes: Vec<String>,
}
