//! One job: its trials tried, and their outcomes written down.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::control::Control;
use super::evaluate::{Bench, Choice, Failure, Resources, Tested};
use super::outcome::{Finished, Outcome, Status, StoredPredictions, Timing};
use crate::data::split::{Folds, Split};
use crate::learn::{Classify, Labels, StopReason, Task, Truth};
use crate::metrics;
use crate::num::key::RngKey;
use crate::plan::{Job, Loaded, Plan, Trial, folds};
use crate::spec::{MethodSpec, Protocol, ProtocolKind};

/// A choice and the test of it, or the failure with the choice if it got that far.
type Tried = Result<(Choice, Tested<Classify>), (Option<Choice>, Failure)>;

/// A job and all it needs.
struct Work<'a> {
    plan: &'a Plan<'a>,
    trials: Vec<&'a Trial>,
    protocol: &'a Protocol,
    dataset: &'a Loaded,
    method: &'a MethodSpec,
    bench: Bench<'a, Classify>,
    outer: Folds,
    control: Control<'a>,
    resources: &'a Resources,
}

/// The outcomes of a job; `None` if it was interrupted.
pub fn run_job(
    plan: &Plan<'_>,
    job: &Job,
    interrupted: &AtomicBool,
    resources: &Resources,
) -> Option<Vec<Finished>> {
    let trials: Vec<&Trial> = job.iter().map(|&position| &plan.trials[position]).collect();
    let first = *trials.first()?;
    let dataset = &plan.loaded[first.dataset];
    let protocol = &plan.experiment.protocol;
    let limit = protocol.time_limit.map(|seconds| seconds * trials.len() as f64);
    let work = Work {
        plan,
        protocol,
        dataset,
        method: &plan.experiment.methods[first.method],
        bench: Bench {
            data: &dataset.data,
            truth: &dataset.truth,
            recipe: plan.experiment.recipe(first.dataset),
            scope: protocol.scale_scope,
            select: protocol.select,
            search: protocol.search,
        },
        outer: plan.outer_folds(first.dataset, first.repeat),
        control: Control::new(interrupted, limit),
        resources,
        trials,
    };
    if let Some(reason) = plan.skips(first) {
        let skipped =
            |trial: &&Trial| work.finish(trial, Err((None, Failure::Skipped(reason.clone()))));
        return Some(work.trials.iter().map(skipped).collect());
    }
    let tried = work.tried(first);
    if tried.iter().any(|t| matches!(t, Err((_, Failure::Interrupted)))) {
        return None;
    }
    Some(work.trials.iter().zip(tried).map(|(trial, tried)| work.finish(trial, tried)).collect())
}

/// What a reader of the scores should know.
fn notes(choice: Option<&Choice>, tested: Option<&Tested<Classify>>) -> Vec<String> {
    let mut notes = choice.map(|c| c.notes.clone()).unwrap_or_default();
    match tested.map(|t| t.facts.stop) {
        Some(StopReason::IterationLimit) => {
            notes.push("the fit ended at its iteration limit".into())
        }
        Some(StopReason::Stalled) => notes.push("the fit stalled before its tolerance".into()),
        Some(
            StopReason::Converged
            | StopReason::ClosedForm
            | StopReason::AllRounds
            | StopReason::Untold,
        )
        | None => {}
    }
    notes
}

