//! OLLAWV: online learning with the worst violator (G. Melki, Novel SVMs for Diverse Learning Paradigms, VCU 2018, ch. 5,
//! Alg. 5.1).
//!
//! Stochastic subgradient descent on 1/2 |w|^2 + C sum of hinge losses, in which every step takes the example with the
//! smallest y_i o_i among those never taken, and gives it the weight eta C y_i with eta = 2 / sqrt(t). An example is
//! taken once, so the regulariser, which would shrink its weight, has nothing to shrink; the number of steps is the
//! number of support vectors. The bias, if used, follows with eta C y_i / n. It ends when the worst violator has
//! y_i o_i >= M, or after a share `epochs` of the n examples, rounded up. The first step takes the first example.
//!
//! | letter | meaning | equation |
//! |---|---|---|
//! | o | outputs of all examples | 5.8 |
//! | Lambda = eta C y | the weight of a step | 5.6 |
//! | B = Lambda / n | the bias of a step | 5.7 |
//! | M = margin C | where it stops | Alg. 5.1, line 4 |
//!
//! Outputs and M both scale with C, so C changes the scale of the decision function and no decision: the same steps are
//! taken for every C, and a grid over C costs one solution a gamma. (The thesis's grid has eight values of C. In its
//! program C decides nothing either, but every fit starts from another example, so that they act as eight restarts.)

use super::function::{COEF0, DEGREE, GAMMA, KERNEL};
use super::machine::KernelMachine;
use super::rows::KernelRows;
use super::solver::{C, FACTS, MULTICLASS, STEPS_BETWEEN_CHECKS, Solution, Solver};
use crate::learn::{FitContext, FitError, MethodInfo, StopReason};
use crate::num::simd::{largest, wide};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "ollawv",
    summary: "support vector machine by online learning with the worst violator",
    reference: "G. Melki, Novel SVMs for Diverse Learning Paradigms, VCU (2018), ch. 5, Alg. 5.1",
    params: &[
        C,
        KERNEL,
        GAMMA,
        COEF0,
        DEGREE,
        MULTICLASS,
        ParamInfo {
            name: "margin",
            about: "stop when the worst violator has y o >= margin times c",
            domain: Domain::RealFrom(0.0),
            default: Value::Real(0.1),
        },
        ParamInfo {
            name: "epochs",
            about: "stop after this share of the examples of a binary problem was taken",
            domain: Domain::RealBetween(0.0, 1.0),
            default: Value::Real(0.5),
        },
        ParamInfo {
            name: "bias",
            about: "whether the decision function has a bias",
            domain: Domain::Flag,
            default: Value::Flag(false),
        },
    ],
    version: 2,
    facts: FACTS,
    sparse: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub static METHOD: KernelMachine = KernelMachine { info: &INFO, solver: &OllawvSolver };

struct OllawvSolver;

impl Solver for OllawvSolver {
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError> {
        let own = |p: &Params| (p.real("margin"), p.real("epochs"), p.flag("bias"));
        let mut solved: Vec<((f64, f64, bool), Solution)> = Vec::new();
        for (position, point) in points.iter().enumerate() {
            let settings = own(point);
            let known = solved.iter().find(|(s, _)| *s == settings).map(|(_, s)| s.clone());
            let unit = match known {
                Some(unit) => unit,
                None => {
                    let unit = walk(rows, y, settings, context)?;
                    solved.push((settings, unit.clone()));
                    unit
                }
            };
            let c = point.real("c");
            let coef = unit.coef.iter().map(|b| c * b).collect();
            each(position, Solution { coef, bias: c * unit.bias, ..unit });
        }
        Ok(())
    }
}

/// The steps for C = 1.
fn walk(
    rows: &mut dyn KernelRows,
    y: &[f64],
    (margin, epochs, bias): (f64, f64, bool),
    context: &FitContext<'_>,
) -> Result<Solution, FitError> {
    let n = y.len();
    let limit = (epochs * n as f64).ceil() as usize;
    let mut coef = vec![0.0; n];
    let mut total_bias = 0.0;
    // -y o of the examples not yet taken, minus infinity for the others: the worst violator is the largest.
    let mut violation = vec![0.0; n];
    let (mut worst, mut at) = (0.0, 0);
    let mut steps = 0;
    // At least one step: a machine without an example decides nothing.
    while -worst < margin && steps < limit.max(1) {
        steps += 1;
        if steps % STEPS_BETWEEN_CHECKS == 0 && context.stop.requested() {
            return Err(FitError::Stopped);
        }
        let weight = 2.0 / (steps as f64).sqrt() * y[at];
        let shift = if bias { weight / n as f64 } else { 0.0 };
        coef[at] = weight;
        total_bias += shift;
        violation[at] = f64::NEG_INFINITY;
        let row = rows.row(at);
        (worst, at) = wide(
            #[inline(always)]
            || {
                for ((violation, kernel), y) in violation.iter_mut().zip(row).zip(y) {
                    *violation -= y * (weight * f64::from(*kernel) + shift);
                }
                largest(&violation)
            },
        );
    }
    let stop = if -worst < margin { StopReason::IterationLimit } else { StopReason::Converged };
    Ok(Solution { coef, bias: total_bias, iterations: steps, stop, objective: None })
}

#[cfg(test)]
mod tests {
    use super::super::gram::Matrix;
    use super::super::rows::Whole;
    use super::*;
    use crate::learn::{NeverStop, Shared};
    use crate::num::key::RngKey;

    /// Three examples, y = +, +, -; K = [[1, .5, .25], [.5, 1, .5], [.25, .5, 1]]; C = 1, no bias.
    ///
    /// t = 1: example 0, weight 2: o = (-, 1, 0.5), y o = (-, 1, -0.5): worst is 2.
    /// t = 2: weight -sqrt 2: o_1 = 1 - 0.70711 = 0.29289: worst is 1.
    /// t = 3: weight 2 / sqrt 3 = 1.15470.
    #[test]
    fn the_steps_are_those_done_by_hand() {
        let matrix =
            Matrix { width: 3, values: vec![1.0, 0.5, 0.25, 0.5, 1.0, 0.5, 0.25, 0.5, 1.0] };
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 0,
            place: None,
        };
        let y = [1.0, 1.0, -1.0];
        let steps = |margin: f64, epochs: f64, bias: bool| {
            walk(&mut Whole::new(&matrix), &y, (margin, epochs, bias), &context).unwrap()
        };
        let root = |v: f64| v.sqrt();
        assert_eq!(steps(5.0, 0.3, false).coef, [2.0, 0.0, 0.0]);
        assert_eq!(steps(5.0, 0.5, false).coef, [2.0, 0.0, -2.0 / root(2.0)]);
        assert_eq!(steps(5.0, 1.0, false).coef, [2.0, 2.0 / root(3.0), -2.0 / root(2.0)]);
        // After two steps the only one left has y o = 0.29: beyond a margin of 0.1.
        let stopped = steps(0.1, 1.0, false);
        assert_eq!((stopped.iterations, stopped.stop), (2, StopReason::Converged));
        // With a bias: B = 2/3 after the first step, so o = (-, 1.667, 1.167).
        let biased = steps(5.0, 0.5, true);
        assert!((biased.bias - (2.0 - root(2.0)) / 3.0).abs() < 1e-15);
    }
}
