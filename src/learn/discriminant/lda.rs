//! Linear discriminant analysis: every class is a normal cloud around its own mean, all of the same shape.
//!
//! With m_c the mean of class c, p_c its share of the training rows and S the pooled covariance (squares around the own
//! class mean, divided by the number n of rows), the class of x has the largest ln p_c + m_c' S^-1 x - m_c' S^-1 m_c / 2,
//! and the probabilities are the softmax of these.
//!
//! That S is divided by n, not by n minus the number of classes, is what all solvers of scikit-learn 1.9 do, and
//! probabilities are equal to those of its default. Where S is singular (constant or dependent features)
//! the same generalised inverse is taken as there: features in units of their standard deviation within classes, and
//! directions whose variance in these units is at most 1e-8 are left out. The fact `rank` says how many remain. What is
//! not copied: scikit-learn also leaves out directions in which the class means differ 10,000 times less than in the
//! direction in which they differ most.

use super::scatter::{Scatter, check_memory, groups, mean, share_out};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo,
    Model, ModelFacts, Samples,
};
use crate::measure::MetricInfo;
use crate::num::{eigen, math};
use crate::params::Params;

/// Variances up to this, in units of a feature's variance within classes, are none: the square of scikit-learn's `tol`.
const NO_VARIANCE: f64 = 1e-8;

static INFO: MethodInfo = MethodInfo {
    kind: "lda",
    summary: "linear discriminant analysis: normal classes with one pooled covariance",
    reference: "T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2009) section 4.3; R. A. Fisher, Annals of Eugenics 7 (1936) 179-188",
    params: &[],
    version: 1,
    facts: &[MetricInfo::fact("rank", "dimensions in which rows vary within classes")],
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Lda;

struct LdaModel {
    classes: usize,
    /// Mean of all training rows.
    centre: Vec<f64>,
    /// Only classes seen in training.
    directions: Vec<Direction>,
    rank: usize,
}

/// ln prior plus log density of a class, up to what all classes share, as a function of x minus the centre.
struct Direction {
    class: usize,
    prior: f64,
    weights: Vec<f64>,
    constant: f64,
}

impl Declared for Lda {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for Lda {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        _: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x().to_dense(), train.y());
        let width = x.width();
        check_memory(width, 2, context)?;
        let groups = groups(&x, y);
        let mut within = Scatter::new(width);
        for group in &groups {
            within.add(&x, &group.rows, &group.mean, x.len(), context)?;
        }
        let units = within.units(&x)?;
        let stop = || context.stop.requested();
        let axes = eigen::axes(within.in_units(&units), width, NO_VARIANCE, &stop)
            .ok_or(FitError::Stopped)?;
        let centre = mean(&x, &(0..x.len()).collect::<Vec<_>>());
        let mut directions = Vec::new();
        for group in groups {
            let offsets = group.mean.iter().zip(&centre).zip(&units);
            let offset: Vec<f64> = offsets.map(|((m, c), unit)| (m - c) / unit).collect();
            let mut weights = axes.solve(&offset);
            let constant = math::ln(group.prior) - 0.5 * math::dot(&weights, &offset);
            weights.iter_mut().zip(&units).for_each(|(w, unit)| *w /= unit);
            directions.push(Direction {
                class: group.class,
                prior: group.prior,
                weights,
                constant,
            });
        }
        Ok(Box::new(LdaModel { classes: y.classes(), centre, directions, rank: axes.values.len() }))
    }
}

impl Model<Classify> for LdaModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let mut joint = vec![0.0; self.directions.len()];
        let mut centred = vec![0.0; x.width()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for ((c, value), centre) in centred.iter_mut().zip(row).zip(&self.centre) {
                *c = value - centre;
            }
            for (joint, direction) in joint.iter_mut().zip(&self.directions) {
                *joint = direction.constant + math::dot(&direction.weights, &centred);
            }
            share_out(&joint, self.directions.iter().map(|d| (d.class, d.prior)), out);
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let weights = self.directions.iter().map(|direction| size_of_val(&*direction.weights));
        size_of_val(&*self.centre) + size_of_val(&*self.directions) + weights.sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        facts.numbers.insert("rank".into(), self.rank as f64);
        facts
    }
}
