//! From results with holes to a table that can be ranked, by the policy that was chosen; and the refusals that protect from
//! a table that no test over datasets can judge.

use super::missing::{Handled, apply, too_little};
use super::results::Results;
use super::settings::Missing;
use crate::stats::Ties;
use crate::words::count;

/// Why results cannot be analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Refused {
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// A refusal.
pub fn refuse<T>(problem: impl Into<String>, remedy: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { problem: problem.into(), remedy: remedy.into() })
}

/// Results that can be ranked.
#[derive(Debug, Clone)]
pub struct Complete {
    /// What is left of the results.
    pub results: Results,
    /// Scores for ranking, larger is better, `[dataset][method]`; a missing one is below all others of its dataset.
    pub ranked: Vec<Vec<f64>>,
    /// What was left out or filled.
    pub handled: Handled,
}

/// Larger numbers would overflow when they are squared.
const LARGEST: f64 = 1e150;

/// The smallest number of datasets that say anything about datasets.
pub const LEAST_DATASETS: usize = 3;

/// Applies the policy.
pub fn complete(given: &Results, policy: Missing, ties: Ties) -> Result<Complete, Refused> {
    let mut results = given.clone();
    let handled = apply(&mut results, policy)?;
    let (n, k) = (results.datasets.len(), results.methods.len());
    if k < 2 {
        let problem = format!("nothing to compare: methods with results: {k}");
        let remedy = "give the results of two methods or more";
        return Err(too_little(given, policy, &problem)
            .unwrap_or_else(|| Refused { problem, remedy: remedy.into() }));
    }
    if n < LEAST_DATASETS {
        let problem = format!(
            "{}; tests over datasets need at least {LEAST_DATASETS}",
            count(n, "dataset", "datasets")
        );
        let remedy = "add datasets; folds of one dataset do not count as datasets";
        return Err(too_little(given, policy, &problem)
            .unwrap_or_else(|| Refused { problem, remedy: remedy.into() }));
    }
    let oriented = results.oriented();
    if oriented.iter().flatten().flatten().any(|v| v.abs() > LARGEST) {
        let problem = format!("a {} is larger than {LARGEST:e}", results.metric);
        return refuse(problem, "measure in another unit");
    }
    let ranked: Vec<Vec<f64>> = oriented
        .iter()
        .map(|row| {
            let worst = row.iter().flatten().copied().fold(f64::INFINITY, f64::min);
            row.iter().map(|v| v.unwrap_or(worst - worst.abs() - 1.0)).collect()
        })
        .collect();
    if ranked.iter().all(|row| row.iter().all(|v| ties.tied(*v, row[0]))) {
        let problem = format!("all {k} methods have the same {} on every dataset", results.metric);
        let remedy = match ties {
            Ties::Decimal => {
                "there is nothing to compare; is it the right column? (scores closer than 1e-9 are equal unless ties are `raw`)"
            }
            Ties::Raw => "there is nothing to compare; is it the right column?",
        };
        return refuse(problem, remedy);
    }
    Ok(Complete { results, ranked, handled })
}
