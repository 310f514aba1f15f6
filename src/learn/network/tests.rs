//! The network against Weka 3.6.14: with Java's random numbers it becomes the network that Weka trains. And what
//! Weka's files do not show.

use ndarray::Array2;
use serde_json::Value as Json;

use super::mlp::{Mlp, MlpModel, fit_with};
use super::net::{Learner, Net, Pace};
use crate::data::Rows;
use crate::learn::draws::Java;
use crate::learn::{
    Classify, Declared, FitContext, Labels, Method, Model, NeverStop, Samples, Shared, conformance,
    weka,
};
use crate::num::key::RngKey;
use crate::params::{ParamInfo, Params, Value};

fn weka_params(case: &weka::Case<'_>) -> Params {
    let renamed = [
        ("learning-rate", "rate"),
        ("momentum", "momentum"),
        ("epochs", "epochs"),
        ("hidden", "hidden"),
        ("decay", "decay"),
    ];
    let all = renamed.map(|(ours, theirs)| (ours, case.param(theirs)));
    let given: Vec<_> = all.into_iter().filter(|(_, value)| !value.is_null()).collect();
    weka::params(Mlp.info().params, &given)
}

fn with_javas_numbers(case: &weka::Case<'_>) -> MlpModel {
    let seed = case.param("seed").as_i64().expect("a seed");
    fit_with(&case.samples(), &weka_params(case), &NeverStop, || Java::new(seed)).expect("a model")
}

/// All weights as Weka's text lists them: for each class, then for each hidden unit, the threshold and the weights.
fn weights(net: &Net) -> Vec<f64> {
    let mut all = Vec::new();
    for layer in [&net.output, &net.hidden] {
        let units = layer.thresholds.len();
        for unit in 0..units {
            all.push(layer.thresholds[unit]);
            all.extend(layer.weights[unit..].iter().step_by(units));
        }
    }
    all
}

/// All weights in a text of Weka, in its order.
fn listed_weights(text: &str) -> Vec<f64> {
    let number = |line: &str| line.split_whitespace().last()?.parse::<f64>().ok();
    let listed = text.lines().filter(|line| line.starts_with("    ") && line.contains('.'));
    listed.filter_map(number).collect()
}

/// All sums are added up in Weka's order: only the exponential function is rounded otherwise, and thousands of steps
/// make of that 3e-13 at most.
const TOLERANCE: f64 = 1e-11;

#[test]
fn with_javas_random_numbers_the_network_is_wekas() {
    let (mut cases, mut texts) = (0, 0);
    let near = |ours: f64, theirs: f64| (ours - theirs).abs() <= TOLERANCE * theirs.abs();
    weka::each_case(include_str!("../../../tests/reference/weka_mlp.json"), |case| {
        let (model, place) = (with_javas_numbers(case), case.place());
        let found = model.predict(case.test());
        assert_eq!(found.labels, case.predicted(), "{place}");
        let scores = found.scores.matrix().expect("probabilities");
        for (row, theirs) in scores.rows().zip(case.probabilities()) {
            for (ours, theirs) in row.iter().zip(theirs) {
                assert!(near(*ours, theirs), "{place}: {ours} for {theirs}");
            }
        }
        if let Json::String(text) = &case.json["text"] {
            let (ours, theirs) =
                (weights(model.net.as_ref().expect("a network")), listed_weights(text));
            assert_eq!(ours.len(), theirs.len(), "{place}");
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                assert!(near(ours, theirs), "weights of {place}: {ours} for {theirs}");
            }
            texts += 1;
        }
        cases += 1;
    });
    assert_eq!((cases, texts), (23, 4));
}

fn context(shared: &Shared) -> FitContext<'_> {
    FitContext { key: RngKey::root(0), stop: &NeverStop, shared, memory: 1 << 20, place: None }
}

