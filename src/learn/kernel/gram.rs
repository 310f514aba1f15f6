//! Matrices of base values and kernel values, in single precision: squared distances and inner products are computed in
//! double precision and rounded once, which moves a kernel value by less than 1e-7.

use super::function::{Base, Kernel};
use crate::data::Rows;
use crate::num::simd::wide;

/// Examples laid out for products with many others: feature after feature.
pub struct Columns {
    rows: usize,
    width: usize,
    values: Vec<f64>,
    /// Squared norms.
    pub norms: Vec<f64>,
}

/// Rows of products that are computed together, so that a column is loaded once for all of them.
const ROWS: usize = 4;
/// Columns whose sums stay in the first-level cache.
const BLOCK: usize = 256;

impl Columns {
    /// Some examples, in the given order.
    pub fn new(x: Rows<'_>, order: &[usize]) -> Columns {
        let (rows, width) = (order.len(), x.width());
        let mut values = vec![0.0; rows * width];
        let mut norms = vec![0.0; rows];
        for (position, &row) in order.iter().enumerate() {
            for (feature, value) in x.row(row).iter().enumerate() {
                values[feature * rows + position] = *value;
                norms[position] += value * value;
            }
        }
        Columns { rows, width, values, norms }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Base values of some examples with all of these, row after row. `queries` and their squared norms come row by
    /// row; every sum runs over the features in order, whatever the width of the machine's vectors.
    pub fn base(&self, base: Base, queries: &[&[f64]], norms: &[f64], out: &mut [f32]) {
        wide(
            #[inline(always)]
            || self.base_inner(base, queries, norms, out),
        );
    }

    #[inline(always)]
    fn base_inner(&self, base: Base, queries: &[&[f64]], norms: &[f64], out: &mut [f32]) {
        let mut sums = [[0.0_f64; BLOCK]; ROWS];
        for (group, first) in queries.chunks(ROWS).zip((0..).step_by(ROWS)) {
            for start in (0..self.rows).step_by(BLOCK) {
                let count = BLOCK.min(self.rows - start);
                sums.iter_mut().for_each(|s| s.fill(0.0));
                for feature in 0..self.width {
                    let from = feature * self.rows + start;
                    let column = &self.values[from..from + count];
                    for (sums, query) in sums.iter_mut().zip(group) {
                        let factor = query[feature];
                        // Adding nothing changes nothing: on sparse data most of the work is skipped here.
                        if factor == 0.0 {
                            continue;
                        }
                        for (sum, value) in sums[..count].iter_mut().zip(column) {
                            *sum += factor * value;
                        }
                    }
                }
                for (offset, sums) in sums.iter().enumerate().take(group.len()) {
                    let row = first + offset;
                    let out = &mut out[row * self.rows + start..row * self.rows + start + count];
                    match base {
                        Base::InnerProduct => {
                            out.iter_mut().zip(sums).for_each(|(o, s)| *o = single(*s));
                        }
                        Base::SquaredDistance => {
                            let others = &self.norms[start..start + count];
                            for ((out, sum), other) in out.iter_mut().zip(sums).zip(others) {
                                let distance = norms[row] + other - 2.0 * sum;
                                *out = if distance > 0.0 { distance as f32 } else { 0.0 };
                            }
                        }
                    }
                }
            }
        }
    }

    /// One example, feature by feature.
    pub fn row(&self, index: usize) -> Vec<f64> {
        (0..self.width).map(|feature| self.values[feature * self.rows + index]).collect()
    }
}

/// A single that is finite: a test row may be farther out than singles reach, but decides all the same.
#[inline(always)]
pub fn single(value: f64) -> f32 {
    const FAR: f64 = 1e38;
    let low = if value > FAR { FAR } else { value };
    // Written so that NaN (an overflow met its opposite) ends here too.
    let bounded = if low > -FAR { low } else { -FAR };
    bounded as f32
}

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
        let rows: Vec<Vec<f64>> = (0..columns.len()).map(|i| columns.row(i)).collect();
        let queries: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let mut matrix = Matrix::zeros(columns.len(), columns.len());
        columns.base(base, &queries, &columns.norms, &mut matrix.values);
        // An example is at distance zero from itself, whatever rounding says.
        if base == Base::SquaredDistance {
            (0..columns.len()).for_each(|i| matrix.values[i * columns.len() + i] = 0.0);
        }
        matrix
    }

    /// Base values of queries with all examples.
    pub fn cross(base: Base, queries: Rows<'_>, columns: &Columns) -> (Matrix, Vec<f64>) {
        let rows: Vec<&[f64]> = queries.iter().collect();
        let norms: Vec<f64> = rows.iter().map(|r| r.iter().map(|v| v * v).sum()).collect();
        let mut matrix = Matrix::zeros(rows.len(), columns.len());
        columns.base(base, &rows, &norms, &mut matrix.values);
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
