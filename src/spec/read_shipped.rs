//! Kinds of the registry, found by their word and the setting of the experiment, alone or over other kinds (`base`).

use std::ops::Range;

use super::other_setting;
use super::read_methods::Tried;
use super::reader::{Reader, Report};
use crate::diagnostic::Diagnostic;
use crate::learn::{AnyMethod, Entry, Registry};

/// A kind in a chain of bases, and where the spec names it.
struct Link<'a> {
    entry: &'a Entry,
    kind: &'a str,
    span: Range<usize>,
}

/// A kind of the registry, over the bases that are named.
pub fn read_shipped(
    reader: &Reader<'_>,
    (kind, span): (&str, Range<usize>),
    registry: &Registry,
    tried: Tried,
    report: &Report,
) -> Option<AnyMethod> {
    let Some(entry) = registry.find(kind, tried.setting) else {
        report.add(other_setting::kind(kind, span, registry, tried.setting));
        return None;
    };
    let bases = match reader.item("base") {
        None => Vec::new(),
        Some(item) if item.get_ref().as_array().is_some_and(|list| list.is_empty()) => {
            let mistake = Diagnostic::new("`base` names no method", item.span());
            report.add(mistake.help("name one, or remove the key"));
            return None;
        }
        Some(item) if item.get_ref().is_array() => reader.words("base")?,
        Some(_) => vec![reader.text("base")?],
    };
    if bases.is_empty() {
        if entry.needs_base {
            let message = format!("`{kind}` needs a `base` here");
            let help = "name the method it builds on, such as base = [\"simple-mi\", \"j48\"]";
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        }
        return Some(entry.method);
    }
    // From outside in: each is looked up in the setting that the one before it asks for.
    let mut chain = vec![Link { entry, kind, span }];
    for (word, span) in bases {
        let outer = chain.last()?;
        let Some(over) = outer.entry.over else {
            let message = format!("`{}` builds on no other method", outer.kind);
            let help = match chain.len() {
                1 => "remove `base`".to_owned(),
                _ => format!("end the list with `{}`", outer.kind),
            };
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        };
        let asked = over.base_setting();
        let Some(found) = registry.find(word, asked) else {
            report.add(other_setting::base(outer.kind, word, span, registry, asked));
            return None;
        };
        chain.push(Link { entry: found, kind: word, span });
    }
    build(chain, report)
}

/// Builds each method of a chain over the one after it.
fn build(mut chain: Vec<Link<'_>>, report: &Report) -> Option<AnyMethod> {
    let mut inner = chain.pop()?;
    let mut method = inner.entry.method;
    while let Some(outer) = chain.pop() {
        method = match outer.entry.over.map(|over| over.over(method)) {
            Some(Ok(whole)) => whole,
            Some(Err(reason)) => {
                let (outer, inner_kind) = (outer.kind, inner.kind);
                let message = format!("`{outer}` cannot build on `{inner_kind}`: {reason}");
                report.add(Diagnostic::new(message, inner.span).help("choose another `base`"));
                return None;
            }
            None => return None,
        };
        inner = outer;
    }
    Some(method)
}
