//! Headers with two levels: a metric and a method for each column. pandas writes them in two lines, with a third one for the
//! name of the column of datasets; others join both names in one line (`affixes`). Each level becomes a table with a
//! header of one line.

use std::collections::BTreeSet;

use super::super::cell;
use super::levels::{Leveled, Levels};
use crate::data::read::sheet::Sheet;

/// The levels of a header of two lines: names repeat or are missing in the first, the second has text only, and no column
/// has the names of another.
pub fn of_lines(sheet: &Sheet) -> Option<Levels> {
    let mut upper: Vec<String> = sheet.header.get(1..)?.to_vec();
    let repeated = upper.iter().any(String::is_empty)
        || upper.iter().collect::<BTreeSet<_>>().len() < upper.len();
    let second = sheet.rows.first()?;
    let lower: Vec<String> = second.cells.get(1..)?.to_vec();
    let text = |name: &String| !name.is_empty() && cell::parse(name).is_err();
    if !repeated || upper.len() < 2 || sheet.rows.len() < 2 || !lower.iter().all(text) {
        return None;
    }
    // Merged cells of a spreadsheet have their name on the left.
    for column in 1..upper.len() {
        if upper[column].is_empty() {
            upper[column] = upper[column - 1].clone();
        }
    }
    let both: BTreeSet<(&String, &String)> = upper.iter().zip(&lower).collect();
    if both.len() < upper.len() {
        return None;
    }
    let third = sheet.rows.get(1).filter(|row| row.cells.iter().skip(1).all(String::is_empty));
    let first = third.map_or("dataset", |row| row.text(0));
    let first = if first.is_empty() { "dataset" } else { first }.to_owned();
    let named = (1..).zip(upper.into_iter().zip(lower));
    Some(Levels {
        labels: vec![(0, first)],
        columns: named.map(|(at, (upper, lower))| Leveled { at, upper, lower }).collect(),
        left: Vec::new(),
        taken: 1 + usize::from(third.is_some()),
        how: "the header has two lines",
    })
}

/// The levels of names that are written as a pair: `accuracy: svm`, as the side-by-side table of a report has them, or
/// `('svm', 'accuracy')`, as pandas writes them in one line.
pub fn of_pairs(sheet: &Sheet) -> Option<Levels> {
    let mut columns = Vec::new();
    for (at, name) in sheet.header.iter().enumerate().skip(1) {
        let (upper, lower) = tuple(name).or_else(|| name.split_once(": "))?;
        columns.push(Leveled { at, upper: upper.to_owned(), lower: lower.to_owned() });
    }
    let level = |of: fn(&Leveled) -> &String| columns.iter().map(of).collect::<BTreeSet<_>>().len();
    let (upper, lower) = (level(|own| &own.upper), level(|own| &own.lower));
    // Names with a colon are pairs only if each is met with each.
    let first = sheet.header.first()?;
    let is_tuple = sheet.header.iter().skip(1).all(|name| tuple(name).is_some());
    if columns.len() < 2 || !is_tuple && (upper < 2 || lower < 2 || upper * lower != columns.len())
    {
        return None;
    }
    let label = match tuple(first) {
        Some((upper, "")) => upper,
        Some(("", lower)) => lower,
        _ => first,
    };
    let label = if label.is_empty() { "dataset" } else { label };
    Some(Levels {
        labels: vec![(0, label.to_owned())],
        columns,
        left: Vec::new(),
        taken: 0,
        how: "the names of the columns have two parts",
    })
}

/// The two names of `('svm', 'accuracy')`.
fn tuple(name: &str) -> Option<(&str, &str)> {
    let (upper, lower) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some((unquoted(upper)?, unquoted(lower)?))
}

fn unquoted(text: &str) -> Option<&str> {
    let text = text.trim();
    ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote))
}
