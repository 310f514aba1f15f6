//! The check of `[reference]`: the published tables it names are held against a metric of the experiment, and their names
//! joined to its own.

use super::environment::Environment;
use super::reader::{Reader, Report, unknown_word};
use super::reference_names::{Kind, Word, words_by_name};
use super::reference_source::{Found, Sources};
use crate::analysis::reference::{ReferenceSpec, ReferenceTable, UNITS, factor};
use crate::analysis::settings::AnalysisSpec;
use crate::choices::word_of;
use crate::diagnostic::Diagnostic;
use crate::experiment::MethodSpec;
use crate::measure::{MetricInfo, Unit};
use crate::metrics;
use crate::published::{Cells, Printed, PrintedUnit};

/// What published tables are held against.
pub struct Tried<'a> {
    pub environment: &'a Environment<'a>,
    pub analysis: &'a AnalysisSpec,
    /// The names of all datasets, those that cannot be had included.
    pub datasets: &'a [&'a str],
    pub methods: &'a [MethodSpec],
}

/// What `[reference]` says; without it, nothing.
pub fn read_reference(
    reader: Option<Reader<'_>>,
    tried: &Tried<'_>,
    report: &Report,
) -> ReferenceSpec {
    let Some(reader) = reader else { return ReferenceSpec::default() };
    let metrics = words_by_name(&reader, "metrics", report);
    let (method_map, dataset_map) =
        (words_by_name(&reader, "methods", report), words_by_name(&reader, "datasets", report));
    let Sources { found, unread, lacking } = Sources::read(&reader, tried.environment, report);
    reader.finish();
    let all_read = unread.is_empty() && !lacking;
    let named: Vec<&str> = found.iter().map(|table| table.name.as_str()).collect();
    for ((name, span), _) in
        metrics.iter().filter(|((name, _), _)| all_read && !named.contains(name))
    {
        report.add(unknown_word("table", name, span.clone(), &named));
    }
    let methods = Kind {
        what: "method",
        ours: tried.methods.iter().map(|method| method.name.as_str()).collect(),
        map: &method_map,
    };
    let datasets = Kind { what: "dataset", ours: tried.datasets.to_vec(), map: &dataset_map };
    let print = |names: fn(&Cells) -> &Vec<String>| -> Option<Vec<&str>> {
        let all = found.iter().flat_map(|table| names(&table.cells)).map(String::as_str);
        all_read.then(|| all.collect())
    };
    methods.check(print(|cells| &cells.methods), report);
    datasets.check(print(|cells| &cells.datasets), report);
    let mut tables = Vec::new();
    for table in &found {
        let said = metrics.iter().find(|((name, _), _)| *name == table.name);
        let said = said.map(|(_, metric)| metric.clone());
        let Some(metric) = metric(table, said, tried, report) else { continue };
        let Some(unit) = unit(table, metric, report) else { continue };
        for (kind, published) in
            [(&methods, &table.cells.methods), (&datasets, &table.cells.datasets)]
        {
            let shared = kind.join(published).iter().any(|joined| joined.ours.is_some());
            if !shared && !kind.ours.is_empty() {
                report.add(kind.nothing_shared(&table.name, table.word.1.clone(), published));
            }
        }
        tables.push(ReferenceTable {
            name: table.name.clone(),
            cite: table.cite.clone(),
            metric,
            unit,
            datasets: datasets.join(&table.cells.datasets),
            methods: methods.join(&table.cells.methods),
            cells: numbers(&table.cells),
            sds: table.spreads.as_ref().map_or_else(Vec::new, numbers),
            ranks: table.cells.methods.iter().map(|m| table.ranks.get(m).cloned()).collect(),
        });
    }
    ReferenceSpec { tables, unread }
}

fn numbers(cells: &Cells) -> Vec<Vec<Option<Printed>>> {
    let columns = 0..cells.methods.len();
    let row = |row: usize| columns.clone().map(|column| cells.printed(row, column)).collect();
    (0..cells.datasets.len()).map(row).collect()
}

