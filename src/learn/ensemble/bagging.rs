//! Bagging (Breiman): every model learns from a bag of its own, drawn with replacement from the examples; their
//! probabilities are averaged, or their votes counted where the base has no probabilities.
//!
//! An example is drawn with a probability in proportion to its weight. A base that heeds weights gets each drawn row
//! once, weighing as often as it was drawn; any other base gets it that often. Rows that were not drawn are left out and
//! not only weightless, since a tree may take a threshold from a row without weight. A bag that a base
//! cannot learn from fails the fit.

use std::marker::PhantomData;

use super::DEFAULT_BASE;
use super::composite::{Base, Combine, Composite, Kept, block_of};
use super::urn::Urn;
use crate::learn::multi_instance::simple_mi;
use crate::learn::{
    ClassPredictions, Classify, ClassifyBags, Examples, FitContext, FitResult, Labels, Method,
    MethodInfo, Model, ModelFacts, Samples, Scores, Setting, StopReason, Task, Trained, go_on,
};
use crate::measure::MetricInfo;
use crate::params::{Domain, ParamInfo, Params, Value};

static OWN: MethodInfo = MethodInfo {
    kind: "bagging",
    summary: "bagging: models of bags of examples, averaged",
    reference: "L. Breiman, Bagging predictors, Machine Learning 24 (1996) 123-140",
    facts: &[MetricInfo::fact("rounds", "models that vote")],
    params: &[
        ParamInfo {
            name: "rounds",
            about: "number of models",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(10),
        },
        ParamInfo {
            name: "sample",
            about: "examples drawn for each model, as a share of all; one at least",
            domain: Domain::RealBetween(0.0, 10.0),
            default: Value::Real(1.0),
        },
    ],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// Bagging of classifiers over its default base.
pub static METHOD: Composite<Bagging<Classify>> = Composite::over_default();

/// Bagging of methods that learn from bags of rows: what is drawn are bags.
pub static OF_BAGS: Composite<Bagging<ClassifyBags>> = Composite::over_default();

/// How examples are drawn and models averaged.
pub struct Bagging<T>(PhantomData<T>);

/// A task with classes whose models can be averaged.
pub trait Averaged: Trained + Task<Truth = Labels, Answers = ClassPredictions> {
    /// The setting of its methods.
    const SETTING: Setting;

    /// The base that is taken where none is named.
    fn default_base() -> &'static dyn Method<Self>;
}

impl Averaged for Classify {
    const SETTING: Setting = Setting::Classification;

    fn default_base() -> &'static dyn Method<Classify> {
        DEFAULT_BASE
    }
}

impl Averaged for ClassifyBags {
    const SETTING: Setting = Setting::Bags;

    fn default_base() -> &'static dyn Method<ClassifyBags> {
        &simple_mi::METHOD
    }
}

struct Bagged<T: Task> {
    classes: usize,
    models: Vec<Box<dyn Model<T>>>,
}

impl<T: Averaged> Combine for Bagging<T> {
    type Task = T;
    type BaseTask = T;
    const OWN: &'static MethodInfo = &OWN;
    const BASE_SETTING: Setting = T::SETTING;

    fn default_base() -> &'static dyn Method<T> {
        T::default_base()
    }

    fn refuse(_: &MethodInfo) -> Option<String> {
        None
    }

    fn fit(
        base: &Base<T>,
        train: &Samples<'_, T>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<T> {
        let urn = Urn::new(train);
        let draws = (train.x().len() as f64 * params.real("sample")).round().max(1.0) as usize;
        let rounds = u64::try_from(params.int("rounds")).unwrap_or(1);
        let (mut models, mut kept) = (Vec::new(), Kept::default());
        for round in 0..rounds {
            go_on(context.stop)?;
            let key = context.key.child("bag", round);
            let counts = urn.draw(&mut key.stream(), draws);
            let context = FitContext { key: key.child("model", 0), ..*context };
            let drawn = (0..).zip(counts).filter(|(_, count)| *count > 0);
            let model = if base.heeds_weights() {
                let (rows, weights): (Vec<usize>, Vec<f64>) =
                    drawn.map(|(row, count)| (row, f64::from(count))).unzip();
                base.fit_on(train, &rows, Some(&weights), &context)?
            } else {
                let copies = |(row, count)| std::iter::repeat_n(row, count as usize);
                base.fit_on(train, &drawn.flat_map(copies).collect::<Vec<usize>>(), None, &context)?
            };
            kept.count(model.as_ref(), &context)?;
            models.push(model);
        }
        Ok(Box::new(Bagged { classes: train.y().classes(), models }))
    }
}

impl<T: Averaged> Model<T> for Bagged<T> {
    fn predict(&self, x: T::Examples<'_>) -> ClassPredictions {
        let mut sums = vec![0.0; x.len() * self.classes];
        for model in &self.models {
            let predictions = model.predict(x);
            if let Scores::Probability(matrix) = predictions.scores {
                sums.iter_mut().zip(matrix.values).for_each(|(sum, p)| *sum += p);
            } else {
                let rows = sums.chunks_exact_mut(self.classes);
                rows.zip(predictions.labels).for_each(|(row, label)| row[label as usize] += 1.0);
            }
        }
        let count = self.models.len() as f64;
        sums.iter_mut().for_each(|sum| *sum /= count);
        ClassPredictions::from_probabilities(self.classes, sums)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.models) + self.models.iter().map(|model| model.bytes()).sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        let numbers = [("rounds".into(), self.models.len() as f64)].into();
        ModelFacts { stop: StopReason::AllRounds, numbers, curve: None }
    }
    fn block(&self) -> usize {
        block_of(self.models.len())
    }
}
