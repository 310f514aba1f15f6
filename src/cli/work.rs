//! `tribunal work SPEC --shard I/N`: one of several processes that run an experiment together. It stores into a journal of
//! its own, so that no process waits for another; at its end it writes the tables of everything that is stored by then.

use std::collections::BTreeSet;

use super::arguments::WorkOptions;
use super::context::{Checked, check, count, memory, threads};
use super::exit::{Exit, Refusal, say};
use super::progress::Progress;
use super::run::{AGAIN, MOST_SHOWN, run_jobs, warn_of_damage};
use crate::court::{Error, is_settled, write_tables_of_all};
use crate::plan::{Job, Plan};
use crate::run::Status;
use crate::store::{History, Store, StoreError};

pub fn work(options: &WorkOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    let mut store = Store::open_worker(&checked.results)?;
    warn_of_damage(&store.history(), store.folder());
    let share = options.shard.jobs(plan.jobs(&checked.selection));
    let mut jobs = share.clone();
    jobs.retain(|job| !is_settled(&plan, &store.history(), job));
    let threads = threads(options.jobs);
    if !options.quiet {
        announce(&plan, &share, &jobs, options, threads);
    }
    let progress = Progress::new(&plan, &jobs, options.quiet, options.verbose);
    let machine = (threads, memory(options.memory));
    let tally = run_jobs(&checked, &plan, &jobs, &store, machine, &progress)?;
    write_what_can_be(&checked, &plan, &mut store)?;
    let found = Found::new(&plan, &share, &store.history());
    for failure in found.failures.iter().take(MOST_SHOWN) {
        say(&format!("failed: {failure}"));
    }
    if tally.interrupted {
        let (settled, trials) = (found.done + found.skipped, found.trials);
        let stored = count(settled, "trial");
        say(&format!("interrupted: {stored} of {trials} stored; {AGAIN} to resume"));
        return Ok(Exit::Interrupted);
    }
    if !options.quiet {
        let report = options.spec.run_command().replacen("tribunal run", "tribunal report", 1);
        let (shard, found) = (options.shard, found.words());
        say(&format!(
            "shard {shard}: {found}; when all shards have ended, `{report}` writes the report"
        ));
    }
    Ok(if found.done + found.skipped == found.trials { Exit::Done } else { Exit::Incomplete })
}

/// Writes the tables, unless a run that is going on will write them.
fn write_what_can_be(checked: &Checked, plan: &Plan<'_>, store: &mut Store) -> Result<(), Refusal> {
    match write_tables_of_all(&checked.case, plan, store) {
        Err(Error::Store(StoreError::Locked { path, .. })) => {
            say(&format!(
                "note: another tribunal is running this experiment in {}; it writes the tables, or the next `tribunal run` does",
                path.display()
            ));
            Ok(())
        }
        written => Ok(written?),
    }
}

/// Says what the share holds before it runs.
fn announce(plan: &Plan<'_>, share: &[Job], jobs: &[Job], options: &WorkOptions, threads: usize) {
    let trials = |jobs: &[Job]| jobs.iter().map(Vec::len).sum::<usize>();
    let (name, shard) = (&plan.experiment.name, options.shard);
    let (total, due) = (count(trials(share), "trial"), trials(jobs));
    let threads = count(threads, "thread");
    say(&format!("{name}, shard {shard}: {total}, {due} to run on {threads}"));
}

/// What became of the trials of a share.
struct Found {
    trials: usize,
    done: usize,
    skipped: usize,
    failed: usize,
    failures: BTreeSet<String>,
}

impl Found {
    fn new(plan: &Plan<'_>, share: &[Job], history: &History) -> Found {
        let mut found =
            Found { trials: 0, done: 0, skipped: 0, failed: 0, failures: BTreeSet::new() };
        for trial in share.iter().flatten().map(|&t| &plan.trials[t]) {
            found.trials += 1;
            let Some(outcome) = history.outcome(plan, trial) else { continue };
            match outcome.status {
                Status::Done => found.done += 1,
                Status::Skipped { .. } => found.skipped += 1,
                Status::Failed { .. } | Status::TimedOut { .. } => {
                    found.failed += 1;
                    let reason = outcome.status.reason().unwrap_or_default();
                    let (method, dataset) = (plan.method_name(trial), plan.dataset_name(trial));
                    found.failures.insert(format!("{method} on {dataset}: {reason}"));
                }
            }
        }
        found
    }

    /// "60 trials, 58 done, 2 failed".
    fn words(&self) -> String {
        let mut words = format!("{}, {} done", count(self.trials, "trial"), self.done);
        for (number, what) in [(self.skipped, "skipped"), (self.failed, "failed")] {
            if number > 0 {
                words.push_str(&format!(", {number} {what}"));
            }
        }
        words
    }
}
