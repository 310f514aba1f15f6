//! Multinomial logistic regression with a ridge penalty.
//!
//! Minimises the sum over the training examples of -ln p(class | x), plus ridge/2 times the sum of squared weights;
//! intercepts are free. With K > 2 classes every class has a weight vector and p is their softmax; with two classes one
//! vector separates the second from the first. (For two classes the two forms differ: the softmax form would count the
//! penalty by half.) In scikit-learn's terms ridge = 1/C.
//!
//! With `form = "reference"` the table is read as it is: missing values become the mean or the most frequent level,
//! nominal features become zeros and ones, features that never vary are dropped and all columns get mean 0 and variance
//! 1 (`design.rs`). Every class but the last has a weight vector, and ridge (not half of it) times the sum of squared
//! weights is added. Weka's Logistic minimises the same, with ridge = 1e-8 unless told otherwise, but stops earlier.
//!
//! The minimum is unique in its probabilities; `newton.rs` finds it.

mod conjugate;
mod design;
mod loss;
mod newton;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ndarray::Array2;

use crate::data::FeatureKind;
use crate::data::rows::{Row, Rows};
use crate::learn::{
    ClassPredictions, Classify, Curve, Declared, FitContext, FitError, FitResult, Input, Method,
    MethodInfo, Model, ModelFacts, Samples, StopReason,
};
use crate::measure::MetricInfo;
use crate::params::{Domain, ParamInfo, Params, Value};
use design::Design;
use loss::{Problem, Setup};

static INFO: MethodInfo = MethodInfo {
    kind: "logistic",
    summary: "multinomial logistic regression with a ridge penalty",
    reference: "S. le Cessie and J. C. van Houwelingen, Applied Statistics 41 (1992) 191-201",
    params: &[
        ParamInfo {
            name: "ridge",
            about: "weight of the penalty against the summed log loss: ridge/2 |w|^2 (so 1/C), or ridge |w|^2 in the \
                    reference form",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1.0),
        },
        ParamInfo {
            name: "tolerance",
            about: "stop when no gradient entry exceeds tolerance times the number of examples",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1e-10),
        },
        ParamInfo {
            name: "max-iterations",
            about: "largest number of Newton steps",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(200),
        },
        ParamInfo {
            name: "form",
            about: "softmax: of prepared numbers, a weight vector a class; reference: of the table, standardised, none for \
                    the last class",
            domain: Domain::Choice(&["softmax", "reference"]),
            default: Value::Text(Cow::Borrowed("softmax")),
        },
    ],
    version: 2,
    facts: &[MetricInfo::fact("iterations", "Newton steps")],
    sparse: true,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Logistic;

struct LogisticModel {
    classes: usize,
    /// The class of each head.
    heads: Vec<u32>,
    /// The class that needs no head.
    fixed: Option<u32>,
    /// How the numbers are made from a row; rows without zeros are used as they are.
    design: Option<Design>,
    /// One row a head, the intercept last.
    weights: Vec<f64>,
    /// The objective a row, at the start and after each Newton step.
    path: Vec<f64>,
    stop: StopReason,
}

impl Declared for Logistic {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn input(&self, params: &Params) -> Input {
        if is_reference(params) { Input::Table } else { Input::Numbers }
    }
}

impl Method<Classify> for Logistic {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Ok(Box::new(LogisticModel::fit(train, params, context)?))
    }
}

fn is_reference(params: &Params) -> bool {
    params.text("form") == "reference"
}

