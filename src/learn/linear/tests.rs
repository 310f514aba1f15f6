//! The linear machine with weights against scikit-learn's LinearSVC (LIBLINEAR); `tests/reference/README.md` tells how
//! the values were made.

use std::path::Path;

use ndarray::Array2;
use serde_json::Value;

use super::linear_svm::LinearSvm;
use crate::data::catalog::Catalog;
use crate::data::load::load;
use crate::data::prep::{Nominal, Prepared, Recipe, Scale};
use crate::data::{Dataset, Rows};
use crate::learn::{
    Classify, Declared, FitContext, FitError, Labels, Method, Model, NeverStop, Samples, Shared,
    Task, Truth,
};
use crate::num::key::RngKey;
use crate::params::{ParamInfo, Params, Value as Param};

fn params(loss: &str, c: f64) -> Params {
    ParamInfo::defaults(LinearSvm.info().params)
        .with("c", Param::Real(c))
        .with("loss", Param::Text(loss.to_owned().into()))
        .with("tolerance", Param::Real(1e-10))
        .with("max-iterations", Param::Int(1_000_000))
}

fn fit(
    x: Rows<'_>,
    y: &Labels,
    weights: Option<&[f64]>,
    params: &Params,
) -> Result<Box<dyn Model<Classify>>, FitError> {
    let samples = Samples::new(x, y)?;
    let samples = match weights {
        Some(weights) => samples.weighted(weights)?,
        None => samples,
    };
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(0),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 28,
        place: None,
    };
    LinearSvm.fit(&samples, params, &context)
}

/// The first column of what a model says of each row.
fn decisions(model: &dyn Model<Classify>, x: Rows<'_>) -> Vec<f64> {
    let predictions = model.predict(x);
    predictions.scores.matrix().expect("decisions").rows().map(|row| row[0]).collect()
}

struct Fold {
    train: Array2<f64>,
    labels: Labels,
    weights: Vec<f64>,
    test: Array2<f64>,
}

fn fold(name: &str) -> Fold {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let catalog = Catalog::open(&folder).expect("the catalogue");
    let data: Dataset =
        load(&catalog.source(catalog.find(name).expect("in it"))).expect("a good file");
    let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 5 == 0);
    let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
    let prepared = Prepared::fit(&data, &train, recipe);
    let dense = |rows: &[usize]| {
        let features = prepared.apply(&data, rows);
        let dense = Rows::of(&features).expect("finite").to_dense();
        Array2::from_shape_fn((rows.len(), dense.width()), |(row, f)| dense.row(row)[f])
    };
    let weight = |row: &usize| if row % 7 == 3 { 0.0 } else { 1.0 + (row % 4) as f64 / 2.0 };
    Fold {
        train: dense(&train),
        labels: Classify::truth(&data, &Classify::units(&data)).expect("classes").select(&train),
        weights: train.iter().map(weight).collect(),
        test: dense(&test),
    }
}

#[test]
fn weights_are_those_of_liblinear() {
    let text = include_str!("../../../tests/reference/sklearn_linear_svm.json");
    let file: Value = serde_json::from_str(text).expect("JSON");
    for case in file["cases"].as_array().expect("cases") {
        let (name, loss) = (case["dataset"].as_str().unwrap(), case["loss"].as_str().unwrap());
        let c = case["c"].as_f64().unwrap();
        let place = format!("{name}, {loss}, C = {c}");
        let fold = fold(name);
        let x = Rows::new(&fold.train).unwrap();
        let model = fit(x, &fold.labels, Some(&fold.weights), &params(loss, c)).unwrap();
        let ours = decisions(model.as_ref(), Rows::new(&fold.test).unwrap());
        for (our, theirs) in ours.iter().zip(case["decisions"].as_array().unwrap()) {
            let theirs = theirs.as_f64().unwrap();
            assert!((our - theirs).abs() < 1e-7, "{place}: {our} for {theirs}");
        }
        let (primal, dual) = objectives(&fold, model.as_ref(), loss, c);
        let theirs = case["objective"].as_f64().unwrap();
        assert!((primal - theirs).abs() < 1e-9 * theirs, "{place}: {primal} for {theirs}");
        if let Some(dual) = dual {
            assert!((primal - dual).abs() < 1e-8 * primal, "{place}: gap {}", primal - dual);
        }
    }
}

