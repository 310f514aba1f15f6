//! Truth and answers as they are kept. The set is closed, because it goes to disk: every task stores classes or numbers.

use super::{ClassPredictions, ScoreMatrix, Scores};
use crate::measure::Detail;

/// Truth and answers of a test part.
#[derive(Debug, Clone, PartialEq)]
pub enum StoredAnswers {
    /// Classes of rows or bags.
    Classes {
        /// Names of the classes, in the order of their numbers.
        classes: Vec<String>,
        /// True class numbers.
        truth: Vec<u32>,
        /// What the model said.
        predictions: ClassPredictions,
    },
    /// Numbers of rows.
    Numbers {
        /// Names of the targets.
        targets: Vec<String>,
        /// True numbers, example after example.
        truth: Vec<f64>,
        /// Predicted numbers, example after example.
        values: Vec<f64>,
    },
}

impl StoredAnswers {
    /// Whether there is a true and a predicted value for each of this many examples, all of them possible.
    pub fn fit_together(&self, examples: usize) -> bool {
        match self {
            StoredAnswers::Classes { classes, truth, predictions } => {
                let known = |ids: &[u32]| {
                    ids.len() == examples && ids.iter().all(|&id| (id as usize) < classes.len())
                };
                let scored = predictions.scores.matrix().is_none_or(|matrix| {
                    let cells = examples.checked_mul(classes.len());
                    matrix.classes == classes.len() && Some(matrix.values.len()) == cells
                });
                known(truth) && known(&predictions.labels) && scored
            }
            StoredAnswers::Numbers { targets, truth, values } => {
                let cells = examples.checked_mul(targets.len());
                Some(truth.len()) == cells && Some(values.len()) == cells
            }
        }
    }

    /// How much the answers say.
    pub fn detail(&self) -> Detail {
        match self {
            StoredAnswers::Classes { predictions, .. } => match predictions.scores {
                Scores::None => Detail::Answers,
                Scores::Decision(_) => Detail::Scores,
                Scores::Probability(_) => Detail::Probabilities,
            },
            StoredAnswers::Numbers { .. } => Detail::Answers,
        }
    }

    /// The same for no example: only how much it says is left.
    pub fn emptied(&self) -> StoredAnswers {
        let matrix = |of: &ScoreMatrix| ScoreMatrix { classes: of.classes, values: Vec::new() };
        match self {
            StoredAnswers::Classes { predictions, .. } => {
                let scores = match &predictions.scores {
                    Scores::None => Scores::None,
                    Scores::Decision(of) => Scores::Decision(matrix(of)),
                    Scores::Probability(of) => Scores::Probability(matrix(of)),
                };
                let predictions = ClassPredictions { labels: Vec::new(), scores };
                StoredAnswers::Classes { classes: Vec::new(), truth: Vec::new(), predictions }
            }
            StoredAnswers::Numbers { .. } => StoredAnswers::Numbers {
                targets: Vec::new(),
                truth: Vec::new(),
                values: Vec::new(),
            },
        }
    }

    /// Whether each example was predicted rightly; nothing where answers are neither right nor wrong.
    pub fn right(&self) -> Vec<bool> {
        match self {
            StoredAnswers::Classes { truth, predictions, .. } => {
                truth.iter().zip(&predictions.labels).map(|(truth, label)| truth == label).collect()
            }
            StoredAnswers::Numbers { .. } => Vec::new(),
        }
    }
}
