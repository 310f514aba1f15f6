//! Trials on streams: examples pass in the order of the dataset, chunk by chunk, and each is predicted before it is learned
//! from. Only the chunk at hand is in memory as a matrix. Predictions are counted and not kept; the scores of the whole and
//! of every window are what a trial leaves.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::control::{Brake, Control};
use super::curve::StoredCurve;
use super::failure::Failure;
use super::guard::guarded;
use super::outcome::{Finished, Outcome, Promise, Status, Timing};
use super::pilot::{self, Pilot};
use super::proceeding::Proceeding;
use super::resources::Resources;
use crate::data::{Features, Rows, prep};
use crate::experiment::{Evaluate, MethodSpec, Prequential as Stream};
use crate::learn::{
    Classify, FitError, Growing, Incremental, Labels, ModelFacts, Samples, Setting, Shape, Shared,
    Stop, Task, Truth, predict_in_blocks,
};
use crate::metrics::StreamScores;
use crate::num::key::RngKey;
use crate::params::Params;
use crate::plan::{Job, Loaded, Plan, Trial};

/// Examples that pass one by one before it is asked again whether to end.
const BETWEEN_STOPS: usize = 256;

/// Chunks that an estimate of the time looks at.
const PILOT_CHUNKS: usize = 3;

/// An experiment on streams.
pub struct Prequential<'p> {
    plan: &'p Plan<'p>,
    stream: Stream,
    /// By dataset: the class of every example.
    truth: Vec<Labels>,
}

/// What passes, and who learns from it.
struct Course<'a> {
    loaded: &'a Loaded,
    truth: &'a Labels,
    stream: Stream,
    method: &'static dyn Incremental<Classify>,
    params: &'a Params,
    key: RngKey,
    control: &'a Control<'a>,
    resources: &'a Resources,
}

/// A model with what is known of it so far.
struct Progress {
    model: Box<dyn Growing<Classify>>,
    scores: StreamScores,
    train_took: u64,
    predict_took: u64,
}

/// A chunk of the stream.
struct Chunk<'a> {
    /// Its examples.
    x: Rows<'a>,
    truth: Labels,
    /// Where it begins in the stream.
    start: usize,
}

