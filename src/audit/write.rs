//! An audit as text for a terminal, as Markdown and as JSON. Matches are counted; everything else is listed, and what has
//! one cause stands together.

use serde_json::{Value, json};

use super::{Audit, Finding, PaperAudit, TableAudit, Verdict, counts};
use crate::escape::markdown as escape;
use crate::words::wrap;

/// The version of the JSON.
const SCHEMA: u32 = 1;
/// Findings of one cause that are listed one by one; of more, only the first and how many there are.
const MOST_ALIKE: usize = 4;

/// "10 statements: 6 match, 1 under a convention, 3 contradictions".
pub fn summary<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let counts = counts(findings);
    let parts = Verdict::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|(verdict, count)| verdict.count(count)).collect();
    let all: usize = counts.iter().sum();
    match all {
        0 => "no statements".to_owned(),
        1 => format!("1 statement: {}", parts.join(", ")),
        all => format!("{all} statements: {}", parts.join(", ")),
    }
}

/// Findings that are no plain matches, those of one verdict and cause together, in the order they were found.
pub fn groups(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.verdict != Verdict::Match) {
        let alike = |group: &Vec<&Finding>| {
            let first = group[0];
            let caused = !first.causes.is_empty() || first.verdict == Verdict::NotRecomputable;
            caused
                && (first.verdict, &first.causes) == (finding.verdict, &finding.causes)
                && (first.verdict != Verdict::NotRecomputable || first.note == finding.note)
        };
        match groups.iter().position(alike) {
            Some(place) => groups[place].push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// "printed 1.739, computed 2.2609".
fn numbers(finding: &Finding) -> String {
    let part = |word: &str, text: &str| (!text.is_empty()).then(|| format!("{word} {text}"));
    let parts = [part("printed", &finding.printed), part("computed", &finding.computed)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The audit for a terminal.
pub fn text(audit: &Audit) -> String {
    let mut out = String::new();
    for paper in &audit.papers {
        out.push_str(&format!("{}, {}\n", paper.citation, paper.title));
        out.push_str(&format!("{}\n\n", summary(paper.findings())));
        for table in &paper.tables {
            out.push_str(&format!("{}: {}\n", table.name, summary(table.findings.iter())));
            for group in groups(&table.findings) {
                out.push_str(&group_text(&group));
            }
        }
        if !paper.remarks.is_empty() {
            out.push_str("remarks on the text (carried by the claim file, not computed):\n");
            for remark in &paper.remarks {
                out.push_str(&indented(&format!("{}: {}", remark.quantity, remark.note), "  "));
            }
        }
        out.push('\n');
    }
    if audit.papers.len() > 1 {
        out.push_str(&format!("all papers: {}\n", summary(audit.findings())));
    }
    out
}

fn group_text(group: &[&Finding]) -> String {
    let first = group[0];
    let explanation = first.explanation();
    let line = |finding: &Finding| format!("{}: {}", finding.quantity, numbers(finding));
    let word = first.verdict.word();
    if group.len() == 1 {
        let more = if explanation.is_empty() { String::new() } else { format!(" ({explanation})") };
        return indented(&format!("{word}: {}{more}", line(first)), "  ");
    }
    let mut out = indented(&format!("{word}, {} statements: {explanation}", group.len()), "  ");
    for finding in group.iter().take(MOST_ALIKE) {
        out.push_str(&indented(&line(finding), "    "));
    }
    if group.len() > MOST_ALIKE {
        out.push_str(&format!("    and {} more\n", group.len() - MOST_ALIKE));
    }
    out
}

fn indented(text: &str, indent: &str) -> String {
    wrap(text).iter().map(|line| format!("{indent}{line}\n")).collect()
}

/// The audit as Markdown.
pub fn markdown(audit: &Audit) -> String {
    let mut out = String::from("# Audit of published tables\n\n");
    out.push_str(&format!("{}.\n\n", summary(audit.findings())));
    out.push_str("| verdict | meaning |\n|---|---|\n");
    for verdict in Verdict::ALL {
        out.push_str(&format!("| {} | {} |\n", verdict.word(), verdict.about()));
    }
    for paper in &audit.papers {
        out.push_str(&paper_markdown(paper));
    }
    out
}

fn paper_markdown(paper: &PaperAudit) -> String {
    let mut out = format!(
        "\n## {}\n\n{}, {}. ",
        escape(&paper.citation),
        escape(&paper.title),
        escape(&paper.kind)
    );
    out.push_str(&format!("{}.\n\n", summary(paper.findings())));
    out.push_str(&overview(&paper.tables));
    for table in &paper.tables {
        let groups = groups(&table.findings);
        if groups.is_empty() {
            continue;
        }
        out.push_str(&format!("\n### {}\n\n{}.\n\n", escape(&table.name), escape(&table.source())));
        out.push_str(
            "| verdict | quantity | printed | computed | explanation |\n|---|---|---|---|---|\n",
        );
        for finding in groups.into_iter().flatten() {
            let words = [
                finding.verdict.word().to_owned(),
                escape(&finding.quantity),
                escape(&finding.printed),
                escape(&finding.computed),
                escape(&finding.explanation()),
            ];
            out.push_str(&format!("| {} |\n", words.join(" | ")));
        }
    }
    if !paper.remarks.is_empty() {
        out.push_str(
            "\n### Remarks on the text\n\nThe claim file carries them; they are not computed.\n\n",
        );
        for remark in &paper.remarks {
            out.push_str(&format!("- {}: {}\n", escape(&remark.quantity), escape(&remark.note)));
        }
    }
    out
}

/// How many statements of each table have each verdict.
pub fn overview(tables: &[TableAudit]) -> String {
    let words: Vec<&str> = Verdict::ALL[..6].iter().map(|verdict| verdict.word()).collect();
    let mut out =
        format!("| table | {} |\n|---|{}\n", words.join(" | "), "---:|".repeat(words.len()));
    for table in tables {
        let counts = counts(table.findings.iter());
        let cells = counts[..6]
            .iter()
            .map(|count| if *count == 0 { String::new() } else { count.to_string() });
        let cells: Vec<String> = cells.collect();
        out.push_str(&format!("| {} | {} |\n", escape(&table.name), cells.join(" | ")));
    }
    out
}

/// The audit as JSON.
pub fn json(audit: &Audit) -> Value {
    let of = |findings: &mut dyn Iterator<Item = &Finding>| -> Value {
        Verdict::ALL
            .iter()
            .zip(counts(findings))
            .map(|(verdict, count)| (verdict.word().to_owned(), json!(count)))
            .collect()
    };
    let finding = |finding: &Finding| {
        json!({
            "quantity": finding.quantity, "verdict": finding.verdict.word(), "printed": finding.printed,
            "computed": finding.computed, "causes": finding.causes, "note": finding.note,
        })
    };
    let table = |table: &TableAudit| {
        json!({
            "name": table.name, "citation": table.citation, "context": table.context,
            "counts": of(&mut table.findings.iter()),
            "findings": table.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    };
    let paper = |paper: &PaperAudit| {
        json!({
            "key": paper.key, "citation": paper.citation, "title": paper.title, "kind": paper.kind,
            "counts": of(&mut paper.findings()),
            "tables": paper.tables.iter().map(table).collect::<Vec<_>>(),
            "remarks": paper.remarks.iter().map(|r| json!({ "about": r.quantity, "text": r.note })).collect::<Vec<_>>(),
        })
    };
    json!({
        "schema": SCHEMA,
        "counts": of(&mut audit.findings()),
        "papers": audit.papers.iter().map(paper).collect::<Vec<_>>(),
    })
}
