//! Fisher's linear discriminant as a least-squares problem, each class against the rest.
//!
//! In the problem of class c its N1 rows have the label N/N1 and the other N2 rows -N/N2. Least squares on these labels
//! finds Fisher's direction (suppharangsarn eq. 2.69-2.75, after Duda and Hart), and a row belongs to the class when its
//! output reaches the middle between the two labels, (N/N1 - N/N2) / 2 (eq. 2.76). The score of a class is its output
//! minus that middle; the largest score decides, which for two classes is the rule of eq. 2.76: the two problems mirror
//! each other. For more classes the thesis says no more than that the largest output wins; the distance from the
//! threshold is what reproduces its numbers (see `flda-all`). Labels of rare classes are large, hence so are the scores
//! of their problems, on either side.
//!
//! Labels have mean zero, so that w solves S w = m_c - m_rest with S the covariance over all rows, and the intercept
//! follows from the mean (eq. 2.70, 2.72): one decomposition of S serves all classes. Where S is singular there are many
//! solutions, and the thesis' inverse of the data matrix is read as the pseudo-inverse: with features in units of their
//! standard deviation, directions with a variance of at most 1e-12 are left out. The fact `rank` says how many remain.
//!
//! The thesis also tries the discriminant with weights from the whole dataset, test rows and their classes included
//! (its FLDA2). That leaks. It is offered under the name `flda-all`, to repeat the thesis and to show what leaking does,
//! and every output says so.

use super::scatter::{Group, Scatter, check_memory, groups, mean};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo,
    Model, ModelFacts, Samples, ScoreMatrix, Scores, largest,
};
use crate::measure::MetricInfo;
use crate::num::{eigen, math};
use crate::params::Params;

/// Variances up to this, in units of a feature's variance, are rounding.
const NO_VARIANCE: f64 = 1e-12;

static INFO: MethodInfo = MethodInfo {
    kind: "flda",
    summary: "Fisher's linear discriminant by least squares, each class against the rest",
    reference: "S. Suppharangsarn, thesis, University of Southampton (2010) eq. 2.73-2.76; R. O. Duda and P. E. Hart, Pattern Classification and Scene Analysis (1973) section 5.8",
    params: &[],
    version: 1,
    facts: &[MetricInfo::fact("rank", "dimensions in which rows vary")],
    ..MethodInfo::PLAIN
};

static LEAKING: MethodInfo = MethodInfo {
    kind: "flda-all",
    summary: "`flda` fitted on all rows, the test part included: leaks, only to repeat a published table",
    reference: "S. Suppharangsarn, thesis, University of Southampton (2010) section 5.4, FLDA2",
    leaks: Some("it is fitted on the test part too, so its scores are no estimate of anything"),
    facts: INFO.facts,
    ..MethodInfo::PLAIN
};

/// The method, fair or leaking.
pub struct Flda {
    info: &'static MethodInfo,
}

/// Fitted on the training part.
pub static FLDA: Flda = Flda { info: &INFO };

/// Fitted on all rows; what it is given is decided by who runs it.
pub static FLDA_ALL: Flda = Flda { info: &LEAKING };

struct FldaModel {
    classes: usize,
    centre: Vec<f64>,
    /// Only classes seen in training.
    outputs: Vec<Output>,
    rank: usize,
}

struct Output {
    class: usize,
    weights: Vec<f64>,
    threshold: f64,
}

impl Declared for Flda {
    fn info(&self) -> &'static MethodInfo {
        self.info
    }
}

impl Method<Classify> for Flda {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        _: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x().to_dense(), train.y());
        let width = x.width();
        check_memory(width, 2, context)?;
        let all: Vec<usize> = (0..x.len()).collect();
        let centre = mean(&x, &all);
        let mut total = Scatter::new(width);
        total.add(&x, &all, &centre, x.len(), context)?;
        let units = total.units(&x)?;
        let stop = || context.stop.requested();
        let axes = eigen::axes(total.in_units(&units), width, NO_VARIANCE, &stop)
            .ok_or(FitError::Stopped)?;
        let output = |group: &Group| {
            let offset = difference(group, x.len(), &centre, &units);
            let mut weights = axes.solve(&offset);
            weights.iter_mut().zip(&units).for_each(|(w, unit)| *w /= unit);
            // N/N1 and N/N2; a class that has all rows has no rest, and no need of a threshold.
            let own = 1.0 / group.prior;
            let rest = if group.prior < 1.0 { 1.0 / (1.0 - group.prior) } else { own };
            Output { class: group.class, weights, threshold: 0.5 * (own - rest) }
        };
        let outputs = groups(&x, y).iter().map(output).collect();
        Ok(Box::new(FldaModel { classes: y.classes(), centre, outputs, rank: axes.values.len() }))
    }
}

/// The mean of a class minus the mean of all other rows, in units. From m = p m_c + (1 - p) m_rest that is
/// (m_c - m) / (1 - p), and nothing where there are no other rows.
fn difference(group: &Group, rows: usize, centre: &[f64], units: &[f64]) -> Vec<f64> {
    let others = rows - group.rows.len();
    let factor = if others == 0 { 0.0 } else { rows as f64 / others as f64 };
    let parts = group.mean.iter().zip(centre).zip(units);
    parts.map(|((own, centre), unit)| factor * (own - centre) / unit).collect()
}

impl Model<Classify> for FldaModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut values = vec![0.0; x.len() * self.classes];
        let mut labels = Vec::with_capacity(x.len());
        let mut centred = vec![0.0; x.width()];
        let mut scores = vec![0.0; self.outputs.len()];
        for (row, out) in x.to_dense().iter().zip(values.chunks_exact_mut(self.classes)) {
            for ((c, value), centre) in centred.iter_mut().zip(row).zip(&self.centre) {
                *c = value - centre;
            }
            for (score, output) in scores.iter_mut().zip(&self.outputs) {
                *score = finite(math::dot(&output.weights, &centred) - output.threshold);
            }
            // Classes that were not seen come last in every ranking.
            let lowest = scores.iter().copied().fold(f64::INFINITY, f64::min);
            out.fill(finite(lowest - 1.0));
            for (score, output) in scores.iter().zip(&self.outputs) {
                out[output.class] = *score;
            }
            labels.push(self.outputs[largest(&scores) as usize].class as u32);
        }
        let scores = Scores::Decision(ScoreMatrix { classes: self.classes, values });
        ClassPredictions { labels, scores }
    }

    fn bytes(&self) -> usize {
        let weights = self.outputs.iter().map(|output| size_of_val(&*output.weights));
        size_of_val(&*self.centre) + size_of_val(&*self.outputs) + weights.sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        facts.numbers.insert("rank".into(), self.rank as f64);
        facts
    }
}

/// A row far beyond all others may give no number at all; it still gets a place in the ranking.
fn finite(score: f64) -> f64 {
    if score.is_nan() { 0.0 } else { score.clamp(-f64::MAX, f64::MAX) }
}
