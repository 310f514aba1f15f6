//! From an experiment and its datasets to trials, jobs and splits.

use super::identity::{Identity, TrialId};
use crate::data::Dataset;
use crate::data::split::{Split, cross_validation};
use crate::learn::{Classify, Labels, Task, Truth};
use crate::num::key::RngKey;
use crate::spec::{Experiment, ProtocolKind};
use crate::suggest::nearest;

/// A dataset with what is known of its examples.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The dataset.
    pub data: Dataset,
    /// The class of every row.
    pub truth: Labels,
}

/// One method on one dataset on one outer fold of one repeat.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Identity by content.
    pub id: TrialId,
    /// What the identity is made of.
    pub identity: Identity,
    /// Position among the plan's datasets.
    pub dataset: usize,
    /// Position among the experiment's methods.
    pub method: usize,
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
}

/// Trials that can only be run together, as positions in the plan: one trial of a nested protocol; all folds of a
/// repeat of a flat one, because they choose their parameters together.
pub type Job = Vec<usize>;

/// Everything there is to do.
pub struct Plan<'e> {
    /// The experiment.
    pub experiment: &'e Experiment,
    /// The datasets that were selected.
    pub datasets: Vec<Loaded>,
    /// The trials, by dataset, method, repeat and fold.
    pub trials: Vec<Trial>,
}

/// Which datasets and methods to keep; empty means all.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Dataset names.
    pub datasets: Vec<String>,
    /// Method names.
    pub methods: Vec<String>,
}

/// Why an experiment cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A dataset that nothing can be learned from.
    #[error("dataset `{name}` {problem}")]
    Dataset {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Two datasets with the same content.
    #[error(
        "datasets `{0}` and `{1}` hold the same data; counting it twice would distort every rank"
    )]
    SameData(String, String),
    /// A name that selects nothing.
    #[error("no {what} is called `{name}`; {help}")]
    Unknown {
        /// Dataset or method.
        what: &'static str,
        /// The name.
        name: String,
        /// What it may have been.
        help: String,
    },
}

impl Selection {
    /// Whether a dataset is kept.
    pub fn keeps_dataset(&self, name: &str) -> bool {
        self.datasets.is_empty() || self.datasets.iter().any(|d| d == name)
    }

    /// Whether a method is kept.
    pub fn keeps_method(&self, name: &str) -> bool {
        self.methods.is_empty() || self.methods.iter().any(|m| m == name)
    }

    /// Refuses names that the experiment does not have.
    pub fn check(&self, experiment: &Experiment) -> Result<(), PlanError> {
        let datasets: Vec<&str> = experiment.datasets.iter().map(|d| d.name.as_str()).collect();
        let methods: Vec<&str> = experiment.methods.iter().map(|m| m.name.as_str()).collect();
        let asked = [("dataset", &self.datasets, datasets), ("method", &self.methods, methods)];
        for (what, names, known) in asked {
            for name in names {
                if !known.contains(&name.as_str()) {
                    let help = match nearest(name, known.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the experiment has {}", known.join(", ")),
                    };
                    return Err(PlanError::Unknown { what, name: name.clone(), help });
                }
            }
        }
        Ok(())
    }
}

impl<'e> Plan<'e> {
    /// Lists every trial. `datasets` are the loaded ones, in the experiment's order.
    pub fn new(
        experiment: &'e Experiment,
        datasets: Vec<Dataset>,
        selection: &Selection,
    ) -> Result<Plan<'e>, PlanError> {
        let mut loaded: Vec<Loaded> = Vec::new();
        for data in datasets {
            if let Some(twin) = loaded.iter().find(|other| other.data.hash == data.hash) {
                return Err(PlanError::SameData(twin.data.name.clone(), data.name));
            }
            let truth = check_dataset(experiment, &data)?;
            loaded.push(Loaded { data, truth });
        }
        let mut trials = Vec::new();
        for (dataset, Loaded { data, .. }) in loaded.iter().enumerate() {
            for (method, spec) in experiment.methods.iter().enumerate() {
                if !selection.keeps_method(&spec.name) {
                    continue;
                }
                let identity = Identity::new(experiment, &data.hash, spec);
                for repeat in 0..experiment.protocol.repeats {
                    for fold in 0..experiment.protocol.outer.folds {
                        let (id, identity) = (identity.trial(repeat, fold), identity.clone());
                        trials.push(Trial { id, identity, dataset, method, repeat, fold });
                    }
                }
            }
        }
        Ok(Plan { experiment, datasets: loaded, trials })
    }

    /// The trials, grouped as they must be run.
    pub fn jobs(&self) -> Vec<Job> {
        let together = match self.experiment.protocol.kind {
            ProtocolKind::Nested => 1,
            ProtocolKind::Flat => self.experiment.protocol.outer.folds,
        };
        let positions: Vec<usize> = (0..self.trials.len()).collect();
        positions.chunks(together).map(<[usize]>::to_vec).collect()
    }

    /// The outer folds of a repeat on a dataset: the same for every method.
    pub fn splits(&self, dataset: usize, repeat: usize) -> Vec<Split> {
        let Loaded { truth, .. } = &self.datasets[dataset];
        let outer = self.experiment.protocol.outer;
        let key = self.key("split", dataset, repeat);
        let strata = if outer.stratified { truth.strata() } else { vec![0; truth.len()] };
        cross_validation(&strata, outer.folds, key)
    }

    /// The address of random numbers for a purpose on a dataset and repeat.
    pub fn key(&self, purpose: &str, dataset: usize, repeat: usize) -> RngKey {
        RngKey::root(self.experiment.seed)
            .child(purpose, 0)
            .child(&self.datasets[dataset].data.hash, repeat as u64)
    }

    /// Fits a job takes: grid points times inner folds, and the final one.
    pub fn fits(&self, trial: &Trial) -> usize {
        let points = self.experiment.methods[trial.method].grid.len();
        let protocol = &self.experiment.protocol;
        match protocol.kind {
            _ if points == 1 => 1,
            ProtocolKind::Nested => points * protocol.inner.folds + 1,
            ProtocolKind::Flat => points + 1,
        }
    }
}

fn check_dataset(experiment: &Experiment, data: &Dataset) -> Result<Labels, PlanError> {
    let wrong = |problem: String| PlanError::Dataset { name: data.name.clone(), problem };
    let truth = Classify::truth(data)
        .ok_or_else(|| wrong(format!("is a {} dataset, not a classification one", data.task)))?;
    if truth.classes() < 2 {
        return Err(wrong("has one class only: there is nothing to tell apart".into()));
    }
    let protocol = &experiment.protocol;
    let outer = protocol.outer.folds;
    if truth.len() < outer {
        return Err(wrong(format!("has {} rows, too few for {outer} outer folds", truth.len())));
    }
    let chooses = experiment.methods.iter().any(|m| m.grid.len() > 1);
    let train = truth.len() - truth.len().div_ceil(outer);
    let inner = protocol.inner.folds;
    if chooses && protocol.kind == ProtocolKind::Nested && train < inner {
        return Err(wrong(format!(
            "leaves {train} training rows, too few for {inner} inner folds"
        )));
    }
    if chooses && protocol.kind == ProtocolKind::Nested && train - train.div_ceil(inner) == 0 {
        return Err(wrong("is too small for nested folds".into()));
    }
    Ok(truth)
}
