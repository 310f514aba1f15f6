//! A table as Markdown, for a repository or an issue.

use crate::escape::markdown as escape;
use crate::report::table::{Cell, Row, Side, Stress, Table, mark_sign};

/// The table with its title and notes.
pub fn table(table: &Table) -> String {
    let mut out = format!("## {}\n\n{}\n\n", escape(&table.title.shown), escape(&table.caption));
    let mut spans = table.spans.iter().flat_map(|(title, count)| vec![&title.shown; *count]);
    let heads = table.columns.iter().enumerate().map(|(position, column)| {
        let span = if position == 0 { None } else { spans.next() };
        span.map_or(escape(&column.head), |s| format!("{}: {}", escape(s), escape(&column.head)))
    });
    out.push_str(&format!("| {} |\n|", heads.collect::<Vec<_>>().join(" | ")));
    for column in &table.columns {
        out.push_str(if column.side == Side::Left { "---|" } else { "---:|" });
    }
    out.push('\n');
    for row in &table.rows {
        out.push_str(&line(&escape(&row.head), row));
    }
    for row in &table.footer {
        out.push_str(&line(&format!("*{}*", escape(&row.head)), row));
    }
    out.push('\n');
    for note in table.remarks() {
        out.push_str(&format!("{}\n\n", escape(&note)));
    }
    out
}

fn line(head: &str, row: &Row) -> String {
    let cells: Vec<String> = row.cells.iter().map(word).collect();
    format!("| {head} | {} |\n", cells.join(" | "))
}

fn word(cell: &Cell) -> String {
    let plain = escape(&cell.plain());
    let stressed = match cell.stress {
        Stress::None => plain,
        Stress::Best => format!("**{plain}**"),
        Stress::Second => format!("<ins>{plain}</ins>"),
    };
    mark_sign(cell.mark).map_or(stressed.clone(), |sign| format!("{stressed} {sign}"))
}
