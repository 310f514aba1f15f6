//! Tasks as types. A task says what is known about a training example and what a model gives back; methods, models and
//! metrics are trait objects over a task, and a trial is evaluated by code that is written once, for any task: a new one
//! (regression, bags of instances) brings its truth and its predictions and moves in beside [`Classify`].

use serde::{Deserialize, Serialize};

use crate::data::{Dataset, TaskKind};

/// A family of learning problems.
pub trait Task: Sized + Send + Sync + 'static {
    /// The datasets it is about.
    const KIND: TaskKind;
    /// What is known of every example of a dataset.
    type Truth: Truth;
    /// What a model says of every example it is asked about.
    type Predictions: Predictions;

    /// The truth of a dataset of this kind; `None` for any other dataset.
    fn truth(data: &Dataset) -> Option<Self::Truth>;

    /// Bytes that predictions of examples take at most.
    fn bytes(truth: &Self::Truth) -> usize;

    /// What is wrong with predictions of examples whose truth is known, if anything: their number, classes that do not
    /// exist, numbers that are not finite. Nothing is scored or stored that does not pass.
    fn check(truth: &Self::Truth, predictions: &Self::Predictions) -> Result<(), String>;
}

/// What is known of a set of examples.
pub trait Truth: Clone + Send + Sync {
    /// Number of examples.
    fn len(&self) -> usize;

    /// Whether there are no examples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of some of them, in the given order.
    fn select(&self, examples: &[usize]) -> Self;

    /// For each example the stratum whose share a stratified split keeps.
    fn strata(&self) -> Vec<usize>;
}

/// What a model said of a set of examples; it is stored with the outcome of a trial.
pub trait Predictions: Send + Sync + Serialize + for<'de> Deserialize<'de> {
    /// Adds what the model said of further examples.
    fn append(&mut self, more: Self);
}

/// Classification: every example belongs to one of a few classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classify {}

impl Task for Classify {
    const KIND: TaskKind = TaskKind::Classification;
    type Truth = Labels;
    type Predictions = ClassPredictions;

    fn truth(data: &Dataset) -> Option<Labels> {
        let (levels, codes) = data.classes().filter(|_| data.task == TaskKind::Classification)?;
        Some(Labels::new(codes.to_vec(), levels.len()))
    }

    fn bytes(truth: &Labels) -> usize {
        let scores = truth.classes().saturating_mul(size_of::<f64>());
        truth.len().saturating_mul(scores.saturating_add(size_of::<u32>()))
    }

    fn check(truth: &Labels, predictions: &ClassPredictions) -> Result<(), String> {
        let (asked, got) = (truth.len(), predictions.labels.len());
        if got != asked {
            return Err(format!("the model gave {got} predictions for {asked} rows"));
        }
        if predictions.labels.iter().any(|&label| label as usize >= truth.classes()) {
            return Err("the model named a class that does not exist".into());
        }
        match predictions.scores.matrix() {
            Some(m) if m.classes != truth.classes() || m.values.len() != asked * m.classes => {
                Err("the model's scores are not one a row and class".into())
            }
            Some(m) if m.values.iter().any(|v| !v.is_finite()) => {
                Err("the model gave scores that are not finite".into())
            }
            _ => Ok(()),
        }
    }
}

/// The classes of a set of examples. All classes of the dataset are counted, also those that no example of this set
/// belongs to, so that class numbers mean the same in every fold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    ids: Vec<u32>,
    classes: usize,
}

impl Labels {
    /// From class numbers; `None` if one of them is not below `classes`, or there are more classes than numbers for them.
    pub fn checked(ids: Vec<u32>, classes: usize) -> Option<Labels> {
        let fair = classes <= u32::MAX as usize && ids.iter().all(|&id| (id as usize) < classes);
        fair.then_some(Labels { ids, classes })
    }

    /// From class numbers that are known to be below `classes`.
    #[doc(hidden)]
    pub fn new(ids: Vec<u32>, classes: usize) -> Labels {
        debug_assert!(ids.iter().all(|&id| (id as usize) < classes));
        Labels { ids, classes }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Class numbers.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Number of classes of the dataset.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Number of examples of each class.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.classes];
        self.ids.iter().for_each(|&id| counts[id as usize] += 1);
        counts
    }

    /// Classes that occur, in ascending order.
    pub fn present(&self) -> Vec<u32> {
        let counts = self.counts();
        (0..self.classes as u32).filter(|&class| counts[class as usize] > 0).collect()
    }
}

impl Truth for Labels {
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn select(&self, examples: &[usize]) -> Labels {
        Labels { ids: examples.iter().map(|&i| self.ids[i]).collect(), classes: self.classes }
    }

    fn strata(&self) -> Vec<usize> {
        self.ids.iter().map(|&id| id as usize).collect()
    }
}

/// One row an example, one column a class of the dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreMatrix {
    /// Number of columns.
    pub classes: usize,
    /// Row after row.
    pub values: Vec<f64>,
}

impl ScoreMatrix {
    /// All rows in order.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.values.chunks_exact(self.classes.max(1))
    }
}

/// How sure a classifier is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scores {
    /// It only names classes.
    None,
    /// Larger means more likely; nothing else is promised.
    Decision(ScoreMatrix),
    /// Non-negative, each row sums to one.
    Probability(ScoreMatrix),
}

impl Scores {
    /// The scores, probabilities or not.
    pub fn matrix(&self) -> Option<&ScoreMatrix> {
        match self {
            Scores::None => None,
            Scores::Decision(matrix) | Scores::Probability(matrix) => Some(matrix),
        }
    }
}

/// What a classifier said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassPredictions {
    /// Class numbers, as in [`Labels`].
    pub labels: Vec<u32>,
    /// Scores, where the model has them.
    pub scores: Scores,
}

impl ClassPredictions {
    /// Classes without scores.
    pub fn from_labels(labels: Vec<u32>) -> ClassPredictions {
        ClassPredictions { labels, scores: Scores::None }
    }

    /// The class with the largest score of every row, one number a row and class, row after row; the lowest-numbered
    /// one of several equal.
    pub fn from_decisions(classes: usize, values: Vec<f64>) -> ClassPredictions {
        let matrix = ScoreMatrix { classes, values };
        let labels = matrix.rows().map(largest).collect();
        ClassPredictions { labels, scores: Scores::Decision(matrix) }
    }

    /// The most probable class of every row; the lowest-numbered one of several equally probable.
    pub fn from_probabilities(classes: usize, values: Vec<f64>) -> ClassPredictions {
        let matrix = ScoreMatrix { classes, values };
        let labels = matrix.rows().map(largest).collect();
        ClassPredictions { labels, scores: Scores::Probability(matrix) }
    }
}

/// Position of the largest number; the first of several equal ones.
pub fn largest(values: &[f64]) -> u32 {
    let mut best = (0, f64::NEG_INFINITY);
    for (position, &value) in (0..).zip(values) {
        if value > best.1 {
            best = (position, value);
        }
    }
    best.0
}

impl Predictions for ClassPredictions {
    fn append(&mut self, more: ClassPredictions) {
        self.labels.extend(more.labels);
        match (&mut self.scores, more.scores) {
            (Scores::Decision(mine), Scores::Decision(more))
            | (Scores::Probability(mine), Scores::Probability(more)) => {
                mine.values.extend(more.values);
            }
            (Scores::None, Scores::None) => {}
            // Scores for some rows only are of no use, and the number of rows gives the model away.
            (mine, _) => *mine = Scores::Decision(ScoreMatrix { classes: 0, values: Vec::new() }),
        }
    }
}
