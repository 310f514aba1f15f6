//! What a program may answer: a class number a row, and optionally a score for every class. Everything else is refused with
//! the row and the reason.

use crate::data::read::text::shown;
use crate::learn::failure::{Fault, OutsideError};
use crate::learn::{ClassPredictions, ScoreMatrix, Scores};

/// How far the probabilities of a row may be from a sum of one: programs round what they print. What is nearer is divided by
/// its sum.
const ROUNDING: f64 = 1e-3;

/// What the scores of an answer are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Larger means more likely.
    Decision,
    /// Not negative, with a sum of one.
    Probability,
}

/// What an answer must have.
#[derive(Debug, Clone, Copy)]
pub struct Expected {
    /// Test rows.
    pub rows: usize,
    /// Classes of the dataset.
    pub classes: usize,
}

impl Expected {
    /// Bytes that an answer has at most.
    pub fn longest(self) -> usize {
        let numbers = self.rows.saturating_mul(self.classes.saturating_add(1));
        numbers.saturating_mul(40).saturating_add(1 << 16)
    }

    /// The class that a text names.
    pub fn label(self, row: usize, text: &str) -> Result<u32, OutsideError> {
        let known = |label: &u32| (*label as usize) < self.classes;
        text.trim().parse::<u32>().ok().filter(known).ok_or_else(|| {
            let last = self.classes.saturating_sub(1);
            let whole = text.trim().parse::<f64>().is_ok_and(|number| number.fract() == 0.0);
            let hint = if whole { ", without a decimal point" } else { "" };
            let reason = format!(
                "row {}: there is no class {}; classes are the numbers from 0 to {last}{hint}",
                row + 1,
                shown(text)
            );
            OutsideError::new(Fault::UnknownLabel, reason)
        })
    }

    /// Refuses an answer for another number of rows.
    pub fn length(self, found: usize) -> Result<(), OutsideError> {
        if found == self.rows {
            return Ok(());
        }
        let reason = format!("it gave {found} predictions for {} rows", self.rows);
        Err(OutsideError::new(Fault::WrongLength, reason))
    }

    /// Labels and scores together, once both are known to be complete.
    pub fn predictions(
        self,
        labels: Vec<u32>,
        scores: Option<(Meaning, Vec<f64>)>,
    ) -> Result<ClassPredictions, OutsideError> {
        self.length(labels.len())?;
        let Some((meaning, mut values)) = scores else {
            return Ok(ClassPredictions { labels, scores: Scores::None });
        };
        let expected = self.rows.saturating_mul(self.classes);
        if values.len() != expected {
            let reason = format!(
                "it gave {} scores for {} rows of {} classes, which takes {expected}",
                values.len(),
                self.rows,
                self.classes
            );
            return Err(OutsideError::new(Fault::WrongLength, reason));
        }
        for (row, scores) in values.chunks_exact_mut(self.classes.max(1)).enumerate() {
            if let Some(class) = scores.iter().position(|score| !score.is_finite()) {
                let reason =
                    format!("row {}: the score of class {class} is not a finite number", row + 1);
                return Err(OutsideError::new(Fault::NotANumber, reason));
            }
            if meaning == Meaning::Probability {
                as_probabilities(row, scores)?;
            }
        }
        let matrix = ScoreMatrix { classes: self.classes, values };
        let scores = match meaning {
            Meaning::Decision => Scores::Decision(matrix),
            Meaning::Probability => Scores::Probability(matrix),
        };
        Ok(ClassPredictions { labels, scores })
    }
}

fn as_probabilities(row: usize, scores: &mut [f64]) -> Result<(), OutsideError> {
    let sum: f64 = scores.iter().sum();
    let negative = scores.iter().any(|&p| p < 0.0);
    if negative || (sum - 1.0).abs() > ROUNDING {
        let problem =
            if negative { "one is negative".into() } else { format!("they sum to {sum}") };
        let reason = format!(
            "row {}: these are no probabilities, {problem}; give them as scores if they are none",
            row + 1
        );
        return Err(OutsideError::new(Fault::Malformed, reason));
    }
    scores.iter_mut().for_each(|p| *p /= sum);
    Ok(())
}

