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
//!
//! Alone, the steps undo each other: an example of one class moves all outputs, and the next step, of the other class,
//! moves them back. So the worst violator takes a partner along, the example that gains most once the worst violator has
//! moved, and both go to their common minimum (after I. Steinwart, D. Hush, C. Scovel, Training SVMs without offset, JMLR
//! 12 (2011) 141-202). The dual is strictly convex, so the solution and the condition to stop are those of single steps,
//! which take about twenty times as long on the datasets of docs/performance.md.

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
    summary: "L2 support vector machine by non-negative coordinate descent: the worst violator and a partner",
    reference: "V. Kecman, L. Zigic, Algorithms for direct L2 support vector machines, IEEE INISTA (2014) 419-424",
    params: &[C, KERNEL, GAMMA, COEF0, DEGREE, MULTICLASS, constant_feature(false), TOLERANCE],
    version: 2,
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
        let (mut violation, mut gain) = (vec![0.0_f64; n], vec![0.0_f64; n]);
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
            let wish = |t: usize| inside[t] - alpha[t] * own;
            let row = rows.row(i);
            // What is left for each example to gain once the worst violator is at its own minimum.
            let (sign, step, share) = (y[i], wish(i) / diagonal[i], 1.0 / diagonal[i]);
            let (_, j) = wide(
                #[inline(always)]
                || {
                    let examples = inside.iter().zip(&*alpha).zip(row.iter().zip(y)).zip(&diagonal);
                    for (gain, (((inside, alpha), (kernel, y)), diagonal)) in
                        gain.iter_mut().zip(examples)
                    {
                        let product = sign * y * (f64::from(*kernel) + bias);
                        let wish = inside - alpha * own - product * step;
                        let curvature = diagonal - product * product * share;
                        let promised = wish * wish / curvature.max(1e-12 * diagonal);
                        *gain = if *alpha > 0.0 || wish > 0.0 { promised } else { 0.0 };
                    }
                    // Its own row holds no 1 / C, so the worst violator would seem to gain by itself.
                    gain[i] = 0.0;
                    largest(&gain)
                },
            );
            let (row_i, row_j) = rows.pair(i, j);
            let pair = Pair {
                alpha: [alpha[i], alpha[j]],
                wish: [wish(i), wish(j)],
                diagonal: [diagonal[i], diagonal[j]],
                product: y[i] * y[j] * (f64::from(row_i[j]) + bias),
            };
            let next = if i == j { [pair.alone(0, 0.0), alpha[i]] } else { pair.minimum() };
            let changes = [next[0] - alpha[i], if i == j { 0.0 } else { next[1] - alpha[j] }];
            if changes == [0.0, 0.0] {
                return Ok((iterations, StopReason::Stalled));
            }
            alpha[i] = next[0];
            if i != j {
                alpha[j] = next[1];
            }
            let (a, b) = (changes[0] * y[i], changes[1] * y[j]);
            wide(
                #[inline(always)]
                || {
                    for (((inside, ki), kj), y) in inside.iter_mut().zip(row_i).zip(row_j).zip(y) {
                        *inside -= y * (a * (f64::from(*ki) + bias) + b * (f64::from(*kj) + bias));
                    }
                },
            );
        }
        Ok((limit, StopReason::IterationLimit))
    }
}

/// Two examples that move together.
struct Pair {
    alpha: [f64; 2],
    /// How the dual falls with each of them.
    wish: [f64; 2],
    diagonal: [f64; 2],
    /// The second derivative across.
    product: f64,
}

impl Pair {
    /// Where one of them goes when the other has moved by `change`.
    fn alone(&self, which: usize, change: f64) -> f64 {
        let wish = self.wish[which] - self.product * change;
        (self.alpha[which] + wish / self.diagonal[which]).max(0.0)
    }

    /// How much lower the dual is at a point.
    fn gain(&self, at: [f64; 2]) -> f64 {
        let [a, b] = [at[0] - self.alpha[0], at[1] - self.alpha[1]];
        let linear = self.wish[0] * a + self.wish[1] * b;
        linear - 0.5 * (self.diagonal[0] * a * a + self.diagonal[1] * b * b) - self.product * a * b
    }

    /// The lowest point of the dual over both: inside, or with one of them at zero.
    fn minimum(&self) -> [f64; 2] {
        let determinant = self.diagonal[0] * self.diagonal[1] - self.product * self.product;
        let across = |k: usize| {
            (self.wish[k] * self.diagonal[1 - k] - self.wish[1 - k] * self.product) / determinant
        };
        let inside = [self.alpha[0] + across(0), self.alpha[1] + across(1)];
        // Twins have no determinant worth the name; the border is as low as the inside.
        let whole = self.diagonal[0] * self.diagonal[1];
        if determinant > 1e-12 * whole && inside[0] > 0.0 && inside[1] > 0.0 {
            return inside;
        }
        let first = [self.alone(0, -self.alpha[1]), 0.0];
        let second = [0.0, self.alone(1, -self.alpha[0])];
        if self.gain(first) >= self.gain(second) { first } else { second }
    }
}

fn solution(alpha: &[f64], y: &[f64], bias: f64, iterations: usize, stop: StopReason) -> Solution {
    let coef: Vec<f64> = alpha.iter().zip(y).map(|(a, y)| a * y).collect();
    let bias = bias * coef.iter().sum::<f64>();
    Solution { coef, bias, iterations, stop, objective: None }
}
