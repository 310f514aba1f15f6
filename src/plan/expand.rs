//! From an experiment and its datasets to trials and jobs, and what they cost. Which folds they are run on is in `folds.rs`,
//! what the user is warned of in `warnings.rs`.

use std::ops::Deref;

use super::folds::enough_examples;
use super::outline::{DatasetFacts, FoldFacts, Outline, Remarks, TooManyTrials, Trial};
use super::selection::Selection;
use crate::data::Dataset;
use crate::data::prep::Prepared;
use crate::data::split::Folds;
use crate::data::suspect::{self, Suspicion};
use crate::data::table::Values;
use crate::experiment::{Experiment, Protocol, ProtocolKind};
use crate::learn::{Input, Setting, Truth, Units, Unsuited};
use crate::metrics::{ForTask, Scored, with_task};

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
    /// More trials than can be listed.
    #[error(transparent)]
    TooMany(#[from] TooManyTrials),
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
        let facts = loaded.iter().map(|own| facts(own, experiment.protocol.is_stream())).collect();
        let outline = Outline::new(experiment, facts).map_err(|error| vec![error.into()])?;
        Ok(Plan { outline, loaded })
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
            methods.iter().any(|m| m.grid.iter().any(|p| m.input(p) == Input::Table));
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
}

/// What is worth knowing of a dataset without having it.
fn facts(loaded: &Loaded, is_stream: bool) -> DatasetFacts {
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
            by_repeat: if folds.outer.len() > 1 { folds.hashes() } else { Vec::new() },
            counts: folds.outer.iter().map(Folds::count).collect(),
            inner: !folds.inner.is_empty(),
        }),
        remarks: remarks(data, is_stream),
    }
}

/// More warnings of one dataset than this do not help; the last one says how many there are.
const MOST_KEPT: usize = 20;

fn remarks(data: &Dataset, is_stream: bool) -> Remarks {
    let in_order = is_stream.then(|| suspect::warning_of_stream(data)).flatten();
    let mut suspicions: Vec<Suspicion> =
        suspect::warnings(data).into_iter().chain(in_order).collect();
    let mut notes = data.notes.clone();
    if let Some(more @ 1..) = suspicions.len().checked_sub(MOST_KEPT) {
        suspicions.truncate(MOST_KEPT);
        notes.push(format!("{more} more warnings are listed by `tribunal data info`"));
    }
    Remarks { notes, suspicions }
}
