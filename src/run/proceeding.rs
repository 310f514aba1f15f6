//! What an executor runs. A proceeding knows the task and the protocol; the executor, the store and everything after it
//! know neither.

use std::sync::atomic::AtomicBool;

use super::cross_validation::CrossValidation;
use super::outcome::Finished;
use super::pilot::Pilot;
use super::prequential::Prequential;
use super::resources::Resources;
use crate::experiment::{Prequential as Stream, Protocol};
use crate::metrics::{Counted, ForStream, ForTask, Scored, with_stream_task, with_task};
use crate::plan::{Job, Plan};

/// Runs the trials of an experiment.
pub trait Proceeding: Sync {
    /// Runs the trials of a job; `None` if it was interrupted.
    fn run(
        &self,
        job: &Job,
        interrupted: &AtomicBool,
        resources: &Resources,
    ) -> Option<Vec<Finished>>;

    /// What a method costs on a dataset, from a few fits.
    fn pilot(&self, dataset: usize, method: usize, memory: usize) -> Pilot;
}

/// The proceeding of a plan: the only place that goes from experiments to tasks and protocols.
pub fn proceeding<'p>(plan: &'p Plan<'p>) -> Box<dyn Proceeding + 'p> {
    struct OnFolds<'p>(&'p Plan<'p>);
    impl<'p> ForTask for OnFolds<'p> {
        type Output = Box<dyn Proceeding + 'p>;

        fn run<T: Scored>(self) -> Self::Output {
            Box::new(CrossValidation::<T>::new(self.0))
        }
    }
    struct OnStreams<'p>(&'p Plan<'p>, Stream);
    impl<'p> ForStream for OnStreams<'p> {
        type Output = Box<dyn Proceeding + 'p>;

        fn run<T: Counted>(self) -> Self::Output {
            Box::new(Prequential::<T>::new(self.0, self.1))
        }
    }
    match &plan.experiment.protocol {
        Protocol::Prequential(stream) => with_stream_task(OnStreams(plan, *stream)),
        Protocol::CrossValidation(_) | Protocol::Imported(_) => {
            with_task(plan.experiment.setting, OnFolds(plan))
        }
    }
}
