//! The multilayer perceptron as Weka 3.6.14 has it (MultilayerPerceptron with one hidden layer): sigmoid units, one output
//! a class, weights moved after every example by backpropagation with momentum.
//!
//! It reads the table itself: nominal features become columns of zeros and ones, all columns are scaled to [-1, 1] by
//! the training rows, missing values are 0 (`inputs.rs`). Rows are shuffled once, then met in that order in every epoch.
//! The weight of an example multiplies its learning rate. If the weights outgrow the numbers there are, training starts
//! again with half the learning rate and the same random numbers. A class's probability is its output divided by the sum
//! of all; where all are 0, and where there are no features, it is the share of the class in training, each counted
//! once more than it occurs.
//!
//! The random numbers are those of the fit's key, not Java's: single results differ from Weka's as those of another
//! seed do. With Java's numbers they are Weka's (`tests.rs`).

use super::encode;
use super::inputs::Inputs;
use super::net::{Learner, Net, Pace};
use crate::data::Rows;
use crate::learn::draws::{Draws, shuffle};
use crate::learn::{
    ClassPredictions, Classify, Curve, Declared, FitContext, FitError, FitResult, Input, Method,
    MethodInfo, Model, ModelFacts, Samples, Stop, StopReason, go_on,
};
use crate::measure::MetricInfo;
use crate::num::simd::wide;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "mlp",
    summary: "neural network: one hidden layer of sigmoid units, online backpropagation with momentum",
    reference: "D. E. Rumelhart, G. E. Hinton and R. J. Williams, Nature 323 (1986) 533-536; Weka 3.6.14, MultilayerPerceptron",
    params: &[
        ParamInfo {
            name: "hidden",
            about: "hidden units; 0: half the sum of inputs and classes, rounded down",
            domain: Domain::Int { min: 0, max: 100_000 },
            default: Value::Int(0),
        },
        ParamInfo {
            name: "learning-rate",
            about: "the share of the gradient that a weight moves by",
            domain: Domain::RealBetween(1e-6, 1.0),
            default: Value::Real(0.3),
        },
        ParamInfo {
            name: "momentum",
            about: "the share of its last change that a weight repeats",
            domain: Domain::RealBetween(0.0, 1.0),
            default: Value::Real(0.2),
        },
        ParamInfo {
            name: "epochs",
            about: "how often every example is met (Weka's own default is 500)",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(200),
        },
        ParamInfo {
            name: "decay",
            about: "whether the learning rate is divided by the number of the epoch",
            domain: Domain::Flag,
            default: Value::Flag(false),
        },
    ],
    version: 1,
    facts: &[
        MetricInfo::fact("hidden_units", "units of the hidden layer").titled("hidden units"),
        MetricInfo::fact("epochs", "how often every example was met"),
    ],
    input: Input::Table,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Mlp;

/// What a network is trained with.
struct Plan {
    hidden: usize,
    pace: Pace,
    epochs: usize,
    decay: bool,
}

impl Plan {
    fn new(params: &Params, inputs: usize, classes: usize) -> Plan {
        let count = |name: &str| usize::try_from(params.int(name)).unwrap_or(usize::MAX);
        Plan {
            hidden: match count("hidden") {
                0 => (inputs + classes) / 2,
                asked => asked,
            },
            pace: Pace { rate: params.real("learning-rate"), momentum: params.real("momentum") },
            epochs: count("epochs"),
            decay: params.flag("decay"),
        }
    }
}

/// A model, whichever way it came about.
pub(super) struct MlpModel {
    inputs: Inputs,
    /// None if there is nothing to look at.
    pub(super) net: Option<Net>,
    /// The shares of the classes in training.
    shares: Vec<f64>,
    /// The mean squared error of each epoch, before each example was learned.
    errors: Vec<f64>,
}

impl Declared for Mlp {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for Mlp {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (rows, classes) = (train.x().len(), train.y().classes());
        let inputs = encode::binary_width(&train.x().kinds());
        let hidden = Plan::new(params, inputs, classes).hidden;
        // The rows as inputs; weights, and how they moved last.
        let weights = hidden.saturating_mul(inputs.saturating_add(classes)).saturating_mul(2);
        let numbers = rows.saturating_mul(inputs).saturating_add(weights);
        context.room_for(numbers.saturating_mul(8), "a network with an input for every level")?;
        let model = fit_with(train, params, context.stop, || context.key.stream())?;
        Ok(Box::new(model))
    }
}

