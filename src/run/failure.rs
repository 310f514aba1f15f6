//! Why a trial has no scores.

use crate::learn::{FitError, OutsideError};

/// Why a trial has no scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It was not tried, for a reason.
    Skipped(String),
    /// The method gave no usable model.
    Failed(String),
    /// A fit outside of this process gave no usable answer.
    Outside(Box<OutsideError>),
    /// The time limit was reached.
    TimedOut,
    /// The run was interrupted: the trial counts as not run.
    Interrupted,
}

impl From<FitError> for Failure {
    fn from(error: FitError) -> Failure {
        match error {
            FitError::Outside(error) => Failure::Outside(error),
            other => Failure::Failed(other.to_string()),
        }
    }
}
