//! The minimum of the penalised log loss, by Newton's method. The step solves H s = -g: directly (Cholesky) for small
//! systems, by conjugate gradients with the diagonal of H as preconditioner for large ones, which need only products of
//! H with a vector. A step is halved until the objective falls enough (Armijo).

use crate::data::rows::DenseRows;
use crate::learn::{FitContext, FitError, StopReason};
use crate::num::linalg::solve_positive;
use crate::num::math::{self, add_scaled, dot};

/// Systems up to this size are solved directly. Conjugate gradients are twice as fast on letter (442 unknowns), but nine
/// times slower on segment (140), and on badly scaled data they need far more steps.
const DIRECT_SIZE: usize = 250;

/// Where the walk ended.
pub struct Minimum {
    /// One row a head, the intercept last.
    pub weights: Vec<f64>,
    /// The objective at the start and after each Newton step.
    pub path: Vec<f64>,
    /// Why it ended.
    pub stop: StopReason,
}

/// One head's value at a row.
pub fn logit(row: &[f64], head: &[f64]) -> f64 {
    dot(row, &head[..row.len()]) + head[row.len()]
}

/// Turns the logits of a row into probabilities in place and returns ln sum exp; one logit stands for two classes,
/// the first of which has logit 0.
pub fn softmax(logits: &mut [f64]) -> f64 {
    if let [z] = logits {
        let small = math::exp(-z.abs());
        let log_sum = z.max(0.0) + math::ln_1p(small);
        *z = if *z >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
        return log_sum;
    }
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logits.iter_mut().for_each(|z| *z = math::exp(*z - top));
    let total: f64 = logits.iter().sum();
    logits.iter_mut().for_each(|p| *p /= total);
    top + math::ln(total)
}

/// The objective, at the weights it was last asked about.
pub struct Problem<'a> {
    x: DenseRows<'a>,
    targets: &'a [usize],
    heads: usize,
    ridge: f64,
    /// Probabilities at the current weights, one row an example.
    probabilities: Vec<f64>,
    products: Vec<f64>,
}

