//! Dense linear algebra in fixed order, for the small systems that methods solve on the way: the same bits everywhere.

use super::math::dot;

/// Overwrites the lower triangle of a symmetric matrix (row-major, n x n) by its Cholesky factor. Returns false, with the
/// matrix spoiled, as soon as a pivot is at most `relative` times its diagonal entry or at most `absolute`: to that
/// precision the matrix is not positive definite.
pub fn factor_positive(a: &mut [f64], n: usize, relative: f64, absolute: f64) -> bool {
    debug_assert_eq!(a.len(), n * n);
    for row in 0..n {
        let (above, rest) = a.split_at_mut(row * n);
        let own = &mut rest[..n];
        for column in 0..row {
            let other = &above[column * n..(column + 1) * n];
            own[column] = (own[column] - dot(&own[..column], &other[..column])) / other[column];
        }
        let pivot = own[row] - dot(&own[..row], &own[..row]);
        if pivot <= (relative * own[row].abs()).max(absolute) || !pivot.is_finite() {
            return false;
        }
        own[row] = pivot.sqrt();
    }
    true
}

/// Solves `L x = b` for the lower triangle `L` of a matrix and leaves x in `b`.
pub fn solve_lower(factor: &[f64], b: &mut [f64]) {
    let n = b.len();
    for row in 0..n {
        let own = &factor[row * n..(row + 1) * n];
        b[row] = (b[row] - dot(&own[..row], &b[..row])) / own[row];
    }
}

/// Solves `a x = b` for a symmetric positive definite `a` (row-major, lower triangle used, overwritten by its Cholesky
/// factor) and leaves x in `b`. Returns false, with both arrays spoiled, if `a` is not positive definite to rounding.
pub fn solve_positive(a: &mut [f64], b: &mut [f64]) -> bool {
    let n = b.len();
    // Relative to what was subtracted: a pivot of pure rounding error is no pivot.
    if !factor_positive(a, n, 1e-14, 0.0) {
        return false;
    }
    solve_factored(a, b);
    true
}

/// Solves `L L' x = b` for the Cholesky factor `L` of a matrix and leaves x in `b`.
pub fn solve_factored(factor: &[f64], b: &mut [f64]) {
    let n = b.len();
    solve_lower(factor, b);
    for row in (0..n).rev() {
        b[row] /= factor[row * n + row];
        let value = b[row];
        for (earlier, factor) in b[..row].iter_mut().zip(&factor[row * n..row * n + row]) {
            *earlier -= factor * value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;

    #[test]
    fn the_solution_solves_the_system() {
        let mut rng = RngKey::root(9).stream();
        for n in [1, 2, 5, 30] {
            let factor: Vec<f64> = (0..n * n).map(|_| sample::normal(&mut rng)).collect();
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..n {
                    let row = |r: usize| &factor[r * n..(r + 1) * n];
                    a[i * n + j] = dot(row(i), row(j)) + f64::from(i == j);
                }
            }
            let b: Vec<f64> = (0..n).map(|_| sample::normal(&mut rng)).collect();
            let mut x = b.clone();
            assert!(solve_positive(&mut a.clone(), &mut x));
            for (row, expected) in b.iter().enumerate() {
                assert!((dot(&a[row * n..(row + 1) * n], &x) - expected).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn singular_and_indefinite_systems_are_refused() {
        assert!(!solve_positive(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 2.0]));
        assert!(!solve_positive(&mut [1.0, 2.0, 2.0, 1.0], &mut [1.0, 2.0]));
        assert!(!solve_positive(&mut [f64::NAN], &mut [1.0]));
    }
}
