//! How a run shows itself: a bar with the time left on a terminal, a line for every finished method and dataset
//! otherwise, one line per trial with `--verbose`.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::context::count;
use super::exit::say;
use crate::court::{Agenda, Watch};
use crate::experiment::Protocol;
use crate::measure::MetricInfo;
use crate::plan::{Job, Plan, Trial};
use crate::run::{Event, Observer, Outcome};
use crate::store::Holder;
use crate::words;

/// Shows a run on standard error.
pub struct Progress {
    bar: ProgressBar,
    verbose: bool,
    quiet: bool,
    state: Mutex<State>,
}

/// What is known of a run.
#[derive(Default)]
struct State {
    datasets: Vec<String>,
    methods: Vec<String>,
    protocol: Option<Protocol>,
    /// What the line of a trial shows.
    metric: Option<&'static MetricInfo>,
    /// Trials still to come, by dataset and method, and how many failed.
    left: BTreeMap<(String, String), (usize, usize)>,
}

impl State {
    fn names(&self, trial: &Trial) -> (String, String) {
        let name = |all: &[String], place: usize| all.get(place).cloned().unwrap_or_default();
        (name(&self.datasets, trial.dataset), name(&self.methods, trial.method))
    }
}

impl Progress {
    /// Nothing is shown before the run begins.
    pub fn new(quiet: bool, verbose: bool) -> Progress {
        let show = !quiet && std::io::stderr().is_terminal();
        let target = if show { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
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
        Progress { bar, verbose, quiet, state: Mutex::default() }
    }

    /// Takes the names of datasets and methods from the plan whose jobs will be run, before the first event.
    pub fn follow(&self, plan: &Plan<'_>) {
        let mut state = self.state();
        state.datasets = plan.datasets.iter().map(|facts| facts.name.clone()).collect();
        state.methods = plan.experiment.methods.iter().map(|m| m.name.clone()).collect();
        state.protocol = Some(plan.experiment.protocol.clone());
        drop(state);
        self.bar.enable_steady_tick(std::time::Duration::from_millis(200));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let state = self.state();
        let metric = state.metric;
        let place = state.protocol.as_ref().and_then(|protocol| protocol.place(*repeat, *fold));
        drop(state);
        let place = place.map_or(String::new(), |place| format!(", {place}"));
        let score = metric.and_then(|info| Some((info, outcome.value(info.name)?)));
        let what = match (outcome.status.reason(), score) {
            (Some(reason), _) => format!("{}: {reason}", outcome.status.name()),
            (None, Some((info, value))) => {
                format!("{} {}", info.title, words::score(info.unit, value))
            }
            (None, None) => outcome.status.name().to_owned(),
        };
        format!("{dataset}, {method}{place}: {what}")
    }
}

impl Progress {
    fn finished(&self, outcome: &Outcome) {
        self.bar.inc(1);
        let key = (outcome.dataset.clone(), outcome.method.clone());
        let mut state = self.state();
        let Some(left) = state.left.get_mut(&key) else { return };
        left.0 = left.0.saturating_sub(1);
        left.1 += usize::from(!outcome.is_settled());
        let (left, failed) = *left;
        drop(state);
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

impl Observer for Progress {
    fn notice(&self, event: &Event<'_>) {
        match event {
            Event::Submitted(job) => {
                let mut state = self.state();
                for trial in &job.trials {
                    let names = state.names(trial);
                    state.left.entry(names).or_insert((0, 0)).0 += 1;
                }
                self.bar.inc_length(job.trials.len() as u64);
            }
            Event::Started(trial) => {
                let (dataset, method) = self.state().names(trial);
                self.bar.set_message(format!("{dataset}, {method}"));
            }
            Event::Finished(outcome) => self.finished(outcome),
            // A run that is interrupted says so at its end.
            Event::Lost(_) => {}
        }
    }
}

impl Watch for Progress {
    fn wait(&self, folder: &Path, holder: &Holder) {
        if !self.quiet {
            let folder = folder.display();
            say(&format!(
                "waiting for another tribunal ({holder}), which writes the tables of {folder}"
            ));
        }
    }

    fn begin(&self, agenda: &Agenda<'_>) {
        let folder = agenda.folder.map_or_else(String::new, |f| format!("{}/", f.display()));
        for line in agenda.damaged {
            say(&format!("warning: {folder}{line} is damaged and left out"));
        }
        for line in agenda.plan.suspicions() {
            say(&format!("warning: {line}"));
        }
        if !self.quiet {
            announce(agenda);
        }
        self.state().metric = Some(agenda.metric);
        self.follow(agenda.plan);
    }
}

/// Says what is about to be run.
fn announce(agenda: &Agenda<'_>) {
    let plan = agenda.plan;
    let trials = |jobs: &[Job]| jobs.iter().map(|job| job.trials.len()).sum::<usize>();
    let name = &plan.experiment.name;
    let (all, due) = (plan.jobs(agenda.selection), trials(agenda.jobs));
    if let Some(shard) = agenda.shard {
        let total = count(trials(&shard.jobs(all)), "trial");
        let threads = count(agenda.threads, "thread");
        say(&format!("{name}, shard {shard}: {total}, {due} to run on {threads}"));
        return;
    }
    for warning in plan.warnings() {
        say(&format!("note: {warning}"));
    }
    let selected = trials(&all);
    let total = match count(selected, "trial") {
        some if selected < plan.trials.len() => format!("{some} selected of {}", plan.trials.len()),
        all => all,
    };
    if due == 0 {
        say(&format!("{name}: {total}, all stored, nothing to run (--force runs them again)"));
    } else {
        let stored = selected - due;
        let stored = if stored > 0 { format!(", {stored} stored") } else { String::new() };
        let threads = count(agenda.threads, "thread");
        say(&format!("{name}: {total}{stored}, {due} to run on {threads}"));
    }
}
