//! Scores of classes in answers: one per example and class, finite, and with a sum of one if they are called probabilities.
//! They are read as text, as lists or as packed numbers, and put together with the labels.

use serde_json::Value as Json;

use super::answer::{malformed, unpacked};
use super::classes::ExpectedClasses;
use crate::data::read::text::shown;
use crate::learn::failure::{Fault, OutsideError};
use crate::learn::task::{ClassPredictions, ScoreMatrix, Scores};

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

impl ExpectedClasses {
    /// The score that a text holds.
    pub(super) fn score(self, row: usize, class: usize, text: &str) -> Result<f64, OutsideError> {
        text.parse().map_err(|_| {
            let (place, text) = (self.asked.place(row), shown(text));
            let reason = format!("{place}: the score of class {class} is {text}, not a number");
            OutsideError::new(Fault::NotANumber, reason)
        })
    }

    /// Scores as a list of rows, or as bytes of numbers row after row.
    pub(super) fn scores(self, values: &Json) -> Result<Vec<f64>, OutsideError> {
        let wrong =
            || malformed("scores must be a list of rows of numbers, or Base64 of 64-bit numbers");
        let rows = match values {
            Json::String(text) => return unpacked(text).ok_or_else(wrong),
            Json::Array(rows) => rows,
            _ => return Err(wrong()),
        };
        self.asked.length(rows.len())?;
        let mut all = Vec::with_capacity(rows.len().saturating_mul(self.classes));
        for (row, scores) in rows.iter().enumerate() {
            let scores = scores.as_array().ok_or_else(wrong)?;
            let place = self.asked.place(row);
            if scores.len() != self.classes {
                let (found, classes) = (scores.len(), self.classes);
                let reason = format!("{place}: {found} scores for {classes} classes");
                return Err(OutsideError::new(Fault::WrongLength, reason));
            }
            for score in scores {
                let Some(score) = score.as_f64() else {
                    let reason = format!("{place}: {score} is not a number");
                    return Err(OutsideError::new(Fault::NotANumber, reason));
                };
                all.push(score);
            }
        }
        Ok(all)
    }

    /// Labels and scores together, once both are known to be complete.
    pub(super) fn predictions(
        self,
        labels: Vec<u32>,
        scores: Option<(Meaning, Vec<f64>)>,
    ) -> Result<ClassPredictions, OutsideError> {
        self.asked.length(labels.len())?;
        let Some((meaning, mut values)) = scores else {
            return Ok(ClassPredictions { labels, scores: Scores::None });
        };
        let expected = self.asked.len().saturating_mul(self.classes);
        if values.len() != expected {
            let reason = format!(
                "it gave {} scores for {} of {} classes, which takes {expected}",
                values.len(),
                self.asked.in_words(),
                self.classes
            );
            return Err(OutsideError::new(Fault::WrongLength, reason));
        }
        for (row, scores) in values.chunks_exact_mut(self.classes.max(1)).enumerate() {
            if let Some(class) = scores.iter().position(|score| !score.is_finite()) {
                let place = self.asked.place(row);
                let reason = format!("{place}: the score of class {class} is not a finite number");
                return Err(OutsideError::new(Fault::NotANumber, reason));
            }
            if meaning == Meaning::Probability {
                self.as_probabilities(row, scores)?;
            }
        }
        let matrix = ScoreMatrix { classes: self.classes, values };
        let scores = match meaning {
            Meaning::Decision => Scores::Decision(matrix),
            Meaning::Probability => Scores::Probability(matrix),
        };
        Ok(ClassPredictions { labels, scores })
    }

    fn as_probabilities(self, row: usize, scores: &mut [f64]) -> Result<(), OutsideError> {
        let sum: f64 = scores.iter().sum();
        let negative = scores.iter().any(|&p| p < 0.0);
        if negative || (sum - 1.0).abs() > ROUNDING {
            let problem =
                if negative { "one is negative".into() } else { format!("they sum to {sum}") };
            return Err(malformed(format!(
                "{}: these are no probabilities, {problem}; give them as scores if they are none",
                self.asked.place(row)
            )));
        }
        scores.iter_mut().for_each(|p| *p /= sum);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Asked;
    use super::*;

    const THREE: ExpectedClasses = ExpectedClasses { asked: Asked::Rows(2), classes: 3 };

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
}
