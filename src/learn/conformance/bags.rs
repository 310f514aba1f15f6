//! Toys of bags: bags of different sizes, and bags whose class shows in the mean of their rows.

use ndarray::Array2;

use super::classes::cloud;
use super::toy::{Examined, Part, Toy, four_rows};
use crate::learn::{ClassPredictions, Classify, ClassifyBags, Labels};
use crate::num::key::RngKey;

/// Rows in bags of these sizes.
fn bags(values: Array2<f64>, sizes: &[usize], truth: Labels) -> Part<ClassifyBags> {
    let mut starts = vec![0];
    for size in sizes {
        starts.push(starts[starts.len() - 1] + size);
    }
    Part { starts, ..Part::of_rows(values, truth) }
}

/// A toy of two classes with two bags to test, of three rows and of one.
fn toy(
    name: &'static str,
    values: Array2<f64>,
    sizes: &[usize],
    ids: &[u32],
    test: Array2<f64>,
) -> Toy<ClassifyBags> {
    let test_sizes: &[usize] = if test.nrows() == 0 { &[] } else { &[3, 1] };
    let truth = Labels::new(vec![0; test_sizes.len()], 2);
    let train = bags(values, sizes, Labels::new(ids.to_vec(), 2));
    Toy { name, train, test: bags(test, test_sizes, truth) }
}

/// Two clouds of points, drawn together into bags of one to three rows of the same class.
fn clouds(name: &'static str, width: usize) -> Toy<ClassifyBags> {
    let mut rng = RngKey::root(5).child("bags", width as u64).stream();
    let mut part = |count: usize| {
        let sizes: Vec<usize> = (0..count).map(|bag| 1 + bag % 3).collect();
        let ids: Vec<u32> = (0..count).map(|bag| (bag % 2) as u32).collect();
        // Rows of both classes alternate, so there are enough of each.
        let (rows, _) = cloud(8 * count, 2, width, &mut rng);
        let mut next = [0, 1];
        let mut chosen = Vec::new();
        for (size, id) in sizes.iter().zip(&ids) {
            for _ in 0..*size {
                chosen.push(next[*id as usize]);
                next[*id as usize] += 2;
            }
        }
        let values = rows.select(ndarray::Axis(0), &chosen).as_standard_layout().into_owned();
        bags(values, &sizes, Labels::new(ids, 2))
    };
    let train = part(40);
    Toy { name, train, test: part(30) }
}

impl Examined for ClassifyBags {
    fn toys() -> Vec<Toy<ClassifyBags>> {
        let six = |factor: f64| {
            let rows = four_rows(factor);
            rows.select(ndarray::Axis(0), &[0, 1, 2, 3, 0, 1]).as_standard_layout().into_owned()
        };
        let four = four_rows;
        let (sizes, ids) = ([2, 1, 1, 2], [0, 1, 0, 1]);
        vec![
            toy("ordinary data", six(1.0), &sizes, &ids, four(1.0)),
            toy("one bag", four(1.0), &[4], &[1], four(1.0)),
            toy("two bags", four(1.0), &[1, 3], &[1, 0], four(1.0)),
            toy("bags of one row", four(1.0), &[1, 1, 1, 1], &ids, four(1.0)),
            toy("one class", six(1.0), &sizes, &[1, 1, 1, 1], four(1.0)),
            toy("constant features", Array2::ones((6, 2)), &sizes, &ids, four(1.0)),
            toy(
                "more features than bags",
                Array2::from_shape_fn((6, 9), |(r, c)| (r * c % 5) as f64),
                &sizes,
                &ids,
                Array2::zeros((4, 9)),
            ),
            toy("no features", Array2::zeros((6, 0)), &sizes, &ids, Array2::zeros((4, 0))),
            toy("huge numbers", six(1e300), &sizes, &ids, four(1e300)),
            toy("tiny numbers", six(1e-300), &sizes, &ids, four(1e-300)),
            toy("huge numbers in the test only", six(1.0), &sizes, &ids, four(1e300)),
            toy("no test bags", six(1.0), &sizes, &ids, Array2::zeros((0, 2))),
        ]
    }

    fn lessons() -> Vec<Toy<ClassifyBags>> {
        vec![
            clouds("bags of 2 clouds far apart", 2),
            clouds("bags of 2 clouds far apart with features to spare", 5),
        ]
    }

    fn lesson() -> Toy<ClassifyBags> {
        clouds("bags of clouds", 4)
    }

    fn with_zeros() -> Toy<ClassifyBags> {
        let mut toy = clouds("bags with zeros", 6);
        for part in [&mut toy.train, &mut toy.test] {
            part.values.mapv_inplace(|v| if v < 0.3 { 0.0 } else { v });
        }
        toy
    }

    fn table() -> Option<Toy<ClassifyBags>> {
        None
    }

    fn misled(truth: &Labels) -> Labels {
        Classify::misled(truth)
    }

    fn reversed(answers: &ClassPredictions) -> ClassPredictions {
        Classify::reversed(answers)
    }

    fn agree(one: &ClassPredictions, other: &ClassPredictions) -> bool {
        Classify::agree(one, other)
    }

    fn skill(truth: &Labels, answers: &ClassPredictions) -> (f64, String) {
        Classify::skill(truth, answers)
    }

    fn oddity(answers: &ClassPredictions) -> Option<&'static str> {
        Classify::oddity(answers)
    }
}
