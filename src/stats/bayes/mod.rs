//! Bayesian comparison of two methods with a region of practical equivalence (rope): the
//! probabilities that a is better, that both are equivalent and that b is better, over several
//! datasets ([`bayesian_signed_rank`]) or on one ([`bayesian_correlated_t`]). Positive differences
//! mean "a better". It must not know what was measured.
//!
//! Values on an edge of the rope count half on each side of it, by the rule for equal scores
//! ([`TIE`]) and not by the last bits of a binary fraction: 0.81 - 0.80 is a little more than 0.01,
//! 0.57 - 0.56 a little less. So a rope moved by 1e-9 changes no probability of the signed-rank
//! test, and none of the correlated t-test where folds have no spread (where they have one, the
//! posterior is continuous and moves by about 1e-9 / spread).

mod correlated_t;
mod signed_rank;

pub use correlated_t::bayesian_correlated_t;
pub use signed_rank::{SignedRankPosterior, SignedRankSettings, bayesian_signed_rank};

use super::error::StatsError;
use super::rank::TIE;

/// Values at most this far from an edge lie on it: a rope moved by [`TIE`] must still touch what it
/// touched before, whatever the rounding of values up to 1e6 (2e-10) adds to the distance.
const ON_EDGE: f64 = 1.5 * TIE;

/// Whether a difference (or the mean of some) lies on an edge of the rope.
fn on_edge(value: f64, edge: f64) -> bool {
    (value - edge).abs() <= ON_EDGE
}

/// Probabilities of the three verdicts; they sum to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// a is better by more than the rope.
    pub a_better: f64,
    /// The difference lies inside the rope.
    pub equivalent: f64,
    /// b is better by more than the rope.
    pub b_better: f64,
}

fn check(
    test: &'static str,
    differences: &[f64],
    needed: usize,
    rope: f64,
) -> Result<(), StatsError> {
    if differences.len() < needed {
        let (what, found) = ("differences", differences.len());
        return Err(StatsError::TooFew { test, what, needed, found });
    }
    if differences.iter().any(|d| !d.is_finite()) || !(rope >= 0.0 && rope.is_finite()) {
        let reason = "differences must be finite, the rope finite and not negative";
        return Err(StatsError::BadInput { test, reason });
    }
    Ok(())
}
