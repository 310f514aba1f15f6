//! All tables of a report as one text: for a terminal, and as Markdown.

use super::data_words::{data_cautions, data_notes};
use super::reference_words::{agreement, unread};
use super::settings::{Layout, ReportSettings};
use super::table::{self, Table};
use super::verdict_words::headline;
use super::write;
use crate::analysis::{FailedTrial, Findings, Judged, MethodFacts, Summary, by_reason};
use crate::escape::markdown as escape;
use crate::experiment::Absent;
use crate::words::{count, listed, sentence_case, wrap};

/// What is said above all tables.
fn heading(summary: &Summary) -> Vec<String> {
    let mut lines: Vec<String> = summary.description.clone().into_iter().collect();
    lines.extend(summary.protocol.as_ref().map(|p| format!("{}.", sentence_case(p))));
    if summary.done < summary.planned {
        let (done, planned) = (summary.done, summary.planned);
        lines.push(format!("{done} of {planned} trials have scores."));
    }
    if !summary.absent.is_empty() {
        let names: Vec<&str> = summary.absent.iter().map(|absent| absent.name.as_str()).collect();
        lines.push(format!("Left out, because the data is not here: {}.", names.join(", ")));
    }
    lines
}

/// The tables of scores for a terminal, each with the verdict on it.
pub fn text(findings: &Findings, settings: &ReportSettings, colour: bool) -> String {
    let mut out = String::new();
    for line in heading(&findings.summary) {
        out.push_str(&format!("{line}\n"));
    }
    for caveat in &findings.summary.caveats {
        out.push_str(&format!("CAUTION: {caveat}.\n"));
    }
    for caution in data_cautions(findings) {
        out.push_str(&format!("{}\n", wrap(&format!("CAUTION: {caution}.")).join("\n")));
    }
    let of = |layout: Layout| {
        let only = ReportSettings { layouts: vec![layout], ..settings.clone() };
        table::tables(findings, &only).0
    };
    let tables = of(Layout::Scores);
    if let Some(first) = tables.first() {
        out.push_str(&format!("{}\n", first.caption));
    }
    for (table, (scores, judged)) in tables.iter().zip(findings.metrics()) {
        out.push_str(&format!("\n{}\n", write::text::table(table, colour)));
        let words = headline(&scores.results.title, judged);
        out.push_str(&format!("{}\n", wrap(&words).join("\n")));
        out.push_str(&not_done(judged));
    }
    for (table, reference) in of(Layout::Reference).iter().zip(&findings.references) {
        out.push_str(&format!("\n{}\n", write::text::table(table, colour)));
        out.push_str(&format!("{}\n", wrap(&agreement(reference)).join("\n")));
    }
    out
}

/// Tests that were asked for and not done, with the reasons.
fn not_done(judged: &Judged) -> String {
    let over = judged.over.iter().flat_map(|analysis| by_reason(&analysis.undone));
    let each = judged.on_datasets().flat_map(|verdict| by_reason(&verdict.undone));
    let mut out = String::new();
    for (tests, reason) in over.chain(each) {
        let names: Vec<&str> = tests.iter().map(|test| test.name).collect();
        let words = format!("Not done: {}: {reason}.", listed(&names));
        out.push_str(&format!("{}\n", wrap(&words).join("\n")));
    }
    out
}

/// Tables as one Markdown document.
pub fn markdown(findings: &Findings, tables: &[Table]) -> String {
    let summary = &findings.summary;
    let mut out = format!("# {}\n\n", escape(&summary.title));
    for line in heading(summary) {
        out.push_str(&format!("{}\n\n", escape(&line)));
    }
    for caveat in summary.caveats.iter().chain(&data_cautions(findings)) {
        out.push_str(&format!("> **Caution:** {}.\n\n", escape(caveat)));
    }
    for (scores, judged) in findings.metrics() {
        out.push_str(&format!("{}\n\n", escape(&headline(&scores.results.title, judged))));
    }
    for reference in &findings.references {
        out.push_str(&format!("{}\n\n", escape(&agreement(reference))));
    }
    for table in tables {
        out.push_str(&write::markdown::table(table));
    }
    let noted = |(note, number): &(String, usize)| {
        format!("{note} ({})", count(*number, "trial", "trials"))
    };
    let built = |m: &&MethodFacts| !(m.steps.is_empty() && m.bases.is_empty());
    let methods = findings.record.iter().flat_map(|record| record.methods.iter().filter(built));
    let methods = methods.map(|m| format!("{}: {}", m.name, m.kind_words()));
    let all_notes =
        summary.notes.iter().map(noted).chain(data_notes(findings)).chain(unread(findings));
    for (title, lines) in [
        ("Methods with steps or bases", methods.collect::<Vec<String>>()),
        ("Absent datasets", summary.absent.iter().map(Absent::words).collect()),
        ("Failed trials", summary.failed.iter().map(FailedTrial::words).collect()),
        ("Notes", all_notes.collect()),
    ] {
        if !lines.is_empty() {
            out.push_str(&format!("## {title}\n\n"));
            lines.iter().for_each(|line| out.push_str(&format!("- {}\n", escape(line))));
            out.push('\n');
        }
    }
    format!("{}\n", out.trim_end())
}
