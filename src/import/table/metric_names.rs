//! What the names of metrics say: which way is better, and which values are possible. Programs write one metric under many
//! names (`acc`, `test_accuracy`, `classif.acc`, `accuracy_mean`), so what only says how it was measured is taken off
//! first. It knows names, never values.

pub mod kinds;

use super::metric_list::{METRIC_NAMES, MetricNames};
use super::name_marks::{Marked, Turned, marked};
use super::names::words;
use crate::measure::{Direction, Unit};

/// Words before a name that say how it was measured.
const BEFORE: &[&str] = &[
    "test", "mean", "avg", "average", "metric", "metrics", "classif", "regr", "eval", "final",
    "score", "scores", "outer",
];
/// Words after a name that do.
const AFTER: &[&str] = &[
    "test",
    "mean",
    "means",
    "avg",
    "average",
    "score",
    "scores",
    "pct",
    "percent",
    "percentage",
    "none",
    "value",
    "values",
    "results",
    "result",
];
/// Ways to average over classes: the same facts, but not the same metric.
const AVERAGED: &[&str] = &["macro", "micro", "weighted", "binary", "samples", "ovr", "ovo"];
/// Short metrics and everyday words, which are parts of names of other things.
const EVERYDAY: &[&str] = &["cost", "loss", "reward", "correlation", "em", "ce", "ari", "mi", "ri"];

/// What a name says.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricFacts {
    /// The name in sentences, if there is a better one than the file's.
    pub title: Option<String>,
    /// Which way is better.
    pub direction: Direction,
    /// The smallest and the largest possible value.
    pub range: (f64, f64),
    /// What it counts.
    pub unit: Unit,
    /// Whether a mark such as an arrow says the opposite of what is known of the metric; the mark decides then.
    pub contradicted: bool,
}

/// The facts of a name; `None` for a name that says nothing.
pub fn facts(name: &str) -> Option<MetricFacts> {
    let Marked { rest, better, turned } = marked(name);
    let found = match (of_name(&rest), better) {
        (Some(known), _) => match turned {
            Turned::No => known,
            Turned::Negated => negated(known),
            Turned::FromOne => from_one(known),
        },
        (None, Some(direction)) if !ends_as_cost(&rest) => MetricFacts {
            title: Some(rest),
            direction,
            range: (f64::NEG_INFINITY, f64::INFINITY),
            unit: Unit::Number,
            contradicted: false,
        },
        _ => return None,
    };
    let contradicted = better.is_some_and(|better| better != found.direction);
    Some(MetricFacts { direction: better.unwrap_or(found.direction), contradicted, ..found })
}

/// Whether a name is that of a metric, a time or another cost.
pub fn is_known(name: &str) -> bool {
    facts(name).is_some() || is_cost(name)
}

/// A name of the list within a name, and what stands around it.
struct Listed {
    entry: &'static MetricNames,
    /// The name as it is in the list.
    name: String,
    /// Ways of averaging and parts of the data, in alphabetical order: the same facts, but not the same metric.
    qualifiers: Vec<String>,
    negated: bool,
}

impl Listed {
    fn facts(&self) -> MetricFacts {
        let MetricNames { title, direction, range, unit, .. } = *self.entry;
        let title = Some(title).filter(|title| !title.is_empty() && self.qualifiers.is_empty());
        let title = title.map(str::to_owned);
        let facts = MetricFacts { title, direction, range, unit, contradicted: false };
        if self.negated { negated(facts) } else { facts }
    }

    /// What is the same for all names of one metric.
    fn identity(&self) -> (&str, &[String], bool) {
        let name = if self.entry.title.is_empty() { &self.name } else { self.entry.title };
        (name, &self.qualifiers, self.negated)
    }
}

/// The facts of a name without marks.
fn of_name(name: &str) -> Option<MetricFacts> {
    look_up(name).map(|listed| listed.facts())
}

/// Looks a name without marks up, first as it stands, then without one word after the other that goes with metrics.
fn look_up(name: &str) -> Option<Listed> {
    let (name, depth) = without_depth(name);
    let mut words = words(name);
    if let ([word], Some(_)) = (words.as_mut_slice(), depth) {
        *word = match word.as_str() {
            "r" => "recall".to_owned(),
            "p" => "precision".to_owned(),
            _ => std::mem::take(word),
        };
    }
    let mut rest: &[String] = &words;
    let mut qualifiers: Vec<String> = depth.map(str::to_owned).into_iter().collect();
    let mut negated = false;
    let qualifies = |word: &String| AVERAGED.contains(&word.as_str()) || kinds::is_other_part(word);
    loop {
        if let Some(entry) = entry(rest) {
            qualifiers.sort_unstable();
            return Some(Listed { entry, name: rest.concat(), qualifiers, negated });
        }
        rest = match rest {
            [first, after @ ..] if matches!(first.as_str(), "neg" | "negative" | "minus") => {
                negated = !negated;
                after
            }
            [before @ .., last] if AFTER.contains(&last.as_str()) => before,
            [before @ .., last] if qualifies(last) => {
                qualifiers.push(last.clone());
                before
            }
            [first, after @ ..] if qualifies(first) => {
                qualifiers.push(first.clone());
                after
            }
            [first, after @ ..] if BEFORE.contains(&first.as_str()) => after,
            _ => return None,
        };
    }
}

