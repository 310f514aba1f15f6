//! The page that people open first: one HTML file with everything, which needs no network and nothing beside it. The
//! verdict comes first; tables, figures, folds and what is missing follow, most of it folded. Its looks are in the template, the style sheet
//! and the script beside this file; here is what they are filled with.

mod encode;
mod folds;
mod sections;
mod shown;
mod summary;

use sections::{Picture, Renderer, Section};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::data_words::{data_cautions, data_notes};
use super::figures::{self, Drawing};
use super::folder::Contents;
use super::methods::{bibtex, dataset_paragraph, paragraph};
use super::missing_words;
use super::reference_words::unread;
use super::table::Style;
use super::verdict_text::detectable;
use super::verdict_words::{headline, robustness};
use crate::analysis::{
    Analysis, DatasetVerdict, FailedTrial, Findings, MethodFacts, Record, Results, Undone,
};
use crate::experiment::Absent;
use crate::learn::Imported;
use crate::page::{self, TemplateError};
use crate::plan::DatasetFacts;
use crate::report::settings::ReportSettings;
use crate::store::Provenance;
use crate::words::{count, sentence_case};

const TEMPLATE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// A page with more folds than this would open slowly; they are in `outcomes.csv` anyway.
const MOST_FOLDS: usize = 20_000;

/// Where findings come from, so that a reader can get them again.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// Commands that make the results and the report again.
    pub commands: Vec<String>,
    /// The spec as it stands now, which may have changed since the run; `None` for results from elsewhere.
    pub spec: Option<String>,
}

/// Everything the template shows.
#[derive(Serialize)]
struct Page {
    title: String,
    description: Option<String>,
    version: &'static str,
    css: &'static str,
    script: &'static str,
    script_hash: String,
    dark_colours: String,
    parts: Vec<Part>,
    caveats: Vec<String>,
    verdicts: Vec<Verdict>,
    summary: String,
    facts: Vec<(String, String)>,
    protocol: Option<String>,
    paragraphs: Vec<Paragraph>,
    methods: Vec<Method>,
    sections: Vec<Section>,
    streams: bool,
    datasets: Vec<Folds>,
    absent: Vec<String>,
    failed: Vec<String>,
    not_run: Vec<String>,
    notes: Vec<String>,
    not_made: Vec<(String, String)>,
    commands: Vec<String>,
    environment: Vec<(String, String)>,
    spec: Option<String>,
    sources: String,
    files: Vec<String>,
}

#[derive(Serialize)]
struct Part {
    id: String,
    title: String,
}

#[derive(Serialize)]
struct Verdict {
    metric: String,
    sentence: String,
    found: bool,
    more: Vec<String>,
    figure: Option<Picture>,
}

#[derive(Serialize)]
struct Paragraph {
    metric: String,
    words: String,
}

#[derive(Serialize)]
struct Method {
    name: String,
    kind: String,
    parameters: String,
    reference: &'static str,
}

#[derive(Serialize)]
struct Folds {
    name: String,
    facts: String,
    html: String,
}

/// The page, or what is wrong with its template.
pub fn page(
    findings: &Findings,
    settings: &ReportSettings,
    contents: &Contents,
    origin: &Origin,
    files: &[String],
) -> Result<String, TemplateError> {
    page::fill("page.html", TEMPLATE, fill(findings, settings, contents, origin, files))
}

