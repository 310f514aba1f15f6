//! From an experiment and its datasets to trials, jobs and folds.

use std::ops::Deref;

use super::outline::{DatasetFacts, Outline, Trial};
use super::selection::Selection;
use crate::data::Dataset;
use crate::data::prep::Prepared;
use crate::data::split::Folds;
use crate::data::table::Values;
use crate::learn::{Classify, Input, Labels, Task, Truth};
use crate::num::key::RngKey;
use crate::spec::{Absent, Experiment, ProtocolKind, Validation};

/// A dataset with what is known of its examples.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The dataset.
    pub data: Dataset,
    /// The class of every row.
    pub truth: Labels,
}

/// Trials that can only be run together, as positions in the plan: one trial of a nested protocol; all folds of a
/// repeat of a flat one, because they choose their parameters together.
pub type Job = Vec<usize>;

/// Everything there is to do: an outline with the data that its trials need.
pub struct Plan<'e> {
    /// The trials.
    pub outline: Outline<'e>,
    /// The datasets, in the order of the outline's.
    pub loaded: Vec<Loaded>,
}

impl<'e> Deref for Plan<'e> {
    type Target = Outline<'e>;

    fn deref(&self) -> &Outline<'e> {
        &self.outline
    }
}

/// Why an experiment cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A dataset that nothing can be learned from.
    #[error("dataset `{name}` {problem}\nhelp: {help}")]
    Dataset {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
        /// What to do.
        help: &'static str,
    },
    /// Two datasets with the same content.
    #[error(
        "datasets `{0}` and `{1}` hold the same data\nhelp: remove one of them: data that counts twice distorts every rank"
    )]
    SameData(String, String),
}

