//! Trials on folds: parameters are chosen on inner folds of the training part (or, in a flat protocol, on the reported
//! folds themselves), the chosen point is tested, and the outcome is written down.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::bench::{Bench, KeyedSplit, Tested};
use super::choose::Choice;
use super::control::Control;
use super::failure::Failure;
use super::outcome::{Finished, Outcome, Status, Timing};
use super::parts::Preparation;
use super::pilot::{self, Pilot};
use super::predictions::StoredPredictions;
use super::proceeding::Proceeding;
use super::resources::Resources;
use crate::data::split::Folds;
use crate::experiment::{MethodSpec, ProtocolKind};
use crate::learn::{Contestant, StopReason, Task, Truth, Unsuited};
use crate::metrics::{Metric, Scored};
use crate::num::key::RngKey;
use crate::plan::{Job, Plan, Trial};

/// An experiment on folds, with what is known of every example.
pub struct CrossValidation<'p, T: Task> {
    plan: &'p Plan<'p>,
    /// By dataset; or why the task cannot learn from it, if the plan was made for another task.
    truth: Vec<Result<T::Truth, Unsuited>>,
    select: &'static Metric<T>,
}

/// What became of a trial: the choice as far as it got, and the test of it or why there is none.
struct Tried<T: Task> {
    choice: Option<Choice>,
    tested: Result<Tested<T>, Failure>,
}

/// A job and all it needs.
struct Work<'a, T: Task> {
    plan: &'a Plan<'a>,
    truth: &'a T::Truth,
    trials: &'a [Trial],
    method: &'a MethodSpec,
    bench: Bench<'a, T>,
    outer: Folds,
}

impl<'p, T: Scored> CrossValidation<'p, T> {
    /// The experiment of a plan.
    pub fn new(plan: &'p Plan<'p>) -> CrossValidation<'p, T> {
        let truth = plan.loaded.iter().map(|own| T::truth(&own.data, &own.units));
        let wanted = plan.experiment.conditions.select.name;
        let metrics = T::metrics();
        let select = metrics.iter().find(|metric| metric.info.name == wanted);
        // A spec is refused if it chooses by a metric of another task.
        let select = select.unwrap_or(&metrics[0]);
        CrossValidation { plan, truth: truth.collect(), select }
    }

    fn contestant(&self, method: usize) -> Option<&'static dyn Contestant<T>> {
        T::contestant(self.plan.experiment.methods[method].method)
    }

    /// The bench of a method on a dataset.
    fn bench<'a>(
        &'a self,
        (dataset, truth): (usize, &'a T::Truth),
        method: usize,
        contestant: &'a dyn Contestant<T>,
        control: &'a Control<'a>,
        resources: &'a Resources,
    ) -> Bench<'a, T> {
        let experiment = self.plan.experiment;
        Bench {
            preparation: Preparation {
                loaded: &self.plan.loaded[dataset],
                truth,
                recipe: experiment.recipe(dataset),
                scope: experiment.conditions.scale_scope,
                method: &experiment.methods[method],
            },
            contestant,
            select: self.select,
            control,
            resources,
        }
    }
}

impl<T: Scored> Proceeding for CrossValidation<'_, T> {
    fn run(
        &self,
        job: &Job,
        interrupted: &AtomicBool,
        resources: &Resources,
    ) -> Option<Vec<Finished>> {
        let first = job.trials.first()?;
        let limit = self.plan.experiment.conditions.time_limit;
        let control =
            Control::new(interrupted, limit.map(|seconds| seconds * job.trials.len() as f64));
        let method = &self.plan.experiment.methods[first.method];
        let skipped = |reason: String| {
            let write = |trial: &Trial| {
                let status = Status::Skipped { reason: reason.clone() };
                Finished::without_more(self.plan_outcome(trial, method, status))
            };
            Some(job.trials.iter().map(write).collect())
        };
        if let Some(reason) = self.plan.skips(first) {
            return skipped(reason);
        }
        let Some(contestant) = self.contestant(first.method) else {
            return skipped(format!("{} cannot be run here", method.name));
        };
        let truth = match &self.truth[first.dataset] {
            Ok(truth) => truth,
            Err(unsuited) => {
                let name = self.plan.dataset_name(first);
                return skipped(format!("{name} {}; {}", unsuited.problem, unsuited.remedy));
            }
        };
        let work = Work {
            plan: self.plan,
            truth,
            trials: &job.trials,
            method,
            bench: self.bench(
                (first.dataset, truth),
                first.method,
                contestant,
                &control,
                resources,
            ),
            outer: self.plan.outer_folds(first.dataset, first.repeat),
        };
        let tried = work.tried(first);
        if tried.iter().any(|tried| matches!(tried.tested, Err(Failure::Interrupted))) {
            return None;
        }
        let finish = |(trial, tried)| work.finish(trial, tried, self);
        Some(job.trials.iter().zip(tried).map(finish).collect())
    }

    fn pilot(&self, dataset: usize, method: usize, memory: usize) -> Pilot {
        let (Some(contestant), Ok(truth)) = (self.contestant(method), &self.truth[dataset]) else {
            return Pilot::NOTHING;
        };
        let resources = Resources::new(memory, 1);
        let split = self.plan.outer_folds(dataset, 0).split(0);
        let outside = self.plan.experiment.methods[method].method.info().outside;
        pilot::within_limits(outside, |over| {
            pilot::try_some(
                over,
                |control| {
                    let own = (dataset, truth);
                    self.bench(own, method, contestant, control, &resources).pilot_groups()
                },
                |control, points| {
                    let own = (dataset, truth);
                    let bench = self.bench(own, method, contestant, control, &resources);
                    bench.pilot_points(points, &split)
                },
            )
        })
    }
}

