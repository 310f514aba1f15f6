//! A fit as its method sees it: what it may use, whether to stop, and why there is no model.

use std::any::Any;

use super::failure::OutsideError;
use super::shared::Shared;
use crate::num::key::RngKey;
use crate::params::Undeclared;

/// Why a method gave no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// The method cannot learn from these examples.
    #[error("{0}")]
    Unsuitable(String),
    /// The fit was asked to stop: interrupted, or out of time.
    #[error("stopped before the fit was finished")]
    Stopped,
    /// It failed outside of this process; more than a reason is known.
    #[error(transparent)]
    Outside(Box<OutsideError>),
}

impl From<Undeclared> for FitError {
    fn from(mistake: Undeclared) -> FitError {
        FitError::Unsuitable(mistake.to_string())
    }
}

/// Asks whether a fit should end early. Iterative methods look at it every few milliseconds.
pub trait Stop: Sync {
    /// Whether to give up now.
    fn requested(&self) -> bool;

    /// Counts CPU time that the fit spent outside its thread, in another process.
    fn charge(&self, _nanoseconds: u64) {}

    /// Nanoseconds of CPU time that this fit has taken so far, with what was charged; 0 where no clock runs.
    fn spent(&self) -> u64 {
        0
    }
}

/// A fit that nothing stops.
pub struct NeverStop;

impl Stop for NeverStop {
    fn requested(&self) -> bool {
        false
    }
}

/// What a fit may use beside its examples.
#[derive(Clone, Copy)]
pub struct FitContext<'a> {
    /// The address of its random numbers; the same for every point of a grid, so that points are compared under
    /// the same randomness and none depends on which others were tried.
    pub key: RngKey,
    /// Whether to give up.
    #[doc(hidden)]
    pub stop: &'a dyn Stop,
    /// What other fits have computed already.
    #[doc(hidden)]
    pub shared: &'a Shared,
    /// Bytes it may use for itself, in addition to its examples.
    pub memory: usize,
    /// What a run keeps for methods of a kind of their own, such as a place for programs: they know its type.
    #[doc(hidden)]
    pub place: Option<&'a (dyn Any + Send + Sync)>,
}

impl FitContext<'static> {
    /// What a fit gets outside of any run, for tests of a method: nothing stops it, and all memory is granted.
    pub fn alone(seed: u64) -> FitContext<'static> {
        static NOTHING: Shared = Shared::nothing();
        let (key, memory) = (RngKey::root(seed), usize::MAX);
        FitContext { key, stop: &NeverStop, shared: &NOTHING, memory, place: None }
    }
}

impl FitContext<'_> {
    /// Ends a fit that is asked to stop: interrupted, or out of time. Iterative methods ask every few milliseconds.
    pub fn go_on(&self) -> Result<(), FitError> {
        go_on(self.stop)
    }

    /// Refuses what needs more memory than is granted, before it is asked for. `what` needs it.
    pub fn room_for(&self, bytes: usize, what: &str) -> Result<(), FitError> {
        if bytes <= self.memory {
            return Ok(());
        }
        let (needed, granted) = (bytes >> 20, self.memory >> 20);
        Err(FitError::Unsuitable(format!(
            "{what} would take {needed} MiB, and a fit may use {granted}; grant more with --memory, or ask for less"
        )))
    }
}

/// Ends a fit that is asked to.
pub fn go_on(stop: &dyn Stop) -> Result<(), FitError> {
    if stop.requested() { Err(FitError::Stopped) } else { Ok(()) }
}
