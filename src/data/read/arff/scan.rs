//! Lines and values of ARFF text, which KEEL's format shares: comments, quotes, escapes. It does not know what a
//! declaration is.

use std::borrow::Cow;
use std::path::Path;

use super::super::text::shown;
use crate::data::error::DataError;

/// The lines that say something, trimmed and without comments, with their numbers from 1.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(without_comment)).filter(|(_, line)| !line.is_empty())
}

/// A comment begins with `%` at the start of a line or after a blank. Weka also cuts `50%` to `50`; we keep the sign,
/// so that such a value is refused or declared, but never changed without a word.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if !line.contains('%') {
        return line;
    }
    let (mut quote, mut escaped, mut previous) = (None, false, ' ');
    for (at, c) in line.char_indices() {
        let at_start = previous.is_whitespace() || matches!(previous, ',' | '{');
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if c == '%' && previous.is_whitespace() => return line.split_at(at).0.trim_end(),
            None if at_start && is_quote(c) => quote = Some(c),
            _ => {}
        }
        previous = c;
    }
    line
}

fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"')
}

/// One value of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The text without its quotes and escapes, or without the blanks around it.
    pub text: Cow<'a, str>,
    /// Whether it stood in quotes, which make `?` an ordinary text.
    pub quoted: bool,
}

/// A place in a line.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    file: &'a Path,
    line: usize,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// The start of a text that stands on one line.
    pub fn new(file: &'a Path, line: usize, text: &'a str) -> Cursor<'a> {
        Cursor { file, line, rest: text }
    }

    /// The number of the line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is left, from the next character that is not blank.
    pub fn rest(&self) -> &'a str {
        self.rest.trim_start()
    }

    /// Whether only blanks are left.
    pub fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// Whether that character comes next, blanks aside.
    pub fn next_is(&self, c: char) -> bool {
        self.rest().starts_with(c)
    }

    /// Steps over that character if it comes next, blanks aside.
    pub fn take(&mut self, c: char) -> bool {
        let after = self.rest().strip_prefix(c);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Steps over the comma or tab between two values of a row; false at the end of the line.
    pub fn separator(&mut self) -> Result<bool, DataError> {
        let blanks = self.rest.split_at(self.rest.len() - self.rest().len()).0;
        if self.take(',') {
            return Ok(true);
        }
        if self.is_done() || blanks.contains('\t') {
            return Ok(!self.is_done());
        }
        Err(self.after_quote())
    }

    /// Steps over blanks and at most one comma between two values; false at the end of the line.
    pub fn blanks(&mut self) -> bool {
        self.take(',') || !self.is_done()
    }

    /// Reads one value: a quoted one, or all up to a character that ends it.
    pub fn value(&mut self, ends: impl Fn(char) -> bool) -> Result<Cell<'a>, DataError> {
        self.rest = self.rest();
        if let Some(quote) = self.rest.chars().next().filter(|&c| is_quote(c)) {
            return self.quoted(quote, ends);
        }
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (text, after) = self.rest.split_at(end);
        self.rest = after;
        Ok(Cell { text: Cow::Borrowed(text.trim_end()), quoted: false })
    }

    fn quoted(&mut self, quote: char, ends: impl Fn(char) -> bool) -> Result<Cell<'a>, DataError> {
        let inside = self.rest.strip_prefix(quote).unwrap_or(self.rest);
        let mut escaped = false;
        let close = inside.find(|c| {
            let closes = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let Some(close) = close else {
            let problem = format!("the quote before {} is never closed", shown(inside));
            return Err(self
                .error(problem, "close it, or write \\ before a quote that belongs to the text"));
        };
        let (text, after) = inside.split_at(close);
        self.rest = after.strip_prefix(quote).unwrap_or(after);
        if self.rest.chars().next().is_some_and(|c| !c.is_whitespace() && !ends(c)) {
            return Err(self.after_quote());
        }
        let text =
            if text.contains('\\') { Cow::Owned(unescaped(text)) } else { Cow::Borrowed(text) };
        Ok(Cell { text, quoted: true })
    }

    fn after_quote(&self) -> DataError {
        let problem = format!("text {} after a closing quote", shown(self.rest()));
        self.error(
            problem,
            "put the whole value between quotes, with \\ before the quotes inside it",
        )
    }

    /// An error about this line.
    pub fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> DataError {
        DataError::line(self.file, self.line, problem, remedy)
    }
}

/// Reads the values of a dense row, up to the end of the line or to a brace where a value should begin.
pub fn read_cells<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<Cell<'a>>) -> Result<(), DataError> {
    cells.clear();
    while !cursor.next_is('{') {
        cells.push(cursor.value(|c| c == ',' || c == '\t')?);
        if !cursor.separator()? {
            break;
        }
    }
    Ok(())
}

/// The same where blanks separate values as well as commas.
pub fn read_cells_at_blanks<'a>(
    cursor: &mut Cursor<'a>,
    cells: &mut Vec<Cell<'a>>,
) -> Result<(), DataError> {
    cells.clear();
    while !cursor.next_is('{') {
        cells.push(cursor.value(|c| c == ',' || c.is_whitespace())?);
        if !cursor.blanks() {
            break;
        }
    }
    Ok(())
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Result<Vec<String>, DataError> {
        let mut cursor = Cursor::new(Path::new("f"), 1, text);
        let mut values = Vec::new();
        loop {
            values.push(cursor.value(|c| c == ',' || c == '\t')?.text.into_owned());
            if !cursor.separator()? {
                return Ok(values);
            }
        }
    }

    #[test]
    fn comments_are_cut_but_not_percent_signs_in_values() {
        let cut: Vec<(usize, &str)> =
            lines("% a\n1,2 % b\r\n\n'a % b',50%\n'it\\'s' % c\nd's % e").collect();
        assert_eq!(cut, [(2, "1,2"), (4, "'a % b',50%"), (5, "'it\\'s'"), (6, "d's")]);
    }

    #[test]
    fn values_are_separated_by_commas_or_tabs() {
        assert_eq!(row("a, b ,c").unwrap(), ["a", "b", "c"]);
        assert_eq!(row("a\tb , c,\td").unwrap(), ["a", "b", "c", "d"]);
        assert_eq!(row("a,,b,").unwrap(), ["a", "", "b", ""]);
        assert_eq!(row("'a,b' , \"c\\\"d\"\t'e\\nf'").unwrap(), ["a,b", "c\"d", "e\nf"]);
        assert_eq!(row("it's,a\\b").unwrap(), ["it's", "a\\b"]);
    }

    #[test]
    fn damaged_quotes_are_refused() {
        for (text, problem) in [
            ("a,'b", "`b` is never closed"),
            ("'b\\'", "never closed"),
            ("'a'b", "text `b` after a closing quote"),
            ("'a' b", "text `b` after a closing quote"),
        ] {
            let error = row(text).unwrap_err();
            assert!(error.problem.contains(problem), "{error}");
        }
    }
}
