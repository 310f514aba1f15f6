//! Splits against every split there is, trees against what they must recall, forests against scikit-learn and Weka.

use std::path::Path;

use ndarray::Array2;
use serde_json::Value as Json;

use super::columns::{MISSING, Meaning, columns};
use super::purity::{Gini, Purity};
use super::split::Search;
use super::*;
use crate::data::catalog::Catalog;
use crate::data::load::load;
use crate::data::{FeatureKind, prep};
use crate::learn::weka::{each_case, number};
use crate::learn::{Labels, NeverStop, Shared, Task, Truth};
use crate::num::key::RngKey;
use crate::num::{math, sample};

fn fit(samples: &Samples<'_, Classify>, params: &Params, seed: u64) -> Box<dyn Model<Classify>> {
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(seed),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 28,
        place: None,
    };
    RandomForest.fit(samples, params, &context).expect("a forest")
}

fn params(changes: &[(&str, i64)]) -> Params {
    let defaults = ParamInfo::defaults(INFO.params);
    changes.iter().fold(defaults, |params, (name, value)| params.with(name, Value::Int(*value)))
}

/// A small table: two numeric features, one of them with few values, and a nominal one; some values are missing.
fn small_table(seed: u64, rows: usize, holes: bool) -> (Array2<f64>, Vec<FeatureKind>) {
    let mut rng = RngKey::root(seed).stream();
    let kinds =
        vec![FeatureKind::Numeric, FeatureKind::Numeric, FeatureKind::Nominal { levels: 5 }];
    let x = Array2::from_shape_fn((rows, 3), |(_, feature)| {
        let draw = sample::unit(&mut rng);
        match feature {
            _ if holes && sample::unit(&mut rng) < 0.2 => f64::NAN,
            0 => draw,
            1 => (draw * 4.0).floor() - 2.0,
            _ => (draw * 5.0).floor(),
        }
    });
    (x, kinds)
}

/// Sum over the sides of squared class counts over their size.
fn score(ids: &[u32], counts: &[u32], left: &[bool]) -> Option<f64> {
    let side = |wanted: bool| {
        let mut of = [0.0; 2];
        for row in (0..ids.len()).filter(|&row| left[row] == wanted) {
            of[ids[row] as usize] += f64::from(counts[row]);
        }
        let size = of[0] + of[1];
        (size > 0.0).then(|| (of[0] * of[0] + of[1] * of[1]) / size)
    };
    Some(side(true)? + side(false)?)
}

/// The best of all splits of a feature: every threshold or every set of levels, missing values on either side.
fn best_of_all(codes: &[u32], nominal: bool, ids: &[u32], counts: &[u32]) -> f64 {
    let goes_left = |set: u32, code: u32| match nominal {
        true => set >> code & 1 == 1,
        false => code <= set,
    };
    let sets = if nominal { 0..32 } else { 0..codes.len() as u32 };
    let mut best = f64::NEG_INFINITY;
    for set in sets {
        for missing_left in [false, true] {
            let left: Vec<bool> = codes
                .iter()
                .map(|&code| if code == MISSING { missing_left } else { goes_left(set, code) })
                .collect();
            best = best.max(score(ids, counts, &left).unwrap_or(f64::NEG_INFINITY));
        }
    }
    best
}