impl Work<'_> {
    /// The key of a fit on the whole training part of a trial.
    fn fit_key(&self, trial: &Trial) -> RngKey {
        self.plan.method_key(trial).child("fit", 0)
    }

    fn choose(&self, trial: &Trial) -> Result<Choice, Failure> {
        if self.method.grid.len() == 1 {
            return self.bench.choose(
                self.method.method,
                &self.method.grid,
                &[],
                &self.control,
                self.resources,
            );
        }
        let splits: Vec<(Split, RngKey)> = match self.protocol.kind {
            ProtocolKind::Nested => {
                let rows = self.outer.split(trial.fold).train;
                let truth = self.dataset.truth.select(&rows);
                let inner = folds(&truth, self.protocol.inner, self.plan.inner_key(trial));
                let place = |part: Vec<usize>| part.into_iter().map(|i| rows[i]).collect();
                let key = self.plan.method_key(trial);
                let numbered = inner.splits().into_iter().zip(0..);
                numbered
                    .map(|(s, fold)| {
                        (
                            Split { train: place(s.train), test: place(s.test) },
                            key.child("inner fit", fold),
                        )
                    })
                    .collect()
            }
            // The very fits that are reported, so that the scores that win are the scores that are shown.
            ProtocolKind::Flat => {
                self.trials.iter().map(|t| (self.outer.split(t.fold), self.fit_key(t))).collect()
            }
        };
        self.bench.choose(
            self.method.method,
            &self.method.grid,
            &splits,
            &self.control,
            self.resources,
        )
    }

    fn tried(&self, first: &Trial) -> Vec<Tried> {
        // The folds of a flat job share one choice; a nested job has one trial.
        let choice = self
            .choose(first)
            .map(|choice| Choice { took: choice.took / self.trials.len() as u64, ..choice });
        self.trials
            .par_iter()
            .map(|trial| {
                let choice = choice.clone().map_err(|failure| (None, failure))?;
                let split = self.outer.split(trial.fold);
                let (method, params) = (self.method.method, &self.method.grid[choice.point]);
                match self.bench.test(
                    method,
                    params,
                    &split,
                    self.fit_key(trial),
                    &self.control,
                    self.resources,
                ) {
                    Ok(tested) => Ok((choice, tested)),
                    Err(failure) => Err((Some(choice), failure)),
                }
            })
            .collect()
    }

    fn finish(&self, trial: &Trial, tried: Tried) -> Finished {
        let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
        let caveats = self.plan.experiment.caveats_of(self.method);
        let mut output = String::new();
        let (choice, tested, status) = match tried {
            Ok((choice, tested)) => {
                output.clone_from(&tested.output);
                (Some(choice), Some(tested), Status::Done)
            }
            Err((choice, Failure::Skipped(reason))) => (choice, None, Status::Skipped { reason }),
            Err((choice, Failure::Failed(reason))) => (choice, None, Status::failed(reason)),
            Err((choice, Failure::Program(error))) => {
                output = error.output.clone();
                (choice, None, Status::of_program(*error))
            }
            Err((choice, Failure::TimedOut | Failure::Interrupted)) => {
                (choice, None, Status::TimedOut { limit: self.protocol.time_limit.unwrap_or(0.0) })
            }
        };
        let rows = self.outer.split(trial.fold).test;
        let truth: Labels = self.dataset.truth.select(&rows);
        let outcome = Outcome {
            trial: trial.id.clone(),
            identity: Arc::clone(&trial.identity),
            task: Classify::KIND.name().to_owned(),
            dataset: self.dataset.data.name.clone(),
            method: self.method.name.clone(),
            repeat: trial.repeat,
            fold: trial.fold,
            status,
            chosen: choice.as_ref().map(|c| self.method.grid[c.point].clone()),
            inner_score: choice.as_ref().and_then(|c| c.score),
            metrics: tested
                .as_ref()
                .map_or_else(metrics::Values::default, |t| metrics::scores(&truth, &t.predictions)),
            facts: tested.as_ref().map(|t| t.facts.clone()),
            notes: notes(choice.as_ref(), tested.as_ref()),
            caveats: caveats.clone(),
            output,
            scores_only: false,
            untold_times: Vec::new(),
            timing: Timing {
                train: tested.as_ref().map_or(0.0, |t| seconds(t.train_took)),
                predict: tested.as_ref().map_or(0.0, |t| seconds(t.predict_took)),
                select: choice.as_ref().map_or(0.0, |c| seconds(c.took)),
            },
        };
        let classes = self.dataset.data.classes().map(|(levels, _)| levels.to_vec());
        let predictions = tested.map(|tested| StoredPredictions {
            trial: trial.id.clone(),
            task: Classify::KIND.name().to_owned(),
            classes: classes.unwrap_or_default(),
            rows,
            truth: truth.ids().to_vec(),
            predictions: tested.predictions,
            caveats,
        });
        Finished { outcome, predictions }
    }
}
