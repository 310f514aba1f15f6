//! From CSV text to records: quoting, blank lines and line numbers. It does not know what a header is.

use std::borrow::Cow;
use std::path::Path;

use super::shown;
use super::text::check_width;
use crate::data::error::DataError;

/// One field of a record.
pub struct Field<'a> {
    /// The text without its quotes, or without the blanks around it.
    pub text: Cow<'a, str>,
    /// The line it begins on.
    pub line: usize,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// Walks over the records of a CSV text.
pub struct Scanner<'a> {
    file: &'a Path,
    rest: &'a str,
    line: usize,
    delimiter: char,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a text. The delimiter is neither a quote nor a line end.
    pub fn new(file: &'a Path, text: &'a str, delimiter: char) -> Scanner<'a> {
        Scanner { file, rest: text, line: 1, delimiter }
    }

    /// Replaces `fields` by the next record that is not blank; false at the end of the text. After an error, `fields`
    /// holds what stood before the damaged field.
    pub fn record(&mut self, fields: &mut Vec<Field<'a>>) -> Result<bool, DataError> {
        fields.clear();
        self.skip_blank_lines();
        if self.rest.is_empty() {
            return Ok(false);
        }
        loop {
            fields.push(self.field()?);
            check_width(self.file, self.line, fields.len())?;
            if let Some(after) = self.rest.strip_prefix(self.delimiter) {
                self.rest = after;
            } else {
                if let Some(after) = self.rest.strip_prefix('\n') {
                    self.rest = after;
                    self.line += 1;
                }
                return Ok(true);
            }
        }
    }

    /// A line of delimiters is not blank, even where the delimiter is a tab: it is a row of missing values.
    fn skip_blank_lines(&mut self) {
        while let Some(end) = self.rest.find('\n') {
            let (line, after) = self.rest.split_at(end);
            if !self.is_blank(line) {
                return;
            }
            self.rest = after.strip_prefix('\n').unwrap_or(after);
            self.line += 1;
        }
        if self.is_blank(self.rest) {
            self.rest = "";
        }
    }

    fn is_blank(&self, line: &str) -> bool {
        line.chars().all(|c| c.is_whitespace() && c != self.delimiter)
    }

    /// Reads one field and stops before the delimiter or line end after it.
    fn field(&mut self) -> Result<Field<'a>, DataError> {
        self.skip_blanks();
        if let Some(inside) = self.rest.strip_prefix('"') {
            return self.quoted_field(inside);
        }
        let end = self.rest.find([self.delimiter, '\n', '"']);
        let (text, after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if after.starts_with('"') {
            let problem =
                format!("a quote inside the unquoted field {}", shown(self.to_line_end()));
            let remedy = "put the whole field between quotes and double the quotes inside it";
            return Err(DataError::line(self.file, self.line, problem, remedy));
        }
        self.rest = after;
        Ok(Field { text: Cow::Borrowed(text.trim_end()), line: self.line, quoted: false })
    }

    fn quoted_field(&mut self, inside: &'a str) -> Result<Field<'a>, DataError> {
        let line = self.line;
        let mut text = Cow::Borrowed("");
        let mut rest = inside;
        loop {
            let Some((piece, after)) = rest.split_once('"') else {
                let problem =
                    format!("the quote before {} is never closed", shown(first_line(inside)));
                let remedy = "close it, or double a quote that belongs to the text";
                return Err(DataError::line(self.file, line, problem, remedy));
            };
            self.line += piece.matches('\n').count();
            if text.is_empty() {
                text = Cow::Borrowed(piece);
            } else {
                text.to_mut().push_str(piece);
            }
            let Some(after_second) = after.strip_prefix('"') else {
                self.rest = after;
                break;
            };
            text.to_mut().push('"');
            rest = after_second;
        }
        self.skip_blanks();
        if !self.rest.is_empty() && !self.rest.starts_with([self.delimiter, '\n']) {
            let problem = format!("text {} after a closing quote", shown(self.to_line_end()));
            let remedy = "put the whole field between quotes and double the quotes inside it";
            return Err(DataError::line(self.file, self.line, problem, remedy));
        }
        Ok(Field { text, line, quoted: true })
    }

    fn skip_blanks(&mut self) {
        let delimiter = self.delimiter;
        let is_blank = |c: char| c.is_whitespace() && c != '\n' && c != delimiter;
        self.rest = self.rest.trim_start_matches(is_blank);
    }

    fn to_line_end(&self) -> &'a str {
        first_line(self.rest)
    }
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text).trim_end()
}
