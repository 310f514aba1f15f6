//! Sequential minimal optimisation of
//!
//! ```text
//! max  sum p_t b_t - 1/2 sum b_s b_t K_st    subject to  sum b_t constant,  lower_t <= b_t <= upper_t
//! ```
//!
//! which is the dual of the L1 support vector machine (b = y alpha, p = y, bounds 0 and yC) and, with doubled examples, of
//! support vector regression. With the gradient g = p - K b the optimality condition is that no b that may rise has a
//! larger g than one that may fall. Each step takes the b that may rise with the largest g, pairs it with the one that
//! promises the largest gain (second order: Fan, Chen and Lin, JMLR 6, 2005, 1889-1918), and moves both by the same
//! amount in opposite directions. It stops when the largest and the smallest g differ by at most the tolerance.
//!
//! All loops run over contiguous arrays; which b may move is kept as 0 or minus infinity beside the gradient, so that no
//! loop branches.
//!
//! Shrinking: a b at a bound whose gradient lies beyond the other end can take part in no step for now. From time to time
//! such b are set aside and the arrays closed up. What the others did meanwhile is made up for in one sum per b that
//! moved, when they come back: near the end, once, and at the end, where all must pass the test.

use std::ops::Range;

use super::rows::KernelRows;
use super::solver::STEPS_BETWEEN_CHECKS;
use crate::learn::{FitError, Stop, StopReason};
use crate::num::simd::wide;

/// A problem and the point that is being improved.
pub struct Smo {
    /// b.
    pub beta: Vec<f64>,
    /// p - K b.
    pub gradient: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// 0 where b may rise, minus infinity where it may not.
    rise: Vec<f64>,
    /// 0 where b may fall, minus infinity where it may not.
    fall: Vec<f64>,
    /// What a step with each b would gain; kept to spare allocations.
    gains: Vec<f32>,
    /// Kernel values of the examples with themselves.
    diagonal: Vec<f32>,
    /// Parts whose sums are constant each on their own; one part is the usual case.
    parts: Vec<Range<usize>>,
    /// The whole problem, while some of it is set aside.
    whole: Option<Box<Unshrunk>>,
}

/// The whole problem, and which part of it is in the arrays.
struct Unshrunk {
    /// Positions in the whole problem of what is in the arrays.
    active: Vec<usize>,
    /// b and gradient when the first were set aside.
    start: (Vec<f64>, Vec<f64>),
    beta: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    diagonal: Vec<f32>,
    parts: Vec<Range<usize>>,
}

/// Steps between two attempts to shrink, at most.
const SHRINK_EVERY: usize = 300;
/// Nothing is set aside unless so much of the arrays remains at most: closing up costs a copy.
const SHRINK_TO: f64 = 0.9;
/// Smaller problems fit into the fastest cache as they are.
const SMALL: usize = 200;
/// Everything comes back once when the ends are within so many tolerances.
const NEAR: f64 = 10.0;

/// The next step's first half: a part, its two ends, and where the upper one is.
#[derive(Clone, Copy)]
struct Ends {
    part: usize,
    up: f64,
    at: usize,
    down: f64,
}

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walk {
    /// Steps.
    pub iterations: usize,
    /// Why it ended.
    pub stop: StopReason,
}

/// Curvature below which a direction counts as flat.
const FLAT: f32 = 1e-12;
const CLOSED: f64 = f64::NEG_INFINITY;
const LANES: usize = 16;

impl Smo {
    /// From b = 0, where the gradient is p.
    pub fn new(p: Vec<f64>) -> Smo {
        let n = p.len();
        let zeros = || vec![0.0; n];
        let parts = std::iter::once(0..n).collect();
        Smo {
            parts,
            whole: None,
            diagonal: Vec::new(),
            gains: vec![0.0; n],
            beta: zeros(),
            gradient: p,
            lower: zeros(),
            upper: zeros(),
            rise: zeros(),
            fall: zeros(),
        }
    }

    /// Ties the sums of the two halves each on their own.
    pub fn in_halves(mut self) -> Smo {
        let n = self.beta.len();
        self.parts = vec![0..n / 2, n / 2..n];
        self
    }

