//! Classification of rows: every row belongs to one of a few classes.

use serde::{Deserialize, Serialize};

use super::{Answers, StoredAnswers, Task, Truth, Units, Unsuited};
use crate::data::{Dataset, Rows};
use crate::learn::Samples;

/// Classification: every example belongs to one of a few classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classify {}

impl Task for Classify {
    const NAME: &'static str = "classification";
    type Examples<'a> = Rows<'a>;
    type Truth = Labels;
    type Answers = ClassPredictions;

    fn units(data: &Dataset) -> Units {
        Units::Rows(data.rows)
    }

    fn truth(data: &Dataset, _: &Units) -> Result<Labels, Unsuited> {
        let Some((levels, codes)) = data.classes().filter(|_| data.bags.is_none()) else {
            let problem = format!("is a {} dataset, not a classification one", data.task);
            return Err(Unsuited::new(problem, "choose a classification dataset"));
        };
        let truth = Labels::new(codes.to_vec(), levels.len());
        enough_classes(&truth, "rows")?;
        Ok(truth)
    }

    fn examples<'a>(rows: Rows<'a>, _: &'a [usize]) -> Rows<'a> {
        rows
    }

    fn bytes(truth: &Labels) -> usize {
        let scores = truth.classes().saturating_mul(size_of::<f64>());
        truth.len().saturating_mul(scores.saturating_add(size_of::<u32>()))
    }

    fn check(truth: &Labels, answers: &ClassPredictions) -> Result<(), String> {
        let (asked, got) = (truth.len(), answers.labels.len());
        if got != asked {
            return Err(format!("the model gave {got} predictions for {asked} rows"));
        }
        if answers.labels.iter().any(|&label| label as usize >= truth.classes()) {
            return Err("the model named a class that does not exist".into());
        }
        match answers.scores.matrix() {
            Some(m) if m.classes != truth.classes() || m.values.len() != asked * m.classes => {
                Err("the model's scores are not one per row and class".into())
            }
            Some(m) if m.values.iter().any(|v| !v.is_finite()) => {
                Err("the model gave scores that are not finite".into())
            }
            _ => Ok(()),
        }
    }

    fn store(data: &Dataset, truth: &Labels, answers: ClassPredictions) -> StoredAnswers {
        let classes = data.classes().map_or_else(Vec::new, |(levels, _)| levels.to_vec());
        StoredAnswers::Classes { classes, truth: truth.ids().to_vec(), predictions: answers }
    }

    fn restore(stored: StoredAnswers) -> Option<(Labels, ClassPredictions)> {
        let StoredAnswers::Classes { classes, truth, predictions } = stored else { return None };
        Some((Labels::checked(truth, classes.len())?, predictions))
    }
}

/// Refuses a single class, and classes that look like numbers or names.
pub(super) fn enough_classes(truth: &Labels, examples: &str) -> Result<(), Unsuited> {
    let (rows, classes) = (truth.len(), truth.classes());
    if classes < 2 {
        let remedy = "check `target`: there must be something to tell apart";
        return Err(Unsuited::new("has one class only", remedy));
    }
    if classes > 10 && classes > rows / 2 {
        let problem = format!("has {classes} classes in {rows} {examples}");
        let remedy = "check `target`: it looks like a number to predict, not like classes";
        return Err(Unsuited::new(problem, remedy));
    }
    Ok(())
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

    fn strata(&self) -> Option<Vec<usize>> {
        Some(self.ids.iter().map(|&id| id as usize).collect())
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

impl Answers for ClassPredictions {
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

impl Samples<'_, Classify> {
    /// How much the examples of each class weigh together.
    pub fn class_weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.y().classes()];
        for (row, &class) in self.y().ids().iter().enumerate() {
            weights[class as usize] += self.weight(row);
        }
        weights
    }
}
