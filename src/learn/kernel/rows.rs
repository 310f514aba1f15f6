//! Where solvers get kernel rows from: a whole matrix if it fits into memory, else a cache of rows that computes what it
//! does not hold. Both give the same numbers, so no result depends on which was used.

use super::columns::Columns;
use super::function::Kernel;
use super::gram::Matrix;
use crate::num::simd::wide;

/// Rows of a kernel matrix.
pub trait KernelRows {
    /// Two rows at once.
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]);

    /// One row.
    fn row(&mut self, i: usize) -> &[f32] {
        self.pair(i, i).0
    }

    /// From now on positions count, and rows hold, only these examples (ascending); `None` for all of them.
    fn restrict(&mut self, active: Option<&[usize]>);

    /// Kernel values of every example with itself, restricted or not.
    fn diagonal(&self) -> &[f32];

    /// Kernel values of all rows that were asked for, each row counted once: what a solver needs, however it is kept.
    fn evaluations(&self) -> usize;
}

/// A whole matrix.
pub struct Whole<'a> {
    matrix: &'a Matrix,
    /// The examples it is restricted to, and their rows and columns, closed up.
    restricted: Option<(Vec<usize>, Matrix)>,
    diagonal: Vec<f32>,
    asked: Vec<bool>,
}

impl<'a> Whole<'a> {
    /// Rows of a matrix.
    pub fn new(matrix: &'a Matrix) -> Whole<'a> {
        let diagonal = (0..matrix.width).map(|i| matrix.row(i)[i]).collect();
        Whole { matrix, restricted: None, diagonal, asked: vec![false; matrix.width] }
    }
}

impl KernelRows for Whole<'_> {
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        match &self.restricted {
            None => {
                (self.asked[i], self.asked[j]) = (true, true);
                (self.matrix.row(i), self.matrix.row(j))
            }
            Some((active, matrix)) => {
                (self.asked[active[i]], self.asked[active[j]]) = (true, true);
                (matrix.row(i), matrix.row(j))
            }
        }
    }

    fn restrict(&mut self, active: Option<&[usize]>) {
        self.restricted = active.map(|active| {
            let mut values = Vec::with_capacity(active.len() * active.len());
            for &i in active {
                let row = self.matrix.row(i);
                values.extend(active.iter().map(|&j| row[j]));
            }
            (active.to_vec(), Matrix { width: active.len(), values })
        });
    }

    fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    fn evaluations(&self) -> usize {
        count(&self.asked)
    }
}

/// Values of the rows that were asked for.
fn count(asked: &[bool]) -> usize {
    asked.len() * asked.iter().filter(|asked| **asked).count()
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
    asked: Vec<bool>,
    base: Vec<f32>,
    restricted: Restriction,
}

/// A restriction of rows that are held whole: two of them at a time are closed up.
#[derive(Default)]
struct Restriction {
    active: Option<Vec<usize>>,
    pair: [Vec<f32>; 2],
}

impl Restriction {
    fn set(&mut self, active: Option<&[usize]>) {
        self.active = active.map(<[usize]>::to_vec);
    }

    /// The example at a position.
    fn example(&self, position: usize) -> usize {
        self.active.as_ref().map_or(position, |active| active[position])
    }

    /// The two rows as they are, or closed up.
    fn close<'r>(&'r mut self, first: &'r [f32], second: &'r [f32]) -> (&'r [f32], &'r [f32]) {
        let Some(active) = &self.active else { return (first, second) };
        for (out, row) in self.pair.iter_mut().zip([first, second]) {
            out.clear();
            out.extend(active.iter().map(|&t| row[t]));
        }
        (&self.pair[0], &self.pair[1])
    }

    /// One row as it is, or closed up.
    fn close_one<'r>(&'r mut self, row: &'r [f32]) -> &'r [f32] {
        let Some(active) = &self.active else { return row };
        self.pair[0].clear();
        self.pair[0].extend(active.iter().map(|&t| row[t]));
        &self.pair[0]
    }
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
            asked: vec![false; n],
            base: vec![0.0; n],
            restricted: Restriction::default(),
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
        let norm = self.columns.norms[i];
        self.columns.among(self.kernel.base(), i..i + 1, &mut self.base);
        let (kernel, base, norms) = (self.kernel, &self.base, &self.columns.norms);
        let out = &mut self.values[slot * n..(slot + 1) * n];
        wide(
            #[inline(always)]
            || kernel.apply(base, norm, norms, out),
        );
        self.asked[i] = true;
        self.slot_of[i] = slot;
        self.held[slot] = (i, self.clock);
        slot
    }
}

