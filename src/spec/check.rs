//! The check of a spec: every key is read, every name looked up, every value held against its declaration. All
//! mistakes are collected; a [`Spec`] comes out only if there are none.

use std::path::Path;

use toml::de::DeTable;

use super::environment::{Environment, MOST_SEED};
use super::keys::Section;
use super::name::{NAME_RULE, is_name};
use super::read_analysis::{check_methods, read_analysis};
use super::read_datasets::{Datasets, read_datasets};
use super::read_folds::share_folds_file;
use super::read_gate::read_gate;
use super::read_import::read_import;
use super::read_methods::{Tried as TriedMethods, read_methods};
use super::read_protocol::{ReadProtocol, is_prequential, read_protocol};
use super::read_reference::{Tried, read_reference};
use super::read_report::{check_scatter, read_report};
use super::reader::{Reader, Report};
use crate::analysis::settings::{AnalysisSettings, AnalysisSpec};
use crate::diagnostic::{Diagnostic, Mistakes};
use crate::experiment::Experiment;
use crate::gate::settings::GateSettings;
use crate::measure::MetricInfo;
use crate::report::settings::ReportSettings;

/// Everything a spec asks for.
#[derive(Clone)]
pub struct Spec {
    /// What is tried.
    pub experiment: Experiment,
    /// What the tables show, and how verdicts are found.
    pub analysis: AnalysisSpec,
    /// What the report holds.
    pub report: ReportSettings,
    /// What the gate guards.
    pub gate: GateSettings,
}

impl Spec {
    /// The same with another root of all randomness, that of the analysis included.
    pub fn with_seed(self, seed: u64) -> Spec {
        let experiment = self.experiment.with_seed(seed);
        let settings = AnalysisSettings { seed, ..self.analysis.settings };
        Spec { experiment, analysis: AnalysisSpec { settings, ..self.analysis }, ..self }
    }

    /// What the analysis reports first; without an analysis, what chooses among grid points.
    pub fn first_metric(&self) -> &'static MetricInfo {
        let chooses = self.experiment.conditions.select;
        self.analysis.metrics.first().copied().unwrap_or(chooses)
    }
}

/// Checks the text of a spec.
pub fn parse(file: &Path, text: &str, environment: &Environment<'_>) -> Result<Spec, Mistakes> {
    let fail = |mistakes: Vec<Diagnostic>| Mistakes {
        file: file.to_path_buf(),
        text: text.to_owned(),
        mistakes,
    };
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // What follows a syntax error cannot be trusted, so nothing else is reported.
        let shown = errors.iter().map(|e| Diagnostic {
            message: format!("not valid TOML: {}", e.message()),
            span: e.span(),
            label: String::new(),
            help: "see docs/spec.md, or `tribunal init NAME` for a spec that works".into(),
        });
        let mut shown: Vec<Diagnostic> = shown.collect();
        shown.sort_by_key(|m| m.span.as_ref().map_or(usize::MAX, |s| s.start));
        return Err(fail(shown));
    }
    let report = Report::default();
    let root = Reader::new(document.get_ref(), 0..0, None, &report);
    let spec = read_spec(&root, environment, &report);
    root.finish();
    match spec {
        Some(spec) if report.is_empty() => Ok(spec),
        _ => Err(fail(report.into_sorted())),
    }
}

fn read_spec(root: &Reader<'_>, environment: &Environment<'_>, report: &Report) -> Option<Spec> {
    let head = root.table("experiment", Some(Section::Experiment));
    if head.is_none() && root.item("experiment").is_none() {
        root.absent("[experiment]", "start the spec with [experiment], a name and a seed");
    }
    let protocol = root.table("protocol", Some(Section::Protocol));
    let streams = protocol.as_ref().is_some_and(is_prequential);
    let Datasets { present: mut datasets, absent, setting, all_declare_folds } =
        read_datasets(root, environment, streams, report);
    let ReadProtocol { mut protocol, conditions, search, folds_file } =
        read_protocol(protocol, (environment.registry, setting), all_declare_folds, report);
    if let Some(file) = folds_file {
        share_folds_file(&file, &mut datasets, environment, report);
    }
    let import = root.table("import", Some(Section::Import));
    let import = import.map(|reader| read_import(reader, &mut protocol, environment, report));
    let analysis = root.table("analysis", Some(Section::Analysis));
    let (mut analysis, named) = read_analysis(analysis, environment.registry, setting, report);
    let (report_settings, scatter) =
        read_report(root.table("report", Some(Section::Report)), report);
    let gate = root.table("gate", Some(Section::Gate));
    let names = datasets.iter().map(|source| source.name.as_str());
    let names: Vec<&str> = names.chain(absent.iter().map(|a| a.name.as_str())).collect();
    let gate = read_gate(gate, &analysis, (environment.registry, setting), &names, report);
    let methods = read_methods(root, environment, TriedMethods { setting, search }, report);
    check_methods(named, &methods, report);
    check_scatter(scatter, &methods, report);
    let tried = Tried { environment, analysis: &analysis, datasets: &names, methods: &methods };
    let reference =
        read_reference(root.table("reference", Some(Section::Reference)), &tried, report);
    analysis.reference = reference;
    let head = head?;
    let name = read_name(&head, report);
    let description = head.text("description").and_then(|(text, span)| {
        let plain = !text.chars().any(char::is_control);
        if !plain {
            let mistake = Diagnostic::new("`description` must be one line of plain text", span);
            report.add(mistake.help("remove line breaks and control characters"));
        }
        plain.then(|| text.to_owned())
    });
    let seed = head.whole("seed", 0, MOST_SEED);
    if head.item("seed").is_none() {
        head.absent("seed", "choose any whole number, such as `seed = 2018`");
    }
    head.finish();
    let experiment = Experiment {
        name: name?,
        description,
        seed: seed?,
        setting,
        protocol,
        conditions,
        datasets,
        absent,
        methods,
        import: import.flatten(),
    };
    Some(Spec { experiment, analysis, report: report_settings, gate }.with_seed(seed?))
}

fn read_name(head: &Reader<'_>, report: &Report) -> Option<String> {
    if head.item("name").is_none() {
        head.absent("name", "it names the folders of results and reports");
    }
    let (name, span) = head.text("name")?;
    if !is_name(name) {
        let message = format!("`{name}` cannot name a folder");
        report.add(Diagnostic::new(message, span).help(NAME_RULE));
        return None;
    }
    Some(name.to_owned())
}
