//! What a run's folder holds already. Reading it changes nothing, so that `plan` and `why` may look at a run that is
//! going on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use super::StoreError;
use super::lines::{self, Contents};
use crate::plan::{Plan, Trial, TrialId};
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
        let journal: Contents<Outcome> = lines::read(&folder.join(JOURNAL.0), JOURNAL.1)?;
        let stored: Contents<Predicted> = lines::read(&folder.join(PREDICTIONS.0), PREDICTIONS.1)?;
        let mut damaged = Vec::new();
        for (file, lines) in [(JOURNAL.0, &journal.damaged), (PREDICTIONS.0, &stored.damaged)] {
            damaged.extend(lines.iter().map(|line| format!("{file}:{line}")));
        }
        let predicted: BTreeSet<TrialId> = stored.bodies.into_iter().map(|p| p.trial).collect();
        let mut finished = BTreeMap::new();
        for outcome in &journal.bodies {
            if !outcome.is_done() || predicted.contains(&outcome.trial) {
                finished.insert(outcome.trial.clone(), outcome.clone());
            }
        }
        Ok(History { finished, all: journal.bodies, damaged })
    }

    /// Lines that were damaged, as `file:line`.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// Takes a further outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        self.finished.insert(outcome.trial.clone(), outcome.clone());
    }

    /// The outcome of a trial, if it is finished, under the names it has in this plan.
    pub fn outcome(&self, plan: &Plan<'_>, trial: &Trial) -> Option<Outcome> {
        let outcome = self.finished.get(&trial.id)?.clone();
        let dataset = plan.datasets[trial.dataset].data.name.clone();
        let method = plan.experiment.methods[trial.method].name.clone();
        Some(Outcome { dataset, method, ..outcome })
    }

    /// Whether a trial needs no run: it is finished and did not fail.
    pub fn is_done(&self, trial: &Trial) -> bool {
        self.finished.get(&trial.id).is_some_and(Outcome::is_done)
    }

    /// Why a trial would run. It is asked only of trials that would.
    pub fn reason(&self, plan: &Plan<'_>, trial: &Trial) -> String {
        if let Some(outcome) = self.finished.get(&trial.id) {
            return match outcome.status.reason() {
                Some(reason) => format!("failed before: {reason}"),
                None => "runs together with folds that are missing".into(),
            };
        }
        let dataset = &plan.datasets[trial.dataset].data.name;
        let method = &plan.experiment.methods[trial.method].name;
        let earlier = self.all.iter().rev().find(|o| {
            let place = (&o.dataset, &o.method, o.repeat, o.fold);
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
            (old.seed != new.seed, format!("seed changed from {}", old.seed)),
        ];
        let named: Vec<String> =
            changes.into_iter().filter(|(changed, _)| *changed).map(|(_, name)| name).collect();
        if named.is_empty() { "predictions are missing".into() } else { named.join(", ") }
    }
}

/// All predictions of a run, latest last.
pub fn read_predictions(folder: &Path) -> Result<Vec<StoredPredictions>, StoreError> {
    Ok(lines::read(&folder.join(PREDICTIONS.0), PREDICTIONS.1)?.bodies)
}
