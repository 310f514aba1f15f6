//! Analysis: the outcomes of a run become one [`Summary`] value that holds every number a table prints. Nothing is
//! formatted here, and nothing is computed after it.

mod results;
mod summary;

pub use results::{Results, Score};
pub use summary::{Cell, FailedTrial, ScoreTable, Summary};