impl<'a> Problem<'a> {
    /// A problem; `targets` are columns of probabilities, `heads` the number of weight vectors.
    pub fn new(x: DenseRows<'a>, targets: &'a [usize], heads: usize, ridge: f64) -> Problem<'a> {
        let probabilities = vec![0.0; x.len() * heads];
        Problem { x, targets, heads, ridge, probabilities, products: vec![0.0; heads] }
    }

    fn size(&self) -> usize {
        self.heads * (self.x.width() + 1)
    }

    /// The objective; leaves the probabilities of these weights behind.
    fn objective(&mut self, weights: &[f64]) -> f64 {
        let (heads, stride) = (self.heads, self.x.width() + 1);
        let mut loss = 0.0;
        for (position, row) in self.x.iter().enumerate() {
            let logits = &mut self.probabilities[position * heads..(position + 1) * heads];
            for (z, head) in logits.iter_mut().zip(weights.chunks_exact(stride)) {
                *z = logit(row, head);
            }
            // With a single head, target 0 has the fixed logit 0.
            let target = self.targets[position];
            let own = if heads > 1 { logits[target] } else { target as f64 * logits[0] };
            loss += softmax(logits) - own;
        }
        let squares: f64 = weights
            .chunks_exact(stride)
            .map(|head| dot(&head[..stride - 1], &head[..stride - 1]))
            .sum();
        loss + 0.5 * self.ridge * squares
    }

    /// Gradient at the weights whose probabilities are held, and the diagonal of the Hessian.
    fn gradient(&self, weights: &[f64], gradient: &mut [f64], diagonal: &mut [f64]) {
        let (heads, width) = (self.heads, self.x.width());
        gradient.fill(0.0);
        diagonal.fill(0.0);
        for (position, row) in self.x.iter().enumerate() {
            for head in 0..heads {
                let p = self.probabilities[position * heads + head];
                let target = self.targets[position];
                let is_own = if heads > 1 { target == head } else { target == 1 };
                let residual = p - f64::from(is_own);
                let curvature = p * (1.0 - p);
                let start = head * (width + 1);
                add_scaled(&mut gradient[start..start + width], residual, row);
                gradient[start + width] += residual;
                for (d, value) in diagonal[start..start + width].iter_mut().zip(row) {
                    *d += curvature * value * value;
                }
                diagonal[start + width] += curvature;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            add_scaled(
                &mut gradient[start..start + width],
                self.ridge,
                &weights[start..start + width],
            );
            diagonal[start..start + width].iter_mut().for_each(|d| *d += self.ridge);
        }
        // A class whose probabilities are all 0 or 1 to rounding has no curvature in its intercept.
        diagonal.iter_mut().for_each(|d| *d = d.max(1e-12));
    }

    /// `out = H v` at the weights whose probabilities are held.
    fn hessian_times(&mut self, v: &[f64], out: &mut [f64]) {
        let (heads, width) = (self.heads, self.x.width());
        out.fill(0.0);
        for (position, row) in self.x.iter().enumerate() {
            let p = &self.probabilities[position * heads..(position + 1) * heads];
            for (product, head) in self.products.iter_mut().zip(v.chunks_exact(width + 1)) {
                *product = logit(row, head);
            }
            let mean = dot(p, &self.products);
            for head in 0..heads {
                let centre = if heads > 1 { mean } else { p[0] * self.products[0] };
                let factor = p[head] * (self.products[head] - centre);
                let start = head * (width + 1);
                add_scaled(&mut out[start..start + width], factor, row);
                out[start + width] += factor;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            add_scaled(&mut out[start..start + width], self.ridge, &v[start..start + width]);
        }
    }

    /// The Hessian at the weights whose probabilities are held: only its lower triangle is right.
    fn hessian(&self, hessian: &mut [f64]) {
        let (heads, stride, size) = (self.heads, self.x.width() + 1, self.size());
        hessian.fill(0.0);
        let mut extended = vec![1.0; stride];
        for (position, row) in self.x.iter().enumerate() {
            extended[..stride - 1].copy_from_slice(row);
            let p = &self.probabilities[position * heads..(position + 1) * heads];
            for k in 0..heads {
                for l in 0..=k {
                    let weight = p[k] * (f64::from(k == l) - p[l]);
                    for (a, value) in extended.iter().enumerate() {
                        let start = (k * stride + a) * size + l * stride;
                        let columns = if k == l { a + 1 } else { stride };
                        add_scaled(
                            &mut hessian[start..start + columns],
                            weight * value,
                            &extended[..columns],
                        );
                    }
                }
            }
        }
        for at in (0..size).filter(|at| at % stride != stride - 1) {
            hessian[at * size + at] += self.ridge;
        }
        if heads > 1 {
            // A constant added to all intercepts changes no probability. Charging for it makes H definite and, since
            // the gradient has no part in that direction, changes no step that matters.
            for k in 0..heads {
                for l in 0..=k {
                    hessian[(k * stride + stride - 1) * size + l * stride + stride - 1] += 1.0;
                }
            }
        }
    }

    /// Walks to the minimum.
    pub fn minimise(
        &mut self,
        tolerance: f64,
        limit: usize,
        context: &FitContext<'_>,
    ) -> Result<Minimum, FitError> {
        let size = self.size();
        let mut weights = vec![0.0; size];
        if size == 0 {
            return Ok(Minimum { weights, path: Vec::new(), stop: StopReason::ClosedForm });
        }
        let (mut gradient, mut diagonal) = (vec![0.0; size], vec![0.0; size]);
        let (mut step, mut trial) = (vec![0.0; size], vec![0.0; size]);
        let mut hessian = vec![0.0; if size <= DIRECT_SIZE { size * size } else { 0 }];
        let mut solver = ConjugateGradients::new(size);
        let mut value = self.objective(&weights);
        let mut path = vec![value];
        for _ in 0..limit {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            self.gradient(&weights, &mut gradient, &mut diagonal);
            if gradient.iter().any(|g| !g.is_finite()) {
                let reason = "features are too large to compute with; scale them";
                return Err(FitError::Unsuitable(reason.into()));
            }
            if gradient.iter().all(|g| g.abs() <= tolerance) {
                return Ok(Minimum { weights, path, stop: StopReason::Converged });
            }
            let solved = !hessian.is_empty() && {
                self.hessian(&mut hessian);
                step.iter_mut().zip(&gradient).for_each(|(s, g)| *s = -g);
                solve_positive(&mut hessian, &mut step)
            };
            if !solved {
                solver.solve(self, &gradient, &diagonal, &mut step, context)?;
            }
            let slope = dot(&gradient, &step);
            let mut length = 1.0;
            loop {
                for ((t, w), s) in trial.iter_mut().zip(&weights).zip(&step) {
                    *t = w + length * s;
                }
                let tried = self.objective(&trial);
                if tried <= value + 1e-4 * length * slope && tried < value {
                    value = tried;
                    path.push(value);
                    std::mem::swap(&mut weights, &mut trial);
                    break;
                }
                length *= 0.5;
                if length < 1e-10 {
                    // No shorter step lowers the objective: near the minimum its rounding error is larger than
                    // what is left to gain; elsewhere something is wrong and must be said.
                    let near = gradient.iter().all(|g| g.abs() <= 1e4 * tolerance);
                    let stop = if near { StopReason::Converged } else { StopReason::Stalled };
                    return Ok(Minimum { weights, path, stop });
                }
            }
        }
        Ok(Minimum { weights, path, stop: StopReason::IterationLimit })
    }
}

/// Solves H s = -g to a precision that grows as the gradient falls.
struct ConjugateGradients {
    residual: Vec<f64>,
    preconditioned: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
}

impl ConjugateGradients {
    fn new(size: usize) -> ConjugateGradients {
        let zeros = || vec![0.0; size];
        ConjugateGradients {
            residual: zeros(),
            preconditioned: zeros(),
            direction: zeros(),
            product: zeros(),
        }
    }

    fn solve(
        &mut self,
        problem: &mut Problem<'_>,
        gradient: &[f64],
        diagonal: &[f64],
        step: &mut [f64],
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        step.fill(0.0);
        for (r, g) in self.residual.iter_mut().zip(gradient) {
            *r = -g;
        }
        self.precondition(diagonal);
        self.direction.copy_from_slice(&self.preconditioned);
        let mut energy = dot(&self.residual, &self.preconditioned);
        // Quadratic convergence near the minimum, cheap steps far from it.
        let start = energy.sqrt();
        let target = energy * (0.25_f64).min(start / problem.x.len() as f64).max(1e-10).powi(2);
        for _ in 0..20 * gradient.len() {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            problem.hessian_times(&self.direction, &mut self.product);
            let curvature = dot(&self.direction, &self.product);
            if curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let length = energy / curvature;
            add_scaled(step, length, &self.direction);
            add_scaled(&mut self.residual, -length, &self.product);
            self.precondition(diagonal);
            let next = dot(&self.residual, &self.preconditioned);
            if next <= target {
                break;
            }
            let ratio = next / energy;
            for (d, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *d = z + ratio * *d;
            }
            energy = next;
        }
        Ok(())
    }

    fn precondition(&mut self, diagonal: &[f64]) {
        for ((z, r), d) in self.preconditioned.iter_mut().zip(&self.residual).zip(diagonal) {
            *z = r / d;
        }
    }
}
