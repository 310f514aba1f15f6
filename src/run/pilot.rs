//! What a method costs on a dataset, from a few fits on the first outer fold: the first, the middle and the last group of grid
//! points that the method tries together, because what they share is most of what they cost. An estimate is all it can be,
//! since grid points differ.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::bench::{Bench, KeyedSplit};
use super::control::Control;
use super::failure::Failure;
use super::guard::guarded;
use super::parts::{KeptParts, own_params};
use crate::data::split::Split;
use crate::metrics::Scored;
use crate::num::key::RngKey;
use crate::params::Params;

/// CPU seconds that points tried together may take before the estimate becomes a lower bound.
const LIMIT: f64 = 5.0;

/// Wall-clock time that it may take: a fit outside of this process may wait without using any CPU time.
const WALL_LIMIT: Duration = Duration::from_secs(20);

/// What a pilot found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pilot {
    /// Mean CPU seconds of a fit with its predictions.
    pub seconds: f64,
    /// Whether a fit failed or was cut off, so that it may take longer.
    pub at_least: bool,
}

impl Pilot {
    /// Nothing could be tried.
    pub const NOTHING: Pilot = Pilot { seconds: 0.0, at_least: true };
}

/// Runs a pilot; one that works outside of this process is stopped by the clock on the wall.
pub fn within_limits(outside: bool, pilot: impl FnOnce(&AtomicBool) -> Pilot) -> Pilot {
    let over = AtomicBool::new(false);
    if !outside {
        return pilot(&over);
    }
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let over = &over;
        scope.spawn(move || {
            // An answer and a closed channel both mean that the pilot has ended.
            if waiting.recv_timeout(WALL_LIMIT) == Err(RecvTimeoutError::Timeout) {
                over.store(true, Ordering::Relaxed);
            }
        });
        let found = pilot(over);
        drop(done);
        found
    })
}

/// Tries some groups of points, each under a limit of its own.
pub fn try_some(
    over: &AtomicBool,
    groups: impl FnOnce(&Control<'_>) -> Vec<Vec<Params>>,
    try_points: impl Fn(&Control<'_>, &[Params]) -> Result<u64, Failure>,
) -> Pilot {
    let (mut total, mut tried, mut at_least) = (0.0, 0, false);
    for points in groups(&Control::new(over, None)) {
        let control = Control::new(over, Some(LIMIT));
        tried += points.len();
        match try_points(&control, &points) {
            Ok(took) => total += took as f64 / 1e9,
            Err(_) => {
                at_least = true;
                total += if control.out_of_time() { LIMIT } else { 0.0 };
            }
        }
    }
    Pilot { seconds: total / tried.max(1) as f64, at_least }
}

impl<T: Scored> Bench<'_, T> {
    /// Tries points on a split; returns the CPU nanoseconds they took.
    pub fn pilot_points(&self, points: &[Params], split: &Split) -> Result<u64, Failure> {
        let key = RngKey::root(0);
        match points {
            [point] => {
                let tested = self.test(point, split, key)?;
                Ok(tested.train_took + tested.predict_took)
            }
            several => {
                let split = KeyedSplit { place: 0, split: split.clone(), key };
                Ok(self.score_points(several, &split, &KeptParts::up_to(0))?.took)
            }
        }
    }

    /// The first, the middle and the last of what the method tries together; a method that works outside of this process
    /// is asked for one point at a time.
    pub fn pilot_groups(&self) -> Vec<Vec<Params>> {
        let method = self.preparation.method;
        let alone = || (0..method.grid.len()).map(|point| vec![point]).collect();
        let own: Vec<Params> =
            method.grid.iter().map(|point| own_params(method, point).into_owned()).collect();
        let groups: Vec<Vec<usize>> = match method.method.info().outside {
            true => alone(),
            // A method that cannot name its groups fails again when it is tried.
            false => guarded(|| self.contestant.batches(&own)).unwrap_or_else(|_| alone()),
        };
        let Some(last) = groups.len().checked_sub(1) else { return Vec::new() };
        let mut chosen = vec![0, groups.len() / 2, last];
        chosen.dedup();
        let point = |&point: &usize| method.grid.get(point).cloned();
        chosen.iter().map(|&group| groups[group].iter().filter_map(point).collect()).collect()
    }
}
