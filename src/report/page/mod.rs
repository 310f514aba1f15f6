//! The page that people open first: one HTML file with everything, which needs no network and no other file. The
//! verdict comes first; tables, figures, folds and what is missing follow, most of it folded. Its looks are in the template, the style sheet
//! and the script next to this file; here is what they are filled with.

mod encode;
mod facts;
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
    Analysis, DatasetVerdict, FailedTrial, Findings, Judged, MethodFacts, Record, Results,
    ScoreTable, Undone,
};
use crate::experiment::Absent;
use crate::page::{self, TemplateError};
use crate::plan::DatasetFacts;
use crate::report::settings::ReportSettings;
use crate::words::{count, sentence_case};

const TEMPLATE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// A page with more folds than this would open slowly; they are in `outcomes.csv` anyway.
const MOST_FOLDS: usize = 20_000;

/// Where findings come from, so that a reader can get them again.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// Commands that regenerate the results and the report.
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
    let mut sections = sections::sections(findings, contents, &renderer);
    sections.extend(sections::references(findings, contents, &renderer));
    let datasets = datasets(findings, settings);
    let record = findings.record.as_ref();
    let streams = record.is_some_and(|record| record.streams);
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
        parts: parts(&sections, &datasets, streams),
        caveats: summary.caveats.iter().cloned().chain(data_cautions(findings)).collect(),
        verdicts: verdicts(findings, contents, &renderer),
        summary: summary::summary(findings),
        facts: facts::facts(findings),
        protocol: summary.protocol.as_deref().map(sentence_case),
        paragraphs: paragraphs(findings),
        methods: record.iter().flat_map(|r| r.methods.iter().map(method)).collect(),
        sections,
        streams,
        datasets,
        absent: summary.absent.iter().map(Absent::words).collect(),
        failed: summary.failed.iter().map(FailedTrial::words).collect(),
        not_run: record.map_or_else(Vec::new, facts::not_run),
        notes: notes(findings),
        not_made: not_made(contents),
        commands: origin.commands.clone(),
        environment: facts::environment(findings),
        spec: origin.spec.clone(),
        sources: findings
            .verdicts
            .iter()
            .find(|v| v.has_verdict())
            .map_or_else(String::new, bibtex),
        files: files.to_vec(),
    }
}

fn verdicts(findings: &Findings, contents: &Contents, renderer: &Renderer<'_>) -> Vec<Verdict> {
    let verdict = |(position, (scores, judged)): (usize, (&ScoreTable, &Judged))| {
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
    };
    findings.metrics().enumerate().map(verdict).collect()
}

/// Whether the page lists every trial.
fn lists_trials(record: &Record) -> bool {
    record.trials.len() <= MOST_FOLDS
}

/// Every trial, by dataset.
fn datasets(findings: &Findings, settings: &ReportSettings) -> Vec<Folds> {
    let Some(record) = findings.record.as_ref().filter(|record| lists_trials(record)) else {
        return Vec::new();
    };
    let tables = &findings.summary.tables;
    let styles: Vec<Style> = tables.iter().map(|table| Style::new(table, settings)).collect();
    let folds = |(position, dataset): (usize, &DatasetFacts)| Folds {
        name: dataset.name.clone(),
        facts: facts::dataset_words(dataset),
        html: folds::table(findings, record, position, &styles),
    };
    record.datasets.iter().enumerate().map(folds).collect()
}

/// What the navigation leads to.
fn parts(sections: &[Section], datasets: &[Folds], streams: bool) -> Vec<Part> {
    let part = |id: &str, title: &str| Part { id: id.to_owned(), title: title.to_owned() };
    let mut parts = vec![part("verdict", "Verdict"), part("compared", "What was compared")];
    parts.extend(sections.iter().map(|section| part(&section.id, &section.title)));
    if !datasets.is_empty() {
        parts.push(part("datasets", if streams { "Every stream" } else { "Every fold" }));
    }
    parts.extend([part("missing", "What is missing"), part("again", "Get this again")]);
    parts
}

/// What a reader should know, from all that was done.
fn notes(findings: &Findings) -> Vec<String> {
    let mut notes = Vec::new();
    for (note, number) in &findings.summary.notes {
        notes.push(format!("{note} ({})", count(*number, "trial", "trials")));
    }
    let analyses: Vec<&Analysis> = findings.analyses().collect();
    notes.extend(analyses.iter().flat_map(|analysis| analysis.notes.iter().cloned()));
    notes.extend(analyses.iter().flat_map(|analysis| analysis.undone.iter().map(Undone::words)));
    notes.extend(on_datasets(findings).flat_map(|verdict| verdict.notes.iter().cloned()));
    notes.extend(on_datasets(findings).flat_map(|v| v.undone.iter().map(Undone::words)));
    notes.extend(data_notes(findings));
    notes.extend(unread(findings));
    let Some(record) = &findings.record else { return notes };
    if let Some(import) = record.manifest.as_ref().and_then(|manifest| manifest.import.as_ref()) {
        notes.extend(import.notes.iter().map(|note| format!("import: {note}")));
    }
    if !lists_trials(record) {
        notes.push(format!(
            "the {} trials of this run are not listed here: outcomes.csv next to the run holds them",
            record.trials.len()
        ));
    }
    notes
}

/// Tables and figures that were asked for and that these results have nothing for, with the reason.
fn not_made(contents: &Contents) -> Vec<(String, String)> {
    let tables = contents.tables_missing.iter().map(|t| (t.name.clone(), t.reason.clone()));
    let figures = contents.figures_missing.iter().map(|f| (f.name.clone(), f.reason.clone()));
    tables.chain(figures).collect()
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