impl<T: Scored> CrossValidation<'_, T> {
    fn plan_outcome(&self, trial: &Trial, method: &MethodSpec, status: Status) -> Outcome {
        let dataset = self.plan.dataset_name(trial);
        let mut outcome = Outcome::new(trial, T::NAME, dataset, &method.name, status);
        outcome.caveats = self.plan.experiment.caveats_of(method);
        outcome
    }
}

impl<T: Scored> Work<'_, T> {
    /// The key of a fit on the whole training part of a trial.
    fn fit_key(&self, trial: &Trial) -> RngKey {
        self.plan.method_key(trial).child("fit", 0)
    }

    fn choose(&self, trial: &Trial) -> Result<Choice, Failure> {
        if self.method.grid.len() == 1 {
            return self.bench.choose(&[]);
        }
        let inner = self.plan.experiment.protocol.cross_validation();
        let splits: Vec<KeyedSplit> = match inner.filter(|f| f.kind == ProtocolKind::Nested) {
            Some(folds) => {
                let train = self.outer.split(trial.fold).train;
                let splits = self.plan.inner_splits(trial, folds.inner, &train);
                let key = self.plan.method_key(trial);
                let keyed = |(place, split)| KeyedSplit {
                    place,
                    split,
                    key: key.child("inner fit", place as u64),
                };
                splits.into_iter().enumerate().map(keyed).collect()
            }
            // The very fits that are reported, so that the scores that win are the scores that are shown.
            None => {
                let keyed = |(place, trial): (usize, &Trial)| KeyedSplit {
                    place,
                    split: self.outer.split(trial.fold),
                    key: self.fit_key(trial),
                };
                self.trials.iter().enumerate().map(keyed).collect()
            }
        };
        self.bench.choose(&splits)
    }

    fn tried(&self, first: &Trial) -> Vec<Tried<T>> {
        // The folds of a flat job share one choice; a nested job has one trial.
        let choice = self
            .choose(first)
            .map(|choice| Choice { took: choice.took / self.trials.len() as u64, ..choice });
        self.trials
            .par_iter()
            .map(|trial| {
                let choice = match choice.clone() {
                    Ok(choice) => choice,
                    Err(failure) => return Tried { choice: None, tested: Err(failure) },
                };
                let split = self.outer.split(trial.fold);
                let point = &self.method.grid[choice.point];
                let tested = self.bench.test(point, &split, self.fit_key(trial));
                Tried { choice: Some(choice), tested }
            })
            .collect()
    }

    fn finish(&self, trial: &Trial, tried: Tried<T>, of: &CrossValidation<'_, T>) -> Finished {
        let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
        let Tried { choice, tested } = tried;
        let (tested, status, output) = match tested {
            Ok(tested) => {
                let output = tested.output.clone();
                (Some(tested), Status::Done, output)
            }
            Err(failure) => {
                let limit = self.plan.experiment.conditions.time_limit;
                let (status, output) = Status::of(failure, limit);
                (None, status, output)
            }
        };
        let mut outcome = of.plan_outcome(trial, self.method, status);
        outcome.output = output;
        outcome.notes = notes(choice.as_ref(), tested.as_ref());
        if let Some(choice) = &choice {
            outcome.chosen = Some(self.method.grid[choice.point].clone());
            outcome.inner_score = choice.score;
            outcome.timing.select = seconds(choice.took);
        }
        let Some(tested) = tested else { return Finished::without_more(outcome) };
        let examples = self.outer.split(trial.fold).test;
        let truth = self.truth.select(&examples);
        outcome.metrics = T::scores(&truth, &tested.answers);
        outcome.facts = Some(tested.facts.clone());
        outcome.timing = Timing {
            train: seconds(tested.train_took),
            predict: seconds(tested.predict_took),
            ..outcome.timing
        };
        let data = &self.plan.loaded[trial.dataset].data;
        let predictions = StoredPredictions {
            trial: trial.id.clone(),
            task: T::NAME.to_owned(),
            examples,
            answers: T::store(data, &truth, tested.answers),
            caveats: outcome.caveats.clone(),
        };
        Finished { outcome, predictions: Some(predictions), curve: None }
    }
}

/// What a reader of the scores should know.
fn notes<T: Task>(choice: Option<&Choice>, tested: Option<&Tested<T>>) -> Vec<String> {
    let mut notes = choice.map(|c| c.notes.clone()).unwrap_or_default();
    match tested.map(|t| t.facts.stop) {
        Some(StopReason::IterationLimit) => {
            notes.push("the fit ended at its iteration limit".into());
        }
        Some(StopReason::Stalled) => notes.push("the fit stalled before its tolerance".into()),
        Some(
            StopReason::Converged
            | StopReason::ClosedForm
            | StopReason::AllRounds
            | StopReason::Unknown,
        )
        | None => {}
    }
    notes
}
