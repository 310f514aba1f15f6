//! The scheduler: jobs in plan order over a pool of threads, every outcome handed to the sink the moment it exists. A
//! trial that panics, fails or runs out of time is an outcome with a reason, and the run goes on; a sink that
//! cannot store ends the run, because results that are not stored are lost.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::control::Control;
use super::evaluate::{Bench, Choice, Failure, Tested};
use super::outcome::{Finished, Outcome, Status, StoredPredictions, Timing};
use crate::data::split::Split;
use crate::learn::{Classify, Labels, Truth};
use crate::metrics;
use crate::num::key::RngKey;
use crate::plan::{Job, Loaded, Plan, Trial};
use crate::spec::{Experiment, MethodSpec, ProtocolKind};

/// Takes finished trials into safety.
pub trait Sink: Sync {
    /// Stores the trials of a job; when it returns, they survive a crash.
    fn put(&self, finished: &[Finished]) -> std::io::Result<()>;
}

/// What happens while a run goes on.
pub enum Event<'a> {
    /// A trial ended and is stored.
    Finished(&'a Outcome),
}

/// Is told what happens.
pub trait Observer: Sync {
    /// Called from the threads of the pool.
    fn notice(&self, event: &Event<'_>);
}

/// How the threads that run trials are called; a panic on one of them is an outcome, not a crash.
pub const TRIAL_THREAD: &str = "trial-";

/// How to run.
pub struct Settings<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Set to end the run: running trials are given up, stored ones stay.
    pub interrupted: &'a AtomicBool,
}

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Trials with scores.
    pub done: usize,
    /// Trials without.
    pub failed: usize,
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

/// Runs some jobs of a plan.
pub fn run(
    plan: &Plan<'_>,
    jobs: &[Job],
    settings: &Settings<'_>,
    sink: &dyn Sink,
    observer: &dyn Observer,
) -> Result<Tally, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .thread_name(|index| format!("{TRIAL_THREAD}{index}"))
        // A thread that waits for its inner folds may begin another trial on top of this one's stack.
        .stack_size(16 << 20)
        .build()?;
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let broken: Mutex<Option<std::io::Error>> = Mutex::new(None);
    let give_up = AtomicBool::new(false);
    pool.install(|| {
        (0..jobs.len()).into_par_iter().with_max_len(1).for_each(|_| {
            // Whoever is free takes the next job, so that jobs start in plan order on any number of threads.
            let job = &jobs[next.fetch_add(1, Ordering::Relaxed)];
            let stop =
                || settings.interrupted.load(Ordering::Relaxed) || give_up.load(Ordering::Relaxed);
            if stop() {
                return;
            }
            let Some(finished) = run_job(plan, job, settings.interrupted) else { return };
            if let Err(error) = sink.put(&finished) {
                give_up.store(true, Ordering::Relaxed);
                lock(&broken).get_or_insert(error);
                return;
            }
            for Finished { outcome, .. } in &finished {
                let mut tally = lock(&tally);
                if outcome.is_done() {
                    tally.done += 1
                } else {
                    tally.failed += 1
                }
                drop(tally);
                observer.notice(&Event::Finished(outcome));
            }
        });
    });
    if let Some(error) = lock(&broken).take() {
        return Err(error.into());
    }
    let mut tally = *lock(&tally);
    tally.interrupted = settings.interrupted.load(Ordering::Relaxed);
    Ok(tally)
}

/// A panic elsewhere must not make counters unreadable.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The outcomes of a job; `None` if it was interrupted.
fn run_job(plan: &Plan<'_>, job: &Job, interrupted: &AtomicBool) -> Option<Vec<Finished>> {
    let work = Work::new(plan, job, interrupted);
    let attempt = catch_unwind(AssertUnwindSafe(|| work.tried()));
    let results = match attempt {
        Ok(results) => results,
        Err(panic) => {
            let text = panic_text(panic.as_ref());
            let failure = Failure::Failed(format!("the method panicked: {text}"));
            job.iter().map(|_| Err((None, failure.clone()))).collect()
        }
    };
    let interrupted = |r: &Tried| matches!(r, Err((_, Failure::Interrupted)));
    if results.iter().any(interrupted) {
        return None;
    }
    Some(work.trials().zip(results).map(|(trial, tried)| work.finish(trial, tried)).collect())
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}

/// A choice and the test of it, or the failure with the choice if it got that far.
type Tried = Result<(Choice, Tested<Classify>), (Option<Choice>, Failure)>;

/// A job and all it needs.
struct Work<'a> {
    plan: &'a Plan<'a>,
    job: &'a Job,
    experiment: &'a Experiment,
    dataset: &'a Loaded,
    method: &'a MethodSpec,
    bench: Bench<'a, Classify>,
    splits: Vec<Split>,
    control: Control<'a>,
}