/// The metric of ours that a table is held against: as the spec says, as the table says, or, of a file, the first one.
fn metric(
    table: &Found<'_>,
    said: Option<Word<'_>>,
    tried: &Tried<'_>,
    report: &Report,
) -> Option<&'static MetricInfo> {
    let shown = &tried.analysis.metrics;
    let span = said.as_ref().map_or_else(|| table.word.1.clone(), |(_, span)| span.clone());
    let name = said.map(|(name, _)| name.to_owned()).or_else(|| table.metric.clone());
    let Some(name) = name else {
        if table.own {
            return shown.first().copied();
        }
        let message = format!("nobody says which metric `{}` shows", table.name);
        let help = format!("say it: metrics = {{ \"{}\" = \"select_time\" }}", table.name);
        report.add(Diagnostic::new(message, span).help(help));
        return None;
    };
    if let Some(info) = shown.iter().copied().find(|info| info.name == name) {
        return Some(info);
    }
    let all = metrics::all(tried.environment.registry);
    let known: Vec<&str> = all.iter().map(|info| info.name).collect();
    report.add(if known.contains(&name.as_str()) {
        let message = format!("`{}` shows `{name}`, which this experiment does not", table.name);
        let help = format!(
            "add \"{name}\" to `metrics` of [analysis], or say another: metrics = {{ \"{}\" = \"...\" }}",
            table.name
        );
        Diagnostic::new(message, span).help(help)
    } else {
        unknown_word("metric", &name, span, &known)
    });
    None
}

/// What the numbers of a table count, which must be something that the metric can count.
fn unit(table: &Found<'_>, metric: &MetricInfo, report: &Report) -> Option<PrintedUnit> {
    let unit = match table.unit {
        None if !table.own => {
            let message = format!("the numbers of `{}` count different things", table.name);
            let help = "no single metric can be held against it";
            report.add(Diagnostic::new(message, table.word.1.clone()).help(help));
            return None;
        }
        None => usual_unit(&table.cells, metric),
        Some(unit) => unit,
    };
    if let Some(factor) = factor(unit, metric) {
        return in_range(table, unit, metric, factor, report).then_some(unit);
    }
    let message = format!(
        "`{}` has the unit `{}`, which `{}` has not",
        table.name,
        word_of(UNITS, &unit),
        metric.name
    );
    let help = format!("hold it against another: metrics = {{ \"{}\" = \"...\" }}", table.name);
    report.add(Diagnostic::new(message, table.word.1.clone()).help(help));
    None
}

/// Whether every number can be one of the metric, and complains of the first that cannot: a wrong unit shows that way.
fn in_range(
    table: &Found<'_>,
    unit: PrintedUnit,
    metric: &MetricInfo,
    factor: f64,
    report: &Report,
) -> bool {
    let (low, high) = metric.range;
    let (low, high) = (low * factor, high * factor);
    let first = |cells: &Cells, low: f64, high: f64| {
        numbers(cells).into_iter().flatten().flatten().find(|printed| {
            let (value, half) = (printed.value(), printed.half_unit());
            value < low - half || value > high + half
        })
    };
    let (what, wrong) = match first(&table.cells, low, high) {
        Some(wrong) => ("number", wrong),
        None => match table.spreads.as_ref().and_then(|sds| first(sds, 0.0, f64::INFINITY)) {
            Some(wrong) => ("standard deviation", wrong),
            None => return true,
        },
    };
    let message = format!(
        "`{}` has the {what} {}, which `{}` in the unit `{}` cannot have",
        table.name,
        wrong.text(),
        metric.name,
        word_of(UNITS, &unit)
    );
    let help = "check the number and `unit`, or hold the table against another metric";
    report.add(Diagnostic::new(message, table.word.1.clone()).help(help));
    false
}

/// What a file counts that does not say: shares are in percent if any number is above one.
fn usual_unit(cells: &Cells, metric: &MetricInfo) -> PrintedUnit {
    let above_one =
        || numbers(cells).iter().flatten().flatten().any(|printed| printed.value() > 1.0);
    match metric.unit {
        Unit::Share if above_one() => PrintedUnit::Percent,
        Unit::Share => PrintedUnit::Share,
        Unit::Seconds => PrintedUnit::Seconds,
        Unit::Percent => PrintedUnit::Percent,
        Unit::Count => PrintedUnit::Count,
        Unit::Number | Unit::Target => PrintedUnit::Number,
    }
}
