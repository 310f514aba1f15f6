//! Quadratic discriminant analysis: every class is a normal cloud with a mean and a shape of its own.
//!
//! With S_c the covariance of class c (divided by its number of rows), the class of x has the largest
//! ln p_c - ln|S_c| / 2 - (x - m_c)' S_c^-1 (x - m_c) / 2. `regularise` = r puts (1 - r) S_c + r I in the place of S_c, in
//! the units of the features as they are given: scikit-learn's `reg_param`.
//!
//! A class with few rows or with dependent features has a singular covariance, and then no density. scikit-learn (1.9)
//! refuses to fit then; it calls a covariance singular when one of its eigenvalues is at most 1e-4 in the units of the
//! features, so that dividing all features by 1000 makes it refuse. Here the class is regularised by rule, and the fact
//! `regularised_classes` counts how often that was necessary:
//!
//! - Features are measured in units of their standard deviation over all training rows (constant ones as they are).
//! - A class is singular when some feature's variance in the class that the features before it do not explain (a pivot of
//!   the Cholesky factor) is at most 1e-8 in these units.
//! - The covariance of a singular class becomes 0.9999 S_c + 0.0001 I in these units. Features that vary nowhere thus
//!   count alike for all singular classes.
//!
//! Where that happens to many classes, `lda` or a larger `regularise` is the better choice.

use super::scatter::{Group, Scatter, check_memory, groups, mean, share_out};
use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo,
    Model, ModelFacts, Samples,
};
use crate::measure::MetricInfo;
use crate::num::{linalg, math};
use crate::params::{Domain, ParamInfo, Params, Value};

/// A variance up to this, in units of the feature's variance over all rows, is none.
const NO_VARIANCE: f64 = 1e-8;
/// The share of the identity that a singular covariance gets.
const RESCUE: f64 = 1e-4;

static INFO: MethodInfo = MethodInfo {
    kind: "qda",
    summary: "quadratic discriminant analysis: normal classes, each with its own covariance",
    reference: "T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2009) section 4.3; regularised as J. H. Friedman, JASA 84 (1989) 165-175",
    params: &[ParamInfo {
        name: "regularise",
        about: "share of the identity matrix in every class covariance; singular ones get 0.0001 in units of standard deviations",
        domain: Domain::RealBetween(0.0, 1.0),
        default: Value::Real(0.0),
    }],
    version: 1,
    facts: &[MetricInfo::fact(
        "regularised_classes",
        "classes whose covariance was singular and was regularised by rule",
    )
    .titled("regularised classes")],
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Qda;

struct QdaModel {
    classes: usize,
    units: Vec<f64>,
    /// Only classes seen in training.
    densities: Vec<Density>,
}

struct Density {
    class: usize,
    prior: f64,
    mean: Vec<f64>,
    /// Cholesky factor of the covariance, in units.
    factor: Vec<f64>,
    /// ln prior minus half the log determinant.
    constant: f64,
    rescued: bool,
}

impl Declared for Qda {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for Qda {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x().to_dense(), train.y());
        let groups = groups(&x, y);
        check_memory(x.width(), groups.len() + 2, context)?;
        let all: Vec<usize> = (0..x.len()).collect();
        let mut total = Scatter::new(x.width());
        total.add(&x, &all, &mean(&x, &all), x.len(), context)?;
        let units = total.units(&x)?;
        let mut densities = Vec::new();
        for group in groups {
            densities.push(density(&x, group, &units, params.real("regularise"), context)?);
        }
        Ok(Box::new(QdaModel { classes: y.classes(), units, densities }))
    }
}

fn density(
    x: &DenseRows<'_>,
    group: Group,
    units: &[f64],
    regularise: f64,
    context: &FitContext<'_>,
) -> Result<Density, FitError> {
    let width = x.width();
    let mut own = Scatter::new(width);
    own.add(x, &group.rows, &group.mean, group.rows.len(), context)?;
    let mut covariance = own.in_units(units);
    // The identity in the features' own units is not one in these.
    mix(&mut covariance, regularise, |feature| 1.0 / units[feature] / units[feature]);
    let mut factor = covariance.clone();
    let rescued = !linalg::factor_positive(&mut factor, width, 0.0, NO_VARIANCE);
    if rescued {
        factor = covariance;
        mix(&mut factor, RESCUE, |_| 1.0);
        if !linalg::factor_positive(&mut factor, width, 0.0, 0.0) {
            let reason = "a class covariance is too large to compute with; scale the features";
            return Err(FitError::Unsuitable(reason.into()));
        }
    }
    let logs: f64 = (0..width).map(|f| math::ln(factor[f * width + f])).sum();
    let constant = math::ln(group.prior) - logs;
    Ok(Density {
        class: group.class,
        prior: group.prior,
        mean: group.mean,
        factor,
        constant,
        rescued,
    })
}

/// (1 - share) matrix + share diagonal.
fn mix(matrix: &mut [f64], share: f64, diagonal: impl Fn(usize) -> f64) {
    matrix.iter_mut().for_each(|entry| *entry *= 1.0 - share);
    let width = matrix.len().isqrt();
    for feature in 0..width {
        matrix[feature * width + feature] += share * diagonal(feature);
    }
}

impl Model<Classify> for QdaModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let mut joint = vec![0.0; self.densities.len()];
        let mut offset = vec![0.0; x.width()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for (joint, density) in joint.iter_mut().zip(&self.densities) {
                let parts = row.iter().zip(&density.mean).zip(&self.units);
                for (offset, ((value, mean), unit)) in offset.iter_mut().zip(parts) {
                    *offset = (value - mean) / unit;
                }
                linalg::solve_lower(&density.factor, &mut offset);
                *joint = density.constant - 0.5 * math::dot(&offset, &offset);
            }
            share_out(&joint, self.densities.iter().map(|d| (d.class, d.prior)), out);
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let numbers = |d: &Density| size_of_val(&*d.mean) + size_of_val(&*d.factor);
        let numbers: usize = self.densities.iter().map(numbers).sum();
        size_of_val(&*self.units) + size_of_val(&*self.densities) + numbers
    }

    fn facts(&self) -> ModelFacts {
        let rescued = self.densities.iter().filter(|d| d.rescued).count();
        let mut facts = ModelFacts::closed_form();
        facts.numbers.insert("regularised_classes".into(), rescued as f64);
        facts
    }
}
