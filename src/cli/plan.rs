//! `tribunal plan SPEC`: what an experiment takes, before it takes it.

use std::collections::BTreeSet;

use serde_json::json;

use super::arguments::PlanOptions;
use super::context::{check, count, memory, threads};
use super::exit::{Exit, Refusal, print, say};
use super::power::{DesignPower, family_of};
use super::run::leave_on_interrupt;
use crate::court::due;
use crate::plan::Plan;
use crate::plan::TrialId;
use crate::run::{Pilot, proceeding};
use crate::store::History;

/// A method on a dataset, by their positions.
#[derive(Default)]
struct Line {
    dataset: usize,
    method: usize,
    trials: usize,
    stored: usize,
    fits: usize,
    /// CPU seconds; `None` without a pilot.
    seconds: Option<f64>,
    /// Whether a pilot fit was cut off or failed, so that it may take longer.
    at_least: bool,
}

pub fn plan(options: &PlanOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    let history = History::read(&checked.results)?;
    let mut lines: Vec<Line> = Vec::new();
    let jobs = plan.jobs(&checked.selection);
    let to_run = due(&plan, &checked.selection, &history, false);
    let to_run: BTreeSet<TrialId> =
        to_run.into_iter().flat_map(|job| job.trials).map(|trial| trial.id).collect();
    for trial in jobs.iter().flat_map(|job| &job.trials) {
        let last =
            lines.last().is_some_and(|l| (l.dataset, l.method) == (trial.dataset, trial.method));
        if !last {
            lines.push(Line { dataset: trial.dataset, method: trial.method, ..Line::default() });
        }
        let Some(line) = lines.last_mut() else { continue };
        line.trials += 1;
        if to_run.contains(&trial.id) {
            line.fits += plan.fits(trial);
        } else {
            line.stored += 1;
        }
    }
    if !options.no_pilot {
        leave_on_interrupt();
        let proceeding = proceeding(&plan);
        for line in lines.iter_mut().filter(|l| l.fits > 0) {
            let Pilot { seconds, at_least } =
                proceeding.pilot(line.dataset, line.method, memory(None));
            line.seconds = Some(seconds * line.fits as f64);
            line.at_least = at_least;
        }
    }
    let threads = threads(options.jobs);
    let family = family_of(&plan, &checked.spec.analysis.settings);
    let detectable = DesignPower::new(&plan, family);
    for line in plan.suspicions() {
        say(&format!("warning: {line}"));
    }
    if options.json {
        print_json(&plan, &lines, threads, &detectable)?;
    } else {
        print_text(&plan, &lines, threads, &detectable)?;
    }
    Ok(Exit::Done)
}

fn total(lines: &[Line]) -> (usize, usize, usize, Option<f64>, bool) {
    let seconds: Vec<f64> = lines.iter().filter_map(|l| l.seconds).collect();
    (
        lines.iter().map(|l| l.trials).sum(),
        lines.iter().map(|l| l.stored).sum(),
        lines.iter().map(|l| l.fits).sum(),
        (!seconds.is_empty()).then(|| seconds.iter().sum()),
        lines.iter().any(|l| l.at_least),
    )
}

fn print_json(
    plan: &Plan<'_>,
    lines: &[Line],
    threads: usize,
    detectable: &DesignPower,
) -> Result<(), Refusal> {
    let (trials, stored, fits, seconds, at_least) = total(lines);
    let listed: Vec<_> = lines
        .iter()
        .map(|l| {
            json!({
                "dataset": plan.datasets[l.dataset].name,
                "method": plan.experiment.methods[l.method].name,
                "trials": l.trials, "stored": l.stored,
                "grid_points": plan.experiment.methods[l.method].grid.len(), "fits": l.fits, "cpu_seconds": l.seconds,
            })
        })
        .collect();
    let remarks: Vec<_> = plan
        .datasets
        .iter()
        .filter(|facts| !facts.remarks.is_empty())
        .map(|facts| json!({ "dataset": facts.name, "remarks": facts.remarks }))
        .collect();
    let all = json!({
        "experiment": plan.experiment.name, "trials": trials, "stored": stored, "fits": fits,
        "cpu_seconds": seconds, "at_least": at_least, "threads": threads,
        "memory_bytes": plan.memory(threads), "warnings": plan.warnings(), "data": remarks, "lines": listed,
        "smallest_detectable_difference": detectable.json()?,
    });
    print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
    Ok(())
}

fn print_text(
    plan: &Plan<'_>,
    lines: &[Line],
    threads: usize,
    detectable: &DesignPower,
) -> Result<(), Refusal> {
    let names =
        |l: &Line| (&plan.datasets[l.dataset].name, &plan.experiment.methods[l.method].name);
    let wide_data = lines.iter().map(|l| names(l).0.chars().count()).max().unwrap_or(0).max(7);
    let wide_method = lines.iter().map(|l| names(l).1.chars().count()).max().unwrap_or(0).max(6);
    print(&format!(
        "{:wide_data$}  {:wide_method$}  {:>6}  {:>6}  {:>6}  {:>8}  {:>9}\n",
        "dataset", "method", "trials", "stored", "points", "fits", "CPU time"
    ));
    for l in lines {
        let time = l.seconds.map_or("-".into(), |s| {
            format!("{}{}", if l.at_least { ">" } else { "" }, duration(s))
        });
        print(&format!(
            "{:wide_data$}  {:wide_method$}  {:>6}  {:>6}  {:>6}  {:>8}  {:>9}\n",
            names(l).0,
            names(l).1,
            l.trials,
            l.stored,
            plan.experiment.methods[l.method].grid.len(),
            l.fits,
            time
        ));
    }
    let (trials, stored, fits, seconds, at_least) = total(lines);
    let stored = if stored > 0 { format!(" ({stored} stored)") } else { String::new() };
    print(&format!("\n{}{stored}, {} to do", count(trials, "trial"), count(fits, "fit")));
    if let Some(seconds) = seconds {
        let more = if at_least { "at least " } else { "about " };
        let wall = duration(seconds / threads as f64);
        let cpu = duration(seconds);
        print(&format!(", {more}{cpu} of CPU time, {wall} on {}", count(threads, "thread")));
    }
    let megabytes = plan.memory(threads).div_ceil(1_000_000);
    print(&format!(", about {megabytes} MB of memory for data\n"));
    for line in detectable.lines()? {
        print(&format!("{line}\n"));
    }
    for warning in plan.warnings() {
        print(&format!("note: {warning}\n"));
    }
    Ok(())
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => "<1 ms".into(),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
