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
//! With `optimise` the two parameters are only where a search begins: each two-class problem gets its own, those with
//! the largest evidence that climbing by the gradient finds from there (`evidence.rs`), as in scikit-learn. Classes can
//! differ in how fine their borders are, and the problems stay independent of each other.
//!
//! Time grows with the third power of the number n of rows and memory with its square: covariances, a factor being
//! made, and half a matrix a class, 8 n^2 (2 + classes / 2) bytes, and three matrices more to optimise. A fit that would
//! need more than it may use is refused. Points of a grid share squared distances, and those of one length scale the
//! exponentials; nothing else, so that each predicts what it predicts alone, to the last bit.
//! The factorisation picks its loops by processor (`factor.rs`): results are the same on every run, but their last bits
//! can differ between kinds of processors.

use super::covariance::{Covariance, shape, shared_squares, squares};
use super::evidence::{best, mode_at};
use super::laplace::{Mode, mode};
use super::likelihood::Likelihood;
use super::model::{GpModel, Head};
use crate::data::Rows;
use crate::data::rows::DenseRows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Labels, Method,
    MethodInfo, Samples, Stop, StopReason, groups_by, predict_in_blocks,
};
use crate::measure::{Direction, MetricInfo};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "gp",
    summary: "Gaussian process classifier: Laplace approximation, squared-exponential covariance",
    reference: "C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006) algorithms 3.1, 3.2 and 5.1; C. K. I. Williams and D. Barber, IEEE PAMI 20 (1998) 1342-1351",
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
        ParamInfo {
            name: "optimise",
            about: "whether the two parameters above are moved to where the evidence is largest",
            domain: Domain::Flag,
            default: Value::Flag(false),
        },
        ParamInfo {
            name: "max-iterations",
            about: "the largest number of steps to optimise a two-class problem",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(100),
        },
    ],
    version: 2,
    facts: &[
        MetricInfo::fact("iterations", "Newton steps, summed over the two-class problems"),
        MetricInfo::number(
            "negative_log_evidence",
            "negative log evidence",
            "minus the approximate log marginal likelihood, summed over the two-class problems",
            Direction::Lower,
        ),
        MetricInfo::fact("log_length_scale", "ln l, the mean over the two-class problems")
            .titled("log length scale")
            .in_range(f64::NEG_INFINITY, f64::INFINITY),
        MetricInfo::fact("log_signal_variance", "ln s, the mean over the two-class problems")
            .titled("log signal variance")
            .in_range(f64::NEG_INFINITY, f64::INFINITY),
    ],
    by_processor: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct GaussianProcess;

/// What to learn, apart from the rows.
struct Plan<'a> {
    y: &'a Labels,
    present: Vec<u32>,
    likelihood: Likelihood,
    covariance: Covariance,
    /// The largest number of steps of a search, if one is asked for.
    search: Option<usize>,
}