impl KernelRows for Cached<'_> {
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        let n = self.columns.len();
        let (i, j) = (self.restricted.example(i), self.restricted.example(j));
        let first = self.fetch(i, EMPTY);
        let second = if i == j { first } else { self.fetch(j, first) };
        let row = |slot: usize| &self.values[slot * n..(slot + 1) * n];
        self.restricted.close(row(first), row(second))
    }

    fn row(&mut self, i: usize) -> &[f32] {
        let n = self.columns.len();
        let slot = self.fetch(self.restricted.example(i), EMPTY);
        self.restricted.close_one(&self.values[slot * n..(slot + 1) * n])
    }

    fn restrict(&mut self, active: Option<&[usize]>) {
        self.restricted.set(active);
    }

    fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    fn evaluations(&self) -> usize {
        count(&self.asked)
    }
}

/// Some examples of other rows, as a problem of their own.
pub struct Subset<'a> {
    rows: &'a mut dyn KernelRows,
    examples: Vec<usize>,
    restricted: Vec<usize>,
    diagonal: Vec<f32>,
    pair: [Vec<f32>; 2],
}

impl<'a> Subset<'a> {
    /// These examples; one may stand in it twice.
    pub fn new(rows: &'a mut dyn KernelRows, examples: Vec<usize>) -> Subset<'a> {
        let diagonal = examples.iter().map(|&t| rows.diagonal()[t]).collect();
        let (restricted, pair) = (examples.clone(), [Vec::new(), Vec::new()]);
        Subset { rows, examples, restricted, diagonal, pair }
    }
}

impl KernelRows for Subset<'_> {
    fn row(&mut self, i: usize) -> &[f32] {
        let row = self.rows.row(self.restricted[i]);
        self.pair[0].clear();
        self.pair[0].extend(self.restricted.iter().map(|&t| row[t]));
        &self.pair[0]
    }

    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        let (first, second) = self.rows.pair(self.restricted[i], self.restricted[j]);
        for (out, row) in self.pair.iter_mut().zip([first, second]) {
            out.clear();
            out.extend(self.restricted.iter().map(|&t| row[t]));
        }
        (&self.pair[0], &self.pair[1])
    }

    fn restrict(&mut self, active: Option<&[usize]>) {
        self.restricted = match active {
            Some(active) => active.iter().map(|&t| self.examples[t]).collect(),
            None => self.examples.clone(),
        };
    }

    fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    fn evaluations(&self) -> usize {
        self.rows.evaluations()
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
            // Restricted to the odd examples: all of them give the same rows again.
            let odd: Vec<usize> = (1..23).step_by(2).collect();
            whole.restrict(Some(&odd));
            cached.restrict(Some(&odd));
            let mut all = Whole::new(&matrix);
            let mut subset = Subset::new(&mut all, (0..23).collect());
            subset.restrict(Some(&odd));
            for (i, j) in [(0, 3), (10, 2), (5, 5)] {
                let expected = matrix.row(odd[i])[odd[j]];
                assert_eq!(whole.pair(i, j).0[j], expected);
                assert_eq!(whole.pair(i, j), cached.pair(i, j));
                assert_eq!(whole.pair(i, j), subset.pair(i, j));
            }
        }
    }
}