    /// Sets the bounds; b must lie within them. A wider box keeps the point, so a solution for a small penalty is the
    /// start for a larger one.
    pub fn set_bounds(&mut self, bounds: impl Iterator<Item = (f64, f64)>) {
        for (t, (lower, upper)) in bounds.enumerate() {
            (self.lower[t], self.upper[t]) = (lower, upper);
            // A stretched b may miss its bound by a rounding.
            self.beta[t] = self.beta[t].clamp(lower, upper);
            self.mark(t);
        }
    }

    /// Moves along the ray through b to the best point of it, but at most to `most` times b; `p` is the gradient at zero.
    /// After a smaller box this is a good start for one that is wider by that factor: what stood at the old bounds
    /// mostly stands at the new ones, and a solution whose b are all at their bounds grows with them.
    pub fn stretch(&mut self, p: &[f64], most: f64) {
        let linear: f64 = self.beta.iter().zip(p).map(|(b, p)| b * p).sum();
        let terms = self.beta.iter().zip(&self.gradient).zip(p);
        let square: f64 = terms.map(|((b, g), p)| b * (p - g)).sum();
        let factor = if square > 0.0 { (linear / square).min(most) } else { most };
        if factor > 1.0 && factor.is_finite() {
            for ((b, g), p) in self.beta.iter_mut().zip(&mut self.gradient).zip(p) {
                *b *= factor;
                *g = p - factor * (p - *g);
            }
        }
    }

    fn mark(&mut self, t: usize) {
        self.rise[t] = if self.beta[t] < self.upper[t] { 0.0 } else { CLOSED };
        self.fall[t] = if self.beta[t] > self.lower[t] { 0.0 } else { CLOSED };
    }

    /// Walks until the tolerance is met.
    pub fn walk(
        &mut self,
        rows: &mut dyn KernelRows,
        tolerance: f64,
        limit: usize,
        stop: &dyn Stop,
    ) -> Result<Walk, FitError> {
        wide(
            #[inline(always)]
            || self.walk_inner(rows, tolerance, limit, stop),
        )
    }

    #[inline(always)]
    fn walk_inner(
        &mut self,
        rows: &mut dyn KernelRows,
        tolerance: f64,
        limit: usize,
        stop: &dyn Stop,
    ) -> Result<Walk, FitError> {
        self.diagonal = rows.diagonal().to_vec();
        let shrink_every = SHRINK_EVERY.min(self.beta.len());
        let shrinkable = self.beta.len() >= SMALL;
        let mut came_back = false;
        let mut ends = self.ends();
        let mut iterations = 0;
        loop {
            let Ends { part, up, at: i, down } = ends;
            let open = up != CLOSED && down != -CLOSED;
            let met = up - down <= tolerance || !open;
            let near = !came_back && up - down <= NEAR * tolerance;
            if self.whole.is_some() && (met || near || iterations == limit) {
                self.bring_back(rows);
                came_back = true;
                ends = self.ends();
                continue;
            }
            if met {
                return Ok(Walk { iterations, stop: StopReason::Converged });
            }
            if iterations == limit {
                return Ok(Walk { iterations, stop: StopReason::IterationLimit });
            }
            if iterations % STEPS_BETWEEN_CHECKS == 0 && stop.requested() {
                return Err(FitError::Stopped);
            }
            iterations += 1;
            let range = self.parts[part].clone();
            let j = range.start + self.partner(range, rows.row(i), up, self.diagonal[i]);
            let (row_i, row_j) = rows.pair(i, j);
            let flat = self.diagonal[i] + self.diagonal[j] - 2.0 * row_i[j];
            let curvature = f64::from(if flat > FLAT { flat } else { FLAT });
            let wish = (self.gradient[i] - self.gradient[j]) / curvature;
            let room = (self.upper[i] - self.beta[i]).min(self.beta[j] - self.lower[j]);
            let step = wish.min(room);
            // Bounds are met exactly, so that "at the bound" is a comparison and not a guess.
            self.beta[i] = if step == self.upper[i] - self.beta[i] {
                self.upper[i]
            } else {
                self.beta[i] + step
            };
            self.beta[j] = if step == self.beta[j] - self.lower[j] {
                self.lower[j]
            } else {
                self.beta[j] - step
            };
            self.mark(i);
            self.mark(j);
            self.advance(row_i, row_j, step);
            if shrinkable && iterations % shrink_every == 0 {
                self.shrink(rows);
            }
            ends = self.ends();
        }
    }

