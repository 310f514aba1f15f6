//! What a table can tell against itself, without any claim: columns that are another column in another order, columns and
//! runs of cells that are equal digit for digit, and values that cannot be.

use std::collections::BTreeMap;

use super::{Finding, Verdict};
use crate::metrics;
use crate::published::{Paper, PrintedUnit, PublishedTable};

/// A permutation of fewer different values could be chance.
const FEWEST_VALUES: usize = 6;
/// A run of fewer equal cells could be chance.
const SHORTEST_RUN: usize = 3;
/// Digits that a cell of a run must have: round numbers are equal by chance.
const FEWEST_DIGITS: usize = 3;
/// Columns of so many rows are not equal by chance, however round their numbers are.
const ENOUGH_ROWS: usize = 10;

/// Looks at all tables of a paper.
pub fn integrity(paper: &Paper) -> Vec<Finding> {
    let results: Vec<&PublishedTable> =
        paper.tables.iter().filter(|table| table.better.is_some()).collect();
    let mut findings: Vec<Finding> = paper.tables.iter().flat_map(out_of_range).collect();
    findings.extend(permuted(&results));
    findings.extend(results.iter().flat_map(|table| repeated(table)));
    findings
}

/// Pairs of columns (from, to) of a table such that the second is the first in another order.
fn permuted_pairs(table: &PublishedTable) -> Vec<(usize, usize)> {
    let cells = &table.cells;
    let sorted = |column: usize| {
        let mut text = cells.column_text(column);
        text.sort_unstable();
        text
    };
    let columns: Vec<Vec<&str>> = (0..cells.methods.len()).map(sorted).collect();
    let mut pairs = Vec::new();
    for to in 0..columns.len() {
        for from in 0..to {
            let mut values = columns[from].clone();
            values.dedup();
            let moved = cells.column_text(from) != cells.column_text(to);
            if values.len() >= FEWEST_VALUES && columns[from] == columns[to] && moved {
                pairs.push((from, to));
            }
        }
    }
    pairs
}

/// Columns that are found to be another one in another order, in any table of a paper.
pub fn permuted_columns(paper: &Paper) -> Vec<String> {
    let pairs = paper.tables.iter().filter(|table| table.better.is_some()).flat_map(|table| {
        permuted_pairs(table).into_iter().map(|(_, to)| table.cells.methods[to].clone())
    });
    let mut names: Vec<String> = pairs.collect();
    names.sort();
    names.dedup();
    names
}

/// The same pair of columns in several tables of the same rows must be permuted in the same way, which no chance explains.
fn permuted(tables: &[&PublishedTable]) -> Vec<Finding> {
    type Group<'a> =
        BTreeMap<(String, String, Vec<String>), Vec<(&'a PublishedTable, usize, usize)>>;
    let mut groups = Group::new();
    for table in tables {
        for (from, to) in permuted_pairs(table) {
            let names = &table.cells.methods;
            let key = (names[from].clone(), names[to].clone(), table.cells.datasets.clone());
            groups.entry(key).or_default().push((table, from, to));
        }
    }
    let mut findings = Vec::new();
    for ((from, to, datasets), group) in groups {
        let row_of = |row: usize, first: bool| -> Vec<&str> {
            let column = |from: usize, to: usize| if first { from } else { to };
            group.iter().map(|&(table, from, to)| table.cells.text(row, column(from, to))).collect()
        };
        let mut moved = Vec::new();
        let mut joint = true;
        for (row, dataset) in datasets.iter().enumerate() {
            let there =
                (0..datasets.len()).filter(|other| row_of(*other, true) == row_of(row, false));
            let there: Vec<usize> = there.collect();
            match there.as_slice() {
                [] => joint = false,
                rows if rows.contains(&row) => {}
                [source, ..] => moved.push(format!("{dataset} <- {}", datasets[*source])),
            }
        }
        let names: Vec<&str> = group.iter().map(|(table, ..)| table.name.as_str()).collect();
        let shared = match (joint, names.len()) {
            (true, 1) => String::new(),
            (true, count) => {
                format!(" by one and the same permutation in {count} tables ({})", names.join(", "))
            }
            (false, _) => " (another permutation in other tables)".to_owned(),
        };
        let note = format!(
            "one of the columns {from} and {to} is the other with its rows permuted{shared}: {}; which one, the tables do not \
             tell, and every statistic about it is void",
            moved.join(", ")
        );
        for name in names {
            findings.push(
                Finding::new(name, &format!("column {to}"), Verdict::Contradiction)
                    .printed("results of a method")
                    .computed(format!("those of {from}, in another order"))
                    .because(note.clone()),
            );
        }
    }
    findings
}

/// Columns that are equal, and runs of equal cells in columns that are not.
fn repeated(table: &PublishedTable) -> Vec<Finding> {
    let cells = &table.cells;
    let digits = |text: &str| {
        text.trim_start_matches(['0', '.', '-'])
            .trim_end_matches(['0', '.'])
            .chars()
            .filter(char::is_ascii_digit)
            .count()
    };
    let mut findings = Vec::new();
    for b in 0..cells.methods.len() {
        for a in 0..b {
            let (first, second) = (cells.column_text(a), cells.column_text(b));
            let names = format!("{} and {}", cells.methods[a], cells.methods[b]);
            let found = |computed: String| {
                Finding::new(&table.name, &format!("cells of {names}"), Verdict::Suspicious)
                    .printed("results of two methods")
                    .computed(computed)
            };
            if first == second {
                let long = first.iter().filter(|text| digits(text) >= FEWEST_DIGITS).count();
                if long < SHORTEST_RUN && first.len() < ENOUGH_ROWS {
                    continue;
                }
                findings.push(found("equal in every digit on all datasets".into()));
                continue;
            }
            let equal =
                |row: usize| first[row] == second[row] && digits(first[row]) >= FEWEST_DIGITS;
            let (mut row, mut runs) = (0, Vec::new());
            while row < first.len() {
                let length = (row..first.len()).take_while(|row| equal(*row)).count();
                if length >= SHORTEST_RUN {
                    runs.push(cells.datasets[row..row + length].join(", "));
                }
                row += length.max(1);
            }
            if !runs.is_empty() {
                findings.push(found(format!(
                    "equal in every digit on rows in a row: {}",
                    runs.join("; ")
                )));
            }
        }
    }
    findings
}

fn out_of_range(table: &PublishedTable) -> Vec<Finding> {
    let known = table.metric.as_deref().and_then(metrics::info);
    // What a paper measures by a metric of its own and prints as a share is a share.
    let (least, most) = known.map_or((0.0, 1.0), |info| info.range);
    let (low, high) = match table.unit {
        Some(PrintedUnit::Percent) => (100.0 * least, 100.0 * most),
        Some(PrintedUnit::Share) => (least, most),
        Some(PrintedUnit::Seconds | PrintedUnit::Count) => (0.0, f64::INFINITY),
        Some(PrintedUnit::Number) | None => return Vec::new(),
    };
    let cells = &table.cells;
    let mut findings = Vec::new();
    for (row, dataset) in cells.datasets.iter().enumerate() {
        for (column, method) in cells.methods.iter().enumerate() {
            let outside = cells.value(row, column).filter(|value| !(low..=high).contains(value));
            if outside.is_some() {
                findings.push(
                    Finding::new(
                        &table.name,
                        &format!("cell {dataset}, {method}"),
                        Verdict::Contradiction,
                    )
                    .printed(cells.text(row, column))
                    .computed(format!("between {low} and {high}"))
                    .because("a value outside the range of its unit"),
                );
            }
        }
    }
    findings
}
