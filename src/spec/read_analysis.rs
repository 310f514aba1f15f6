//! Reads the table `[analysis]`.

use std::ops::Range;

use super::other_setting;
use super::reader::{Reader, Report, unknown_word};
use crate::analysis::reference::ReferenceSpec;
use crate::analysis::registry::{self as tests_registry, Test};
use crate::analysis::settings::{
    ACROSS_METRICS, AnalysisSettings, AnalysisSpec, LEVELS, MISSING, STATISTIC, TIES, WILCOXON,
    ZEROS,
};
use crate::choices::{Words, choice_of};
use crate::diagnostic::Diagnostic;
use crate::experiment::MethodSpec;
use crate::learn::{Registry, Setting};
use crate::measure::MetricInfo;
use crate::metrics;
use crate::suggest;

/// Methods that `[analysis]` names, as the control or in the trend, and where: for [`check_methods`].
pub type NamedMethods = Vec<(String, Range<usize>)>;

/// What `[analysis]` says; without it, what is usual.
pub fn read_analysis(
    reader: Option<Reader<'_>>,
    registry: &Registry,
    setting: Setting,
    report: &Report,
) -> (AnalysisSpec, NamedMethods) {
    let all = metrics::measurable(setting, registry);
    let find = |name: &str| all.iter().copied().find(|info| info.name == name);
    let default: Vec<&'static MetricInfo> = all.first().copied().into_iter().collect();
    let mut settings = AnalysisSettings::default();
    // A table of its own, which is read last.
    let reference = ReferenceSpec::default();
    let Some(reader) = reader else {
        return (AnalysisSpec { metrics: default, settings, reference }, Vec::new());
    };
    let known: Vec<&str> = all.iter().map(|info| info.name).collect();
    let metrics = listed(
        &reader,
        ("metrics", "metric"),
        find,
        |info| info.name,
        |word, span| other_setting::metric("metric", (word, span), (registry, setting), &known),
        report,
    );
    if let Some(tests) = tests(&reader, report) {
        settings.tests = tests;
    }
    let mut named = NamedMethods::new();
    named.extend(reader.text("control").map(|(name, span)| (name.to_owned(), span)));
    settings.control = named.first().map(|(name, _)| name.clone());
    if let Some(alpha) = reader.positive("alpha") {
        if LEVELS.contains(&alpha) {
            settings.alpha = alpha;
        } else {
            report.add(bad_level(&reader));
        }
    }
    choose(&reader, "ties", TIES, &mut settings.ties);
    choose(&reader, "zeros", ZEROS, &mut settings.zeros);
    choose(&reader, "wilcoxon", WILCOXON, &mut settings.wilcoxon);
    choose(&reader, "missing", MISSING, &mut settings.missing);
    choose(&reader, "statistic", STATISTIC, &mut settings.draw_test.statistic);
    if let Some(folded) = reader.flag("folded") {
        settings.draw_test.folded = folded;
    }
    if let Some(draws) = reader.whole("draws", 100, 10_000_000) {
        settings.draws = draws as usize;
    }
    settings.rope = reader.positive("rope");
    choose(&reader, "across-metrics", ACROSS_METRICS, &mut settings.across_metrics);
    let trend = reader.words("trend").unwrap_or_default();
    settings.trend = trend.iter().map(|(name, _)| (*name).to_owned()).collect();
    named.extend(trend.into_iter().map(|(name, span)| (name.to_owned(), span)));
    reader.finish();
    (AnalysisSpec { metrics: metrics.unwrap_or(default), settings, reference }, named)
}

/// A level of tests that nobody uses.
pub fn bad_level(reader: &Reader<'_>) -> Diagnostic {
    let message = format!("`alpha` must lie between {} and {}", LEVELS.start(), LEVELS.end());
    Diagnostic::new(message, reader.span.clone()).help("a usual level is 0.05")
}

/// The control and every method of the trend must be among the methods.
pub fn check_methods(named: NamedMethods, methods: &[MethodSpec], report: &Report) {
    let known: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    for (name, span) in named {
        if !known.is_empty() && !known.contains(&name.as_str()) {
            let listed = format!("the methods are {}", known.join(", "));
            let mistake = Diagnostic::new(format!("no method is called `{name}`"), span);
            report.add(mistake.help(suggest::help(&name, &known, &listed)));
        }
    }
}

pub fn choose<T: Copy>(reader: &Reader<'_>, key: &'static str, words: Words<T>, choice: &mut T) {
    let names: Vec<&'static str> = words.iter().map(|(word, _)| *word).collect();
    if let Some(chosen) = reader.choice(key, &names).and_then(|word| choice_of(words, word)) {
        *choice = chosen;
    }
}

/// The tests of `[analysis]`; the word `all` stands for every test, as it does for `--tests`.
fn tests(reader: &Reader<'_>, report: &Report) -> Option<Vec<Test>> {
    let words = reader.words("tests")?;
    if words.iter().any(|(word, _)| *word == "all") {
        return Some(tests_registry::ALL.to_vec());
    }
    let unknown = |word: &str, span| unknown_word("test", word, span, &tests_registry::names());
    let chosen = each(&words, tests_registry::test, |test| test.name, unknown, report);
    refuse_empty(reader, ("tests", "test"), words.is_empty(), report);
    Some(chosen)
}

/// A list of known words, none of them twice; `None` if the key is not there.
pub fn listed<T: Copy>(
    reader: &Reader<'_>,
    (key, what): (&'static str, &str),
    find: impl Fn(&str) -> Option<T>,
    name: impl Fn(&T) -> &'static str,
    unknown: impl Fn(&str, Range<usize>) -> Diagnostic,
    report: &Report,
) -> Option<Vec<T>> {
    let words = reader.words(key)?;
    let chosen = each(&words, find, name, unknown, report);
    refuse_empty(reader, (key, what), words.is_empty(), report);
    Some(chosen)
}

/// What each word names; unknown ones and those that are listed twice are reported.
fn each<T: Copy>(
    words: &[(&str, Range<usize>)],
    find: impl Fn(&str) -> Option<T>,
    name: impl Fn(&T) -> &'static str,
    unknown: impl Fn(&str, Range<usize>) -> Diagnostic,
    report: &Report,
) -> Vec<T> {
    let mut chosen: Vec<T> = Vec::new();
    for (word, span) in words {
        match find(word) {
            Some(_) if chosen.iter().any(|c| name(c) == *word) => {
                let mistake = Diagnostic::new(format!("`{word}` is listed twice"), span.clone());
                report.add(mistake.help("remove one of them"));
            }
            Some(found) => chosen.push(found),
            None => report.add(unknown(word, span.clone())),
        }
    }
    chosen
}

fn refuse_empty(
    reader: &Reader<'_>,
    (key, what): (&'static str, &str),
    is_empty: bool,
    report: &Report,
) {
    if is_empty {
        let mistake = Diagnostic::new(format!("`{key}` is empty"), reader.span.clone());
        report.add(mistake.help(format!("name at least one {what}, or remove the key")));
    }
}