/// The facts that a program tells of its model: finite numbers under names.
pub fn facts(
    object: &serde_json::Map<String, serde_json::Value>,
) -> Result<std::collections::BTreeMap<String, f64>, OutsideError> {
    let mut numbers = std::collections::BTreeMap::new();
    for (name, value) in object {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
            let reason = format!(
                "a fact is called {}; use letters, digits and `_`, at most 60",
                shown(name)
            );
            return Err(OutsideError::new(Fault::Malformed, reason));
        }
        let Some(number) = value.as_f64().filter(|number| number.is_finite()) else {
            let reason = format!("the fact `{name}` is not a finite number");
            return Err(OutsideError::new(Fault::NotANumber, reason));
        };
        numbers.insert(name.clone(), number);
        if numbers.len() > 64 {
            return Err(OutsideError::new(Fault::Malformed, "it tells more than 64 facts"));
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: Expected = Expected { rows: 2, classes: 3 };

    #[test]
    fn only_classes_that_exist_are_labels() {
        assert_eq!(THREE.label(0, " 2 "), Ok(2));
        for wrong in ["3", "-1", "1.0", "", "setosa", "1e0", "99999999999999999999"] {
            let error = THREE.label(4, wrong).unwrap_err();
            assert_eq!(error.fault, Fault::UnknownLabel, "{wrong}");
            assert!(error.reason.starts_with("row 5: "), "{}", error.reason);
        }
    }

    #[test]
    fn every_row_has_a_label_and_every_class_a_finite_score() {
        let fault = |labels: &[u32], scores: Option<(Meaning, &[f64])>| {
            let scores = scores.map(|(meaning, values)| (meaning, values.to_vec()));
            THREE.predictions(labels.to_vec(), scores).map_err(|e| e.fault)
        };
        let decision = |values: &'static [f64]| Some((Meaning::Decision, values));
        let probability = |values: &'static [f64]| Some((Meaning::Probability, values));
        assert!(fault(&[0, 2], None).is_ok());
        assert_eq!(fault(&[0], None), Err(Fault::WrongLength));
        assert_eq!(fault(&[0, 1, 2], None), Err(Fault::WrongLength));
        assert!(fault(&[0, 1], decision(&[-1.0, 0.0, 9.0, 1.0, 2.0, 3.0])).is_ok());
        assert_eq!(fault(&[0, 1], decision(&[1.0; 5])), Err(Fault::WrongLength));
        let nan = decision(&[1.0, 0.0, f64::NAN, 1.0, 0.0, 0.0]);
        assert_eq!(fault(&[0, 1], nan), Err(Fault::NotANumber));
        assert_eq!(fault(&[0, 1], probability(&[0.5; 6])), Err(Fault::Malformed));
        let negative = probability(&[1.5, -0.5, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(fault(&[0, 1], negative), Err(Fault::Malformed));
        let rounded = probability(&[0.333, 0.333, 0.333, 1.0, 0.0, 0.0]);
        let found = fault(&[0, 1], rounded).unwrap();
        let matrix = found.scores.matrix().unwrap();
        assert!(matrix.rows().all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-15));
    }

    #[test]
    fn facts_are_finite_numbers_with_plain_names() {
        let of = |text: &str| {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            facts(value.as_object().unwrap()).map_err(|e| e.fault)
        };
        assert_eq!(of(r#"{"support_vectors": 12}"#).unwrap()["support_vectors"], 12.0);
        assert_eq!(of(r#"{"a": null}"#), Err(Fault::NotANumber));
        assert_eq!(of(r#"{"a": "1"}"#), Err(Fault::NotANumber));
        assert_eq!(of(r#"{"a b": 1}"#), Err(Fault::Malformed));
        let many: Vec<String> = (0..65).map(|i| format!("\"f{i}\": {i}")).collect();
        assert_eq!(of(&format!("{{{}}}", many.join(","))), Err(Fault::Malformed));
    }
}
