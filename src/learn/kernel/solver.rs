//! What a solver of a binary problem is: kernel rows and signs in, signed coefficients and a bias out.

use super::rows::KernelRows;
use crate::learn::{FitContext, FitError, StopReason};
use crate::measure::{MetricInfo, Unit};
use crate::params::{Domain, ParamInfo, Params, Value};

/// The answer to a binary problem: f(x) = sum of coef_i K(x_i, x) + bias, positive for the first class.
#[derive(Debug, Clone)]
pub struct Solution {
    /// One an example, signed.
    pub coef: Vec<f64>,
    /// Added to the sum.
    pub bias: f64,
    /// Steps of the solver.
    pub iterations: usize,
    /// Why it ended.
    pub stop: StopReason,
    /// The dual objective, of solvers that have one to compare.
    pub objective: Option<f64>,
}

/// Solves binary problems. `y` holds +1 and -1, both of them.
pub trait Solver: Sync {
    /// Solves one problem at several parameter points that differ in nothing but the solver's own parameters, in the
    /// order that suits the solver, and hands every solution over with the point's position.
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError>;
}

/// Positions of points from the smallest penalty to the largest: the order in which each solution is a good start for
/// the next.
pub fn by_rising_c(points: &[&Params]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a].real("c").total_cmp(&points[b].real("c")));
    order
}

/// The penalty parameter that all kernel machines share.
pub const C: ParamInfo = ParamInfo {
    name: "c",
    about: "penalty of margin violations",
    domain: Domain::RealAbove(0.0),
    default: Value::Real(1.0),
};

/// How several classes become binary problems.
pub const MULTICLASS: ParamInfo = ParamInfo {
    name: "multiclass",
    about: "several classes: a machine for every pair, which vote, or one for every class against the rest",
    domain: Domain::Choice(&["one-vs-one", "one-vs-all"]),
    default: Value::Text(std::borrow::Cow::Borrowed("one-vs-one")),
};

/// How L2 machines have a bias: through a feature that is one everywhere.
pub const fn constant_feature(default: bool) -> ParamInfo {
    ParamInfo {
        name: "bias",
        about: "whether a constant feature is added",
        domain: Domain::Flag,
        default: Value::Flag(default),
    }
}

/// When an exact solver may stop.
pub const TOLERANCE: ParamInfo = ParamInfo {
    name: "tolerance",
    about: "largest violation of the optimality conditions at which the solver may stop",
    domain: Domain::RealAbove(0.0),
    default: Value::Real(1e-3),
};

/// What every kernel machine tells about itself.
pub const FACTS: &[MetricInfo] = &[
    MetricInfo::fact("support_vectors", "training examples with a weight in the model")
        .titled("support vectors"),
    MetricInfo::fact("support_vector_share", "percentage of the training examples with a weight")
        .titled("percentage of support vectors")
        .counted_in(Unit::Percent),
    MetricInfo::fact("iterations", "steps of the solver, over all binary problems"),
    MetricInfo::fact("kernel_evaluations", "kernel values computed to fit the model")
        .titled("kernel evaluations"),
];

/// Steps between two looks at the stop signal.
pub const STEPS_BETWEEN_CHECKS: usize = 256;
