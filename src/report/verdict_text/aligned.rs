//! Columns of a terminal.

use crate::analysis::registry::{Outcome, Test};
use crate::words::{p, sentence_case};

/// Columns aligned: the first to the left, the others to the right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut text = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
            if column == 0 {
                text.push_str(&format!("  {cell}{pad}"));
            } else {
                text.push_str(&format!("  {pad}{cell}"));
            }
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// A row of words.
pub fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// The name of a test above its table.
pub fn heading(test: Test) -> String {
    sentence_case(test.title.trim_start_matches("the "))
}

/// What a test found of a pair: the name of the pair, the outcome, and its p by Holm's procedure.
pub struct PairRow<'a> {
    /// The pair.
    pub name: String,
    /// What was found.
    pub found: &'a Outcome,
    /// The corrected p, where there is more than one comparison.
    pub holm: Option<f64>,
}

/// A test of two methods: one row per pair, and below it the pairs for which it is undefined.
pub fn test_table(pairs: &[PairRow<'_>]) -> String {
    let (mut rows, mut undefined): (Vec<Vec<String>>, String) = (Vec::new(), String::new());
    for pair in pairs {
        let found = match pair.found {
            Ok(found) => found,
            Err(error) => {
                undefined.push_str(&format!("  {}: {error}\n", pair.name));
                continue;
            }
        };
        if rows.is_empty() {
            let mut head = words(&["pair"]);
            head.extend(found.cells.iter().map(|(head, _)| (*head).to_owned()));
            head.extend(pair.holm.map(|_| "p Holm".to_owned()));
            rows.push(head);
        }
        let mut row = vec![pair.name.clone()];
        row.extend(found.cells.iter().map(|(_, text)| text.clone()));
        row.extend(pair.holm.map(p));
        rows.push(row);
    }
    format!("{}{undefined}", aligned(&rows))
}
