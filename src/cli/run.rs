//! `tribunal run SPEC`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{Effort, RunOptions};
use super::context::{Checked, check, count, memory, threads};
use super::exit::{Exit, Refusal, WRITABLE, colour_on_stdout, print, say};
use super::progress::Progress;
use super::report::open_first;
use super::why;
use crate::court::{self, Place, Run, due};
use crate::learn::command::clean_up;
use crate::plan::{Job, Plan, Selection};
use crate::report;
use crate::run::Tally;
use crate::spec::report::ReportSettings;
use crate::store::{History, Store, write_tables};

pub fn run(options: &RunOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    if options.dry_run {
        let history = History::read(&checked.results)?;
        return why::show(&plan, &checked.selection, &history, options.effort.force, options.json);
    }
    let (store, tally) = carry_out(&checked, &plan, &options.effort)?;
    let ran = Run::of_store(&checked.case, &plan, &store, tally, threads(options.effort.jobs))?;
    if !tally.interrupted {
        show(&ran, &checked.experiment.report, options);
    }
    write_tables(&store, &plan)?;
    let run = options.spec.run_command();
    let commands = vec![run.clone(), run.replacen("tribunal run", "tribunal report", 1)];
    let files = ran.write_report_of(commands, &checked.reports)?;
    if !options.effort.quiet {
        let (results, place) = (checked.results.display(), open_first(&checked.reports, &files));
        say(&format!("results in {results}, report in {place}"));
    }
    if tally.interrupted {
        return Ok(interrupted(ran.finished(), ran.planned(), &options.effort));
    }
    Ok(if ran.is_complete() { Exit::Done } else { Exit::Incomplete })
}

/// Runs what is selected and not yet stored, and tells of it.
pub fn carry_out(
    checked: &Checked,
    plan: &Plan<'_>,
    effort: &Effort,
) -> Result<(Store, Tally), Refusal> {
    let folder = &checked.results;
    let store = if effort.force { Store::open_forced(folder) } else { Store::open(folder) }?;
    warn_of_damage(&store.history(), store.folder());
    let jobs = due(plan, &checked.selection, &store.history(), effort.force);
    let threads = threads(effort.jobs);
    if !effort.quiet {
        announce(plan, &checked.selection, &jobs, threads);
    }
    let progress = Progress::new(plan, &jobs, effort.quiet, effort.verbose);
    let tally =
        run_jobs(checked, plan, &jobs, &store, (threads, memory(effort.memory)), &progress)?;
    Ok((store, tally))
}

/// Runs jobs on this many threads, with this many bytes for fits, until they are done or the user interrupts.
pub fn run_jobs(
    checked: &Checked,
    plan: &Plan<'_>,
    jobs: &[Job],
    store: &Store,
    (threads, memory): (usize, usize),
    progress: &Progress,
) -> Result<Tally, Refusal> {
    let interrupted = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&interrupted);
    let machine = court::Effort { threads, memory, interrupted: &interrupted };
    let place = Place::Folder(store);
    let tally = court::carry_out(&checked.case, plan, jobs, place, &machine, progress);
    progress.finish();
    Ok(tally?)
}

/// How to go on after an interrupt.
pub const AGAIN: &str = "run the same command";

/// What to say of a run that was interrupted.
pub fn interrupted(stored: usize, planned: usize, effort: &Effort) -> Exit {
    let how = if effort.force { "run without --force" } else { AGAIN };
    say(&format!("interrupted: {} of {planned} stored; {how} to go on", count(stored, "trial")));
    Exit::Interrupted
}

/// Names lines that were left out.
pub fn warn_of_damage(history: &History, folder: &Path) {
    for line in history.damaged() {
        say(&format!("warning: {}/{line} is damaged and left out", folder.display()));
    }
}

fn announce(plan: &Plan<'_>, selection: &Selection, jobs: &[Job], threads: usize) {
    for warning in plan.warnings() {
        say(&format!("note: {warning}"));
    }
    let selected: usize = plan.jobs(selection).iter().map(Vec::len).sum();
    let due: usize = jobs.iter().map(Vec::len).sum();
    let name = &plan.experiment.name;
    let total = match count(selected, "trial") {
        some if selected < plan.trials.len() => format!("{some} selected of {}", plan.trials.len()),
        all => all,
    };
    if due == 0 {
        say(&format!("{name}: {total}, all stored, nothing to run (--force runs them again)"));
    } else {
        let stored = selected - due;
        let stored = if stored > 0 { format!(", {stored} stored") } else { String::new() };
        let threads = count(threads, "thread");
        say(&format!("{name}: {total}{stored}, {due} to run on {threads}"));
    }
}

/// An interrupt ends a verb that stores nothing at once, and its programs with it.
pub fn leave_on_interrupt() {
    // Where interrupts cannot be caught, programs end with their input.
    let _ = ctrlc::set_handler(|| {
        clean_up();
        std::process::exit(Exit::Interrupted as i32);
    });
}

/// The first interrupt ends the run in good order, the second at once.
fn stop_on_interrupt(interrupted: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupted);
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            clean_up();
            std::process::exit(Exit::Interrupted as i32);
        }
        say("\nstopping; finished trials are stored (interrupt again to quit at once)");
    });
    if let Err(error) = handler {
        say(&format!(
            "warning: cannot catch interrupts ({error}); a kill loses what is not stored yet"
        ));
    }
}

pub fn cannot_write(folder: &Path, error: &std::io::Error) -> Refusal {
    let folder = folder.display();
    Refusal::internal(format!("cannot write to {folder}: {error}\nhelp: {WRITABLE}"))
}

/// More reasons than this would push the tables off the screen.
pub const MOST_SHOWN: usize = 50;

fn show(run: &Run, report: &ReportSettings, options: &RunOptions) {
    let summary = &run.findings().summary;
    if options.json {
        print(&format!("{}\n", run.json()));
    } else if !options.effort.quiet {
        print(&format!("\n{}\n", report::text(run.findings(), report, colour_on_stdout())));
    }
    for failed in summary.failed.iter().take(MOST_SHOWN) {
        say(&format!("failed: {}", failed.words()));
    }
    if let Some(more @ 1..) = summary.failed.len().checked_sub(MOST_SHOWN) {
        say(&format!("failed: {}; the report lists all", count(more, "more reason")));
    }
    if !options.effort.quiet {
        for (note, times) in &summary.notes {
            say(&format!("note: {note} ({})", count(*times, "trial")));
        }
    }
}
