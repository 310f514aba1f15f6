//! Comparing two methods over datasets when each score has a spread (Suppharangsarn 2010, ch. 5).
//! A sampler ([`monte_carlo`], [`mcmc_kde`], [`bootstrap`]) draws scores of each method on every
//! dataset; [`compare()`] turns the draws of two methods into a distribution of p-values and a
//! calibrated p. Methods are drawn separately, so that one method's draws serve all its comparisons
//! and callers may spread (method, dataset) or pairs over threads: every piece has its own key.

pub mod bootstrap;
mod calibrate;
mod compare;
mod draws;
mod flip_ranks;
pub mod mcmc_kde;
pub mod monte_carlo;
mod signed_rank_table;
mod statistic;
mod summary;
#[cfg(test)]
mod tests;

pub use calibrate::{Calibrated, CalibrationSettings, calibrate};
pub use compare::{Comparison, ComparisonSettings, compare};
pub use draws::{DatasetDraws, Draws, ScoreRange};
pub use statistic::{DrawTest, Evaluator, Statistic};
pub use summary::{LN_P_BINS, LN_P_START, LN_P_WIDTH, LnPHistogram, PSummary};
