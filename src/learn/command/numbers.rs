//! Regression in the protocol: one or several numbers per row. An answer has a finite number per row and target. Everything
//! else is refused with the row and the reason.

use serde_json::{Map, Value as Json};

use super::answer::{Asked, PREDICTIONS, Table, found, malformed, unpacked};
use super::spoken::{Expected, SpokenTruth};
use crate::data::read::text::shown;
use crate::learn::failure::{Fault, OutsideError};
use crate::learn::task::Targets;

impl SpokenTruth for Targets {
    type Expected = ExpectedNumbers;
    const SHAPE: &'static str = "targets";

    fn shape(&self) -> usize {
        self.width()
    }

    fn columns(&self) -> Vec<String> {
        numbered("target", self.width())
    }

    fn cells(&self, example: usize) -> impl Iterator<Item = Json> {
        self.row(example).iter().map(|&number| Json::from(number))
    }

    fn bytes(&self) -> Vec<u8> {
        self.values().iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn expected(&self, asked: Asked) -> ExpectedNumbers {
        ExpectedNumbers { asked, targets: self.width() }
    }
}

/// A word for one column, or the word with the numbers from 1 for several.
fn numbered(word: &str, columns: usize) -> Vec<String> {
    match columns {
        1 => vec![word.to_owned()],
        several => (1..=several).map(|number| format!("{word}{number}")).collect(),
    }
}

/// What an answer of numbers must have.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedNumbers {
    /// The test part.
    pub asked: Asked,
    /// Numbers per row.
    pub targets: usize,
}

impl Expected for ExpectedNumbers {
    type Answers = Targets;
    const KEY: &'static str = "predictions";

    fn longest(self) -> usize {
        let numbers = self.asked.len().saturating_mul(self.targets);
        numbers.saturating_mul(40).saturating_add(1 << 16)
    }

    fn read_csv(self, text: &str) -> Result<Targets, OutsideError> {
        let table = Table::new(text);
        let columns = numbered("prediction", self.targets);
        if table.header != columns {
            return Err(malformed(format!(
                "{PREDICTIONS} begins with {}; its first line must be `{}`",
                shown(&table.header.join(",")),
                columns.join(",")
            )));
        }
        let mut values = Vec::new();
        table.each(self.asked, |row, cells| {
            for (target, cell) in cells.iter().enumerate() {
                let number = cell.parse().map_err(|_| self.not_a_number(row, target, cell))?;
                values.push(number);
            }
            Ok(())
        })?;
        self.predictions(values)
    }

    fn read_json(self, said: &Map<String, Json>) -> Result<Targets, OutsideError> {
        let wrong = || {
            let each = if self.targets == 1 { "numbers" } else { "rows of numbers" };
            malformed(format!(
                "`predictions` must be a list of {each}, or Base64 of 64-bit numbers"
            ))
        };
        let rows = match found(said, Self::KEY)? {
            Json::String(text) => {
                return self.predictions(unpacked(text).ok_or_else(wrong)?);
            }
            Json::Array(rows) => rows,
            _ => return Err(wrong()),
        };
        self.asked.length(rows.len())?;
        let mut values = Vec::with_capacity(rows.len().saturating_mul(self.targets));
        for (row, answer) in rows.iter().enumerate() {
            let numbers = match answer {
                Json::Array(numbers) if self.targets > 1 => numbers.as_slice(),
                Json::Array(_) => return Err(wrong()),
                _ if self.targets > 1 => return Err(wrong()),
                number => std::slice::from_ref(number),
            };
            if numbers.len() != self.targets {
                let (place, found) = (self.asked.place(row), numbers.len());
                let reason = format!("{place}: {found} numbers for {} targets", self.targets);
                return Err(OutsideError::new(Fault::WrongLength, reason));
            }
            for (target, number) in numbers.iter().enumerate() {
                let refused = || self.not_a_number(row, target, &number.to_string());
                values.push(number.as_f64().ok_or_else(refused)?);
            }
        }
        self.predictions(values)
    }
}

impl ExpectedNumbers {
    /// The prediction of a target in messages.
    fn place(self, row: usize, target: usize) -> String {
        let row = self.asked.place(row);
        match self.targets {
            1 => format!("{row}: the prediction"),
            _ => format!("{row}: the prediction of target {}", target + 1),
        }
    }

    fn not_a_number(self, row: usize, target: usize, text: &str) -> OutsideError {
        let reason = format!("{} is {}, not a number", self.place(row, target), shown(text));
        OutsideError::new(Fault::NotANumber, reason)
    }

