//! Toys of regression: a few rows with one number or two, and planes.

use ndarray::Array2;

use super::tables::table_rows;
use super::toy::{Examined, Part, Toy, four_rows, matrix};
use crate::learn::{Regress, Targets};
use crate::num::key::RngKey;
use crate::num::sample;

/// Numbers of a toy, `width` per row.
fn numbers(values: &[f64], width: usize) -> Targets {
    Targets::of_rows(values.to_vec(), width)
}

/// A toy whose test rows have zeros as targets.
fn toy(
    name: &'static str,
    train: Array2<f64>,
    targets: &[f64],
    width: usize,
    test: Array2<f64>,
) -> Toy<Regress> {
    let truth = numbers(&vec![0.0; test.nrows() * width], width);
    let train = Part::of_rows(train, numbers(targets, width));
    Toy { name, train, test: Part::of_rows(test, truth) }
}

/// Points in a cube with the height of a plane, or of two planes.
fn plane(name: &'static str, features: usize, targets: usize) -> Toy<Regress> {
    let mut rng = RngKey::root(5).child("plane", features as u64).stream();
    let mut part = |rows: usize| {
        let x = Array2::from_shape_fn((rows, features), |_| sample::unit(&mut rng));
        let mut heights = Vec::with_capacity(rows * targets);
        for row in x.rows() {
            for target in 0..targets {
                let slope = |c: usize| (1 + (c + target) % 2) as f64;
                heights.push(row.iter().enumerate().map(|(c, v)| slope(c) * v).sum::<f64>());
            }
        }
        Part::of_rows(x, numbers(&heights, targets))
    };
    let train = part(150);
    Toy { name, train, test: part(30) }
}

impl Examined for Regress {
    fn toys() -> Vec<Toy<Regress>> {
        let two = || four_rows(1.0);
        let z = [1.0, 2.0, 0.5, 1.5];
        let huge = [1e300, -1e300, 2e300, 0.0];
        vec![
            toy("ordinary data", two(), &z, 1, two()),
            toy("one row", matrix(&[&[1.0, 2.0]]), &[3.0], 1, two()),
            toy("two rows", matrix(&[&[1.0, 2.0], &[3.0, 1.0]]), &[1.0, 0.0], 1, two()),
            toy("a constant target", two(), &[0.1; 4], 1, two()),
            toy("constant features", Array2::ones((4, 2)), &z, 1, two()),
            toy("equal rows of two numbers", Array2::ones((4, 2)), &[1.0, 1.0, 2.0, 2.0], 1, two()),
            toy(
                "more features than rows",
                Array2::from_shape_fn((3, 9), |(r, c)| (r * c % 5) as f64),
                &[0.0, 1.0, 2.0],
                1,
                Array2::zeros((2, 9)),
            ),
            toy("no features", Array2::zeros((4, 0)), &z, 1, Array2::zeros((3, 0))),
            toy("two targets", two(), &[1.0, -1.0, 2.0, 0.0, 0.5, 3.0, 1.5, -2.0], 2, two()),
            toy("huge numbers", four_rows(1e300), &z, 1, four_rows(1e300)),
            toy("tiny numbers", four_rows(1e-300), &z, 1, four_rows(1e-300)),
            toy("huge numbers in the test only", two(), &z, 1, four_rows(1e300)),
            toy("huge targets", two(), &huge, 1, two()),
            toy("large targets", two(), &z.map(|z| z * 1e100), 1, two()),
            toy("tiny targets", two(), &z.map(|z| z * 1e-300), 1, two()),
            toy("no test rows", two(), &z, 1, Array2::zeros((0, 2))),
        ]
    }

    fn lessons() -> Vec<Toy<Regress>> {
        vec![
            plane("a plane over 1 feature", 1, 1),
            plane("a plane over 2 features", 2, 1),
            plane("two planes over 3 features", 3, 2),
        ]
    }

    fn lesson() -> Toy<Regress> {
        plane("a plane", 2, 1)
    }

    fn with_zeros() -> Toy<Regress> {
        let mut toy = plane("a plane with zeros", 6, 1);
        for part in [&mut toy.train, &mut toy.test] {
            part.values.mapv_inplace(|v| if v < 0.3 { 0.0 } else { v });
        }
        toy
    }

    fn table() -> Option<Toy<Regress>> {
        let part = |(values, kinds, groups): (Array2<f64>, _, Vec<u32>)| {
            let targets: Vec<f64> = groups.into_iter().map(f64::from).collect();
            Part { kinds, ..Part::of_rows(values, numbers(&targets, 1)) }
        };
        let (train, test) = table_rows();
        Some(Toy { name: "a table", train: part(train), test: part(test) })
    }

    fn misled(truth: &Targets) -> Targets {
        let lie = |(cell, z): (usize, &f64)| {
            if (cell / truth.width()).is_multiple_of(4) { z + 10.0 } else { *z }
        };
        numbers(&truth.values().iter().enumerate().map(lie).collect::<Vec<_>>(), truth.width())
    }

    fn reversed(answers: &Targets) -> Targets {
        let rows = (0..answers.len()).rev().flat_map(|row| answers.row(row));
        numbers(&rows.copied().collect::<Vec<_>>(), answers.width())
    }

    fn agree(one: &Targets, other: &Targets) -> bool {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
        one.len() == other.len()
            && one.width() == other.width()
            && one.values().iter().zip(other.values()).all(near)
    }

    /// The smallest share of the variance of a target that is explained.
    fn skill(truth: &Targets, answers: &Targets) -> (f64, String) {
        let explained = |target: usize| {
            let z: Vec<f64> = truth.column(target).collect();
            let mean = z.iter().sum::<f64>() / z.len() as f64;
            let total: f64 = z.iter().map(|z| (z - mean) * (z - mean)).sum();
            let pairs = z.iter().zip(answers.column(target));
            1.0 - pairs.map(|(z, f)| (z - f) * (z - f)).sum::<f64>() / total
        };
        let least = (0..truth.width()).map(explained).fold(1.0, f64::min);
        (least, format!("explains only {least:.2} of the variance"))
    }
}
