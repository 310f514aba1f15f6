//! The penalised log loss, its gradient and its Hessian, at the weights it was last asked about. Every class has a head (a
//! weight vector), or one class has none and its logit is always zero. Rows may leave their zeros out.

use crate::data::Rows;
use crate::data::rows::Row;
use crate::num::math::{self, add_scaled, dot};
use crate::num::simd::wide;

/// What is to be learned.
pub struct Setup<'a> {
    pub x: Rows<'a>,
    /// The head of each row's class; the number of heads for the class that has none.
    pub targets: &'a [usize],
    /// How much each row counts; once if absent.
    pub weights: Option<&'a [f64]>,
    pub heads: usize,
    /// Whether one class has no head.
    pub fixed: bool,
    /// The penalty is half of it times the sum of squared weights.
    pub ridge: f64,
}

/// The objective, at the weights it was last asked about.
pub struct Problem<'a> {
    setup: Setup<'a>,
    /// Probabilities at the current weights, one row an example.
    probabilities: Vec<f64>,
    products: Vec<f64>,
}

/// One head's value at a row.
pub fn logit(row: Row<'_>, head: &[f64]) -> f64 {
    let (weights, intercept) = head.split_at(head.len() - 1);
    row.dot(weights) + intercept[0]
}

/// Turns the logits of a row into probabilities in place and returns ln sum exp; with `fixed` there is one more class
/// whose logit is zero.
pub fn softmax(logits: &mut [f64], fixed: bool) -> f64 {
    if let ([z], true) = (&mut *logits, fixed) {
        let small = math::exp(-z.abs());
        let log_sum = z.max(0.0) + math::ln_1p(small);
        *z = if *z >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
        return log_sum;
    }
    let lowest = if fixed { 0.0 } else { f64::NEG_INFINITY };
    let top = logits.iter().copied().fold(lowest, f64::max);
    logits.iter_mut().for_each(|z| *z = math::exp(*z - top));
    let other = if fixed { math::exp(-top) } else { 0.0 };
    let total = logits.iter().sum::<f64>() + other;
    logits.iter_mut().for_each(|p| *p /= total);
    top + math::ln(total)
}

/// Rows whose part in the Hessian is added in one go.
const ROWS: usize = 4;

