//! What fits may use of the machine.

use std::path::Path;

use super::failure::Failure;
use crate::learn::command::Workplace;
use crate::learn::{FitContext, Shared, Stop, Task, Truth};
use crate::num::key::RngKey;

/// What fits may use of the machine.
pub struct Resources {
    /// What fits of model selection share.
    pub shared: Shared,
    /// Bytes one fit may use for itself.
    pub memory: usize,
    /// Bytes of prepared parts that one search may keep.
    pub kept: usize,
    /// Where programs work.
    pub workplace: Workplace,
}

impl Resources {
    /// Half of the memory for the fits of all threads; of the other half an eighth for the parts that their searches keep,
    /// the rest for what fits share.
    pub fn new(memory: usize, threads: usize) -> Resources {
        let (half, threads) = (memory / 2, threads.max(1));
        Resources {
            shared: Shared::new(half - half / 8),
            memory: half / threads,
            kept: half / 8 / threads,
            workplace: Workplace::default(),
        }
    }

    /// The same with a folder for the logs of programs.
    pub fn with_logs(self, logs: Option<&Path>) -> Resources {
        Resources { workplace: Workplace::new(logs), ..self }
    }

    /// What one fit gets.
    pub fn context<'a>(
        &'a self,
        key: RngKey,
        stop: &'a dyn Stop,
        shared: &'a Shared,
    ) -> FitContext<'a> {
        FitContext { key, stop, shared, memory: self.memory, place: Some(&self.workplace) }
    }

    /// Refuses a test part whose predictions do not fit into the memory of a fit.
    pub fn room_for_predictions<T: Task>(&self, truth: &T::Truth) -> Result<(), Failure> {
        let bytes = T::bytes(truth);
        if bytes <= self.memory {
            return Ok(());
        }
        let (examples, needed, granted) = (truth.len(), bytes >> 20, self.memory >> 20);
        Err(Failure::Failed(format!(
            "the predictions of {examples} examples would take {needed} MiB, and a fit may use {granted}; grant more with \
             --memory, or use more folds"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Regress, Targets};

    #[test]
    fn a_test_part_without_room_is_refused_in_words_for_every_task() {
        let truth = Targets::of_one(vec![1.0; 3]);
        let no_room = Resources::new(0, 1).room_for_predictions::<Regress>(&truth);
        let Err(Failure::Failed(reason)) = no_room else { panic!("{no_room:?}") };
        assert!(reason.starts_with("the predictions of 3 examples would take"), "{reason}");
        assert!(Resources::new(1 << 20, 1).room_for_predictions::<Regress>(&truth).is_ok());
    }

    #[test]
    fn everything_together_is_what_was_granted_at_most() {
        for (memory, threads) in [(1 << 30, 1), (1 << 30, 3), (1000, 16), (0, 2)] {
            let own = Resources::new(memory, threads);
            let of_threads = threads * (own.memory + own.kept);
            assert!(
                own.shared.budget() + of_threads <= memory,
                "{memory} bytes, {threads} threads"
            );
        }
    }
}
