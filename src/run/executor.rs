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
    /// A job was given up before its trials ended and were stored; it can be run again.
    Lost(&'a Job),
}

/// Hears what happens.
pub trait Observer: Sync {
    /// Called from any thread, in the order in which things happen to a trial.
    fn notice(&self, event: &Event<'_>);
}

/// Runs jobs somewhere.
pub trait Executor {
    /// Runs jobs to their end, or until it is interrupted. Every outcome is stored before it is reported, and every job that
    /// was submitted ends: its trials are reported as finished, or the job as lost.
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

/// A job whose trials ended.
type Ended<'j> = (&'j Job, Vec<Finished>);

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
        let safe = Safe { sink, observer, tally: Mutex::default(), broken: Mutex::new(None) };
        let over = || self.interrupted.load(Ordering::Relaxed) || lock(&safe.broken).is_some();
        std::thread::scope(|scope| {
            let (sender, waiting) = sync_channel::<Ended<'_>>(BACKLOG);
            scope.spawn(|| safe.store_all(waiting));
            // Every thread takes the next job until none is left, then helps others with their inner folds. A thread that
            // waits for its own inner folds can only be given inner work, so a finished trial never waits for another one.
            pool.broadcast(|_| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ended = if over() {
                        None
                    } else {
                        job.trials.iter().for_each(|trial| observer.notice(&Event::Started(trial)));
                        proceeding.run(job, self.interrupted, &resources)
                    };
                    // It is not taken if the thread that stores panicked.
                    let sent = ended.is_some_and(|ended| sender.send((job, ended)).is_ok());
                    if !sent {
                        observer.notice(&Event::Lost(job));
                        return;
                    }
                }
            });
            // Ends the thread that stores: nothing more will come.
            drop(sender);
        });
        for job in jobs.iter().skip(next.load(Ordering::Relaxed)) {
            observer.notice(&Event::Lost(job));
        }
        let tally = *lock(&safe.tally);
        match lock(&safe.broken).take() {
            Some(error) => Err(error.into()),
            None => Ok(Tally { interrupted: self.interrupted.load(Ordering::Relaxed), ..tally }),
        }
    }
}

/// Takes trials into safety, and reports them.
struct Safe<'a> {
    sink: &'a dyn Sink,
    observer: &'a dyn Observer,
    tally: Mutex<Tally>,
    /// Why nothing more can be stored.
    broken: Mutex<Option<std::io::Error>>,
}

impl Safe<'_> {
    /// Stores what waits, all of it together, until nothing more will come. What comes after a failure is lost.
    fn store_all(&self, waiting: Receiver<Ended<'_>>) {
        while let Ok((job, mut finished)) = waiting.recv() {
            let mut jobs = vec![job];
            for (job, more) in waiting.try_iter().take(BACKLOG) {
                jobs.push(job);
                finished.extend(more);
            }
            if self.put(&finished) {
                finished.iter().for_each(|f| self.report(&f.outcome));
            } else {
                jobs.iter().for_each(|job| self.observer.notice(&Event::Lost(job)));
            }
        }
    }

    /// Whether trials are stored now. After a failure nothing is, and the threads begin no job.
    fn put(&self, finished: &[Finished]) -> bool {
        if lock(&self.broken).is_some() {
            return false;
        }
        match self.sink.put(finished) {
            Ok(()) => true,
            Err(error) => {
                *lock(&self.broken) = Some(error);
                false
            }
        }
    }

    /// Counts and reports a trial that is stored.
    fn report(&self, outcome: &Outcome) {
        let mut tally = lock(&self.tally);
        match outcome.status {
            Status::Done => tally.done += 1,
            Status::Skipped { .. } => tally.skipped += 1,
            Status::Failed { .. } | Status::TimedOut { .. } => tally.failed += 1,
        }
        drop(tally);
        self.observer.notice(&Event::Finished(outcome));
    }
}

/// A panic elsewhere must not make counters unreadable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
