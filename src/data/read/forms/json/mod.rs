//! Tables as JSON: lists of objects, one object per line, the layouts of pandas, and results of the LM Evaluation Harness.

mod escapes;
pub mod lines;
pub mod lm_eval;
mod parser;
mod records;
pub mod table;
mod value;

pub use parser::texts;
