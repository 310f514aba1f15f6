//! Columns of class scores. A class without a column would count as one with the score 0, and every ranking would be wrong
//! without a word: of two classes the other one is told by the first, anything else is refused.

use std::collections::BTreeSet;

use super::part::{Content, Part};
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// Gives every class of the truth a score, where there are scores. Returns what was derived.
pub fn complete(
    dataset: &str,
    classes: &[String],
    parts: &mut [Option<Vec<Part>>],
) -> Result<Option<String>, DataError> {
    let truth: BTreeSet<String> = parts
        .iter()
        .flatten()
        .flatten()
        .filter_map(|part| match &part.content {
            Content::Predictions(predictions) => Some(&predictions.truth),
            _ => None,
        })
        .flatten()
        .cloned()
        .collect();
    let mut derived: BTreeSet<String> = BTreeSet::new();
    for part in parts.iter_mut().flatten().flatten() {
        let Content::Predictions(predictions) = &mut part.content else { continue };
        let Some(scores) = &mut predictions.scores else { continue };
        let Some(missing) = truth.iter().find(|class| !scores.classes.contains(class)) else {
            continue;
        };
        let other = match (classes, scores.classes.as_slice()) {
            ([a, b], [only]) if only == a => Some(b),
            ([a, b], [only]) if only == b => Some(a),
            _ => None,
        };
        let Some(other) = other else {
            let problem = format!(
                "{} on {} has scores, but none of the class {}",
                shown(&part.method),
                shown(dataset),
                shown(missing)
            );
            let remedy =
                "give every class of the truth a column of its own, or leave all of them out";
            return Err(part.origin.error(problem, remedy));
        };
        scores.classes.push(other.clone());
        let whole = if scores.probabilities { 1.0 } else { 0.0 };
        scores.values = scores.values.iter().flat_map(|p| [*p, whole - p]).collect();
        derived.insert(shown(&part.method));
    }
    let names: Vec<String> = derived.into_iter().collect();
    Ok((!names.is_empty()).then(|| {
        format!(
            "{}: one column of scores for two classes; the other class has what is left to one, or the negative score: {}",
            shown(dataset),
            names.join(", ")
        )
    }))
}
