//! Analysis: results become values that hold every number that is printed: a [`Summary`] of the scores of a run, and an
//! [`Analysis`] of each metric, the verdict. Nothing is formatted here, and nothing is computed after it.

mod comparisons;
mod complete;
mod fold_tests;
pub mod import;
mod omnibus;
mod results;
mod robust;
pub mod selftest;
mod summary;
mod uncertain;
mod verdict;

pub use crate::spec::analysis as settings;
pub use comparisons::{Adjusted, Effect, Pair, rope};
pub use complete::{LEAST_DATASETS, Refused};
pub use fold_tests::FoldTest;
pub use omnibus::{Gate, Omnibus, Variance};
pub use results::{Results, Score};
pub use robust::{Panel, Robustness};
pub use settings::{AnalysisSettings, Test};
pub use summary::{Cell, FailedTrial, ScoreTable, Summary};
pub use uncertain::{Chains, Sampled, use_threads};
pub use verdict::{Analysis, Headline, POWER};
