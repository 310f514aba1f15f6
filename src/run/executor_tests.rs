//! Executors without data or methods: what is stored, what is reported, and in which order.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::*;
use crate::plan::{Identity, Job, Trial};

fn identity() -> Arc<Identity> {
    let word = String::new;
    Arc::new(Identity {
        data: word(),
        kind: "mock".into(),
        version: 1,
        parameters: word(),
        protocol: word(),
        seed: 1,
        engine: 1,
        fingerprint: None,
    })
}

fn jobs(count: usize, trials: usize) -> Vec<Job> {
    let identity = identity();
    let trial = |job: usize, fold: usize| Trial {
        id: identity.trial(job, fold),
        identity: Arc::clone(&identity),
        dataset: 0,
        method: 0,
        repeat: job,
        fold,
    };
    (0..count).map(|job| Job { trials: (0..trials).map(|t| trial(job, t)).collect() }).collect()
}

/// Ends every trial at once, as `status` says by its repeat; from job `interrupt` on, the run is interrupted.
struct Mock<'a> {
    status: fn(usize) -> Status,
    interrupt: usize,
    interrupted: &'a AtomicBool,
}

impl Proceeding for Mock<'_> {
    fn run(&self, job: &Job, _: &AtomicBool, _: &Resources) -> Option<Vec<Finished>> {
        let repeat = job.trials.first()?.repeat;
        if repeat >= self.interrupt {
            self.interrupted.store(true, Ordering::Relaxed);
            return None;
        }
        let finish = |trial: &Trial| Finished {
            outcome: Outcome::new(trial, "mock", "d", "m", (self.status)(repeat)),
            predictions: None,
            curve: None,
        };
        Some(job.trials.iter().map(finish).collect())
    }

    fn pilot(&self, _: usize, _: usize, _: usize) -> Pilot {
        Pilot::NOTHING
    }
}

