//! Failures of fits that run outside of this process, in kinds that can be counted and looked for.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::fit::FitError;

/// A kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The program could not be started.
    NotStarted,
    /// It ended before it answered, or with an exit code that is not zero.
    Crashed,
    /// It did not answer in time.
    Silent,
    /// It wrote more than any answer needs.
    TooMuchOutput,
    /// It says itself that it cannot learn from these examples.
    Refused,
    /// The answer is not what the protocol asks for.
    Malformed,
    /// As many predictions as there are test rows are needed, and it gave another number.
    WrongLength,
    /// It predicted a class that there is not.
    UnknownLabel,
    /// A score or fact that is not a finite number.
    NotANumber,
}

impl Fault {
    /// The word in journals and tables.
    pub fn name(self) -> &'static str {
        match self {
            Fault::NotStarted => "not-started",
            Fault::Crashed => "crashed",
            Fault::Silent => "silent",
            Fault::TooMuchOutput => "too-much-output",
            Fault::Refused => "refused",
            Fault::Malformed => "malformed",
            Fault::WrongLength => "wrong-length",
            Fault::UnknownLabel => "unknown-label",
            Fault::NotANumber => "not-a-number",
        }
    }
}

/// A fit outside of this process that gave no usable answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideError {
    /// The kind.
    pub fault: Fault,
    /// What happened, for people. The same failure has the same words on every machine.
    pub reason: String,
    /// Where all it wrote can be read, if a log was kept.
    pub log: Option<String>,
    /// The end of what it wrote to standard error; empty if nothing.
    pub output: String,
}

impl OutsideError {
    /// A failure of a kind; the caller adds log and output.
    pub fn new(fault: Fault, reason: impl Into<String>) -> OutsideError {
        OutsideError { fault, reason: reason.into(), log: None, output: String::new() }
    }

    /// As the end of a fit.
    pub fn ends_fit(self) -> FitError {
        FitError::Outside(Box::new(self))
    }
}

/// A fit that ends with a failure of a kind.
pub fn failure(fault: Fault, reason: impl Into<String>) -> FitError {
    OutsideError::new(fault, reason).ends_fit()
}

impl fmt::Display for OutsideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for OutsideError {}
