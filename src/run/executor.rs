//! Executors run jobs; the one here runs them in plan order on threads of this process and hands every outcome to the sink
//! as soon as the sink is free. A trial that fails or runs out of time is an outcome with a reason, and the run continues;
//! a sink that cannot store ends the run, because results that are not stored are lost.
//!
//! One thread stores, while the others compute: waiting for a disk takes milliseconds, in which short trials pile up and
//! are then stored together. A trial is reported as finished only once it is stored.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::outcome::{Finished, Outcome, Status};
use super::proceeding::Proceeding;
use super::resources::Resources;
use crate::plan::{Job, Trial};

/// Takes finished trials into safety.
pub trait Sink: Sync {
    /// Stores the trials of some jobs; when it returns, they survive a crash.
    fn put(&self, finished: &[Finished]) -> std::io::Result<()>;
}

/// What happens during a run.
pub enum Event<'a> {
    /// A job waits for a thread.
    Submitted(&'a Job),
    /// A trial is being run.
    Started(&'a Trial),
    /// A trial ended and is stored.
    Finished(&'a Outcome),
    /// A job was given up before its trials ended; it can be run again.
    Lost(&'a Job),
}

/// Hears what happens.
pub trait Observer: Sync {
    /// Called from any thread, in the order in which things happen to a trial.
    fn notice(&self, event: &Event<'_>);
}

/// Runs jobs somewhere.
pub trait Executor {
    /// Runs jobs to their end, or until it is interrupted. Every outcome is stored before it is reported.
    fn run(
        &self,
        jobs: &[Job],
        proceeding: &dyn Proceeding,
        sink: &dyn Sink,
        observer: &dyn Observer,
    ) -> Result<Tally, RunError>;
}

/// Runs jobs on threads of this process.
pub struct Threads<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Bytes that fits may use together.
    pub memory: usize,
    /// Set to end the run: running trials are given up, stored ones stay.
    pub interrupted: &'a AtomicBool,
    /// Where the logs of programs that failed are kept, if they are.
    pub logs: Option<&'a Path>,
}

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Trials with scores.
    pub done: usize,
    /// Trials without.
    pub failed: usize,
    /// Trials that were not tried.
    pub skipped: usize,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A finished trial could not be stored.
    #[error("cannot store a result: {0}")]
    Store(#[from] std::io::Error),
}

/// Jobs that may wait to be stored; more, and the threads wait too, so that what waits cannot fill the memory.
const BACKLOG: usize = 16;

impl Executor for Threads<'_> {
    fn run(
        &self,
        jobs: &[Job],
        proceeding: &dyn Proceeding,
        sink: &dyn Sink,
        observer: &dyn Observer,
    ) -> Result<Tally, RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let resources = Resources::new(self.memory, self.threads).with_logs(self.logs);
        jobs.iter().for_each(|job| observer.notice(&Event::Submitted(job)));
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(Tally::default());
        let broken: Mutex<Option<std::io::Error>> = Mutex::new(None);
        let over = || self.interrupted.load(Ordering::Relaxed) || lock(&broken).is_some();
        std::thread::scope(|scope| {
            let (sender, waiting) = sync_channel::<Vec<Finished>>(BACKLOG);
            scope.spawn(|| {
                if let Err(error) = store_all(waiting, sink, observer, &tally) {
                    *lock(&broken) = Some(error);
                }
            });
            // Every thread takes the next job until none is left, then helps others with their inner folds. A thread that
            // waits for its own inner folds can only be given inner work, so a finished trial never waits for another one.
            pool.broadcast(|_| {
                while let Some(job) =
                    jobs.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !over())
                {
                    job.trials.iter().for_each(|trial| observer.notice(&Event::Started(trial)));
                    let Some(finished) = proceeding.run(job, self.interrupted, &resources) else {
                        observer.notice(&Event::Lost(job));
                        return;
                    };
                    // It is not taken if the one before could not be stored.
                    if sender.send(finished).is_err() {
                        observer.notice(&Event::Lost(job));
                        return;
                    }
                }
            });
            // Ends the thread that stores: nothing more will come.
            drop(sender);
        });
        if let Some(error) = lock(&broken).take() {
            return Err(error.into());
        }
        let mut tally = *lock(&tally);
        tally.interrupted = self.interrupted.load(Ordering::Relaxed);
        Ok(tally)
    }
}

/// Stores what waits, all of it together, until nothing more will come.
fn store_all(
    waiting: Receiver<Vec<Finished>>,
    sink: &dyn Sink,
    observer: &dyn Observer,
    tally: &Mutex<Tally>,
) -> std::io::Result<()> {
    while let Ok(mut finished) = waiting.recv() {
        finished.extend(waiting.try_iter().take(BACKLOG).flatten());
        sink.put(&finished)?;
        for Finished { outcome, .. } in &finished {
            let mut tally = lock(tally);
            match outcome.status {
                Status::Done => tally.done += 1,
                Status::Skipped { .. } => tally.skipped += 1,
                Status::Failed { .. } | Status::TimedOut { .. } => tally.failed += 1,
            }
            drop(tally);
            observer.notice(&Event::Finished(outcome));
        }
    }
    Ok(())
}

/// A panic elsewhere must not make counters unreadable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
