//! The passage of a stream: chunk by chunk a model predicts, its predictions are counted, and it learns. Only the chunk at hand
//! is in memory as a matrix.

use crate::data::{Features, Rows, prep};
use crate::experiment::{Evaluate, Prequential as Stream};
use crate::learn::{
    FitError, Growing, Incremental, ModelFacts, Samples, Shape, Shared, Stop, Truth,
    predict_in_blocks,
};
use crate::metrics::{Counted, StreamScores};
use crate::num::key::RngKey;
use crate::params::Params;
use crate::plan::Loaded;
use crate::run::bench::check_facts;
use crate::run::control::{Brake, Control};
use crate::run::failure::Failure;
use crate::run::guard::guarded;
use crate::run::resources::Resources;

/// Examples that pass one by one before it is asked again whether to end.
const BETWEEN_STOPS: usize = 256;

/// What passes, and who learns from it.
pub struct Course<'a, T: Counted> {
    /// The dataset.
    pub loaded: &'a Loaded,
    /// What is known of every example.
    pub truth: &'a T::Truth,
    /// How it is cut and judged.
    pub stream: Stream,
    /// The method.
    pub method: &'static dyn Incremental<T>,
    /// Its parameters.
    pub params: &'a Params,
    /// The address of its random numbers.
    pub key: RngKey,
    /// The clock and the brakes.
    pub control: &'a Control<'a>,
    /// What the model may use.
    pub resources: &'a Resources,
}

/// A model with what is known of it so far.
pub struct Progress<T: Counted> {
    model: Box<dyn Growing<T>>,
    /// The scores so far.
    pub scores: StreamScores,
    /// CPU nanoseconds of learning.
    pub train_took: u64,
    /// CPU nanoseconds of predicting.
    pub predict_took: u64,
}

/// A chunk of the stream.
struct Chunk<'a, T: Counted> {
    /// Its rows, each an example.
    rows: Rows<'a>,
    truth: T::Truth,
    /// Where it begins in the stream.
    start: usize,
}

impl<T: Counted> Course<'_, T> {
    /// Lets the first examples pass, up to `end`.
    pub fn pass(&self, end: usize) -> Result<(Progress<T>, ModelFacts), Failure> {
        let mut progress = self.begin()?;
        let size = self.stream.chunk.max(1);
        for start in (0..end).step_by(size) {
            self.control.go_on()?;
            let rows: Vec<usize> = (start..end.min(start + size)).collect();
            let features: Features = prep::table(&self.loaded.data, &rows);
            let table = Rows::of(&features).map_err(|e| Failure::Failed(e.to_string()))?;
            let chunk = Chunk::<T> { rows: table, truth: self.truth.select(&rows), start };
            match self.stream.evaluate {
                Evaluate::Chunks => self.pass_whole(&chunk, &mut progress)?,
                Evaluate::TestThenTrain => self.pass_one_by_one(&chunk, &mut progress)?,
            }
        }
        let facts = guarded(|| progress.model.facts()).map_err(Failure::Failed)?;
        check_facts::<T>(&facts, self.method.info().outside)?;
        Ok((progress, facts))
    }

    fn begin(&self) -> Result<Progress<T>, Failure> {
        // The kinds of all features are known before the first example.
        let none = prep::table(&self.loaded.data, &[]);
        let kinds = Rows::of(&none).map_err(|e| Failure::Failed(e.to_string()))?.kinds();
        let shape = Shape { features: kinds, outputs: T::classes(self.truth) };
        let (model, train_took) = self.timed(|brake| {
            let shared = Shared::nothing();
            let context = self.resources.context(self.key, brake, &shared);
            self.method.begin(&shape, self.params, &context)
        })?;
        let scores = StreamScores::new(T::classes(self.truth), self.stream.window);
        Ok(Progress { model, scores, train_took, predict_took: 0 })
    }

    /// The whole chunk is predicted, then learned from; the first one is learned from only.
    fn pass_whole(&self, chunk: &Chunk<'_, T>, progress: &mut Progress<T>) -> Result<(), Failure> {
        if chunk.start > 0 {
            let model: &dyn Growing<T> = progress.model.as_ref();
            let (answers, took) = self.timed(|brake| {
                predict_in_blocks::<T>(model, T::examples(chunk.rows, &[]), brake)
            })?;
            progress.predict_took += took;
            chunk.count(0, &chunk.truth, &answers, &mut progress.scores)?;
        }
        let samples = Samples::new(T::examples(chunk.rows, &[]), &chunk.truth)?;
        let ((), took) = self.timed(|brake| {
            let shared = Shared::nothing();
            let context = self.resources.context(self.key, brake, &shared);
            progress.model.learn(&samples, &context)
        })?;
        progress.train_took += took;
        Ok(())
    }

    /// Every example is predicted, then learned from.
    fn pass_one_by_one(
        &self,
        chunk: &Chunk<'_, T>,
        progress: &mut Progress<T>,
    ) -> Result<(), Failure> {
        let shared = Shared::nothing();
        for start in (0..chunk.truth.len()).step_by(BETWEEN_STOPS) {
            let some = start..chunk.truth.len().min(start + BETWEEN_STOPS);
            let mut answered = Vec::with_capacity(some.len());
            let model = &mut progress.model;
            let (predicting, took) = self.timed(|brake| {
                let context = self.resources.context(self.key, brake, &shared);
                let mut predicting = 0;
                let mut before = brake.spent();
                for row in some.clone() {
                    let example = chunk.rows.range(row..row + 1);
                    let answers = model.predict(T::examples(example, &[]));
                    let predicted = brake.spent();
                    predicting += predicted - before;
                    let truth = chunk.truth.select(&[row]);
                    let sample = Samples::new(T::examples(example, &[]), &truth)?;
                    model.learn(&sample, &context)?;
                    answered.push((truth, answers));
                    before = brake.spent();
                }
                Ok(predicting)
            })?;
            let predicting = predicting.min(took);
            progress.predict_took += predicting;
            progress.train_took += took - predicting;
            for (row, (truth, answers)) in some.zip(&answered) {
                chunk.count(row, truth, answers, &mut progress.scores)?;
            }
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

impl<T: Counted> Chunk<'_, T> {
    /// Counts what was predicted of some neighbouring examples, `first` of the chunk and those after it.
    fn count(
        &self,
        first: usize,
        truth: &T::Truth,
        answers: &T::Answers,
        scores: &mut StreamScores,
    ) -> Result<(), Failure> {
        T::check(truth, answers).map_err(Failure::Failed)?;
        T::count(scores, (self.start + first + 1) as u64, truth, answers);
        Ok(())
    }
}