#[test]
fn no_split_of_two_classes_is_better_than_the_one_found() {
    for seed in 0..60 {
        let (x, kinds) = small_table(seed, 3 + seed as usize % 20, seed % 2 == 0);
        let columns = columns(Rows::table(&x, &kinds).unwrap(), &NeverStop).unwrap();
        let mut rng = RngKey::root(seed).child("classes", 0).stream();
        let ids: Vec<u32> = (0..x.nrows()).map(|_| sample::below(&mut rng, 2) as u32).collect();
        let counts: Vec<u32> =
            (0..x.nrows()).map(|_| 1 + sample::below(&mut rng, 3) as u32).collect();
        let rows: Vec<u32> = (0..x.nrows() as u32).collect();
        let mut gini = Gini::new(&ids, 2, &counts);
        gini.enter(&rows);
        for (feature, column) in (0..).zip(&columns) {
            let mut search = Search::new(&columns, rows.len(), 1);
            let varies = search.try_feature(feature, column, &rows, &mut gini);
            let nominal = matches!(column.meaning, Meaning::Levels(_));
            let expected = best_of_all(&column.codes, nominal, &ids, &counts);
            let Some(best) = search.best else {
                assert!(!varies && expected == f64::NEG_INFINITY, "seed {seed}, {feature}");
                continue;
            };
            assert!((best.score - expected).abs() < 1e-9, "seed {seed}, feature {feature}");
            // The question sends the rows where its score says.
            let left: Vec<bool> =
                rows.iter().map(|&row| search.sends_left(&best, column, row)).collect();
            assert!((score(&ids, &counts, &left).unwrap() - best.score).abs() < 1e-9);
            if let Meaning::Numbers(values) = &column.meaning {
                let threshold = best.threshold(values);
                for (row, left) in left.iter().enumerate() {
                    let value = x[(row, feature as usize)];
                    let by_value = value <= threshold || (value.is_nan() && best.missing_left);
                    assert_eq!(by_value, *left, "seed {seed}, feature {feature}");
                }
            }
        }
    }
}

#[test]
fn thresholds_lie_between_any_two_numbers() {
    for (low, high) in
        [(-1.7e308, 1.7e308), (5e-324, 1e-323), (1.0, 1.0 + f64::EPSILON), (-1.0, 2.0)]
    {
        let x = ndarray::array![[low], [high]];
        let columns = columns(Rows::new(&x).unwrap(), &NeverStop).unwrap();
        let mut gini = Gini::new(&[0, 1], 2, &[1, 1]);
        gini.enter(&[0, 1]);
        let mut search = Search::new(&columns, 2, 1);
        assert!(search.try_feature(0, &columns[0], &[0, 1], &mut gini));
        let Meaning::Numbers(values) = &columns[0].meaning else { panic!("numbers") };
        let threshold = search.best.unwrap().threshold(values);
        assert!(low <= threshold && threshold < high, "{low} {threshold} {high}");
    }
}

#[test]
fn a_forest_recalls_rows_that_differ_and_keeps_to_its_limits() {
    let (x, kinds) = small_table(1, 200, true);
    let mut rng = RngKey::root(9).stream();
    let ids: Vec<u32> = (0..200).map(|_| sample::below(&mut rng, 3) as u32).collect();
    let labels = Labels::new(ids.clone(), 3);
    let rows = Rows::table(&x, &kinds).unwrap();
    let samples = Samples::new(rows, &labels).unwrap();
    let right = |model: &dyn Model<Classify>| {
        model.predict(rows).labels.iter().zip(&ids).filter(|(a, b)| a == b).count()
    };
    // Classes that have nothing to do with the features: two thirds of the trees saw a row.
    let grown = fit(&samples, &params(&[]), 1);
    assert!(right(grown.as_ref()) >= 185, "{}", right(grown.as_ref()));
    let shallow = fit(&samples, &params(&[("max-depth", 2), ("trees", 7)]), 1);
    assert_eq!(shallow.facts().numbers["depth"], 2.0);
    assert!(shallow.facts().numbers["nodes"] <= 49.0);
    let stumps = fit(&samples, &params(&[("min-leaf", 101)]), 1);
    assert_eq!(stumps.facts().numbers["nodes"], 100.0);
}

#[test]
fn fewest_examples_are_in_every_leaf() {
    let (x, kinds) = small_table(2, 100, true);
    let ids: Vec<u32> = (0..100).map(|row| row % 3).collect();
    let columns = columns(Rows::table(&x, &kinds).unwrap(), &NeverStop).unwrap();
    let counts = vec![1; 100];
    let mut rows: Vec<u32> = (0..100).collect();
    let settings = Settings { features: 3, min_leaf: 7, max_depth: u32::MAX };
    let mut grower = Grower::new(&columns, 100, settings, &NeverStop);
    let mut gini = Gini::new(&ids, 3, &counts);
    let tree = grower.grow(&mut rows, &mut gini, &mut RngKey::root(1).stream()).unwrap();
    let mut reached = std::collections::BTreeMap::new();
    for row in x.outer_iter() {
        *reached.entry(tree.predict(row.as_slice().unwrap()).as_ptr() as usize).or_insert(0) += 1;
    }
    assert!(reached.len() > 3 && reached.values().all(|rows| *rows >= 7), "{reached:?}");
    assert_eq!(tree.nodes.len(), 2 * reached.len() - 1);
}