fn fill(
    findings: &Findings,
    settings: &ReportSettings,
    contents: &Contents,
    origin: &Origin,
    files: &[String],
) -> Page {
    let summary = &findings.summary;
    let renderer = Renderer { settings, files };
    let verdicts = findings.metrics().enumerate().map(|(position, (scores, judged))| {
        let metric = &scores.results.metric;
        // The figures of the other metrics are in their own parts.
        let own = |figure: &&Drawing| position == 0 && figure.metric.as_ref() == Some(metric);
        let figure = contents.figures.iter().filter(own).find(|figure| sections::is_hero(figure));
        Verdict {
            metric: scores.results.title.clone(),
            sentence: headline(&scores.results.title, judged),
            found: judged.has_verdict(),
            more: judged.over.as_ref().map_or_else(|_| Vec::new(), more),
            figure: figure.map(|figure| renderer.picture(figure)),
        }
    });
    let verdicts: Vec<Verdict> = verdicts.collect();
    let mut sections = sections::sections(findings, contents, &renderer);
    sections.extend(sections::references(findings, contents, &renderer));
    let analyses: Vec<&Analysis> = findings.analyses().collect();
    let styles: Vec<Style> = summary.tables.iter().map(|t| Style::new(t, settings)).collect();
    let few = |record: &&Record| record.trials.len() <= MOST_FOLDS;
    let datasets = findings.record.iter().filter(few).flat_map(|record| {
        record.datasets.iter().enumerate().map(|(position, facts)| Folds {
            name: facts.name.clone(),
            facts: dataset_words(facts),
            html: folds::table(findings, record, position, &styles),
        })
    });
    let datasets: Vec<Folds> = datasets.collect();
    let part = |id: &str, title: &str| Part { id: id.to_owned(), title: title.to_owned() };
    let mut parts = vec![part("verdict", "Verdict"), part("compared", "What was compared")];
    parts.extend(sections.iter().map(|s| part(&s.id, &s.title)));
    let streams = findings.record.as_ref().is_some_and(|record| record.streams);
    if !datasets.is_empty() {
        parts.push(part("datasets", if streams { "Every stream" } else { "Every fold" }));
    }
    parts.extend([part("missing", "What is missing"), part("again", "Get this again")]);
    let record = findings.record.as_ref();
    let trials =
        |what: &str, number: usize| format!("{what} ({})", count(number, "trial", "trials"));
    let tables_missing = contents.tables_missing.iter().map(|t| (t.name.clone(), t.reason.clone()));
    let figures_missing =
        contents.figures_missing.iter().map(|f| (f.name.clone(), f.reason.clone()));
    Page {
        title: summary.title.clone(),
        description: summary.description.clone(),
        version: env!("CARGO_PKG_VERSION"),
        css: page::STYLE,
        script: SCRIPT,
        // What is between the tags, line break and all.
        script_hash: format!(
            "sha256-{}",
            encode::base64(&Sha256::digest(format!("\n{SCRIPT}").as_bytes()))
        ),
        dark_colours: dark_colours(&contents.figures),
        parts,
        caveats: summary.caveats.iter().cloned().chain(data_cautions(findings)).collect(),
        verdicts,
        summary: summary::summary(findings),
        facts: facts(findings),
        protocol: summary.protocol.as_deref().map(sentence_case),
        paragraphs: paragraphs(findings),
        methods: record.iter().flat_map(|r| r.methods.iter().map(method)).collect(),
        sections,
        streams,
        datasets,
        absent: summary.absent.iter().map(Absent::words).collect(),
        failed: summary.failed.iter().map(FailedTrial::words).collect(),
        not_run: record.map_or_else(Vec::new, not_run),
        notes: summary
            .notes
            .iter()
            .map(|(note, number)| trials(note, *number))
            .chain(analyses.iter().flat_map(|a| a.notes.iter().cloned()))
            .chain(analyses.iter().flat_map(|a| a.undone.iter().map(Undone::words)))
            .chain(on_datasets(findings).flat_map(|v| v.notes.iter().cloned()))
            .chain(on_datasets(findings).flat_map(|v| v.undone.iter().map(Undone::words)))
            .chain(data_notes(findings))
            .chain(unread(findings))
            .chain(
                record
                    .and_then(|record| record.manifest.as_ref()?.import.as_ref())
                    .iter()
                    .flat_map(|import| &import.notes)
                    .map(|note| format!("import: {note}")),
            )
            .chain(record.filter(|record| !few(record)).map(|record| {
                format!("the {} trials of this run are not listed here: outcomes.csv next to the run holds them", record.trials.len())
            }))
            .collect(),
        not_made: tables_missing.chain(figures_missing).collect(),
        commands: origin.commands.clone(),
        environment: environment(findings),
        spec: origin.spec.clone(),
        sources: findings.verdicts.iter().find(|v| v.has_verdict()).map_or_else(String::new, bibtex),
        files: files.to_vec(),
    }
}

/// The colours of all figures in a dark scheme.
fn dark_colours(drawings: &[Drawing]) -> String {
    let svgs: Vec<String> = drawings.iter().map(|drawing| figures::svg(&drawing.scene)).collect();
    figures::dark_colours(svgs.iter().map(String::as_str))
}

/// Verdicts on single datasets.
fn on_datasets(findings: &Findings) -> impl Iterator<Item = &DatasetVerdict> {
    findings.verdicts.iter().flat_map(|judged| judged.on_datasets())
}

/// What was done, by metric.
fn paragraphs(findings: &Findings) -> Vec<Paragraph> {
    let of = |results: &Results, words: String| Paragraph { metric: results.title.clone(), words };
    let over = findings.analyses().map(|a| of(&a.results, paragraph(a)));
    over.chain(on_datasets(findings).map(|v| of(&v.results, dataset_paragraph(v)))).collect()
}