impl LogisticModel {
    fn fit(
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<LogisticModel, FitError> {
        let (x, y, reference) = (train.x(), train.y(), is_reference(params));
        let weights: Vec<f64> = (0..x.len()).map(|row| train.weight(row)).collect();
        let (heads, fixed) = heads(train, reference);
        let mut head_of = vec![heads.len(); y.classes()];
        for (head, &class) in heads.iter().enumerate() {
            head_of[class as usize] = head;
        }
        let targets: Vec<usize> = y.ids().iter().map(|&class| head_of[class as usize]).collect();
        if reference {
            let columns = |kind: &FeatureKind| match kind {
                FeatureKind::Numeric => 1,
                FeatureKind::Nominal { levels } => *levels,
            };
            let width = x.kinds().iter().map(columns).fold(0, usize::saturating_add);
            let bytes = width.saturating_mul(x.len()).saturating_mul(8);
            context.room_for(bytes, "a column for every level")?;
        }
        let design = match (reference, x.is_sparse()) {
            (true, _) => Some(Design::of_table(&x.kinds(), &x.to_dense(), &weights)?),
            (false, true) => None,
            (false, false) => Some(Design::centred(&x.to_dense(), &weights)),
        };
        let matrix = design.as_ref().map_or_else(|| Array2::zeros((0, 0)), |d| d.matrix(x));
        let unsuitable =
            |_| FitError::Unsuitable("features are too large to compute with; scale them".into());
        let numbers = Rows::new(&matrix).map_err(unsuitable)?;
        let mut problem = Problem::new(Setup {
            x: if design.is_some() { numbers } else { x },
            targets: &targets,
            weights: train.weights(),
            heads: heads.len(),
            fixed: fixed.is_some(),
            ridge: params.real("ridge") * if reference { 2.0 } else { 1.0 },
        });
        let limit = usize::try_from(params.int("max-iterations")).unwrap_or(usize::MAX);
        let total = problem.weight();
        let newton::Minimum { weights, path, stop } =
            problem.minimise(params.real("tolerance") * total, limit, context)?;
        let path = path.iter().map(|value| value / total).collect();
        Ok(LogisticModel { classes: y.classes(), heads, fixed, design, weights, path, stop })
    }
}

/// The classes that get a weight vector, and the one that gets none. Classes without weight are left out.
fn heads(train: &Samples<'_, Classify>, reference: bool) -> (Vec<u32>, Option<u32>) {
    let weights = train.class_weights();
    let mut present: Vec<u32> =
        (0..weights.len() as u32).filter(|&class| weights[class as usize] > 0.0).collect();
    let fixed = match present.len() {
        _ if reference => present.pop(),
        1 | 2 => Some(present.remove(0)),
        _ => None,
    };
    (present, fixed)
}

impl Model<Classify> for LogisticModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let mut logits = vec![0.0; self.heads.len()];
        let mut numbers = vec![0.0; self.design.as_ref().map_or(0, Design::width)];
        let stride = self.weights.len() / self.heads.len().max(1);
        // A design reads whole rows.
        let dense = self.design.as_ref().map(|design| (design, x.to_dense()));
        for (index, out) in probabilities.chunks_exact_mut(self.classes).enumerate() {
            let row = match &dense {
                Some((design, x)) => {
                    design.apply(x.row(index), &mut numbers);
                    Row::Dense(&numbers)
                }
                None => x.row(index),
            };
            for (logit, head) in logits.iter_mut().zip(self.weights.chunks_exact(stride.max(1))) {
                *logit = loss::logit(row, head);
            }
            loss::softmax(&mut logits, self.fixed.is_some());
            for (class, p) in self.heads.iter().zip(&logits) {
                out[*class as usize] = *p;
            }
            if let Some(class) = self.fixed {
                out[class as usize] = (1.0 - logits.iter().sum::<f64>()).max(0.0);
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let design = self.design.as_ref().map_or(0, Design::bytes);
        let lists =
            [size_of_val(&*self.heads), size_of_val(&*self.weights), size_of_val(&*self.path)];
        design + lists.iter().sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts {
            stop: self.stop,
            numbers: [("iterations".into(), self.path.len().saturating_sub(1) as f64)].into(),
            curve: Curve::new(
                "Newton step",
                "penalised log loss a row",
                self.path.get(1..).unwrap_or_default(),
            ),
        }
    }
}
