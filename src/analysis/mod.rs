//! Analysis: results become one value, [`Findings`], that holds every number that is printed: a [`Summary`] of the scores, an
//! [`Analysis`] of each metric (the verdict), and the record of the run. Nothing is computed after it; of what is printed,
//! only the numbers of single tests are written here ([`registry`]), where they are known.

mod across_metrics;
mod boxes;
mod budget;
mod comparisons;
mod complete;
mod each_dataset;
mod effects;
mod findings;
mod fold_tests;
mod folds_sentence;
mod groups;
mod holes;
mod judged;
mod marks;
mod meta_ranks;
mod method_facts;
mod missing;
mod omnibus;
mod record;
pub mod reference;
pub mod registry;
mod results;
mod robust;
mod score_table;
pub mod selftest;
pub mod settings;
mod summary;
mod threads;
mod uncertain;
mod undone;
mod verdict;

pub use boxes::{BoxPlot, Boxes};
pub use comparisons::{Pair, has_intervals, rope};
pub use complete::{LEAST_DATASETS, Refused};
pub use each_dataset::{DatasetPair, DatasetVerdict};
pub use effects::{Effect, EffectSize};
pub use findings::{Findings, needs_predictions};
pub use fold_tests::FoldTest;
pub use groups::{AllGroups, Groups};
pub use holes::{Cause, Holes};
pub use judged::Judged;
pub use marks::{Mark, MarkCounts, Marks};
pub use meta_ranks::{MetaRanks, meta_ranks};
pub use method_facts::MethodFacts;
pub use missing::Handled;
pub use omnibus::{Gate, GateTest, Omnibus};
pub use record::{MeanCurve, Record, ScoreCurve, TrialRecord};
pub use reference::{
    Agreement, Apart, Difference, Known, Measured, Reference, ReferenceCell, ReferenceRanks,
    ReferenceRow,
};
pub use registry::{Test, TestInfo};
pub use results::{Results, Score, ScoreFile};
pub use robust::{Panel, Robustness};
pub use score_table::ScoreTable;
pub use settings::{AnalysisSettings, AnalysisSpec};
pub use summary::{FailedTrial, Summary};
pub use uncertain::{Chains, Sampled, on_threads, use_threads};
pub use undone::{Undone, by_reason};
pub use verdict::{Analysis, Deciding, Headline, POWER};
