//! Naive Bayes on numbers, each normal within a class.
//!
//! The class of a row x is the one with the largest ln prior + sum over features of ln N(x_f; mean_cf, var_cf). A share
//! of the largest feature variance is added to every variance, so that a feature that is constant within a class does
//! not rule everything else out. If all features are constant the classes differ in nothing but their priors, and those
//! decide. Means, variances and priors are weighted.

use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{ClassPredictions, Classify, FitError, Model, ModelFacts, Samples};
use crate::num::math;

/// Normal densities of the classes.
pub struct GaussianModel {
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

impl GaussianModel {
    /// Learns the densities; `smoothing` is the share of the largest variance that is added to all.
    pub fn fit(train: &Samples<'_, Classify>, smoothing: f64) -> Result<GaussianModel, FitError> {
        let (x, y) = (train.x().to_dense(), train.y());
        let all: Vec<usize> = (0..x.len()).filter(|&row| train.weight(row) > 0.0).collect();
        let (total, _, spread) = moments(&x, &all, train);
        let largest = spread.iter().copied().fold(0.0, f64::max);
        let added = if largest == 0.0 { 1.0 } else { smoothing * largest };
        let mut densities = Vec::new();
        for class in y.present() {
            let members: Vec<usize> =
                all.iter().copied().filter(|&row| y.ids()[row] == class).collect();
            if members.is_empty() {
                continue;
            }
            let (weight, means, mut variances) = moments(&x, &members, train);
            variances.iter_mut().for_each(|v| *v += added);
            if variances.iter().any(|v| !v.is_finite() || *v <= 0.0) {
                let reason = "feature variances are too large or too small to compute with; scale the features";
                return Err(FitError::Unsuitable(reason.into()));
            }
            let prior = weight / total;
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
        Ok(GaussianModel { classes: y.classes(), densities })
    }
}

/// The weight of some rows, and mean and variance (the weight in the denominator) of every feature over them.
fn moments(
    x: &DenseRows<'_>,
    rows: &[usize],
    train: &Samples<'_, Classify>,
) -> (f64, Vec<f64>, Vec<f64>) {
    let total: f64 = rows.iter().map(|&row| train.weight(row)).sum();
    let mut means = vec![0.0; x.width()];
    for &row in rows {
        math::add_scaled(&mut means, train.weight(row), x.row(row));
    }
    means.iter_mut().for_each(|m| *m /= total);
    let mut variances = vec![0.0; x.width()];
    for &row in rows {
        let weight = train.weight(row);
        for ((variance, value), mean) in variances.iter_mut().zip(x.row(row)).zip(&means) {
            *variance += weight * ((value - mean) * (value - mean));
        }
    }
    variances.iter_mut().for_each(|v| *v /= total);
    (total, means, variances)
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

impl Model<Classify> for GaussianModel {
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

    fn bytes(&self) -> usize {
        let numbers = |d: &ClassDensity| size_of_val(&*d.means) + size_of_val(&*d.variances);
        size_of_val(&*self.densities) + self.densities.iter().map(numbers).sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
