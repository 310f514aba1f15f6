//! Words of a spec that belong to another setting than its datasets: a metric, a method kind, a base. Each message says what
//! the word is for, what the datasets have, and what would work.

use std::ops::Range;

use super::read_command::takes_part;
use super::reader::unknown_word;
use crate::diagnostic::Diagnostic;
use crate::learn::command::Program;
use crate::learn::{Registry, Setting};
use crate::metrics;

/// A metric that cannot be used; `known` are those that can, and `what` is the word for them.
pub fn metric(
    what: &str,
    (word, span): (&str, Range<usize>),
    (registry, setting): (&Registry, Setting),
    known: &[&str],
) -> Diagnostic {
    let knows = |other: &Setting| {
        metrics::measurable(*other, registry).iter().any(|info| info.name == word)
    };
    // A timing or a fact of this setting is known, too, but not of use everywhere.
    let other = Setting::ALL.into_iter().find(knows).filter(|_| !knows(&setting));
    let Some(other) = other else { return unknown_word(what, word, span, known) };
    let (measured, holds) = (other.name(), setting.holds_unlike(other));
    let message = format!("`{word}` measures {measured}, these datasets have {holds}");
    Diagnostic::new(message, span).help(format!("use {}", known.join(", ")))
}

/// The kind over a classifier that learns from bags.
const OVER_CLASSIFIER: &str = "simple-mi";

/// The kind over a classifier that learns from a stream.
const OVER_CHUNKS: &str = "per-chunk";

/// A method kind that the setting does not have.
pub fn kind(kind: &str, span: Range<usize>, registry: &Registry, setting: Setting) -> Diagnostic {
    let known = kinds(registry, setting);
    let Some(&other) = registry.settings_of(kind).first() else {
        return unknown_word("method kind", kind, span, &known);
    };
    let wraps = |wrapper: &str| {
        other == Setting::Classification && registry.find(wrapper, setting).is_some()
    };
    let listed = known.join(", ");
    let of_rows =
        |bags: &str| format!("name the column of the bags with `bag`, or {bags} {listed}");
    let (does, holds) = (other.methods_do(), setting.holds_unlike(other));
    let (message, help) = match (setting, other) {
        (Setting::Stream, _) => {
            let help = match wraps(OVER_CHUNKS) {
                true => format!("use kind = \"{OVER_CHUNKS}\", base = \"{kind}\""),
                false if known.is_empty() => "use kind = \"nested\" in [protocol]".to_owned(),
                false => format!("use kind = \"nested\" in [protocol], or one of {listed}"),
            };
            (format!("`{kind}` learns from a whole training part, not from a stream"), help)
        }
        (_, Setting::Stream) => {
            let help = format!("use kind = \"prequential\" in [protocol], or one of {listed}");
            (format!("`{kind}` learns from a stream, and folds are none"), help)
        }
        (Setting::Bags, _) if wraps(OVER_CLASSIFIER) => {
            let help = format!(
                "use kind = \"{OVER_CLASSIFIER}\", base = \"{kind}\", or choose one of {listed}"
            );
            (format!("`{kind}` {does}, these datasets have {holds}"), help)
        }
        (_, Setting::Bags) => {
            (format!("`{kind}` {does}, these datasets have {holds}"), of_rows("choose one of"))
        }
        (
            Setting::Classification | Setting::Regression | Setting::Bags,
            Setting::Classification | Setting::Regression,
        ) => {
            let help = format!("for {holds}: {listed}");
            (format!("`{kind}` {does}, these datasets have {holds}"), help)
        }
    };
    Diagnostic::new(message, span).help(help)
}

/// A base that is not written for what the method over it asks.
pub fn base(
    outer: &str,
    base: &str,
    span: Range<usize>,
    registry: &Registry,
    asked: Setting,
) -> Diagnostic {
    let known: Vec<&str> = registry.of(asked).map(|entry| entry.method.info().kind).collect();
    let reason = match registry.settings_of(base).first() {
        Some(other) => other.methods_do(),
        None if base == Program::KIND => "is a program",
        None => return unknown_word("method kind", base, span, &known),
    };
    let message = format!("`{outer}` cannot build on `{base}`: it {reason}");
    Diagnostic::new(message, span).help(format!("choose one of {}", known.join(", ")))
}

fn kinds(registry: &Registry, setting: Setting) -> Vec<&'static str> {
    let shipped = registry.of(setting).map(|entry| entry.method.info().kind);
    shipped.chain(takes_part(setting).then_some(Program::KIND)).collect()
}
