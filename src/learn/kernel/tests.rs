//! The exact solvers against each other and against an independent solution: projected gradient descent on the dual,
//! run until nothing moves.

use super::columns::Columns;
use super::function::Kernel;
use super::gram::Matrix;
use super::rows::{KernelRows, Whole};
use super::smo::Smo;
use super::solver::Solution;
use super::{mnsvm, nnisda, olla_l2, ollawv, svm};
use crate::data::Rows;
use crate::data::prep::{Nominal, Prepared, Recipe, Scale};
use crate::learn::{Classify, Declared, FitContext, NeverStop, Shared, StopReason, Task, Truth};
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
    let context = FitContext {
        key: RngKey::root(0),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 20,
        place: None,
    };
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

/// Examples of the plain version: the first 40 rows of two clouds, y = +1 and -1 in turn.
fn plain_problem() -> (Array2<f64>, Vec<f64>) {
    let mut rng = RngKey::root(12).stream();
    let x = Array2::from_shape_fn((40, 4), |(row, _)| {
        0.5 * sample::normal(&mut rng) + if row < 20 { 0.4 } else { -0.4 }
    });
    (x, (0..40).map(|i| if i < 20 { 1.0 } else { -1.0 }).collect())
}

#[path = "../../../benches/plain_ollawv.rs"]
mod plain_ollawv;

/// Shared kernels in single precision, scaled from C = 1, against every kernel computed when it is needed.
#[test]
fn ollawv_is_its_plain_version() {
    let (x, y) = plain_problem();
    let order: Vec<usize> = (0..40).collect();
    let columns = Columns::new(Rows::new(&x).unwrap(), &order);
    let rows: Vec<Vec<f64>> = x.outer_iter().map(|row| row.to_vec()).collect();
    for gamma in [0.1, 1.0, 4.0] {
        let kernel = Kernel::Rbf { gamma };
        let base = Matrix::square(kernel.base(), &columns);
        let matrix = base.kernel(kernel, &columns.norms, &columns.norms);
        for (c, margin, epochs, bias) in
            [(0.25, 0.1, 0.5, false), (16.0, 0.1, 0.5, true), (4.0, 1.0, 1.0, false)]
        {
            let more = [
                ("margin", Value::Real(margin)),
                ("epochs", Value::Real(epochs)),
                ("bias", Value::Flag(bias)),
            ];
            let found =
                &solve(&ollawv::METHOD, &[params(&ollawv::METHOD, c, &more)], &matrix, &y)[0];
            let (alpha, b) = plain_ollawv::train(&rows, &y, c, gamma, margin, epochs, bias);
            assert!((found.bias - b).abs() < 1e-9 * c, "{gamma} {c}");
            for (f, e) in found.coef.iter().zip(&alpha) {
                assert!((f - e).abs() < 1e-9 * c, "{gamma} {c}: {f} for {e}");
            }
            let outputs: f64 =
                (0..40).map(|j| found.coef[j] * entry(&matrix, 7, j)).sum::<f64>() + found.bias;
            let plain = plain_ollawv::output(&rows, &alpha, b, &rows[7], gamma);
            assert!((outputs - plain).abs() < 1e-5 * c, "{outputs} {plain}");
        }
    }
}

/// The kernels of the reference, in double precision.
fn exact_kernel(kernel: Kernel, a: &[f64], b: &[f64]) -> f64 {
    let product: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let squares: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    match kernel {
        Kernel::Linear => product,
        Kernel::Polynomial { gamma, coef0, degree } => (gamma * product + coef0).powi(degree),
        Kernel::Rbf { gamma } => libm::exp(-gamma * squares),
        Kernel::Sigmoid { gamma, coef0 } => libm::tanh(gamma * product + coef0),
        Kernel::Tanimoto => unreachable!("LIBSVM has no such kernel"),
    }
}

/// The dual objective of our weights, computed in double precision, is LIBSVM's at the same tolerance to 1e-6, and the
/// exact optimum (`tests/reference/svc.json` says how both were made).
#[test]
fn the_dual_objective_is_that_of_libsvm() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read_to_string(folder.join("tests/reference/svc.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    let catalog = crate::data::catalog::Catalog::open(&folder.join("datasets")).unwrap();
    let mut compared = 0;
    let exact_cases = file["cases"].as_array().unwrap().iter();
    for case in exact_cases.filter(|case| case["objective_exact"].is_number()) {
        let entry = catalog.find(case["dataset"].as_str().unwrap()).unwrap();
        let data = crate::data::load::load(&catalog.source(entry)).unwrap();
        let train: Vec<usize> = (0..data.rows).filter(|row| row % 5 != 0).collect();
        let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
        let features = Prepared::fit(&data, &train, recipe).apply(&data, &train);
        let x = Rows::of(&features).unwrap();
        let labels = Classify::truth(&data, &Classify::units(&data)).unwrap().select(&train);
        let layout = super::duel::Layout::new(&labels, "one-vs-one");
        let word = |name: &str| Value::Text(case[name].as_str().unwrap().to_owned().into());
        let mut more = vec![
            ("kernel", word("kernel")),
            ("class-weights", word("class_weights")),
            ("tolerance", Value::Real(1e-6)),
        ];
        for name in ["gamma", "coef0"] {
            more.extend(case[name].as_f64().map(|value| (name, Value::Real(value))));
        }
        more.extend(case["degree"].as_i64().map(|degree| ("degree", Value::Int(degree))));
        let point = params(&svm::METHOD, case["c"].as_f64().unwrap(), &more);
        let kernel = Kernel::from_params(&point);
        let columns = Columns::new(x, &layout.order);
        let base = Matrix::square(kernel.base(), &columns);
        let matrix = base.kernel(kernel, &columns.norms, &columns.norms);
        let y = layout.signs(layout.duels[0]);
        let found = &solve(&svm::METHOD, &[point], &matrix, &y)[0];
        let rows = x.to_dense();
        let of = |t: usize| rows.row(layout.order[t]);
        let mut objective: f64 = -found.coef.iter().map(|b| b.abs()).sum::<f64>();
        for (i, b) in found.coef.iter().enumerate().filter(|(_, b)| **b != 0.0) {
            let sum: f64 =
                (0..y.len()).map(|j| found.coef[j] * exact_kernel(kernel, of(i), of(j))).sum();
            objective += 0.5 * b * sum;
        }
        for name in ["objective", "objective_exact"] {
            let expected = case[name].as_f64().unwrap();
            let off = (objective - expected).abs() / expected.abs();
            assert!(off <= 1e-6, "{} {kernel:?} {name}: {objective} for {expected}", entry.name);
        }
        compared += 1;
    }
    assert_eq!(compared, 40);
}

/// Rows that count how often they are restricted.
struct Watched<'a> {
    rows: Whole<'a>,
    restricted: usize,
}

