//! The tasks that programs take part in. What is sent and read for a task is in [`super::spoken`]; here it becomes a
//! contestant.

use super::exam::Exam;
use super::program::Program;
use crate::learn::{
    Classify, ClassifyBags, Contestant, FitContext, FitError, Regress, Samples, Task, TestAnswers,
};
use crate::params::Params;

/// A program takes part in the trials of a task. One implementation for every `T: Task` would overlap with that of methods:
/// the compiler cannot rule out that a program is a `Method<T>` too. No task is missing, because `AnyMethod` lists them all.
macro_rules! takes_part {
    ($($task:ty),*) => {$(
        impl Contestant<$task> for Program {
            fn batches(&self, grid: &[Params]) -> Vec<Vec<usize>> {
                self.chunks(grid.len())
            }

            fn try_batch(
                &self,
                train: &Samples<'_, $task>,
                test: <$task as Task>::Examples<'_>,
                batch: &[&Params],
                context: &FitContext<'_>,
                each: &mut dyn FnMut(usize, Result<<$task as Task>::Answers, FitError>),
            ) {
                let exam = Exam::new(train, test, context);
                for (position, params) in batch.iter().enumerate() {
                    let tested = match &exam {
                        Ok(exam) => self.tested(exam, params, context),
                        Err(error) => Err(error.clone()),
                    };
                    each(position, tested.map(|tested| tested.answers));
                }
            }

            fn test(
                &self,
                train: &Samples<'_, $task>,
                test: <$task as Task>::Examples<'_>,
                params: &Params,
                context: &FitContext<'_>,
            ) -> Result<TestAnswers<$task>, FitError> {
                self.tested(&Exam::new(train, test, context)?, params, context)
            }
        }
    )*};
}

takes_part!(Classify, Regress, ClassifyBags);
