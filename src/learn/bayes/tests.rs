//! Naive Bayes against Weka, and by hand. Comparisons with scikit-learn are in `tests/scikit_learn.rs`.

use ndarray::array;

use super::estimator::{Estimator, Kernel, precision};
use super::naive_bayes::{INFO, NaiveBayes};
use crate::data::Rows;
use crate::learn::weka;
use crate::learn::{ClassPredictions, FitContext, Labels, Method, NeverStop, Samples, Shared};
use crate::num::key::RngKey;
use crate::params::ParamInfo;

#[test]
fn the_densities_of_weka_give_the_predictions_of_weka() {
    let text = include_str!("../../../tests/reference/weka_naive_bayes.json");
    let mut cases = 0;
    weka::each_case(text, |case| {
        let params = weka::params(INFO.params, &[("density", case.param("numeric"))]);
        let predictions = case.predict(&NaiveBayes, &params);
        let expected = case.predicted();
        let wrong: Vec<usize> =
            (0..expected.len()).filter(|&row| predictions.labels[row] != expected[row]).collect();
        assert!(wrong.is_empty(), "{}: rows {wrong:?}", case.place());
        let ours = predictions.scores.matrix().unwrap();
        for (row, (ours, theirs)) in ours.rows().zip(case.probabilities()).enumerate() {
            for (a, b) in ours.iter().zip(theirs) {
                assert!((a - b).abs() < 1e-9, "{}, row {row}: {a} for {b}", case.place());
            }
        }
        cases += 1;
    });
    assert_eq!(cases, 88);
}

#[test]
fn the_precision_is_the_mean_gap_between_distinct_numbers() {
    assert_eq!(precision(&[1.0, 1.0, 3.0, 4.0]), 1.5);
    assert_eq!(precision(&[2.0, 2.0]), 0.01);
    assert_eq!(precision(&[]), 0.01);
}

#[test]
fn a_mixture_of_equal_values_is_one_kernel() {
    let one = Estimator::Kernel(Kernel::new(0.5, &[(2.0, 3.0)]));
    let three = Estimator::Kernel(Kernel::new(0.5, &[(2.1, 1.0), (1.9, 1.0), (2.0, 1.0)]));
    for value in [1.0, 1.9, 2.0, 2.3] {
        assert_eq!(one.probability(value), three.probability(value));
    }
    // Half a precision is three deviations.
    assert!((one.probability(2.0) - 0.997_300_203_936_739_8).abs() < 1e-15);
}

fn fit(labels: &Labels, weights: Option<&[f64]>, x: &ndarray::Array2<f64>) -> ClassPredictions {
    let mut train = Samples::new(Rows::new(x).unwrap(), labels).unwrap();
    if let Some(weights) = weights {
        train = train.weighted(weights).unwrap();
    }
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(0),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 20,
        place: None,
    };
    let params = ParamInfo::defaults(INFO.params);
    let model = NaiveBayes.fit(&train, &params, &context).unwrap();
    model.predict(Rows::new(&array![[0.5], [1.5], [4.0]]).unwrap())
}

#[test]
fn a_row_of_weight_two_counts_as_two_rows() {
    let (once, twice) =
        (array![[0.0], [1.0], [3.0], [5.0]], array![[0.0], [1.0], [1.0], [3.0], [5.0]]);
    let weighted = fit(&Labels::new(vec![0, 0, 1, 1], 2), Some(&[1.0, 2.0, 1.0, 1.0]), &once);
    let repeated = fit(&Labels::new(vec![0, 0, 0, 1, 1], 2), None, &twice);
    let values = |p: &ClassPredictions| p.scores.matrix().unwrap().values.clone();
    for (a, b) in values(&weighted).iter().zip(values(&repeated)) {
        assert!((a - b).abs() < 1e-12, "{a} and {b}");
    }
}

#[test]
fn weights_of_one_change_no_bit() {
    let x = array![[0.1], [1.3], [3.7], [5.9]];
    let labels = Labels::new(vec![0, 0, 1, 1], 2);
    assert_eq!(fit(&labels, None, &x), fit(&labels, Some(&[1.0; 4]), &x));
}
