//! `tribunal work SPEC --shard I/N`: one of several processes that run an experiment together. It stores into a journal of
//! its own, so that no process waits for another; at its end it writes the tables of everything that is stored by then.

use std::collections::BTreeSet;

use clap::Args;

use super::arguments::{Effort, SpecOptions};
use super::context::{check, count};
use super::exit::{Exit, Refusal, say};
use super::run::{AGAIN, MOST_SHOWN, on_terminal};
use crate::court::{MOST_SHARDS, Session, Shard, Tables};
use crate::plan::{Job, Plan};
use crate::run::Status;
use crate::store::History;

const WORK: &str = "Start it once for each of the N shares, at the same time or one after the other, on one machine or on several \
                    that share the folder of results. Each process stores into a journal of its own. A share that was \
                    killed resumes when the same command runs again. `tribunal report` writes the report when all \
                    shares have ended.";

/// Arguments of `work`.
#[derive(Args)]
#[command(after_help = WORK)]
pub struct WorkOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    /// Which share of the trials to run: the I-th of N, such as 2/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Shard,
    /// Number of threads [default: one per processor]; results do not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Memory that fits may use together, in megabytes [default: half of the machine's or the container's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: Option<u32>,
    /// Say less: no progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: a line for every trial
    #[arg(short, long)]
    pub verbose: bool,
}

fn shard(text: &str) -> Result<Shard, String> {
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        // What is longer than a number can be is too large for a shard, too.
        digits.then(|| part.parse().unwrap_or(usize::MAX))
    };
    let parts = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    let Some((i, n)) = parts else {
        return Err("write it as I/N, such as 2/4: the second of four shares".into());
    };
    Shard::new(i, n).ok_or_else(|| match n {
        0 => "there must be one share at least, as in 1/1".into(),
        n if n > MOST_SHARDS => format!("there may be {MOST_SHARDS} shares at most"),
        n => format!("shares of {n} are numbered from 1 to {n}"),
    })
}

pub fn work(options: &WorkOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    let effort = Effort {
        jobs: options.jobs,
        memory: options.memory,
        force: false,
        quiet: options.quiet,
        verbose: options.verbose,
    };
    let Session { store, tally, tables } = on_terminal(&effort, &checked, |run_options| {
        checked.case.run_share(&plan, &checked.results, options.shard, run_options)
    })?;
    if tables == Tables::Incomplete {
        let (results, run) = (checked.results.display(), options.spec.run_command());
        say(&format!(
            "note: another process has {results}; the tables may lack what this one stored, `{run}` writes them when \
             the other has ended"
        ));
    }
    let share = options.shard.jobs(plan.jobs(&checked.selection));
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
        for trial in share.iter().flat_map(|job| &job.trials) {
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
