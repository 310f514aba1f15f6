//! How a case is run: where results go, how much of the machine is used, who is told and who may stop it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::machine::total_memory;
use super::shard::Shard;
use crate::measure::MetricInfo;
use crate::plan::{Job, Plan, Selection};
use crate::run::{Event, Observer};
use crate::store::Holder;

/// How to run a case. The default keeps results in memory, uses the whole machine, tells nobody and runs to the end.
///
/// ```
/// use std::path::Path;
/// use tribunal::Options;
///
/// let options = Options { results: Some(Path::new("results/demo")), threads: Some(2), ..Options::default() };
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The folder of results. Every outcome is stored there the moment it exists, and what it holds already is not run
    /// again. Without one, results are kept in memory. While another process writes the tables of the folder, a run waits
    /// for it before it begins, five minutes at most.
    pub results: Option<&'a Path>,
    /// Number of threads, from 1 to 1024; one a processor if not given.
    pub threads: Option<usize>,
    /// Bytes that fits may use together; half of the machine's or the container's if not given.
    pub memory: Option<usize>,
    /// Whether to run again what is stored.
    pub force: bool,
    /// Set by another thread to end the run: trials that are running are given up, finished ones stay. A run that still
    /// waits for the folder ends with [`StoreError::Interrupted`](crate::store::StoreError::Interrupted).
    pub interrupted: Option<&'a AtomicBool>,
    /// Called after every trial, from another thread than the caller's.
    pub progress: Option<&'a (dyn Fn(&Progress<'_>) + Sync)>,
    /// Hears everything that happens, in place of `progress`.
    #[doc(hidden)]
    pub watch: Option<&'a dyn Watch>,
}

/// What a run is about to do.
#[doc(hidden)]
pub struct Agenda<'a> {
    /// The trials.
    pub plan: &'a Plan<'a>,
    /// What is selected of them.
    pub selection: &'a Selection,
    /// What will be run.
    pub jobs: &'a [Job],
    /// What is shown of a trial that has scores.
    pub metric: &'static MetricInfo,
    /// Number of threads.
    pub threads: usize,
    /// The folder of results, if there is one.
    pub folder: Option<&'a Path>,
    /// Lines of the folder's files that are damaged and left out.
    pub damaged: &'a [String],
    /// The share of the trials that this process runs, if it is one of several.
    pub shard: Option<Shard>,
}

/// Hears what a run is about to do, and then everything that happens.
#[doc(hidden)]
pub trait Watch: Observer {
    /// Called if another process has the folder of results and is waited for.
    fn wait(&self, folder: &Path, holder: &Holder);

    /// Called once, before the first event.
    fn begin(&self, agenda: &Agenda<'_>);
}

impl<'a> Options<'a> {
    /// Number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads).clamp(1, MOST_THREADS)
    }

    /// What a run may use, in numbers.
    pub(super) fn effort(&self, never: &'a AtomicBool) -> Effort<'a> {
        Effort {
            threads: self.threads(),
            memory: self.memory.unwrap_or_else(default_memory),
            interrupted: self.interrupted.unwrap_or(never),
        }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Trials that ended.
    pub finished: usize,
    /// Trials that this run takes; those that are stored already are not counted.
    pub trials: usize,
    /// The dataset of the one that ended just now.
    pub dataset: &'a str,
    /// Its method.
    pub method: &'a str,
    /// Why it has no scores, if it has none.
    pub failure: Option<&'a str>,
}

/// More threads than any machine has processors only cost memory.
const MOST_THREADS: usize = 1024;

/// How much of the machine a run may use, and who may stop it.
pub struct Effort<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Bytes that fits may use together.
    pub memory: usize,
    /// Set to end the run.
    pub interrupted: &'a AtomicBool,
}

/// One thread a processor.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Half of the bytes that the machine or its container has, else two gigabytes.
pub fn default_memory() -> usize {
    total_memory().map_or(2 << 30, |bytes| bytes / 2)
}

/// Reports to a caller how far the run is.
pub struct Reporter<'a> {
    trials: AtomicUsize,
    finished: AtomicUsize,
    progress: Option<&'a (dyn Fn(&Progress<'_>) + Sync)>,
}

impl<'a> Reporter<'a> {
    pub fn new(progress: Option<&'a (dyn Fn(&Progress<'_>) + Sync)>) -> Reporter<'a> {
        Reporter { trials: AtomicUsize::new(0), finished: AtomicUsize::new(0), progress }
    }
}

impl Observer for Reporter<'_> {
    fn notice(&self, event: &Event<'_>) {
        let outcome = match event {
            Event::Submitted(job) => {
                self.trials.fetch_add(job.trials.len(), Ordering::Relaxed);
                return;
            }
            Event::Started(_) | Event::Lost(_) => return,
            Event::Finished(outcome) => outcome,
        };
        let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        let Some(progress) = self.progress else { return };
        let reason = outcome.status.reason();
        progress(&Progress {
            finished,
            trials: self.trials.load(Ordering::Relaxed),
            dataset: &outcome.dataset,
            method: &outcome.method,
            failure: reason.as_deref(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_can_be_asked_for() {
        let never = AtomicBool::new(false);
        let threads = |threads| Options { threads, ..Options::default() }.effort(&never).threads;
        assert_eq!([Some(0), Some(3), Some(usize::MAX)].map(threads), [1, 3, 1024]);
        assert!(threads(None) >= 1);
    }
}