impl<'a> Problem<'a> {
    pub fn new(setup: Setup<'a>) -> Problem<'a> {
        let probabilities = vec![0.0; setup.x.len() * setup.heads];
        Problem { probabilities, products: vec![0.0; setup.heads], setup }
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.setup.heads * self.stride()
    }

    /// The weight of all rows.
    pub fn weight(&self) -> f64 {
        self.setup.weights.map_or(self.setup.x.len() as f64, |weights| weights.iter().sum())
    }

    fn weight_of(&self, row: usize) -> f64 {
        self.setup.weights.map_or(1.0, |weights| weights[row])
    }

    fn stride(&self) -> usize {
        self.setup.x.width() + 1
    }

    /// The objective; leaves the probabilities of these weights behind.
    pub fn objective(&mut self, weights: &[f64]) -> f64 {
        let (heads, stride) = (self.setup.heads, self.stride());
        let mut loss = 0.0;
        for (position, row) in self.setup.x.iter().enumerate() {
            let logits = &mut self.probabilities[position * heads..(position + 1) * heads];
            for (z, head) in logits.iter_mut().zip(weights.chunks_exact(stride)) {
                *z = logit(row, head);
            }
            let own = logits.get(self.setup.targets[position]).copied().unwrap_or(0.0);
            let share = softmax(logits, self.setup.fixed) - own;
            loss += self.setup.weights.map_or(1.0, |weights| weights[position]) * share;
        }
        let squares: f64 = weights
            .chunks_exact(stride)
            .map(|head| dot(&head[..stride - 1], &head[..stride - 1]))
            .sum();
        loss + 0.5 * self.setup.ridge * squares
    }

    /// Gradient at the weights whose probabilities are held, and the diagonal of the Hessian.
    pub fn gradient(&self, weights: &[f64], gradient: &mut [f64], diagonal: &mut [f64]) {
        let (heads, width) = (self.setup.heads, self.setup.x.width());
        gradient.fill(0.0);
        diagonal.fill(0.0);
        for (position, row) in self.setup.x.iter().enumerate() {
            for head in 0..heads {
                let p = self.probabilities[position * heads + head];
                let weight = self.weight_of(position);
                let residual = weight * (p - f64::from(self.setup.targets[position] == head));
                let curvature = weight * (p * (1.0 - p));
                let start = head * (width + 1);
                row.add_to(&mut gradient[start..start + width], residual);
                gradient[start + width] += residual;
                add_squares(row, &mut diagonal[start..start + width], curvature);
                diagonal[start + width] += curvature;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            let ridge = self.setup.ridge;
            let own = &weights[start..start + width];
            add_scaled(&mut gradient[start..start + width], ridge, own);
            diagonal[start..start + width].iter_mut().for_each(|d| *d += ridge);
        }
        // A class whose probabilities are all 0 or 1 to rounding has no curvature in its intercept.
        diagonal.iter_mut().for_each(|d| *d = d.max(1e-12));
    }

    /// `out = H v` at the weights whose probabilities are held.
    pub fn hessian_times(&mut self, v: &[f64], out: &mut [f64]) {
        let (heads, width) = (self.setup.heads, self.setup.x.width());
        out.fill(0.0);
        for (position, row) in self.setup.x.iter().enumerate() {
            let p = &self.probabilities[position * heads..(position + 1) * heads];
            for (product, head) in self.products.iter_mut().zip(v.chunks_exact(width + 1)) {
                *product = logit(row, head);
            }
            let mean = dot(p, &self.products);
            let weight = self.setup.weights.map_or(1.0, |weights| weights[position]);
            for (head, (p, product)) in p.iter().zip(&self.products).enumerate() {
                let factor = weight * (p * (product - mean));
                let start = head * (width + 1);
                row.add_to(&mut out[start..start + width], factor);
                out[start + width] += factor;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            add_scaled(&mut out[start..start + width], self.setup.ridge, &v[start..start + width]);
        }
    }

    /// The Hessian at the weights whose probabilities are held: only its lower triangle is right.
    pub fn hessian(&self, hessian: &mut [f64]) {
        let (heads, stride, size) = (self.setup.heads, self.stride(), self.size());
        hessian.fill(0.0);
        if self.setup.x.is_sparse() {
            self.add_sparse_rows(hessian);
        } else {
            wide(
                #[inline(always)]
                || self.add_dense_rows(hessian),
            );
        }
        for at in (0..size).filter(|at| at % stride != stride - 1) {
            hessian[at * size + at] += self.setup.ridge;
        }
        if !self.setup.fixed {
            // A constant added to all intercepts changes no probability. Charging for it makes H definite and, since
            // the gradient has no part in that direction, changes no step that matters.
            for k in 0..heads {
                for l in 0..=k {
                    hessian[(k * stride + stride - 1) * size + l * stride + stride - 1] += 1.0;
                }
            }
        }
    }

    /// How much the product of two features of a row counts in the block of two heads.
    #[inline(always)]
    fn coupling(&self, row: usize, k: usize, l: usize) -> f64 {
        let p = &self.probabilities[row * self.setup.heads..(row + 1) * self.setup.heads];
        self.weight_of(row) * (p[k] * (f64::from(k == l) - p[l]))
    }

    /// Several rows at a time, in the same order of additions as one by one.
    #[inline(always)]
    fn add_dense_rows(&self, hessian: &mut [f64]) {
        let (heads, stride, size) = (self.setup.heads, self.stride(), self.size());
        let x = self.setup.x.to_dense();
        let mut extended = vec![0.0; ROWS * stride];
        for first in (0..x.len()).step_by(ROWS) {
            let rows = ROWS.min(x.len() - first);
            for (offset, row) in extended.chunks_exact_mut(stride).enumerate().take(rows) {
                row[..stride - 1].copy_from_slice(x.row(first + offset));
                row[stride - 1] = 1.0;
            }
            for k in 0..heads {
                for l in 0..=k {
                    let mut weights = [0.0; ROWS];
                    for (offset, weight) in weights.iter_mut().enumerate().take(rows) {
                        *weight = self.coupling(first + offset, k, l);
                    }
                    for a in 0..stride {
                        let start = (k * stride + a) * size + l * stride;
                        let columns = if k == l { a + 1 } else { stride };
                        let out = &mut hessian[start..start + columns];
                        add_rows(out, &weights[..rows], &extended, stride, a);
                    }
                }
            }
        }
    }

    fn add_sparse_rows(&self, hessian: &mut [f64]) {
        let (heads, stride, size) = (self.setup.heads, self.stride(), self.size());
        let mut entries: Vec<(usize, f64)> = Vec::with_capacity(stride);
        for (position, row) in self.setup.x.iter().enumerate() {
            entries.clear();
            entries.extend(row.entries());
            entries.push((stride - 1, 1.0));
            for k in 0..heads {
                for l in 0..=k {
                    let weight = self.coupling(position, k, l);
                    for (at, &(a, value)) in entries.iter().enumerate() {
                        let start = (k * stride + a) * size + l * stride;
                        let columns = if k == l { at + 1 } else { entries.len() };
                        for &(b, other) in &entries[..columns] {
                            hessian[start + b] += weight * value * other;
                        }
                    }
                }
            }
        }
    }
}

/// `out += weight * row[a] * row` for each of the rows, one after the other.
#[inline(always)]
fn add_rows(out: &mut [f64], weights: &[f64], rows: &[f64], stride: usize, a: usize) {
    let columns = out.len();
    if let Ok(weights) = <[f64; ROWS]>::try_from(weights) {
        let row = |r: usize| &rows[r * stride..r * stride + columns];
        let scale = |r: usize| weights[r] * rows[r * stride + a];
        let (s0, s1, s2, s3) = (scale(0), scale(1), scale(2), scale(3));
        let (r0, r1, r2, r3) = (row(0), row(1), row(2), row(3));
        for (at, out) in out.iter_mut().enumerate() {
            *out = *out + s0 * r0[at] + s1 * r1[at] + s2 * r2[at] + s3 * r3[at];
        }
    } else {
        for (r, weight) in weights.iter().enumerate() {
            let row = &rows[r * stride..(r + 1) * stride];
            add_scaled(out, weight * row[a], &row[..columns]);
        }
    }
}

/// `out += scale * value * value` for the values of a row.
fn add_squares(row: Row<'_>, out: &mut [f64], scale: f64) {
    match row {
        Row::Dense(values) => {
            for (d, value) in out.iter_mut().zip(values) {
                *d += scale * value * value;
            }
        }
        Row::Sparse(..) => row.entries().for_each(|(f, value)| out[f] += scale * value * value),
    }
}
