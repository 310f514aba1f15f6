//! Training and test part of a split, prepared as a point of a grid asks for. Everything that is learned from data on the
//! way (fills, encodings, scales, steps) is learned from training rows, unless the spec asks for a leak by name.
//!
//! Points that are prepared alike share one preparation ([`PrepKey`]). A search that comes back to the same splits keeps
//! what it prepared ([`KeptParts`]), as far as memory allows.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::failure::Failure;
use crate::data::prep::{self, FittedStep, Prepared, Recipe, params_of};
use crate::data::split::Split;
use crate::data::{Features, Rows};
use crate::experiment::{MethodSpec, Scope};
use crate::learn::{Input, Samples, Task, Truth};
use crate::params::Params;
use crate::plan::Loaded;

/// What decides how data are prepared for a point: points with the same key get the same parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PrepKey {
    input: Input,
    /// The values of the parameters of all steps.
    steps: Vec<String>,
}

impl PrepKey {
    /// The key of a point.
    pub fn of(method: &MethodSpec, point: &Params) -> PrepKey {
        let steps = method.prepare.iter().map(|s| params_of(s.info(), point).to_string()).collect();
        PrepKey { input: method.input(point), steps }
    }
}

/// The parameters of a point that are the method's own, without those of its steps.
pub fn own_params<'p>(method: &MethodSpec, point: &'p Params) -> Cow<'p, Params> {
    if method.prepare.is_empty() {
        return Cow::Borrowed(point);
    }
    // Not those that the method declares: a program declares none and understands any.
    let is_own = |name: &str| {
        let mut of_steps = method.prepare.iter().flat_map(|step| step.info().params);
        !of_steps.any(|param| param.name == name)
    };
    let own = point.iter().filter(|(name, _)| is_own(name));
    let own = own.map(|(name, value)| (Cow::Owned(name.to_owned()), value.clone()));
    Cow::Owned(Params::new(own.collect()))
}

/// Examples of one part: their prepared rows, where each begins, and what is known of them.
pub struct PartData<T: Task> {
    x: Features,
    starts: Vec<usize>,
    /// What is known.
    pub y: T::Truth,
}

impl<T: Task> PartData<T> {
    /// The examples.
    pub fn examples(&self) -> Result<T::Examples<'_>, Failure> {
        let rows = Rows::of(&self.x).map_err(|e| Failure::Failed(e.to_string()))?;
        Ok(T::examples(rows, &self.starts))
    }

    /// The examples with what is known, to learn from.
    pub fn samples(&self) -> Result<Samples<'_, T>, Failure> {
        Ok(Samples::new(self.examples()?, &self.y)?)
    }

    fn bytes(&self) -> usize {
        let features = match &self.x {
            Features::Dense(matrix) | Features::Table(matrix, _) => 8 * matrix.len(),
            Features::Sparse(matrix) => matrix.bytes(),
        };
        features + size_of_val(&*self.starts) + T::bytes(&self.y)
    }
}

/// Training and test part of a split, prepared.
pub struct Parts<T: Task> {
    /// To learn from.
    pub train: PartData<T>,
    /// To be tested on.
    pub test: PartData<T>,
}

/// A dataset and how it is prepared for a method.
pub struct Preparation<'a, T: Task> {
    /// The dataset.
    pub loaded: &'a Loaded,
    /// What is known of every example.
    pub truth: &'a T::Truth,
    /// Filling, encoding and scaling.
    pub recipe: Recipe,
    /// What these are fitted on.
    pub scope: Scope,
    /// The method with its steps.
    pub method: &'a MethodSpec,
}

