//! A table as CSV: the numbers as they are printed, spreads and marks in columns of their own.

use crate::report::table::{Cell, Content, Table, mark_sign};

/// The table.
pub fn table(table: &Table) -> String {
    let rows: Vec<_> = table.rows.iter().chain(&table.footer).collect();
    let has =
        |column: usize, what: fn(&Cell) -> bool| rows.iter().any(|row| what(&row.cells[column]));
    let cells = 0..table.columns.len() - 1;
    let spread: Vec<bool> = cells.clone().map(|c| has(c, Cell::has_spread)).collect();
    let marks: Vec<bool> =
        cells.clone().map(|c| has(c, |cell| mark_sign(cell.mark).is_some())).collect();
    let mut head = vec![field(&table.columns[0].head)];
    let mut spans = table.spans.iter().flat_map(|(title, count)| vec![title.as_str(); *count]);
    for column in cells.clone() {
        let name = &table.columns[column + 1].head;
        let name = spans.next().map_or(name.clone(), |span| format!("{span}: {name}"));
        head.push(field(&name));
        if spread[column] {
            head.push(field(&format!("{name} sd")));
        }
        if marks[column] {
            head.push(field(&format!("{name} mark")));
        }
    }
    let caveat = table.caveats.join("; ");
    if !caveat.is_empty() {
        head.push("caveat".to_owned());
    }
    let mut out = format!("{}\n", head.join(","));
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
        out.push_str(&format!("{}\n", line.join(",")));
    }
    out
}

/// A field, quoted where it must be.
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
