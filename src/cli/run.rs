//! `tribunal run SPEC`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::RunOptions;
use super::context::{Checked, check, count, threads};
use super::exit::{Exit, Refusal, colour_on_stdout, print};
use super::progress::Progress;
use super::why;
use crate::analysis::Summary;
use crate::plan::{Job, Plan};
use crate::report;
use crate::run::{Settings, run as run_jobs};
use crate::store::{History, Store, write_manifest, write_tables, write_whole};

pub fn run(options: &RunOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    if plan.trials.is_empty() {
        return Err(Refusal { exit: Exit::Nothing, text: "error: nothing was selected".into() });
    }
    if options.dry_run {
        return why::show(&plan, &History::read(&checked.results)?, options.force, options.json);
    }
    let store = Store::open(&checked.results)?;
    for line in store.history().damaged() {
        eprintln!("warning: {}/{line} is damaged; its trial runs again", store.folder().display());
    }
    let jobs = due(&plan, &store.history(), options.force);
    let threads = threads(options.jobs);
    announce(&plan, &jobs, threads, options.quiet);
    write_manifest(&store, &plan, &checked.text).map_err(Refusal::internal)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&interrupted);
    let progress = Progress::new(&plan, &jobs, options.quiet, options.verbose);
    let settings = Settings { threads, interrupted: &interrupted };
    let tally = run_jobs(&plan, &jobs, &settings, &store, &progress);
    progress.finish();
    let tally = tally?;
    write_tables(&store, &plan)?;
    let summary = summarise(&plan, &store);
    write_summary(&checked, &summary)?;
    show(&checked, &summary, options)?;
    Ok(match (tally.interrupted, summary.done == summary.planned) {
        (true, _) => {
            let stored = count(summary.done, "trial");
            eprintln!(
                "interrupted: {stored} of {} stored; run the same command to go on",
                summary.planned
            );
            Exit::Interrupted
        }
        (false, true) => Exit::Done,
        (false, false) => Exit::Incomplete,
    })
}

/// Jobs with a trial that is not done.
pub fn due(plan: &Plan<'_>, history: &History, force: bool) -> Vec<Job> {
    let is_due = |job: &Job| force || job.iter().any(|&t| !history.is_done(&plan.trials[t]));
    plan.jobs().into_iter().filter(is_due).collect()
}

fn announce(plan: &Plan<'_>, jobs: &[Job], threads: usize, quiet: bool) {
    if quiet {
        return;
    }
    let due: usize = jobs.iter().map(Vec::len).sum();
    let stored = plan.trials.len() - due;
    let name = &plan.experiment.name;
    let total = count(plan.trials.len(), "trial");
    if due == 0 {
        eprintln!("{name}: all {total} are stored, nothing to run (--force runs them again)");
    } else {
        let stored = if stored > 0 { format!(", {stored} stored") } else { String::new() };
        let threads = count(threads, "thread");
        eprintln!("{name}: {total}{stored}, {due} to run on {threads}");
    }
}

/// The first interrupt ends the run in good order, the second at once.
fn stop_on_interrupt(interrupted: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupted);
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        eprintln!("\nstopping; finished trials are stored (interrupt again to quit at once)");
    });
    if let Err(error) = handler {
        eprintln!("warning: cannot catch interrupts ({error}); a kill loses running trials only");
    }
}

fn summarise(plan: &Plan<'_>, store: &Store) -> Summary {
    let history = store.history();
    let outcomes: Vec<_> = plan.trials.iter().map(|t| history.outcome(plan, t)).collect();
    Summary::new(plan, &outcomes)
}

fn write_summary(checked: &Checked, summary: &Summary) -> Result<(), Refusal> {
    let folder = &checked.reports;
    let write = |name: &str, text: String| write_whole(&folder.join(name), text.as_bytes());
    std::fs::create_dir_all(folder)
        .and_then(|()| write("summary.md", report::markdown(summary)))
        .and_then(|()| write("summary.csv", report::csv(summary)))
        .map_err(|e| Refusal::internal(format!("cannot write to {}: {e}", folder.display())))
}

fn show(checked: &Checked, summary: &Summary, options: &RunOptions) -> Result<(), Refusal> {
    if options.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&report::json(summary))?));
    } else if !options.quiet {
        print(&format!("\n{}\n", report::text(summary, colour_on_stdout())));
    }
    for failed in &summary.failed {
        eprintln!("failed: {} ({})", failed.what, count(failed.count, "trial"));
    }
    for (note, times) in &summary.notes {
        eprintln!("note: {note} ({})", count(*times, "trial"));
    }
    if !options.quiet {
        let (results, reports) = (checked.results.display(), checked.reports.display());
        eprintln!("results in {results}, tables in {reports}");
    }
    Ok(())
}
