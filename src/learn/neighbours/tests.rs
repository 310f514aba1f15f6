//! k nearest neighbours against plain search, against Weka, and by hand.

use ndarray::{Array2, array};

use super::knn::{INFO, Knn, Memory};
use super::space::Space;
use super::tree::{Neighbour, Scratch, Tree};
use super::vote::Vote;
use crate::data::{FeatureKind, Rows};
use crate::learn::weka::{self, Case};
use crate::learn::{
    ClassPredictions, FitContext, Labels, Method, NeverStop, Samples, Shared, largest,
};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{ParamInfo, Params, Value};

fn predict(k: i64, weights: &'static str, query: f64) -> ClassPredictions {
    let x = array![[0.0], [1.0], [2.0], [4.0]];
    let y = Labels::new(vec![1, 0, 0, 1], 2);
    let train = Samples::new(Rows::new(&x).unwrap(), &y).unwrap();
    let params = with(&[("k", Value::Int(k)), ("weights", Value::Text(weights.into()))]);
    let shared = Shared::nothing();
    let model = Knn.fit(&train, &params, &context(&shared)).unwrap();
    model.predict(Rows::new(&array![[query]]).unwrap())
}

fn with(changes: &[(&str, Value)]) -> Params {
    let defaults = ParamInfo::defaults(INFO.params);
    changes.iter().fold(defaults, |all, (name, value)| all.with(name, value.clone()))
}

fn context(shared: &Shared) -> FitContext<'_> {
    FitContext { key: RngKey::root(0), stop: &NeverStop, shared, memory: 1 << 20, place: None }
}

#[test]
fn equally_distant_rows_count_in_training_order_and_tied_votes_go_to_the_lower_class() {
    assert_eq!(predict(1, "uniform", 0.5).labels, [1]); // rows 0 and 1 at the same distance
    assert_eq!(predict(2, "uniform", 0.5).labels, [0]); // one vote each
    assert_eq!(predict(99, "uniform", 0.5).labels, [0]); // all four: two votes each
}

#[test]
fn distance_weights_are_one_over_distance_and_zero_distance_wins() {
    let predictions = predict(2, "distance", 0.25);
    // distances 0.25 and 0.75: weights 4 and 4/3, shares 3/4 and 1/4.
    let scores = predictions.scores.matrix().unwrap();
    assert_eq!(scores.values, [0.25, 0.75]);
    assert_eq!(predict(4, "distance", 1.0).scores.matrix().unwrap().values, [1.0, 0.0]);
}

#[test]
fn votes_by_similarity_are_never_negative_and_never_all_absent() {
    // Distances 0.25, 0.75 and 1.75: votes 3/4, 1/4 and none.
    let scores = |query| predict(3, "similarity", query).scores.matrix().unwrap().values.clone();
    assert_eq!(scores(0.25), [0.25, 0.75]);
    assert_eq!(scores(-100.0), [2.0 / 3.0, 1.0 / 3.0]);
}

/// Squared differences in feature order, by the rules of the method's description.
fn plain_search(space: &Space, points: &[f64], query: &[f64], k: usize) -> Vec<Neighbour> {
    let width = query.len();
    let difference = |nominal: bool, a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
        _ if nominal => f64::from(a != b),
        (true, true) => 1.0,
        (false, true) => a.max(1.0 - a),
        (true, false) => b.max(1.0 - b),
        (false, false) => a - b,
    };
    let mut all: Vec<Neighbour> = (0..)
        .zip(points.chunks_exact(width))
        .map(|(position, point)| {
            let mut sum = 0.0;
            for (feature, axis) in space.axes.iter().enumerate() {
                let nominal = matches!(axis, super::space::Axis::Nominal);
                let d = difference(nominal, query[feature], point[feature]);
                sum += d * d;
            }
            (sum, position)
        })
        .collect();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let last = all[k.min(all.len()) - 1].0;
    all.retain(|(distance, _)| *distance <= last);
    all
}

