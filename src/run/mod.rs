//! Running trials: a bench evaluates one trial, the scheduler many, which hands every outcome to a sink the
//! moment it exists and tells an observer what happens. Nothing here knows files or terminals.

mod clock;
mod control;
mod evaluate;
mod guard;
mod kept;
mod outcome;
mod pilot;
mod schedule;
mod work;

pub use clock::CLOCK;
pub use control::Control;
pub use evaluate::{Bench, Choice, Failure, Resources, Tested};
pub use guard::in_method;
pub use kept::Kept;
pub use outcome::{Finished, Outcome, Status, StoredPredictions, Timing};
pub use pilot::{Pilot, pilot};
pub use schedule::{Event, Observer, RunError, Settings, Sink, Tally, run};
