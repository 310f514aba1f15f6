//! What the gate knows of a run: the scores of every fold, which rows were answered rightly, and the identities of data
//! and splits that say whether two runs can be compared. It is taken from the store, never from derived tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bits::Bits;
use super::settings::{GateSettings, Guarded};
use crate::learn::Setting;
use crate::measure::Pairs;
use crate::metrics;
use crate::num::hash::Canonical;
use crate::plan::{ENGINE_VERSION, Outline, Plan, Selection, Trial, TrialId};
use crate::run::{Outcome, Status};
use crate::store::{History, StoreError, StoredLabels};

/// A run as the gate sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Version of the program.
    pub tribunal: String,
    /// Version of splitting, preprocessing, selection and scoring.
    pub engine: u32,
    /// Name of the experiment.
    pub experiment: String,
    /// Its seed.
    pub seed: u64,
    /// Outer folds; one for resamples that were imported.
    pub folds: usize,
    /// The share of the rows that a test part holds, where it is not that of one fold among all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_share: Option<f64>,
    /// What a reader must be warned of: an unfair protocol.
    pub caveats: Vec<String>,
    /// What is guarded.
    pub metrics: Vec<SnapshotMetric>,
    /// The datasets.
    pub datasets: Vec<SnapshotDataset>,
    /// The methods.
    pub methods: Vec<SnapshotMethod>,
    /// Hash of the protocol.
    pub protocol: String,
    /// Every method on every dataset.
    pub pairings: Vec<Pairing>,
    /// What the whole experiment has, whatever was selected of it; never stored.
    #[serde(skip)]
    pub all: Names,
}

/// The datasets and methods of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Datasets.
    pub datasets: Vec<String>,
    /// Methods.
    pub methods: Vec<String>,
}

/// A guarded metric.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotMetric {
    /// Its name.
    pub name: String,
    /// Which way is better: `higher` or `lower`.
    pub direction: String,
}

/// A dataset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotDataset {
    /// Its name.
    pub name: String,
    /// Hash of its content.
    pub content: String,
    /// Its examples: rows, or bags of rows.
    pub rows: usize,
    /// Hash of the test rows of all folds, one a repeat.
    pub splits: Vec<String>,
    /// Its folds, where it declares another number of them than the run has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folds: Option<usize>,
}

/// A method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotMethod {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Version of the kind.
    pub version: u32,
    /// Hash of its grid.
    pub parameters: String,
}

/// A method on a dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The dataset's name.
    pub dataset: String,
    /// The method's name.
    pub method: String,
    /// Its trials that have scores, by repeat and fold; none if the method is skipped there.
    pub trials: Vec<SnapshotTrial>,
    /// Why some trials have no scores; never stored.
    #[serde(skip)]
    pub failure: Option<String>,
}

/// A trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotTrial {
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
    /// Every guarded metric; null where it is undefined.
    pub scores: BTreeMap<String, Option<f64>>,
    /// Hash of the predicted labels; of all scores, after `scores-`, where nothing else is known.
    pub labels: String,
    /// Which test examples were answered rightly, where a share of right answers is guarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Bits>,
}

/// Label hash and right answers of a trial.
type Predicted = (String, Option<Bits>);

impl Snapshot {
    /// The selected part of an experiment without its trials: enough to know whether a baseline can be compared.
    pub fn outline(plan: &Plan<'_>, settings: &GateSettings, selection: &Selection) -> Snapshot {
        Snapshot::head(plan, settings, selection, |dataset, repeat| {
            splits(
                plan.outer_folds(dataset, repeat)
                    .splits()
                    .iter()
                    .map(|split| split.test.as_slice()),
            )
        })
    }

