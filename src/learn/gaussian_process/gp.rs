//! The Gaussian process classifier with Laplace's approximation.
//!
//! A latent function f with covariances k(x, z) = s exp(-|x - z|^2 / (2 l^2)) is squeezed into a probability by the
//! cumulative Gaussian or the logistic function. Learning finds the most likely f at the training rows and the
//! curvature there (`laplace.rs`); a prediction averages the squeezed f over what is still uncertain about it
//! (Rasmussen and Williams, algorithm 3.2). More than two classes: each against the rest, probabilities divided by their
//! sum.
//!
//! `log-length-scale` is ln l and `log-signal-variance` is ln s, natural logarithms. suppharangsarn's grid is
//! {0, 5, 10, 15, 20} for "the logarithm of the length-scale and signal variance"; s is what that thesis calls the signal
//! variance, sigma_f^2. The GPML program takes ln sigma_f instead: if the thesis' numbers were that program's, they are to be
//! doubled here.
//!
//! Time grows with the third power of the number n of rows and memory with its square: covariances, a factor being
//! made, and half a matrix a class, 8 n^2 (2 + classes / 2) bytes. A fit that would need more than it may use is refused.
//! The factorisation picks its loops by processor (`factor.rs`): results are the same on every run, but their last bits
//! can differ between kinds of processors.

use super::laplace::{Posterior, posterior};
use super::likelihood::Likelihood;
use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitError, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples, StopReason,
};
use crate::measure::{Direction, MetricInfo, Unit};
use crate::num::math;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "gp",
    summary: "Gaussian process classifier: Laplace approximation, squared-exponential covariance",
    reference: "C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006) algorithms 3.1 and 3.2; C. K. I. Williams and D. Barber, IEEE PAMI 20 (1998) 1342-1351",
    params: &[
        ParamInfo {
            name: "likelihood",
            about: "how the latent function becomes a probability",
            domain: Domain::Choice(&["cumulative-gaussian", "logistic"]),
            default: Value::Text(std::borrow::Cow::Borrowed("cumulative-gaussian")),
        },
        ParamInfo {
            name: "log-length-scale",
            about: "ln l of the covariance s exp(-|x-z|^2 / (2 l^2))",
            domain: Domain::RealBetween(-20.0, 50.0),
            default: Value::Real(0.0),
        },
        ParamInfo {
            name: "log-signal-variance",
            about: "ln s of the covariance s exp(-|x-z|^2 / (2 l^2))",
            domain: Domain::RealBetween(-20.0, 50.0),
            default: Value::Real(2.0),
        },
    ],
    version: 1,
    facts: &[
        MetricInfo::fact("iterations", "Newton steps, summed over the two-class problems"),
        MetricInfo {
            name: "negative_log_evidence",
            about: "minus the approximate log marginal likelihood, summed over the two-class problems",
            direction: Direction::Lower,
            unit: Unit::Number,
        },
    ],
    ..MethodInfo::PLAIN
};

/// The method.
pub struct GaussianProcess;

struct GpModel {
    classes: usize,
    /// Classes seen in training.
    present: Vec<u32>,
    likelihood: Likelihood,
    covariance: Covariance,
    /// The training rows, one after the other.
    train: Vec<f64>,
    /// One problem a class; for two classes the second against the first; none for a single class.
    heads: Vec<Posterior>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Covariance {
    pub variance: f64,
    /// 1 / (2 l^2).
    pub factor: f64,
}

impl Covariance {
    pub fn of(self, x: &[f64], z: &[f64]) -> f64 {
        let mut square = 0.0;
        for (x, z) in x.iter().zip(z) {
            square += (x - z) * (x - z);
        }
        self.variance * math::exp(-square * self.factor)
    }
}

impl Method<Classify> for GaussianProcess {
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
        let positives = match present.as_slice() {
            [_] => &[],
            [_, second] => std::slice::from_ref(second),
            many => many,
        };
        check_memory(x.len(), positives.len(), context)?;
        let likelihood = match params.text("likelihood") {
            "logistic" => Likelihood::Logistic,
            _ => Likelihood::CumulativeGaussian,
        };
        let covariance = Covariance {
            variance: math::exp(params.real("log-signal-variance")),
            factor: 0.5 * math::exp(-2.0 * params.real("log-length-scale")),
        };
        let mut heads = Vec::new();
        if !positives.is_empty() {
            let k = covariances(&x, covariance, context)?;
            for &class in positives {
                let sign = |&id: &u32| if id == class { 1.0 } else { -1.0 };
                let signs: Vec<f64> = y.ids().iter().map(sign).collect();
                heads.push(posterior(&k, &signs, likelihood, context.stop)?);
            }
        }
        let train = x.iter().flatten().copied().collect();
        Ok(Box::new(GpModel {
            classes: y.classes(),
            present,
            likelihood,
            covariance,
            train,
            heads,
        }))
    }
}