/// What is below a verdict.
fn more(analysis: &Analysis) -> Vec<String> {
    let missing = analysis.missing.then(|| missing_words::sentences(analysis));
    let robust = analysis.robustness.as_ref().map(robustness);
    let lines = missing.into_iter().chain(robust).chain([detectable(analysis)]);
    lines.filter(|words| !words.is_empty()).collect()
}

fn facts(findings: &Findings) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut add = |what: &str, value: String| facts.push((what.to_owned(), value));
    if let Some(first) = findings.summary.tables.first() {
        add("datasets", first.results.datasets.len().to_string());
        add("methods", first.results.methods.len().to_string());
    }
    let metrics: Vec<&str> =
        findings.summary.tables.iter().map(|t| t.results.title.as_str()).collect();
    add(if metrics.len() == 1 { "metric" } else { "metrics" }, metrics.join(", "));
    let (done, planned) = (findings.summary.done, findings.summary.planned);
    if planned > 0 {
        let words = if done == planned { done.to_string() } else { format!("{done} of {planned}") };
        add("trials", words);
    }
    let over = findings.analyses().map(|analysis| &analysis.settings);
    let settings = over.chain(on_datasets(findings).map(|verdict| &verdict.settings)).next();
    if let Some(settings) = settings {
        add("level", super::verdict_words::percent(settings.alpha));
        if let Some(control) = &settings.control {
            add("control", control.clone());
        }
    }
    facts
}

fn method(facts: &MethodFacts) -> Method {
    let parameters = facts.parameters.iter().map(|(name, values)| format!("{name}: {values}"));
    let parameters: Vec<String> = parameters.collect();
    Method {
        name: facts.name.clone(),
        kind: facts.kind_words(),
        parameters: parameters.join("; "),
        reference: facts.reference,
    }
}

fn dataset_words(facts: &DatasetFacts) -> String {
    let known = [
        match facts.bags {
            Some(bags) => Some(count(bags, "bag", "bags")),
            None => facts.rows.map(|n| count(n, "example", "examples")),
        },
        facts.bags.and(facts.rows).map(|n| count(n, "instance", "instances")),
        facts.features.map(|n| count(n, "feature", "features")),
        facts.classes.map(|n| count(n, "class", "classes")),
        facts.missing.filter(|n| *n > 0).map(|n| count(n, "missing value", "missing values")),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    if known.is_empty() { "not described".to_owned() } else { known.join(", ") }
}

/// Trials that nobody ran yet, by method and dataset.
fn not_run(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for (dataset, facts) in record.datasets.iter().enumerate() {
        for (method, own) in record.methods.iter().enumerate() {
            let trials = record.trials_of(dataset, method);
            let absent = trials.iter().filter(|trial| trial.outcome.is_none()).count();
            if absent > 0 {
                let trials = count(absent, "trial", "trials");
                lines.push(format!("{} on {} ({trials})", own.name, facts.name));
            }
        }
    }
    lines
}

/// Files that the page names.
const MOST_SOURCES: usize = 20;

/// The files of an import with their hashes.
fn sources(import: &Provenance) -> Vec<(String, String)> {
    let named = import.files.iter().take(MOST_SOURCES);
    let mut facts: Vec<(String, String)> =
        named.map(|file| (file.path.clone(), format!("BLAKE3 {}", file.blake3))).collect();
    if import.count > facts.len() {
        let words = format!("{} files, BLAKE3 of their hashes {}", import.count, import.blake3);
        facts.push(("imported".to_owned(), words));
    }
    facts
}

fn environment(findings: &Findings) -> Vec<(String, String)> {
    let record = findings.record.as_ref();
    let Some(manifest) = record.and_then(|record| record.manifest.as_ref()) else {
        return Vec::new();
    };
    if record.is_some_and(|record| record.methods.iter().all(|m| m.kind == Imported::KIND)) {
        return vec![
            ("imported by".to_owned(), format!("tribunal {}", manifest.tribunal)),
            ("made".to_owned(), "elsewhere, on machines that are not known".to_owned()),
        ]
        .into_iter()
        .chain(manifest.import.iter().flat_map(sources))
        .collect();
    }
    let machine = &manifest.machine;
    let mut facts = vec![
        ("tribunal".to_owned(), manifest.tribunal.clone()),
        ("engine".to_owned(), format!("version {}", manifest.engine)),
        ("seed".to_owned(), record.map_or(0, |record| record.seed).to_string()),
        ("system".to_owned(), format!("{} on {}", machine.system, machine.architecture)),
        ("processors".to_owned(), machine.processors.to_string()),
    ];
    facts.extend(machine.processor.iter().map(|name| ("processor".to_owned(), name.clone())));
    facts.push(("clock".to_owned(), machine.clock.clone()));
    facts
}
