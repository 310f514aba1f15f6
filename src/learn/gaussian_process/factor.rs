//! Cholesky factors of large matrices, by the crate `faer` on one thread. faer picks its inner loops by what the processor
//! can do, so that the last bits of a factor can differ between kinds of processors; on one machine they never do.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt;
use faer::{MatMut, MatRef, Par};

use crate::num::math;

/// The factor of a symmetric positive definite matrix.
pub struct Factor {
    n: usize,
    /// Column-major; only the lower triangle counts.
    values: Vec<f64>,
}

impl Factor {
    /// Factors a matrix of which the lower triangle (column-major) is read; `None` if it is not positive definite to
    /// rounding.
    pub fn new(mut values: Vec<f64>, n: usize) -> Option<Factor> {
        let params = faer::Spec::default();
        let need = llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, params);
        let mut memory = MemBuffer::new(need);
        let matrix = MatMut::from_column_major_slice_mut(&mut values, n, n);
        let stack = MemStack::new(&mut memory);
        let plain = llt::factor::LltRegularization::default();
        llt::factor::cholesky_in_place(matrix, plain, Par::Seq, stack, params).ok()?;
        values.iter().step_by(n + 1).all(|d| d.is_finite()).then_some(Factor { n, values })
    }

    /// Solves (L L') x = b in place.
    pub fn solve(&self, b: &mut [f64]) {
        let factor = MatRef::from_column_major_slice(&self.values, self.n, self.n);
        let right = MatMut::from_column_major_slice_mut(b, self.n, 1);
        let mut memory =
            MemBuffer::new(llt::solve::solve_in_place_scratch::<f64>(self.n, 1, Par::Seq));
        llt::solve::solve_in_place(factor, right, Par::Seq, MemStack::new(&mut memory));
    }

    /// The inverse of the matrix, of which only the lower triangle (column-major) counts.
    pub fn inverse(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.n * self.n];
        let factor = MatRef::from_column_major_slice(&self.values, self.n, self.n);
        let out = MatMut::from_column_major_slice_mut(&mut values, self.n, self.n);
        let mut memory = MemBuffer::new(llt::inverse::inverse_scratch::<f64>(self.n, Par::Seq));
        llt::inverse::inverse(out, factor, Par::Seq, MemStack::new(&mut memory));
        values
    }

    /// Half the log determinant of the matrix: the sum of the logarithms of the diagonal.
    pub fn half_log_determinant(&self) -> f64 {
        self.values.iter().step_by(self.n + 1).map(|d| math::ln(*d)).sum()
    }

    /// The lower triangle row by row, without the rest: half the memory, and rows lie in one piece.
    pub fn pack(self) -> Triangle {
        let mut rows = Vec::with_capacity(self.n * (self.n + 1) / 2);
        for row in 0..self.n {
            rows.extend((0..=row).map(|column| self.values[column * self.n + row]));
        }
        Triangle { rows }
    }
}

/// A lower triangular matrix, row after row.
pub struct Triangle {
    rows: Vec<f64>,
}

impl Triangle {
    /// Bytes of its numbers.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// Solves L x = b in place, in an order that does not depend on what else is solved: a row is predicted alike in
    /// whatever company it comes.
    pub fn solve(&self, b: &mut [f64]) {
        let mut start = 0;
        for at in 0..b.len() {
            let row = &self.rows[start..=start + at];
            b[at] = (b[at] - math::dot(&row[..at], &b[..at])) / row[at];
            start += at + 1;
        }
    }
}
