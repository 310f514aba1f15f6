//! Where solvers get kernel rows from: a whole matrix if it fits into memory, else a cache of rows that computes what it
//! does not hold. Both give the same numbers, so no result depends on which was used.

use super::function::Kernel;
use super::gram::{Columns, Matrix};
use crate::num::simd::wide;

/// Rows of a kernel matrix.
pub trait KernelRows {
    /// Two rows at once.
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]);

    /// One row.
    fn row(&mut self, i: usize) -> &[f32] {
        self.pair(i, i).0
    }

    /// Kernel values of every example with itself.
    fn diagonal(&self) -> &[f32];

    /// Kernel values that were computed.
    fn evaluations(&self) -> usize;
}

/// A whole matrix.
pub struct Whole<'a> {
    matrix: &'a Matrix,
    diagonal: Vec<f32>,
}

impl<'a> Whole<'a> {
    /// Rows of a matrix.
    pub fn new(matrix: &'a Matrix) -> Whole<'a> {
        let diagonal = (0..matrix.width).map(|i| matrix.row(i)[i]).collect();
        Whole { matrix, diagonal }
    }
}

impl KernelRows for Whole<'_> {
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        (self.matrix.row(i), self.matrix.row(j))
    }

    fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    fn evaluations(&self) -> usize {
        self.matrix.values.len()
    }
}

const EMPTY: usize = usize::MAX;

/// The most recently used rows.
pub struct Cached<'a> {
    columns: &'a Columns,
    kernel: Kernel,
    diagonal: Vec<f32>,
    /// Row after row, one a slot.
    values: Vec<f32>,
    /// The slot of an example's row, or [`EMPTY`].
    slot_of: Vec<usize>,
    /// The example whose row a slot holds, and when it was last used.
    held: Vec<(usize, u64)>,
    clock: u64,
    computed: usize,
    base: Vec<f32>,
}

impl<'a> Cached<'a> {
    /// A cache of at most `bytes` (but at least two rows).
    pub fn new(columns: &'a Columns, kernel: Kernel, bytes: usize) -> Cached<'a> {
        let n = columns.len();
        let slots = (bytes / (4 * n.max(1))).clamp(2, n.max(2));
        let diagonal = columns.norms.iter().map(|&norm| kernel.own(norm)).collect();
        Cached {
            columns,
            kernel,
            diagonal,
            values: vec![0.0; slots * n],
            slot_of: vec![EMPTY; n],
            held: vec![(EMPTY, 0); slots],
            clock: 0,
            computed: 0,
            base: vec![0.0; n],
        }
    }

    /// Makes sure that a row is held, in a slot other than `keep`.
    fn fetch(&mut self, i: usize, keep: usize) -> usize {
        self.clock += 1;
        let known = self.slot_of[i];
        if known != EMPTY {
            self.held[known].1 = self.clock;
            return known;
        }
        let oldest = self.held.iter().enumerate().filter(|(slot, _)| *slot != keep);
        let slot = oldest.min_by_key(|(_, (_, used))| *used).map_or(0, |(slot, _)| slot);
        let old = self.held[slot].0;
        if old != EMPTY {
            self.slot_of[old] = EMPTY;
        }
        let n = self.columns.len();
        let (query, norm) = (self.columns.row(i), self.columns.norms[i]);
        self.columns.base(self.kernel.base(), &[&query], &[norm], &mut self.base);
        if self.kernel.base() == super::function::Base::SquaredDistance {
            self.base[i] = 0.0;
        }
        let (kernel, base, norms) = (self.kernel, &self.base, &self.columns.norms);
        let out = &mut self.values[slot * n..(slot + 1) * n];
        wide(
            #[inline(always)]
            || kernel.apply(base, norm, norms, out),
        );
        self.computed += n;
        self.slot_of[i] = slot;
        self.held[slot] = (i, self.clock);
        slot
    }
}

impl KernelRows for Cached<'_> {
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        let n = self.columns.len();
        let first = self.fetch(i, EMPTY);
        let second = if i == j { first } else { self.fetch(j, first) };
        (&self.values[first * n..(first + 1) * n], &self.values[second * n..(second + 1) * n])
    }

    fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    fn evaluations(&self) -> usize {
        self.computed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rows;
    use ndarray::Array2;

    #[test]
    fn a_small_cache_gives_the_bits_of_the_whole_matrix() {
        let x = Array2::from_shape_fn((23, 5), |(r, c)| ((r * 7 + c * 3) % 11) as f64 / 3.0);
        let order: Vec<usize> = (0..23).collect();
        let columns = Columns::new(Rows::new(&x).unwrap(), &order);
        for kernel in [Kernel::Rbf { gamma: 0.3 }, Kernel::Linear, Kernel::Tanimoto] {
            let base = Matrix::square(kernel.base(), &columns);
            let matrix = base.kernel(kernel, &columns.norms, &columns.norms);
            let mut whole = Whole::new(&matrix);
            let mut cached = Cached::new(&columns, kernel, 3 * 23 * 4);
            assert_eq!(whole.diagonal(), cached.diagonal());
            for step in 0..200 {
                let (i, j) = (step * 5 % 23, step * 11 % 23);
                assert_eq!(whole.pair(i, j), cached.pair(i, j), "{kernel:?} {i} {j}");
            }
        }
    }
}
