//! NNISDA: the non-negative iterative single data algorithm, for the L2 support vector machine.
//!
//! Minimises 1/2 |w|^2 + C/2 sum of squared hinge losses. In the dual,
//!
//! ```text
//! min  1/2 sum a_i a_j y_i y_j K_ij + 1/(2C) sum a_i^2 - sum a_i    subject to  a_i >= 0
//! ```
//!
//! there is no upper bound and, without a bias, no equation that ties the a together, so one of them can move alone: the
//! one that violates its condition most goes to its own minimum, max(0, a_i + (1 - y_i f_i - a_i / C) / (K_ii + 1/C)). A
//! bias, if asked for, enters as a constant feature: K becomes K + 1.

use super::function::{COEF0, DEGREE, GAMMA, KERNEL};
use super::machine::KernelMachine;
use super::rows::KernelRows;
use super::solver::{
    C, FACTS, MULTICLASS, STEPS_BETWEEN_CHECKS, Solution, Solver, TOLERANCE, by_rising_c,
    constant_feature,
};
use crate::learn::{FitContext, FitError, MethodInfo, StopReason};
use crate::num::simd::{largest, wide};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "nnisda",
    summary: "L2 support vector machine by non-negative coordinate descent, one example at a time",
    reference: "V. Kecman, L. Zigic, Algorithms for direct L2 support vector machines, IEEE INISTA (2014) 419-424",
    params: &[C, KERNEL, GAMMA, COEF0, DEGREE, MULTICLASS, constant_feature(false), TOLERANCE],
    version: 1,
    facts: FACTS,
    sparse: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub static METHOD: KernelMachine = KernelMachine { info: &INFO, solver: &NnisdaSolver };

struct NnisdaSolver;

impl Solver for NnisdaSolver {
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError> {
        let mut walk = Walk::new(y.len());
        for position in by_rising_c(points) {
            let point = points[position];
            let bias = f64::from(u8::from(point.flag("bias")));
            if bias != walk.bias {
                walk = Walk { bias, ..Walk::new(y.len()) };
            }
            let (iterations, stop) =
                walk.descend(rows, y, point.real("c"), point.real("tolerance"), context)?;
            each(position, solution(&walk.alpha, y, bias, iterations, stop));
        }
        Ok(())
    }
}

/// The point that is being improved. Every a >= 0 is allowed for every C, so the solution for one C is the start for
/// the next.
struct Walk {
    alpha: Vec<f64>,
    /// 1 - y_i f_i: how far an example is inside its margin.
    inside: Vec<f64>,
    bias: f64,
}

impl Walk {
    fn new(n: usize) -> Walk {
        Walk { alpha: vec![0.0; n], inside: vec![1.0; n], bias: 0.0 }
    }

    fn descend(
        &mut self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        c: f64,
        tolerance: f64,
        context: &FitContext<'_>,
    ) -> Result<(usize, StopReason), FitError> {
        let Walk { alpha, inside, bias } = self;
        let (n, bias) = (y.len(), *bias);
        let limit = (1000 * n).max(100_000);
        let own = 1.0 / c;
        let diagonal: Vec<f64> =
            rows.diagonal().iter().map(|k| f64::from(*k) + bias + own).collect();
        let mut violation = vec![0.0_f64; n];
        for iterations in 0..limit {
            if iterations % STEPS_BETWEEN_CHECKS == 0 && context.stop.requested() {
                return Err(FitError::Stopped);
            }
            let (worst, i) = wide(
                #[inline(always)]
                || {
                    for ((violation, inside), alpha) in
                        violation.iter_mut().zip(&*inside).zip(&*alpha)
                    {
                        // At zero only growing is allowed.
                        let wish = inside - alpha * own;
                        let negative = if *alpha > 0.0 { -wish } else { 0.0 };
                        *violation = if wish > negative { wish } else { negative };
                    }
                    largest(&violation)
                },
            );
            if worst <= tolerance {
                return Ok((iterations, StopReason::Converged));
            }
            let next = (alpha[i] + (inside[i] - alpha[i] * own) / diagonal[i]).max(0.0);
            let change = next - alpha[i];
            if change == 0.0 {
                return Ok((iterations, StopReason::Stalled));
            }
            alpha[i] = next;
            let row = rows.row(i);
            let signed = change * y[i];
            wide(
                #[inline(always)]
                || {
                    for ((inside, kernel), y) in inside.iter_mut().zip(row).zip(y) {
                        *inside -= y * signed * (f64::from(*kernel) + bias);
                    }
                },
            );
        }
        Ok((limit, StopReason::IterationLimit))
    }
}

fn solution(alpha: &[f64], y: &[f64], bias: f64, iterations: usize, stop: StopReason) -> Solution {
    let coef: Vec<f64> = alpha.iter().zip(y).map(|(a, y)| a * y).collect();
    let bias = bias * coef.iter().sum::<f64>();
    Solution { coef, bias, iterations, stop, objective: None }
}
