//! What a run's folder holds already: the journals of all processes that wrote there, merged. Reading changes nothing, so
//! that `plan` and `why` may look at a run that is going on. A trial that occurs several times has one outcome by this rule:
//!
//! 1. Within a journal the last line counts; a done outcome counts only if the same process stored its predictions.
//! 2. Journals are merged in the order of their writers ([`Writer`]): `journal.jsonl`, then by number and name.
//! 3. An outcome of a later journal replaces one of an earlier journal, unless it failed and the earlier one is settled
//!    (done or skipped). What was forced (`run --force`) replaces everything before it, failed or not.
//!
//! The predictions of a done trial are those of the process whose outcome counts.

mod merge;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::StoreError;
use super::lines::{self, LinesError};
use super::writer::Writer;
use crate::experiment::Protocol;
use crate::metrics;
use crate::plan::{Identity, Outline, Trial, TrialId};
use crate::run::{Outcome, Promise, StoredPredictions};
use merge::{Common, Position, Source, predicted_trial};

/// The journals, read. Every outcome is held once, and what many of them have in common once for all.
#[derive(Debug, Default)]
pub struct History {
    /// The outcome of every trial that counts.
    finished: BTreeMap<TrialId, Arc<Outcome>>,
    /// What the latest outcome under each name was made of: it explains why something must run again.
    latest: BTreeMap<String, BTreeMap<String, BTreeMap<Fold, Arc<Identity>>>>,
    /// Outcomes in the journals, of whatever spec.
    known: usize,
    /// The writers of the folder, in the order in which they are merged.
    sources: Vec<Source>,
    /// The writer of further outcomes, as a position among the sources.
    own: usize,
    /// Where the predictions of every trial are.
    predictions: BTreeMap<TrialId, Position>,
    /// Lines that were damaged; their trials count as not run.
    damaged: Vec<String>,
}

/// Repeat and fold.
type Fold = (usize, usize);

impl History {
    /// Reads a run's folder; an absent one is empty.
    pub fn read(folder: &Path) -> Result<History, StoreError> {
        let failed = |error| LinesError::Io { path: folder.to_path_buf(), error };
        let (mut history, mut common) = (History::default(), Common::default());
        for writer in Writer::all(folder).map_err(failed)? {
            history.merge(folder, writer, &mut common)?;
        }
        history.score_again(folder)?;
        Ok(history)
    }

    /// Names the writer of the outcomes that are added from now on.
    pub fn write_as(&mut self, writer: Writer) {
        let known = self.sources.iter().position(|source| source.writer == writer);
        self.own = known.unwrap_or_else(|| {
            self.sources.push(Source { writer, last_read: 0 });
            self.sources.len() - 1
        });
    }

    /// The writer of the outcomes that are added.
    pub fn writer(&self) -> Writer {
        self.sources.get(self.own).map_or_else(Writer::main, |source| source.writer.clone())
    }

    /// Whether other processes than `tribunal run` wrote into the folder.
    pub fn has_several_writers(&self) -> bool {
        self.sources.len() > 1
    }

    /// Remembers what an outcome was made of under the names it has in the journal.
    fn name(&mut self, outcome: &Outcome) {
        // Names are copied only when they are new.
        if !self.latest.contains_key(&outcome.dataset) {
            self.latest.insert(outcome.dataset.clone(), BTreeMap::new());
        }
        let Some(methods) = self.latest.get_mut(&outcome.dataset) else { return };
        if !methods.contains_key(&outcome.method) {
            methods.insert(outcome.method.clone(), BTreeMap::new());
        }
        let Some(folds) = methods.get_mut(&outcome.method) else { return };
        folds.insert((outcome.repeat, outcome.fold), Arc::clone(&outcome.identity));
    }

    /// Outcomes that were stored before a metric existed get it from their predictions.
    fn score_again(&mut self, folder: &Path) -> Result<(), StoreError> {
        let mut names: BTreeMap<&str, Vec<&'static str>> = BTreeMap::new();
        let mut lacks = false;
        let predicted =
            |o: &&Arc<Outcome>| o.is_done() && !o.scores_only && o.promises == Promise::Predictions;
        for outcome in self.finished.values().filter(predicted) {
            let task = outcome.task.as_str();
            let names = names.entry(task).or_insert_with(|| metrics::names_of_task(task));
            lacks |= names.iter().any(|name| !outcome.metrics.contains_key(name));
        }
        if !lacks {
            return Ok(());
        }
        let mut scored = BTreeMap::new();
        let wanted = |trial: &TrialId| self.finished.get(trial).is_some_and(|o| o.is_done());
        self.read_predictions(folder, wanted, |stored| {
            let task = self.finished.get(&stored.trial).map(|outcome| outcome.task.as_str());
            let values = task.and_then(|task| metrics::score_stored(task, stored.answers));
            scored.extend(values.map(|values| (stored.trial, values)));
        })?;
        for (trial, values) in scored {
            if let Some(outcome) = self.finished.get_mut(&trial) {
                Arc::make_mut(outcome).metrics = values;
            }
        }
        Ok(())
    }

    /// Lines that were damaged, as `file:line`.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// How many outcomes the journal holds, of whatever spec.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Hands over the predictions of every trial that is asked for, in the order in which they are stored. A trial that was
    /// run again is met once; one trial's predictions are held at a time.
    pub fn read_labels(
        &self,
        folder: &Path,
        wanted: impl Fn(&TrialId) -> bool,
        mut each: impl FnMut(StoredLabels),
    ) -> Result<(), StoreError> {
        self.read_bodies(folder, wanted, |body| {
            let read: Result<StoredLabels, _> = serde_json::from_str(body);
            read.ok().filter(StoredLabels::is_whole).map(&mut each).is_some()
        })
    }

