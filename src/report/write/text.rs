//! A table for a terminal: aligned columns; the best cells bold and the second best underlined, or marked with `*` and `+`
//! where there is no colour.

use crate::report::table::{Cell, Row, Side, Stress, Table, mark_sign};
use crate::words::wrap;

/// The table with its title and notes.
pub fn table(table: &Table, colour: bool) -> String {
    let lines: Vec<&Row> = table.rows.iter().chain(&table.footer).collect();
    let marked = lines.iter().flat_map(|row| &row.cells).any(|c| mark_sign(c.mark).is_some());
    let stressed = lines.iter().flat_map(|row| &row.cells).any(|c| c.stress != Stress::None);
    let shown = |cell: &Cell| {
        let star = match (cell.stress, colour) {
            _ if !stressed || colour => "",
            (Stress::Best, _) => "*",
            (Stress::Second, _) => "+",
            (Stress::None, _) => " ",
        };
        let mark = match mark_sign(cell.mark) {
            _ if !marked => String::new(),
            Some(sign) => sign.to_string(),
            None => " ".to_owned(),
        };
        format!("{}{star}{mark}", cell.plain())
    };
    let width_of = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = table.columns.iter().map(|c| width_of(&c.head)).collect();
    for row in &lines {
        widths[0] = widths[0].max(width_of(&row.head));
        for (width, cell) in widths[1..].iter_mut().zip(&row.cells) {
            *width = (*width).max(width_of(&shown(cell)));
        }
    }
    let spans = span_line(table, &mut widths);
    let rule = format!("{}\n", "-".repeat(widths.iter().sum::<usize>() + 2 * (widths.len() - 1)));
    let mut out = format!("{}\n{spans}", table.title.shown);
    let heads: Vec<String> = table.columns.iter().map(|column| column.head.clone()).collect();
    out.push_str(&aligned(table, &widths, &heads));
    out.push_str(&rule);
    for (position, row) in lines.iter().enumerate() {
        if position == table.rows.len() {
            out.push_str(&rule);
        }
        let mut line = vec![row.head.clone()];
        line.extend(row.cells.iter().map(shown));
        let text = aligned(table, &widths, &line);
        out.push_str(&if colour { coloured(&text, row, &line, &widths, table) } else { text });
    }
    if stressed && !colour {
        out.push_str("* best, + second best\n");
    }
    for note in table.remarks() {
        for line in wrap(&note) {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
}

/// Titles over columns, each widened so that its title fits.
fn span_line(table: &Table, widths: &mut [usize]) -> String {
    if table.spans.is_empty() {
        return String::new();
    }
    let mut line = " ".repeat(widths[0]);
    let mut at = 1;
    for (title, count) in &table.spans {
        let room =
            |widths: &[usize]| widths[at..at + count].iter().sum::<usize>() + 2 * (count - 1);
        let needed = title.shown.chars().count();
        if needed > room(widths) {
            let more = needed - room(widths);
            widths[at + count - 1] += more;
        }
        let room = room(widths);
        line.push_str(&format!("  {:^room$}", title.shown));
        at += count;
    }
    format!("{}\n", line.trim_end())
}

fn padded(text: &str, width: usize, side: Side) -> String {
    let pad = " ".repeat(width.saturating_sub(text.chars().count()));
    match side {
        Side::Left => format!("{text}{pad}"),
        Side::Right => format!("{pad}{text}"),
    }
}

fn aligned(table: &Table, widths: &[usize], words: &[String]) -> String {
    let cells = words.iter().zip(widths).zip(&table.columns);
    let cells: Vec<String> = cells.map(|((w, width), c)| padded(w, *width, c.side)).collect();
    format!("{}\n", cells.join("  ").trim_end())
}

/// The same line with the stressed cells in bold or underlined.
fn coloured(plain: &str, row: &Row, words: &[String], widths: &[usize], table: &Table) -> String {
    if row.cells.iter().all(|cell| cell.stress == Stress::None) {
        return plain.to_owned();
    }
    let mut out = padded(&words[0], widths[0], table.columns[0].side);
    for (position, cell) in row.cells.iter().enumerate() {
        let text =
            padded(&words[position + 1], widths[position + 1], table.columns[position + 1].side);
        let word = cell.plain();
        let styled = match cell.stress {
            Stress::None => text,
            Stress::Best => text.replacen(&word, &format!("\x1b[1m{word}\x1b[0m"), 1),
            Stress::Second => text.replacen(&word, &format!("\x1b[4m{word}\x1b[0m"), 1),
        };
        out.push_str(&format!("  {styled}"));
    }
    format!("{}\n", out.trim_end())
}