    /// The same, with whatever tells the splits of a dataset and repeat.
    fn head(
        plan: &Outline<'_>,
        settings: &GateSettings,
        selection: &Selection,
        splits: impl Fn(usize, usize) -> String,
    ) -> Snapshot {
        let experiment = plan.experiment;
        let metrics = settings.metrics.iter().map(|m| SnapshotMetric {
            name: m.info.name.to_owned(),
            direction: m.info.direction.name().to_owned(),
        });
        let datasets = (0..plan.datasets.len())
            .filter(|&d| selection.keeps_dataset(&plan.datasets[d].name))
            .map(|d| SnapshotDataset {
                name: plan.datasets[d].name.clone(),
                content: plan.datasets[d].content.clone(),
                rows: plan.datasets[d].examples().unwrap_or(0),
                splits: (0..plan.repeats(d)).map(|r| splits(d, r)).collect(),
                folds: Some(plan.folds(d, 0)).filter(|own| *own != experiment.protocol.folds()),
            });
        let methods = experiment.methods.iter().enumerate();
        let methods =
            methods.filter(|(_, m)| selection.keeps_method(&m.name)).map(|(position, method)| {
                let identity = &plan.trials[plan.trials_of(0, position).start].identity;
                SnapshotMethod {
                    name: method.name.clone(),
                    kind: identity.kind.clone(),
                    version: identity.version,
                    parameters: identity.parameters.clone(),
                }
            });
        Snapshot {
            tribunal: env!("CARGO_PKG_VERSION").to_owned(),
            engine: ENGINE_VERSION,
            experiment: experiment.name.clone(),
            seed: experiment.seed,
            folds: experiment.protocol.folds(),
            test_share: experiment.protocol.test_share(),
            caveats: experiment.caveats(),
            metrics: metrics.collect(),
            datasets: datasets.collect(),
            methods: methods.collect(),
            protocol: plan.trials.first().map_or_else(String::new, |t| t.identity.protocol.clone()),
            pairings: Vec::new(),
            all: Names {
                datasets: plan.datasets.iter().map(|d| d.name.clone()).collect(),
                methods: experiment.methods.iter().map(|m| m.name.clone()).collect(),
            },
        }
    }

    /// Takes the selected part of a run from its folder.
    pub fn take(
        plan: &Plan<'_>,
        settings: &GateSettings,
        selection: &Selection,
        history: &History,
        folder: &Path,
    ) -> Result<Snapshot, StoreError> {
        let pairings = pairings(plan, &settings.metrics, selection, history, folder, |_| ())?;
        Ok(Snapshot { pairings, ..Snapshot::outline(plan, settings, selection) })
    }

    /// The same of a run of which nothing is there but its folder: its splits are the rows that were predicted.
    pub fn stored(
        outline: &Outline<'_>,
        settings: &GateSettings,
        selection: &Selection,
        history: &History,
        folder: &Path,
    ) -> Result<Snapshot, StoreError> {
        let place = |t: &Trial| (t.dataset, t.repeat, t.fold);
        let places: BTreeMap<&TrialId, _> =
            outline.trials.iter().map(|t| (&t.id, place(t))).collect();
        let mut rows: BTreeMap<(usize, usize, usize), Vec<usize>> = BTreeMap::new();
        let pairings =
            pairings(outline, &settings.metrics, selection, history, folder, |stored| {
                if let Some(place) = places.get(&stored.trial) {
                    rows.entry(*place).or_insert_with(|| stored.rows.clone());
                }
            })?;
        let head = Snapshot::head(outline, settings, selection, |dataset, repeat| {
            let folds = 0..outline.folds(dataset, repeat);
            let known: Option<Vec<&Vec<usize>>> =
                folds.map(|fold| rows.get(&(dataset, repeat, fold))).collect();
            // Scores alone do not tell their rows; whoever compares them must take them at their word.
            known.map_or_else(
                || UNKNOWN.to_owned(),
                |parts| splits(parts.into_iter().map(Vec::as_slice)),
            )
        });
        Ok(Snapshot { pairings, ..head })
    }

    /// The folds of a dataset.
    pub fn folds_of(&self, dataset: &SnapshotDataset) -> usize {
        dataset.folds.unwrap_or(self.folds)
    }

    /// Whether every trial has scores.
    pub fn is_complete(&self) -> bool {
        self.pairings.iter().all(|pairing| pairing.failure.is_none())
    }
}

/// Splits that no stored row tells.
const UNKNOWN: &str = "not known";