impl<T: Task> Preparation<'_, T> {
    /// The parts of a split for a point.
    pub fn parts(&self, key: &PrepKey, point: &Params, split: &Split) -> Result<Parts<T>, Failure> {
        let mut train = Cow::Borrowed(&split.train);
        if self.method.method.info().leaks.is_some() {
            // The one way in which a method sees test examples: it declares that it is unfair.
            train.to_mut().extend(&split.test);
            train.to_mut().sort_unstable();
        }
        let units = &self.loaded.units;
        let (train_rows, test_rows) = (units.rows_of(&train), units.rows_of(&split.test));
        let (train_x, test_x) = self.features(key, point, &train_rows, &test_rows)?;
        let part = |examples: &[usize], x: Features| PartData {
            x,
            starts: units.starts_of(examples),
            y: self.truth.select(examples),
        };
        Ok(Parts { train: part(&train, train_x), test: part(&split.test, test_x) })
    }

    fn features(
        &self,
        key: &PrepKey,
        point: &Params,
        train: &[usize],
        test: &[usize],
    ) -> Result<(Features, Features), Failure> {
        let data = &self.loaded.data;
        if key.input == Input::Table {
            return Ok((prep::table(data, train), prep::table(data, test)));
        }
        let all: Vec<usize> = match (self.scope, self.method.prepare_scope) {
            (Scope::Train, Scope::Train) => Vec::new(),
            _ => (0..data.rows).collect(),
        };
        let fitted_on = if self.scope == Scope::All { all.as_slice() } else { train };
        let prepared = Prepared::fit(data, fitted_on, self.recipe);
        let (mut train_x, mut test_x) = (prepared.apply(data, train), prepared.apply(data, test));
        let mut all_x = match self.method.prepare_scope {
            Scope::All if !self.method.prepare.is_empty() => Some(prepared.apply(data, &all)),
            _ => None,
        };
        for step in &self.method.prepare {
            let (x, rows) = match &all_x {
                Some(all_x) => (all_x, all.as_slice()),
                None => (&train_x, train),
            };
            let fitted: Box<dyn FittedStep> = {
                let x = Rows::of(x).map_err(|e| Failure::Failed(e.to_string()))?;
                let classes = self.row_classes(rows);
                let params = params_of(step.info(), point);
                step.fit(x, classes.as_deref(), &params).map_err(Failure::Failed)?
            };
            train_x = fitted.apply(train_x);
            test_x = fitted.apply(test_x);
            all_x = all_x.map(|x| fitted.apply(x));
        }
        Ok((train_x, test_x))
    }

    /// The class of each of some rows; only where every row is an example.
    fn row_classes(&self, rows: &[usize]) -> Option<Vec<usize>> {
        let classes = self.loaded.classes.as_ref()?;
        (classes.len() == self.loaded.data.rows).then(|| rows.iter().map(|&r| classes[r]).collect())
    }
}

/// Parts that a search comes back to, by split and preparation.
pub struct KeptParts<T: Task> {
    budget: usize,
    kept: Mutex<KeptState<T>>,
}

struct KeptState<T: Task> {
    bytes: usize,
    parts: BTreeMap<(usize, PrepKey), Arc<Parts<T>>>,
}

impl<T: Task> KeptParts<T> {
    /// Keeps at most this many bytes; with none, every part is prepared when it is needed.
    pub fn up_to(budget: usize) -> KeptParts<T> {
        let kept = Mutex::new(KeptState { bytes: 0, parts: BTreeMap::new() });
        KeptParts { budget, kept }
    }

    /// The parts of a split, prepared now or earlier.
    pub fn get(
        &self,
        split: usize,
        key: &PrepKey,
        prepare: impl FnOnce() -> Result<Parts<T>, Failure>,
    ) -> Result<Arc<Parts<T>>, Failure> {
        let place = (split, key.clone());
        let found = self.lock().parts.get(&place).cloned();
        if let Some(parts) = found {
            return Ok(parts);
        }
        let parts = Arc::new(prepare()?);
        let bytes = parts.train.bytes() + parts.test.bytes();
        let mut kept = self.lock();
        if kept.bytes + bytes <= self.budget {
            kept.bytes += bytes;
            kept.parts.insert(place, Arc::clone(&parts));
        }
        Ok(parts)
    }

    fn lock(&self) -> MutexGuard<'_, KeptState<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod bag_tests;
#[cfg(test)]
mod tests;
