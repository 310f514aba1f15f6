//! The gate: a run held against an earlier one. A [`Snapshot`] is what the gate knows of a run; a baseline is a stored
//! one. [`compare()`] pairs two of them by dataset, fold and row and gives a [`Verdict`], which the writers here show to
//! people and to programs. The gate runs nothing and chooses no exit code.

mod baseline;
mod bits;
mod comparable;
mod compare;
mod json;
mod junit;
mod markdown;
pub mod settings;
mod simulate;
mod snapshot;
mod text;
mod verdict;

#[cfg(test)]
mod tests;

pub use baseline::{BASELINE_FORMAT, BaselineError, parse_baseline, read_baseline, write_baseline};
pub use bits::Bits;
pub use comparable::problems;
pub use compare::{compare, incomparable};
pub use json::verdict_json;
pub use junit::junit;
pub use markdown::markdown;
pub use simulate::{ALPHA, MARGIN, Rates, Setting, rates, simulated};
pub use snapshot::{
    Names, Pairing, Snapshot, SnapshotDataset, SnapshotMethod, SnapshotMetric, SnapshotTrial,
};
pub use text::text;
pub use verdict::{Comparison, Finding, NOTHING_RAN, Overall, POWER, Verdict};
