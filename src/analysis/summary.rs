//! What a run or a file of results holds: a table of scores a metric, what is missing, and what a reader should know.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::folds_sentence::folds_sentence;
use super::results::{Results, Score};
use super::score_table::ScoreTable;
use crate::experiment::{Absent, Evaluate, ImportSpec, ImportedParts, Prequential, Protocol};
use crate::measure::MetricInfo;
use crate::num::math;
use crate::plan::Outline;
use crate::run::{Outcome, Status};
use crate::words::count;

/// Everything the tables of scores show.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The experiment, or the file that the results come from.
    pub title: String,
    /// One line for people.
    pub description: Option<String>,
    /// What a reader must be warned of.
    pub caveats: Vec<String>,
    /// How the scores came about, in a sentence; `None` for results from elsewhere.
    pub protocol: Option<String>,
    /// One table a metric.
    pub tables: Vec<ScoreTable>,
    /// Trials that are finished with scores.
    pub done: usize,
    /// Trials of the experiment; zero for results from elsewhere.
    pub planned: usize,
    /// Datasets of the spec that could not be had.
    pub absent: Vec<Absent>,
    /// Trials that failed.
    pub failed: Vec<FailedTrial>,
    /// Notes of finished trials, each with the number of trials that have it.
    pub notes: Vec<(String, usize)>,
}

/// Trials of a method on a dataset that have no scores, for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedTrial {
    /// Dataset, method and reason.
    pub what: String,
    /// How many trials it stands for.
    pub count: usize,
    /// Which they are, the first few, unless they are all trials of the method on the dataset.
    pub which: Vec<String>,
    /// Where the first of them left a log, if one did.
    pub log: Option<String>,
}

/// More failed trials of one kind than this are counted, not named.
const NAMED: usize = 5;

impl FailedTrial {
    /// What failed, how often and where.
    pub fn words(&self) -> String {
        let FailedTrial { what, count, which, log } = self;
        let trials = if *count == 1 { "trial" } else { "trials" };
        let more = count - which.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let log = log.as_ref().map_or(String::new(), |log| format!("; log in {log}"));
        match which.as_slice() {
            [] => format!("{what} ({count} {trials}{log})"),
            some => format!("{what} ({count} {trials}: {}{more}{log})", some.join(", ")),
        }
    }
}

/// What was met, in the order in which it was met first, with where it was met.
struct Counted<P> {
    places: BTreeMap<String, usize>,
    entries: Vec<(String, Vec<P>)>,
}

impl<P> Counted<P> {
    fn new() -> Counted<P> {
        Counted { places: BTreeMap::new(), entries: Vec::new() }
    }

    fn add(&mut self, what: String, place: P) {
        let next = self.entries.len();
        let at = *self.places.entry(what).or_insert_with_key(|what| {
            self.entries.push((what.clone(), Vec::new()));
            next
        });
        self.entries[at].1.push(place);
    }
}

/// A trial that failed.
struct FailedPlace {
    dataset: usize,
    repeat: usize,
    fold: usize,
    log: Option<String>,
}

/// The failures of all trials.
fn failures(plan: &Outline<'_>, outcomes: &[Option<&Outcome>]) -> Vec<FailedTrial> {
    let mut counted = Counted::new();
    for (trial, outcome) in plan.trials.iter().zip(outcomes) {
        let Some(outcome) = outcome.filter(|o| !o.is_settled()) else { continue };
        let Some(reason) = outcome.status.reason() else { continue };
        let what = format!("{} on {}: {reason}", outcome.method, outcome.dataset);
        let log = match &outcome.status {
            Status::Failed { log, .. } => log.clone(),
            _ => None,
        };
        let (dataset, repeat, fold) = (trial.dataset, trial.repeat, trial.fold);
        counted.add(what, FailedPlace { dataset, repeat, fold, log });
    }
    let protocol = &plan.experiment.protocol;
    let name = |place: &FailedPlace| match plan.repeats(place.dataset) {
        _ if protocol.is_stream() => protocol.place(place.repeat, place.fold),
        1 => Some(format!("fold {}", place.fold + 1)),
        _ => Some(format!("repeat {} fold {}", place.repeat + 1, place.fold + 1)),
    };
    let failed = |(what, trials): (String, Vec<FailedPlace>)| {
        let all = trials.first().is_some_and(|t| trials.len() == plan.parts(t.dataset).len());
        let named = if all { 0 } else { NAMED };
        let which = trials.iter().take(named).filter_map(name).collect();
        let log = trials.iter().find_map(|place| place.log.clone());
        FailedTrial { what, count: trials.len(), which, log }
    };
    counted.entries.into_iter().map(failed).collect()
}

