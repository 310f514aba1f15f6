//! The support vector machine: min 1/2 |w|^2 + C sum of hinge losses, solved in the dual by SMO (`smo.rs`), with a bias.
//! In a grid the solutions for rising C are found one from the other: the optimum for a small C lies inside the box of
//! a larger one.

use std::borrow::Cow;

use super::function::{COEF0, DEGREE, GAMMA, KERNEL};
use super::machine::KernelMachine;
use super::rows::KernelRows;
use super::smo::Smo;
use super::solver::{C, FACTS, MULTICLASS, Solution, Solver, TOLERANCE, by_rising_c};
use crate::learn::{FitContext, FitError, MethodInfo};
use crate::measure::{Direction, MetricInfo};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "svm",
    summary: "support vector machine with a kernel (L1 loss, SMO with second-order selection and shrinking)",
    reference: "C.-C. Chang and C.-J. Lin, LIBSVM, ACM TIST 2 (2011) 27; R.-E. Fan et al., JMLR 6 (2005) 1889-1918",
    params: &[
        C,
        KERNEL,
        GAMMA,
        COEF0,
        DEGREE,
        MULTICLASS,
        ParamInfo {
            name: "class-weights",
            about: "penalties of the two classes of a machine: equal, or balanced by their numbers",
            domain: Domain::Choice(&["equal", "balanced"]),
            default: Value::Text(Cow::Borrowed("equal")),
        },
        TOLERANCE,
        ParamInfo {
            name: "probabilities",
            about: "none: decisions; platt: class probabilities by sigmoids (five more fits a binary problem), and the most probable class",
            domain: Domain::Choice(&["none", "platt"]),
            default: Value::Text(Cow::Borrowed("none")),
        },
    ],
    version: 2,
    facts: &[
        FACTS[0],
        FACTS[1],
        FACTS[2],
        FACTS[3],
        MetricInfo::number(
            "dual_objective",
            "dual objective",
            "value of the dual problem, over all binary problems",
            Direction::Higher,
        ),
    ],
    sparse: true,
    probabilities: Some(("probabilities", "platt")),
    ..MethodInfo::PLAIN
};

/// The method.
pub static METHOD: KernelMachine = KernelMachine { info: &INFO, solver: &SvmSolver };

struct SvmSolver;

/// Steps after which the solver gives up: LIBSVM's limit.
fn step_limit(n: usize) -> usize {
    (100 * n).max(10_000_000)
}

impl Solver for SvmSolver {
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError> {
        let positives = y.iter().filter(|y| **y > 0.0).count() as f64;
        let n = y.len() as f64;
        let mut smo: Option<(Smo, &str, f64, f64)> = None;
        for position in by_rising_c(points) {
            let point = points[position];
            let (c, weights, tolerance) =
                (point.real("c"), point.text("class-weights"), point.real("tolerance"));
            let (up, down) = match weights {
                "balanced" => (c * n / (2.0 * positives), c * n / (2.0 * (n - positives))),
                _ => (c, c),
            };
            // A start is only good for the same weights and the same tolerance.
            let warm = smo.take().filter(|(_, w, t, _)| *w == weights && *t == tolerance);
            let mut machine = match warm {
                Some((mut machine, _, _, before)) => {
                    machine.stretch(y, c / before);
                    machine
                }
                None => Smo::new(y.to_vec()),
            };
            machine.set_bounds(y.iter().map(|y| if *y > 0.0 { (0.0, up) } else { (-down, 0.0) }));
            let walk = machine.walk(rows, tolerance, step_limit(y.len()), context.stop)?;
            each(
                position,
                Solution {
                    coef: machine.beta.clone(),
                    bias: machine.levels()[0],
                    iterations: walk.iterations,
                    stop: walk.stop,
                    objective: Some(machine.objective(y)),
                },
            );
            smo = Some((machine, weights, tolerance, c));
        }
        Ok(())
    }
}
