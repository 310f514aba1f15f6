//! What the answers of all tasks have in common: how many predictions there must be, lines of fields, packed numbers, and the
//! facts about a model. What one task reads is in [`super::classes`] and [`super::numbers`].

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value as Json};

use crate::data::read::text::shown;
use crate::learn::failure::{Fault, OutsideError};

/// The file of the answer.
pub const PREDICTIONS: &str = "predictions.csv";

/// The examples that a program is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// This many rows.
    Rows(usize),
    /// This many bags.
    Bags(usize),
}

impl Asked {
    /// Number of examples.
    pub fn len(self) -> usize {
        match self {
            Asked::Rows(count) | Asked::Bags(count) => count,
        }
    }

    /// The number of examples in words.
    pub fn in_words(self) -> String {
        match self {
            Asked::Rows(count) => format!("{count} rows"),
            Asked::Bags(count) => format!("{count} bags"),
        }
    }

    /// An example in messages: rows are counted from 1, bags have the numbers of the column `bag`.
    pub fn place(self, example: usize) -> String {
        match self {
            Asked::Rows(_) => format!("row {}", example + 1),
            Asked::Bags(_) => format!("bag {example}"),
        }
    }

    /// Refuses an answer for another number of examples.
    pub fn length(self, found: usize) -> Result<(), OutsideError> {
        if found == self.len() {
            return Ok(());
        }
        let reason = format!("it gave {found} predictions for {}", self.in_words());
        Err(OutsideError::new(Fault::WrongLength, reason))
    }
}

/// An answer that is not what the protocol asks for.
pub fn malformed(reason: impl Into<String>) -> OutsideError {
    OutsideError::new(Fault::Malformed, reason)
}

/// Whether JSON was refused for a number that no 64-bit floating-point number comes near. The crate has no kind for it.
pub fn is_out_of_range(error: &serde_json::Error) -> bool {
    error.is_syntax() && error.to_string().starts_with("number out of range")
}

/// The refusal of such a number, in a text of one line or several.
pub fn out_of_range(text: &[u8], error: &serde_json::Error) -> OutsideError {
    let line = text.split(|&byte| byte == b'\n').nth(error.line().saturating_sub(1)).unwrap_or(b"");
    let part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    // The column is the last byte that was read, which is one of the number's or the one after it.
    let (before, after) = line.split_at(error.column().saturating_sub(1).min(line.len()));
    let start = before.iter().rposition(|byte| !part(byte)).map_or(0, |place| place + 1);
    let rest = after.iter().position(|byte| !part(byte)).unwrap_or(after.len());
    let number = String::from_utf8_lossy(&line[start..before.len() + rest]);
    let reason = format!(
        "its answer holds the number {}, which is beyond the range of 64-bit floating-point numbers",
        shown(&number)
    );
    OutsideError::new(Fault::NotANumber, reason)
}

/// The predictions of a worker's answer.
pub fn found<'s>(said: &'s Map<String, Json>, key: &str) -> Result<&'s Json, OutsideError> {
    said.get(key).ok_or_else(|| {
        let text = Json::Object(said.clone()).to_string();
        malformed(format!("it answered {} to `predict`, without `{key}`", shown(&text)))
    })
}

/// The 64-bit numbers of a Base64 text; `None` if it is something else.
pub fn unpacked(text: &str) -> Option<Vec<f64>> {
    let bytes = BASE64_STANDARD.decode(text).ok()?;
    let (numbers, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| numbers.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
}

/// Fields as most languages write them: some put texts between quotes.
fn fields(line: &str) -> Vec<&str> {
    line.split(',')
        .map(|field| {
            let field = field.trim();
            field.strip_prefix('"').and_then(|f| f.strip_suffix('"')).unwrap_or(field)
        })
        .collect()
}

/// `predictions.csv`: a first line, and a line per example.
pub struct Table<'t> {
    /// The fields of the first line.
    pub header: Vec<&'t str>,
    lines: std::str::Lines<'t>,
}

impl<'t> Table<'t> {
    /// Takes the first line from a text.
    pub fn new(text: &'t str) -> Table<'t> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines();
        Table { header: fields(lines.next().unwrap_or("")), lines }
    }

    /// Hands over the number of each example and its fields, as many as the first line has. Refuses another number of
    /// lines.
    pub fn each(
        self,
        asked: Asked,
        mut take: impl FnMut(usize, &[&str]) -> Result<(), OutsideError>,
    ) -> Result<(), OutsideError> {
        let mut count = 0;
        for (row, line) in self.lines.enumerate() {
            if line.trim().is_empty() && count == asked.len() {
                continue;
            }
            let cells = fields(line);
            if cells.len() != self.header.len() {
                return Err(malformed(format!(
                    "{PREDICTIONS} line {}: {} fields, and the first line has {}",
                    row + 2,
                    cells.len(),
                    self.header.len()
                )));
            }
            // Lines too many are only counted, for the message.
            if count < asked.len() {
                take(row, &cells)?;
            }
            count += 1;
        }
        asked.length(count)
    }
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
            return Err(OutsideError::new(Fault::Malformed, "it reports more than 64 facts"));
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

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
