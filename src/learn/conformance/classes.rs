//! Toys of classification: rows of two or three classes, and clouds of points that are far apart.

use ndarray::Array2;
use rand_chacha::rand_core::Rng;

use super::tables::table_rows;
use super::toy::{Examined, Part, Toy, four_rows, matrix};
use crate::learn::{ClassPredictions, Classify, Labels, ScoreMatrix, Scores};
use crate::num::key::RngKey;
use crate::num::sample;

/// A toy whose test rows are of the first class.
fn toy(
    name: &'static str,
    train: Array2<f64>,
    ids: &[u32],
    classes: usize,
    test: Array2<f64>,
) -> Toy<Classify> {
    let truth = Labels::new(vec![0; test.nrows()], classes);
    let train = Part::of_rows(train, Labels::new(ids.to_vec(), classes));
    Toy { name, train, test: Part::of_rows(test, truth) }
}

/// Clouds of points, far apart: examples of class `number % classes`.
pub(super) fn cloud(
    examples: usize,
    classes: usize,
    width: usize,
    rng: &mut impl Rng,
) -> (Array2<f64>, Labels) {
    let ids: Vec<u32> = (0..examples).map(|r| (r % classes) as u32).collect();
    let x = Array2::from_shape_fn((examples, width), |(r, c)| {
        let centre = if c % classes == r % classes { 1.0 } else { 0.0 };
        centre + 0.1 * sample::normal(rng)
    });
    (x, Labels::new(ids, classes))
}

fn clouds(name: &'static str, classes: usize, width: usize) -> Toy<Classify> {
    let mut rng = RngKey::root(5).child("clouds", classes as u64).stream();
    let mut part = |rows: usize| {
        let (values, truth) = cloud(rows, classes, width, &mut rng);
        Part::of_rows(values, truth)
    };
    let train = part(60);
    Toy { name, train, test: part(30) }
}

impl Examined for Classify {
    fn toys() -> Vec<Toy<Classify>> {
        let two = || four_rows(1.0);
        let ids = [0, 1, 0, 1];
        let scaled = four_rows;
        vec![
            toy("ordinary data", two(), &ids, 2, two()),
            toy("one row", matrix(&[&[1.0, 2.0]]), &[1], 2, two()),
            toy("two rows", matrix(&[&[1.0, 2.0], &[3.0, 1.0]]), &[1, 0], 2, two()),
            toy("one class", two(), &[1, 1, 1, 1], 3, two()),
            toy("an absent class", two(), &[0, 2, 0, 2], 3, two()),
            toy("constant features", Array2::ones((4, 2)), &ids, 2, two()),
            toy("equal rows of two classes", Array2::ones((6, 2)), &[0, 1, 1, 0, 1, 1], 2, two()),
            toy(
                "more features than rows",
                Array2::from_shape_fn((3, 9), |(r, c)| (r * c % 5) as f64),
                &[0, 1, 2],
                3,
                Array2::zeros((2, 9)),
            ),
            toy("no features", Array2::zeros((4, 0)), &ids, 2, Array2::zeros((3, 0))),
            toy("huge numbers", scaled(1e300), &ids, 2, scaled(1e300)),
            toy("tiny numbers", scaled(1e-300), &ids, 2, scaled(1e-300)),
            toy("huge numbers in the test only", two(), &ids, 2, scaled(1e300)),
            toy("no test rows", two(), &ids, 2, Array2::zeros((0, 2))),
        ]
    }

    fn lessons() -> Vec<Toy<Classify>> {
        vec![
            clouds("2 clouds far apart", 2, 2),
            clouds("3 clouds far apart", 3, 3),
            clouds("3 clouds far apart with features to spare", 3, 7),
        ]
    }

    fn lesson() -> Toy<Classify> {
        clouds("clouds", 3, 4)
    }

    fn with_zeros() -> Toy<Classify> {
        let mut toy = clouds("clouds with zeros", 3, 9);
        for part in [&mut toy.train, &mut toy.test] {
            part.values.mapv_inplace(|v| if v < 0.3 { 0.0 } else { v });
        }
        toy
    }

    fn table() -> Option<Toy<Classify>> {
        let part = |(values, kinds, groups): (Array2<f64>, _, Vec<u32>)| {
            let truth = Labels::new(groups, 3);
            Part { kinds, ..Part::of_rows(values, truth) }
        };
        let (train, test) = table_rows();
        Some(Toy { name: "a table", train: part(train), test: part(test) })
    }

    fn misled(truth: &Labels) -> Labels {
        let classes = truth.classes() as u32;
        let lie = |(row, id): (usize, &u32)| if row % 4 == 0 { (id + 1) % classes } else { *id };
        Labels::new(truth.ids().iter().enumerate().map(lie).collect(), truth.classes())
    }

    fn reversed(answers: &ClassPredictions) -> ClassPredictions {
        let matrix = |m: &ScoreMatrix| ScoreMatrix {
            classes: m.classes,
            values: m.rows().rev().flatten().copied().collect(),
        };
        let scores = match &answers.scores {
            Scores::None => Scores::None,
            Scores::Decision(m) => Scores::Decision(matrix(m)),
            Scores::Probability(m) => Scores::Probability(matrix(m)),
        };
        ClassPredictions { labels: answers.labels.iter().rev().copied().collect(), scores }
    }

    fn agree(one: &ClassPredictions, other: &ClassPredictions) -> bool {
        one.labels == other.labels
    }

    fn skill(truth: &Labels, answers: &ClassPredictions) -> (f64, String) {
        let right = truth.ids().iter().zip(&answers.labels).filter(|(a, b)| a == b).count();
        let complaint = format!("recognises only {right} of {}", truth.len());
        (right as f64 / truth.len() as f64, complaint)
    }

    fn oddity(answers: &ClassPredictions) -> Option<&'static str> {
        let Scores::Probability(matrix) = &answers.scores else { return None };
        let fair = |row: &[f64]| {
            row.iter().all(|p| *p >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() < 1e-9
        };
        (!matrix.rows().all(fair)).then_some("gives probabilities that do not sum to one")
    }
}
