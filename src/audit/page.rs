//! The audit as one HTML page that needs nothing beside it, in the looks of the report: a section a paper, a table of its
//! tables, and every statement that is no plain match. Verdicts are chosen by boxes that need no script.

use serde::Serialize;

use super::write::{groups, summary};
use super::{Audit, Finding, PaperAudit, TableAudit, Verdict, counts};
use crate::page::{self, TemplateError};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

#[derive(Serialize)]
struct Page {
    version: &'static str,
    css: String,
    summary: String,
    verdicts: Vec<Badge>,
    papers: Vec<PaperPart>,
}

/// A verdict with how often it was given.
#[derive(Serialize)]
struct Badge {
    id: String,
    word: &'static str,
    about: &'static str,
    count: usize,
}

#[derive(Serialize)]
struct PaperPart {
    id: String,
    citation: String,
    title: String,
    kind: String,
    summary: String,
    tables: Vec<TablePart>,
    remarks: Vec<Line>,
}

#[derive(Serialize)]
struct TablePart {
    name: String,
    citation: String,
    counts: Vec<usize>,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    id: String,
    word: &'static str,
    quantity: String,
    printed: String,
    computed: String,
    explanation: String,
}

/// A word that can stand in an attribute.
fn id(verdict: Verdict) -> String {
    verdict.word().replace(' ', "-")
}

fn line(finding: &Finding) -> Line {
    Line {
        id: id(finding.verdict),
        word: finding.verdict.word(),
        quantity: finding.quantity.clone(),
        printed: finding.printed.clone(),
        computed: finding.computed.clone(),
        explanation: finding.explanation(),
    }
}

fn table(table: &TableAudit) -> TablePart {
    TablePart {
        name: table.name.clone(),
        citation: table.source(),
        counts: counts(table.findings.iter())[..6].to_vec(),
        lines: groups(&table.findings).into_iter().flatten().map(line).collect(),
    }
}

fn paper(paper: &PaperAudit) -> PaperPart {
    PaperPart {
        id: crate::files::name_for(&paper.key),
        citation: paper.citation.clone(),
        title: paper.title.clone(),
        kind: paper.kind.clone(),
        summary: summary(paper.findings()),
        tables: paper.tables.iter().map(table).collect(),
        remarks: paper.remarks.iter().map(line).collect(),
    }
}

/// The page, or what is wrong with its template.
pub fn page(audit: &Audit) -> Result<String, TemplateError> {
    let verdicts = Verdict::ALL.iter().zip(counts(audit.findings())).map(|(verdict, count)| {
        Badge { id: id(*verdict), word: verdict.word(), about: verdict.about(), count }
    });
    let filled = Page {
        version: env!("CARGO_PKG_VERSION"),
        css: format!("{}{STYLE}", page::STYLE),
        summary: summary(audit.findings()),
        verdicts: verdicts.collect(),
        papers: audit.papers.iter().map(paper).collect(),
    };
    page::fill("audit.html", TEMPLATE, filled)
}
