//! What a run's folder holds already. Reading it changes nothing, so that `plan` and `why` may look at a run that is
//! going on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::StoreError;
use super::lines;
use crate::metrics;
use crate::params::Params;
use crate::plan::{Identity, Outline, Trial, TrialId};
use crate::run::{Outcome, StoredPredictions};

/// The journal, read. Every outcome is held once, and what many of them have in common once for all.
#[derive(Debug, Default)]
pub struct History {
    /// The latest outcome of every trial; a done one counts only if its predictions are there too.
    finished: BTreeMap<TrialId, Arc<Outcome>>,
    /// What the latest outcome under each name was made of: it explains why something must run again.
    latest: BTreeMap<String, BTreeMap<String, BTreeMap<Fold, Arc<Identity>>>>,
    /// Outcomes in the journal, of whatever spec.
    known: usize,
    /// The line of every trial's latest predictions, among those that were read.
    predictions: BTreeMap<TrialId, usize>,
    /// The last line of predictions that was read; what comes after is newer than all of them.
    last_read: usize,
    /// Lines that were damaged; their trials count as not run.
    damaged: Vec<String>,
}

/// Repeat and fold.
type Fold = (usize, usize);

/// The part of a predictions line that says whose they are.
#[derive(Deserialize)]
struct Predicted {
    trial: TrialId,
}

/// Whose predictions a body holds. We write the trial first: most of the body need not be looked at.
fn predicted_trial(body: &str) -> Option<TrialId> {
    let first = body.strip_prefix(r#"{"trial":""#).and_then(|rest| TrialId::read(rest.get(..32)?));
    first.or_else(|| serde_json::from_str::<Predicted>(body).ok().map(|p| p.trial))
}

pub const JOURNAL: (&str, &str) = ("journal.jsonl", "journal");
pub const PREDICTIONS: (&str, &str) = ("predictions.jsonl", "predictions");

/// What outcomes have in common: identities, and under each the parameters that were chosen.
#[derive(Default)]
struct Common(BTreeMap<Arc<Identity>, Vec<Params>>);

impl Common {
    /// Replaces what another outcome has already.
    fn share(&mut self, outcome: &mut Outcome) {
        match self.0.get_key_value(&outcome.identity) {
            Some((known, _)) => outcome.identity = Arc::clone(known),
            None => {
                self.0.insert(Arc::clone(&outcome.identity), Vec::new());
            }
        }
        let (Some(chosen), Some(choices)) =
            (&mut outcome.chosen, self.0.get_mut(&outcome.identity))
        else {
            return;
        };
        match choices.iter().find(|known| *known == chosen) {
            Some(known) => *chosen = known.clone(),
            None => choices.push(chosen.clone()),
        }
    }
}

impl History {
    /// Reads a run's folder; an absent one is empty.
    pub fn read(folder: &Path) -> Result<History, StoreError> {
        let mut damaged = Vec::new();
        let mut note = |file: &str, lines: Vec<usize>| {
            damaged.extend(lines.iter().map(|line| format!("{file}:{line}")));
        };
        // The journal first: a run that is going on writes predictions before outcomes.
        let (mut all, mut common): (Vec<Arc<Outcome>>, _) = (Vec::new(), Common::default());
        let path = folder.join(JOURNAL.0);
        let lines = lines::read(&path, JOURNAL.1, |mut outcome: Outcome| {
            common.share(&mut outcome);
            all.push(Arc::new(outcome));
        })?;
        note(JOURNAL.0, lines);
        let (mut predictions, mut last_read) = (BTreeMap::new(), 0);
        let path = folder.join(PREDICTIONS.0);
        let lines = lines::read_bodies(&path, PREDICTIONS.1, |line, body| {
            last_read = line;
            predicted_trial(body).map(|trial| predictions.insert(trial, line)).is_some()
        })?;
        note(PREDICTIONS.0, lines);
        let known = all.len();
        let mut history = History { predictions, last_read, known, damaged, ..History::default() };
        for outcome in all {
            history.name(&outcome);
            let whole = !outcome.is_done() || outcome.scores_only;
            if whole || history.predictions.contains_key(&outcome.trial) {
                history.finished.insert(outcome.trial.clone(), outcome);
            }
        }
        history.score_again(folder)?;
        Ok(history)
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
        let lacks = |o: &Outcome| {
            let names = || metrics::names_of_task(&o.task);
            !o.scores_only && names().iter().any(|name| !o.metrics.contains_key(name))
        };
        if !self.finished.values().any(|o| o.is_done() && lacks(o)) {
            return Ok(());
        }
        read_predictions(folder, |stored| {
            let Some(outcome) = self.finished.get_mut(&stored.trial).filter(|o| o.is_done()) else {
                return;
            };
            if let Some(scores) = metrics::score_stored(&outcome.task, stored.answers) {
                Arc::make_mut(outcome).metrics = scores;
            }
        })
    }

    /// Lines that were damaged, as `file:line`.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// How many outcomes the journal holds, of whatever spec.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Hands over the latest predictions of every trial that is asked for, in the order in which they were stored. A trial
    /// that was run again is met once; one trial's predictions are held at a time.
    pub fn read_labels(
        &self,
        folder: &Path,
        wanted: impl Fn(&TrialId) -> bool,
        mut each: impl FnMut(StoredLabels),
    ) -> Result<(), StoreError> {
        lines::read_bodies(&folder.join(PREDICTIONS.0), PREDICTIONS.1, |line, body| {
            let Some(trial) = predicted_trial(body) else { return false };
            let latest = line > self.last_read || self.predictions.get(&trial) == Some(&line);
            if latest && wanted(&trial) {
                let read: Result<StoredLabels, _> = serde_json::from_str(body);
                return read.ok().filter(StoredLabels::is_whole).map(&mut each).is_some();
            }
            true
        })?;
        Ok(())
    }

    /// Takes a further outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        self.predictions.remove(&outcome.trial);
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