/// The mean and the variance of that mean.
fn mean_of(values: &[f64]) -> (f64, f64) {
    let sd = math::sample_sd(values).expect("two values");
    (math::mean(values), sd * sd / values.len() as f64)
}

/// The same algorithm with other random numbers: means over seeds agree to four standard errors, both for rows that are
/// right and for the size of the trees.
#[test]
fn as_good_and_as_large_as_the_forests_of_scikit_learn() {
    let text = include_str!("../../../../tests/reference/sklearn_forest.json");
    let file: Json = serde_json::from_str(text).expect("JSON");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let catalog = Catalog::open(&folder).expect("the catalogue");
    for case in file["cases"].as_array().expect("cases") {
        let name = case["dataset"].as_str().expect("a name");
        let data = load(&catalog.source(catalog.find(name).expect("in it"))).expect("a good file");
        let truth = Classify::truth(&data, &Classify::units(&data)).expect("classes");
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 3 == 0);
        let (x, test_x) = (prep::table(&data, &train), prep::table(&data, &test));
        let (labels, expected) = (truth.select(&train), truth.select(&test));
        let samples = Samples::new(Rows::of(&x).unwrap(), &labels).unwrap();
        let params = params(&[("trees", case["trees"].as_i64().expect("a number"))]);
        let (mut correct, mut nodes) = (Vec::new(), Vec::new());
        for seed in 0..10 {
            let model = fit(&samples, &params, seed);
            let labels = model.predict(Rows::of(&test_x).unwrap()).labels;
            let right = labels.iter().zip(expected.ids()).filter(|(a, b)| a == b).count();
            correct.push(right as f64);
            nodes.push(model.facts().numbers["nodes"]);
        }
        for (what, ours) in [("correct", correct), ("nodes", nodes)] {
            let theirs: Vec<f64> =
                case[what].as_array().expect("numbers").iter().map(number).collect();
            let ((our, our_error), (their, their_error)) = (mean_of(&ours), mean_of(&theirs));
            let error = (our_error + their_error).sqrt();
            assert!(
                (our - their).abs() < 4.0 * error,
                "{name}, {what}: {our} for {their} +- {error}"
            );
        }
    }
}

/// Weka's trees differ (entropy; log2 of the features), so that only the mean accuracy is compared.
#[test]
fn about_as_good_as_the_forests_of_weka() {
    let text = include_str!("../../../../tests/reference/weka_random_forest.json");
    each_case(text, |case| {
        let samples = case.samples();
        let features = i64::from(samples.x().width().ilog2()) + 1;
        let trees = case.param("trees").as_i64().expect("a number");
        let params = params(&[("trees", trees), ("features", features)]);
        let truth =
            Classify::truth(&case.set.data, &Classify::units(&case.set.data)).expect("classes");
        let test: Vec<usize> = (0..case.set.data.rows).filter(|row| row % 3 == 0).collect();
        let truth = truth.select(&test);
        let accuracies: Vec<f64> = (0..10)
            .map(|seed| {
                let labels = fit(&samples, &params, seed).predict(case.test()).labels;
                let right = labels.iter().zip(truth.ids()).filter(|(a, b)| a == b).count();
                right as f64 / test.len() as f64
            })
            .collect();
        let (ours, theirs) = (math::mean(&accuracies), number(&case.json["mean_accuracy"]));
        let sd = number(&case.json["sd_accuracy"]);
        assert!((ours - theirs).abs() < 3.0 * sd, "{}: {ours} for {theirs}", case.place());
    });
}
