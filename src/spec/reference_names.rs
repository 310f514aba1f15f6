//! The names of a published table and ours: equal ones belong together, others as `[reference]` says. It knows no numbers.

use std::ops::Range;

use super::reader::{Reader, Report, unknown_word, wrong_type};
use crate::analysis::reference::Joined;
use crate::diagnostic::Diagnostic;
use crate::suggest;

/// A name with its place in the spec.
pub type Word<'a> = (&'a str, Range<usize>);

/// Names that stand for others: ours, then the published one.
pub type Map<'a> = Vec<(Word<'a>, Word<'a>)>;

/// A table of words whose keys are names.
pub fn words_by_name<'a>(reader: &Reader<'a>, key: &'static str, report: &Report) -> Map<'a> {
    let Some(table) = reader.table(key, None) else { return Vec::new() };
    let mut words = Vec::new();
    for (name, span, item) in table.entries() {
        match item.get_ref().as_str() {
            Some(word) => words.push(((name, span), (word, item.span()))),
            None => report.add(wrong_type(&format!("`{name}`"), "a name in quotes", item)),
        }
    }
    words
}

/// Ours and the published names of one kind of thing.
pub struct Kind<'a> {
    /// Which: `method` or `dataset`.
    pub what: &'static str,
    /// All of ours.
    pub ours: Vec<&'a str>,
    /// Which of ours stand for which of theirs.
    pub map: &'a Map<'a>,
}

impl Kind<'_> {
    /// Complains of a map: ours must be in the spec, published ones in a table (of which all must be known for that), and no
    /// two of ours may stand for one.
    pub fn check(&self, published: Option<Vec<&str>>, report: &Report) {
        let Kind { what, ours, map } = self;
        for (position, ((name, span), (print, print_span))) in map.iter().enumerate() {
            if !ours.is_empty() && !ours.contains(name) {
                report.add(unknown_word(what, name, span.clone(), ours));
            }
            if let Some(published) = published.as_ref().filter(|names| !names.contains(print)) {
                let message = format!("no published table has a {what} `{print}`");
                let listed = format!("published are {}", published.join(", "));
                let help = suggest::help(print, published, &listed);
                report.add(Diagnostic::new(message, print_span.clone()).help(help));
            }
            let mut before = map[..position].iter();
            if let Some(((first, _), _)) = before.find(|(_, (other, _))| other == print) {
                let message = format!("`{first}` and `{name}` both stand for `{print}`");
                report.add(Diagnostic::new(message, print_span.clone()).help("remove one of them"));
            }
        }
    }

    /// Joins the names of a table to ours: those of the map, else those that are equal, if only but for capital letters.
    pub fn join(&self, published: &[String]) -> Vec<Joined> {
        // Said for another table, a name is free to stand for itself in this one.
        let here = |print: &str| published.iter().any(|name| name == print);
        let mapped =
            |name: &str| self.map.iter().any(|((own, _), (print, _))| *own == name && here(print));
        let find = |name: &String| {
            let said = self.map.iter().find(|(_, (print, _))| print == name);
            let free = || self.ours.iter().copied().filter(|own| !mapped(own));
            let alike = |own: &&str| own.to_lowercase() == name.to_lowercase();
            let equal = || free().find(|own| own == name).or_else(|| free().find(alike));
            let own = said.map(|((own, _), _)| *own).or_else(equal);
            let own = own.filter(|own| self.ours.contains(own));
            Joined { published: name.clone(), ours: own.map(str::to_owned) }
        };
        published.iter().map(find).collect()
    }

    /// Complains of a table with which nothing is shared.
    pub fn nothing_shared(
        &self,
        table: &str,
        span: Range<usize>,
        published: &[String],
    ) -> Diagnostic {
        let what = self.what;
        let example =
            self.ours.first().zip(published.first()).map_or(String::new(), |(own, print)| {
                format!("; where names differ write {what}s = {{ \"{own}\" = \"{print}\" }}")
            });
        let message = format!("`{table}` has no {what} of this experiment");
        Diagnostic::new(message, span).help(format!("it has {}{example}", published.join(", ")))
    }
}
