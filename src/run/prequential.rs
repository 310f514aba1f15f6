//! Trials on streams: examples pass in the order of the dataset, chunk by chunk, and each is predicted before it is learned
//! from ([`course`]). Predictions are counted and not kept; the scores of the whole and of every window are what a trial
//! leaves.

mod course;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use self::course::Course;
use super::control::Control;
use super::curve::StoredCurve;
use super::failure::Failure;
use super::outcome::{Finished, Outcome, Promise, Status, Timing};
use super::pilot::{self, Pilot};
use super::proceeding::Proceeding;
use super::resources::Resources;
use crate::experiment::{MethodSpec, Prequential as Stream};
use crate::learn::{Setting, Truth, Unsuited};
use crate::metrics::Counted;
use crate::num::key::RngKey;
use crate::plan::{Job, Plan, Trial};

/// Chunks that an estimate of the time looks at.
const PILOT_CHUNKS: usize = 3;

/// An experiment on streams.
pub struct Prequential<'p, T: Counted> {
    plan: &'p Plan<'p>,
    stream: Stream,
    /// By dataset: what is known of every example, or why nothing can be learned from it.
    truth: Vec<Result<T::Truth, Unsuited>>,
}

impl<'p, T: Counted> Prequential<'p, T> {
    /// The experiment of a plan.
    pub fn new(plan: &'p Plan<'p>, stream: Stream) -> Prequential<'p, T> {
        let truth = plan.loaded.iter().map(|own| T::truth(&own.data, &own.units));
        Prequential { plan, stream, truth: truth.collect() }
    }

    fn course<'a>(
        &'a self,
        dataset: usize,
        method: usize,
        key: RngKey,
        control: &'a Control<'a>,
        resources: &'a Resources,
    ) -> Result<Course<'a, T>, Failure> {
        let spec = &self.plan.experiment.methods[method];
        let unfit = || Failure::Skipped(format!("{} does not learn from streams", spec.name));
        let unsuited = |own: &Unsuited| {
            let name = &self.plan.loaded[dataset].data.name;
            Failure::Skipped(format!("{name} {}; {}", own.problem, own.remedy))
        };
        Ok(Course {
            loaded: &self.plan.loaded[dataset],
            truth: self.truth[dataset].as_ref().map_err(unsuited)?,
            stream: self.stream,
            method: T::incremental(spec.method).ok_or_else(unfit)?,
            params: spec.grid.first().ok_or_else(unfit)?,
            key,
            control,
            resources,
        })
    }

    fn outcome(&self, trial: &Trial, method: &MethodSpec, status: Status) -> Outcome {
        let (dataset, task) = (self.plan.dataset_name(trial), Setting::Stream.name());
        let mut outcome = Outcome::new(trial, task, dataset, &method.name, status);
        outcome.promises = Promise::Curve;
        outcome.caveats = self.plan.experiment.caveats_of(method);
        outcome
    }

    fn run_trial(
        &self,
        trial: &Trial,
        interrupted: &AtomicBool,
        resources: &Resources,
    ) -> Option<Finished> {
        let method = &self.plan.experiment.methods[trial.method];
        let limit = self.plan.experiment.conditions.time_limit;
        let control = Control::new(interrupted, limit);
        let key = self.plan.method_key(trial).child("fit", 0);
        let course = self.course(trial.dataset, trial.method, key, &control, resources);
        let passed = course.and_then(|course| {
            let (progress, facts) = course.pass(course.truth.len())?;
            Ok((progress, facts, course.params.clone()))
        });
        let (progress, facts, params) = match passed {
            Ok(passed) => passed,
            Err(Failure::Interrupted) => return None,
            Err(failure) => {
                let (status, output) = Status::of(failure, limit);
                let outcome = Outcome { output, ..self.outcome(trial, method, status) };
                return Some(Finished::without_more(outcome));
            }
        };
        let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
        let (metrics, curve) = progress.scores.finish();
        let outcome = Outcome {
            metrics,
            chosen: Some(params),
            facts: Some(facts),
            timing: Timing {
                train: seconds(progress.train_took),
                predict: seconds(progress.predict_took),
                select: 0.0,
            },
            ..self.outcome(trial, method, Status::Done)
        };
        let curve = Some(StoredCurve::of_stream(&trial.id, curve));
        Some(Finished { outcome, predictions: None, curve })
    }
}

impl<T: Counted> Proceeding for Prequential<'_, T> {
    fn run(
        &self,
        job: &Job,
        interrupted: &AtomicBool,
        resources: &Resources,
    ) -> Option<Vec<Finished>> {
        job.trials.iter().map(|trial| self.run_trial(trial, interrupted, resources)).collect()
    }

    fn pilot(&self, dataset: usize, method: usize, memory: usize) -> Pilot {
        let resources = Resources::new(memory, 1);
        let spec = &self.plan.experiment.methods[method];
        let all = self.truth[dataset].as_ref().map_or(0, Truth::len);
        let some = all.min(self.stream.chunk.saturating_mul(PILOT_CHUNKS));
        pilot::within_limits(spec.method.info().outside, |over| {
            pilot::try_some(
                over,
                |_| spec.grid.first().map(|point| vec![point.clone()]).into_iter().collect(),
                |control, _| {
                    let key = RngKey::root(0);
                    let course = self.course(dataset, method, key, control, &resources)?;
                    let (progress, _) = course.pass(some)?;
                    let took = (progress.train_took + progress.predict_took) as f64;
                    Ok((took * all as f64 / some.max(1) as f64) as u64)
                },
            )
        })
    }
}
