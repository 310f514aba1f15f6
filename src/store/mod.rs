//! The store of a run: `results/<experiment>/`. Append-only files per process are the truth: `journal.jsonl` (one line
//! per outcome), `predictions.jsonl` (what was predicted, one line per trial) and `curves.jsonl` (how scores went, one line
//! per trial that has a curve), with `-NAME` in their names for workers; everything else in the folder is derived from them
//! and can be thrown away. Nothing here knows how results are analysed or shown.

mod compare;
mod curves;
mod disk;
mod error;
mod history;
mod lines;
mod lock;
mod manifest;
mod open;
mod tables;
mod writer;

pub use compare::first_difference;
pub use curves::read_curves;
pub use disk::{Disk, RealDisk, partial_of, remove_stale_partials, replace_file, write_whole};
pub use error::StoreError;
pub use history::{History, StoredLabels, read_predictions};
pub use lines::{FORMAT_VERSION, LinesError};
pub use lock::{Holder, PATIENCE, Turn, TurnPatience, Wait};
pub use manifest::{
    Machine, Manifest, MethodVersion, Provenance, SourceFile, read_manifest,
    write_imported_manifest, write_manifest,
};
pub use open::Store;
pub use tables::{TablesError, write_tables};