    /// Sets aside what can take part in no step for now, if it is much.
    fn shrink(&mut self, rows: &mut dyn KernelRows) {
        let mut keep = Vec::with_capacity(self.beta.len());
        for range in &self.parts {
            let (up, _, down) = self.scan(range);
            keep.extend(range.clone().filter(|&t| {
                let (rises, falls) = (self.rise[t] == 0.0, self.fall[t] == 0.0);
                (rises || self.gradient[t] <= up) && (falls || self.gradient[t] >= down)
            }));
        }
        if keep.len() as f64 > SHRINK_TO * self.beta.len() as f64 {
            return;
        }
        let mut whole = self.whole.take().unwrap_or_else(|| {
            Box::new(Unshrunk {
                active: (0..self.beta.len()).collect(),
                start: (self.beta.clone(), self.gradient.clone()),
                beta: self.beta.clone(),
                lower: self.lower.clone(),
                upper: self.upper.clone(),
                diagonal: self.diagonal.clone(),
                parts: self.parts.clone(),
            })
        });
        whole.active.iter().zip(&self.beta).for_each(|(&t, beta)| whole.beta[t] = *beta);
        whole.active = keep.iter().map(|&t| whole.active[t]).collect();
        let doubles = [
            &mut self.beta,
            &mut self.gradient,
            &mut self.lower,
            &mut self.upper,
            &mut self.rise,
            &mut self.fall,
        ];
        for values in doubles {
            *values = keep.iter().map(|&t| values[t]).collect();
        }
        self.diagonal = keep.iter().map(|&t| self.diagonal[t]).collect();
        self.gains.truncate(keep.len());
        let position = |t: usize| whole.active.partition_point(|&a| a < t);
        self.parts = whole.parts.iter().map(|p| position(p.start)..position(p.end)).collect();
        rows.restrict(Some(&whole.active));
        self.whole = Some(whole);
    }

    /// Brings back what was set aside, with its gradient as it is now.
    fn bring_back(&mut self, rows: &mut dyn KernelRows) {
        let Some(mut whole) = self.whole.take() else { return };
        rows.restrict(None);
        whole.active.iter().zip(&self.beta).for_each(|(&t, beta)| whole.beta[t] = *beta);
        let (start, mut gradient) = whole.start;
        for (t, (now, before)) in whole.beta.iter().zip(&start).enumerate() {
            let change = now - before;
            if change != 0.0 {
                let row = rows.row(t);
                gradient.iter_mut().zip(row).for_each(|(g, k)| *g -= change * f64::from(*k));
            }
        }
        // What stayed in the arrays has its gradient already.
        whole.active.iter().zip(&self.gradient).for_each(|(&t, g)| gradient[t] = *g);
        let n = whole.beta.len();
        (self.beta, self.gradient) = (whole.beta, gradient);
        (self.lower, self.upper) = (whole.lower, whole.upper);
        (self.diagonal, self.parts) = (whole.diagonal, whole.parts);
        (self.rise, self.fall) = (vec![0.0; n], vec![0.0; n]);
        self.gains.resize(n, 0.0);
        (0..n).for_each(|t| self.mark(t));
    }

    /// The two ends of the part where they are farthest apart.
    #[inline(always)]
    fn ends(&self) -> Ends {
        let mut worst = Ends { part: 0, up: CLOSED, at: 0, down: -CLOSED };
        for (part, range) in self.parts.iter().enumerate() {
            let (up, at, down) = self.scan(range);
            if part == 0 || up - down > worst.up - worst.down {
                worst = Ends { part, up, at: range.start + at, down };
            }
        }
        worst
    }

    /// The ends of a part, and where the upper one is, counted from the part's start.
    #[inline(always)]
    fn scan(&self, range: &Range<usize>) -> (f64, usize, f64) {
        scan(&self.gradient[range.clone()], &self.rise[range.clone()], &self.fall[range.clone()])
    }