#[derive(Default)]
struct Heard(Mutex<Vec<(&'static str, usize, usize)>>);

impl Observer for Heard {
    fn notice(&self, event: &Event<'_>) {
        let mut all = self.0.lock().unwrap();
        match event {
            Event::Submitted(job) => all.push(("submitted", job.trials[0].repeat, 0)),
            Event::Started(trial) => all.push(("started", trial.repeat, trial.fold)),
            Event::Finished(outcome) => all.push(("finished", outcome.repeat, outcome.fold)),
            Event::Lost(job) => all.push(("lost", job.trials[0].repeat, 0)),
        }
    }
}

impl Heard {
    fn count(&self, what: &str) -> usize {
        self.0.lock().unwrap().iter().filter(|event| event.0 == what).count()
    }

    fn place(&self, event: (&'static str, usize, usize)) -> usize {
        self.0.lock().unwrap().iter().position(|own| *own == event).expect("it happened")
    }
}

/// Takes this many trials, then fails.
struct Disk(AtomicUsize);

impl Sink for Disk {
    fn put(&self, finished: &[Finished]) -> io::Result<()> {
        for _ in finished {
            let left = self.0.load(Ordering::Relaxed);
            if left == 0 {
                return Err(io::Error::other("full"));
            }
            self.0.store(left - 1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Demands that every job ended once: with all of its trials finished, or lost.
fn assert_all_ended(jobs: &[Job], heard: &Heard) {
    for (number, job) in jobs.iter().enumerate() {
        let all = heard.0.lock().unwrap();
        let count = |what| all.iter().filter(|event| event.0 == what && event.1 == number).count();
        let ends = (count("finished"), count("lost"));
        let (finished, lost) = ((job.trials.len(), 0), (0, 1));
        assert!(ends == finished || ends == lost, "job {number}: {ends:?}");
        let last = all.iter().rposition(|event| event.1 == number).expect("it happened");
        assert!(["finished", "lost"].contains(&all[last].0), "{:?} comes last", all[last]);
    }
}

fn done(_: usize) -> Status {
    Status::Done
}

fn run_mock(
    jobs: &[Job],
    threads: usize,
    (status, interrupt): (fn(usize) -> Status, usize),
    sink: &dyn Sink,
) -> (Result<Tally, RunError>, Heard) {
    let (interrupted, heard) = (AtomicBool::new(false), Heard::default());
    let mock = Mock { status, interrupt, interrupted: &interrupted };
    let executor = Threads { threads, memory: 1 << 20, interrupted: &interrupted, logs: None };
    let tally = executor.run(jobs, &mock, sink, &heard);
    (tally, heard)
}

#[test]
fn every_trial_is_submitted_started_stored_and_reported_once() {
    for threads in [1, 2, 5] {
        let kept = Kept::default();
        let jobs = jobs(20, 3);
        let (tally, heard) = run_mock(&jobs, threads, (done, 99), &kept);
        assert_eq!(tally.unwrap().done, 60);
        assert_eq!(kept.into_trials().len(), 60);
        assert_eq!(
            ["submitted", "started", "finished", "lost"].map(|w| heard.count(w)),
            [20, 60, 60, 0]
        );
        for job in 0..20 {
            for fold in 0..3 {
                let submitted = heard.place(("submitted", job, 0));
                let started = heard.place(("started", job, fold));
                assert!(submitted < started);
                assert!(started < heard.place(("finished", job, fold)));
            }
        }
    }
}

#[test]
fn nothing_to_do_is_done_at_once() {
    let (tally, heard) = run_mock(&[], 2, (done, 99), &Kept::default());
    assert_eq!(tally.unwrap(), Tally::default());
    assert!(heard.0.lock().unwrap().is_empty());
}

#[test]
fn outcomes_are_counted_by_how_they_ended() {
    let status: fn(usize) -> Status = |job| match job % 4 {
        0 => Status::Done,
        1 => Status::Skipped { reason: "no".into() },
        2 => Status::failed("no"),
        _ => Status::TimedOut { limit: 1.0 },
    };
    let (tally, _) = run_mock(&jobs(8, 1), 2, (status, 99), &Kept::default());
    let wanted = Tally { done: 2, skipped: 2, failed: 4, interrupted: false };
    assert_eq!(tally.unwrap(), wanted);
}

#[test]
fn an_interrupt_loses_the_job_at_hand_and_keeps_what_is_stored() {
    let kept = Kept::default();
    let all = jobs(10, 2);
    let (tally, heard) = run_mock(&all, 1, (done, 4), &kept);
    let tally = tally.unwrap();
    assert!(tally.interrupted);
    assert_eq!((tally.done, kept.into_trials().len()), (8, 8));
    assert_eq!(heard.count("lost"), 6, "the job at hand, and five that were not begun");
    assert_all_ended(&all, &heard);
    assert_eq!(heard.count("started"), 10, "no job is begun after an interrupt");
}

#[test]
fn jobs_that_no_thread_began_are_lost_too() {
    for threads in [2, 5] {
        let (all, kept) = (jobs(30, 2), Kept::default());
        let (tally, heard) = run_mock(&all, threads, (done, 11), &kept);
        assert!(tally.unwrap().interrupted);
        assert_all_ended(&all, &heard);
        assert_eq!(heard.count("finished"), kept.into_trials().len());
    }
}

#[test]
fn a_sink_that_fails_ends_the_run_and_nothing_unstored_is_reported() {
    for threads in [1, 2, 5] {
        let all = jobs(50, 2);
        let (result, heard) = run_mock(&all, threads, (done, 99), &Disk(AtomicUsize::new(7)));
        assert!(matches!(result, Err(RunError::Store(_))));
        assert!(heard.count("finished") <= 7, "{}", heard.count("finished"));
        assert_all_ended(&all, &heard);
    }
}

/// A sink that fails only once jobs wait behind the one that it stores.
struct SlowDisk;

impl Sink for SlowDisk {
    fn put(&self, _: &[Finished]) -> io::Result<()> {
        std::thread::sleep(std::time::Duration::from_millis(50));
        Err(io::Error::other("full"))
    }
}

#[test]
fn jobs_that_wait_for_a_sink_that_fails_are_lost() {
    let all = jobs(100, 1);
    let (result, heard) = run_mock(&all, 2, (done, 99), &SlowDisk);
    assert!(matches!(result, Err(RunError::Store(_))));
    assert!(heard.count("started") > 5, "{} jobs waited", heard.count("started"));
    assert_eq!((heard.count("finished"), heard.count("lost")), (0, 100));
    assert_all_ended(&all, &heard);
}
