//! Reads JSON into values. `NaN` and `Infinity` are taken, because Python writes them. Depth and size are limited, so that no file
//! brings the reader down.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use super::escapes::escape;
use super::value::{Item, Json, Member};
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// Lists and objects inside each other.
const DEEPEST: usize = 60;
/// Values of one tree; each takes some 60 bytes.
const MOST_VALUES: usize = 8_000_000;

/// The texts with digits that are values of a JSON that was read before, without blanks around them; numbers outside of quotes are none.
pub fn texts(text: &str) -> BTreeSet<String> {
    let mut parser = Parser::new(Path::new(""), text);
    let mut found = BTreeSet::new();
    while let Some(at) = parser.rest.find('"') {
        parser.rest = parser.rest.get(at..).unwrap_or("");
        let Ok(text) = parser.string() else { break };
        parser.blanks();
        if !parser.rest.starts_with(':') && text.contains(|c: char| c.is_ascii_digit()) {
            found.insert(text.trim().to_owned());
        }
    }
    found
}

/// Reads values one after the other.
pub struct Parser<'t> {
    file: &'t Path,
    rest: &'t str,
    line: usize,
    values: usize,
}

impl<'t> Parser<'t> {
    /// The beginning of a text.
    pub fn new(file: &'t Path, text: &'t str) -> Parser<'t> {
        Parser { file, rest: text, line: 1, values: 0 }
    }

    /// The next value that is not inside another, and its line; `None` at the end.
    pub fn next_value(&mut self) -> Result<Option<(usize, Json<'t>)>, DataError> {
        self.blanks();
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.values = 0;
        let line = self.line;
        Ok(Some((line, self.value(0)?)))
    }

    /// Goes into a list whose items are read with [`Parser::next_item`]; false if there is none.
    pub fn enter_list(&mut self) -> bool {
        self.blanks();
        self.take('[')
    }

    /// The next value of the list that was entered, `None` at its end.
    pub fn next_item(&mut self, is_first: bool) -> Result<Option<(usize, Json<'t>)>, DataError> {
        self.blanks();
        if self.take(']') {
            return Ok(None);
        }
        if !is_first && !self.take(',') {
            return Err(self.unexpected("`,` or `]`"));
        }
        self.next_value()?.map_or_else(|| Err(self.unexpected("a value")), |value| Ok(Some(value)))
    }

    /// Refuses anything but blanks.
    pub fn end(&mut self) -> Result<(), DataError> {
        self.blanks();
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected("the end of the file")) }
    }

    fn value(&mut self, depth: usize) -> Result<Json<'t>, DataError> {
        self.blanks();
        self.values += 1;
        if depth > DEEPEST || self.values > MOST_VALUES {
            let problem = if depth > DEEPEST {
                format!("more than {DEEPEST} lists or objects inside each other")
            } else {
                format!("more than {MOST_VALUES} values in one list or object")
            };
            let remedy = "write the table as CSV, or as one JSON object per line";
            return Err(DataError::line(self.file, self.line, problem, remedy));
        }
        match self.rest.chars().next() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"') => Ok(Json::Text(self.string()?)),
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.') => self.word(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json<'t>, DataError> {
        self.take('{');
        let mut members = Vec::new();
        loop {
            self.blanks();
            if self.take('}') {
                return Ok(Json::Object(members));
            }
            if !members.is_empty() {
                if !self.take(',') {
                    return Err(self.unexpected("`,` or `}`"));
                }
                self.blanks();
            }
            if !self.rest.starts_with('"') {
                return Err(self.unexpected("a name in quotes"));
            }
            let (line, name) = (self.line, self.string()?);
            self.blanks();
            if !self.take(':') {
                return Err(self.unexpected("`:`"));
            }
            members.push(Member { name, line, value: self.value(depth + 1)? });
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json<'t>, DataError> {
        self.take('[');
        let mut items = Vec::new();
        loop {
            self.blanks();
            if self.take(']') {
                return Ok(Json::List(items));
            }
            if !items.is_empty() {
                if !self.take(',') {
                    return Err(self.unexpected("`,` or `]`"));
                }
                self.blanks();
            }
            let line = self.line;
            items.push(Item { line, value: self.value(depth + 1)? });
        }
    }

    fn word(&mut self) -> Result<Json<'t>, DataError> {
        let end =
            self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.')));
        let (word, after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let value = match word {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            "NaN" => Json::Null,
            "Infinity" | "-Infinity" => Json::Number(word),
            _ if word.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                && word.parse::<f64>().is_ok() =>
            {
                Json::Number(word)
            }
            _ => return Err(self.unexpected("a value")),
        };
        self.rest = after;
        Ok(value)
    }

    fn string(&mut self) -> Result<Cow<'t, str>, DataError> {
        let inside = self.rest.get(1..).unwrap_or("");
        let Some(end) = inside.find(['"', '\\']) else { return Err(self.unclosed()) };
        if inside[end..].starts_with('"') {
            let text = &inside[..end];
            self.line += text.matches('\n').count();
            self.rest = &inside[end + 1..];
            return Ok(Cow::Borrowed(text));
        }
        let mut text = String::new();
        let mut rest = inside;
        loop {
            let Some(end) = rest.find(['"', '\\']) else { return Err(self.unclosed()) };
            text.push_str(&rest[..end]);
            let escaped = rest[end..].starts_with('\\');
            rest = &rest[end + 1..];
            if !escaped {
                break;
            }
            let Some((c, after)) = escape(rest) else {
                return Err(self.unexpected("a known escape behind `\\` in"));
            };
            text.push(c);
            rest = after;
        }
        self.line += text.matches('\n').count();
        self.rest = rest;
        Ok(Cow::Owned(text))
    }

    fn blanks(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = trimmed;
    }

    fn take(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn unclosed(&self) -> DataError {
        let text = self.rest.lines().next().unwrap_or("");
        let problem = format!("the quote before {} is never closed", shown(text));
        DataError::line(self.file, self.line, problem, "check that the JSON was written completely")
    }

    fn unexpected(&self, expected: &str) -> DataError {
        let found = match self.rest.lines().next() {
            Some(text) if !text.is_empty() => shown(text),
            _ => "the end of the file".to_owned(),
        };
        let problem = format!("this is no JSON: expected {expected}, found {found}");
        DataError::line(self.file, self.line, problem, "check that the file was written completely")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<(usize, Json<'_>), DataError> {
        let mut parser = Parser::new(Path::new("f"), text);
        let found = parser.next_value()?.unwrap();
        parser.end()?;
        Ok(found)
    }

    #[test]
    fn values_keep_their_digits_and_their_lines() {
        let (line, value) =
            one("\n{\"a\": 0.950,\n \"b\\u00e9\\ud83d\\ude00\": [NaN, null, true,\n\"x\\n\"]}")
                .unwrap();
        assert_eq!(line, 2);
        assert_eq!(value.get("a"), Some(&Json::Number("0.950")));
        let Json::List(items) = &value.members()[1].value else { panic!() };
        assert_eq!(value.members()[1].name, "bé😀");
        assert_eq!(
            (items[0].value.cell(), items[2].value.cell()),
            (String::new(), "true".to_owned())
        );
        assert_eq!((items[3].line, items[3].value.cell().as_str()), (4, "x"));
    }

    #[test]
    fn damage_is_refused_with_its_line() {
        for text in [
            "{",
            "[1,",
            "[1 2]",
            "{\"a\" 1}",
            "{a: 1}",
            "\"x",
            "\"\\q\"",
            "\"\\u12",
            "nul",
            "-",
            "[1]x",
            "{\"a\":1,}",
            "1e",
            "0x1",
            "+1",
            "inf",
            "[,1]",
        ] {
            let error = one(text).unwrap_err();
            assert!(error.line == Some(1) && !error.remedy.is_empty(), "{text}: {error}");
        }
        for deep in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
            assert!(one(&deep).unwrap_err().problem.contains("inside each other"));
        }
    }
}
