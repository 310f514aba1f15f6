//! Reads the table `[gate]`.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::keys::Section;
use super::other_setting;
use super::read_analysis::{choose, listed};
use super::reader::{Item, Reader, Report, scalar, unknown_word};
use crate::analysis::settings::AnalysisSpec;
use crate::analysis::settings::LEVELS;
use crate::diagnostic::Diagnostic;
use crate::gate::settings::{
    CORRECTION, GateSettings, Guarded, INCONCLUSIVE, Inconclusive, LEAST_TIME_MARGIN, LEVEL, Level,
    Margin, is_time, usual_margin,
};
use crate::learn::{Registry, Setting};
use crate::measure::{Direction, MetricInfo};
use crate::metrics;
use crate::params::Value;
use crate::stats::adjust::Correction;

const MARGIN_HELP: &str =
    "write a number in the metric's unit, such as 0.01, or a share of the baseline, such as \"2%\"";

/// What `[gate]` says; without it, that the first score of the analysis may drop by a hundredth of its range.
pub fn read_gate(
    reader: Option<Reader<'_>>,
    analysis: &AnalysisSpec,
    (registry, setting): (&Registry, Setting),
    datasets: &[&str],
    report: &Report,
) -> GateSettings {
    let all = metrics::measurable(setting, registry);
    let find = |name: &str| all.iter().copied().find(|info| info.name == name);
    let usual = analysis.metrics.iter().copied().find(|info| usual_margin(info).is_some());
    let usual: Vec<&'static MetricInfo> = usual.or(all.first().copied()).into_iter().collect();
    let mut settings = GateSettings {
        metrics: Vec::new(),
        alpha: 0.05,
        correction: Some(Correction::Holm),
        level: Level::Method,
        inconclusive: Inconclusive::Fail,
    };
    let guard = |info: &'static MetricInfo, margin| Guarded { info, margin, on: BTreeMap::new() };
    let Some(reader) = reader else {
        let usual = usual.into_iter().filter_map(|info| Some(guard(info, usual_margin(info)?)));
        settings.metrics = usual.collect();
        return settings;
    };
    let known: Vec<&str> = all.iter().map(|info| info.name).collect();
    let chosen = listed(
        &reader,
        ("metrics", "metric"),
        find,
        |info| info.name,
        |word, span| other_setting::metric("metric", (word, span), (registry, setting), &known),
        report,
    );
    let chosen = chosen.unwrap_or(usual);
    let names: Vec<&'static str> = chosen.iter().map(|info| info.name).collect();
    let margins =
        reader.item("margin").map(|item| margins(item, &names, report)).unwrap_or_default();
    for &info in &chosen {
        let said = margins.iter().find(|(name, _)| name.is_none_or(|name| name == info.name));
        match said.map(|(_, margin)| *margin).or(usual_margin(info)) {
            Some(margin) => settings.metrics.push(guard(info, margin)),
            // A margin that was written and is wrong is reported once.
            None if reader.item("margin").is_some() && margins.is_empty() => {}
            None => {
                let message = format!("`{}` has no usual margin", info.name);
                let help =
                    format!("say how far it may drop: margin = {{ {} = \"50%\" }}", info.name);
                report.add(Diagnostic::new(message, reader.span.clone()).help(help));
            }
        }
    }
    if let Some(table) = reader.table("datasets", Some(Section::GateDatasets)) {
        for (dataset, span, item) in table.entries() {
            if !datasets.is_empty() && !datasets.contains(&dataset) {
                report.add(unknown_word("dataset", dataset, span, datasets));
                continue;
            }
            for (name, margin) in self::margins(item, &names, report) {
                let guarded = settings.metrics.iter_mut();
                for metric in guarded.filter(|m| name.is_none_or(|name| name == m.info.name)) {
                    metric.on.insert(dataset.to_owned(), margin);
                }
            }
        }
    }
    times_need_wide_margins(&settings, &reader, report);
    margins_must_be_possible(&settings, &reader, report);
    if let Some(alpha) = reader.positive("alpha") {
        if LEVELS.contains(&alpha) {
            settings.alpha = alpha;
        } else {
            report.add(super::read_analysis::bad_level(&reader));
        }
    }
    choose(&reader, "correction", CORRECTION, &mut settings.correction);
    choose(&reader, "level", LEVEL, &mut settings.level);
    choose(&reader, "inconclusive", INCONCLUSIVE, &mut settings.inconclusive);
    reader.finish();
    settings
}

/// Margins by metric; `None` stands for every metric.
fn margins(
    item: Item<'_>,
    metrics: &[&'static str],
    report: &Report,
) -> Vec<(Option<&'static str>, Margin)> {
    let DeValue::Table(table) = item.get_ref() else {
        return margin(item, report).map(|margin| (None, margin)).into_iter().collect();
    };
    let mut margins = Vec::new();
    for (key, item) in table.iter() {
        let name: &str = key.get_ref();
        match metrics.iter().find(|known| **known == name) {
            Some(known) => margins.extend(margin(item, report).map(|m| (Some(*known), m))),
            None => report.add(unknown_word("guarded metric", name, key.span(), metrics)),
        }
    }
    margins
}

fn margin(item: Item<'_>, report: &Report) -> Option<Margin> {
    let found = match scalar(item.get_ref()) {
        Some(Value::Int(number)) => Some(Margin::Absolute(number as f64)),
        Some(Value::Real(number)) => Some(Margin::Absolute(number)),
        Some(Value::Text(text)) => text
            .strip_suffix('%')
            .and_then(|number| number.trim().parse::<f64>().ok())
            .map(|percent| Margin::Relative(percent / 100.0)),
        _ => None,
    };
    let good = |margin: &Margin| {
        let (Margin::Absolute(size) | Margin::Relative(size)) = margin;
        size.is_finite() && *size >= 0.0
    };
    let found = found.filter(good);
    if found.is_none() {
        let mistake = Diagnostic::new("a margin is a number, zero or above", item.span());
        report.add(mistake.help(MARGIN_HELP));
    }
    found
}

/// A margin as wide as the metric's range is a gate that cannot close.
fn margins_must_be_possible(settings: &GateSettings, reader: &Reader<'_>, report: &Report) {
    for metric in &settings.metrics {
        let (low, high) = metric.info.range;
        let falls = metric.info.direction == Direction::Higher && low >= 0.0;
        let too_wide = |margin: &Margin| match *margin {
            Margin::Absolute(margin) => margin >= high - low,
            Margin::Relative(share) => falls && share >= 1.0,
        };
        if std::iter::once(&metric.margin).chain(metric.on.values()).any(too_wide) {
            let message = format!("no `{}` can drop by so much", metric.info.name);
            let help = "a gate with such a margin never closes; write a smaller one, such as 0.01";
            report.add(Diagnostic::new(message, reader.span.clone()).help(help));
        }
    }
}

fn times_need_wide_margins(settings: &GateSettings, reader: &Reader<'_>, report: &Report) {
    for metric in settings.metrics.iter().filter(|m| is_time(m.info)) {
        let wide = |m: &Margin| matches!(m, Margin::Relative(share) if *share >= LEAST_TIME_MARGIN);
        if !std::iter::once(&metric.margin).chain(metric.on.values()).all(wide) {
            let message = format!("the margin of `{}` is too narrow", metric.info.name);
            let percent = 100.0 * LEAST_TIME_MARGIN;
            let help = format!(
                "times depend on the machine: write a share of at least {percent}%, such as \"100%\""
            );
            report.add(Diagnostic::new(message, reader.span.clone()).help(help));
        }
    }
}
