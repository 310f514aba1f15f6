//! The record of a run: every trial with what it gave, and what is known of datasets and methods. Reports show it to
//! readers who want to look behind the means.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::holes::Cause;
use super::method_facts::MethodFacts;
use super::results::Results;
use crate::learn::Curve;
use crate::measure::MetricInfo;
use crate::num::math;
use crate::plan::{DatasetFacts, Outline, TrialId};
use crate::run::{Outcome, StoredCurve};
use crate::store::Manifest;

/// Everything that is known of a run next to its scores.
#[derive(Debug, Clone)]
pub struct Record {
    /// The datasets, in the experiment's order.
    pub datasets: Vec<DatasetFacts>,
    /// The methods, in the experiment's order.
    pub methods: Vec<MethodFacts>,
    /// The trials, by dataset, method, repeat and fold.
    pub trials: Vec<TrialRecord>,
    /// Where the trials of each method on each dataset are, by dataset and method.
    pub places: Vec<Vec<Range<usize>>>,
    /// Whether datasets were streams: they have no folds.
    pub streams: bool,
    /// The root of all randomness.
    pub seed: u64,
    /// `train_time[dataset][method]`: mean CPU seconds of a final fit; `None` where a trial is missing.
    pub train_time: Vec<Vec<Option<f64>>>,
    /// How fits came to their end, where methods report it.
    pub curves: Vec<MeanCurve>,
    /// How scores went while examples passed, where that was recorded.
    pub score_curves: Vec<ScoreCurve>,
    /// What the run was made of, where its folder says so.
    pub manifest: Option<Manifest>,
}

/// A trial, run or not.
#[derive(Debug, Clone)]
pub struct TrialRecord {
    /// Position of its dataset.
    pub dataset: usize,
    /// Position of its method.
    pub method: usize,
    /// From 0.
    pub repeat: usize,
    /// From 0.
    pub fold: usize,
    /// What it gave; `None` if it has not been run.
    pub outcome: Option<Arc<Outcome>>,
}

/// A curve of a method on a dataset: the mean over its trials, step by step; what has ended stays where it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanCurve {
    /// Position of the dataset.
    pub dataset: usize,
    /// Position of the method.
    pub method: usize,
    /// What is counted and what changes.
    pub curve: Curve,
}

/// How a score of a method on a dataset went: the mean over its trials, step by step.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreCurve {
    /// The name of the metric.
    pub metric: String,
    /// Where it went.
    pub mean: MeanCurve,
}

impl Record {
    /// The record of a run; `outcomes` are in the order of the trials.
    pub fn new(
        outline: &Outline<'_>,
        outcomes: &[Option<Arc<Outcome>>],
        manifest: Option<Manifest>,
    ) -> Record {
        let experiment = outline.experiment;
        let trials = outline.trials.iter().zip(outcomes).map(|(trial, outcome)| TrialRecord {
            dataset: trial.dataset,
            method: trial.method,
            repeat: trial.repeat,
            fold: trial.fold,
            outcome: outcome.clone(),
        });
        let of_dataset = |dataset: usize| -> Vec<Range<usize>> {
            (0..experiment.methods.len()).map(|method| outline.trials_of(dataset, method)).collect()
        };
        let places: Vec<Vec<Range<usize>>> = (0..outline.datasets.len()).map(of_dataset).collect();
        let times = |own: &Vec<Range<usize>>| {
            own.iter().map(|place| mean_time(&outcomes[place.clone()])).collect()
        };
        let train_time = places.iter().map(times).collect();
        let mut curves = Vec::new();
        for (dataset, own) in places.iter().enumerate() {
            for (method, place) in own.iter().enumerate() {
                let curve = mean_curve(&outcomes[place.clone()]);
                curves.extend(curve.map(|curve| MeanCurve { dataset, method, curve }));
            }
        }
        Record {
            datasets: outline.datasets.clone(),
            methods: experiment.methods.iter().map(MethodFacts::new).collect(),
            trials: trials.collect(),
            places,
            streams: experiment.protocol.is_stream(),
            seed: experiment.seed,
            train_time,
            curves,
            score_curves: Vec::new(),
            manifest,
        }
    }

