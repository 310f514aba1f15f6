//! What a program is asked: examples, the rows to predict, parameters and a seed, written as the protocol says. Class names
//! and the names of features are not told: what a thing is called must not matter.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use super::answer::Expected;
use crate::data::Rows;
use crate::data::rows::FeatureKind;
use crate::learn::{Classify, FitContext, FitError, Samples};
use crate::num::hash::Canonical;

/// The version of the protocol, for both of its forms.
pub const PROTOCOL: u32 = 1;

/// How a worker wants numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON: lists of rows, `null` for missing values.
    Json,
    /// As Base64 of little-endian bytes: 64-bit floating-point numbers, and 32-bit whole numbers for labels.
    Base64,
}

/// The examples of a fit and the rows to predict.
pub struct Exam<'a> {
    train: &'a Samples<'a, Classify>,
    test: Rows<'a>,
    /// Row after row, as bytes: what data are known by, and what a worker gets.
    train_x: Vec<u8>,
    test_x: Vec<u8>,
    /// Hash of everything a program gets beside parameters and seed.
    pub key: [u8; 32],
}

impl<'a> Exam<'a> {
    /// The exam of a fit; refused if it does not fit into its memory.
    pub fn new(
        train: &'a Samples<'a, Classify>,
        test: Rows<'a>,
        context: &FitContext<'_>,
    ) -> Result<Exam<'a>, FitError> {
        let cells = (train.x().len() + test.len()).saturating_mul(train.x().width());
        // The numbers with all their zeros, as bytes, and as text.
        context.room_for(cells.saturating_mul(8 + 8 + 24), "writing the data for a program")?;
        let (train_x, test_x) = (bytes_of(train.x()), bytes_of(test));
        let mut hasher = Canonical::plain();
        for part in [&train_x, &test_x] {
            hasher.part(part);
        }
        for id in train.y().ids() {
            hasher.raw(&id.to_le_bytes());
        }
        for number in [train.y().classes(), train.x().width(), test.len()] {
            hasher.number(number as u64);
        }
        for kind in train.x().kinds() {
            let levels = match kind {
                FeatureKind::Numeric => 0,
                FeatureKind::Nominal { levels } => levels as u64 + 1,
            };
            hasher.number(levels);
        }
        Ok(Exam { train, test, train_x, test_x, key: hasher.bytes() })
    }

    /// What an answer must have.
    pub fn expected(&self) -> Expected {
        Expected { rows: self.test.len(), classes: self.train.y().classes() }
    }

    fn features(&self) -> Vec<Json> {
        let feature = |(number, kind): (usize, FeatureKind)| {
            let name = format!("x{number}");
            match kind {
                FeatureKind::Numeric => json!({ "name": name, "kind": "numeric" }),
                FeatureKind::Nominal { levels } => {
                    json!({ "name": name, "kind": "nominal", "levels": levels })
                }
            }
        };
        (1..).zip(self.train.x().kinds()).map(feature).collect()
    }

    /// `task.json`.
    pub fn task(&self, seed: u32) -> Json {
        json!({
            "tribunal": PROTOCOL,
            "task": "classification",
            "classes": self.train.y().classes(),
            "features": self.features(),
            "rows": { "train": self.train.y().len(), "test": self.test.len() },
            "seed": seed,
        })
    }

    /// `train.csv`.
    pub fn train_csv(&self) -> Vec<u8> {
        csv(self.train.x(), Some(self.train.y().ids()))
    }

    /// `test.csv`.
    pub fn test_csv(&self) -> Vec<u8> {
        csv(self.test, None)
    }

    /// The line that gives a worker its data.
    pub fn data_line(&self, encoding: Encoding) -> Vec<u8> {
        let labels = self.train.y().ids();
        let (train_x, y, test_x) = match encoding {
            Encoding::Base64 => {
                let y: Vec<u8> = labels.iter().flat_map(|id| id.to_le_bytes()).collect();
                (packed(&self.train_x), packed(&y), packed(&self.test_x))
            }
            Encoding::Json => (
                listed(self.train.x()).to_string(),
                json!(labels).to_string(),
                listed(self.test).to_string(),
            ),
        };
        // Put together as text: the numbers are most of it, and need not be looked at again.
        let (classes, features) = (self.train.y().classes(), Json::from(self.features()));
        let (train, test) = (labels.len(), self.test.len());
        let mut line = format!(
            r#"{{"do":"data","classes":{classes},"features":{features},"train":{{"rows":{train},"x":"#
        );
        line.push_str(&train_x);
        line.push_str(r#","y":"#);
        line.push_str(&y);
        line.push_str(&format!(r#"}},"test":{{"rows":{test},"x":"#));
        line.push_str(&test_x);
        line.push_str("}}\n");
        line.into_bytes()
    }
}

/// Bytes as a text of JSON: Base64 holds nothing that needs to be escaped.
fn packed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 8);
    text.push('"');
    BASE64_STANDARD.encode_string(bytes, &mut text);
    text.push('"');
    text
}

