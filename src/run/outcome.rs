//! What a trial gave: the record that is stored, one line a trial, and that everything printed is derived from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::curve::StoredCurve;
use super::failure::Failure;
use super::predictions::StoredPredictions;
use crate::learn::{Fault, Imported, ModelFacts, OutsideError};
use crate::metrics::Values;
use crate::params::Params;
use crate::plan::{Identity, Trial, TrialId};

/// How a trial ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Status {
    /// With scores.
    Done,
    /// Not tried, because the method cannot learn from such data.
    Skipped {
        /// The reason.
        reason: String,
    },
    /// Without, for a reason.
    Failed {
        /// The reason.
        reason: String,
        /// The kind of failure, if the method is a program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<Fault>,
        /// Where all that the program wrote can be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        log: Option<String>,
    },
    /// Without, because it took too long.
    TimedOut {
        /// The limit in CPU seconds.
        limit: f64,
    },
}

impl Status {
    /// A failure of a method.
    pub fn failed(reason: impl Into<String>) -> Status {
        Status::Failed { reason: reason.into(), fault: None, log: None }
    }

    /// A failure of a fit outside of this process.
    pub fn failed_outside(error: OutsideError) -> Status {
        Status::Failed { reason: error.reason, fault: Some(error.fault), log: error.log }
    }

    /// How a failure is recorded, and what a program wrote. `limit` is the one in CPU seconds.
    pub fn of(failure: Failure, limit: Option<f64>) -> (Status, String) {
        match failure {
            Failure::Skipped(reason) => (Status::Skipped { reason }, String::new()),
            Failure::Failed(reason) => (Status::failed(reason), String::new()),
            Failure::Outside(error) => {
                let output = error.output.clone();
                (Status::failed_outside(*error), output)
            }
            Failure::TimedOut | Failure::Interrupted => {
                (Status::TimedOut { limit: limit.unwrap_or(0.0) }, String::new())
            }
        }
    }

    /// The word in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::Skipped { .. } => "skipped",
            Status::Failed { .. } => "failed",
            Status::TimedOut { .. } => "timed-out",
        }
    }

    /// Why there are no scores, if there are none.
    pub fn reason(&self) -> Option<String> {
        match self {
            Status::Done => None,
            Status::Skipped { reason } | Status::Failed { reason, .. } => Some(reason.clone()),
            Status::TimedOut { limit } => Some(format!("took longer than {limit} CPU seconds")),
        }
    }
}

/// CPU seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Timing {
    /// Fitting the chosen parameters on the training part.
    pub train: f64,
    /// Predicting the test part.
    pub predict: f64,
    /// Choosing the parameters.
    pub select: f64,
}

/// What is stored next to the outcome of a done trial; without it, the outcome does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// The predictions of the test part, unless only scores are known.
    #[default]
    Predictions,
    /// A curve.
    Curve,
}

impl Promise {
    fn is_usual(&self) -> bool {
        *self == Promise::default()
    }
}

/// The record of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Identity by content.
    pub trial: TrialId,
    /// What the identity is made of.
    #[serde(with = "shared")]
    pub identity: Arc<Identity>,
    /// What was learned.
    pub task: String,
    /// The dataset's name when it ran.
    pub dataset: String,
    /// The method's name when it ran.
    pub method: String,
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
    /// How it ended.
    pub status: Status,
    /// The chosen parameters, if it got that far.
    pub chosen: Option<Params>,
    /// The mean inner score of the chosen parameters, where there was a choice.
    pub inner_score: Option<f64>,
    /// Value of every metric on the test part; null where it is undefined.
    pub metrics: Values,
    /// What the model tells about itself.
    pub facts: Option<ModelFacts>,
    /// What a reader should know, such as grid points that failed.
    pub notes: Vec<String>,
    /// What a reader must be warned of: an unfair protocol.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caveats: Vec<String>,
    /// The end of what a program wrote to standard error in the fit that is told of here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Whether only scores are known, because they were made elsewhere: there are no predictions.
    #[serde(default, skip_serializing_if = "is_false")]
    pub scores_only: bool,
    /// What is stored next to it.
    #[serde(default, skip_serializing_if = "Promise::is_usual")]
    pub promises: Promise,
    /// Names of times that nobody told of a trial that was made elsewhere; they are zero in `timing`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untold_times: Vec<String>,
    /// CPU times.
    pub timing: Timing,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Outcome {
    /// The record of a trial that ended, with nothing known but how. `task` is the word for what was learned.
    pub fn new(trial: &Trial, task: &str, dataset: &str, method: &str, status: Status) -> Outcome {
        Outcome {
            trial: trial.id.clone(),
            identity: Arc::clone(&trial.identity),
            task: task.to_owned(),
            dataset: dataset.to_owned(),
            method: method.to_owned(),
            repeat: trial.repeat,
            fold: trial.fold,
            status,
            chosen: None,
            inner_score: None,
            metrics: Values::default(),
            facts: None,
            notes: Vec::new(),
            caveats: Vec::new(),
            output: String::new(),
            scores_only: false,
            promises: Promise::Predictions,
            untold_times: Vec::new(),
            timing: Timing::default(),
        }
    }

    /// Whether the trial has scores.
    pub fn is_done(&self) -> bool {
        self.status == Status::Done
    }

    /// Whether trying it again would change nothing.
    pub fn is_settled(&self) -> bool {
        matches!(self.status, Status::Done | Status::Skipped { .. })
    }

    /// A time, if it was measured here or told elsewhere; a time of zero that was told is one.
    fn known_time(&self, name: &str, seconds: f64) -> Option<f64> {
        let told = match self.untold_times.as_slice() {
            // Whoever imported before times were named wrote zero where there was none.
            [] => self.identity.kind != Imported::KIND || seconds > 0.0,
            untold => !untold.iter().any(|own| own == name),
        };
        told.then_some(seconds)
    }

    /// The value of a metric, timing or model fact.
    pub fn value(&self, name: &str) -> Option<f64> {
        match name {
            _ if !self.is_done() => None,
            "train_time" => self.known_time(name, self.timing.train),
            "predict_time" => self.known_time(name, self.timing.predict),
            "select_time" => self.known_time(name, self.timing.select),
            _ => match self.metrics.get(name) {
                Some(value) => *value,
                None => self.facts.as_ref().and_then(|f| f.numbers.get(name).copied()),
            },
        }
    }
}

/// All trials of a method on a dataset share what their identities are made of.
mod shared {
    use super::*;

    pub fn serialize<S: serde::Serializer>(of: &Arc<Identity>, to: S) -> Result<S::Ok, S::Error> {
        (**of).serialize(to)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<Identity>, D::Error> {
        Identity::deserialize(from).map(Arc::new)
    }
}

/// A finished trial: its outcome and, if it is done, what it leaves next to its scores.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The record.
    pub outcome: Outcome,
    /// The predictions of its test part.
    pub predictions: Option<StoredPredictions>,
    /// How scores went over the examples.
    pub curve: Option<StoredCurve>,
}

impl Finished {
    /// An outcome alone.
    pub fn without_more(outcome: Outcome) -> Finished {
        Finished { outcome, predictions: None, curve: None }
    }
}
