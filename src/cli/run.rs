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
use crate::court::{self, Options, Run};
use crate::learn::command::clean_up;
use crate::report;
use crate::report::settings::ReportSettings;
use crate::store::History;

pub fn run(options: &RunOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    if options.dry_run {
        let plan = checked.plan()?;
        let history = History::read(&checked.results)?;
        return why::show(&plan, &checked.selection, &history, options.effort.force, options.json);
    }
    let ran = on_terminal(&options.effort, &checked, |run_options| checked.case.run(run_options))?;
    if !ran.was_interrupted() {
        show(&ran, &checked.spec.report, options);
    }
    let run = options.spec.run_command();
    let commands = vec![run.clone(), run.replacen("tribunal run", "tribunal report", 1)];
    let files = ran.write_report_of(commands, &checked.reports)?;
    if !options.effort.quiet {
        let (results, place) = (checked.results.display(), open_first(&checked.reports, &files));
        say(&format!("results in {results}, report in {place}"));
    }
    if ran.was_interrupted() {
        return Ok(interrupted(ran.finished(), ran.planned(), &options.effort));
    }
    Ok(if ran.is_complete() { Exit::Done } else { Exit::Incomplete })
}

/// Runs something with a progress bar and in good order on interrupts.
pub fn on_terminal<R>(
    effort: &Effort,
    checked: &Checked,
    run: impl FnOnce(&Options<'_>) -> Result<R, court::Error>,
) -> Result<R, Refusal> {
    let interrupted = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&interrupted);
    let progress = Progress::new(effort.quiet, effort.verbose);
    let options = Options {
        results: Some(&checked.results),
        threads: Some(threads(effort.jobs)),
        memory: Some(memory(effort.memory)),
        force: effort.force,
        interrupted: Some(&interrupted),
        watch: Some(&progress),
        ..Options::default()
    };
    let ran = run(&options);
    progress.finish();
    Ok(ran?)
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
