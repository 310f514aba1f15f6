//! The outline of an experiment: its trials and what must be known of its datasets, without the data. It is enough to
//! find outcomes in a store and to report on them, so that a report needs no data file.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::identity::{Identity, TrialId};
use crate::data::TaskKind;
use crate::data::suspect::Suspicion;
use crate::experiment::Experiment;

/// What is known of a dataset without having it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetFacts {
    /// Its name in the experiment.
    pub name: String,
    /// Hash of its content.
    pub content: String,
    /// Rows; like the counts below, not always known of data that others had.
    pub rows: Option<usize>,
    /// Columns beside the target.
    pub features: Option<usize>,
    /// Classes of the target.
    pub classes: Option<usize>,
    /// Missing values.
    pub missing: Option<usize>,
    /// Numbers to predict of each example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<usize>,
    /// Bags of rows; each is an example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bags: Option<usize>,
    /// The folds that it declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folds: Option<FoldFacts>,
    /// What a reader should know of it.
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    pub remarks: Remarks,
}

/// What a reader of results should know of the data behind them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Remarks {
    /// What was assumed while it was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What may mislead: warnings alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<Suspicion>,
}

impl Remarks {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty() && self.suspicions.is_empty()
    }
}

impl DatasetFacts {
    /// Number of examples: bags, or rows where a row is an example.
    pub fn examples(&self) -> Option<usize> {
        self.bags.or(self.rows)
    }

    /// What is learned from it on folds.
    pub fn task(&self) -> TaskKind {
        match (self.bags, self.targets) {
            (Some(_), _) => TaskKind::MultiInstance,
            (None, Some(_)) => TaskKind::Regression,
            (None, None) => TaskKind::Classification,
        }
    }
}

/// What is known of declared folds without the data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldFacts {
    /// Hash of the assignment.
    pub assignment: String,
    /// The same of each repeat by itself, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_repeat: Vec<String>,
    /// Folds of each repeat.
    pub counts: Vec<usize>,
    /// Whether inner folds are declared, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inner: bool,
}

impl FoldFacts {
    /// Hash of the assignment of a repeat: a repeat that is added changes no other.
    pub fn assignment_of(&self, repeat: usize) -> &str {
        self.by_repeat.get(repeat).unwrap_or(&self.assignment)
    }
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

/// A test part of a dataset: what a trial of any method is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
}

/// All trials of an experiment. It alone knows which trials a method has on a dataset.
pub struct Outline<'e> {
    /// The experiment.
    pub experiment: &'e Experiment,
    /// Its datasets, in order.
    pub datasets: Vec<DatasetFacts>,
    /// Its trials, by dataset, method, repeat and fold.
    pub trials: Vec<Trial>,
    /// The test parts of every dataset.
    parts: Vec<Vec<Part>>,
    /// Where the trials of every dataset begin.
    starts: Vec<usize>,
}

/// More trials than any table shows; a typing mistake in `repeats` should not fill the memory.
const MOST_TRIALS: u128 = 1_000_000;

/// An experiment has more trials than can be listed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}\nhelp: {}", self.problem(), TooManyTrials::HELP)]
pub struct TooManyTrials(u128);

impl TooManyTrials {
    /// What to do.
    pub const HELP: &'static str = "use fewer folds, repeats, datasets or methods";

    /// What is wrong.
    pub fn problem(&self) -> String {
        format!("the experiment has {} trials, more than {MOST_TRIALS}", self.0)
    }
}

impl<'e> Outline<'e> {
    /// Lists every trial; the datasets come in the experiment's order.
    pub fn new(
        experiment: &'e Experiment,
        datasets: Vec<DatasetFacts>,
    ) -> Result<Outline<'e>, TooManyTrials> {
        // They are counted before they are listed.
        let counts = datasets.iter().flat_map(|facts| fold_counts(experiment, facts));
        let parts: u128 = counts.map(|folds| folds as u128).sum();
        let count = parts * experiment.methods.len() as u128;
        if count > MOST_TRIALS {
            return Err(TooManyTrials(count));
        }
        let (mut trials, mut starts) = (Vec::new(), Vec::new());
        let parts: Vec<Vec<Part>> =
            datasets.iter().map(|facts| parts_of(experiment, facts)).collect();
        for (dataset, (facts, parts)) in datasets.iter().zip(&parts).enumerate() {
            starts.push(trials.len());
            for (method, spec) in experiment.methods.iter().enumerate() {
                let of_repeat = |repeat: usize| {
                    Arc::new(Identity::new(experiment, dataset, (facts, repeat), spec))
                };
                let mut identity = of_repeat(0);
                let mut of = 0;
                for &Part { repeat, fold } in parts {
                    // Repeats differ where each declares its folds.
                    if repeat != of && facts.folds.is_some() {
                        (identity, of) = (of_repeat(repeat), repeat);
                    }
                    let (id, identity) = (identity.trial(repeat, fold), Arc::clone(&identity));
                    trials.push(Trial { id, identity, dataset, method, repeat, fold });
                }
            }
        }
        Ok(Outline { experiment, datasets, trials, parts, starts })
    }

    /// The test parts of a dataset, by repeat and fold.
    pub fn parts(&self, dataset: usize) -> &[Part] {
        &self.parts[dataset]
    }

    /// How many test parts a repeat has on a dataset.
    pub fn folds(&self, dataset: usize, repeat: usize) -> usize {
        self.parts[dataset].iter().filter(|part| part.repeat == repeat).count()
    }

    /// How many repeats a dataset has.
    pub fn repeats(&self, dataset: usize) -> usize {
        self.parts[dataset].iter().map(|part| part.repeat + 1).max().unwrap_or(0)
    }

    /// Where the trials of a method on a dataset are among all.
    pub fn trials_of(&self, dataset: usize, method: usize) -> Range<usize> {
        let each = self.parts[dataset].len();
        let first = self.starts[dataset] + method * each;
        first..first + each
    }

    /// The trials of every method on every dataset, by dataset and method.
    pub fn pairings(&self) -> impl Iterator<Item = &[Trial]> {
        let methods = self.experiment.methods.len();
        let pairs = (0..self.datasets.len()).flat_map(move |d| (0..methods).map(move |m| (d, m)));
        pairs.map(|(dataset, method)| &self.trials[self.trials_of(dataset, method)])
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

/// How many test parts each repeat has on a dataset: as many as it declares, or as the protocol says.
fn fold_counts(experiment: &Experiment, facts: &DatasetFacts) -> impl Iterator<Item = usize> {
    let protocol = &experiment.protocol;
    let declared = facts.folds.as_ref();
    let drawn = if declared.is_some() { 0 } else { protocol.repeats() };
    let declared = declared.into_iter().flat_map(|folds| folds.counts.iter().copied());
    declared.chain(std::iter::repeat_n(protocol.folds(), drawn))
}

/// The test parts of a dataset, by repeat and fold.
fn parts_of(experiment: &Experiment, facts: &DatasetFacts) -> Vec<Part> {
    let of_repeat = |(repeat, folds)| (0..folds).map(move |fold| Part { repeat, fold });
    fold_counts(experiment, facts).enumerate().flat_map(of_repeat).collect()
}
