//! The loops that users wait for, one workload a call, so that `callgrind.sh` can count their instructions: a count does
//! not depend on what else the machine does. Without arguments every workload runs once and its time is printed, with
//! the ratio of `ollawv` to its plain version.
//!
//! ```text
//! cargo bench --bench hot_loops              # times
//! benches/callgrind.sh                       # instruction counts (needs valgrind)
//! ```

use std::hint::black_box;
use std::time::Instant;

use ndarray::Array2;
use tribunal::data::sparse::SparseMatrix;
use tribunal::data::{Features, Rows};
use tribunal::learn::{Classify, FitContext, Labels, Method, NeverStop, Registry, Samples, Shared};
use tribunal::num::key::RngKey;
use tribunal::num::sample;
use tribunal::params::{ParamInfo, Params, Value};

mod plain_ollawv;

/// Two overlapping clouds.
struct Problem {
    train: Features,
    test: Features,
    labels: Labels,
}

const ROWS: usize = 400;
const TEST_ROWS: usize = 100;
const WIDTH: usize = 20;

fn dense(rows: usize) -> Array2<f64> {
    let mut rng = RngKey::root(3).child("dense", rows as u64).stream();
    Array2::from_shape_fn((rows, WIDTH), |(row, _)| {
        0.25 * sample::normal(&mut rng) + if row % 2 == 0 { 0.55 } else { 0.45 }
    })
}

fn sparse(rows: usize, width: usize) -> SparseMatrix {
    SparseMatrix::new(rows, width, |put| {
        let mut rng = RngKey::root(4).child("sparse", rows as u64).stream();
        for row in 0..rows {
            let first = row % 2;
            let mut feature = first;
            while feature < width {
                put(row, feature, sample::unit(&mut rng) + 0.1);
                feature += 1 + sample::below(&mut rng, 100) as usize;
            }
        }
    })
}

fn labels(rows: usize) -> Labels {
    Labels::new((0..rows).map(|row| (row % 2) as u32).collect(), 2)
}

fn dense_problem() -> Problem {
    Problem {
        train: Features::Dense(dense(ROWS)),
        test: Features::Dense(dense(TEST_ROWS)),
        labels: labels(ROWS),
    }
}

fn sparse_problem() -> Problem {
    let (train, test) = (sparse(2000, 4000), sparse(500, 4000));
    Problem { train: Features::Sparse(train), test: Features::Sparse(test), labels: labels(2000) }
}

/// Eight values of C with one gamma: a row of the grid, on one fold.
fn grid_row(method: &dyn Method<Classify>) -> Vec<Params> {
    let base = ParamInfo::defaults(method.info().params);
    (-2..=5)
        .map(|e| {
            let point = base.clone().with("c", Value::Real(4.0_f64.powi(e)));
            if base.get("gamma").is_some() { point.with("gamma", Value::Real(1.0)) } else { point }
        })
        .collect()
}

/// Fits and predicts one row of the grid; returns the number of points.
fn try_row(kind: &str, problem: &Problem) -> usize {
    let registry = Registry::standard();
    let method = registry.method::<Classify>(kind).expect("a registered method");
    let points = grid_row(method);
    let points: Vec<&Params> = points.iter().collect();
    let train = Samples::new(Rows::of(&problem.train).expect("finite"), &problem.labels);
    let test = Rows::of(&problem.test).expect("finite");
    let shared = Shared::new(1 << 28);
    let context = FitContext {
        key: RngKey::root(1),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 28,
        place: None,
    };
    let mut tried = 0;
    method.try_group(&train.expect("samples"), test, &points, &context, &mut |_, predictions| {
        black_box(predictions.expect("predictions"));
        tried += 1;
    });
    tried
}

/// The same row of the grid by the plain version.
fn plain_row(problem: &Problem) -> usize {
    let rows = |features: &Features| -> Vec<Vec<f64>> {
        let rows = Rows::of(features).expect("finite").to_dense();
        rows.iter().map(<[f64]>::to_vec).collect()
    };
    let (x, test) = (rows(&problem.train), rows(&problem.test));
    let y: Vec<f64> =
        problem.labels.ids().iter().map(|&id| if id == 0 { 1.0 } else { -1.0 }).collect();
    for e in -2..=5 {
        let (alpha, b) = plain_ollawv::train(&x, &y, 4.0_f64.powi(e), 1.0, 0.1, 0.5, false);
        for query in &test {
            black_box(plain_ollawv::output(&x, &alpha, b, query, 1.0));
        }
    }
    8
}

const WORKLOADS: [&str; 8] = [
    "svm",
    "ollawv",
    "olla-l2",
    "nnisda",
    "mnsvm",
    "linear-svm",
    "linear-svm-sparse",
    "plain-ollawv",
];

fn run(workload: &str) -> usize {
    match workload {
        "plain-ollawv" => plain_row(&dense_problem()),
        "linear-svm-sparse" => try_row("linear-svm", &sparse_problem()),
        kind => try_row(kind, &dense_problem()),
    }
}

fn main() {
    // `cargo bench` adds `--bench`.
    let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if let [workload] = asked.as_slice() {
        black_box(run(workload));
        return;
    }
    let mut took = std::collections::BTreeMap::new();
    for workload in WORKLOADS {
        // The best of five: the machine has other things to do.
        let best = (0..5).map(|_| {
            let start = Instant::now();
            black_box(run(workload));
            start.elapsed().as_secs_f64()
        });
        let best = best.fold(f64::INFINITY, f64::min);
        println!("{workload:20} {:9.3} ms a row of the grid (8 points)", 1e3 * best);
        took.insert(workload, best);
    }
    println!("plain-ollawv / ollawv: {:.0}", took["plain-ollawv"] / took["ollawv"]);
}
