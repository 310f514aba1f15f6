//! Multinomial logistic regression with a ridge penalty.
//!
//! Minimises the sum over the training examples of -ln p(class | x), plus ridge/2 times the sum of squared weights;
//! intercepts are free. With K > 2 classes every class has a weight vector and p is their softmax; with two classes one
//! vector separates the second from the first. (For two classes the two forms differ: the softmax form would count the
//! penalty by half.) In scikit-learn's terms ridge = 1/C.
//!
//! The minimum is unique in its probabilities; `newton.rs` finds it.

mod newton;

use ndarray::Array2;

use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{
    ClassPredictions, Classify, Curve, FitContext, FitError, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples, StopReason,
};
use crate::measure::MetricInfo;
use crate::num::math;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "logistic",
    summary: "multinomial logistic regression with a ridge penalty",
    reference: "S. le Cessie and J. C. van Houwelingen, Applied Statistics 41 (1992) 191-201",
    params: &[
        ParamInfo {
            name: "ridge",
            about: "weight of the penalty ridge/2 |w|^2 against the summed log loss (1/C)",
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
    ],
    version: 1,
    facts: &[MetricInfo::fact("iterations", "Newton steps")],
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Logistic;

struct LogisticModel {
    classes: usize,
    /// The class of each probability column; one class alone needs no weights.
    present: Vec<u32>,
    means: Vec<f64>,
    weights: Weights,
    /// The objective a row, at the start and after each Newton step.
    path: Vec<f64>,
    stop: StopReason,
}

/// One row of weights a head, the intercept last.
struct Weights {
    heads: usize,
    width: usize,
    values: Vec<f64>,
}

impl Weights {
    fn head(&self, head: usize) -> &[f64] {
        &self.values[head * (self.width + 1)..(head + 1) * (self.width + 1)]
    }
}

impl Method<Classify> for Logistic {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x().to_dense(), train.y());
        let present = y.present();
        let heads = match present.len() {
            1 => 0,
            2 => 1,
            many => many,
        };
        let mut column_of = vec![0; y.classes()];
        for (column, &class) in present.iter().enumerate() {
            column_of[class as usize] = column;
        }
        let targets: Vec<usize> = y.ids().iter().map(|&class| column_of[class as usize]).collect();
        let limit = usize::try_from(params.int("max-iterations")).unwrap_or(usize::MAX);
        let tolerance = params.real("tolerance") * x.len() as f64;
        // Centred features give the same optimum, since the intercept is free, and a better conditioned way to it.
        let means = column_means(&x);
        let centred = Array2::from_shape_fn((x.len(), x.width()), |(r, c)| x.row(r)[c] - means[c]);
        let unsuitable =
            |_| FitError::Unsuitable("features are too large to compute with; scale them".into());
        let rows = Rows::new(&centred).map_err(unsuitable)?.to_dense();
        let mut problem = newton::Problem::new(rows, &targets, heads, params.real("ridge"));
        let newton::Minimum { weights: values, path, stop } =
            problem.minimise(tolerance, limit, context)?;
        let weights = Weights { heads, width: x.width(), values };
        let path = path.iter().map(|value| value / x.len() as f64).collect();
        Ok(Box::new(LogisticModel { classes: y.classes(), present, means, weights, path, stop }))
    }
}

/// Divided before summing, so that large values do not overflow.
fn column_means(x: &DenseRows<'_>) -> Vec<f64> {
    let mut means = vec![0.0; x.width()];
    for row in x.iter() {
        math::add_scaled(&mut means, 1.0 / x.len() as f64, row);
    }
    means
}

impl Model<Classify> for LogisticModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let heads = self.weights.heads;
        let mut logits = vec![0.0; heads];
        let mut centred = vec![0.0; x.width()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for ((centred, value), mean) in centred.iter_mut().zip(row).zip(&self.means) {
                *centred = value - mean;
            }
            for (head, logit) in logits.iter_mut().enumerate() {
                *logit = newton::logit(&centred, self.weights.head(head));
            }
            match logits.as_mut_slice() {
                [] => out[self.present[0] as usize] = 1.0,
                [_] => {
                    newton::softmax(&mut logits);
                    out[self.present[0] as usize] = 1.0 - logits[0];
                    out[self.present[1] as usize] = logits[0];
                }
                many => {
                    newton::softmax(many);
                    for (class, p) in self.present.iter().zip(many) {
                        out[*class as usize] = *p;
                    }
                }
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
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
