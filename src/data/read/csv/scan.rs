//! From CSV text to records: separators, quotes, blank lines, comments and line numbers. It does not know what a header is.

use std::borrow::Cow;
use std::path::Path;

use super::shown;
use super::text::check_width;
use crate::data::error::DataError;

/// One field of a record.
#[derive(Clone)]
pub struct Field<'a> {
    /// The text without its quotes, or without the blanks around it.
    pub text: Cow<'a, str>,
    /// The line it begins on.
    pub line: usize,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// What stands between two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// One character; two of them have an empty field between them.
    Char(char),
    /// Any number of blanks and tabs; those at the ends of a line separate nothing.
    Blanks,
}

impl Separator {
    /// How it is written in a spec.
    pub fn key(self) -> String {
        match self {
            Separator::Char(c) => c.escape_default().to_string(),
            Separator::Blanks => " ".into(),
        }
    }

    /// Its name in a note.
    pub fn words(self) -> String {
        match self {
            Separator::Char(';') => "semicolons".into(),
            Separator::Char(',') => "commas".into(),
            Separator::Char('\t') => "tabs".into(),
            Separator::Char(c) => format!("{c:?}"),
            Separator::Blanks => "blanks".into(),
        }
    }
}

/// How fields are separated and quoted, and which lines are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// Neither a quote nor a line end.
    pub separator: Separator,
    /// The character around fields that hold others.
    pub quote: char,
    /// What a line begins with that is left out.
    pub comment: Option<&'static str>,
}

impl Dialect {
    /// RFC 4180 with another delimiter.
    pub fn plain(delimiter: char) -> Dialect {
        Dialect { separator: Separator::Char(delimiter), quote: '"', comment: None }
    }
}

/// Walks over the records of a CSV text.
pub struct Scanner<'a> {
    file: &'a Path,
    rest: &'a str,
    line: usize,
    dialect: Dialect,
    comments: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a text. The delimiter is neither a quote nor a line end.
    pub fn new(file: &'a Path, text: &'a str, delimiter: char) -> Scanner<'a> {
        Scanner::with(file, text, Dialect::plain(delimiter))
    }

    /// The same for any dialect.
    pub fn with(file: &'a Path, text: &'a str, dialect: Dialect) -> Scanner<'a> {
        Scanner { file, rest: text, line: 1, dialect, comments: 0 }
    }

    /// The same for a text that begins on another line than the first.
    pub fn starting_at(self, line: usize) -> Scanner<'a> {
        Scanner { line, ..self }
    }

    /// What was not read yet, and the line it begins on.
    pub fn position(&self) -> (&'a str, usize) {
        (self.rest, self.line)
    }

    /// How many lines were left out because of what they begin with.
    pub fn comments(&self) -> usize {
        self.comments
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
            if self.take_separator() {
                continue;
            }
            if let Some(after) = self.rest.strip_prefix('\n') {
                self.rest = after;
                self.line += 1;
            }
            return Ok(true);
        }
    }

    fn take_separator(&mut self) -> bool {
        match self.dialect.separator {
            Separator::Char(delimiter) => match self.rest.strip_prefix(delimiter) {
                Some(after) => {
                    self.rest = after;
                    true
                }
                None => false,
            },
            Separator::Blanks => {
                self.skip_blanks();
                !self.rest.is_empty() && !self.rest.starts_with('\n')
            }
        }
    }

    /// A line of delimiters is not blank, even where the delimiter is a tab: it is a row of missing values.
    fn skip_blank_lines(&mut self) {
        while let Some(end) = self.rest.find('\n') {
            let (line, after) = self.rest.split_at(end);
            if !self.is_left_out(line) {
                return;
            }
            self.rest = after.strip_prefix('\n').unwrap_or(after);
            self.line += 1;
        }
        if self.is_left_out(self.rest) {
            self.rest = "";
        }
    }

    fn is_left_out(&mut self, line: &str) -> bool {
        let is_comment =
            self.dialect.comment.is_some_and(|mark| line.trim_start().starts_with(mark));
        self.comments += usize::from(is_comment);
        is_comment || line.chars().all(|c| c.is_whitespace() && !self.separates(c))
    }

    fn separates(&self, c: char) -> bool {
        self.dialect.separator == Separator::Char(c)
    }

    /// Reads one field and stops before the delimiter or line end after it.
    fn field(&mut self) -> Result<Field<'a>, DataError> {
        self.skip_blanks();
        let quote = self.dialect.quote;
        if let Some(inside) = self.rest.strip_prefix(quote) {
            return self.quoted_field(inside);
        }
        let blanks = self.dialect.separator == Separator::Blanks;
        // An apostrophe is a letter of many words; only double quotes inside a field are damage.
        let ends = |c: char| {
            c == '\n'
                || self.separates(c)
                || (blanks && c.is_whitespace())
                || (c == '"' && c == quote)
        };
        let (text, after) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        if after.starts_with('"') && quote == '"' {
            let problem =
                format!("a quote inside the unquoted field {}", shown(self.to_line_end()));
            let remedy = "put the whole field between quotes and double the quotes inside it";
            return Err(DataError::line(self.file, self.line, problem, remedy));
        }
        self.rest = after;
        Ok(Field { text: Cow::Borrowed(text.trim_end()), line: self.line, quoted: false })
    }

    fn quoted_field(&mut self, inside: &'a str) -> Result<Field<'a>, DataError> {
        let (line, quote) = (self.line, self.dialect.quote);
        let mut text = Cow::Borrowed("");
        let mut rest = inside;
        loop {
            let Some((piece, after)) = rest.split_once(quote) else {
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
            let Some(after_second) = after.strip_prefix(quote) else {
                self.rest = after;
                break;
            };
            text.to_mut().push(quote);
            rest = after_second;
        }
        let blanks = self.dialect.separator == Separator::Blanks;
        if !blanks {
            self.skip_blanks();
        }
        let ends = |c: char| c == '\n' || self.separates(c) || (blanks && c.is_whitespace());
        if !self.rest.is_empty() && !self.rest.starts_with(ends) {
            let problem = format!("text {} after a closing quote", shown(self.to_line_end()));
            let remedy = "put the whole field between quotes and double the quotes inside it";
            return Err(DataError::line(self.file, self.line, problem, remedy));
        }
        Ok(Field { text, line, quoted: true })
    }

    fn skip_blanks(&mut self) {
        let separator = self.dialect.separator;
        let is_blank = |c: char| c.is_whitespace() && c != '\n' && separator != Separator::Char(c);
        self.rest = self.rest.trim_start_matches(is_blank);
    }

    fn to_line_end(&self) -> &'a str {
        first_line(self.rest)
    }
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text).trim_end()
}