/// Every selected method on every selected dataset, from the folder of a run; `seen` meets what is stored of every trial.
fn pairings(
    plan: &Outline<'_>,
    guarded: &[Guarded],
    selection: &Selection,
    history: &History,
    folder: &Path,
    mut seen: impl FnMut(&StoredLabels),
) -> Result<Vec<Pairing>, StoreError> {
    let kept = |trial: &&Trial| {
        selection.keeps_dataset(plan.dataset_name(trial))
            && selection.keeps_method(plan.method_name(trial))
    };
    let pairs_rows = guarded.iter().any(|m| m.info.pairs == Pairs::Examples);
    let wanted: BTreeSet<&TrialId> =
        plan.trials.iter().filter(kept).map(|trial| &trial.id).collect();
    let mut predicted: BTreeMap<TrialId, Predicted> = BTreeMap::new();
    let wants = |trial: &TrialId| wanted.contains(trial);
    history.read_labels(folder, wants, |stored| {
        seen(&stored);
        let summary = summary(&stored, pairs_rows);
        predicted.insert(stored.trial, summary);
    })?;
    let mut pairings = Vec::new();
    for trials in plan.pairings().filter(|trials| trials.first().is_some_and(|first| kept(&first)))
    {
        let outcomes: Vec<Arc<Outcome>> =
            trials.iter().filter_map(|trial| history.outcome(plan, trial)).collect();
        let skipped = outcomes.iter().any(|o| matches!(o.status, Status::Skipped { .. }));
        let failed = outcomes.iter().find(|o| !o.is_done()).and_then(|o| o.status.reason());
        let stored = outcomes.iter().filter(|outcome| outcome.is_done()).filter_map(|o| {
            let (labels, right) = match o.scores_only {
                true => (scores_hash(plan.experiment.setting, o), None),
                false => predicted.get(&o.trial)?.clone(),
            };
            let score = |name: &str| (name.to_owned(), o.value(name));
            let scores = guarded.iter().map(|m| score(m.info.name)).collect();
            Some(SnapshotTrial { repeat: o.repeat, fold: o.fold, scores, labels, right })
        });
        let stored: Vec<SnapshotTrial> = stored.collect();
        let absent = || "not run, or its predictions cannot be read".to_owned();
        let lacks = !skipped && stored.len() < trials.len();
        pairings.push(Pairing {
            dataset: plan.dataset_name(&trials[0]).to_owned(),
            method: plan.method_name(&trials[0]).to_owned(),
            trials: stored,
            failure: lacks.then(|| failed.unwrap_or_else(absent)),
        });
    }
    Ok(pairings)
}

/// Digits of a hash that a baseline keeps.
const DIGITS: usize = 16;

/// What labels of a trial begin with of which only scores are known.
pub const SCORES: &str = "scores-";

/// Stands for the labels of a trial of which only scores are known: who has them all to the last bit has the same results.
fn scores_hash(setting: Setting, outcome: &Outcome) -> String {
    let mut hasher = Canonical::new("tribunal 2026 scores alone v1");
    for name in metrics::of(setting).into_iter().map(|metric| metric.name) {
        if let Some(value) = outcome.metrics.get(name).copied().flatten() {
            // Without its length, as baselines have always had it.
            hasher.raw(name.as_bytes()).number(value.to_bits());
        }
    }
    format!("{SCORES}{}", hasher.digits(DIGITS))
}

/// Hash of the labels or numbers of a trial, and which labels are right.
fn summary(stored: &StoredLabels, pairs_rows: bool) -> Predicted {
    if let Some(values) = stored.numbers() {
        let mut hasher = Canonical::new("tribunal 2026 predicted numbers v1");
        for row in &stored.rows {
            hasher.number(*row as u64);
        }
        for value in values {
            hasher.number(value.to_bits());
        }
        return (hasher.digits(DIGITS), None);
    }
    let mut hasher = Canonical::new("tribunal 2026 predicted labels v1");
    for (row, (_, label)) in stored.rows.iter().zip(stored.pairs()) {
        hasher.number(*row as u64).raw(&label.to_le_bytes());
    }
    let right = stored.pairs().map(|(truth, label)| truth == label);
    (hasher.digits(DIGITS), pairs_rows.then(|| Bits(right.collect())))
}

/// Hash of the test rows of all folds.
fn splits<'r>(tests: impl Iterator<Item = &'r [usize]>) -> String {
    let mut hasher = Canonical::new("tribunal 2026 outer folds v1");
    for test in tests {
        hasher.number(test.len() as u64);
        for row in test {
            hasher.number(*row as u64);
        }
    }
    hasher.digits(DIGITS)
}
