//! From an experiment and its datasets to trials, jobs and folds.

use std::ops::Deref;

use super::outline::{DatasetFacts, FoldFacts, Outline, Trial};
use super::selection::Selection;
use crate::data::Dataset;
use crate::data::prep::Prepared;
use crate::data::split::{Folds, Split};
use crate::data::table::Values;
use crate::experiment::{
    Absent, Evaluate, Experiment, Prequential, Protocol, ProtocolKind, Validation,
};
use crate::learn::{Input, Setting, Truth, Units, Unsuited};
use crate::metrics::{ForTask, Scored, with_task};
use crate::num::key::RngKey;

/// A dataset with what a plan must know of its examples. What is known of each of them is the task's business.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The dataset.
    pub data: Dataset,
    /// Which rows make up an example.
    pub units: Units,
    /// The class of every example, where there are classes.
    pub classes: Option<Vec<usize>>,
}

impl Loaded {
    /// Looks at a dataset as one of a setting.
    pub fn new(data: Dataset, setting: Setting) -> Result<Loaded, (Box<Dataset>, Unsuited)> {
        struct Look<'d>(&'d Dataset);
        impl ForTask for Look<'_> {
            type Output = Result<(Units, Option<Vec<usize>>), Unsuited>;

            fn run<T: Scored>(self) -> Self::Output {
                let units = T::units(self.0);
                let truth = T::truth(self.0, &units)?;
                Ok((units, truth.strata()))
            }
        }
        match with_task(setting, Look(&data)) {
            Ok((units, classes)) => Ok(Loaded { data, units, classes }),
            Err(unsuited) => Err((Box::new(data), unsuited)),
        }
    }
}

