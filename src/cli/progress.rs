//! How a run shows itself: a bar with the time left on a terminal, a line for every finished method and dataset
//! otherwise, a line a trial with `--verbose`.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::exit::say;
use crate::measure::MetricInfo;
use crate::plan::{Job, Plan};
use crate::report::number;
use crate::run::{Event, Observer, Outcome};
use crate::spec::Experiment;

/// Shows a run on standard error.
pub struct Progress {
    bar: ProgressBar,
    verbose: bool,
    quiet: bool,
    /// What the line of a trial shows.
    metric: &'static MetricInfo,
    /// Trials still to come, by dataset and method, and how many failed.
    left: Mutex<BTreeMap<(String, String), (usize, usize)>>,
}

impl Progress {
    /// For some jobs of a plan.
    pub fn new(plan: &Plan<'_>, jobs: &[Job], quiet: bool, verbose: bool) -> Progress {
        let mut left = BTreeMap::new();
        for &trial in jobs.iter().flatten() {
            let trial = &plan.trials[trial];
            let (dataset, method) =
                (plan.dataset_name(trial).to_owned(), plan.method_name(trial).to_owned());
            left.entry((dataset, method)).or_insert((0, 0)).0 += 1;
        }
        let show = !quiet && std::io::stderr().is_terminal();
        let target = if show { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let total = jobs.iter().map(Vec::len).sum::<usize>() as u64;
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = "{bar:24} {pos}/{len} trials, {elapsed} so far, {left} left  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                // Nothing is known before the first trial is finished.
                let _ = match state.pos() {
                    0 => write!(out, "?"),
                    _ => write!(out, "{:#}", HumanDuration(state.eta())),
                };
            };
            bar.set_style(style.with_key("left", left).progress_chars("=> "));
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        let Experiment { analysis, protocol, .. } = plan.experiment;
        // What the analysis reports first; without an analysis, what chooses among grid points.
        let metric = analysis.metrics.first().copied().unwrap_or(&protocol.select.info);
        Progress { bar, verbose, quiet, metric, left: Mutex::new(left) }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            say(line);
        } else {
            self.bar.println(line);
        }
    }

    fn trial_line(&self, outcome: &Outcome) -> String {
        let Outcome { dataset, method, repeat, fold, .. } = outcome;
        let MetricInfo { name, title, unit, .. } = self.metric;
        let what = match (outcome.status.reason(), outcome.value(name)) {
            (Some(reason), _) => format!("{}: {reason}", outcome.status.name()),
            (None, Some(value)) => format!("{title} {}", number::score(*unit, value)),
            (None, None) => outcome.status.name().to_owned(),
        };
        format!("{dataset}, {method}, repeat {}, fold {}: {what}", repeat + 1, fold + 1)
    }
}

impl Observer for Progress {
    fn notice(&self, event: &Event<'_>) {
        let Event::Finished(outcome) = event;
        let key = (outcome.dataset.clone(), outcome.method.clone());
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(left) = all.get_mut(&key) else { return };
        left.0 -= 1;
        left.1 += usize::from(!outcome.is_settled());
        let (left, failed) = *left;
        drop(all);
        self.bar.inc(1);
        self.bar.set_message(format!("{}, {}", outcome.dataset, outcome.method));
        if self.quiet {
            return;
        }
        if self.verbose {
            self.say(&self.trial_line(outcome));
        } else if left == 0 && (self.bar.is_hidden() || failed > 0) {
            let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
            self.say(&format!("finished {} on {}{failed}", outcome.method, outcome.dataset));
        }
    }
}
