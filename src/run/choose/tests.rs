//! Choices on small grids: which point wins, and what is said of those that could not be scored.

use std::borrow::Cow;

use super::*;
use crate::learn::{Registry, Setting};
use crate::params::Value;

use crate::experiment::Scope;
use crate::learn::OutsideError;

const HIGHER: MetricInfo = MetricInfo::number("score", "score", "", Direction::Higher);
const LOWER: MetricInfo = MetricInfo::number("score", "score", "", Direction::Lower);

fn method(points: usize) -> MethodSpec {
    let knn = Registry::standard().find("knn", Setting::Classification).unwrap().method;
    let defaults = crate::params::ParamInfo::defaults(knn.info().params);
    let point = |k: usize| defaults.clone().with("k", Value::Int(k as i64 + 1));
    MethodSpec {
        name: "m".into(),
        method: knn,
        grid: (0..points).map(point).collect(),
        search: Search::Grid,
        prepare: Vec::new(),
        prepare_scope: Scope::Train,
    }
}

fn best(select: &MetricInfo, scores: Vec<Option<Vec<PointScore>>>) -> Result<Choice, Failure> {
    let method = method(scores.len());
    best_point(select, &method, &TriedPoints { scores, took: 5 })
}

fn scores(values: &[f64]) -> Option<Vec<PointScore>> {
    Some(values.iter().map(|value| Ok(Some(*value))).collect())
}

fn failed(reason: &str) -> Option<Vec<PointScore>> {
    Some(vec![Err(FitError::Unsuitable(reason.into()))])
}

#[test]
fn the_best_mean_wins_in_the_direction_of_the_metric() {
    let all = || vec![scores(&[0.2, 0.4]), scores(&[0.9, 0.1]), scores(&[0.1, 0.2])];
    assert_eq!(best(&HIGHER, all()).unwrap().point, 1);
    let choice = best(&LOWER, all()).unwrap();
    assert_eq!((choice.point, choice.took), (2, 5));
    assert!((choice.score.unwrap() - 0.15).abs() < 1e-12 && choice.notes.is_empty());
}

#[test]
fn equal_points_go_to_the_first_and_rounding_makes_no_difference() {
    let third = scores(&[0.1 + 0.2, 0.3]);
    let all = vec![scores(&[0.1, 0.1]), scores(&[0.3, 0.3]), third];
    assert_eq!(best(&HIGHER, all).unwrap().point, 1);
}

#[test]
fn only_folds_that_define_the_metric_for_all_points_count() {
    let holes = Some(vec![Ok(Some(0.9)), Ok(None), Ok(Some(0.5))]);
    let choice = best(&HIGHER, vec![scores(&[0.8, 1.0, 0.5]), holes]).unwrap();
    assert_eq!(choice.point, 1, "the fold without a score would have turned it round");
    assert!((choice.score.unwrap() - 0.7).abs() < 1e-12);
}

#[test]
fn points_that_were_not_tried_or_failed_cannot_win() {
    let all = vec![failed("too large"), None, scores(&[0.1])];
    let choice = best(&HIGHER, all).unwrap();
    assert_eq!(choice.point, 2);
    let note = &choice.notes[0];
    assert!(note.starts_with("1 of 3 grid points could not be scored; k=1"), "{note}");
    assert!(note.ends_with("too large"), "{note}");
}

#[test]
fn without_any_score_the_first_reason_is_that_of_the_trial() {
    let wrong = best(&HIGHER, vec![failed("first"), failed("second")]).unwrap_err();
    let Failure::Failed(reason) = wrong else { panic!("{wrong:?}") };
    assert!(reason.contains("no grid point could be scored") && reason.ends_with("first"));
    let undefined = best(&HIGHER, vec![Some(vec![Ok(None)])]).unwrap_err();
    assert!(matches!(undefined, Failure::Failed(r) if r.contains("undefined on every fold")));
    let apart = vec![Some(vec![Ok(Some(1.0)), Ok(None)]), Some(vec![Ok(None), Ok(Some(1.0))])];
    let none = best(&HIGHER, apart).unwrap_err();
    assert!(matches!(none, Failure::Failed(r) if r.contains("no fold defines score")));
}

#[test]
fn a_failure_outside_keeps_its_kind_and_log() {
    let mut error = OutsideError::new(crate::learn::Fault::Crashed, "exit code 1");
    error.log = Some("logs/1".into());
    let all = vec![Some(vec![Err(FitError::Outside(Box::new(error)))])];
    let Failure::Outside(found) = best(&HIGHER, all).unwrap_err() else { panic!("outside") };
    assert_eq!((found.fault, found.log.as_deref()), (crate::learn::Fault::Crashed, Some("logs/1")));
    assert!(found.reason.contains("no grid point could be scored"));
}

/// The declaration of the method says which setting helps; no other method gets the advice.
#[test]
fn a_metric_that_needs_probabilities_gets_the_advice_of_the_method() {
    let registry = Registry::standard();
    let hint = |kind: &str, values: &[(&'static str, &'static str)]| {
        let values = values
            .iter()
            .map(|(name, value)| (Cow::Borrowed(*name), Value::Text(Cow::Borrowed(*value))));
        let info = registry.find(kind, Setting::Classification).unwrap().method.info();
        probabilities_hint(info, &Params::new(values.collect()))
    };
    let advice = "; if it needs probabilities, set probabilities = \"platt\"";
    assert_eq!(hint("svm", &[("probabilities", "none")]), advice);
    assert_eq!(hint("svm", &[("probabilities", "platt")]), "");
    assert_eq!(hint("knn", &[("probabilities", "none")]), "");
}
