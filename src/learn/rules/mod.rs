//! Methods that learn lists of rules: `if these conditions hold, then this class`.

mod condition;
mod folds;
mod grow;
pub mod jrip;
mod length;
mod ripper;
mod rowset;
mod table;
mod tally;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod weka;
