//! What the discriminants must do where no reference program gives an answer: singular covariances, mirrored problems,
//! other units.

use ndarray::Array2;

use super::{flda::FLDA, lda::Lda, qda::Qda};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitError, Labels, Method, ModelFacts, NeverStop,
    Samples, Shared,
};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::ParamInfo;

fn fit(
    method: &dyn Method<Classify>,
    x: &Array2<f64>,
    y: &Labels,
    memory: usize,
) -> Result<(ClassPredictions, ModelFacts), FitError> {
    let rows = Rows::new(x).expect("finite");
    let shared = Shared::nothing();
    let context =
        FitContext { key: RngKey::root(0), stop: &NeverStop, shared: &shared, memory, place: None };
    let params = ParamInfo::defaults(method.info().params);
    let model = method.fit(&Samples::new(rows, y)?, &params, &context)?;
    Ok((model.predict(rows), model.facts()))
}

/// Rows of three classes around different means; `spoil` may change a row given its class.
fn clouds(spoil: impl Fn(usize, &mut [f64])) -> (Array2<f64>, Labels) {
    let mut rng = RngKey::root(4).stream();
    let mut x = Array2::from_shape_fn((90, 4), |(row, feature)| {
        (row % 3 * (feature + 1)) as f64 + sample::normal(&mut rng)
    });
    for (at, mut row) in x.rows_mut().into_iter().enumerate() {
        spoil(at % 3, row.as_slice_mut().expect("in one piece"));
    }
    (x, Labels::new((0..90).map(|row| row % 3).collect(), 3))
}

fn scores(predictions: &ClassPredictions) -> &[f64] {
    &predictions.scores.matrix().expect("scores").values
}

fn assert_near(a: &ClassPredictions, b: &ClassPredictions, tolerance: f64) {
    assert_eq!(a.labels, b.labels);
    for (a, b) in scores(a).iter().zip(scores(b)) {
        assert!((a - b).abs() <= tolerance, "{a} and {b}");
    }
}

#[test]
fn a_repeated_feature_changes_nothing_where_a_generalised_inverse_is_taken() {
    let (x, y) = clouds(|_, _| {});
    let twice = Array2::from_shape_fn((90, 8), |(row, f)| x[[row, f % 4]]);
    for method in [&Lda as &dyn Method<Classify>, &FLDA] {
        let (once, facts) = fit(method, &x, &y, 1 << 20).expect("a model");
        assert_eq!(facts.numbers["rank"], 4.0);
        let (twice, facts) = fit(method, &twice, &y, 1 << 20).expect("a model");
        assert_eq!(facts.numbers["rank"], 4.0);
        assert_near(&once, &twice, 1e-9);
    }
}

#[test]
fn units_of_features_do_not_matter() {
    let (x, y) = clouds(|_, _| {});
    let factors = [1e-7, 1.0, 1e9, 1e-30];
    let scaled = Array2::from_shape_fn(x.dim(), |(row, f)| x[[row, f]] * factors[f]);
    for method in [&Lda as &dyn Method<Classify>, &Qda, &FLDA] {
        let (plain, _) = fit(method, &x, &y, 1 << 20).expect("a model");
        let (scaled, _) = fit(method, &scaled, &y, 1 << 20).expect("a model");
        assert_near(&plain, &scaled, 1e-9);
    }
}

#[test]
fn a_singular_class_is_regularised_and_counted() {
    let (x, y) = clouds(|_, _| {});
    let (_, facts) = fit(&Qda, &x, &y, 1 << 20).expect("a model");
    assert_eq!(facts.numbers["regularised_classes"], 0.0);
    // In class 1 the last feature follows from the first; it is still recognised.
    let (x, y) = clouds(|class, row| {
        if class == 1 {
            row[3] = 4.0 + row[0];
        }
    });
    let (predictions, facts) = fit(&Qda, &x, &y, 1 << 20).expect("a model");
    assert_eq!(facts.numbers["regularised_classes"], 1.0);
    let right = predictions.labels.iter().zip(y.ids()).filter(|(a, b)| a == b).count();
    assert!(right >= 80, "{right} of 90");
}

#[test]
fn two_classes_mirror_each_other_in_fishers_discriminant() {
    let (x, y) = clouds(|_, _| {});
    // Unequal classes, so that the threshold is not zero.
    let y = Labels::new(y.ids().iter().map(|id| u32::from(*id == 2)).collect(), 2);
    let (predictions, _) = fit(&FLDA, &x, &y, 1 << 20).expect("a model");
    for pair in scores(&predictions).chunks_exact(2) {
        assert!((pair[0] + pair[1]).abs() < 1e-9 * pair[0].abs().max(1.0));
    }
}

#[test]
fn too_little_memory_is_said() {
    let (x, y) = clouds(|_, _| {});
    for method in [&Lda as &dyn Method<Classify>, &Qda, &FLDA] {
        let error = fit(method, &x, &y, 64).map(|_| ()).expect_err("no room");
        assert!(error.to_string().contains("fewer features"), "{error}");
    }
}
