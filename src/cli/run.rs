//! `tribunal run SPEC`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{Effort, RunOptions};
use super::context::{Checked, check, count, memory, threads};
use super::exit::{Exit, Refusal, WRITABLE, colour_on_stdout, print, say};
use super::machine::free_memory;
use super::progress::Progress;
use super::report::open_first;
use super::why;
use crate::analysis::{Findings, use_threads};
use crate::learn::command::kill_all;
use crate::plan::{Job, Plan, Selection};
use crate::report::{self, Contents, Origin};
use crate::run::{Settings, Tally, run as run_jobs};
use crate::spec::report::ReportSettings;
use crate::store::{History, Store, write_manifest, write_tables};

pub fn run(options: &RunOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    if options.dry_run {
        let history = History::read(&checked.results)?;
        return why::show(&plan, &checked.selection, &history, options.effort.force, options.json);
    }
    let (store, tally) = carry_out(&checked, &plan, &options.effort)?;
    let findings = Findings::of_run(&plan, &store.history(), store.folder())?;
    let summary = &findings.summary;
    if !tally.interrupted {
        show(&findings, &checked.experiment.report, options)?;
    }
    write_tables(&store, &plan)?;
    let run = options.spec.run_command();
    let origin = Origin {
        commands: vec![run.clone(), run.replacen("tribunal run", "tribunal report", 1)],
        spec: Some(checked.text.clone()),
    };
    let report = &checked.experiment.report;
    let contents = Contents::new(&findings, report);
    let files = report::write_report(&findings, report, &contents, &origin, &checked.reports)
        .map_err(|e| cannot_write(&checked.reports, &e))?;
    if !options.effort.quiet {
        let (results, place) = (checked.results.display(), open_first(&checked.reports, &files));
        say(&format!("results in {results}, report in {place}"));
    }
    if tally.interrupted {
        return Ok(interrupted(summary.done, summary.planned, &options.effort));
    }
    let left = due(&plan, &checked.selection, &store.history(), false);
    Ok(if left.is_empty() { Exit::Done } else { Exit::Incomplete })
}

/// Runs what is selected and not yet stored.
pub fn carry_out(
    checked: &Checked,
    plan: &Plan<'_>,
    effort: &Effort,
) -> Result<(Store, Tally), Refusal> {
    let store = Store::open(&checked.results)?;
    warn_of_damage(&store.history(), store.folder());
    let jobs = due(plan, &checked.selection, &store.history(), effort.force);
    let threads = threads(effort.jobs);
    if !effort.quiet {
        announce(plan, &checked.selection, &jobs, threads);
    }
    all_ready(plan, &jobs)?;
    fits_into_memory(plan, threads)?;
    write_manifest(&store, plan, &checked.text).map_err(|e| cannot_write(store.folder(), &e))?;
    let interrupted = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&interrupted);
    let progress = Progress::new(plan, &jobs, effort.quiet, effort.verbose);
    let logs = checked.results.join("logs");
    let settings = Settings {
        threads,
        memory: memory(effort.memory),
        interrupted: &interrupted,
        logs: Some(&logs),
    };
    let tally = run_jobs(plan, &jobs, &settings, &store, &progress);
    progress.finish();
    let tally = tally?;
    use_threads(threads);
    Ok((store, tally))
}

/// What to say of a run that was interrupted.
pub fn interrupted(stored: usize, planned: usize, effort: &Effort) -> Exit {
    let how = if effort.force { "run without --force" } else { "run the same command" };
    say(&format!("interrupted: {} of {planned} stored; {how} to go on", count(stored, "trial")));
    Exit::Interrupted
}

/// Names lines that were left out.
pub fn warn_of_damage(history: &History, folder: &Path) {
    for line in history.damaged() {
        say(&format!("warning: {}/{line} is damaged and left out", folder.display()));
    }
}

/// Selected jobs with a trial that is not done.
pub fn due(plan: &Plan<'_>, selection: &Selection, history: &History, force: bool) -> Vec<Job> {
    let is_due = |job: &Job| force || job.iter().any(|&t| !history.is_settled(&plan.trials[t]));
    plan.jobs(selection).into_iter().filter(is_due).collect()
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

/// The first interrupt ends the run in good order, the second at once.
fn stop_on_interrupt(interrupted: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupted);
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            kill_all();
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

/// Refuses a run whose programs are not there, before every one of its trials fails.
fn all_ready(plan: &Plan<'_>, jobs: &[Job]) -> Result<(), Refusal> {
    let due: BTreeSet<usize> = jobs.iter().flatten().map(|&t| plan.trials[t].method).collect();
    for method in due.into_iter().map(|method| &plan.experiment.methods[method]) {
        if let Err(problem) = method.method.ready() {
            return Err(Refusal::usage(format!(
                "method `{}` {problem}\nhelp: install it, or correct `command` in the spec; --methods runs the others",
                method.name
            )));
        }
    }
    Ok(())
}

/// Refuses a run that the machine cannot hold, before it takes the machine down.
pub fn fits_into_memory(plan: &Plan<'_>, threads: usize) -> Result<(), Refusal> {
    let (needed, free) = (plan.memory(threads), free_memory());
    if free.is_some_and(|free| needed > free) {
        let gigabytes = |bytes: usize| format!("{:.1} GB", bytes as f64 / 1e9);
        let (needed, free) = (gigabytes(needed), gigabytes(free.unwrap_or(0)));
        return Err(Refusal::usage(format!(
            "the data would take about {needed} of memory, {free} are free\n\
             help: use fewer threads (-j 1), or check for a nominal column with very many levels (`tribunal plan`)"
        )));
    }
    Ok(())
}

/// More reasons than this would push the tables off the screen.
const MOST_SHOWN: usize = 50;

fn show(findings: &Findings, report: &ReportSettings, options: &RunOptions) -> Result<(), Refusal> {
    let summary = &findings.summary;
    if options.json {
        let mut json = report::summary_json(summary);
        json["verdicts"] = report::verdicts_json(findings);
        print(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else if !options.effort.quiet {
        print(&format!("\n{}\n", report::text(findings, report, colour_on_stdout())));
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
    Ok(())
}
