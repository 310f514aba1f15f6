//! Bayesian comparison of two methods with a region of practical equivalence (rope): the
//! probabilities that a is better, that both are equivalent and that b is better, over several
//! datasets ([`bayesian_signed_rank`]) or on one ([`bayesian_correlated_t`]). Positive differences
//! mean "a better". It must not know what was measured.

mod correlated_t;
mod signed_rank;

pub use correlated_t::bayesian_correlated_t;
pub use signed_rank::{SignedRankPosterior, SignedRankSettings, bayesian_signed_rank};

use super::error::StatsError;

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