    /// The numbers, once they are known to be complete and finite.
    fn predictions(self, values: Vec<f64>) -> Result<Targets, OutsideError> {
        let expected = self.asked.len().saturating_mul(self.targets);
        if values.len() != expected {
            let reason = format!(
                "it gave {} numbers for {} of {} targets, which takes {expected}",
                values.len(),
                self.asked.in_words(),
                self.targets
            );
            return Err(OutsideError::new(Fault::WrongLength, reason));
        }
        if let Some(bad) = values.iter().position(|value| !value.is_finite()) {
            let place = self.place(bad / self.targets.max(1), bad % self.targets.max(1));
            let reason = format!("{place} is not a finite number");
            return Err(OutsideError::new(Fault::NotANumber, reason));
        }
        Targets::new(values, self.targets).ok_or_else(|| malformed("there is nothing to predict"))
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    use super::*;

    const ONE: ExpectedNumbers = ExpectedNumbers { asked: Asked::Rows(2), targets: 1 };
    const TWO: ExpectedNumbers = ExpectedNumbers { asked: Asked::Rows(2), targets: 2 };

    fn of_json(expected: ExpectedNumbers, text: &str) -> Result<Targets, OutsideError> {
        let said: Json = serde_json::from_str(text).unwrap();
        expected.read_json(said.as_object().unwrap())
    }

    fn refused(answer: Result<Targets, OutsideError>, fault: Fault, words: &str, bad: &str) {
        let error = answer.unwrap_err();
        assert_eq!(error.fault, fault, "{bad:?}");
        assert!(error.reason.contains(words), "{bad:?}: {}", error.reason);
    }

    #[test]
    fn columns_have_numbers_only_where_there_are_several() {
        assert_eq!(Targets::of_one(vec![1.0]).columns(), ["target"]);
        let wide = Targets::new(vec![1.0, 2.5, 3.0, 4.0], 2).unwrap();
        assert_eq!(wide.columns(), ["target1", "target2"]);
        assert_eq!(wide.listed().to_string(), "[[1.0,2.5],[3.0,4.0]]");
        assert_eq!(Targets::of_one(vec![1.0, 0.1]).listed().to_string(), "[1.0,0.1]");
    }

    #[test]
    fn numbers_come_in_lines_lists_or_bytes() {
        for good in ["prediction\n0.5\n-1e3\n", "\"prediction\"\r\n\"0.5\"\r\n-1000\r\n\r\n"] {
            assert_eq!(ONE.read_csv(good).unwrap().values(), [0.5, -1000.0], "{good:?}");
        }
        let wide = TWO.read_csv("prediction1,prediction2\n1,2\n3,4\n").unwrap();
        assert_eq!((wide.width(), wide.values()), (2, &[1.0, 2.0, 3.0, 4.0][..]));
        assert_eq!(of_json(TWO, r#"{"predictions": [[1, 2], [3, 4e0]]}"#).unwrap(), wide);
        assert_eq!(of_json(ONE, r#"{"predictions": [1, 2.5]}"#).unwrap().values(), [1.0, 2.5]);
        let bytes: Vec<u8> =
            [1.0_f64, 2.0, 3.0, 4.0].iter().flat_map(|v| v.to_le_bytes()).collect();
        let packed = format!(r#"{{"predictions": "{}"}}"#, BASE64_STANDARD.encode(&bytes));
        assert_eq!(of_json(TWO, &packed).unwrap(), wide);
        let long = of_json(ONE, &packed);
        refused(long, Fault::WrongLength, "4 numbers for 2 rows of 1 targets", &packed);
    }

    #[test]
    fn bad_lines_are_refused_with_their_kind() {
        for (bad, fault, words) in [
            ("", Fault::Malformed, "its first line must be `prediction`"),
            ("label\n0\n1\n", Fault::Malformed, "begins with `label`"),
            ("prediction,p0\n0,1\n1,0\n", Fault::Malformed, "begins with `prediction,p0`"),
            ("prediction\n0\n1,1\n", Fault::Malformed, "line 3: 2 fields"),
            ("prediction\n0\n", Fault::WrongLength, "1 predictions for 2 rows"),
            ("prediction\n0\n1\n2\n", Fault::WrongLength, "3 predictions for 2 rows"),
            ("prediction\n0\nnan\n", Fault::NotANumber, "row 2: the prediction is not a finite"),
            ("prediction\n1e999\n0\n", Fault::NotANumber, "row 1: the prediction is not a finite"),
            ("prediction\n0\nmany\n", Fault::NotANumber, "row 2: the prediction is `many`, not"),
            ("prediction\n\n0\n", Fault::NotANumber, "row 1: the prediction is"),
        ] {
            refused(ONE.read_csv(bad), fault, words, bad);
        }
        let bad = "prediction1,prediction2\n1,2\n3,inf\n";
        let words = "row 2: the prediction of target 2 is not a finite number";
        refused(TWO.read_csv(bad), Fault::NotANumber, words, bad);
        let bad = "prediction\n1\n2\n";
        refused(TWO.read_csv(bad), Fault::Malformed, "must be `prediction1,prediction2`", bad);
    }

    #[test]
    fn bad_answers_of_workers_are_refused_with_their_kind() {
        for (bad, fault, words) in [
            (r#"{"labels": [0, 1]}"#, Fault::Malformed, "without `predictions`"),
            (r#"{"predictions": 1}"#, Fault::Malformed, "must be a list of numbers"),
            (r#"{"predictions": [[1], [2]]}"#, Fault::Malformed, "must be a list of numbers"),
            (r#"{"predictions": "x"}"#, Fault::Malformed, "or Base64 of 64-bit numbers"),
            (r#"{"predictions": [1]}"#, Fault::WrongLength, "1 predictions for 2 rows"),
            (r#"{"predictions": [1, null]}"#, Fault::NotANumber, "row 2: the prediction is `null`"),
            (r#"{"predictions": [1, "2"]}"#, Fault::NotANumber, "not a number"),
        ] {
            refused(of_json(ONE, bad), fault, words, bad);
        }
        for (bad, fault, words) in [
            (r#"{"predictions": [1, 2]}"#, Fault::Malformed, "a list of rows of numbers"),
            (r#"{"predictions": [[1, 2], [3]]}"#, Fault::WrongLength, "1 numbers for 2 targets"),
            (r#"{"predictions": [[1, 2, 3], [4]]}"#, Fault::WrongLength, "3 numbers for 2"),
        ] {
            refused(of_json(TWO, bad), fault, words, bad);
        }
        let bytes: Vec<u8> = [1.0_f64, f64::NAN].iter().flat_map(|v| v.to_le_bytes()).collect();
        let packed = format!(r#"{{"predictions": "{}"}}"#, BASE64_STANDARD.encode(&bytes));
        refused(of_json(ONE, &packed), Fault::NotANumber, "row 2: the prediction", &packed);
    }
}
