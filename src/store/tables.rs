//! The derived tables of a run, through polars: `outcomes.csv` and `outcomes.parquet` (scores, no times: the same bytes
//! for equal runs), `timings.csv`, `confusion.csv`, and `curves.csv` with `curves.parquet` where there are curves. Values are computed elsewhere; polars only holds and writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use polars::prelude::{Column, CsvWriter, DataFrame, ParquetWriter, PolarsError, SerWriter};

use super::curves::{has_curves, read_curves};
use super::{Store, StoreError};
use crate::escape;
use crate::metrics::{self, TIMINGS};
use crate::plan::{Outline, TrialId};
use crate::run::{Outcome, StoredCurve};

/// Why the tables were not written.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The system says no.
    #[error("cannot write {0}")]
    Io(#[from] std::io::Error),
    /// Polars says no.
    #[error("cannot make a table: {0}")]
    Polars(#[from] PolarsError),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes every derived table of the plan's finished trials.
pub fn write_tables(store: &Store, plan: &Outline<'_>) -> Result<(), TablesError> {
    let history = store.history();
    let mut rows: Vec<Arc<Outcome>> =
        plan.trials.iter().filter_map(|trial| history.outcome(plan, trial)).collect();
    drop(history);
    rows.sort_by(|a, b| order(a).cmp(&order(b)));
    let outcomes: Vec<&Outcome> = rows.iter().map(Arc::as_ref).collect();
    let scores = scores(plan, &outcomes)?;
    store.write("outcomes.csv", &csv(&scores)?)?;
    store.write("outcomes.parquet", &parquet(scores)?)?;
    store.write("timings.csv", &csv(&timings(plan, &outcomes)?)?)?;
    if plan.experiment.setting.has_classes() {
        let confusion = confusion(store, plan, &outcomes)?;
        store.write("confusion.csv", &csv(&confusion)?)?;
    } else {
        // One of an earlier experiment of this name would be taken for one of this.
        store.remove("confusion.csv")?;
    }
    if has_curves(store.folder())? {
        let curves = curves(store, plan, &outcomes)?;
        store.write("curves.csv", &csv(&curves)?)?;
        store.write("curves.parquet", &parquet(curves)?)?;
    }
    Ok(())
}

fn order(outcome: &Outcome) -> (&str, &str, usize, usize) {
    (&outcome.dataset, &outcome.method, outcome.repeat, outcome.fold)
}

fn csv(frame: &DataFrame) -> Result<Vec<u8>, PolarsError> {
    let columns = frame.columns().iter().map(|column| {
        let name = escape::cell(column.name()).into_owned();
        match column.str() {
            Ok(texts) => {
                let texts = texts.iter().map(|text| text.map(escape::cell));
                Column::new(name.into(), texts.collect::<Vec<_>>())
            }
            Err(_) => column.clone().with_name(name.into()),
        }
    });
    let mut safe = DataFrame::new(frame.height(), columns.collect())?;
    let mut bytes = Vec::new();
    CsvWriter::new(&mut bytes).finish(&mut safe)?;
    Ok(bytes)
}

fn parquet(mut frame: DataFrame) -> Result<Vec<u8>, PolarsError> {
    let mut packed = Vec::new();
    ParquetWriter::new(&mut packed).finish(&mut frame)?;
    Ok(packed)
}

fn place_columns(outcomes: &[&Outcome]) -> Vec<Column> {
    fn text<'o>(outcomes: &[&'o Outcome], name: &str, of: fn(&'o Outcome) -> &'o str) -> Column {
        Column::new(name.into(), outcomes.iter().map(|o| of(o)).collect::<Vec<&str>>())
    }
    let number = |name: &str, of: fn(&Outcome) -> usize| {
        Column::new(name.into(), outcomes.iter().map(|o| of(o) as u32).collect::<Vec<u32>>())
    };
    let trials: Vec<String> = outcomes.iter().map(|o| o.trial.to_string()).collect();
    vec![
        Column::new("trial".into(), trials),
        text(outcomes, "dataset", |o| &o.dataset),
        text(outcomes, "method", |o| &o.method),
        number("repeat", |o| o.repeat),
        number("fold", |o| o.fold),
        text(outcomes, "status", |o| o.status.name()),
    ]
}

fn value_column(outcomes: &[&Outcome], name: &str) -> Column {
    let values: Vec<Option<f64>> = outcomes.iter().map(|o| o.value(name)).collect();
    Column::new(name.into(), values)
}

fn scores(plan: &Outline<'_>, outcomes: &[&Outcome]) -> Result<DataFrame, PolarsError> {
    let mut columns = place_columns(outcomes);
    let chosen: Vec<String> = outcomes
        .iter()
        .map(|o| o.chosen.as_ref().map_or(String::new(), ToString::to_string))
        .collect();
    columns.push(Column::new("chosen".into(), chosen));
    let metrics = metrics::of(plan.experiment.setting);
    columns.extend(metrics.iter().map(|metric| value_column(outcomes, metric.name)));
    // Facts only where some model has them: an empty column would promise something.
    let facts = outcomes.iter().filter_map(|o| o.facts.as_ref()).flat_map(|f| f.numbers.keys());
    let told: BTreeSet<&String> = facts.collect();
    columns.extend(told.into_iter().map(|name| value_column(outcomes, name)));
    columns.extend(caveat_column(plan, outcomes.len()));
    DataFrame::new(outcomes.len(), columns)
}

/// An unfair protocol is named in every row of every table; a fair one needs no column.
fn caveat_column(plan: &Outline<'_>, rows: usize) -> Option<Column> {
    let caveats = plan.experiment.caveats();
    (!caveats.is_empty()).then(|| Column::new("caveat".into(), vec![caveats.join("; "); rows]))
}

fn timings(plan: &Outline<'_>, outcomes: &[&Outcome]) -> Result<DataFrame, PolarsError> {
    let mut columns = place_columns(outcomes);
    columns.extend(TIMINGS.iter().map(|t| value_column(outcomes, t.name)));
    columns.extend(caveat_column(plan, outcomes.len()));
    DataFrame::new(outcomes.len(), columns)
}

/// The curves of all finished trials, one row per step.
fn curves(
    store: &Store,
    plan: &Outline<'_>,
    outcomes: &[&Outcome],
) -> Result<DataFrame, TablesError> {
    let done: Vec<&Outcome> = outcomes.iter().copied().filter(|o| o.is_done()).collect();
    let wanted: BTreeSet<&TrialId> = done.iter().map(|o| &o.trial).collect();
    let found = read_curves(store.folder(), |trial| wanted.contains(trial))?;
    let with_curves = done.iter().filter_map(|&o| Some((o, found.get(&o.trial)?)));
    let with_curves: Vec<(&Outcome, &StoredCurve)> = with_curves.collect();
    // The outcome of every step.
    let places: Vec<&Outcome> = with_curves
        .iter()
        .flat_map(|(outcome, curve)| std::iter::repeat_n(*outcome, curve.at.len()))
        .collect();
    let steps: Vec<u64> = with_curves.iter().flat_map(|(_, curve)| curve.at.clone()).collect();
    let mut columns = place_columns(&places);
    columns.retain(|column| !matches!(column.name().as_str(), "trial" | "status"));
    columns.push(Column::new("step".into(), steps));
    for metric in metrics::of(plan.experiment.setting) {
        let values =
            with_curves.iter().flat_map(|(_, curve)| match curve.values.get(metric.name) {
                Some(values) => values.clone(),
                None => vec![None; curve.at.len()],
            });
        let values: Vec<Option<f64>> = values.collect();
        // A metric that no curve has would only promise something.
        if with_curves.iter().any(|(_, curve)| curve.values.contains_key(metric.name)) {
            columns.push(Column::new(metric.name.into(), values));
        }
    }
    columns.extend(caveat_column(plan, places.len()));
    Ok(DataFrame::new(places.len(), columns)?)
}

/// Dataset, method, and the numbers of the actual and the predicted class.
type Place<'a> = (&'a str, &'a str, usize, usize);

/// A cell of a confusion matrix.
struct Count {
    actual: String,
    predicted: String,
    rows: u64,
}

/// How often each class was taken for which, summed over all finished trials of a dataset and method.
fn confusion(
    store: &Store,
    plan: &Outline<'_>,
    outcomes: &[&Outcome],
) -> Result<DataFrame, TablesError> {
    let done = outcomes.iter().filter(|o| o.is_done());
    let wanted: BTreeMap<&TrialId, &Outcome> = done.map(|o| (&o.trial, *o)).collect();
    let mut counts: BTreeMap<Place<'_>, Count> = BTreeMap::new();
    store.history().read_labels(
        store.folder(),
        |trial| wanted.contains_key(trial),
        |stored| {
            let Some(outcome) = wanted.get(&stored.trial) else { return };
            for (t, p) in stored.pairs().map(|(t, p)| (t as usize, p as usize)) {
                let named = stored.classes.get(t).zip(stored.classes.get(p));
                let Some((actual, predicted)) = named else { continue };
                let place = (outcome.dataset.as_str(), outcome.method.as_str(), t, p);
                let cell = counts.entry(place).or_insert_with(|| Count {
                    actual: actual.clone(),
                    predicted: predicted.clone(),
                    rows: 0,
                });
                cell.rows += 1;
            }
        },
    )?;
    let text = |name: &str, values: Vec<&str>| Column::new(name.into(), values);
    let mut columns = vec![
        text("dataset", counts.keys().map(|k| k.0).collect()),
        text("method", counts.keys().map(|k| k.1).collect()),
        text("actual", counts.values().map(|c| c.actual.as_str()).collect()),
        text("predicted", counts.values().map(|c| c.predicted.as_str()).collect()),
        Column::new("count".into(), counts.values().map(|c| c.rows).collect::<Vec<u64>>()),
    ];
    columns.extend(caveat_column(plan, counts.len()));
    Ok(DataFrame::new(counts.len(), columns)?)
}
