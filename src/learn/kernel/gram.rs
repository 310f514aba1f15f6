//! Matrices of base values and kernel values, in single precision.

use super::columns::Columns;
use super::function::{Base, Kernel};
use crate::data::Rows;
use crate::num::simd::wide;

/// A dense matrix of singles.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// Number of columns.
    pub width: usize,
    /// Row after row.
    pub values: Vec<f32>,
}

impl Matrix {
    /// Room for a matrix.
    pub fn zeros(rows: usize, width: usize) -> Matrix {
        Matrix { width, values: vec![0.0; rows * width] }
    }

    /// One row.
    #[inline(always)]
    pub fn row(&self, index: usize) -> &[f32] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// Base values of all examples with each other.
    pub fn square(base: Base, columns: &Columns) -> Matrix {
        let mut matrix = Matrix::zeros(columns.len(), columns.len());
        columns.among(base, 0..columns.len(), &mut matrix.values);
        matrix
    }

    /// Base values of queries with all examples, and the squared norms of the queries.
    pub fn cross(base: Base, queries: Rows<'_>, columns: &Columns) -> (Matrix, Vec<f64>) {
        let mut matrix = Matrix::zeros(queries.len(), columns.len());
        let norms = columns.with(base, queries, &mut matrix.values);
        (matrix, norms)
    }

    /// Kernel values from base values; `own` are the squared norms of the rows, `norms` of the columns.
    pub fn kernel(&self, kernel: Kernel, own: &[f64], norms: &[f64]) -> Matrix {
        let mut out = Matrix::zeros(own.len(), self.width);
        wide(
            #[inline(always)]
            || {
                let width = self.width;
                for (row, own) in own.iter().enumerate() {
                    let range = row * width..(row + 1) * width;
                    kernel.apply(&self.values[range.clone()], *own, norms, &mut out.values[range]);
                }
            },
        );
        out
    }

    /// The rows and columns of two ranges of a square matrix, as one square matrix.
    pub fn block(&self, a: std::ops::Range<usize>, b: std::ops::Range<usize>) -> Matrix {
        let width = a.len() + b.len();
        let mut values = Vec::with_capacity(width * width);
        for row in a.clone().chain(b.clone()) {
            let row = self.row(row);
            values.extend_from_slice(&row[a.clone()]);
            values.extend_from_slice(&row[b.clone()]);
        }
        Matrix { width, values }
    }
}
