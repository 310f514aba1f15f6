//! Running trials. A [`Proceeding`] knows task and protocol and runs the trials of a job; an [`Executor`] runs many jobs,
//! hands every outcome to a sink the moment it exists and reports what happens to an observer. Nothing here knows files
//! or terminals.

mod bench;
mod choose;
mod clock;
mod control;
mod cross_validation;
mod curve;
mod executor;
#[cfg(test)]
mod executor_tests;
mod failure;
mod guard;
mod kept;
mod outcome;
mod parts;
mod pilot;
mod predictions;
mod prequential;
mod proceeding;
mod resources;

pub use bench::{Bench, KeyedSplit};
pub use choose::Choice;
pub use clock::CLOCK;
pub use control::Control;
pub use cross_validation::CrossValidation;
pub use curve::StoredCurve;
pub use executor::{Event, Executor, Observer, RunError, Sink, Tally, Threads};
pub use guard::in_method;
pub use kept::Kept;
pub use outcome::{Finished, Outcome, Promise, Status, Timing};
pub use parts::Preparation;
pub use pilot::Pilot;
pub use predictions::StoredPredictions;
pub use proceeding::{Proceeding, proceeding};
pub use resources::Resources;
