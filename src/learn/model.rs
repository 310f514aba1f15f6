//! Fitted models: what they answer, and what is worth knowing about them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fit::{FitError, Stop};
use super::task::{Answers, Examples, Task};

/// Why a fit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Nothing was iterated.
    ClosedForm,
    /// As many rounds as were asked for were done; there is nothing to converge to.
    AllRounds,
    /// The tolerance was reached.
    Converged,
    /// The largest number of iterations was reached first.
    IterationLimit,
    /// No further progress could be made, although the tolerance was not reached.
    Stalled,
    /// The method does not say.
    #[serde(rename = "untold")]
    Unknown,
}

/// What is worth knowing about a fitted model, in addition to its predictions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelFacts {
    /// Why the fit ended.
    pub stop: StopReason,
    /// Named numbers, such as `support_vectors`, `nodes`, `iterations`.
    pub numbers: BTreeMap<String, f64>,
    /// How the fit came to its end, where it was iterated and the method tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<Curve>,
}

/// How something changed while a model was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// What is counted, such as `round`.
    pub step: String,
    /// What changed, such as `largest violation`.
    pub value: String,
    /// Steps with their values, in ascending order of steps.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// More points than a figure can show are not stored.
    pub const MOST_POINTS: usize = 64;

    /// The curve of a value after each step from 1 on. Long ones are thinned evenly; the first and the last step stay.
    pub fn new(step: &str, value: &str, values: &[f64]) -> Option<Curve> {
        let last = values.len().checked_sub(1)?;
        let kept = values.len().min(Curve::MOST_POINTS);
        let at = |position: usize| position * last / (kept - 1).max(1);
        let point = |position: usize| ((at(position) + 1) as f64, values[at(position)]);
        let points: Vec<(f64, f64)> = (0..kept).map(point).collect();
        let finite = points.iter().all(|(_, value)| value.is_finite());
        finite.then(|| Curve { step: step.to_owned(), value: value.to_owned(), points })
    }
}

impl ModelFacts {
    /// A model that was computed directly and has nothing to tell.
    pub fn closed_form() -> ModelFacts {
        ModelFacts { stop: StopReason::ClosedForm, numbers: BTreeMap::new(), curve: None }
    }
}

/// A fitted model.
pub trait Model<T: Task>: Send + Sync {
    /// What it says of each example; an answer does not depend on the other examples.
    fn predict(&self, x: T::Examples<'_>) -> T::Answers;

    /// Heap bytes that the model owns, counted by the length of its lists, so that the same model always has the same size.
    /// Ensembles use it to stop before memory runs out.
    fn bytes(&self) -> usize;

    /// What is worth knowing about it.
    fn facts(&self) -> ModelFacts;

    /// How many examples it answers best at once, such that it takes a fraction of a second: between blocks it may be stopped.
    fn block(&self) -> usize {
        128
    }
}

/// What became of one fit.
pub type FitResult<T> = Result<Box<dyn Model<T>>, FitError>;

/// Predicts block by block, so that a stop need not wait for the last example.
pub fn predict_in_blocks<T: Task>(
    model: &dyn Model<T>,
    x: T::Examples<'_>,
    stop: &dyn Stop,
) -> Result<T::Answers, FitError> {
    let block = model.block().max(1);
    let mut all = model.predict(x.range(0..x.len().min(block)));
    for start in (block..x.len()).step_by(block) {
        if stop.requested() {
            return Err(FitError::Stopped);
        }
        all.append(model.predict(x.range(start..x.len().min(start + block))));
    }
    Ok(all)
}
