//! Eigenvalues and eigenvectors of symmetric matrices without negative eigenvalues, by one-sided Jacobi rotations
//! (M. R. Hestenes, J. SIAM 6 (1958) 51-90): slower than tridiagonal methods by a small factor, but short, in fixed
//! order, and every inner loop runs along rows.

use super::math::{add_scaled, dot};

/// Rows whose angles differ from a right one by no more than this are orthogonal.
const ORTHOGONAL: f64 = 1e-15;
/// Far more rounds than any matrix needs: about ten suffice.
const MOST_ROUNDS: usize = 60;

/// The directions in which a matrix stretches vectors, with the factors.
pub struct Axes {
    /// Eigenvalues, each above the cut, in no particular order.
    pub values: Vec<f64>,
    /// One eigenvector of length one per row.
    pub vectors: Vec<f64>,
}

impl Axes {
    /// The generalised inverse of the matrix times a vector: what lies in directions that were left out is dropped.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = vec![0.0; right.len()];
        for (vector, value) in self.vectors.chunks_exact(right.len().max(1)).zip(&self.values) {
            add_scaled(&mut found, dot(vector, right) / value, vector);
        }
        found
    }
}

/// All eigenvalues above `cut`, with their eigenvectors. `matrix` is row-major, n x n, symmetric, without negative
/// eigenvalues but for rounding, and both triangles are filled. `None` if `stop` said so, which is asked once a row.
///
/// Turning the rows of A until they are orthogonal gives Q A = D V' with orthogonal Q and V, where D holds the singular
/// values of A; for these matrices that are the eigenvalues, and V the eigenvectors.
pub fn axes(mut matrix: Vec<f64>, n: usize, cut: f64, stop: &dyn Fn() -> bool) -> Option<Axes> {
    debug_assert_eq!(matrix.len(), n * n);
    let rows = matrix.as_mut_slice();
    let mut squares: Vec<f64> = (0..n).map(|r| norm2(rows, r, n)).collect();
    let largest = squares.iter().copied().fold(0.0, f64::max);
    // Rows of rounding error have no direction; turning them against each other would not end.
    let nothing = largest * (n as f64 * f64::EPSILON) * (n as f64 * f64::EPSILON);
    for _ in 0..MOST_ROUNDS {
        let mut turned = false;
        for first in 0..n {
            if stop() {
                return None;
            }
            for second in first + 1..n {
                let (p, q) = (squares[first], squares[second]);
                if p <= nothing || q <= nothing {
                    continue;
                }
                let (upper, lower) = rows.split_at_mut(second * n);
                let (a, b) = (&mut upper[first * n..(first + 1) * n], &mut lower[..n]);
                let product = dot(a, b);
                if product.abs() <= ORTHOGONAL * (n as f64).sqrt() * p.sqrt() * q.sqrt() {
                    continue;
                }
                turn(a, b, p, q, product);
                squares[first] = dot(a, a);
                squares[second] = dot(b, b);
                turned = true;
            }
        }
        if !turned {
            break;
        }
    }
    let mut found = Axes { values: Vec::new(), vectors: Vec::new() };
    for (row, square) in rows.chunks_exact(n.max(1)).zip(&squares) {
        let value = square.sqrt();
        if value > cut {
            found.values.push(value);
            found.vectors.extend(row.iter().map(|entry| entry / value));
        }
    }
    Some(found)
}

fn norm2(rows: &[f64], row: usize, n: usize) -> f64 {
    let own = &rows[row * n..(row + 1) * n];
    dot(own, own)
}

/// Turns two rows in their plane by the smaller of the angles that make them orthogonal.
fn turn(a: &mut [f64], b: &mut [f64], a_square: f64, b_square: f64, product: f64) {
    let zeta = (b_square - a_square) / (2.0 * product);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for (x, y) in a.iter_mut().zip(b) {
        let (old_x, old_y) = (*x, *y);
        *x = cosine * old_x - sine * old_y;
        *y = sine * old_x + cosine * old_y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;

    /// F'F for a random F of the given rank.
    fn positive(n: usize, rank: usize, seed: u64) -> Vec<f64> {
        let mut rng = RngKey::root(seed).stream();
        let columns: Vec<Vec<f64>> =
            (0..n).map(|_| (0..rank).map(|_| sample::normal(&mut rng)).collect()).collect();
        (0..n * n).map(|at| dot(&columns[at / n], &columns[at % n])).collect()
    }

    #[test]
    fn the_axes_give_the_matrix_back_and_are_orthonormal() {
        for (n, rank) in [(1, 1), (2, 2), (7, 7), (30, 30), (12, 5), (6, 0), (0, 0)] {
            let matrix = positive(n, rank, 3);
            let found = axes(matrix.clone(), n, 1e-9, &|| false).expect("not stopped");
            assert_eq!(found.values.len(), rank, "{n} {rank}");
            let vector = |at: usize| &found.vectors[at * n..(at + 1) * n];
            for (at, entry) in matrix.iter().enumerate() {
                let parts = found.values.iter().enumerate();
                let sum: f64 = parts.map(|(k, v)| v * vector(k)[at / n] * vector(k)[at % n]).sum();
                assert!((sum - entry).abs() < 1e-11 * n as f64, "{sum} for {entry}");
            }
            for i in 0..rank {
                for j in 0..rank {
                    let expected = f64::from(i == j);
                    assert!((dot(vector(i), vector(j)) - expected).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn equal_eigenvalues_and_a_stop_are_no_trouble() {
        let identity: Vec<f64> = (0..25).map(|at| f64::from(at % 6 == 0)).collect();
        let found = axes(identity, 5, 0.5, &|| false).expect("not stopped");
        assert_eq!(found.values, vec![1.0; 5]);
        assert!(axes(positive(3, 3, 1), 3, 0.0, &|| true).is_none());
    }
}
