//! What a run's folder holds already. Reading it changes nothing, so that `plan` and `why` may look at a run that is
//! going on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use super::StoreError;
use super::lines;
use crate::learn::Labels;
use crate::metrics::{self, CLASSIFICATION};
use crate::plan::{Outline, Trial, TrialId};
use crate::run::{Outcome, StoredPredictions};

/// The journal, read.
#[derive(Debug, Default)]
pub struct History {
    /// The latest outcome of every trial; a done one counts only if its predictions are there too.
    finished: BTreeMap<TrialId, Outcome>,
    /// All outcomes, latest last: what explains why something must run again.
    all: Vec<Outcome>,
    /// Lines that were damaged; their trials count as not run.
    damaged: Vec<String>,
}

/// The part of a predictions line that says whose they are.
#[derive(Deserialize)]
struct Predicted {
    trial: TrialId,
}

pub const JOURNAL: (&str, &str) = ("journal.jsonl", "journal");
pub const PREDICTIONS: (&str, &str) = ("predictions.jsonl", "predictions");

impl History {
    /// Reads a run's folder; an absent one is empty.
    pub fn read(folder: &Path) -> Result<History, StoreError> {
        let mut damaged = Vec::new();
        let mut note = |file: &str, lines: Vec<usize>| {
            damaged.extend(lines.iter().map(|line| format!("{file}:{line}")));
        };
        let mut all: Vec<Outcome> = Vec::new();
        let lines = lines::read(&folder.join(JOURNAL.0), JOURNAL.1, |outcome| all.push(outcome))?;
        note(JOURNAL.0, lines);
        let mut predicted: BTreeSet<TrialId> = BTreeSet::new();
        let path = folder.join(PREDICTIONS.0);
        let lines = lines::read(&path, PREDICTIONS.1, |p: Predicted| {
            predicted.insert(p.trial);
        })?;
        note(PREDICTIONS.0, lines);
        let mut finished = BTreeMap::new();
        for outcome in &all {
            if !outcome.is_done() || predicted.contains(&outcome.trial) {
                finished.insert(outcome.trial.clone(), outcome.clone());
            }
        }
        let mut history = History { finished, all, damaged };
        history.score_again(folder)?;
        Ok(history)
    }

    /// Outcomes that were stored before a metric existed get it from their predictions.
    fn score_again(&mut self, folder: &Path) -> Result<(), StoreError> {
        let lacks =
            |o: &Outcome| CLASSIFICATION.iter().any(|m| !o.metrics.contains_key(m.info.name));
        if !self.finished.values().any(|o| o.is_done() && lacks(o)) {
            return Ok(());
        }
        read_predictions(folder, |stored| {
            if let Some(outcome) = self.finished.get_mut(&stored.trial).filter(|o| o.is_done()) {
                let truth = Labels::new(stored.truth, stored.classes.len());
                outcome.metrics = metrics::scores(&truth, &stored.predictions);
            }
        })
    }

    /// Lines that were damaged, as `file:line`.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// How many outcomes the journal holds, of whatever spec.
    pub fn known(&self) -> usize {
        self.all.len()
    }

    /// Takes a further outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        self.finished.insert(outcome.trial.clone(), outcome.clone());
    }

    /// The outcome of a trial, if it is finished, under the names it has in this plan.
    pub fn outcome(&self, plan: &Outline<'_>, trial: &Trial) -> Option<Outcome> {
        let outcome = self.finished.get(&trial.id)?.clone();
        let (dataset, method) =
            (plan.dataset_name(trial).to_owned(), plan.method_name(trial).to_owned());
        Some(Outcome { dataset, method, ..outcome })
    }

    /// Whether a trial needs no run: it is finished and did not fail.
    pub fn is_settled(&self, trial: &Trial) -> bool {
        self.finished.get(&trial.id).is_some_and(Outcome::is_settled)
    }

    /// Why a trial would run. It is asked only of trials that would.
    pub fn reason(&self, plan: &Outline<'_>, trial: &Trial) -> String {
        if let Some(outcome) = self.finished.get(&trial.id) {
            return match outcome.status.reason() {
                Some(reason) => format!("failed before: {reason}"),
                None => "runs together with folds that are missing".into(),
            };
        }
        let (dataset, method) = (plan.dataset_name(trial), plan.method_name(trial));
        let earlier = self.all.iter().rev().find(|o| {
            let place = (o.dataset.as_str(), o.method.as_str(), o.repeat, o.fold);
            place == (dataset, method, trial.repeat, trial.fold)
        });
        let Some(earlier) = earlier else { return "new".into() };
        let (old, new) = (&earlier.identity, &trial.identity);
        let changes = [
            (old.data != new.data, "data changed".to_owned()),
            (old.kind != new.kind, format!("method kind changed from {}", old.kind)),
            (
                old.kind == new.kind && old.version != new.version,
                format!("method version changed from {} to {}", old.version, new.version),
            ),
            (old.parameters != new.parameters, "parameters changed".into()),
            (old.protocol != new.protocol, "protocol changed".into()),
            (old.engine != new.engine, "engine version changed".into()),
            (old.seed != new.seed, format!("seed changed from {}", old.seed)),
        ];
        let named: Vec<String> =
            changes.into_iter().filter(|(changed, _)| *changed).map(|(_, name)| name).collect();
        if named.is_empty() { "predictions are missing".into() } else { named.join(", ") }
    }
}

/// Hands over all predictions of a run, latest last; one trial's are held at a time. What does not fit together was not
/// written by this program, and is left out.
pub fn read_predictions(
    folder: &Path,
    mut each: impl FnMut(StoredPredictions),
) -> Result<(), StoreError> {
    lines::read(&folder.join(PREDICTIONS.0), PREDICTIONS.1, |stored: StoredPredictions| {
        if stored.fits_together() {
            each(stored);
        }
    })?;
    Ok(())
}
