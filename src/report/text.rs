//! Tables for a terminal: aligned columns, best cells bold, or marked with a star where there is no colour.

use super::table::{Table, Word};
use crate::analysis::Summary;

/// The whole summary.
pub fn text(summary: &Summary, colour: bool) -> String {
    let mut out = String::new();
    for line in Table::heading(summary) {
        out.push_str(&line);
        out.push('\n');
    }
    for caveat in &summary.caveats {
        out.push_str(&format!("CAUTION: {caveat}.\n"));
    }
    for scores in &summary.tables {
        out.push('\n');
        out.push_str(&one(&Table::new(scores), colour));
    }
    out
}

fn one(table: &Table, colour: bool) -> String {
    let lines: Vec<&(String, Vec<Word>)> = table.rows.iter().chain(&table.footer).collect();
    let shown = |word: &Word| match (word.best, colour) {
        (true, false) => format!("{}*", word.text),
        (false, false) => format!("{} ", word.text),
        (_, true) => word.text.clone(),
    };
    let width_of = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = table.header.iter().map(|h| width_of(h)).collect();
    for (name, words) in &lines {
        widths[0] = widths[0].max(width_of(name));
        for (width, word) in widths[1..].iter_mut().zip(words) {
            *width = (*width).max(width_of(&shown(word)));
        }
    }
    let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(width_of(text)));
    let mut out = format!("{}\n", table.title);
    let rule = format!("{}\n", "-".repeat(widths.iter().sum::<usize>() + 2 * (widths.len() - 1)));
    for (position, (heading, width)) in table.header.iter().zip(&widths).enumerate() {
        if position == 0 {
            out.push_str(&format!("{heading}{}", pad(heading, *width)));
        } else {
            out.push_str(&format!("  {}{heading}", pad(heading, *width)));
        }
    }
    out.push('\n');
    out.push_str(&rule);
    for (position, (name, words)) in lines.iter().enumerate() {
        if position == table.rows.len() {
            out.push_str(&rule);
        }
        out.push_str(&format!("{name}{}", pad(name, widths[0])));
        for (word, width) in words.iter().zip(&widths[1..]) {
            let text = shown(word);
            let padding = pad(&text, *width);
            let bold = word.best && colour;
            let (on, off) = if bold { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
            out.push_str(&format!("  {padding}{on}{text}{off}"));
        }
        let end = out.trim_end_matches(' ').len();
        out.truncate(end);
        out.push('\n');
    }
    for note in &table.notes {
        out.push_str(&format!("{note}\n"));
    }
    out
}