impl<'e> Plan<'e> {
    /// Lists every trial, or everything that is wrong with the datasets. They come in the experiment's order.
    pub fn new(
        experiment: &'e Experiment,
        datasets: Vec<Dataset>,
    ) -> Result<Plan<'e>, Vec<PlanError>> {
        let (mut loaded, mut wrong): (Vec<Loaded>, Vec<PlanError>) = (Vec::new(), Vec::new());
        for data in datasets {
            if let Some(twin) = loaded.iter().find(|other| other.data.hash == data.hash) {
                wrong.push(PlanError::SameData(twin.data.name.clone(), data.name));
                continue;
            }
            match check_dataset(experiment, &data) {
                Ok(truth) => loaded.push(Loaded { data, truth }),
                Err(error) => wrong.push(error),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let facts = loaded.iter().map(|Loaded { data, truth }| DatasetFacts {
            name: data.name.clone(),
            content: data.hash.clone(),
            rows: Some(data.rows),
            features: Some(data.features.len()),
            classes: Some(truth.classes()),
            missing: Some(data.missing()),
        });
        Ok(Plan { outline: Outline::new(experiment, facts.collect()), loaded })
    }

    /// Whether a trial is selected.
    pub fn selects(&self, selection: &Selection, trial: &Trial) -> bool {
        selection.keeps_dataset(self.dataset_name(trial))
            && selection.keeps_method(self.method_name(trial))
    }

    /// The selected trials, grouped as they must be run.
    pub fn jobs(&self, selection: &Selection) -> Vec<Job> {
        let together = match self.experiment.protocol.kind {
            ProtocolKind::Nested => 1,
            ProtocolKind::Flat => self.experiment.protocol.outer.folds,
        };
        let positions: Vec<usize> = (0..self.trials.len()).collect();
        let selected = |job: &&[usize]| self.selects(selection, &self.trials[job[0]]);
        positions.chunks(together).filter(selected).map(<[usize]>::to_vec).collect()
    }

    /// The outer folds of a repeat on a dataset: the same for every method.
    pub fn outer_folds(&self, dataset: usize, repeat: usize) -> Folds {
        let key = self.key("outer folds", dataset, repeat);
        folds(&self.loaded[dataset].truth, self.experiment.protocol.outer, key)
    }

    /// The address of the inner folds of an outer fold: the same for every method.
    pub fn inner_key(&self, trial: &Trial) -> RngKey {
        self.key("inner folds", trial.dataset, trial.repeat).child("fold", trial.fold as u64)
    }

    /// The address of a method's own random numbers in an outer fold; it does not depend on the method's name.
    pub fn method_key(&self, trial: &Trial) -> RngKey {
        let kind = self.experiment.methods[trial.method].method.info().kind;
        let key = self.key("method", trial.dataset, trial.repeat);
        key.child(kind, 0).child("fold", trial.fold as u64)
    }

    fn key(&self, purpose: &str, dataset: usize, repeat: usize) -> RngKey {
        let root = RngKey::root(self.experiment.seed).child(purpose, 0);
        root.child(&self.datasets[dataset].content, repeat as u64)
    }

    /// Why a trial is not tried, if it is not: the method cannot read such data, and the protocol converts nothing.
    pub fn skips(&self, trial: &Trial) -> Option<String> {
        if self.experiment.protocol.convert {
            return None;
        }
        let method = &self.experiment.methods[trial.method];
        let reads = |params| method.method.input(params) == Input::Table;
        // What ignores the features can read any.
        if method.method.info().baseline || method.grid.iter().all(reads) {
            return None;
        }
        let data = &self.loaded[trial.dataset].data;
        let wants = match (data.missing(), data.nominal()) {
            (0, 0) => return None,
            (_, 0) => "missing values",
            (0, _) => "nominal features",
            (_, _) => "missing values and nominal features",
        };
        Some(format!("{} reads no {wants}, and the protocol has convert = false", method.name))
    }

    /// Fits a trial takes: grid points times inner folds, and the final one.
    pub fn fits(&self, trial: &Trial) -> usize {
        if self.skips(trial).is_some() {
            return 0;
        }
        let points = self.experiment.methods[trial.method].grid.len();
        let protocol = &self.experiment.protocol;
        match protocol.kind {
            _ if points == 1 => 1,
            ProtocolKind::Nested => points * protocol.inner.folds + 1,
            ProtocolKind::Flat => points + 1,
        }
    }

    /// Bytes that the tables and, on every thread, one prepared fold take; methods may need more.
    pub fn memory(&self, threads: usize) -> usize {
        let table = |loaded: &Loaded| -> usize {
            let values = loaded.data.features.iter().map(|c| match &c.values {
                Values::Numeric(values) => values.bytes(),
                Values::Nominal { codes, .. } => 4 * codes.len(),
            });
            values.sum()
        };
        let methods = &self.experiment.methods;
        let sparse_methods = methods.iter().all(|m| m.method.info().sparse);
        let reads_tables =
            methods.iter().any(|m| m.grid.iter().any(|p| m.method.input(p) == Input::Table));
        let prepared = |(dataset, loaded): (usize, &Loaded)| -> usize {
            let all: Vec<usize> = (0..loaded.data.rows).collect();
            let recipe = self.experiment.recipe(dataset);
            let (matrix, dense) = Prepared::fit(&loaded.data, &all, recipe).bytes(loaded.data.rows);
            // The matrix itself, and a copy for the method; with all zeros for one that needs them.
            let prepared = matrix + if sparse_methods { matrix } else { dense };
            let table = 2 * 8 * loaded.data.rows * loaded.data.features.len();
            prepared.max(if reads_tables { table } else { 0 })
        };
        let tables: usize = self.loaded.iter().map(table).sum();
        tables + threads * self.loaded.iter().enumerate().map(prepared).max().unwrap_or(0)
    }

    /// What may go otherwise than the user thinks.
    pub fn warnings(&self) -> Vec<String> {
        let folds = self.experiment.protocol.outer.folds;
        let mut warnings = self.experiment.caveats();
        warnings.extend(self.experiment.absent.iter().map(Absent::words));
        let each = self.experiment.protocol.repeats * folds;
        for trial in self.trials.iter().step_by(each) {
            if let Some(reason) = self.skips(trial) {
                warnings.push(format!("{}: skipped, {reason}", self.dataset_name(trial)));
            }
        }
        for Loaded { data, truth } in &self.loaded {
            let counts = truth.counts();
            let rare = counts.iter().filter(|&&count| count < folds).count();
            if rare > 0 {
                let smallest = counts.iter().min().copied().unwrap_or(0);
                warnings.push(format!(
                    "{}: {rare} of {} classes have fewer rows than there are outer folds ({folds}), the smallest {smallest}; \
                     some folds lack them",
                    data.name,
                    counts.len(),
                ));
            }
        }
        warnings
    }
}

/// A cross-validation of some examples.
pub fn folds<T: Truth>(truth: &T, validation: Validation, key: RngKey) -> Folds {
    let strata = if validation.stratified { truth.strata() } else { vec![0; truth.len()] };
    Folds::new(&strata, validation.folds, key)
}

fn check_dataset(experiment: &Experiment, data: &Dataset) -> Result<Labels, PlanError> {
    let wrong = |problem: String, help: &'static str| {
        Err(PlanError::Dataset { name: data.name.clone(), problem, help })
    };
    let Some(truth) = Classify::truth(data) else {
        let problem = format!("is a {} dataset, not a classification one", data.task);
        return wrong(problem, "choose a classification dataset");
    };
    let (rows, classes) = (truth.len(), truth.classes());
    if classes < 2 {
        let help = "check `target`: there must be something to tell apart";
        return wrong("has one class only".into(), help);
    }
    if classes > 10 && classes > rows / 2 {
        let problem = format!("has {classes} classes in {rows} rows");
        return wrong(
            problem,
            "check `target`: it looks like a number to predict, not like classes",
        );
    }
    let protocol = &experiment.protocol;
    let outer = protocol.outer.folds;
    if rows < outer {
        let problem = format!("has {rows} rows, too few for {outer} outer folds");
        return wrong(problem, "use fewer folds or more rows");
    }
    let chooses = experiment.methods.iter().any(|m| m.grid.len() > 1);
    let train = rows - rows.div_ceil(outer);
    let inner = protocol.inner.folds;
    if chooses && protocol.kind == ProtocolKind::Nested && train < inner {
        let problem = format!("leaves {train} training rows, too few for {inner} inner folds");
        return wrong(problem, "use fewer folds or more rows");
    }
    Ok(truth)
}