/// Trials that can only be run together: one trial of a nested protocol or a stream; all folds of a repeat of a flat one,
/// because they choose their parameters together.
#[derive(Debug, Clone)]
pub struct Job {
    /// At least one, all of one method on one dataset in one repeat.
    pub trials: Vec<Trial>,
}

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
            let checked = Loaded::new(data, experiment.setting)
                .map_err(|(data, unsuited)| (data.name, unsuited));
            let checked = checked.and_then(|loaded| match enough_examples(experiment, &loaded) {
                Ok(()) => Ok(loaded),
                Err(unsuited) => Err((loaded.data.name, unsuited)),
            });
            match checked {
                Ok(own) => loaded.push(own),
                Err((name, Unsuited { problem, remedy })) => {
                    wrong.push(PlanError::Dataset { name, problem, help: remedy });
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let facts = loaded.iter().map(facts).collect();
        Ok(Plan { outline: Outline::new(experiment, facts), loaded })
    }

    /// Whether a trial is selected.
    pub fn selects(&self, selection: &Selection, trial: &Trial) -> bool {
        selection.keeps_dataset(self.dataset_name(trial))
            && selection.keeps_method(self.method_name(trial))
    }

    /// The selected trials, grouped as they must be run.
    pub fn jobs(&self, selection: &Selection) -> Vec<Job> {
        let together =
            |a: &Trial, b: &Trial| self.experiment.protocol.is_flat() && a.repeat == b.repeat;
        let selected = self
            .pairings()
            .filter(|trials| trials.first().is_some_and(|first| self.selects(selection, first)));
        let jobs = selected.flat_map(|trials| trials.chunk_by(together));
        jobs.map(|trials| Job { trials: trials.to_vec() }).collect()
    }

    /// The outer folds of a repeat on a dataset: the same for every method.
    pub fn outer_folds(&self, dataset: usize, repeat: usize) -> Folds {
        let loaded = &self.loaded[dataset];
        if let Some(declared) = loaded.data.folds.as_ref().and_then(|f| f.outer.get(repeat)) {
            return declared.clone();
        }
        let Some(folds) = self.experiment.protocol.cross_validation() else {
            // A stream is tested as a whole.
            return Folds::declared(vec![0; loaded.units.len()], 1);
        };
        let key = self.key("outer folds", dataset, repeat);
        drawn(loaded.classes.as_deref(), loaded.units.len(), folds.outer, key)
    }

    /// The inner folds of a trial, as splits of the dataset's examples: the same for every method.
    pub fn inner_splits(&self, trial: &Trial, inner: Validation, train: &[usize]) -> Vec<Split> {
        let loaded = &self.loaded[trial.dataset];
        let declared = loaded.data.folds.as_ref();
        if let Some(folds) = declared.and_then(|f| f.inner.get(&(trial.repeat, trial.fold))) {
            let is_tested: std::collections::BTreeSet<usize> = train.iter().copied().collect();
            let within =
                |part: Vec<usize>| part.into_iter().filter(|e| is_tested.contains(e)).collect();
            let cut = |split: Split| Split { train: within(split.train), test: within(split.test) };
            return folds.splits().into_iter().map(cut).collect();
        }
        let classes: Option<Vec<usize>> =
            loaded.classes.as_ref().map(|classes| train.iter().map(|&e| classes[e]).collect());
        let folds = drawn(classes.as_deref(), train.len(), inner, self.inner_key(trial));
        let place = |part: Vec<usize>| part.into_iter().map(|i| train[i]).collect();
        let placed = |split: Split| Split { train: place(split.train), test: place(split.test) };
        folds.splits().into_iter().map(placed).collect()
    }

    /// The address of the inner folds of an outer fold: the same for every method.
    fn inner_key(&self, trial: &Trial) -> RngKey {
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
        if self.experiment.conditions.convert {
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
        match self.experiment.protocol.cross_validation() {
            Some(folds) if points > 1 && folds.kind == ProtocolKind::Nested => {
                let declared = self.loaded[trial.dataset].data.folds.as_ref();
                let inner = declared.and_then(|f| f.inner.get(&(trial.repeat, trial.fold)));
                points * inner.map_or(folds.inner.folds, Folds::count) + 1
            }
            Some(_) if points > 1 => points + 1,
            _ => 1,
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
        let tables: usize = self.loaded.iter().map(table).sum();
        if let Protocol::Prequential(stream) = &self.experiment.protocol {
            let chunk =
                |own: &Loaded| 8 * stream.chunk.min(own.data.rows) * own.data.features.len();
            return tables + threads * self.loaded.iter().map(chunk).max().unwrap_or(0);
        }
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
        tables + threads * self.loaded.iter().enumerate().map(prepared).max().unwrap_or(0)
    }

    /// What may go otherwise than the user thinks.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.experiment.caveats();
        warnings.extend(self.experiment.absent.iter().map(Absent::words));
        for trial in self.pairings().filter_map(<[Trial]>::first) {
            if let Some(reason) = self.skips(trial) {
                warnings.push(format!("{}: skipped, {reason}", self.dataset_name(trial)));
            }
        }
        for loaded in &self.loaded {
            let notes = loaded.data.notes.iter().cloned().chain(self.note_on_inner_folds(loaded));
            warnings.extend(notes.map(|note| format!("{}: {note}", loaded.data.name)));
        }
        if let Protocol::CrossValidation(_) = self.experiment.protocol {
            let datasets = self.loaded.iter().enumerate();
            warnings.extend(datasets.filter_map(|(d, own)| rare_classes(own, self.folds(d, 0))));
        }
        warnings
    }

    /// What becomes of declared inner folds.
    fn note_on_inner_folds(&self, loaded: &Loaded) -> Option<String> {
        let folds = self.experiment.protocol.cross_validation()?;
        loaded.data.folds.as_ref().filter(|declared| !declared.inner.is_empty())?;
        Some(match folds.kind {
            ProtocolKind::Nested => {
                "its inner folds are declared, too; `inner` does not apply".into()
            }
            ProtocolKind::Flat => {
                "its declared inner folds are not used: the protocol is flat".into()
            }
        })
    }
}

/// Classes that some folds must lack.
fn rare_classes(loaded: &Loaded, folds: usize) -> Option<String> {
    let mut counts: Vec<usize> = Vec::new();
    for &class in loaded.classes.as_ref()? {
        counts.resize(counts.len().max(class + 1), 0);
        counts[class] += 1;
    }
    let rare = counts.iter().filter(|&&count| count < folds).count();
    let smallest = counts.iter().min().copied().unwrap_or(0);
    (rare > 0).then(|| {
        format!(
            "{}: {rare} of {} classes have fewer {} than there are outer folds ({folds}), the smallest {smallest}; \
             some folds lack them",
            loaded.data.name,
            counts.len(),
            loaded.units.word(),
        )
    })
}

/// What is worth knowing of a dataset without having it.
fn facts(loaded: &Loaded) -> DatasetFacts {
    let Loaded { data, units, .. } = loaded;
    let has_classes = data.classes().is_some();
    DatasetFacts {
        name: data.name.clone(),
        content: data.hash.clone(),
        rows: Some(data.rows),
        features: Some(data.features.len()),
        classes: data.classes().map(|(levels, _)| levels.len()),
        missing: Some(data.missing()),
        targets: (!has_classes).then_some(data.targets.len()),
        bags: matches!(units, Units::Bags { .. }).then(|| units.len()),
        folds: data.folds.as_ref().map(|folds| FoldFacts {
            assignment: folds.hash(),
            counts: folds.outer.iter().map(Folds::count).collect(),
        }),
    }
}

/// A cross-validation of some examples.
fn drawn(classes: Option<&[usize]>, examples: usize, cut: Validation, key: RngKey) -> Folds {
    match classes.filter(|_| cut.stratified) {
        Some(classes) => Folds::new(classes, cut.folds, key),
        None => Folds::new(&vec![0; examples], cut.folds, key),
    }
}

/// Refuses a dataset that has too few examples for the folds of the protocol.
fn enough_examples(experiment: &Experiment, loaded: &Loaded) -> Result<(), Unsuited> {
    if let Protocol::Prequential(stream) = &experiment.protocol {
        return enough_chunks(stream, loaded);
    }
    let Some(folds) = experiment.protocol.cross_validation() else { return Ok(()) };
    let (count, what) = (loaded.units.len(), loaded.units.word());
    let remedy = match loaded.units {
        Units::Rows(_) => "use fewer folds or more rows",
        Units::Bags { .. } => "use fewer folds or more bags",
    };
    let outer = folds.outer.folds;
    let declared = loaded.data.folds.as_ref();
    if declared.is_none() && count < outer {
        let problem = format!("has {count} {what}, too few for {outer} outer folds");
        return Err(Unsuited::new(problem, remedy));
    }
    let chooses = experiment.methods.iter().any(|m| m.grid.len() > 1);
    let inner = folds.inner.folds;
    let train = match declared {
        None => count - count.div_ceil(outer),
        Some(declared) if declared.inner.is_empty() => {
            let outer = declared.outer.iter();
            outer.map(|folds| count - folds.largest()).min().unwrap_or(count)
        }
        Some(_) => return Ok(()),
    };
    if chooses && folds.kind == ProtocolKind::Nested && train < inner {
        let problem = format!("leaves {train} training {what}, too few for {inner} inner folds");
        return Err(Unsuited::new(problem, remedy));
    }
    Ok(())
}

/// Refuses a stream that ends with the chunk that is learned from only.
fn enough_chunks(stream: &Prequential, loaded: &Loaded) -> Result<(), Unsuited> {
    let (count, chunk) = (loaded.units.len(), stream.chunk);
    if stream.evaluate == Evaluate::TestThenTrain || count > chunk {
        return Ok(());
    }
    let problem = format!("has {count} rows, and the first chunk of {chunk} is not tested");
    Err(Unsuited::new(problem, "use a smaller `chunk`, or evaluate = \"test-then-train\""))
}
