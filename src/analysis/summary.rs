//! Mean and spread of every method on every dataset, averages, and average ranks.

use super::results::{Results, Score};
use crate::measure::{Direction, MetricInfo};
use crate::num::math;
use crate::plan::Plan;
use crate::run::Outcome;
use crate::stats::{TIE, Ties, average_ranks};

/// Everything the first tables show.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The experiment.
    pub experiment: String,
    /// Its one line for people.
    pub description: Option<String>,
    /// What a reader must be warned of.
    pub caveats: Vec<&'static str>,
    /// How the scores came about, in a sentence.
    pub protocol: String,
    /// One table a metric.
    pub tables: Vec<ScoreTable>,
    /// Trials that are finished with scores.
    pub done: usize,
    /// Trials of the plan.
    pub planned: usize,
    /// Trials that failed.
    pub failed: Vec<FailedTrial>,
    /// Notes of finished trials, each with the number of trials that have it.
    pub notes: Vec<(String, usize)>,
}

/// A trial without scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedTrial {
    /// Dataset, method and reason.
    pub what: String,
    /// How many trials it stands for.
    pub count: usize,
}

/// One metric of every method on every dataset.
#[derive(Debug, Clone)]
pub struct ScoreTable {
    /// The metric.
    pub metric: &'static MetricInfo,
    /// Rows, in the experiment's order.
    pub datasets: Vec<String>,
    /// Columns, in the experiment's order.
    pub methods: Vec<String>,
    /// `cells[dataset][method]`; `None` where trials are missing or the metric is undefined.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// Mean over the complete datasets, a method each.
    pub averages: Vec<Option<f64>>,
    /// Mean rank over the complete datasets, a method each.
    pub average_ranks: Vec<Option<f64>>,
    /// Datasets on which every method has a value.
    pub complete: usize,
    /// Outer folds of all repeats.
    pub folds: usize,
    /// Repeats.
    pub repeats: usize,
}

/// A method on a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Mean over the outer folds of all repeats.
    pub mean: f64,
    /// Standard deviation over them (n - 1); `None` below two.
    pub sd: Option<f64>,
    /// The scores of the folds on which the metric is defined for all methods, in their order.
    pub folds: Vec<f64>,
    /// Rank among the methods, if all have a value.
    pub rank: Option<f64>,
    /// Whether no method has a better mean.
    pub best: bool,
}

impl ScoreTable {
    /// The same numbers as every analysis starts from.
    pub fn results(&self) -> Results {
        let score = |cell: &Option<Cell>| {
            let cell = cell.as_ref()?;
            let score = Score::new(cell.mean, cell.sd);
            Some(Score { folds: cell.folds.clone(), repeats: self.repeats, ..score })
        };
        Results {
            metric: self.metric.name.to_owned(),
            direction: self.metric.direction,
            direction_assumed: false,
            range: self.metric.range(),
            datasets: self.datasets.clone(),
            methods: self.methods.clone(),
            cells: self.cells.iter().map(|row| row.iter().map(score).collect()).collect(),
        }
    }
}

impl Summary {
    /// Summarises a plan; `outcomes` holds what is finished, in plan order.
    pub fn new(plan: &Plan<'_>, outcomes: &[Option<Outcome>]) -> Summary {
        let experiment = plan.experiment;
        let tables = experiment.analysis.metrics.iter().map(|m| table(plan, outcomes, m)).collect();
        let finished = || outcomes.iter().flatten();
        let mut failed: Vec<FailedTrial> = Vec::new();
        for outcome in finished() {
            let Some(reason) = outcome.status.reason() else { continue };
            let what = format!("{} on {}: {reason}", outcome.method, outcome.dataset);
            match failed.iter_mut().find(|f| f.what == what) {
                Some(known) => known.count += 1,
                None => failed.push(FailedTrial { what, count: 1 }),
            }
        }
        let mut notes: Vec<(String, usize)> = Vec::new();
        for outcome in finished().filter(|o| o.is_done()) {
            for note in &outcome.notes {
                let note = format!("{} on {}: {note}", outcome.method, outcome.dataset);
                match notes.iter_mut().find(|(n, _)| *n == note) {
                    Some((_, count)) => *count += 1,
                    None => notes.push((note, 1)),
                }
            }
        }
        Summary {
            experiment: experiment.name.clone(),
            description: experiment.description.clone(),
            caveats: experiment.protocol.caveats(),
            protocol: protocol_sentence(plan),
            tables,
            done: finished().filter(|o| o.is_done()).count(),
            planned: plan.trials.len(),
            failed,
            notes,
        }
    }
}

