//! Running trials: a bench evaluates one trial, the scheduler many, which hands every outcome to a sink the
//! moment it exists and tells an observer what happens. Nothing here knows files or terminals.

mod clock;
mod control;
mod evaluate;
mod outcome;
mod schedule;

pub use clock::CLOCK;
pub use control::Control;
pub use evaluate::{Bench, pilot};
pub use outcome::{Finished, Outcome, Status, StoredPredictions, Timing};
pub use schedule::{Event, Observer, RunError, Settings, Sink, TRIAL_THREAD, Tally, run};