impl<'a> Plan<'a> {
    fn new(y: &'a Labels, params: &Params) -> Plan<'a> {
        let steps = usize::try_from(params.int("max-iterations")).unwrap_or(usize::MAX);
        Plan {
            y,
            present: y.present(),
            likelihood: match params.text("likelihood") {
                "logistic" => Likelihood::Logistic,
                _ => Likelihood::CumulativeGaussian,
            },
            covariance: Covariance {
                log_length: params.real("log-length-scale"),
                log_variance: params.real("log-signal-variance"),
            },
            search: params.flag("optimise").then_some(steps),
        }
    }

    /// The classes that have a problem of their own.
    fn positives(&self) -> &[u32] {
        match self.present.as_slice() {
            [_] => &[],
            [_, second] => std::slice::from_ref(second),
            many => many,
        }
    }

    /// Whether a fit fits into memory that holds so many matrices beside those it always needs.
    fn check_memory(&self, more: usize, context: &FitContext<'_>) -> Result<(), FitError> {
        let (rows, heads) = (self.y.ids().len(), self.positives().len());
        let matrices = 2 + more + if self.search.is_some() { 3 } else { 0 };
        let bytes = |n: usize| (n.saturating_mul(n)).saturating_mul(8);
        let bytes = bytes(rows)
            .saturating_mul(matrices)
            .saturating_add((bytes(rows) / 2).saturating_mul(heads));
        if heads == 0 || bytes <= context.memory {
            return Ok(());
        }
        Err(FitError::Unsuitable(format!(
            "a Gaussian process of {rows} rows needs {} MiB; learn from fewer rows or grant more memory",
            bytes >> 20
        )))
    }

    /// Solves every problem.
    fn heads(
        &self,
        mut solve: impl FnMut(&[f64]) -> Result<Head, FitError>,
    ) -> Result<Vec<Head>, FitError> {
        let signs = |class: u32| -> Vec<f64> {
            let sign = |&id: &u32| if id == class { 1.0 } else { -1.0 };
            self.y.ids().iter().map(sign).collect()
        };
        self.positives().iter().map(|&class| solve(&signs(class))).collect()
    }

    /// Solves every problem with the plan's covariance, given all covariances.
    fn fixed(&self, k: &[f64], stop: &dyn Stop) -> Result<Vec<Head>, FitError> {
        self.heads(|signs| {
            let mode = mode(k, signs, self.likelihood, stop)?;
            let stop = mode.stop;
            Ok(head(mode, self.covariance, 0, stop))
        })
    }

    /// Solves every problem with the covariance that suits it best.
    fn searched(
        &self,
        squares: &[f64],
        most: usize,
        stop: &dyn Stop,
    ) -> Result<Vec<Head>, FitError> {
        self.heads(|signs| {
            let found = best(squares, self.covariance, signs, self.likelihood, most, stop)?;
            let mut k = Vec::new();
            let mode = mode_at(squares, found.covariance, signs, self.likelihood, &mut k, stop)?;
            let worse = if mode.stop == StopReason::Converged { found.stop } else { mode.stop };
            Ok(head(mode, found.covariance, found.steps, worse))
        })
    }

    fn model(self, x: &DenseRows<'_>, heads: Vec<Head>) -> GpModel {
        GpModel {
            classes: self.y.classes(),
            present: self.present,
            likelihood: self.likelihood,
            train: x.iter().flatten().copied().collect(),
            heads,
        }
    }
}

fn head(mode: Mode, covariance: Covariance, steps_before: usize, stop: StopReason) -> Head {
    Head {
        covariance,
        log_evidence: mode.log_evidence,
        steps: steps_before + mode.steps,
        stop,
        posterior: mode.posterior(),
    }
}

impl Declared for GaussianProcess {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for GaussianProcess {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let plan = Plan::new(train.y(), params);
        plan.check_memory(0, context)?;
        let x = train.x().to_dense();
        if plan.positives().is_empty() {
            return Ok(Box::new(plan.model(&x, Vec::new())));
        }
        let mut matrix = squares(&x, context.stop)?;
        let heads = match plan.search {
            Some(most) => plan.searched(&matrix, most, context.stop)?,
            None => {
                let variance = plan.covariance.variance();
                shape(&mut matrix, x.len(), plan.covariance.factor(), context.stop)?;
                matrix.iter_mut().for_each(|value| *value *= variance);
                plan.fixed(&matrix, context.stop)?
            }
        };
        Ok(Box::new(plan.model(&x, heads)))
    }

    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        // A search is long work with nothing to share but the distances; NaN is nobody's equal.
        groups_by(grid, |params| match params.flag("optimise") {
            true => f64::NAN,
            false => params.real("log-length-scale"),
        })
    }

    fn try_group(
        &self,
        train: &Samples<'_, Classify>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<ClassPredictions, FitError>),
    ) {
        let x = train.x().to_dense();
        let mut shapes = None;
        for (position, params) in group.iter().enumerate() {
            let plan = Plan::new(train.y(), params);
            // Distances and exponentials are kept beside what a fit needs, if there is room.
            let roomy = !plan.positives().is_empty() && plan.check_memory(2, context).is_ok();
            let model = if roomy {
                grouped(plan, &x, &mut shapes, context).map(|model| Box::new(model) as _)
            } else {
                self.fit(train, params, context)
            };
            each(position, model.and_then(|m| predict_in_blocks(m.as_ref(), test, context.stop)));
        }
    }
}

/// Fits a point of a group; `shapes` holds the exponentials of all pairs once they are known.
fn grouped(
    plan: Plan<'_>,
    x: &DenseRows<'_>,
    shapes: &mut Option<Vec<f64>>,
    context: &FitContext<'_>,
) -> Result<GpModel, FitError> {
    let heads = match (plan.search, shapes.as_ref()) {
        (Some(most), _) => {
            plan.searched(&shared_squares(x, context.shared, context.stop)?, most, context.stop)?
        }
        (None, Some(shapes)) => plan.fixed(&scaled(shapes, &plan), context.stop)?,
        (None, None) => {
            let mut made = shared_squares(x, context.shared, context.stop)?.to_vec();
            shape(&mut made, x.len(), plan.covariance.factor(), context.stop)?;
            let k = scaled(&made, &plan);
            *shapes = Some(made);
            plan.fixed(&k, context.stop)?
        }
    };
    Ok(plan.model(x, heads))
}

fn scaled(shapes: &[f64], plan: &Plan<'_>) -> Vec<f64> {
    let variance = plan.covariance.variance();
    shapes.iter().map(|value| value * variance).collect()
}