    /// Takes the curves of trials, for the metrics that are shown.
    pub fn take_curves(
        &mut self,
        outline: &Outline<'_>,
        metrics: &[&MetricInfo],
        curve_of: impl Fn(&TrialId) -> Option<StoredCurve>,
    ) {
        for trials in outline.pairings() {
            let Some(first) = trials.first() else { continue };
            let stored: Vec<StoredCurve> =
                trials.iter().filter_map(|trial| curve_of(&trial.id)).collect();
            for metric in metrics {
                let Some(curve) = score_curve(metric, &stored) else { continue };
                let mean = MeanCurve { dataset: first.dataset, method: first.method, curve };
                self.score_curves.push(ScoreCurve { metric: metric.name.to_owned(), mean });
            }
        }
    }

    /// The trials of a method on a dataset.
    pub fn trials_of(&self, dataset: usize, method: usize) -> &[TrialRecord] {
        &self.trials[self.places[dataset][method].clone()]
    }

    /// Why a method has no score on a dataset.
    pub fn reason(&self, results: &Results, dataset: usize, method: usize) -> String {
        let trials = self.trials_of(dataset, method);
        let is_done = |t: &&TrialRecord| t.outcome.as_ref().is_some_and(|o| o.is_done());
        let done = trials.iter().filter(is_done).count();
        if done == trials.len() {
            let because = results.undefined_because(dataset, method);
            return because.unwrap_or_else(|| Cause::Undefined.words().to_owned());
        }
        let reason = trials.iter().find_map(|t| t.outcome.as_ref()?.status.reason());
        let reason = reason.unwrap_or_else(|| "not run yet".to_owned());
        format!("{done} of {} trials done: {reason}", trials.len())
    }
}

fn mean_time(outcomes: &[Option<Arc<Outcome>>]) -> Option<f64> {
    let times: Option<Vec<f64>> =
        outcomes.iter().map(|o| o.as_ref().and_then(|o| o.value("train_time"))).collect();
    times.filter(|times| !times.is_empty()).map(|times| math::mean(&times))
}

/// The mean of a metric at every step, over the trials that have it there.
fn score_curve(metric: &MetricInfo, stored: &[StoredCurve]) -> Option<Curve> {
    let mut at: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for curve in stored {
        let values = curve.values.get(metric.name)?;
        for (step, value) in curve.at.iter().zip(values) {
            at.entry(*step).or_default().extend(value.iter());
        }
    }
    let known = at.iter().filter(|(_, values)| !values.is_empty());
    let points: Vec<(f64, f64)> =
        known.map(|(step, values)| (*step as f64, math::mean(values))).collect();
    let step = stored.first()?.step.clone();
    (points.len() >= 2).then(|| Curve { step, value: metric.title.to_owned(), points })
}

