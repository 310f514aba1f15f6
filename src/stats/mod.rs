//! Statistics: numbers in, numbers out. Nothing here knows a method, a dataset or a file.

mod rank;

pub use rank::{TIE, average_ranks};
