//! Tasks with classes in the protocol: rows or bags belong to classes, which are numbers from 0. An answer names a class per
//! example and may have a score for every class. Everything else is refused with the place and the reason.

use serde_json::{Map, Value as Json};

use super::answer::{Asked, PREDICTIONS, Table, found, malformed};
use super::scores::Meaning;
use super::spoken::{Expected, SpokenTruth};
use crate::data::read::text::shown;
use crate::learn::failure::{Fault, OutsideError};
use crate::learn::task::{ClassPredictions, Labels};

impl SpokenTruth for Labels {
    type Expected = ExpectedClasses;
    const SHAPE: &'static str = "classes";

    fn shape(&self) -> usize {
        self.classes()
    }

    fn columns(&self) -> Vec<String> {
        vec!["label".to_owned()]
    }

    fn cells(&self, example: usize) -> impl Iterator<Item = Json> {
        self.ids().get(example).map(|&id| Json::from(id)).into_iter()
    }

    fn bytes(&self) -> Vec<u8> {
        self.ids().iter().flat_map(|id| id.to_le_bytes()).collect()
    }

    fn expected(&self, asked: Asked) -> ExpectedClasses {
        ExpectedClasses { asked, classes: self.classes() }
    }
}

/// What an answer of classes must have.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedClasses {
    /// The test part.
    pub asked: Asked,
    /// Classes of the dataset.
    pub classes: usize,
}

impl Expected for ExpectedClasses {
    type Answers = ClassPredictions;
    const KEY: &'static str = "labels";

    fn longest(self) -> usize {
        let numbers = self.asked.len().saturating_mul(self.classes.saturating_add(1));
        numbers.saturating_mul(40).saturating_add(1 << 16)
    }

    fn read_csv(self, text: &str) -> Result<ClassPredictions, OutsideError> {
        let table = Table::new(text);
        let of = |letter: char| -> Vec<String> {
            (0..self.classes).map(|class| format!("{letter}{class}")).collect()
        };
        let meaning = match table.header.split_first() {
            Some((&"label", [])) => None,
            Some((&"label", rest)) if rest == of('p') => Some(Meaning::Probability),
            Some((&"label", rest)) if rest == of('s') => Some(Meaning::Decision),
            _ => {
                let last = self.classes.saturating_sub(1);
                return Err(malformed(format!(
                    "{PREDICTIONS} begins with {}; its first line must be `label`, `label,p0,...,p{last}` or `label,s0,...,s{last}`",
                    shown(&table.header.join(","))
                )));
            }
        };
        let (mut labels, mut scores) = (Vec::new(), Vec::new());
        table.each(self.asked, |row, cells| {
            for (place, cell) in cells.iter().enumerate() {
                if place == 0 {
                    labels.push(self.label(row, cell)?);
                } else {
                    scores.push(self.score(row, place - 1, cell)?);
                }
            }
            Ok(())
        })?;
        self.predictions(labels, meaning.map(|meaning| (meaning, scores)))
    }

    fn read_json(self, said: &Map<String, Json>) -> Result<ClassPredictions, OutsideError> {
        let Json::Array(labels) = found(said, Self::KEY)? else {
            return Err(malformed("`labels` is not a list"));
        };
        self.asked.length(labels.len())?;
        let label = |(row, label): (usize, &Json)| match label {
            Json::String(text) => self.label(row, text),
            other => self.label(row, &other.to_string()),
        };
        let labels = labels.iter().enumerate().map(label).collect::<Result<_, _>>()?;
        let scores = match (said.get("probabilities"), said.get("scores")) {
            (None, None) => None,
            (Some(values), None) => Some((Meaning::Probability, self.scores(values)?)),
            (None, Some(values)) => Some((Meaning::Decision, self.scores(values)?)),
            (Some(_), Some(_)) => {
                return Err(malformed("it gave both `probabilities` and `scores`; choose one"));
            }
        };
        self.predictions(labels, scores)
    }
}