/// A message to a worker.
pub fn line(message: &Json) -> Vec<u8> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

fn bytes_of(rows: Rows<'_>) -> Vec<u8> {
    let dense = rows.to_dense();
    let mut bytes = Vec::with_capacity(8 * rows.len() * rows.width());
    dense.iter().flatten().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    bytes
}

fn listed(rows: Rows<'_>) -> Json {
    // What is not a number becomes `null`.
    rows.to_dense().iter().map(|row| Json::from(row.to_vec())).collect()
}

fn csv(rows: Rows<'_>, labels: Option<&[u32]>) -> Vec<u8> {
    let mut names: Vec<String> = (1..=rows.width()).map(|number| format!("x{number}")).collect();
    names.extend(labels.map(|_| "label".to_owned()));
    let mut text = names.join(",").into_bytes();
    text.push(b'\n');
    for (position, row) in rows.to_dense().iter().enumerate() {
        for (place, value) in row.iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            if !value.is_nan() {
                // Writing into memory cannot fail; the shortest text that is read back as the same number.
                let _ = serde_json::to_writer(&mut text, value);
            }
        }
        if let Some(label) = labels.and_then(|labels| labels.get(position)) {
            let comma = if row.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}{label}");
        }
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Labels, NeverStop, Shared};
    use crate::num::key::RngKey;

    fn with_exam(check: impl FnOnce(&Exam<'_>)) {
        let kinds = [FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
        let train_x = ndarray::array![[0.1, 2.0], [f64::NAN, 0.0], [1e-300, f64::NAN]];
        let test_x = ndarray::array![[-4.0, 1.0]];
        let (train_x, test_x) =
            (Rows::table(&train_x, &kinds).unwrap(), Rows::table(&test_x, &kinds).unwrap());
        let y = Labels::new(vec![1, 0, 2], 4);
        let samples = Samples::new(train_x, &y).unwrap();
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 20,
            place: None,
        };
        check(&Exam::new(&samples, test_x, &context).unwrap());
        let small = FitContext { memory: 10, ..context };
        assert!(Exam::new(&samples, test_x, &small).is_err());
    }

    #[test]
    fn files_hold_numbers_that_are_read_back_and_nothing_for_what_is_missing() {
        with_exam(|exam| {
            let train = String::from_utf8(exam.train_csv()).unwrap();
            assert_eq!(train, "x1,x2,label\n0.1,2.0,1\n,0.0,0\n1e-300,,2\n");
            assert_eq!(String::from_utf8(exam.test_csv()).unwrap(), "x1,x2\n-4.0,1.0\n");
            let task = exam.task(7);
            assert_eq!((&task["classes"], &task["seed"]), (&json!(4), &json!(7)));
            assert_eq!(task["features"][1], json!({"name":"x2","kind":"nominal","levels":3}));
            assert_eq!((exam.expected().rows, exam.expected().classes), (1, 4));
        });
    }

    #[test]
    fn both_encodings_say_the_same() {
        with_exam(|exam| {
            let read = |encoding| -> Json {
                let line = exam.data_line(encoding);
                assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
                serde_json::from_slice(&line).unwrap()
            };
            let (plain, packed) = (read(Encoding::Json), read(Encoding::Base64));
            assert_eq!(plain["train"]["x"], json!([[0.1, 2.0], [null, 0.0], [1e-300, null]]));
            assert_eq!(plain["train"]["y"], json!([1, 0, 2]));
            let bytes = BASE64_STANDARD.decode(packed["train"]["x"].as_str().unwrap()).unwrap();
            let (numbers, rest) = bytes.as_chunks::<8>();
            let numbers: Vec<f64> = numbers.iter().map(|b| f64::from_le_bytes(*b)).collect();
            assert!(rest.is_empty() && numbers[2].is_nan() && numbers[4] == 1e-300);
            let labels = BASE64_STANDARD.decode(packed["train"]["y"].as_str().unwrap()).unwrap();
            assert_eq!(labels, [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
        });
    }
}