fn protocol_sentence(plan: &Plan<'_>) -> String {
    let protocol = &plan.experiment.protocol;
    let stratified = if protocol.outer.stratified { "stratified " } else { "" };
    let repeats = match protocol.repeats {
        1 => String::new(),
        n => format!(", {n} repeats"),
    };
    let chooses = plan.experiment.methods.iter().any(|m| m.grid.len() > 1);
    let inner = match (chooses, protocol.kind) {
        (false, _) => String::new(),
        (true, crate::spec::ProtocolKind::Nested) => {
            format!(
                "; parameters chosen by {} on {} inner folds",
                protocol.select.info.name, protocol.inner.folds
            )
        }
        (true, crate::spec::ProtocolKind::Flat) => {
            format!("; parameters chosen by {} on the same folds", protocol.select.info.name)
        }
    };
    let imputed = if plan.datasets.iter().any(|d| d.data.missing() > 0) {
        "; missing values imputed"
    } else {
        ""
    };
    format!(
        "{} cross-validation, {} {stratified}outer folds{repeats}{inner}; scaling {}{imputed}; seed {}",
        protocol.kind.name(),
        protocol.outer.folds,
        protocol.recipe.scale.name(),
        plan.experiment.seed,
    )
}

fn table(plan: &Plan<'_>, outcomes: &[Option<Outcome>], metric: &'static MetricInfo) -> ScoreTable {
    let higher = metric.direction == Direction::Higher;
    let methods: Vec<usize> = {
        let mut used: Vec<usize> = plan.trials.iter().map(|t| t.method).collect();
        used.sort_unstable();
        used.dedup();
        used
    };
    let mut cells: Vec<Vec<Option<Cell>>> = Vec::new();
    for dataset in 0..plan.datasets.len() {
        let mut row = cells_of(plan, outcomes, metric, dataset, &methods);
        let means: Vec<f64> = row.iter().flatten().map(|c| c.mean).collect();
        let best = means.iter().copied().reduce(if higher { f64::max } else { f64::min });
        let ranks =
            (means.len() == row.len()).then(|| average_ranks(&means, higher, Ties::Decimal));
        for (position, cell) in row.iter_mut().enumerate() {
            if let Some(cell) = cell {
                cell.best = best.is_some_and(|best| (cell.mean - best).abs() <= TIE);
                cell.rank = ranks.as_ref().map(|r| r[position]);
            }
        }
        cells.push(row);
    }
    let complete: Vec<&Vec<Option<Cell>>> =
        cells.iter().filter(|row| row.iter().all(Option::is_some)).collect();
    let over_complete = |of: fn(&Cell) -> Option<f64>| -> Vec<Option<f64>> {
        (0..methods.len())
            .map(|method| {
                let values: Vec<f64> =
                    complete.iter().filter_map(|row| row[method].as_ref().and_then(of)).collect();
                (!values.is_empty()).then(|| math::mean(&values))
            })
            .collect()
    };
    ScoreTable {
        metric,
        datasets: plan.datasets.iter().map(|d| d.data.name.clone()).collect(),
        methods: methods.iter().map(|&m| plan.experiment.methods[m].name.clone()).collect(),
        averages: over_complete(|c| Some(c.mean)),
        average_ranks: over_complete(|c| c.rank),
        complete: complete.len(),
        folds: plan.experiment.protocol.outer.folds * plan.experiment.protocol.repeats,
        repeats: plan.experiment.protocol.repeats,
        cells,
    }
}

/// The cells of a dataset. A cell needs all its trials: a mean over the folds that happened to succeed would flatter.
/// Only folds on which the metric is defined for every method that has it at all count, so that all methods are
/// compared on the same folds.
fn cells_of(
    plan: &Plan<'_>,
    outcomes: &[Option<Outcome>],
    metric: &MetricInfo,
    dataset: usize,
    methods: &[usize],
) -> Vec<Option<Cell>> {
    let folds: Vec<Option<Vec<Option<f64>>>> = methods
        .iter()
        .map(|&method| {
            let own = plan.trials.iter().zip(outcomes);
            let own = own.filter(|(t, _)| t.dataset == dataset && t.method == method);
            let values: Option<Vec<Option<f64>>> = own
                .map(|(_, o)| o.as_ref().filter(|o| o.is_done()).map(|o| o.value(metric.name)))
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
            (!values.is_empty()).then(|| Cell {
                mean: math::mean(&values),
                sd: math::sample_sd(&values),
                folds: values.clone(),
                rank: None,
                best: false,
            })
        })
        .collect()
}
