//! MNSVM: the minimal-norm support vector machine, the L2 support vector machine seen as geometry.
//!
//! The dual of min 1/2 (|w|^2 + b^2) - rho + C/2 sum xi^2 is to find the point of smallest norm in the convex hull of
//! the vectors y_i phi(x_i), extended by a constant y_i and by a coordinate of their own of length 1 / sqrt(C):
//!
//! ```text
//! min  1/2 u' Q u    subject to  u_i >= 0, sum u_i = 1,    Q_ij = y_i y_j (K_ij + 1) + (i = j) / C
//! ```
//!
//! Each step moves weight between two vertices, as much as lowers the norm most: to the one that lies least far along the
//! current point, from the one with which that gains most (after Mitchell, Dem'yanov and Malozemov). It stops when no vertex lies more
//! than a share `tolerance` of the squared norm behind the point, which bounds how much shorter it could be. The
//! solution is that of the L2 dual without the sum (`nnisda`), scaled to sum one.

use super::function::{COEF0, DEGREE, GAMMA, KERNEL};
use super::machine::KernelMachine;
use super::rows::KernelRows;
use super::solver::{
    C, FACTS, MULTICLASS, STEPS_BETWEEN_CHECKS, Solution, Solver, TOLERANCE, by_rising_c,
    constant_feature,
};
use crate::learn::{FitContext, FitError, MethodInfo, StopReason};
use crate::num::math;
use crate::num::simd::{largest, wide};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "mnsvm",
    summary: "minimal-norm L2 support vector machine (geometric)",
    reference: "R. Strack, V. Kecman, Minimal norm support vector machines for large classification tasks, ICMLA (2012) 209-214",
    params: &[C, KERNEL, GAMMA, COEF0, DEGREE, MULTICLASS, constant_feature(true), TOLERANCE],
    version: 1,
    facts: FACTS,
    sparse: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub static METHOD: KernelMachine = KernelMachine { info: &INFO, solver: &MnsvmSolver };

struct MnsvmSolver;

impl Solver for MnsvmSolver {
    fn solve(
        &self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        points: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Solution),
    ) -> Result<(), FitError> {
        let mut walk: Option<Walk> = None;
        for position in by_rising_c(points) {
            let point = points[position];
            let bias = f64::from(u8::from(point.flag("bias")));
            let mut current = match walk.take().filter(|w| w.bias == bias) {
                Some(walk) => walk,
                None => Walk::new(rows, y, bias),
            };
            let (iterations, stop) =
                current.shorten(rows, y, point.real("c"), point.real("tolerance"), context)?;
            each(position, current.solution(y, point.real("c"), iterations, stop));
            walk = Some(current);
        }
        Ok(())
    }
}

/// The point that is being shortened. The hull's points are the same weights for every C, so the solution for one C is
/// the start for the next.
struct Walk {
    weight: Vec<f64>,
    /// How far each vertex lies along the point, but for the coordinate of its own.
    along: Vec<f64>,
    bias: f64,
}

impl Walk {
    /// From the first vertex.
    fn new(rows: &mut dyn KernelRows, y: &[f64], bias: f64) -> Walk {
        let mut weight = vec![0.0; y.len()];
        weight[0] = 1.0;
        let product = |(k, yi): (&f32, &f64)| yi * y[0] * (f64::from(*k) + bias);
        let along = rows.row(0).iter().zip(y).map(product).collect();
        Walk { weight, along, bias }
    }

    fn norm(&self, own: f64) -> f64 {
        math::dot(&self.along, &self.weight) + own * math::dot(&self.weight, &self.weight)
    }

    fn shorten(
        &mut self,
        rows: &mut dyn KernelRows,
        y: &[f64],
        c: f64,
        tolerance: f64,
        context: &FitContext<'_>,
    ) -> Result<(usize, StopReason), FitError> {
        let (n, own, bias) = (y.len(), 1.0 / c, self.bias);
        let limit = (1000 * n).max(100_000);
        let diagonal: Vec<f64> =
            rows.diagonal().iter().map(|k| f64::from(*k) + bias + own).collect();
        let (mut lies, mut gain) = (vec![0.0_f64; n], vec![0.0_f64; n]);
        for iterations in 0..limit {
            if iterations % STEPS_BETWEEN_CHECKS == 0 && context.stop.requested() {
                return Err(FitError::Stopped);
            }
            let (along, weight) = (&mut self.along, &mut self.weight);
            let (least, i) = wide(
                #[inline(always)]
                || {
                    for ((lies, along), weight) in lies.iter_mut().zip(&*along).zip(&*weight) {
                        *lies = -(along + own * weight);
                    }
                    largest(&lies)
                },
            );
            let norm = -math::dot(&lies, weight);
            if norm + least <= tolerance * norm {
                return Ok((iterations, StopReason::Converged));
            }
            let row = rows.row(i);
            let (sign, square) = (y[i], diagonal[i]);
            let (_, j) = wide(
                #[inline(always)]
                || {
                    let vertices = lies.iter().zip(&*weight).zip(row.iter().zip(y)).zip(&diagonal);
                    for (gain, (((lies, weight), (kernel, y)), diagonal)) in
                        gain.iter_mut().zip(vertices)
                    {
                        let behind = least - lies;
                        let curvature =
                            square + diagonal - 2.0 * sign * y * (f64::from(*kernel) + bias);
                        let promised =
                            behind * behind / if curvature > 1e-12 { curvature } else { 1e-12 };
                        *gain = if *weight > 0.0 && behind > 0.0 {
                            promised
                        } else {
                            f64::NEG_INFINITY
                        };
                    }
                    largest(&gain)
                },
            );
            let (row_i, row_j) = rows.pair(i, j);
            let across = y[i] * y[j] * (f64::from(row_i[j]) + bias);
            let curvature = (diagonal[i] + diagonal[j] - 2.0 * across).max(1e-12);
            let step = ((least - lies[j]) / curvature).min(weight[j]);
            if i == j || step <= 0.0 {
                return Ok((iterations, StopReason::Stalled));
            }
            weight[i] += step;
            weight[j] = if step == weight[j] { 0.0 } else { weight[j] - step };
            let (a, b) = (step * y[i], step * y[j]);
            wide(
                #[inline(always)]
                || {
                    for (((along, ki), kj), y) in along.iter_mut().zip(row_i).zip(row_j).zip(y) {
                        *along += y * (a * (f64::from(*ki) + bias) - b * (f64::from(*kj) + bias));
                    }
                },
            );
        }
        Ok((limit, StopReason::IterationLimit))
    }

    /// Scaled so that the examples on the margin have output one: the solution of the L2 dual.
    fn solution(&self, y: &[f64], c: f64, iterations: usize, stop: StopReason) -> Solution {
        let norm = self.norm(1.0 / c);
        let coef: Vec<f64> = self.weight.iter().zip(y).map(|(w, y)| w * y / norm).collect();
        let bias = self.bias * coef.iter().sum::<f64>();
        Solution { coef, bias, iterations, stop, objective: None }
    }
}
