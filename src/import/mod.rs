//! Import: results that other programs made. [`run`] turns predictions or scores of single folds into a run on the disk, for
//! `tribunal import`; [`table`] reads tables of scores, for `tribunal analyze`. Both read text alone, and neither runs
//! anything.

mod below;
pub mod run;
pub mod table;
