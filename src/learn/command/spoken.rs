//! What the protocol says about a task. The rows and features are sent the same way for every task; the truth of the
//! training part and the answers differ, and are described here. The two kinds of truth are in [`super::classes`] and
//! [`super::numbers`].

use serde_json::{Map, Value as Json};

use super::answer::Asked;
use crate::learn::failure::OutsideError;
use crate::learn::task::{Task, Truth};

/// A task that programs can be asked about. In `task.json` and in the data of a worker it has the word [`Task::NAME`].
pub trait Spoken: Task<Truth: SpokenTruth, Answers = ReadAnswers<Self>> {}

impl<T: Task<Truth: SpokenTruth, Answers = ReadAnswers<T>>> Spoken for T {}

/// What is read from an answer of a program about this task.
pub type ReadAnswers<T> = <<<T as Task>::Truth as SpokenTruth>::Expected as Expected>::Answers;

/// What is known of the training part, as programs get it.
pub trait SpokenTruth: Truth {
    /// What an answer must have.
    type Expected: Expected;

    /// The key of the number that says what can be answered: of classes, or of targets.
    const SHAPE: &'static str;

    /// That number.
    fn shape(&self) -> usize;

    /// The columns of an example in `train.csv`.
    fn columns(&self) -> Vec<String>;

    /// What is known of an example, a value per column.
    fn cells(&self, example: usize) -> impl Iterator<Item = Json>;

    /// All values as little-endian bytes, example after example.
    fn bytes(&self) -> Vec<u8>;

    /// What an answer about the test part must have.
    fn expected(&self, asked: Asked) -> Self::Expected;

    /// All values as JSON: a list of values, or of lists where there are several columns.
    fn listed(&self) -> Json {
        let several = self.columns().len() > 1;
        let of = |example| -> Json {
            let mut cells = self.cells(example);
            if several { cells.collect() } else { cells.next().unwrap_or(Json::Null) }
        };
        (0..self.len()).map(of).collect()
    }
}

/// What an answer must have, and how it is read.
pub trait Expected: Copy {
    /// What is read.
    type Answers;

    /// The key of the predictions in a worker's answer.
    const KEY: &'static str;

    /// Bytes that an answer has at most.
    fn longest(self) -> usize;

    /// Reads `predictions.csv`.
    fn read_csv(self, text: &str) -> Result<Self::Answers, OutsideError>;

    /// Reads a worker's answer to `predict`.
    fn read_json(self, said: &Map<String, Json>) -> Result<Self::Answers, OutsideError>;
}
