//! The training or the test part of an exam, as lines of a file or as a part of a worker's line. Rows are sent the same way
//! for every task; where examples are bags, each row names its bag, or a list says where each bag starts.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use super::answer::Asked;
use super::spoken::SpokenTruth;
use crate::data::Rows;
use crate::learn::Examples;

/// How a worker wants numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON: lists of rows, `null` for missing values.
    Json,
    /// As Base64 of little-endian bytes: 64-bit floating-point numbers, and 32-bit whole numbers for labels.
    Base64,
}

/// The training or the test part.
pub struct Part<'a> {
    /// All rows, example after example.
    pub rows: Rows<'a>,
    /// The first row of each bag and the number of rows; empty where every row is an example.
    pub starts: Vec<usize>,
    /// Row after row, as bytes: what data are known by, and what a worker gets.
    pub bytes: Vec<u8>,
}

impl<'a> Part<'a> {
    /// Some examples.
    pub fn new(examples: impl Examples<'a>) -> Part<'a> {
        let (rows, (_, starts)) = (examples.rows(), examples.parts());
        let first = starts.first().copied().unwrap_or(0);
        let starts = starts.iter().map(|start| start - first).collect();
        Part { rows, starts, bytes: bytes_of(rows) }
    }

    fn has_bags(&self) -> bool {
        !self.starts.is_empty()
    }

    /// How many examples it has.
    pub fn examples(&self) -> Asked {
        match self.starts.len() {
            0 => Asked::Rows(self.rows.len()),
            starts => Asked::Bags(starts - 1),
        }
    }

    /// The example that each row belongs to.
    fn example_of_rows(&self) -> Vec<usize> {
        if !self.has_bags() {
            return (0..self.rows.len()).collect();
        }
        let bags = self.starts.windows(2).enumerate();
        bags.flat_map(|(bag, ends)| std::iter::repeat_n(bag, ends[1] - ends[0])).collect()
    }

    /// Its file: the bag of each row if there are bags, the features, and what is known if that is sent.
    pub fn csv<Y: SpokenTruth>(&self, truth: Option<&Y>) -> Vec<u8> {
        let bag = self.has_bags().then(|| "bag".to_owned());
        let features = (1..=self.rows.width()).map(|number| format!("x{number}"));
        let known = truth.map_or_else(Vec::new, SpokenTruth::columns);
        let names: Vec<String> = bag.into_iter().chain(features).chain(known).collect();
        let mut text = names.join(",").into_bytes();
        text.push(b'\n');
        for (row, example) in self.rows.to_dense().iter().zip(self.example_of_rows()) {
            let bag = self.has_bags().then(|| Json::from(example));
            // What is not a number becomes `null`, which is an empty cell.
            let features = row.iter().map(|&value| Json::from(value));
            let known = truth.into_iter().flat_map(|truth| truth.cells(example));
            for (place, cell) in bag.into_iter().chain(features).chain(known).enumerate() {
                if place > 0 {
                    text.push(b',');
                }
                if !cell.is_null() {
                    // Writing into memory cannot fail; the shortest text that is read back as the same number.
                    let _ = serde_json::to_writer(&mut text, &cell);
                }
            }
            text.push(b'\n');
        }
        text
    }

    /// What a worker gets of it, but for the truth: its sizes and its features.
    pub fn write_sizes_and_features(&self, encoding: Encoding, line: &mut String) {
        line.push_str(&format!(r#""rows":{},"#, self.rows.len()));
        if let Asked::Bags(bags) = self.examples() {
            line.push_str(&format!(r#""bags":{bags},"starts":{},"#, json!(self.starts)));
        }
        line.push_str(r#""x":"#);
        line.push_str(&match encoding {
            Encoding::Base64 => packed(&self.bytes),
            Encoding::Json => listed(self.rows).to_string(),
        });
    }
}

/// Bytes as a text of JSON: Base64 holds nothing that needs to be escaped.
pub fn packed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 8);
    text.push('"');
    BASE64_STANDARD.encode_string(bytes, &mut text);
    text.push('"');
    text
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
