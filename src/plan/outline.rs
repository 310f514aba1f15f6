//! The outline of an experiment: its trials and what must be known of its datasets, without the data. It is enough to
//! find outcomes in a store and to report on them, so that a report needs no data file.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::identity::{Identity, TrialId};
use crate::spec::Experiment;

/// What is known of a dataset without having it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetFacts {
    /// Its name in the experiment.
    pub name: String,
    /// Hash of its content.
    pub content: String,
    /// Examples; like the counts below, not always known of data that others had.
    pub rows: Option<usize>,
    /// Columns beside the target.
    pub features: Option<usize>,
    /// Classes of the target.
    pub classes: Option<usize>,
    /// Missing values.
    pub missing: Option<usize>,
}

/// One method on one dataset on one outer fold of one repeat.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Identity by content.
    pub id: TrialId,
    /// What the identity is made of.
    pub identity: Arc<Identity>,
    /// Position among the outline's datasets.
    pub dataset: usize,
    /// Position among the experiment's methods.
    pub method: usize,
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
}

/// All trials of an experiment.
pub struct Outline<'e> {
    /// The experiment.
    pub experiment: &'e Experiment,
    /// Its datasets, in order.
    pub datasets: Vec<DatasetFacts>,
    /// Its trials, by dataset, method, repeat and fold.
    pub trials: Vec<Trial>,
}

impl<'e> Outline<'e> {
    /// Lists every trial; the datasets come in the experiment's order.
    pub fn new(experiment: &'e Experiment, datasets: Vec<DatasetFacts>) -> Outline<'e> {
        let protocol = &experiment.protocol;
        let mut trials = Vec::new();
        for (dataset, facts) in datasets.iter().enumerate() {
            let recipe = experiment.recipe(dataset);
            for (method, spec) in experiment.methods.iter().enumerate() {
                let identity = Arc::new(Identity::new(experiment, &facts.content, recipe, spec));
                for repeat in 0..protocol.repeats {
                    for fold in 0..protocol.outer.folds {
                        let (id, identity) = (identity.trial(repeat, fold), Arc::clone(&identity));
                        trials.push(Trial { id, identity, dataset, method, repeat, fold });
                    }
                }
            }
        }
        Outline { experiment, datasets, trials }
    }

    /// Where the trials of a method on a dataset stand among all.
    pub fn trials_of(&self, dataset: usize, method: usize) -> Range<usize> {
        let protocol = &self.experiment.protocol;
        let each = protocol.repeats * protocol.outer.folds;
        let first = (dataset * self.experiment.methods.len() + method) * each;
        first..first + each
    }

    /// The name of a trial's dataset.
    pub fn dataset_name(&self, trial: &Trial) -> &str {
        &self.datasets[trial.dataset].name
    }

    /// The name of a trial's method.
    pub fn method_name(&self, trial: &Trial) -> &str {
        &self.experiment.methods[trial.method].name
    }
}