fn mean_curve<O: Borrow<Outcome>>(outcomes: &[Option<O>]) -> Option<Curve> {
    let facts = outcomes.iter().flatten().filter_map(|o| o.borrow().facts.as_ref());
    let curves: Vec<&Curve> = facts.filter_map(|f| f.curve.as_ref()).collect();
    let first = *curves.first()?;
    let mut steps: Vec<f64> = curves.iter().flat_map(|c| c.points.iter().map(|p| p.0)).collect();
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    let every = steps.len().div_ceil(Curve::MOST_POINTS);
    let last = steps.len().checked_sub(1)?;
    let kept = steps.iter().enumerate().filter(|(i, _)| i % every == 0 || *i == last);
    // What has ended stays where it ended: otherwise the mean would jump whenever a trial leaves it.
    let at = |step: f64| -> Vec<f64> {
        let of = |c: &&Curve| {
            let known = c.points.partition_point(|p| p.0 <= step);
            known.checked_sub(1).map(|last| c.points[last].1)
        };
        curves.iter().filter_map(of).collect()
    };
    let points = kept.map(|(_, step)| (*step, math::mean(&at(*step))));
    let points: Vec<(f64, f64)> = points.collect();
    (points.len() >= 2).then(|| Curve { points, ..first.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_curves_are_thinned_and_keep_their_ends() {
        let values: Vec<f64> = (0..1000).map(|v| 1000.0 - f64::from(v)).collect();
        let curve = Curve::new("round", "gap", &values).unwrap();
        assert_eq!(curve.points.len(), Curve::MOST_POINTS);
        assert_eq!((curve.points[0], curve.points[63]), ((1.0, 1000.0), (1000.0, 1.0)));
        assert!(curve.points.windows(2).all(|w| w[0].0 < w[1].0));
        assert_eq!(Curve::new("round", "gap", &[3.0]).unwrap().points, [(1.0, 3.0)]);
        assert!(Curve::new("round", "gap", &[]).is_none());
        assert!(Curve::new("round", "gap", &[1.0, f64::NAN]).is_none());
    }

    #[test]
    fn scores_are_averaged_step_by_step_where_they_are_defined() {
        let stored = |values: &[Option<f64>]| StoredCurve {
            trial: TrialId::read(&"0".repeat(32)).unwrap(),
            step: "examples".into(),
            at: vec![10, 20, 30],
            values: BTreeMap::from([("kappa".to_owned(), values.to_vec())]),
        };
        let kappa = crate::metrics::info("kappa").unwrap();
        let both = [stored(&[Some(0.0), None, None]), stored(&[Some(1.0), None, Some(0.5)])];
        let curve = score_curve(kappa, &both).unwrap();
        assert_eq!(curve.points, [(10.0, 0.5), (30.0, 0.5)]);
        assert!(score_curve(crate::metrics::info("accuracy").unwrap(), &both).is_none());
        assert!(score_curve(kappa, &[stored(&[Some(0.0), None, None])]).is_none(), "no line");
    }

    /// Two fits, one that ends at its second step with 1, one that goes on to its fourth: the first stays at 1.
    #[test]
    fn a_fit_that_has_ended_stays_where_it_ended() {
        let outcome = |values: &[f64]| {
            let text = r#"{"trial":"00000000000000000000000000000000","identity":{"data":"","kind":"","version":1,"parameters":"","protocol":"","seed":1,"engine":1},
                "task":"","dataset":"","method":"","repeat":0,"fold":0,"status":{"is":"done"},"chosen":null,"inner_score":null,
                "metrics":{},"facts":{"stop":"converged","numbers":{}},"notes":[],"timing":{"train":0.0,"predict":0.0,"select":0.0}}"#;
            let mut outcome: Outcome = serde_json::from_str(text).unwrap();
            outcome.facts.as_mut().unwrap().curve = Curve::new("step", "loss", values);
            Some(outcome)
        };
        let curve =
            mean_curve(&[outcome(&[3.0, 1.0]), None, outcome(&[5.0, 4.0, 3.0, 2.0])]).unwrap();
        assert_eq!(curve.points, [(1.0, 4.0), (2.0, 2.5), (3.0, 2.0), (4.0, 1.5)]);
        let long: Vec<f64> = (0..500).map(|v| 500.0 - f64::from(v)).collect();
        let curve = mean_curve(&[outcome(&long), outcome(&long[..333])]).unwrap();
        assert!(curve.points.len() <= Curve::MOST_POINTS + 1);
        assert!(
            curve.points.windows(2).all(|w| w[0].1 >= w[1].1),
            "the mean falls as its parts do"
        );
        assert!(mean_curve::<Outcome>(&[None]).is_none());
    }
}
