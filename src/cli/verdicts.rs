//! The verdicts at the end of a run: what was stored goes through the same analysis as anybody's results.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::exit::Refusal;
use crate::analysis::{Analysis, Refused, ScoreTable, Summary, Test};
use crate::plan::Plan;
use crate::report;
use crate::store::{Store, read_predictions};

/// One verdict a metric, or why there is none.
pub type Verdicts = Vec<(&'static str, Result<Analysis, Refused>)>;

/// A verdict on every metric of the summary.
pub fn verdicts(plan: &Plan<'_>, store: &Store, summary: &Summary) -> Result<Verdicts, Refusal> {
    let settings = &plan.experiment.analysis.settings;
    let right = if settings.asks(Test::McNemar) { rights(plan, store)? } else { Rights::new() };
    let judge = |table: &ScoreTable| {
        let mut results = table.results();
        for (dataset, row) in results.datasets.iter().zip(&mut results.cells) {
            for (method, cell) in results.methods.iter().zip(row) {
                let known = right.get(&(dataset.clone(), method.clone()));
                // Right and wrong predictions speak of accuracy alone.
                let speaks = matches!(table.metric.name, "accuracy" | "error");
                if let (Some(score), Some(known), true) = (cell, known, speaks) {
                    score.right = known.values().copied().collect();
                }
            }
        }
        (table.metric.name, Analysis::new(&results, settings))
    };
    Ok(summary.tables.iter().map(judge).collect())
}

/// All verdicts for programs; a refused one says why.
pub fn as_json(verdicts: &Verdicts) -> Value {
    let one = |(metric, verdict): &(&'static str, Result<Analysis, Refused>)| match verdict {
        Ok(analysis) => report::verdict_json(analysis),
        Err(refused) => {
            json!({ "metric": metric, "refused": refused.problem, "remedy": refused.remedy })
        }
    };
    verdicts.iter().map(one).collect()
}

/// For each dataset and method, by row of the dataset, whether it was predicted right in the first repeat.
type Rights = BTreeMap<(String, String), BTreeMap<usize, bool>>;

fn rights(plan: &Plan<'_>, store: &Store) -> Result<Rights, Refusal> {
    let first = plan.trials.iter().filter(|trial| trial.repeat == 0);
    let wanted: BTreeMap<_, _> = first.map(|trial| (&trial.id, trial)).collect();
    let mut found = Rights::new();
    read_predictions(store.folder(), |stored| {
        let Some(trial) = wanted.get(&stored.trial) else { return };
        let dataset = plan.datasets[trial.dataset].data.name.clone();
        let method = plan.experiment.methods[trial.method].name.clone();
        let rows = found.entry((dataset, method)).or_default();
        let labels = stored.predictions.labels.iter().zip(&stored.truth);
        let right = labels.map(|(label, truth)| label == truth);
        rows.extend(stored.rows.iter().copied().zip(right));
    })?;
    Ok(found)
}
