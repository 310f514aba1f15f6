//! Scores that a source tells: they must agree with its own predictions and with each other, as far as scores are printed.

use std::borrow::Cow;

use super::part::Origin;
use crate::data::error::DataError;
use crate::metrics::{self, Values};

/// Two metrics that sum to one give each other, and must not contradict each other.
pub fn complete(mut values: Values, origin: &Origin) -> Result<Values, DataError> {
    for (first, second) in metrics::COMPLEMENTS {
        let (first, second) = (first.name, second.name);
        let of = |name: &str| values.get(name).copied().flatten();
        if let (Some(a), Some(b)) = (of(first), of(second))
            && (a + b - 1.0).abs() > 2.0 * PRINTED
        {
            let problem =
                format!("{first} {a} and {second} {b} of the same fold do not sum to one");
            return Err(origin.error(problem, "keep the one that is right"));
        }
        for (one, other) in [(first, second), (second, first)] {
            let known = values.get(one).copied().flatten();
            if let Some(share) = known.filter(|_| !values.contains_key(other)) {
                values.insert(Cow::Borrowed(other), Some(1.0 - share));
            }
        }
    }
    Ok(values)
}

/// Half a unit of the sixth digit, as far as sources print scores.
const PRINTED: f64 = 5.1e-6;

/// Refuses a score that its own predictions contradict. `cut` says that a true class has no probability to speak of, which
/// programs cut off at different places.
pub fn agree(
    (name, told): (&str, f64),
    metrics: &Values,
    cut: bool,
    origin: &Origin,
) -> Result<(), DataError> {
    let Some(found) = metrics.get(name).copied().flatten() else { return Ok(()) };
    let close = (found - told).abs() <= PRINTED * told.abs().max(found.abs()) + 1e-9;
    if close || cut && name == "log_loss" {
        return Ok(());
    }
    let problem = format!("by the predictions {name} is {found}, but {told} is told beside them");
    let remedy =
        "scores and predictions must come from the same run; take all files as they were written";
    Err(origin.error(problem, remedy))
}