impl KernelRows for Watched<'_> {
    fn pair(&mut self, i: usize, j: usize) -> (&[f32], &[f32]) {
        self.rows.pair(i, j)
    }

    fn restrict(&mut self, active: Option<&[usize]>) {
        self.restricted += usize::from(active.is_some());
        self.rows.restrict(active);
    }

    fn diagonal(&self) -> &[f32] {
        self.rows.diagonal()
    }

    fn evaluations(&self) -> usize {
        self.rows.evaluations()
    }
}

/// Five hundred points of two overlapping clouds: much of the problem is set aside on the way, and what comes back must
/// have the gradient that it would have had.
#[test]
fn a_shrunk_problem_ends_at_the_optimum_of_the_whole_one() {
    let mut rng = RngKey::root(13).stream();
    let n = 500;
    let x = Array2::from_shape_fn((n, 3), |(row, _)| {
        sample::normal(&mut rng) + if row < n / 2 { 0.6 } else { -0.6 }
    });
    let order: Vec<usize> = (0..n).collect();
    let columns = Columns::new(Rows::new(&x).unwrap(), &order);
    let kernel = Kernel::Rbf { gamma: 0.5 };
    let base = Matrix::square(kernel.base(), &columns);
    let matrix = base.kernel(kernel, &columns.norms, &columns.norms);
    let y: Vec<f64> = (0..n).map(|i| if i < n / 2 { 1.0 } else { -1.0 }).collect();
    for c in [1.0, 100.0] {
        let mut smo = Smo::new(y.clone());
        smo.set_bounds(y.iter().map(|y| if *y > 0.0 { (0.0, c) } else { (-c, 0.0) }));
        let mut rows = Watched { rows: Whole::new(&matrix), restricted: 0 };
        smo.walk(&mut rows, 1e-6, 1_000_000, &NeverStop).unwrap();
        assert!(rows.restricted > 0, "nothing was set aside at c = {c}");
        assert_eq!(smo.beta.len(), n);
        let mut ends = (f64::NEG_INFINITY, f64::INFINITY);
        for (i, y) in y.iter().enumerate() {
            let exact = y - (0..n).map(|j| smo.beta[j] * entry(&matrix, i, j)).sum::<f64>();
            assert!((smo.gradient[i] - exact).abs() < 1e-9 * c, "gradient {i} at c = {c}");
            let (low, high) = if *y > 0.0 { (0.0, c) } else { (-c, 0.0) };
            if smo.beta[i] < high {
                ends.0 = ends.0.max(exact);
            }
            if smo.beta[i] > low {
                ends.1 = ends.1.min(exact);
            }
        }
        assert!(ends.0 - ends.1 <= 1e-6 + 1e-9 * c, "{ends:?}");
    }
}

/// Tiny kernel values and a large C: what is small beside what must be measured by the problem's own size.
#[test]
fn l2_pairs_reach_the_optimum_where_all_kernel_values_are_tiny() {
    let n = 40;
    let point = |i: usize| [1e-3 * (i % 7) as f64, 1e-3 * (i % 5) as f64];
    let kernel = |i: usize, j: usize| {
        let (a, b) = (point(i), point(j));
        (a[0] * b[0] + a[1] * b[1]) as f32
    };
    let values = (0..n * n).map(|at| kernel(at / n, at % n)).collect();
    let matrix = Matrix { width: n, values };
    let y: Vec<f64> = (0..n).map(|i| if point(i)[0] > 2.5e-3 { 1.0 } else { -1.0 }).collect();
    let c = 1e7;
    let solution = &solve(&nnisda::METHOD, &[params(&nnisda::METHOD, c, &[])], &matrix, &y)[0];
    assert_eq!(solution.stop, StopReason::Converged);
    for (i, sign) in y.iter().enumerate() {
        let output: f64 = (0..n).map(|j| solution.coef[j] * f64::from(kernel(i, j))).sum();
        let alpha = solution.coef[i] * sign;
        let wish = 1.0 - sign * output - alpha / c;
        assert!(wish <= 2e-3 && (alpha == 0.0 || wish >= -2e-3), "{i}: {alpha} {wish}");
    }
}