fn check_memory(rows: usize, heads: usize, context: &FitContext<'_>) -> Result<(), FitError> {
    let matrix = rows.saturating_mul(rows).saturating_mul(8);
    let bytes = matrix.saturating_mul(2).saturating_add((matrix / 2).saturating_mul(heads));
    if heads == 0 || bytes <= context.memory {
        return Ok(());
    }
    Err(FitError::Unsuitable(format!(
        "a Gaussian process of {rows} rows needs {} MiB; learn from fewer rows or grant more memory",
        bytes >> 20
    )))
}

/// The covariances of all pairs of training rows.
fn covariances(
    x: &DenseRows<'_>,
    covariance: Covariance,
    context: &FitContext<'_>,
) -> Result<Vec<f64>, FitError> {
    let n = x.len();
    let mut k = vec![0.0; n * n];
    for row in 0..n {
        if row % 64 == 0 && context.stop.requested() {
            return Err(FitError::Stopped);
        }
        for column in 0..=row {
            let value = covariance.of(x.row(row), x.row(column));
            k[row * n + column] = value;
            k[column * n + row] = value;
        }
    }
    Ok(k)
}

impl GpModel {
    /// The probability of each problem's positive class; `k` holds the covariances of the row with the training rows.
    fn probabilities(&self, k: &[f64], scratch: &mut [f64], out: &mut [f64]) {
        for (p, head) in out.iter_mut().zip(&self.heads) {
            let mean = math::dot(k, &head.weights);
            for ((v, k), root) in scratch.iter_mut().zip(k).zip(&head.roots) {
                *v = k * root;
            }
            head.factor.solve(scratch);
            let variance = self.covariance.variance - math::dot(scratch, scratch);
            *p = self.likelihood.mean(mean, variance);
        }
    }
}

impl Model<Classify> for GpModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let width = x.width();
        let rows = self.heads.first().map_or(0, |head| head.roots.len());
        let (mut k, mut scratch) = (vec![0.0; rows], vec![0.0; rows]);
        let mut shares = vec![0.0; self.heads.len()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for (at, k) in k.iter_mut().enumerate() {
                *k = self.covariance.of(row, &self.train[at * width..(at + 1) * width]);
            }
            self.probabilities(&k, &mut scratch, &mut shares);
            match shares.as_slice() {
                [] => out[self.present[0] as usize] = 1.0,
                [second] => {
                    out[self.present[0] as usize] = 1.0 - second;
                    out[self.present[1] as usize] = *second;
                }
                all => {
                    let total: f64 = all.iter().sum();
                    for (class, share) in self.present.iter().zip(all) {
                        // Ruled out by every problem: then all classes are alike.
                        let even = 1.0 / all.len() as f64;
                        out[*class as usize] = if total > 0.0 { share / total } else { even };
                    }
                }
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn facts(&self) -> ModelFacts {
        let stop = match self.heads.as_slice() {
            [] => StopReason::ClosedForm,
            heads => heads
                .iter()
                .map(|head| head.stop)
                .find(|stop| *stop != StopReason::Converged)
                .unwrap_or(StopReason::Converged),
        };
        let steps: usize = self.heads.iter().map(|head| head.steps).sum();
        let evidence: f64 = self.heads.iter().map(|head| head.log_evidence).sum();
        let numbers =
            [("iterations".into(), steps as f64), ("negative_log_evidence".into(), -evidence)];
        ModelFacts { stop, numbers: numbers.into(), curve: None }
    }
}