impl<'a> Work<'a> {
    fn new(plan: &'a Plan<'a>, job: &'a Job, interrupted: &'a AtomicBool) -> Work<'a> {
        let first = &plan.trials[job[0]];
        let experiment = plan.experiment;
        let dataset = &plan.datasets[first.dataset];
        let protocol = &experiment.protocol;
        let bench = Bench {
            data: &dataset.data,
            truth: &dataset.truth,
            recipe: protocol.recipe,
            scope: protocol.scale_scope,
            select: protocol.select,
        };
        let method = &experiment.methods[first.method];
        let splits = plan.splits(first.dataset, first.repeat);
        let control = Control::new(interrupted, protocol.time_limit);
        Work { plan, job, experiment, dataset, method, bench, splits, control }
    }

    fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.job.iter().map(|&position| &self.plan.trials[position])
    }

    /// The random numbers of a trial: the same for every grid point, and for a method whatever its name.
    fn key(&self, trial: &Trial) -> RngKey {
        self.plan
            .key(self.method.method.info().kind, trial.dataset, trial.repeat)
            .child("fold", trial.fold as u64)
    }

    fn tried(&self) -> Vec<Tried> {
        let method = self.method.method;
        let grid = &self.method.grid;
        let choose = |trial: &Trial| match self.experiment.protocol.kind {
            ProtocolKind::Nested => self.bench.choose_within(
                method,
                grid,
                &self.splits[trial.fold].train,
                self.experiment.protocol.inner,
                self.key(trial),
                &self.control,
            ),
            ProtocolKind::Flat => {
                let key = self.key(trial);
                self.bench.choose_on(method, grid, &self.splits, key, &self.control)
            }
        };
        let Some(first) = self.trials().next() else { return Vec::new() };
        // The folds of a flat job share one choice; a nested job has one trial.
        let choice = choose(first);
        self.trials()
            .map(|trial| {
                let choice = choice.clone().map_err(|failure| (None, failure))?;
                let split = &self.splits[trial.fold];
                let params = &grid[choice.point];
                match self.bench.test(method, params, split, self.key(trial), &self.control) {
                    Ok(tested) => Ok((choice, tested)),
                    Err(failure) => Err((Some(choice), failure)),
                }
            })
            .collect()
    }

    fn finish(&self, trial: &Trial, tried: Tried) -> Finished {
        let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
        let (choice, tested, status) = match tried {
            Ok((choice, tested)) => (Some(choice), Some(tested), Status::Done),
            Err((choice, Failure::Failed(reason))) => (choice, None, Status::Failed { reason }),
            Err((choice, Failure::TimedOut | Failure::Interrupted)) => {
                let limit = self.experiment.protocol.time_limit.unwrap_or(0.0).to_string();
                (choice, None, Status::TimedOut { limit })
            }
        };
        let truth: Labels = self.dataset.truth.select(&self.splits[trial.fold].test);
        let scores = |tested: &Tested<Classify>| -> BTreeMap<String, Option<f64>> {
            let all = metrics::CLASSIFICATION.iter();
            all.map(|m| (m.info.name.to_owned(), (m.score)(&truth, &tested.predictions))).collect()
        };
        let outcome = Outcome {
            trial: trial.id.clone(),
            identity: trial.identity.clone(),
            dataset: self.dataset.data.name.clone(),
            method: self.method.name.clone(),
            repeat: trial.repeat,
            fold: trial.fold,
            status,
            chosen: choice.as_ref().map(|c| self.method.grid[c.point].clone()),
            inner_score: choice.as_ref().and_then(|c| c.score),
            metrics: tested.as_ref().map(scores).unwrap_or_default(),
            facts: tested.as_ref().map(|t| t.facts.clone()),
            notes: choice.as_ref().map(|c| c.notes.clone()).unwrap_or_default(),
            timing: Timing {
                train: tested.as_ref().map_or(0.0, |t| seconds(t.train_took)),
                predict: tested.as_ref().map_or(0.0, |t| seconds(t.predict_took)),
                select: choice.as_ref().map_or(0.0, |c| seconds(c.took)),
            },
        };
        let classes = self.dataset.data.classes().map(|(levels, _)| levels.to_vec());
        let predictions = tested.map(|tested| StoredPredictions {
            trial: trial.id.clone(),
            classes: classes.unwrap_or_default(),
            rows: self.splits[trial.fold].test.clone(),
            truth: truth.ids().to_vec(),
            predictions: tested.predictions,
        });
        Finished { outcome, predictions }
    }
}
