//! A table as CSV: the numbers as they are printed, spreads and marks in columns of their own.

use std::collections::BTreeSet;

use crate::escape;
use crate::report::table::{Cell, Content, Table, mark_sign};

/// What the head of a column of spreads adds to that of the numbers before it.
const SPREAD: &str = " sd";
/// The same of marks.
const MARK: &str = " mark";
const CAVEAT: &str = "caveat";
const SOURCE: &str = "source";

/// The table.
pub fn table(table: &Table) -> String {
    let rows: Vec<_> = table.rows.iter().chain(&table.footer).collect();
    let has =
        |column: usize, what: fn(&Cell) -> bool| rows.iter().any(|row| what(&row.cells[column]));
    let cells = 0..table.columns.len() - 1;
    let spread: Vec<bool> = cells.clone().map(|c| has(c, Cell::has_spread)).collect();
    let marks: Vec<bool> =
        cells.clone().map(|c| has(c, |cell| mark_sign(cell.mark).is_some())).collect();
    let mut head = vec![(table.columns[0].head.clone(), false)];
    let mut spans =
        table.spans.iter().flat_map(|(title, count)| vec![title.stored.as_str(); *count]);
    for column in cells.clone() {
        let name = &table.columns[column + 1].head;
        let name = spans.next().map_or(name.clone(), |span| format!("{span}: {name}"));
        head.push((name.clone(), false));
        if spread[column] {
            head.push((format!("{name}{SPREAD}"), true));
        }
        if marks[column] {
            head.push((format!("{name}{MARK}"), true));
        }
    }
    let caveat = table.caveats.join("; ");
    if !caveat.is_empty() {
        head.push((CAVEAT.to_owned(), true));
    }
    if table.source.is_some() {
        head.push((SOURCE.to_owned(), true));
    }
    let mut out = format!("{}\n", fields(&distinct(head)));
    for row in rows {
        let mut line = vec![field(&row.head)];
        for (column, cell) in row.cells.iter().enumerate() {
            let (text, sd) = match &cell.content {
                Content::Absent | Content::Blank => ("", ""),
                Content::Word(word) => (word.as_str(), ""),
                Content::Number { text, spread, .. } => {
                    (text.as_str(), spread.as_deref().unwrap_or_default())
                }
            };
            line.push(field(text));
            if spread[column] {
                line.push(field(sd));
            }
            if marks[column] {
                line.push(mark_sign(cell.mark).map_or(String::new(), String::from));
            }
        }
        if !caveat.is_empty() {
            line.push(field(&caveat));
        }
        line.extend(table.source.as_deref().map(field));
        out.push_str(&format!("{}\n", line.join(",")));
    }
    out
}

/// A field, quoted where it must be, and never a formula.
pub fn field(text: &str) -> String {
    let text = escape::cell(text);
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}

fn fields(texts: &[String]) -> String {
    texts.iter().map(|text| field(text)).collect::<Vec<_>>().join(",")
}

/// Heads that differ: a method may be called `x sd`, next to the spread of another called `x`. Only what we add gives way.
fn distinct(heads: Vec<(String, bool)>) -> Vec<String> {
    let mut seen: BTreeSet<String> =
        heads.iter().filter(|(_, added)| !added).map(|(head, _)| head.clone()).collect();
    let mut all = Vec::with_capacity(heads.len());
    for (mut head, added) in heads {
        while added && !seen.insert(head.clone()) {
            head.push('_');
        }
        all.push(head);
    }
    all
}
