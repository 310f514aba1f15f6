//! Everything about data before a method sees it: tables and their readers, the catalogue, splits, and the
//! preprocessing that is fitted on training rows. Nothing here knows a method, a metric or a results folder.

mod advice;
pub mod bags;
pub mod catalog;
pub mod dataset;
pub mod error;
pub mod folds;
pub mod generate;
pub mod load;
pub mod numbers;
pub mod prep;
pub mod read;
pub mod rows;
pub mod sparse;
pub mod split;
pub mod suspect;
pub mod table;
mod target;
mod target_place;

pub use dataset::{Dataset, TaskKind};
pub use error::DataError;
pub use rows::{FeatureKind, Features, Rows};