/// A name without the depth or the quantile behind it, and that: `R@5`, `sMAPE[0.5]`.
fn without_depth(name: &str) -> (&str, Option<&str>) {
    let name = name.trim();
    let cut = match name.strip_suffix(']') {
        Some(inside) => inside.rsplit_once('['),
        None => name.rsplit_once('@'),
    };
    match cut {
        Some((before, depth)) if !before.trim().is_empty() && depth.parse::<f64>().is_ok() => {
            (before, Some(depth))
        }
        _ => (name, None),
    }
}

/// Whether two names are of one metric: `acc` and `test_accuracy`, but not `f1_macro` and `f1_micro`.
pub fn same(one: &str, other: &str) -> bool {
    let (one, other) = (marked(one), marked(other));
    let (Some(a), Some(b)) = (look_up(&one.rest), look_up(&other.rest)) else { return false };
    one.turned == other.turned && a.identity() == b.identity()
}

/// The words of a name without those that only say how it was measured.
pub fn bare(name: &str) -> Vec<String> {
    let words = words(name);
    let mut rest: &[String] = &words;
    loop {
        rest = match rest {
            [before @ .., last] if !before.is_empty() && AFTER.contains(&last.as_str()) => before,
            [first, after @ ..] if !after.is_empty() && BEFORE.contains(&first.as_str()) => after,
            _ => return rest.to_vec(),
        };
    }
}

/// Whether a metric is called by an everyday word, so that it may as well be part of another name.
pub fn is_everyday(name: &str) -> bool {
    EVERYDAY.contains(&words(name).concat().as_str())
}

fn entry(words: &[String]) -> Option<&'static MetricNames> {
    let name = words.concat();
    METRIC_NAMES.iter().find(|entry| entry.names.contains(&name.as_str()))
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Higher => Direction::Lower,
        Direction::Lower => Direction::Higher,
    }
}

/// scikit-learn and the AutoML Benchmark turn losses round, so that higher is better.
fn negated(facts: MetricFacts) -> MetricFacts {
    MetricFacts {
        title: facts.title.map(|title| format!("negated {title}")),
        direction: opposite(facts.direction),
        range: (-facts.range.1, -facts.range.0),
        unit: if facts.unit == Unit::Target { Unit::Target } else { Unit::Number },
        ..facts
    }
}

/// `1 - AUROC` and `100 - accuracy` are errors.
fn from_one(facts: MetricFacts) -> MetricFacts {
    MetricFacts {
        title: facts.title.map(|title| format!("1 − {title}")),
        direction: opposite(facts.direction),
        range: (1.0 - facts.range.1, 1.0 - facts.range.0),
        ..facts
    }
}

/// Whether a name is that of a time or of memory: less is better, but it is no score. The last word says what a thing is, but for
/// a unit or the way of averaging behind it; `time_series_accuracy` is an accuracy.
pub fn is_cost(name: &str) -> bool {
    let Marked { rest, .. } = marked(name);
    of_name(&rest).is_none() && within(&rest).is_none() && ends_as_cost(&rest)
}

fn ends_as_cost(name: &str) -> bool {
    let words = words(name);
    let mut rest: &[String] = &words;
    while let [before @ .., last] = rest {
        let unit = kinds::is_cost_unit(last);
        // An `s` alone may stand for anything: it is a unit in `cpu_s`, not in `results_s`.
        let of_cost = || before.last().is_some_and(|word| kinds::goes_with_cost(word));
        if kinds::is_cost_word(last) || last == "s" && of_cost() {
            return true;
        }
        if !unit && !AFTER.contains(&last.as_str()) {
            return false;
        }
        rest = before;
    }
    false
}

/// Whether a name says that it was not measured on the test part.
pub fn is_not_test(name: &str) -> bool {
    words(name).iter().any(|word| kinds::is_other_part(word))
}

/// The name of the mean whose spread a name is: `accuracy_std` is that of `accuracy`; `None` for other names.
pub fn spread_of(name: &str) -> Option<String> {
    let words = words(name);
    let rest: Vec<&String> = words.iter().filter(|word| !kinds::is_deviation(word)).collect();
    (rest.len() + 1 == words.len()).then(|| rest.into_iter().map(String::as_str).collect())
}

/// The name of a mean as [`spread_of`] gives it.
pub fn mean_name(name: &str) -> String {
    let is = |word: &String| matches!(word.as_str(), "mean" | "avg" | "average");
    words(name).into_iter().filter(|word| !is(word)).collect()
}

/// The metric that is part of another name, such as that of a file; `None` where there is none or several.
pub fn within(name: &str) -> Option<String> {
    // `aCC` is an average correlation coefficient, not `acc`: capitals inside a word make another word of it.
    let odd =
        |word: &&str| word.starts_with(char::is_lowercase) && word.chars().any(char::is_uppercase);
    let pieces: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if pieces.iter().any(odd) {
        return None;
    }
    let words = words(name);
    // `accuracy_loss` is a loss of accuracy or an accuracy and a loss.
    if words.len() > 1 && words.iter().any(|word| word == "loss") && entry(&words).is_none() {
        let log = words
            .windows(2)
            .any(|pair| pair.concat() == "logloss" || pair.concat() == "hammingloss");
        if !log {
            return None;
        }
    }
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = (1..=3.min(words.len() - at)).rev().find(|&length| {
            let part = &words[at..at + length];
            entry(part).is_some() && !is_everyday(&part.concat())
        });
        match longest {
            Some(length) => {
                found.push(words[at..at + length].join("_"));
                at += length;
            }
            None => at += 1,
        }
    }
    found.dedup();
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
