//! Examples laid out for products with many others: feature after feature, whole or without zeros. Products are summed
//! in double precision over the features in order, so that both layouts, and every width of the machine's vectors, give
//! the same bits; then they are rounded to single precision once, which moves a kernel value by less than 1e-7.

use super::function::Base;
use crate::data::Rows;
use crate::data::rows::Row;
use crate::data::sparse::SparseMatrix;
use crate::num::simd::wide;

/// Examples, feature after feature.
pub struct Columns {
    rows: usize,
    width: usize,
    layout: Layout,
    /// Squared norms.
    pub norms: Vec<f64>,
}

enum Layout {
    Dense(Vec<f64>),
    Sparse { by_row: SparseMatrix, by_feature: SparseMatrix },
}

/// Rows of products that are computed together, so that a column is loaded once for all of them.
const ROWS: usize = 4;
/// Columns whose sums stay in the first-level cache.
const BLOCK: usize = 256;

impl Columns {
    /// Bytes of its lists.
    pub fn held(&self) -> usize {
        let values = match &self.layout {
            Layout::Dense(values) => size_of_val(&**values),
            Layout::Sparse { by_row, by_feature } => by_row.bytes() + by_feature.bytes(),
        };
        values + size_of_val(&*self.norms)
    }

    /// Some examples, in the given order.
    pub fn new(x: Rows<'_>, order: &[usize]) -> Columns {
        let (rows, width) = (order.len(), x.width());
        let norms = order.iter().map(|&row| x.row(row).squared_norm()).collect();
        let layout = if x.is_sparse() {
            let by_row = SparseMatrix::new(rows, width, |put| {
                for (position, &row) in order.iter().enumerate() {
                    x.row(row).entries().for_each(|(feature, v)| put(position, feature, v));
                }
            });
            Layout::Sparse { by_feature: by_row.transposed(), by_row }
        } else {
            let mut values = vec![0.0; rows * width];
            for (position, &row) in order.iter().enumerate() {
                x.row(row).entries().for_each(|(feature, v)| values[feature * rows + position] = v);
            }
            Layout::Dense(values)
        };
        Columns { rows, width, layout, norms }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Bytes that the columns of some examples take.
    pub fn bytes(x: Rows<'_>) -> usize {
        let row = |row: Row<'_>| match row {
            Row::Dense(values) => 8 * values.len(),
            // Once by row and once by feature.
            Row::Sparse(_, values) => 2 * 12 * values.len(),
        };
        x.iter().map(|r| row(r) + 8).sum()
    }

    /// Base values of other examples with all of these, row after row, and the squared norms of the others.
    pub fn with(&self, base: Base, others: Rows<'_>, out: &mut [f32]) -> Vec<f64> {
        let norms: Vec<f64> = others.iter().map(Row::squared_norm).collect();
        match &self.layout {
            Layout::Dense(values) => {
                let dense = others.to_dense();
                let queries: Vec<&[f64]> = dense.iter().collect();
                self.dense(values, base, &queries, &norms, out);
            }
            Layout::Sparse { by_feature, .. } => {
                let mut sums = vec![0.0; self.rows];
                for (index, out) in (0..others.len()).zip(out.chunks_exact_mut(self.rows.max(1))) {
                    self.sparse(by_feature, base, others.row(index), norms[index], &mut sums, out);
                }
            }
        }
        norms
    }

    /// Base values of some of these examples with all of them, row after row.
    pub fn among(&self, base: Base, rows: std::ops::Range<usize>, out: &mut [f32]) {
        match &self.layout {
            Layout::Dense(values) => {
                let row = |index: usize| -> Vec<f64> {
                    (0..self.width).map(|feature| values[feature * self.rows + index]).collect()
                };
                let own: Vec<Vec<f64>> = rows.clone().map(row).collect();
                let queries: Vec<&[f64]> = own.iter().map(Vec::as_slice).collect();
                self.dense(values, base, &queries, &self.norms[rows.clone()], out);
            }
            Layout::Sparse { by_row, by_feature } => {
                let mut sums = vec![0.0; self.rows];
                for (index, out) in rows.clone().zip(out.chunks_exact_mut(self.rows.max(1))) {
                    let (features, values) = by_row.row(index);
                    let row = Row::Sparse(features, values);
                    self.sparse(by_feature, base, row, self.norms[index], &mut sums, out);
                }
            }
        }
        // An example is at distance zero from itself, whatever rounding says.
        if base == Base::SquaredDistance {
            for (position, index) in rows.enumerate() {
                out[position * self.rows + index] = 0.0;
            }
        }
    }