    /// The same with the scores of the predictions. What does not fit together was not written by this program, and is
    /// left out.
    pub fn read_predictions(
        &self,
        folder: &Path,
        wanted: impl Fn(&TrialId) -> bool,
        mut each: impl FnMut(StoredPredictions),
    ) -> Result<(), StoreError> {
        self.read_bodies(folder, wanted, |body| {
            let stored = serde_json::from_str(body);
            let understood = stored.is_ok();
            if let Some(stored) = stored.ok().filter(StoredPredictions::fits_together) {
                each(stored);
            }
            understood
        })
    }

    /// Hands over the lines of predictions that count.
    fn read_bodies(
        &self,
        folder: &Path,
        wanted: impl Fn(&TrialId) -> bool,
        mut each: impl FnMut(&str) -> bool,
    ) -> Result<(), StoreError> {
        for (source, Source { writer, last_read }) in self.sources.iter().enumerate() {
            let (name, kind) = writer.predictions();
            lines::read_bodies(&folder.join(name), kind, |line, body| {
                let Some(trial) = predicted_trial(body) else { return false };
                let counts = match self.predictions.get(&trial) {
                    Some(Position::Added) => source == self.own && line > *last_read,
                    Some(known) => *known == Position::Line { source, line },
                    None => false,
                };
                if counts && wanted(&trial) { each(body) } else { true }
            })?;
        }
        Ok(())
    }

    /// Takes a further outcome of the own writer.
    pub fn add(&mut self, outcome: &Outcome) {
        if outcome.is_done() {
            self.predictions.insert(outcome.trial.clone(), Position::Added);
        }
        self.finished.insert(outcome.trial.clone(), Arc::new(outcome.clone()));
    }

    /// The outcome of a trial, if it is finished, under the names it has in this plan.
    pub fn outcome(&self, plan: &Outline<'_>, trial: &Trial) -> Option<Arc<Outcome>> {
        let outcome = self.finished.get(&trial.id)?;
        let (dataset, method) = (plan.dataset_name(trial), plan.method_name(trial));
        if (outcome.dataset.as_str(), outcome.method.as_str()) == (dataset, method) {
            return Some(Arc::clone(outcome));
        }
        let (dataset, method) = (dataset.to_owned(), method.to_owned());
        Some(Arc::new(Outcome { dataset, method, ..(**outcome).clone() }))
    }

    /// Whether a trial needs no run: it is finished and did not fail.
    pub fn is_settled(&self, trial: &Trial) -> bool {
        self.finished.get(&trial.id).is_some_and(|outcome| outcome.is_settled())
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
        let named = self.latest.get(dataset).and_then(|methods| methods.get(method));
        let earlier = named.and_then(|folds| folds.get(&(trial.repeat, trial.fold)));
        let (Some(old), new) = (earlier, &trial.identity) else { return "new".into() };
        let changes = [
            (old.data != new.data, "data changed".to_owned()),
            (old.kind != new.kind, format!("method kind changed from {}", old.kind)),
            (
                old.kind == new.kind && old.version != new.version,
                format!("method version changed from {} to {}", old.version, new.version),
            ),
            (
                old.fingerprint != new.fingerprint,
                "the program changed, its files or its settings".into(),
            ),
            (old.parameters != new.parameters, "parameters changed".into()),
            (old.protocol != new.protocol, "protocol changed".into()),
            (old.engine != new.engine, "engine version changed".into()),
            (old.seed != new.seed, format!("seed changed from {}", old.seed)),
        ];
        let named: Vec<String> =
            changes.into_iter().filter(|(changed, _)| *changed).map(|(_, name)| name).collect();
        match (named.is_empty(), &plan.experiment.protocol) {
            (false, _) => named.join(", "),
            (true, Protocol::Prequential(_)) => "its curve is missing".into(),
            (true, _) => "predictions are missing".into(),
        }
    }
}

/// Hands over the predictions of every trial in a run's folder; one trial's are held at a time.
pub fn read_predictions(
    folder: &Path,
    each: impl FnMut(StoredPredictions),
) -> Result<(), StoreError> {
    History::read(folder)?.read_predictions(folder, |_| true, each)
}

/// The part of a trial's stored predictions that counting them needs: no scores.
#[derive(Deserialize)]
pub struct StoredLabels {
    /// The trial.
    pub trial: TrialId,
    /// Names of the classes, in the order of their numbers; none where numbers were predicted.
    #[serde(default)]
    pub classes: Vec<String>,
    /// The test rows, as positions in the dataset.
    pub rows: Vec<usize>,
    /// Their true class numbers.
    #[serde(default)]
    pub truth: Vec<u32>,
    predictions: Option<PredictedLabels>,
    numbers: Option<PredictedNumbers>,
}

#[derive(Deserialize)]
struct PredictedNumbers {
    values: Vec<f64>,
}

#[derive(Deserialize)]
struct PredictedLabels {
    labels: Vec<u32>,
}

impl StoredLabels {
    /// For every row the true class number and the one that the model named.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let labels = self.predictions.iter().flat_map(|predictions| &predictions.labels);
        self.truth.iter().copied().zip(labels.copied())
    }

    /// The numbers that the model predicted, row after row, if it predicts numbers.
    pub fn numbers(&self) -> Option<&[f64]> {
        self.numbers.as_ref().map(|numbers| &numbers.values[..])
    }

    fn is_whole(&self) -> bool {
        self.predictions.is_some() != self.numbers.is_some()
    }
}

#[cfg(test)]
mod tests;
