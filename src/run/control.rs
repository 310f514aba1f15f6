//! What may end a trial early: an interrupt of the whole run, or the trial's own time limit. The limit counts the CPU
//! time of all the trial's fits, wherever they ran.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::clock::Instant;
use super::failure::Failure;
use crate::learn::Stop;

/// The clock and the brakes of one job.
pub struct Control<'a> {
    interrupted: &'a AtomicBool,
    limit: Option<u64>,
    spent: AtomicU64,
}

impl<'a> Control<'a> {
    /// With a limit in CPU seconds.
    pub fn new(interrupted: &'a AtomicBool, limit: Option<f64>) -> Control<'a> {
        let limit = limit.map(|seconds| (seconds * 1e9) as u64);
        Control { interrupted, limit, spent: AtomicU64::new(0) }
    }

    /// Whether the whole run is to end.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether the limit is used up.
    pub fn out_of_time(&self) -> bool {
        self.limit.is_some_and(|limit| self.spent.load(Ordering::Relaxed) > limit)
    }

    /// Why the job must end now, if it must.
    pub fn go_on(&self) -> Result<(), Failure> {
        if self.interrupted() {
            Err(Failure::Interrupted)
        } else if self.out_of_time() {
            Err(Failure::TimedOut)
        } else {
            Ok(())
        }
    }

    /// Runs some work, counts its CPU time, and returns its result with the nanoseconds it took.
    pub fn time<R>(&self, work: impl FnOnce(&Brake<'_>) -> R) -> (R, u64) {
        let started = Instant::now();
        let brake = Brake { control: self, started, charged: AtomicU64::new(0) };
        let result = work(&brake);
        let took = started.elapsed() + brake.charged.into_inner();
        self.spent.fetch_add(took, Ordering::Relaxed);
        (result, took)
    }
}

/// What a fit asks whether to give up.
pub struct Brake<'a> {
    control: &'a Control<'a>,
    started: Instant,
    /// Nanoseconds that were spent outside the thread.
    charged: AtomicU64,
}

impl Stop for Brake<'_> {
    fn requested(&self) -> bool {
        if self.control.interrupted() {
            return true;
        }
        self.control.limit.is_some_and(|limit| {
            let own = self.started.elapsed() + self.charged.load(Ordering::Relaxed);
            self.control.spent.load(Ordering::Relaxed) + own > limit
        })
    }

    fn charge(&self, nanoseconds: u64) {
        self.charged.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    fn spent(&self) -> u64 {
        self.started.elapsed() + self.charged.load(Ordering::Relaxed)
    }
}
