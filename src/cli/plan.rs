//! `tribunal plan SPEC`: what an experiment takes, before it takes it.

use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::arguments::PlanOptions;
use super::context::{check, count, threads};
use super::exit::{Exit, Refusal, print};
use crate::data::prep::Prepared;
use crate::data::table::Values;
use crate::plan::{Loaded, Plan};
use crate::run::{Bench, Control, pilot};
use crate::store::History;

/// CPU seconds a pilot fit may take before the estimate becomes a lower bound.
const PILOT_LIMIT: f64 = 5.0;

/// A method on a dataset.
struct Line {
    dataset: String,
    method: String,
    trials: usize,
    stored: usize,
    points: usize,
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
    for trial in &plan.trials {
        let dataset = &plan.datasets[trial.dataset].data.name;
        let method = &plan.experiment.methods[trial.method];
        let last = lines.last().is_some_and(|l| l.dataset == *dataset && l.method == method.name);
        if !last {
            lines.push(Line {
                dataset: dataset.clone(),
                method: method.name.clone(),
                trials: 0,
                stored: 0,
                points: method.grid.len(),
                fits: 0,
                seconds: None,
                at_least: false,
            });
        }
        let Some(line) = lines.last_mut() else { continue };
        line.trials += 1;
        if history.is_done(trial) {
            line.stored += 1;
        } else {
            line.fits += plan.fits(trial);
        }
    }
    if !options.no_pilot {
        estimate(&plan, &mut lines);
    }
    let threads = threads(options.jobs);
    if options.json {
        print_json(&plan, &lines, threads)?;
    } else {
        print_text(&plan, &lines, threads);
    }
    Ok(Exit::Done)
}

/// Times the first, the middle and the last grid point on the first outer fold of every dataset.
fn estimate(plan: &Plan<'_>, lines: &mut [Line]) {
    let never = AtomicBool::new(false);
    for (position, Loaded { data, truth }) in plan.datasets.iter().enumerate() {
        let split = &plan.splits(position, 0)[0];
        let protocol = &plan.experiment.protocol;
        let bench = Bench {
            data,
            truth,
            recipe: protocol.recipe,
            scope: protocol.scale_scope,
            select: protocol.select,
        };
        for line in lines.iter_mut().filter(|l| l.dataset == data.name && l.fits > 0) {
            let Some(method) = plan.experiment.methods.iter().find(|m| m.name == line.method)
            else {
                continue;
            };
            let mut points = vec![0, method.grid.len() / 2, method.grid.len() - 1];
            points.dedup();
            let mut times = Vec::new();
            for &point in &points {
                let control = Control::new(&never, Some(PILOT_LIMIT));
                match pilot(&bench, method.method, &method.grid[point], split, &control) {
                    Some(seconds) => times.push(seconds),
                    None => {
                        line.at_least = true;
                        times.push(if control.out_of_time() { PILOT_LIMIT } else { 0.0 });
                    }
                }
            }
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            line.seconds = Some(mean * line.fits as f64);
        }
    }
}

/// Bytes that tables and, on every thread, one prepared fold take.
fn memory(plan: &Plan<'_>, threads: usize) -> usize {
    let table = |loaded: &Loaded| -> usize {
        let values = loaded.data.features.iter().map(|c| match &c.values {
            Values::Numeric(values) => 8 * values.len(),
            Values::Nominal { codes, .. } => 4 * codes.len(),
        });
        values.sum()
    };
    let prepared = |loaded: &Loaded| -> usize {
        let all: Vec<usize> = (0..loaded.data.rows).collect();
        let width = Prepared::fit(&loaded.data, &all, plan.experiment.protocol.recipe).width();
        // The matrix itself, and as much again for a method that keeps a copy.
        2 * 8 * loaded.data.rows * width
    };
    let tables: usize = plan.datasets.iter().map(table).sum();
    tables + threads * plan.datasets.iter().map(prepared).max().unwrap_or(0)
}

/// What may go otherwise than the user thinks.
fn warnings(plan: &Plan<'_>) -> Vec<String> {
    let folds = plan.experiment.protocol.outer.folds;
    let mut warnings: Vec<String> =
        plan.experiment.protocol.caveats().into_iter().map(str::to_owned).collect();
    for Loaded { data, truth } in &plan.datasets {
        let smallest = truth.counts().into_iter().min().unwrap_or(0);
        if smallest < folds {
            warnings.push(format!(
                "{}: the smallest class has {smallest} rows for {folds} folds, so some folds lack it",
                data.name
            ));
        }
    }
    warnings
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

fn print_json(plan: &Plan<'_>, lines: &[Line], threads: usize) -> Result<(), Refusal> {
    let (trials, stored, fits, seconds, at_least) = total(lines);
    let listed: Vec<_> = lines
        .iter()
        .map(|l| {
            json!({
                "dataset": l.dataset, "method": l.method, "trials": l.trials, "stored": l.stored,
                "grid_points": l.points, "fits": l.fits, "cpu_seconds": l.seconds,
            })
        })
        .collect();
    let all = json!({
        "experiment": plan.experiment.name, "trials": trials, "stored": stored, "fits": fits,
        "cpu_seconds": seconds, "at_least": at_least, "threads": threads,
        "memory_bytes": memory(plan, threads), "warnings": warnings(plan), "lines": listed,
    });
    print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
    Ok(())
}

fn print_text(plan: &Plan<'_>, lines: &[Line], threads: usize) {
    let width = |of: fn(&Line) -> &str, least: usize| {
        lines.iter().map(|l| of(l).chars().count()).max().unwrap_or(0).max(least)
    };
    let (wide_data, wide_method) = (width(|l| &l.dataset, 7), width(|l| &l.method, 6));
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
            l.dataset, l.method, l.trials, l.stored, l.points, l.fits, time
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
    let megabytes = memory(plan, threads).div_ceil(1_000_000);
    print(&format!(", about {megabytes} MB of memory for data\n"));
    for warning in warnings(plan) {
        print(&format!("note: {warning}\n"));
    }
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