/// Fits with random numbers of any source, which is opened anew when training has to start again.
pub(super) fn fit_with<D: Draws>(
    train: &Samples<'_, Classify>,
    params: &Params,
    stop: &dyn Stop,
    draws: impl Fn() -> D,
) -> Result<MlpModel, FitError> {
    let (inputs, values) = Inputs::learn(train.x());
    let mut plan = Plan::new(params, inputs.width(), train.y().classes());
    let mut model = MlpModel { inputs, net: None, shares: shares(train), errors: Vec::new() };
    if model.inputs.width() == 0 {
        return Ok(model);
    }
    while model.net.is_none() {
        model.errors.clear();
        model.net = trained(train, &values, &plan, &mut draws(), &mut model.errors, stop)?;
        plan.pace.rate /= 2.0;
        if model.net.is_none() && plan.pace.rate <= 1e-6 {
            let reason = "the weights grow without bound at every learning rate";
            return Err(FitError::Unsuitable(reason.into()));
        }
    }
    Ok(model)
}

/// The shares of the classes, each class having one example more than it has.
fn shares(train: &Samples<'_, Classify>) -> Vec<f64> {
    let mut shares = train.class_weights();
    shares.iter_mut().for_each(|share| *share += 1.0);
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// Weights that are looked at between two looks at the clock.
const PATIENCE: usize = 1 << 22;

/// A network that met all examples as often as asked; `None` if its numbers grew without bound.
fn trained(
    train: &Samples<'_, Classify>,
    values: &[f64],
    plan: &Plan,
    draws: &mut impl Draws,
    errors: &mut Vec<f64>,
    stop: &dyn Stop,
) -> Result<Option<Net>, FitError> {
    let (rows, classes) = (train.x().len(), train.y().classes());
    let width = values.len() / rows;
    let mut order: Vec<usize> = (0..rows).collect();
    shuffle(&mut order, draws);
    let mut learner = Learner::new(Net::new(width, plan.hidden, classes, draws));
    let total: f64 = order.iter().map(|&row| train.weight(row)).sum();
    // So many examples are a fraction of a second.
    let patience = (PATIENCE / (plan.hidden * (width + classes)).max(1)).max(1);
    for epoch in 1..=plan.epochs {
        let mut sum = 0.0;
        for some in order.chunks(patience) {
            go_on(stop)?;
            wide(
                #[inline(always)]
                || {
                    for &row in some {
                        let weight = train.weight(row);
                        let mut pace = Pace { rate: plan.pace.rate * weight, ..plan.pace };
                        if plan.decay {
                            pace.rate /= epoch as f64;
                        }
                        let inputs = &values[row * width..(row + 1) * width];
                        let squares = learner.learn(inputs, train.y().ids()[row] as usize, pace);
                        sum += squares / classes as f64 * weight;
                    }
                },
            );
        }
        let error = sum / total;
        if !error.is_finite() {
            return Ok(None);
        }
        errors.push(error);
    }
    Ok(Some(learner.net).filter(Net::is_finite))
}

impl Model<Classify> for MlpModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let classes = self.shares.len();
        let mut probabilities = vec![0.0; x.len() * classes];
        let mut inputs = vec![0.0; self.inputs.width()];
        let mut hidden = vec![0.0; self.net.as_ref().map_or(0, Net::hidden_units)];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(classes)) {
            if let Some(net) = &self.net {
                self.inputs.of(row, &mut inputs);
                net.answer(&inputs, &mut hidden, out);
            }
            let total: f64 = out.iter().sum();
            if total > 0.0 {
                out.iter_mut().for_each(|p| *p /= total);
            } else {
                out.copy_from_slice(&self.shares);
            }
        }
        ClassPredictions::from_probabilities(classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let net = self.net.as_ref().map_or(0, |net| net.hidden.bytes() + net.output.bytes());
        net + self.inputs.bytes() + size_of_val(&*self.shares) + size_of_val(&*self.errors)
    }

    fn facts(&self) -> ModelFacts {
        let units = self.net.as_ref().map_or(0, Net::hidden_units) as f64;
        let epochs = self.errors.len() as f64;
        let stop = match self.net {
            Some(_) => StopReason::AllRounds,
            None => StopReason::ClosedForm,
        };
        let numbers = [("hidden_units".into(), units), ("epochs".into(), epochs)].into();
        let curve = Curve::new("epoch", "mean squared error", &self.errors);
        ModelFacts { stop, numbers, curve }
    }
}
