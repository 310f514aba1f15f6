//! Lines of a CSV file that are neither header nor data: comments, and the line that tells Excel the separator. A line is a
//! comment only where it cannot be a record.

use std::path::Path;

use super::sample::Sample;
use super::scan::{Dialect, Scanner};

/// What comments begin with.
const MARKS: [&str; 4] = ["#", "%", "//", "|"];

/// What stands above the first record.
pub struct Lead<'a> {
    /// The text from the first line that is no comment.
    pub body: &'a str,
    /// The line where it begins.
    pub line: usize,
    /// What comments begin with, here or further below.
    pub mark: Option<&'static str>,
    /// The last comment before the first record, without its mark.
    last: Option<&'a str>,
    /// Lines further below that begin with the mark.
    inner: Vec<&'a str>,
    /// How many comments are above the first record.
    leads: usize,
}

/// Splits `sep=;` off a text, which Excel understands.
pub fn separator_hint(text: &str) -> (Option<char>, &str) {
    let Some((first, rest)) = text.split_once('\n') else { return (None, text) };
    let hint = first.trim_end_matches('\r').strip_prefix("sep=");
    let mut characters = hint.unwrap_or_default().chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) if !matches!(c, '"' | '\'') => (Some(c), rest),
        _ => (None, text),
    }
}

fn mark_of(line: &str) -> Option<&'static str> {
    MARKS.into_iter().find(|mark| line.trim_start().starts_with(mark))
}

/// Looks for comments. A mark that most lines begin with is none.
pub fn leading(text: &str) -> Lead<'_> {
    let mut lead =
        Lead { body: text, line: 1, mark: None, last: None, inner: Vec::new(), leads: 0 };
    let (mut at, mut line) = (0, 1);
    for content in text.split_inclusive('\n') {
        match mark_of(content) {
            Some(mark) if lead.mark.is_none_or(|known| known == mark) => {
                lead.mark = Some(mark);
                lead.leads += 1;
                let trimmed = content.trim();
                lead.last = Some(trimmed.strip_prefix(mark).unwrap_or(trimmed));
            }
            _ if content.trim().is_empty() => {}
            _ => break,
        }
        at += content.len();
        line += 1;
    }
    let body = text.get(at..).unwrap_or_default();
    if lead.mark.is_some() && !body.is_empty() {
        (lead.body, lead.line) = (body, line);
    } else {
        (lead.mark, lead.last, lead.leads) = (None, None, 0);
    }
    let known = lead.mark;
    let lines = || lead.body.lines();
    let mark = known.or_else(|| lines().find_map(mark_of));
    if let Some(mark) = mark {
        lead.inner = lines().filter(|line| mark_of(line) == Some(mark)).collect();
        let all = lines().filter(|line| !line.trim().is_empty()).count();
        if lead.inner.len() * 2 > all {
            return Lead {
                body: text,
                line: 1,
                mark: None,
                last: None,
                inner: Vec::new(),
                leads: 0,
            };
        }
    }
    lead.mark = mark.filter(|_| lead.leads > 0 || !lead.inner.is_empty());
    lead
}

/// Whether lines that begin with the mark are records like others, because they have as many fields. One line above the first
/// record is left to [`Lead::names`], unless its first name touches the mark, which is then a part of it.
pub fn are_data(file: &Path, lead: &Lead, sample: &Sample) -> bool {
    if lead.mark.is_none() {
        return false;
    }
    let width = |line: &str| width(file, line, sample.dialect);
    let names_touch = lead.leads == 1
        && lead.last.is_some_and(|last| {
            !last.starts_with(char::is_whitespace) && width(last) == Some(sample.width)
        });
    names_touch || lead.inner.iter().any(|line| width(line) == Some(sample.width))
}

fn width(file: &Path, line: &str, dialect: Dialect) -> Option<usize> {
    let mut fields = Vec::new();
    let mut scanner = Scanner::with(file, line, Dialect { comment: None, ..dialect });
    scanner.record(&mut fields).ok()?.then_some(fields.len())
}

impl Lead<'_> {
    /// The names of the columns, if the last comment above the first record is a list of them, as NumPy writes it.
    pub fn names(&self, sample: &Sample) -> Option<Vec<String>> {
        let last = self.last.filter(|_| self.leads > 0)?;
        let dialect = Dialect { comment: None, ..sample.dialect };
        let mut fields = Vec::new();
        Scanner::with(Path::new(""), last, dialect).record(&mut fields).ok()?.then_some(())?;
        let names: Vec<String> = fields.iter().map(|field| field.text.trim().to_owned()).collect();
        let mut seen = std::collections::BTreeSet::new();
        let good = names.len() == sample.width
            && names.iter().all(|name| !name.is_empty() && seen.insert(name.as_str()));
        good.then_some(names)
    }
}
