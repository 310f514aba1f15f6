//! Logistic regression against Weka, with weights and on rows without zeros. Comparisons with scikit-learn are in
//! `tests/scikit_learn.rs`.

use ndarray::{Array2, array};

use super::{INFO, LogisticModel};
use crate::data::Rows;
use crate::data::sparse::SparseMatrix;
use crate::learn::weka;
use crate::learn::{
    ClassPredictions, Classify, FitContext, Labels, Model, NeverStop, Samples, Shared, StopReason,
};
use crate::num::key::RngKey;
use crate::params::{ParamInfo, Params, Value};

fn fit(train: &Samples<'_, Classify>, params: &Params) -> LogisticModel {
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(0),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 20,
        place: None,
    };
    LogisticModel::fit(train, params, &context).unwrap()
}

fn largest_difference<'a>(ours: &ClassPredictions, theirs: impl Iterator<Item = &'a [f64]>) -> f64 {
    let rows = ours.scores.matrix().unwrap().rows().zip(theirs);
    let cells = rows.flat_map(|(a, b)| a.iter().zip(b));
    cells.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Weka stops early. Its objective is never below ours, ours is that of the optimum as computed in `make_weka.py`, and
/// so are the probabilities. Predictions differ from Weka's in as many rows as the optimum's do, and only with a
/// ridge of 1e-8, where Weka is far from it.
#[test]
fn the_reference_form_is_the_optimum_of_what_weka_minimises() {
    let text = include_str!("../../../../tests/reference/weka_logistic.json");
    let (mut cases, mut compared, mut changed) = (0, 0, 0);
    weka::each_case(text, |case| {
        let params = weka::params(INFO.params, &[("ridge", case.param("ridge"))])
            .with("form", Value::Text("reference".into()));
        let (train, place) = (case.samples(), case.place());
        let model = fit(&train, &params);
        assert_eq!(model.stop, StopReason::Converged, "{place}");
        let total: f64 = (0..train.x().len()).map(|row| train.weight(row)).sum();
        let objective = model.path.last().unwrap() * total;
        let exact = weka::number(&case.json["exact_objective"]);
        assert!((objective - exact).abs() < 3e-9, "{place}: {objective} for {exact}");
        // Weka itself reports an infinite objective once, which is null here.
        if let Some(theirs) = case.json["objective"].as_f64() {
            assert!(objective <= theirs, "{place}: {objective}, Weka reached {theirs}");
        }
        let predictions = model.predict(case.test());
        let pairs = predictions.labels.iter().zip(case.predicted());
        let differences = pairs.filter(|(ours, theirs)| *ours != theirs).count();
        assert_eq!(Some(differences as u64), case.json["exact_changed"].as_u64(), "{place}");
        (cases, changed) = (cases + 1, changed + differences);
        if case.json["exact_probabilities"].is_array() {
            let exact = weka::rows(&case.json["exact_probabilities"]);
            let off = largest_difference(&predictions, exact.iter().map(Vec::as_slice));
            assert!(off < 1e-7, "{place}: off by {off}");
            compared += 1;
        }
    });
    assert_eq!((cases, compared, changed), (115, 92, 33));
}

fn toy() -> (Array2<f64>, Labels) {
    let x = array![[0.0, 1.0], [1.0, 0.0], [0.5, 0.5], [2.0, 0.0], [0.0, 3.0], [1.0, 1.0]];
    (x, Labels::new(vec![0, 1, 2, 1, 0, 2], 3))
}

fn forms() -> [Params; 2] {
    let defaults = ParamInfo::defaults(INFO.params);
    let reference = defaults.clone().with("form", Value::Text("reference".into()));
    [defaults, reference]
}

#[test]
fn a_row_of_weight_two_counts_as_two_rows_and_one_of_weight_zero_as_none() {
    let (x, y) = toy();
    let weights = [1.0, 2.0, 1.0, 1.0, 0.0, 1.0];
    let kept = [0, 1, 1, 2, 3, 5];
    let repeated = x.select(ndarray::Axis(0), &kept);
    let ids = Labels::new(kept.iter().map(|&row| y.ids()[row]).collect(), 3);
    for params in forms() {
        let train = Samples::new(Rows::new(&x).unwrap(), &y).unwrap();
        let weighted = fit(&train.weighted(&weights).unwrap(), &params);
        let plain = fit(&Samples::new(Rows::new(&repeated).unwrap(), &ids).unwrap(), &params);
        let test = Rows::new(&x).unwrap();
        let (a, b) = (weighted.predict(test), plain.predict(test));
        let off = largest_difference(&a, b.scores.matrix().unwrap().rows());
        assert!(off < 1e-9, "{params}: off by {off}");
    }
}

#[test]
fn rows_without_zeros_give_the_probabilities_of_rows_with_them() {
    let (x, y) = toy();
    let sparse = SparseMatrix::new(x.nrows(), x.ncols(), |put| {
        x.indexed_iter().for_each(|((row, feature), v)| put(row, feature, *v));
    });
    let (dense, sparse) = (Rows::new(&x).unwrap(), Rows::sparse(&sparse).unwrap());
    for classes in [2, 3] {
        let ids = y.ids().iter().map(|id| id % classes).collect();
        let y = Labels::new(ids, classes as usize);
        let params = ParamInfo::defaults(INFO.params);
        let a = fit(&Samples::new(dense, &y).unwrap(), &params).predict(dense);
        let b = fit(&Samples::new(sparse, &y).unwrap(), &params).predict(sparse);
        let off = largest_difference(&a, b.scores.matrix().unwrap().rows());
        assert!(off < 1e-9, "off by {off}");
    }
}

#[test]
fn separable_classes_with_hardly_any_penalty_end_in_finite_numbers() {
    let x = Array2::from_shape_fn((40, 2), |(row, c)| (row / 20) as f64 + (row * c) as f64 * 1e-3);
    let y = Labels::new((0..40).map(|row| row / 20).collect(), 2);
    let train = Samples::new(Rows::new(&x).unwrap(), &y).unwrap();
    for ridge in [1e-8, 1e-30] {
        for params in forms() {
            let model = fit(&train, &params.with("ridge", Value::Real(ridge)));
            assert!(model.weights.iter().all(|w| w.is_finite()));
            assert!(matches!(model.stop, StopReason::Converged | StopReason::IterationLimit));
            assert_eq!(model.predict(train.x()).labels, y.ids());
        }
    }
}
