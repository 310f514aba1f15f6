//! What the scores of classes are taken for: probabilities, numbers that order, or nothing; and what is said where they are no
//! probabilities or do not go with the answers.

use super::part::{ClassScores, Content, Part};
use crate::data::read::text::shown;

/// Whether all scores of a method are zeros and ones: some sources write these where a method has no probabilities.
fn is_hard(parts: &[Part]) -> bool {
    let mut values =
        parts.iter().filter_map(scores_of).flat_map(|scores| &scores.values).peekable();
    values.peek().is_some() && values.all(|v| *v == 0.0 || *v == 1.0)
}

/// What the scores of a method on a dataset are taken for: the same in all its folds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// There are none.
    Nothing,
    /// Larger means more likely.
    Decision,
    /// What they are called.
    AsTold,
}

/// What the scores of all folds of a method are.
pub fn meaning(parts: &[Part]) -> Meaning {
    let mut called = parts.iter().filter_map(scores_of).filter(|scores| scores.probabilities);
    if is_hard(parts) {
        Meaning::Nothing
    } else if called.any(|scores| wrong_row(scores).is_some()) {
        Meaning::Decision
    } else {
        Meaning::AsTold
    }
}

fn scores_of(part: &Part) -> Option<&ClassScores> {
    match &part.content {
        Content::Predictions(predictions) => predictions.scores.as_ref(),
        _ => None,
    }
}

/// What is said of scores that are no probabilities.
pub fn unsure(parts: &[Part]) -> Option<String> {
    let first = parts.iter().find(|part| scores_of(part).is_some())?;
    let who = format!("{} on {}", shown(&first.method), shown(&first.dataset));
    let meaning = meaning(parts);
    if meaning == Meaning::Nothing {
        return Some(format!(
            "{who}: its probabilities are all 0 or 1, which is how programs write that there are none; they are not used"
        ));
    }
    (meaning == Meaning::Decision).then(|| format!("{who}: its probabilities do not sum to one in every row; they are used as scores, and there is no log loss"))
}

/// What is said of probabilities that do not go with the answers: a threshold that was moved, or columns in another order.
pub fn other_answers(parts: &[Part]) -> Option<String> {
    let (mut rows, mut found) = (0, 0);
    for part in parts {
        let Content::Predictions(predictions) = &part.content else { continue };
        let Some(scores) = predictions.scores.as_ref().filter(|own| own.probabilities) else {
            continue;
        };
        rows += predictions.labels.len();
        found += scores.most_probable(&predictions.labels);
    }
    let first = parts.first().filter(|_| found * 20 < rows * 19)?;
    Some(format!(
        "{} on {}: in {} of {rows} rows another class is more probable than the predicted one; check that every column of probabilities is that of its class",
        shown(&first.method),
        shown(&first.dataset),
        rows - found
    ))
}

/// Rounding of printed probabilities.
const SUM: f64 = 1e-4;

/// The first row whose probabilities are none.
fn wrong_row(scores: &ClassScores) -> Option<usize> {
    let rows = scores.values.chunks(scores.classes.len().max(1));
    let mut rows = rows
        .map(|row| row.iter().all(|p| *p >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() <= SUM);
    rows.position(|good| !good)
}