impl<'p> Prequential<'p> {
    /// The experiment of a plan.
    pub fn new(plan: &'p Plan<'p>, stream: Stream) -> Prequential<'p> {
        // A plan has no dataset without classes here.
        let truth =
            plan.loaded.iter().filter_map(|own| Classify::truth(&own.data, &own.units).ok());
        Prequential { plan, stream, truth: truth.collect() }
    }

    fn course<'a>(
        &'a self,
        dataset: usize,
        method: usize,
        key: RngKey,
        control: &'a Control<'a>,
        resources: &'a Resources,
    ) -> Result<Course<'a>, Failure> {
        let spec = &self.plan.experiment.methods[method];
        let unfit = || Failure::Skipped(format!("{} does not learn from streams", spec.name));
        Ok(Course {
            loaded: &self.plan.loaded[dataset],
            truth: &self.truth[dataset],
            stream: self.stream,
            method: spec.method.incremental().ok_or_else(unfit)?,
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

impl Proceeding for Prequential<'_> {
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
        let all = self.truth[dataset].len();
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

impl Course<'_> {
    /// Lets the first examples pass, up to `end`.
    fn pass(&self, end: usize) -> Result<(Progress, ModelFacts), Failure> {
        let mut progress = self.begin()?;
        let size = self.stream.chunk.max(1);
        for start in (0..end).step_by(size) {
            self.control.go_on()?;
            let rows: Vec<usize> = (start..end.min(start + size)).collect();
            let features: Features = prep::table(&self.loaded.data, &rows);
            let x = Rows::of(&features).map_err(|e| Failure::Failed(e.to_string()))?;
            let chunk = Chunk { x, truth: self.truth.select(&rows), start };
            match self.stream.evaluate {
                Evaluate::Chunks => self.pass_whole(&chunk, &mut progress)?,
                Evaluate::TestThenTrain => self.pass_one_by_one(&chunk, &mut progress)?,
            }
        }
        let facts = guarded(|| progress.model.facts()).map_err(Failure::Failed)?;
        Ok((progress, facts))
    }

    fn begin(&self) -> Result<Progress, Failure> {
        // The kinds of all features are known before the first example.
        let none = prep::table(&self.loaded.data, &[]);
        let kinds = Rows::of(&none).map_err(|e| Failure::Failed(e.to_string()))?.kinds();
        let shape = Shape { features: kinds, outputs: self.truth.classes() };
        let (model, train_took) = self.timed(|brake| {
            let shared = Shared::nothing();
            let context = self.resources.context(self.key, brake, &shared);
            self.method.begin(&shape, self.params, &context)
        })?;
        let scores = StreamScores::new(self.truth.classes(), self.stream.window);
        Ok(Progress { model, scores, train_took, predict_took: 0 })
    }

    /// The whole chunk is predicted, then learned from; the first one is learned from only.
    fn pass_whole(&self, chunk: &Chunk<'_>, progress: &mut Progress) -> Result<(), Failure> {
        if chunk.start > 0 {
            let model: &dyn Growing<Classify> = progress.model.as_ref();
            let (answers, took) =
                self.timed(|brake| predict_in_blocks::<Classify>(model, chunk.x, brake))?;
            progress.predict_took += took;
            chunk.count(0..chunk.truth.len(), &answers.labels, &mut progress.scores)?;
        }
        let samples = Samples::new(chunk.x, &chunk.truth)?;
        let ((), took) = self.timed(|brake| {
            let shared = Shared::nothing();
            let context = self.resources.context(self.key, brake, &shared);
            progress.model.learn(&samples, &context)
        })?;
        progress.train_took += took;
        Ok(())
    }

    /// Every example is predicted, then learned from.
    fn pass_one_by_one(&self, chunk: &Chunk<'_>, progress: &mut Progress) -> Result<(), Failure> {
        let shared = Shared::nothing();
        for start in (0..chunk.truth.len()).step_by(BETWEEN_STOPS) {
            let some = start..chunk.truth.len().min(start + BETWEEN_STOPS);
            let mut labels = Vec::with_capacity(some.len());
            let model = &mut progress.model;
            let (predicting, took) = self.timed(|brake| {
                let context = self.resources.context(self.key, brake, &shared);
                let mut predicting = 0;
                let mut before = brake.spent();
                for row in some.clone() {
                    let example = row..row + 1;
                    labels.extend(model.predict(chunk.x.range(example.clone())).labels);
                    let predicted = brake.spent();
                    predicting += predicted - before;
                    let truth = chunk.some_truth(example.clone());
                    model.learn(&Samples::new(chunk.x.range(example), &truth)?, &context)?;
                    before = brake.spent();
                }
                Ok(predicting)
            })?;
            let predicting = predicting.min(took);
            progress.predict_took += predicting;
            progress.train_took += took - predicting;
            chunk.count(some, &labels, &mut progress.scores)?;
        }
        Ok(())
    }

    /// Runs a method's code under the clock of the trial; a panic costs the trial, not the run.
    fn timed<R>(
        &self,
        work: impl FnOnce(&Brake<'_>) -> Result<R, FitError>,
    ) -> Result<(R, u64), Failure> {
        let (result, took) = self.control.time(|brake| guarded(|| work(brake)));
        self.control.go_on()?;
        Ok((result.map_err(Failure::Failed)??, took))
    }
}

impl Chunk<'_> {
    fn some_truth(&self, which: Range<usize>) -> Labels {
        Labels::new(self.truth.ids()[which].to_vec(), self.truth.classes())
    }

    /// Counts what was predicted of some neighbouring examples.
    fn count(
        &self,
        which: Range<usize>,
        labels: &[u32],
        scores: &mut StreamScores,
    ) -> Result<(), Failure> {
        let truth = &self.truth.ids()[which.clone()];
        if labels.len() != truth.len() {
            let (got, asked) = (labels.len(), truth.len());
            let reason = format!("the model gave {got} predictions for {asked} examples");
            return Err(Failure::Failed(reason));
        }
        if labels.iter().any(|&label| label as usize >= self.truth.classes()) {
            return Err(Failure::Failed("the model named a class that does not exist".into()));
        }
        let first = (self.start + which.start + 1) as u64;
        for (position, (&truth, &label)) in (first..).zip(truth.iter().zip(labels)) {
            scores.add(position, truth, label);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
