//! The exact solvers against each other and against an independent solution: projected gradient descent on the dual,
//! run until nothing moves.

use super::function::Kernel;
use super::gram::{Columns, Matrix};
use super::rows::Whole;
use super::solver::Solution;
use super::{mnsvm, nnisda, olla_l2, svm};
use crate::data::Rows;
use crate::learn::{FitContext, Method, NeverStop, Shared};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{ParamInfo, Params, Value};
use ndarray::Array2;

/// Two overlapping clouds of 30 points.
fn problem() -> (Matrix, Vec<f64>) {
    let mut rng = RngKey::root(11).stream();
    let x = Array2::from_shape_fn((30, 3), |(row, _)| {
        sample::normal(&mut rng) + if row < 14 { 0.8 } else { -0.2 }
    });
    let order: Vec<usize> = (0..30).collect();
    let columns = Columns::new(Rows::new(&x).unwrap(), &order);
    let kernel = Kernel::Rbf { gamma: 0.7 };
    let matrix =
        Matrix::square(kernel.base(), &columns).kernel(kernel, &columns.norms, &columns.norms);
    (matrix, (0..30).map(|i| if i < 14 { 1.0 } else { -1.0 }).collect())
}

fn solve(
    method: &super::machine::KernelMachine,
    params: &[Params],
    matrix: &Matrix,
    y: &[f64],
) -> Vec<Solution> {
    let shared = Shared::nothing();
    let context =
        FitContext { key: RngKey::root(0), stop: &NeverStop, shared: &shared, memory: 1 << 20 };
    let points: Vec<&Params> = params.iter().collect();
    let mut solutions: Vec<Option<Solution>> = vec![None; points.len()];
    let mut keep = |position: usize, solution: Solution| solutions[position] = Some(solution);
    method.solver.solve(&mut Whole::new(matrix), y, &points, &context, &mut keep).unwrap();
    solutions.into_iter().map(Option::unwrap).collect()
}

fn params(method: &super::machine::KernelMachine, c: f64, more: &[(&str, Value)]) -> Params {
    let base = ParamInfo::defaults(method.info().params).with("c", Value::Real(c));
    more.iter().fold(base, |p, (name, value)| p.with(name, value.clone()))
}

fn entry(matrix: &Matrix, i: usize, j: usize) -> f64 {
    f64::from(matrix.row(i)[j])
}

/// min 1/2 a'Qa - sum a over a >= 0 with Q_ij = y_i y_j (K_ij + bias) + (i = j) / C, by projected gradient descent.
fn l2_optimum(matrix: &Matrix, y: &[f64], c: f64, bias: f64) -> Vec<f64> {
    let n = y.len();
    let q = |i: usize, j: usize| {
        y[i] * y[j] * (entry(matrix, i, j) + bias) + f64::from(u8::from(i == j)) / c
    };
    let bound = (0..n).map(|i| (0..n).map(|j| q(i, j).abs()).sum::<f64>()).fold(0.0, f64::max);
    let mut a = vec![0.0; n];
    for _ in 0..2_000_000 {
        let next: Vec<f64> = (0..n)
            .map(|i| {
                let slope = (0..n).map(|j| q(i, j) * a[j]).sum::<f64>() - 1.0;
                (a[i] - slope / bound).max(0.0)
            })
            .collect();
        let moved = next.iter().zip(&a).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        a = next;
        if moved < 1e-14 {
            break;
        }
    }
    a.iter().zip(y).map(|(a, y)| a * y).collect()
}

#[test]
fn the_l2_solvers_find_the_optimum_of_the_dual() {
    let (matrix, y) = problem();
    for c in [0.1, 1.0, 10.0] {
        for bias in [false, true] {
            let more = [("bias", Value::Flag(bias)), ("tolerance", Value::Real(1e-10))];
            let expected = l2_optimum(&matrix, &y, c, f64::from(u8::from(bias)));
            for method in [&nnisda::METHOD, &mnsvm::METHOD] {
                let found = &solve(method, &[params(method, c, &more)], &matrix, &y)[0];
                for (f, e) in found.coef.iter().zip(&expected) {
                    assert!(
                        (f - e).abs() < 1e-6,
                        "{} c={c} bias={bias}: {f} for {e}",
                        method.info().kind
                    );
                }
            }
        }
    }
}

#[test]
fn smo_meets_its_optimality_conditions_and_closes_the_duality_gap() {
    let (matrix, y) = problem();
    for c in [0.05, 1.0, 50.0] {
        let more = [("tolerance", Value::Real(1e-9))];
        let found = &solve(&svm::METHOD, &[params(&svm::METHOD, c, &more)], &matrix, &y)[0];
        let b = &found.coef;
        assert!(b.iter().sum::<f64>().abs() < 1e-9);
        assert!(b.iter().zip(&y).all(|(b, y)| b * y >= 0.0 && b * y <= c));
        let f = |i: usize| (0..y.len()).map(|j| b[j] * entry(&matrix, i, j)).sum::<f64>();
        let squares: f64 = (0..y.len()).map(|i| b[i] * f(i)).sum();
        let hinge: f64 = (0..y.len()).map(|i| (1.0 - y[i] * (f(i) + found.bias)).max(0.0)).sum();
        let (primal, dual) =
            (0.5 * squares + c * hinge, b.iter().map(|b| b.abs()).sum::<f64>() - 0.5 * squares);
        assert!((primal - dual).abs() < 1e-6 * primal, "c={c}: {primal} and {dual}");
    }
}

#[test]
fn warm_starts_end_where_cold_starts_end() {
    let (matrix, y) = problem();
    let cs = [16.0, 0.25, 4.0, 1.0];
    for method in [&svm::METHOD, &nnisda::METHOD, &mnsvm::METHOD] {
        let more = [("tolerance", Value::Real(1e-10))];
        let points: Vec<Params> = cs.iter().map(|&c| params(method, c, &more)).collect();
        let warm = solve(method, &points, &matrix, &y);
        for (point, warm) in points.iter().zip(&warm) {
            let cold = &solve(method, std::slice::from_ref(point), &matrix, &y)[0];
            for (w, c) in warm.coef.iter().zip(&cold.coef) {
                assert!((w - c).abs() < 1e-5, "{} at {point}: {w} and {c}", method.info().kind);
            }
        }
    }
}

/// Alg. 6.1 written plainly: the output of the next example is computed from all weights, as in line 14.
#[test]
fn olla_l2_takes_the_steps_of_the_algorithm() {
    let (matrix, y) = problem();
    for bias in [false, true] {
        let (c, epochs) = (2.0, 3);
        let (mut alpha, mut b) = (vec![0.0; 30], 0.0);
        for t in 1..=30 * epochs {
            let i = (t - 1) % 30;
            let output = (0..30).map(|j| alpha[j] * entry(&matrix, i, j)).sum::<f64>() + b;
            let eta = 2.0 / (t as f64).sqrt();
            if y[i] * output <= 1.0 {
                let change = eta * c * y[i] - eta * alpha[i];
                alpha[i] += change;
                b += if bias { change } else { 0.0 };
            }
        }
        let more = [("bias", Value::Flag(bias)), ("epochs", Value::Int(epochs as i64))];
        let found = &solve(&olla_l2::METHOD, &[params(&olla_l2::METHOD, c, &more)], &matrix, &y)[0];
        assert!((found.bias - b).abs() < 1e-9);
        for (f, e) in found.coef.iter().zip(&alpha) {
            assert!((f - e).abs() < 1e-9, "{f} for {e}");
        }
    }
}
