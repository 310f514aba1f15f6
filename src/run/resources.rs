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
    /// Where programs work.
    pub workplace: Workplace,
}

impl Resources {
    /// Half of the memory for what is shared, half for the fits of all threads.
    pub fn new(memory: usize, threads: usize) -> Resources {
        Resources {
            shared: Shared::new(memory / 2),
            memory: memory / 2 / threads.max(1),
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
        let (rows, needed, granted) = (truth.len(), bytes >> 20, self.memory >> 20);
        Err(Failure::Failed(format!(
            "the predictions of {rows} rows would take {needed} MiB, and a fit may use {granted}; grant more with \
             --memory, or use more folds"
        )))
    }
}