#[test]
fn an_example_moves_every_weight_along_the_gradient() {
    let (inputs, class) = ([0.3, -0.8, 0.0, 1.0], 1);
    let mut net = Net::new(4, 3, 2, &mut RngKey::root(4).stream());
    // Weights that are not tiny, so that no term of the gradient is.
    for layer in [&mut net.hidden, &mut net.output] {
        layer.thresholds.iter_mut().chain(&mut layer.weights).for_each(|w| *w *= 30.0);
    }
    let half_squares = |net: &Net| {
        let (mut hidden, mut out) = ([0.0; 3], [0.0; 2]);
        net.answer(&inputs, &mut hidden, &mut out);
        0.5 * (out[0] * out[0] + (1.0 - out[1]) * (1.0 - out[1]))
    };
    let mut learner = Learner::new(net.clone());
    let pace = Pace { rate: 1.0, momentum: 0.5 };
    let squares = learner.learn(&inputs, class, pace);
    assert!((0.5 * squares - half_squares(&net)).abs() < 1e-15);
    let moved: Vec<f64> = weights(&learner.net)
        .iter()
        .zip(weights(&net))
        .map(|(after, before)| after - before)
        .collect();
    for (at, change) in moved.iter().enumerate() {
        let h = 1e-6;
        let nudged = |by: f64| {
            let mut other = net.clone();
            *weight_at(&mut other, at) += by;
            half_squares(&other)
        };
        let slope = (nudged(h) - nudged(-h)) / (2.0 * h);
        assert!((change + slope).abs() < 1e-9, "weight {at}: {change} for {slope}");
    }
    // Without a rate only the momentum is left: half the last change.
    let before = weights(&learner.net);
    learner.learn(&inputs, class, Pace { rate: 0.0, momentum: 0.5 });
    for ((after, before), last) in weights(&learner.net).iter().zip(before).zip(moved) {
        assert!((after - before - 0.5 * last).abs() < 1e-15);
    }
}

/// A weight by its place in [`weights`].
fn weight_at(net: &mut Net, at: usize) -> &mut f64 {
    let (classes, hidden) = (net.output.thresholds.len(), net.hidden.thresholds.len());
    let inputs = net.hidden.weights.len() / hidden;
    let outputs = classes * (1 + hidden);
    let (layer, units, place, width) = if at < outputs {
        (&mut net.output, classes, at, 1 + hidden)
    } else {
        (&mut net.hidden, hidden, at - outputs, 1 + inputs)
    };
    match (place / width, place % width) {
        (unit, 0) => &mut layer.thresholds[unit],
        (unit, input) => &mut layer.weights[(input - 1) * units + unit],
    }
}

#[test]
fn facts_and_curve_tell_how_it_was_trained() {
    let x = Array2::from_shape_fn((30, 3), |(row, c)| ((row * (c + 2)) % 7) as f64);
    let y = Labels::new((0..30).map(|row| u32::from(row * 2 % 7 > 3)).collect(), 2);
    let samples = Samples::<Classify>::new(Rows::new(&x).expect("finite"), &y).expect("samples");
    let shared = Shared::nothing();
    let params = ParamInfo::defaults(Mlp.info().params).with("epochs", Value::Int(50));
    let facts = Mlp.fit(&samples, &params, &context(&shared)).expect("a model").facts();
    assert_eq!((facts.numbers["hidden_units"], facts.numbers["epochs"]), (2.0, 50.0));
    let points = facts.curve.expect("a curve").points;
    assert_eq!((points.len(), points[49].0), (50, 50.0));
    assert!(points[49].1 < 0.5 * points[0].1, "{points:?}");
}

#[test]
fn without_features_the_shares_of_the_classes_are_left() {
    let x = Array2::zeros((4, 0));
    let y = Labels::new(vec![0, 1, 1, 1], 3);
    let rows = Rows::new(&x).expect("finite");
    let samples = Samples::<Classify>::new(rows, &y).expect("samples");
    let shared = Shared::nothing();
    let params = ParamInfo::defaults(Mlp.info().params);
    let model = Mlp.fit(&samples, &params, &context(&shared)).expect("a model");
    let found = model.predict(rows);
    assert_eq!(
        found.scores.matrix().expect("shares").values[..3],
        [2.0 / 7.0, 4.0 / 7.0, 1.0 / 7.0]
    );
}

#[test]
fn weights_without_bound_start_again_with_half_the_rate() {
    // Heavy examples, and changes that are repeated for ever.
    let x = Array2::from_shape_fn((4, 2), |(row, c)| (row * (c + 1) % 4) as f64);
    let y = Labels::new(vec![0, 1, 0, 1], 2);
    let rows = Rows::new(&x).expect("finite");
    let samples = Samples::<Classify>::new(rows, &y).expect("samples");
    let samples = samples.weighted(&[1e307; 4]).expect("weights");
    let params = ParamInfo::defaults(Mlp.info().params)
        .with("momentum", Value::Real(1.0))
        .with("epochs", Value::Int(2000));
    let starts = std::cell::Cell::new(0);
    let model = fit_with(&samples, &params, &NeverStop, || {
        starts.set(starts.get() + 1);
        RngKey::root(1).stream()
    });
    let found = model.expect("a model").predict(rows);
    assert!(starts.get() > 1, "{}", starts.get());
    assert!(found.scores.matrix().expect("probabilities").values.iter().all(|p| p.is_finite()));
}

#[test]
fn conforms() {
    assert_eq!(conformance::check(&Mlp), Vec::<String>::new());
}
