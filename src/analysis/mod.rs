//! Analysis: the outcomes of a run become one [`Summary`] value that holds every number a table prints. Nothing is
//! formatted here, and nothing is computed after it.

mod summary;

pub use summary::{Cell, FailedTrial, ScoreTable, Summary};
