//! Finished trials that are kept in memory: a run without a folder, or one that is only compared with what is stored.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use super::executor::Sink;
use super::outcome::Finished;
use super::predictions::StoredPredictions;
use crate::plan::TrialId;

/// Keeps finished trials in memory.
#[derive(Debug, Default)]
pub struct Kept {
    finished: Mutex<BTreeMap<TrialId, Finished>>,
    without_predictions: bool,
}

impl Kept {
    /// Keeps outcomes and curves, and of predictions only how much they say: their examples take more memory than anything
    /// else of a run.
    pub fn outcomes() -> Kept {
        Kept { without_predictions: true, ..Kept::default() }
    }

    /// What it holds.
    pub fn into_trials(self) -> BTreeMap<TrialId, Finished> {
        self.finished.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Kept {
    fn put(&self, finished: &[Finished]) -> io::Result<()> {
        let mut all = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        for Finished { outcome, predictions, curve } in finished {
            let predictions = match self.without_predictions {
                true => predictions.as_ref().map(StoredPredictions::emptied),
                false => predictions.clone(),
            };
            let (outcome, curve) = (outcome.clone(), curve.clone());
            all.insert(outcome.trial.clone(), Finished { outcome, predictions, curve });
        }
        Ok(())
    }
}
