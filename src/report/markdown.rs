//! Tables as Markdown, for a repository or an issue.

use super::table::{Table, Word};
use crate::analysis::Summary;

/// The whole summary.
pub fn markdown(summary: &Summary) -> String {
    let mut out = format!("# {}\n\n", summary.experiment);
    for line in Table::heading(summary) {
        out.push_str(&format!("{}\n\n", escape(&line)));
    }
    for caveat in &summary.caveats {
        out.push_str(&format!("> **Caution:** {caveat}.\n\n"));
    }
    if summary.done < summary.planned {
        let (done, planned) = (summary.done, summary.planned);
        out.push_str(&format!("{done} of {planned} trials have scores.\n\n"));
    }
    for scores in &summary.tables {
        out.push_str(&one(&Table::new(scores)));
    }
    for (title, lines) in [
        ("Failed trials", summary.failed.iter().map(|f| (&f.what, f.count)).collect::<Vec<_>>()),
        ("Notes", summary.notes.iter().map(|(note, count)| (note, *count)).collect()),
    ] {
        if !lines.is_empty() {
            out.push_str(&format!("## {title}\n\n"));
            for (what, count) in lines {
                let trials = if count == 1 { "trial" } else { "trials" };
                out.push_str(&format!("- {} ({count} {trials})\n", escape(what)));
            }
            out.push('\n');
        }
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out.push('\n');
    out
}

fn one(table: &Table) -> String {
    let mut out = format!("## {}\n\n", escape(&table.title));
    let header: Vec<String> = table.header.iter().map(|h| escape(h)).collect();
    out.push_str(&format!("| {} |\n", header.join(" | ")));
    out.push_str(&format!("|---|{}\n", "---:|".repeat(header.len() - 1)));
    let line = |name: &str, words: &[Word]| {
        let cells: Vec<String> = words
            .iter()
            .map(|w| if w.best { format!("**{}**", w.text) } else { w.text.clone() })
            .collect();
        format!("| {name} | {} |\n", cells.join(" | "))
    };
    for (name, words) in &table.rows {
        out.push_str(&line(&escape(name), words));
    }
    for (name, words) in &table.footer {
        out.push_str(&line(&format!("*{name}*"), words));
    }
    out.push('\n');
    for note in &table.notes {
        out.push_str(&format!("{note}\n\n"));
    }
    out
}

/// Names come from users: none may end a cell or start markup.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