    /// The b of a part that may fall with which a step gains most, counted from the part's start.
    #[inline(always)]
    fn partner(&mut self, range: Range<usize>, row: &[f32], up: f64, own: f32) -> usize {
        let (gradient, fall) = (&self.gradient[range.clone()], &self.fall[range.clone()]);
        let (diagonal, row) = (&self.diagonal[range.clone()], &row[range.clone()]);
        let gains = &mut self.gains[range];
        let examples = gradient.iter().zip(fall).zip(diagonal.iter().zip(row));
        for (gain, ((gradient, fall), (diagonal, kernel))) in gains.iter_mut().zip(examples) {
            // Minus infinity where b may not fall, which its square would hide.
            let distance = (up - gradient + fall) as f32;
            let flat = own + diagonal - 2.0 * kernel;
            let curvature = if flat > FLAT { flat } else { FLAT };
            let reach = if distance > 0.0 { distance } else { 0.0 };
            *gain = reach * reach / curvature;
        }
        first_largest(gains)
    }

    /// Moves the gradient along.
    #[inline(always)]
    fn advance(&mut self, row_i: &[f32], row_j: &[f32], step: f64) {
        for ((g, a), b) in self.gradient.iter_mut().zip(row_i).zip(row_j) {
            *g -= step * (f64::from(*a) - f64::from(*b));
        }
    }

    /// The objective, which is being maximised: the sum of p b - b (p - g) / 2.
    pub fn objective(&self, p: &[f64]) -> f64 {
        let terms = self.beta.iter().zip(&self.gradient).zip(p);
        terms.map(|((b, g), p)| b * (p + g) / 2.0).sum()
    }

    /// The level of each part: the mean gradient of its b strictly inside their bounds, else the middle of its ends. The
    /// bias of a machine with one part.
    pub fn levels(&self) -> Vec<f64> {
        let level = |range: &Range<usize>| {
            let inside = |t: &usize| self.rise[*t] == 0.0 && self.fall[*t] == 0.0;
            let free: Vec<f64> = range.clone().filter(inside).map(|t| self.gradient[t]).collect();
            if !free.is_empty() {
                return free.iter().sum::<f64>() / free.len() as f64;
            }
            let (up, _, down) = self.scan(range);
            (up + down) / 2.0
        };
        self.parts.iter().map(level).collect()
    }
}

/// The first position of the largest of some non-negative numbers.
#[inline(always)]
fn first_largest(values: &[f32]) -> usize {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = if *value > *lane { *value } else { *lane };
        }
    }
    let top = lanes.iter().chain(rest).fold(0.0_f32, |top, v| if *v > top { *v } else { top });
    values.iter().position(|v| *v == top).unwrap_or(0)
}

/// The largest gradient that may rise and its first position, and the smallest that may fall.
#[inline(always)]
fn scan(gradient: &[f64], rise: &[f64], fall: &[f64]) -> (f64, usize, f64) {
    let (mut highest, mut lowest) = ([CLOSED; LANES], [CLOSED; LANES]);
    let (gs, g_rest) = gradient.as_chunks::<LANES>();
    let (rises, rise_rest) = rise.as_chunks::<LANES>();
    let (falls, fall_rest) = fall.as_chunks::<LANES>();
    for ((g, rise), fall) in gs.iter().zip(rises).zip(falls) {
        for lane in 0..LANES {
            let up = g[lane] + rise[lane];
            highest[lane] = if up > highest[lane] { up } else { highest[lane] };
            let down = fall[lane] - g[lane];
            lowest[lane] = if down > lowest[lane] { down } else { lowest[lane] };
        }
    }
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let mut up = highest.into_iter().fold(CLOSED, larger);
    let mut down = lowest.into_iter().fold(CLOSED, larger);
    for ((g, rise), fall) in g_rest.iter().zip(rise_rest).zip(fall_rest) {
        up = larger(up, g + rise);
        down = larger(down, fall - g);
    }
    let at = gradient.iter().zip(rise).position(|(g, rise)| g + rise == up).unwrap_or(0);
    (up, at, -down)
}