#[test]
fn the_tree_finds_what_a_plain_search_finds_to_the_last_bit() {
    let mut rng = RngKey::root(3).child("tree", 0).stream();
    for round in 0..60 {
        let (rows, width) = (1 + round * 7, 1 + round % 19);
        let kinds: Vec<FeatureKind> = (0..width)
            .map(|feature| match (feature + round) % 3 {
                0 if round % 2 == 0 => FeatureKind::Nominal { levels: 3 },
                _ => FeatureKind::Numeric,
            })
            .collect();
        let factor = if round % 7 == 0 { 1e200 } else { 1.0 };
        let mut table = |rows: usize, stretch: f64| {
            Array2::from_shape_fn((rows, width), |(_, feature)| match kinds[feature] {
                _ if round % 3 == 0 && sample::below(&mut rng, 9) == 0 => f64::NAN,
                FeatureKind::Nominal { .. } => sample::below(&mut rng, 3) as f64,
                // Few values, so that many distances are equal.
                FeatureKind::Numeric => sample::below(&mut rng, 6) as f64 * stretch * factor,
            })
        };
        let (train, test) = (table(rows, 1.0), table(20, 1.5));
        let x = Rows::table(&train, &kinds).unwrap();
        let missing = train.iter().chain(&test).any(|v| v.is_nan());
        let nominal = kinds.contains(&FeatureKind::Nominal { levels: 3 });
        let space = if missing || nominal || round % 5 == 0 {
            Space::of_table(x)
        } else {
            Space::plain(width)
        };
        let points = space.place_all(&x.to_dense(), &(0..rows).collect::<Vec<_>>());
        let tree = Tree::new(space.clone(), &points, rows);
        let (mut query, mut found) = (vec![0.0; width], Vec::new());
        let mut scratch = Scratch::default();
        for row in Rows::table(&test, &kinds).unwrap().to_dense().iter() {
            space.place(row, &mut query);
            for k in [1, 2, 5, rows] {
                let mut expected = plain_search(&space, &points, &query, k);
                tree.nearest(&query, k, true, &mut scratch, &mut found);
                assert_eq!(found, expected, "round {round}, all ties, k = {k}");
                expected.truncate(k);
                tree.nearest(&query, k, false, &mut scratch, &mut found);
                assert_eq!(found, expected, "round {round}, k = {k}");
            }
        }
    }
}

#[test]
fn points_of_a_grid_predict_in_a_group_what_they_predict_alone() {
    let text = include_str!("../../../tests/reference/weka_knn.json");
    let mut done = Vec::new();
    weka::each_case(text, |case| {
        let large = case.set.labels.ids().len() > 500;
        if large || !case.is_weighted() || done.contains(&case.set.name) {
            return;
        }
        done.push(case.set.name.clone());
        let mut grid = Vec::new();
        for k in [1, 3, 7] {
            for weights in ["uniform", "distance", "inverse", "similarity"] {
                for ties in ["first", "all"] {
                    grid.push(with(&[
                        ("k", Value::Int(k)),
                        ("weights", Value::Text(weights.into())),
                        ("ties", Value::Text(ties.into())),
                        ("distance", Value::Text("mixed".into())),
                    ]));
                }
            }
        }
        assert_eq!(Knn.groups(&grid).len(), 1);
        let (points, shared): (Vec<&Params>, _) = (grid.iter().collect(), Shared::nothing());
        let (train, context) = (case.samples(), context(&shared));
        Knn.try_group(&train, case.test(), &points, &context, &mut |position, found| {
            let alone = case.predict(&Knn, &grid[position]);
            assert_eq!(found.unwrap(), alone, "{}, {}", case.place(), grid[position]);
        });
    });
    assert!(done.len() > 10);
}

fn like_weka(case: &Case<'_>) -> Params {
    let weights = match case.param("weights").as_str() {
        Some("none") => "uniform",
        Some(same) => same,
        None => panic!("no weights"),
    };
    let params = weka::params(INFO.params, &[("k", case.param("k"))]);
    params
        .with("weights", Value::Text(weights.to_owned().into()))
        .with("distance", Value::Text("mixed".into()))
        .with("ties", Value::Text("all".into()))
        .with("smooth", Value::Flag(true))
}

/// Shares as Weka gives them: the ranges also hold the test rows up to the one that is asked about.
fn with_growing_ranges(case: &Case<'_>, params: &Params) -> Vec<Vec<f64>> {
    let (train, test) = (case.samples(), case.test());
    let mut space = Space::of_table(train.x());
    let mut memory = Memory::within(space.clone(), &train);
    let (mut shares, rows) = (vec![Vec::new()], test.to_dense());
    for row in 0..test.len() {
        let before = format!("{space:?}");
        space.widen(rows.row(row));
        if format!("{space:?}") != before {
            memory = Memory::within(space.clone(), &train);
        }
        memory.shares(test.range(row..row + 1), &[Vote::new(params)], &mut shares);
    }
    shares[0].chunks_exact(case.set.labels.classes()).map(<[f64]>::to_vec).collect()
}

#[test]
fn with_weka_s_options_the_predictions_are_weka_s() {
    let text = include_str!("../../../tests/reference/weka_knn.json");
    let (mut fixed, mut growing) = (0, 0);
    weka::each_case(text, |case| {
        let params = like_weka(case);
        let nominal_only = {
            let x = case.samples().x();
            (0..x.width()).all(|feature| x.kind(feature) != FeatureKind::Numeric)
        };
        let shares = if case.param("ranges") == "training" || nominal_only {
            fixed += 1;
            let predictions = case.predict(&Knn, &params);
            predictions.scores.matrix().unwrap().rows().map(<[f64]>::to_vec).collect()
        } else {
            growing += 1;
            with_growing_ranges(case, &params)
        };
        let labels: Vec<u32> = shares.iter().map(|row| largest(row)).collect();
        assert_eq!(labels, case.predicted(), "{}", case.place());
        for (ours, theirs) in shares.iter().zip(case.probabilities()) {
            for (a, b) in ours.iter().zip(theirs) {
                assert!((a - b).abs() < 1e-12, "{}: {a} for {b}", case.place());
            }
        }
    });
    assert_eq!((fixed, growing), (175, 133));
}