    fn dense(
        &self,
        values: &[f64],
        base: Base,
        queries: &[&[f64]],
        norms: &[f64],
        out: &mut [f32],
    ) {
        wide(
            #[inline(always)]
            || self.dense_inner(values, base, queries, norms, out),
        );
    }

    #[inline(always)]
    fn dense_inner(
        &self,
        values: &[f64],
        base: Base,
        queries: &[&[f64]],
        norms: &[f64],
        out: &mut [f32],
    ) {
        let mut sums = [[0.0_f64; BLOCK]; ROWS];
        for (group, first) in queries.chunks(ROWS).zip((0..).step_by(ROWS)) {
            for start in (0..self.rows).step_by(BLOCK) {
                let count = BLOCK.min(self.rows - start);
                sums.iter_mut().for_each(|s| s.fill(0.0));
                for feature in 0..self.width {
                    let from = feature * self.rows + start;
                    let column = &values[from..from + count];
                    for (sums, query) in sums.iter_mut().zip(group) {
                        let factor = query[feature];
                        // Adding nothing changes nothing: where zeros are common much of the work is skipped here.
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
                    let others = &self.norms[start..start + count];
                    finish(base, norms[row], others, &sums[..count], out);
                }
            }
        }
    }

    fn sparse(
        &self,
        by_feature: &SparseMatrix,
        base: Base,
        query: Row<'_>,
        norm: f64,
        sums: &mut [f64],
        out: &mut [f32],
    ) {
        sums.fill(0.0);
        for (feature, factor) in query.entries() {
            let (rows, values) = by_feature.row(feature);
            for (row, value) in rows.iter().zip(values) {
                sums[*row as usize] += factor * value;
            }
        }
        wide(
            #[inline(always)]
            || finish(base, norm, &self.norms, sums, out),
        );
    }
}

/// Inner products become base values.
#[inline(always)]
fn finish(base: Base, norm: f64, norms: &[f64], products: &[f64], out: &mut [f32]) {
    match base {
        Base::InnerProduct => {
            out.iter_mut().zip(products).for_each(|(o, product)| *o = single(*product));
        }
        Base::SquaredDistance => {
            for ((out, product), other) in out.iter_mut().zip(products).zip(norms) {
                let distance = norm + other - 2.0 * product;
                *out = if distance > 0.0 { distance as f32 } else { 0.0 };
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sparse_and_dense_examples_give_the_same_bits(
            cells in prop::collection::vec(prop_oneof![3 => Just(0.0), 1 => -3.0..3.0], 7 * 23),
        ) {
            let dense = Array2::from_shape_vec((23, 7), cells).unwrap();
            let sparse = SparseMatrix::new(23, 7, |put| {
                dense.indexed_iter().for_each(|((r, c), v)| put(r, c, *v));
            });
            let (d, s) = (Rows::new(&dense).unwrap(), Rows::sparse(&sparse).unwrap());
            let order: Vec<usize> = (3..23).rev().collect();
            let (dc, sc) = (Columns::new(d, &order), Columns::new(s, &order));
            prop_assert_eq!(&dc.norms, &sc.norms);
            for base in [Base::InnerProduct, Base::SquaredDistance] {
                let (mut a, mut b) = (vec![0.0; 400], vec![0.0; 400]);
                dc.among(base, 0..20, &mut a);
                sc.among(base, 0..20, &mut b);
                prop_assert_eq!(&a, &b);
                // Either layout takes either kind of query.
                let mut all = Vec::new();
                for (columns, queries) in [(&dc, d), (&dc, s), (&sc, d), (&sc, s)] {
                    let mut out = vec![0.0; 23 * 20];
                    let norms = columns.with(base, queries, &mut out);
                    all.push((out, norms));
                }
                prop_assert!(all.windows(2).all(|w| w[0] == w[1]));
            }
        }
    }
}