impl Summary {
    /// Summarises a run, a table per metric; `outcomes` holds what is finished, in the order of the trials.
    pub fn new<O: Borrow<Outcome>>(
        plan: &Outline<'_>,
        metrics: &[&'static MetricInfo],
        outcomes: &[Option<O>],
    ) -> Summary {
        let outcomes: Vec<Option<&Outcome>> =
            outcomes.iter().map(|outcome| outcome.as_ref().map(Borrow::borrow)).collect();
        let outcomes = outcomes.as_slice();
        let experiment = plan.experiment;
        let tables = metrics.iter().map(|m| table(plan, outcomes, m)).collect();
        let finished = || outcomes.iter().flatten().copied();
        let mut notes = Counted::new();
        for outcome in finished().filter(|o| o.is_settled()) {
            let skipped = outcome.status.reason().map(|reason| format!("skipped, {reason}"));
            for note in outcome.notes.iter().chain(&skipped) {
                notes.add(format!("{} on {}: {note}", outcome.method, outcome.dataset), ());
            }
        }
        let notes = notes.entries.into_iter().map(|(note, trials)| (note, trials.len()));
        Summary {
            title: experiment.name.clone(),
            description: experiment.description.clone(),
            caveats: experiment.caveats(),
            protocol: Some(protocol_sentence(plan)),
            tables,
            done: finished().filter(|o| o.is_done()).count(),
            planned: plan.trials.len(),
            absent: experiment.absent.clone(),
            failed: failures(plan, outcomes),
            notes: notes.collect(),
        }
    }

    /// Results from elsewhere.
    pub fn of_results(title: &str, tables: Vec<ScoreTable>) -> Summary {
        Summary {
            title: title.to_owned(),
            description: None,
            caveats: Vec::new(),
            protocol: None,
            tables,
            done: 0,
            planned: 0,
            absent: Vec::new(),
            failed: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// How imported results came about, as far as that is known.
fn import_sentence(parts: &ImportedParts, import: Option<&ImportSpec>) -> String {
    let tested = match (parts.repeats, parts.folds) {
        (1, folds) => count(folds, "test part", "folds"),
        (repeats, 1) => format!("{repeats} resamples, each a split of its own"),
        (repeats, folds) => format!("{folds} folds, {repeats} repeats"),
    };
    let share = parts
        .test_share
        .map(|share| format!(", test parts of {}% of the examples", (share * 1e4).round() / 100.0));
    format!(
        "results made elsewhere and imported from {}: {tested}{}; Tribunal did not run them and knows neither how data were prepared nor how parameters were chosen; times, if any, are those of the machine they were measured on",
        import.map_or("elsewhere", |import| import.from.as_str()),
        share.unwrap_or_default(),
    )
}

fn protocol_sentence(plan: &Outline<'_>) -> String {
    match &plan.experiment.protocol {
        Protocol::Imported(parts) => import_sentence(parts, plan.experiment.import.as_ref()),
        Protocol::CrossValidation(folds) => folds_sentence(plan, folds),
        Protocol::Prequential(stream) => stream_sentence(plan, stream),
    }
}

fn stream_sentence(plan: &Outline<'_>, stream: &Prequential) -> String {
    let repeats = match stream.repeats {
        1 => String::new(),
        n => format!(", {n} repeats"),
    };
    let how = match stream.evaluate {
        Evaluate::Chunks => format!(
            "prequential evaluation in chunks of {}: each is predicted, then learned from; the first is learned from only",
            stream.chunk
        ),
        Evaluate::TestThenTrain => {
            "prequential evaluation: every example is predicted, then learned from".to_owned()
        }
    };
    format!("{how}{repeats}; seed {}", plan.experiment.seed)
}

fn table(plan: &Outline<'_>, outcomes: &[Option<&Outcome>], metric: &MetricInfo) -> ScoreTable {
    let experiment = plan.experiment;
    let methods: Vec<usize> = (0..experiment.methods.len()).collect();
    let datasets = 0..plan.datasets.len();
    let results = Results {
        metric: metric.name.to_owned(),
        title: metric.title.to_owned(),
        direction: metric.direction,
        direction_assumed: false,
        unit: metric.unit,
        range: metric.range,
        pairs: metric.pairs,
        holes: Default::default(),
        datasets: plan.datasets.iter().map(|d| d.name.clone()).collect(),
        methods: experiment.methods.iter().map(|m| m.name.clone()).collect(),
        cells: datasets.map(|d| cells_of(plan, outcomes, metric, d, &methods)).collect(),
    };
    let folds = (0..plan.datasets.len()).map(|dataset| plan.parts(dataset).len()).collect();
    ScoreTable::new(results, folds)
}

/// The cells of a dataset. A cell needs all its trials: a mean over the folds that happened to succeed would flatter.
/// Only folds on which the metric is defined for every method that has it at all count, so that all methods are
/// compared on the same folds.
fn cells_of(
    plan: &Outline<'_>,
    outcomes: &[Option<&Outcome>],
    metric: &MetricInfo,
    dataset: usize,
    methods: &[usize],
) -> Vec<Option<Score>> {
    let folds: Vec<Option<Vec<Option<f64>>>> = methods
        .iter()
        .map(|&method| {
            let own = plan.trials_of(dataset, method);
            let values: Option<Vec<Option<f64>>> = outcomes[own]
                .iter()
                .map(|o| o.filter(|o| o.is_done()).map(|o| o.value(metric.name)))
                .collect();
            values.filter(|values| values.iter().any(Option::is_some))
        })
        .collect();
    let compared: Vec<&Vec<Option<f64>>> = folds.iter().flatten().collect();
    let count = compared.first().map_or(0, |values| values.len());
    let shared: Vec<usize> =
        (0..count).filter(|&fold| compared.iter().all(|values| values[fold].is_some())).collect();
    folds
        .iter()
        .map(|values| {
            let values: Vec<f64> = shared.iter().filter_map(|&f| values.as_ref()?[f]).collect();
            (!values.is_empty()).then(|| Score {
                folds: values.clone(),
                repeats: plan.repeats(dataset),
                test_share: plan.experiment.protocol.test_share(),
                ..Score::new(math::mean(&values), math::sample_sd(&values))
            })
        })
        .collect()
}
