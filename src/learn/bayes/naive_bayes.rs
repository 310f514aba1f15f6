//! Gaussian naive Bayes: within a class every feature is normal and independent of the others.
//!
//! The class of a row x is the one with the largest ln prior + sum over features of ln N(x_f; mean_cf, var_cf). A share
//! `var-smoothing` of the largest feature variance is added to every variance, so that a feature that is constant
//! within a class does not rule everything else out. If all features are constant the classes differ in nothing but
//! their priors, and those decide.

use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitError, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples, Truth,
};
use crate::num::math;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "naive-bayes",
    summary: "naive Bayes with a normal density for every feature and class",
    reference: "G. H. John and P. Langley, UAI (1995) 338-345",
    params: &[ParamInfo {
        name: "var-smoothing",
        about: "share of the largest feature variance that is added to every variance",
        domain: Domain::RealAbove(0.0),
        default: Value::Real(1e-9),
    }],
    version: 1,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct NaiveBayes;

struct NaiveBayesModel {
    classes: usize,
    /// Only classes seen in training.
    densities: Vec<ClassDensity>,
}

struct ClassDensity {
    class: usize,
    prior: f64,
    /// ln prior minus the sum over features of ln sqrt(2 pi var).
    constant: f64,
    means: Vec<f64>,
    variances: Vec<f64>,
}

impl Method<Classify> for NaiveBayes {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x().to_dense(), train.y());
        let all: Vec<usize> = (0..x.len()).collect();
        let (_, spread) = moments(&x, &all);
        let largest = spread.iter().copied().fold(0.0, f64::max);
        let added = if largest == 0.0 { 1.0 } else { params.real("var-smoothing") * largest };
        let mut densities = Vec::new();
        for class in y.present() {
            let members: Vec<usize> =
                all.iter().copied().filter(|&row| y.ids()[row] == class).collect();
            let (means, mut variances) = moments(&x, &members);
            variances.iter_mut().for_each(|v| *v += added);
            if variances.iter().any(|v| !v.is_finite() || *v <= 0.0) {
                let reason = "feature variances are too large or too small to compute with; scale the features";
                return Err(FitError::Unsuitable(reason.into()));
            }
            let prior = members.len() as f64 / y.len() as f64;
            let logs: f64 =
                variances.iter().map(|v| math::ln(2.0 * std::f64::consts::PI * v)).sum();
            let constant = math::ln(prior) - 0.5 * logs;
            densities.push(ClassDensity {
                class: class as usize,
                prior,
                constant,
                means,
                variances,
            });
        }
        Ok(Box::new(NaiveBayesModel { classes: y.classes(), densities }))
    }
}

/// Mean and variance (n in the denominator) of every feature over some rows.
fn moments(x: &DenseRows<'_>, rows: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let n = rows.len() as f64;
    let mut means = vec![0.0; x.width()];
    for &row in rows {
        math::add_scaled(&mut means, 1.0, x.row(row));
    }
    means.iter_mut().for_each(|m| *m /= n);
    let mut variances = vec![0.0; x.width()];
    for &row in rows {
        for ((variance, value), mean) in variances.iter_mut().zip(x.row(row)).zip(&means) {
            *variance += (value - mean) * (value - mean);
        }
    }
    variances.iter_mut().for_each(|v| *v /= n);
    (means, variances)
}

impl ClassDensity {
    fn log_joint(&self, row: &[f64]) -> f64 {
        let mut sum = 0.0;
        for ((value, mean), variance) in row.iter().zip(&self.means).zip(&self.variances) {
            let difference = value - mean;
            sum += difference * difference / variance;
        }
        self.constant - 0.5 * sum
    }
}

impl Model<Classify> for NaiveBayesModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let mut joint = vec![0.0; self.densities.len()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for (joint, density) in joint.iter_mut().zip(&self.densities) {
                *joint = density.log_joint(row);
            }
            let top = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let total: f64 = joint.iter().map(|j| math::exp(j - top)).sum();
            for (joint, density) in joint.iter().zip(&self.densities) {
                // So far from every class that no density can be told from zero: only the priors are left.
                let lost = top == f64::NEG_INFINITY;
                out[density.class] =
                    if lost { density.prior } else { math::exp(joint - top) / total };
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
