//! The folds of a plan, drawn or declared, and the addresses of random numbers: all follow from the seed and the content of
//! the data, and are the same for every method. Datasets that are too small for the folds are refused here.

use std::collections::BTreeSet;

use super::expand::{Loaded, Plan};
use super::outline::Trial;
use crate::data::split::{Folds, Split};
use crate::experiment::{Evaluate, Experiment, Prequential, Protocol, ProtocolKind, Validation};
use crate::learn::{Units, Unsuited};
use crate::num::key::RngKey;

impl Plan<'_> {
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
            let training: BTreeSet<usize> = train.iter().copied().collect();
            let within =
                |part: Vec<usize>| part.into_iter().filter(|e| training.contains(e)).collect();
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
}

/// A cross-validation of some examples.
fn drawn(classes: Option<&[usize]>, examples: usize, cut: Validation, key: RngKey) -> Folds {
    match classes.filter(|_| cut.stratified) {
        Some(classes) => Folds::new(classes, cut.folds, key),
        None => Folds::new(&vec![0; examples], cut.folds, key),
    }
}

/// Refuses a dataset that has too few examples for the folds of the protocol.
pub(super) fn enough_examples(experiment: &Experiment, loaded: &Loaded) -> Result<(), Unsuited> {
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
