//! AdaBoost.M1 of Freund and Schapire, as Weka 3.6.14 has it (`AdaBoostM1` with weights, not resampling): each round
//! fits the base to weighted examples, then makes those it got wrong heavier; models vote by how seldom they are wrong.
//!
//! The rules, which are Weka's. The error of a model is the weight of the training rows it gets wrong over the weight of
//! all. The rounds end with a model that errs on one half or more, or on nothing, both to within 1e-6; that model
//! is dropped unless it is the first. Otherwise it votes with ln((1 - error) / error), the rows it got wrong
//! weigh (1 - error) / error times as much as before, and all weights are scaled to their old sum. Several models:
//! the probabilities are e to the votes of each class, scaled to sum to one; the class has the most votes. A single model
//! answers for itself, with what scores it has. `weight-threshold`: the base sees only the heaviest rows that make up
//! more than this share of all weight (and all rows as heavy as the lightest of them).

use super::DEFAULT_BASE;
use super::composite::{Base, Combine, Composite, Kept, block_of};
use crate::data::Rows;
use crate::learn::tolerance::{at_least, equal};
use crate::learn::{
    ClassPredictions, Classify, Curve, FitContext, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples, Setting, StopReason, go_on, predict_in_blocks,
};
use crate::measure::MetricInfo;
use crate::num::math;
use crate::params::{Domain, ParamInfo, Params, Value};

static OWN: MethodInfo = MethodInfo {
    kind: "adaboost",
    summary: "AdaBoost.M1: models that each learn most from what the ones before got wrong",
    reference: "Y. Freund and R. E. Schapire, Experiments with a new boosting algorithm, ICML (1996) 148-156",
    params: &[
        ParamInfo {
            name: "rounds",
            about: "largest number of models",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(10),
        },
        ParamInfo {
            name: "weight-threshold",
            about: "percent of all weight, heaviest rows first, that a model learns from",
            domain: Domain::RealBetween(1.0, 100.0),
            default: Value::Real(100.0),
        },
    ],
    version: 1,
    facts: &[MetricInfo::fact("rounds", "models that vote")],
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method over its default base.
pub static METHOD: Composite<AdaBoost> = Composite::over_default();

/// How models are boosted.
pub struct AdaBoost;

struct Boosted {
    classes: usize,
    /// Models with their votes; at least one.
    models: Vec<(Box<dyn Model<Classify>>, f64)>,
    facts: ModelFacts,
}

impl Combine for AdaBoost {
    type Task = Classify;
    type BaseTask = Classify;
    const OWN: &'static MethodInfo = &OWN;
    const BASE_SETTING: Setting = Setting::Classification;

    fn default_base() -> &'static dyn Method<Classify> {
        DEFAULT_BASE
    }

    fn refuse(base: &MethodInfo) -> Option<String> {
        (!base.weights).then(|| "it takes no weights of examples".into())
    }

    fn fit(
        base: &Base<Classify>,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let truth = train.y().ids();
        let mut weights: Vec<f64> = (0..truth.len()).map(|row| train.weight(row)).collect();
        let share = params.real("weight-threshold") / 100.0;
        let rounds = u64::try_from(params.int("rounds")).unwrap_or(1);
        let (mut models, mut kept) = (Vec::new(), Kept::default());
        let mut errors = Vec::new();
        let mut stop = StopReason::AllRounds;
        for round in 0..rounds {
            go_on(context.stop)?;
            let context = FitContext { key: context.key.child("round", round), ..*context };
            let model = if share < 1.0 {
                let rows = heaviest(&weights, share);
                let kept: Vec<f64> = rows.iter().map(|&row| weights[row]).collect();
                base.fit_on(train, &rows, Some(&kept), &context)?
            } else {
                base.fit(&train.clone().weighted(&weights)?, &context)?
            };
            let predicted = predict_in_blocks(model.as_ref(), train.x(), context.stop)?.labels;
            let total: f64 = weights.iter().sum();
            let wrong = |row: &usize| predicted[*row] != truth[*row];
            let missed: f64 = (0..truth.len()).filter(wrong).map(|row| weights[row]).sum();
            let error = missed / total;
            errors.push(error);
            if equal(error, 0.0) || at_least(error, 0.5) {
                stop = StopReason::Converged;
                if models.is_empty() {
                    models.push((model, 1.0));
                }
                break;
            }
            kept.count(model.as_ref(), &context)?;
            let odds = (1.0 - error) / error;
            models.push((model, math::ln(odds)));
            (0..truth.len()).filter(wrong).for_each(|row| weights[row] *= odds);
            let scale = total / weights.iter().sum::<f64>();
            weights.iter_mut().for_each(|weight| *weight *= scale);
        }
        let facts = ModelFacts {
            stop,
            numbers: [("rounds".into(), models.len() as f64)].into(),
            curve: Curve::new("round", "weighted training error", &errors),
        };
        Ok(Box::new(Boosted { classes: train.y().classes(), models, facts }))
    }
}

/// The heaviest rows, in the order of the table: those that together make up more than `share` of all weight, and the
/// ones that are as heavy as the last of them.
pub(super) fn heaviest(weights: &[f64], share: f64) -> Vec<usize> {
    let mut sorted = weights.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let wanted = weights.iter().sum::<f64>() * share;
    let mut sum = 0.0;
    let last = sorted.iter().find(|weight| {
        sum += **weight;
        sum > wanted
    });
    let lightest = last.copied().unwrap_or(0.0);
    (0..weights.len()).filter(|&row| weights[row] >= lightest).collect()
}

impl Model<Classify> for Boosted {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        if let [(only, _)] = self.models.as_slice() {
            return only.predict(x);
        }
        let mut votes = vec![0.0; x.len() * self.classes];
        for (model, vote) in &self.models {
            let labels = model.predict(x).labels;
            for (row, label) in votes.chunks_exact_mut(self.classes).zip(labels) {
                row[label as usize] += vote;
            }
        }
        votes.chunks_exact_mut(self.classes).for_each(exponentiate);
        ClassPredictions::from_probabilities(self.classes, votes)
    }

    fn bytes(&self) -> usize {
        let models: usize = self.models.iter().map(|(model, _)| model.bytes()).sum();
        size_of_val(&*self.models) + models
    }

    fn facts(&self) -> ModelFacts {
        self.facts.clone()
    }

    fn block(&self) -> usize {
        block_of(self.models.len())
    }
}

/// e to each number, scaled to sum to one.
fn exponentiate(row: &mut [f64]) {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    row.iter_mut().for_each(|value| *value = math::exp(*value - most));
    let sum: f64 = row.iter().sum();
    row.iter_mut().for_each(|value| *value /= sum);
}