impl ExpectedClasses {
    /// The class that a text names.
    fn label(self, row: usize, text: &str) -> Result<u32, OutsideError> {
        let known = |label: &u32| (*label as usize) < self.classes;
        text.trim().parse::<u32>().ok().filter(known).ok_or_else(|| {
            let last = self.classes.saturating_sub(1);
            let whole = text.trim().parse::<f64>().is_ok_and(|number| number.fract() == 0.0);
            let hint = if whole { ", without a decimal point" } else { "" };
            let reason = format!(
                "{}: there is no class {}; classes are the numbers from 0 to {last}{hint}",
                self.asked.place(row),
                shown(text)
            );
            OutsideError::new(Fault::UnknownLabel, reason)
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    use super::*;
    use crate::learn::task::Scores;

    const THREE: ExpectedClasses = ExpectedClasses { asked: Asked::Rows(2), classes: 3 };
    const TWO: ExpectedClasses = ExpectedClasses { asked: Asked::Rows(2), classes: 2 };

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
    fn answers_of_several_languages_are_read() {
        for good in [
            "label\n0\n1\n",
            "label\r\n0\r\n1\r\n",
            "\u{feff}label\n0\n1",
            "\"label\"\n\"0\"\n\"1\"\n",
            "label\n 0\n1 \n\n",
        ] {
            let found = TWO.read_csv(good).unwrap();
            assert_eq!((found.labels, found.scores), (vec![0, 1], Scores::None), "{good:?}");
        }
        let found = TWO.read_csv("label,p0,p1\n0,1e0,0\n1,0.25,0.75\n").unwrap();
        let Scores::Probability(matrix) = found.scores else { panic!("{:?}", found.scores) };
        assert_eq!(matrix.values, [1.0, 0.0, 0.25, 0.75]);
        let found = TWO.read_csv("label,s0,s1\n0,-1,3\n1,2,2\n").unwrap();
        assert!(matches!(found.scores, Scores::Decision(_)));
    }

    #[test]
    fn bad_answers_are_refused_with_their_kind() {
        for (bad, fault, words) in [
            ("", Fault::Malformed, "begins with"),
            ("0\n1\n", Fault::Malformed, "first line must be `label`"),
            ("label,p1,p0\n0,1,0\n1,0,1\n", Fault::Malformed, "begins with"),
            ("label\n0\n", Fault::WrongLength, "1 predictions for 2 rows"),
            ("label\n0\n1\n1\n0\n", Fault::WrongLength, "4 predictions for 2 rows"),
            ("label\n0\n2\n", Fault::UnknownLabel, "row 2: there is no class `2`"),
            ("label\n0\n1,1\n", Fault::Malformed, "line 3: 2 fields"),
            ("label,s0,s1\n0,1,nan\n1,0,0\n", Fault::NotANumber, "row 1: the score of class 1"),
            ("label,s0,s1\n0,1,NA\n1,0,0\n", Fault::NotANumber, "`NA`, not a number"),
            ("label,p0,p1\n0,1,1\n1,0,1\n", Fault::Malformed, "sum to 2"),
        ] {
            let error = TWO.read_csv(bad).unwrap_err();
            assert_eq!(error.fault, fault, "{bad:?}");
            assert!(error.reason.contains(words), "{bad:?}: {}", error.reason);
        }
    }

    #[test]
    fn predictions_come_in_lists_or_bytes() {
        let of = |text: &str| {
            let said: Json = serde_json::from_str(text).unwrap();
            TWO.read_json(said.as_object().unwrap())
        };
        let plain = of(r#"{"labels": [0, 1], "scores": [[2, 1], [0.5, 4e0]]}"#).unwrap();
        let bytes: Vec<u8> =
            [2.0_f64, 1.0, 0.5, 4.0].iter().flat_map(|v| v.to_le_bytes()).collect();
        let packed =
            format!(r#"{{"labels": ["0", 1], "scores": "{}"}}"#, BASE64_STANDARD.encode(&bytes));
        assert_eq!(of(&packed).unwrap(), plain);
        for (bad, fault) in [
            (r#"{"labels": [0]}"#, Fault::WrongLength),
            (r#"{"labels": [0, 2]}"#, Fault::UnknownLabel),
            (r#"{"labels": [0, null]}"#, Fault::UnknownLabel),
            (r#"{"labels": 1}"#, Fault::Malformed),
            (r#"{}"#, Fault::Malformed),
            (r#"{"labels": [0, 1], "scores": [[1, 2]]}"#, Fault::WrongLength),
            (r#"{"labels": [0, 1], "scores": [[1, 2], [3]]}"#, Fault::WrongLength),
            (r#"{"labels": [0, 1], "scores": [[1, 2, 3], [4]]}"#, Fault::WrongLength),
            (r#"{"labels": [0, 1], "scores": [[1, 2], [3, null]]}"#, Fault::NotANumber),
            (r#"{"labels": [0, 1], "scores": "x"}"#, Fault::Malformed),
            (r#"{"labels": [0, 1], "scores": [], "probabilities": []}"#, Fault::Malformed),
            (r#"{"labels": [0, 1], "probabilities": [[1, 2], [3, 4]]}"#, Fault::Malformed),
        ] {
            assert_eq!(of(bad).unwrap_err().fault, fault, "{bad}");
        }
    }
}