/// The primal objective of a machine, and for the squared hinge the dual one of the multipliers that belong to its
/// slacks: they are equal at the optimum only.
fn objectives(fold: &Fold, model: &dyn Model<Classify>, loss: &str, c: f64) -> (f64, Option<f64>) {
    let width = fold.train.ncols();
    let origin = Array2::zeros((1, width));
    let bias = decisions(model, Rows::new(&origin).unwrap())[0];
    let units = Array2::eye(width);
    let weights = decisions(model, Rows::new(&units).unwrap());
    let mut w: Vec<f64> = weights.iter().map(|v| v - bias).collect();
    w.push(bias);
    let norm = |w: &[f64]| w.iter().map(|v| v * v).sum::<f64>();
    let (mut cost, mut dual) = (0.0, 0.0);
    let mut from_multipliers = vec![0.0; width + 1];
    for ((row, &id), weight) in fold.train.outer_iter().zip(fold.labels.ids()).zip(&fold.weights) {
        let sign = if id == 0 { 1.0 } else { -1.0 };
        let output: f64 = row.iter().zip(&w).map(|(x, w)| x * w).sum::<f64>() + bias;
        let slack = (1.0 - sign * output).max(0.0);
        cost += weight * if loss == "hinge" { slack } else { slack * slack };
        let multiplier = 2.0 * c * weight * slack;
        dual += multiplier - 0.5 * multiplier * slack;
        for (sum, x) in from_multipliers.iter_mut().zip(row.iter().chain(&[1.0])) {
            *sum += multiplier * sign * x;
        }
    }
    let dual = (loss != "hinge").then(|| dual - 0.5 * norm(&from_multipliers));
    (0.5 * norm(&w) + c * cost, dual)
}

#[test]
fn whole_weights_are_repeated_rows_and_no_weight_is_no_row() {
    let x = ndarray::array![[0.0, 1.0], [1.0, 0.2], [0.4, 0.9], [0.8, 0.3], [0.5, 0.5]];
    let y = Labels::new(vec![0, 1, 1, 0, 2], 3);
    let weights = [2.0, 1.0, 0.0, 3.0, 0.0];
    let rows = [0, 0, 1, 3, 3, 3];
    let repeated = x.select(ndarray::Axis(0), &rows);
    for loss in ["hinge", "squared-hinge"] {
        let params = params(loss, 1.0);
        let weighted = fit(Rows::new(&x).unwrap(), &y, Some(&weights), &params).unwrap();
        let copies = fit(Rows::new(&repeated).unwrap(), &y.select(&rows), None, &params).unwrap();
        let test = Rows::new(&x).unwrap();
        let pairs = decisions(weighted.as_ref(), test);
        for (a, b) in pairs.iter().zip(decisions(copies.as_ref(), test)) {
            assert!((a - b).abs() < 1e-8, "{loss}: {a} and {b}");
        }
        assert!(!weighted.predict(test).labels.contains(&2), "{loss}");
    }
}

#[test]
fn weights_of_one_change_no_bit() {
    let fold = fold("heart");
    let (x, test) = (Rows::new(&fold.train).unwrap(), Rows::new(&fold.test).unwrap());
    let ones = vec![1.0; fold.train.nrows()];
    let params = ParamInfo::defaults(LinearSvm.info().params);
    let plain = fit(x, &fold.labels, None, &params).unwrap().predict(test);
    let weighted = fit(x, &fold.labels, Some(&ones), &params).unwrap().predict(test);
    assert_eq!(plain, weighted);
}

#[test]
fn weights_too_small_to_compute_with_are_refused() {
    let x = ndarray::array![[0.0], [1.0]];
    let y = Labels::new(vec![0, 1], 2);
    let tiny = [1e-320, 1e-320];
    let result = fit(Rows::new(&x).unwrap(), &y, Some(&tiny), &params("hinge", 1.0));
    assert!(matches!(result.err(), Some(FitError::Unsuitable(_))));
}
