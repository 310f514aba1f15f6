//! OLLA-L2: online learning by cycling through the examples (G. Melki, Novel SVMs for Diverse Learning Paradigms, VCU
//! 2018, ch. 6, Alg. 6.1).
//!
//! Step t looks at one example, in order and round again, for `epochs` rounds. If y_i o_i <= 1 its weight becomes
//! alpha_i + eta (C y_i - alpha_i) with eta = 2 / sqrt(t): a step along the subgradient of 1/2 |w|^2 + C sum of hinge
//! losses in that example's direction. The bias, if used, moves by the same amount (Alg. 6.1, line 8), which is the
//! bias of a kernel K + 1.

use super::function::{COEF0, DEGREE, GAMMA, KERNEL};
use super::machine::KernelMachine;
use super::rows::KernelRows;
use super::solver::{C, FACTS, MULTICLASS, STEPS_BETWEEN_CHECKS, Solution, Solver};
use crate::learn::{FitContext, FitError, MethodInfo, StopReason};
use crate::num::simd::wide;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "olla-l2",
    summary: "support vector machine by online learning, cycling through the examples",
    reference: "G. Melki, Novel SVMs for Diverse Learning Paradigms, VCU (2018), ch. 6, Alg. 6.1",
    params: &[
        C,
        KERNEL,
        GAMMA,
        COEF0,
        DEGREE,
        MULTICLASS,
        ParamInfo {
            name: "epochs",
            about: "rounds through the examples",
            domain: Domain::Int { min: 1, max: 1000 },
            default: Value::Int(1),
        },
        ParamInfo {
            name: "bias",
            about: "whether the decision function has a bias",
            domain: Domain::Flag,
            default: Value::Flag(false),
        },
    ],
    version: 1,
    facts: FACTS,
    sparse: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub static METHOD: KernelMachine = KernelMachine { info: &INFO, solver: &OllaL2Solver };

struct OllaL2Solver;

impl Solver for OllaL2Solver {
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError> {
        let n = y.len();
        for (position, point) in points.iter().enumerate() {
            let (c, bias) = (point.real("c"), point.flag("bias"));
            let rounds = usize::try_from(point.int("epochs")).unwrap_or(1);
            let (mut coef, mut outputs, mut total_bias) = (vec![0.0; n], vec![0.0_f64; n], 0.0);
            for step in 0..rounds * n {
                if step % STEPS_BETWEEN_CHECKS == 0 && context.stop.requested() {
                    return Err(FitError::Stopped);
                }
                let i = step % n;
                if y[i] * outputs[i] > 1.0 {
                    continue;
                }
                let eta = 2.0 / ((step + 1) as f64).sqrt();
                let change = eta * (c * y[i] - coef[i]);
                let shift = if bias { change } else { 0.0 };
                coef[i] += change;
                total_bias += shift;
                let row = rows.row(i);
                wide(
                    #[inline(always)]
                    || {
                        for (output, kernel) in outputs.iter_mut().zip(row) {
                            *output += change * f64::from(*kernel) + shift;
                        }
                    },
                );
            }
            let stop = StopReason::IterationLimit;
            let stop = if y.iter().zip(&outputs).all(|(y, o)| y * o > 1.0) {
                StopReason::Converged
            } else {
                stop
            };
            let (bias, iterations) = (total_bias, rounds * n);
            each(position, Solution { coef, bias, iterations, stop, objective: None });
        }
        Ok(())
    }
}
