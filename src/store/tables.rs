//! The derived tables of a run, through polars: `outcomes.csv` and `outcomes.parquet` (scores, no times: the same bytes
//! for equal runs), `timings.csv`, and `confusion.csv`. Values are computed elsewhere; polars only holds and writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use polars::prelude::{Column, CsvWriter, DataFrame, ParquetWriter, PolarsError, SerWriter};

use super::{Store, StoreError};
use crate::escape;
use crate::metrics::{self, TIMINGS};
use crate::plan::{Outline, TrialId};
use crate::run::Outcome;

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
    let mut scores = scores(plan, &outcomes)?;
    store.write("outcomes.csv", &csv(&scores)?)?;
    let mut packed = Vec::new();
    ParquetWriter::new(&mut packed).finish(&mut scores)?;
    store.write("outcomes.parquet", &packed)?;
    store.write("timings.csv", &csv(&timings(plan, &outcomes)?)?)?;
    if plan.experiment.setting.has_classes() {
        let confusion = confusion(store, plan, &outcomes)?;
        store.write("confusion.csv", &csv(&confusion)?)?;
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
