//! The check of a spec: every key is read, every name looked up, every value held against its declaration. All
//! mistakes are collected; an [`Experiment`] comes out only if there are none.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml::de::DeTable;

use super::experiment::{Absent, Experiment};
use super::keys::Section;
use super::name::{NAME_RULE, is_name};
use super::read_analysis::{check_control, read_analysis};
use super::read_datasets::{Datasets, read_datasets};
use super::read_gate::read_gate;
use super::read_import::read_import;
use super::read_methods::{Tried as TriedMethods, read_methods};
use super::read_protocol::{ReadProtocol, is_prequential, read_protocol};
use super::read_reference::{Tried, read_reference};
use super::read_report::{check_scatter, read_report};
use super::reader::{Reader, Report};
use crate::data::DataError;
use crate::data::catalog::Catalog;
use crate::diagnostic::{Diagnostic, Mistakes};
use crate::learn::Registry;

/// Seeds are whole numbers of TOML.
pub const MOST_SEED: u64 = i64::MAX as u64;

/// What a spec is checked against.
pub struct Environment<'a> {
    /// The methods it may name.
    pub registry: &'a Registry,
    /// The datasets it may name, or why there are none.
    pub catalog: Result<&'a Catalog, &'a DataError>,
    /// The folder its paths are relative to.
    pub folder: &'a Path,
    /// What need not be there, because only stored results are looked at.
    pub stored: Option<&'a Stored>,
}

/// What a run knows of itself, so that its results can be looked at without data and programs.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    /// The names of its datasets.
    pub datasets: Vec<String>,
    /// The datasets that it had to do without.
    pub absent: Vec<Absent>,
    /// The fingerprints of its methods that have one, by name.
    pub fingerprints: BTreeMap<String, String>,
    /// Whether the spec is the run's own, so that its programs are what they were; one that stands in a file may mean others.
    pub own_spec: bool,
}

impl Environment<'_> {
    pub(super) fn is_stored(&self, dataset: &str) -> bool {
        self.stored.is_some_and(|stored| stored.datasets.iter().any(|name| name == dataset))
    }

    /// Why a run, looked at by its own spec, had to do without a dataset.
    pub(super) fn was_absent(&self, dataset: &str) -> Option<Absent> {
        let stored = self.stored.filter(|stored| stored.own_spec)?;
        stored.absent.iter().find(|absent| absent.name == dataset).cloned()
    }
}

/// Checks the text of a spec.
pub fn parse(
    file: &Path,
    text: &str,
    environment: &Environment<'_>,
) -> Result<Experiment, Mistakes> {
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
    let experiment = read_experiment(&root, environment, &report);
    root.finish();
    match experiment {
        Some(experiment) if report.is_empty() => Ok(experiment),
        _ => Err(fail(report.into_sorted())),
    }
}

fn read_experiment(
    root: &Reader<'_>,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<Experiment> {
    let head = root.table("experiment", Some(Section::Experiment));
    if head.is_none() && root.item("experiment").is_none() {
        root.absent("[experiment]", "start the spec with [experiment], a name and a seed");
    }
    let protocol = root.table("protocol", Some(Section::Protocol));
    let streams = protocol.as_ref().is_some_and(is_prequential);
    let Datasets { present: datasets, absent, setting } =
        read_datasets(root, environment, streams, report);
    let ReadProtocol { mut protocol, conditions, search } =
        read_protocol(protocol, setting, report);
    let import = root.table("import", Some(Section::Import));
    let import = import.map(|reader| read_import(reader, &mut protocol, environment, report));
    let analysis = root.table("analysis", Some(Section::Analysis));
    let (analysis, control) = read_analysis(analysis, environment.registry, setting, report);
    let (report_settings, scatter) =
        read_report(root.table("report", Some(Section::Report)), report);
    let gate = root.table("gate", Some(Section::Gate));
    let names = datasets.iter().map(|source| source.name.as_str());
    let names: Vec<&str> = names.chain(absent.iter().map(|a| a.name.as_str())).collect();
    let gate = read_gate(gate, &analysis, (environment.registry, setting), &names, report);
    let methods = read_methods(root, environment, TriedMethods { setting, search }, report);
    check_control(control, &methods, report);
    check_scatter(scatter, &methods, report);
    let tried = Tried { environment, analysis: &analysis, datasets: &names, methods: &methods };
    let reference =
        read_reference(root.table("reference", Some(Section::Reference)), &tried, report);
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
        analysis,
        report: report_settings,
        reference,
        gate,
        import: import.flatten(),
    };
    check_trials(&experiment, report);
    Some(experiment.with_seed(seed?))
}

/// More trials than any table shows; a typing mistake in `repeats` should not fill the memory.
const MOST_TRIALS: u128 = 1_000_000;

fn check_trials(experiment: &Experiment, report: &Report) {
    let protocol = &experiment.protocol;
    let (datasets, methods) = (experiment.datasets.len(), experiment.methods.len());
    let factors = [datasets, methods, protocol.repeats(), protocol.folds()];
    let count: u128 = factors.iter().map(|&factor| factor as u128).product();
    if count > MOST_TRIALS {
        let message = format!("the experiment has {count} trials, more than {MOST_TRIALS}");
        let help = "use fewer folds, repeats, datasets or methods".to_owned();
        report.add(Diagnostic { message, span: None, label: String::new(), help });
    }
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

/// Names of one kind must differ: they label rows, columns and stored results.
pub struct Names<'a> {
    what: &'static str,
    seen: BTreeMap<String, Range<usize>>,
    report: &'a Report,
}

impl<'a> Names<'a> {
    /// No names yet; `what` they name.
    pub fn new(what: &'static str, report: &'a Report) -> Names<'a> {
        Names { what, seen: BTreeMap::new(), report }
    }

    /// Takes one more, or complains of it.
    pub fn take(&mut self, name: &str, span: Range<usize>) {
        let line_break = name.chars().any(char::is_control);
        if line_break || name.is_empty() || name.trim() != name || name.chars().count() > 100 {
            let message =
                format!("`{}` cannot be the name of a {}", name.escape_debug(), self.what);
            let help = "use up to 100 characters on one line, without spaces at the ends";
            self.report.add(Diagnostic::new(message, span).help(help));
        } else if self.seen.insert(name.to_owned(), span.clone()).is_some() {
            let message = format!("two {}s are called `{name}`", self.what);
            let help = "give one of them another `name`";
            self.report.add(Diagnostic::new(message, span).help(help));
        }
    }
}
