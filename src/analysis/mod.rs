//! Analysis: results become one value, [`Findings`], that holds every number that is printed: a [`Summary`] of the scores, an
//! [`Analysis`] of each metric (the verdict), and the record of the run. Nothing is formatted here, and nothing is computed
//! after it.

mod boxes;
mod comparisons;
mod complete;
mod findings;
mod fold_tests;
mod folds_sentence;
mod groups;
mod holes;
mod marks;
mod meta_ranks;
mod method_facts;
mod missing;
mod omnibus;
mod record;
pub mod reference;
mod results;
mod robust;
mod score_table;
pub mod selftest;
pub mod settings;
mod summary;
mod uncertain;
mod verdict;

pub use boxes::{BoxPlot, Boxes};
pub use comparisons::{Adjusted, Effect, Pair, rope};
pub use complete::{LEAST_DATASETS, Refused};
pub use findings::Findings;
pub use fold_tests::FoldTest;
pub use groups::{AllGroups, Groups};
pub use holes::{Cause, Holes};
pub use marks::{Mark, MarkCounts, Marks};
pub use meta_ranks::{MetaRanks, meta_ranks};
pub use method_facts::MethodFacts;
pub use missing::Handled;
pub use omnibus::{Gate, Omnibus, Variance};
pub use record::{MeanCurve, Record, ScoreCurve, TrialRecord};
pub use reference::{
    Agreement, Apart, Difference, Known, Measured, Reference, ReferenceCell, ReferenceRanks,
    ReferenceRow,
};
pub use results::{Results, Score, ScoreFile};
pub use robust::{Panel, Robustness};
pub use score_table::ScoreTable;
pub use settings::{AnalysisSettings, AnalysisSpec, Test};
pub use summary::{FailedTrial, Summary};
pub use uncertain::{Chains, Sampled, on_threads, use_threads};
pub use verdict::{Analysis, Deciding, Headline, POWER};
