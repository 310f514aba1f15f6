//! A Parquet file as a sheet: every value as text. The index that pandas adds is the first column.

use std::collections::BTreeSet;
use std::path::Path;

use super::check_cells;
use crate::data::error::DataError;
use crate::data::read::parquet::columns::{Opened, guarded, open, unsupported};
use crate::data::read::parquet::index::is_nameless;
use crate::data::read::parquet::values::Value;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::check_width;

/// Whether a file begins as Parquet.
pub fn recognised(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Reads a file, and which of its cells are texts with digits.
pub fn read<'a>(file: &'a Path, bytes: &[u8]) -> Result<(Sheet<'a>, BTreeSet<String>), DataError> {
    guarded(file, || sheet(file, &open(file, bytes)?))
}

fn sheet<'a>(file: &'a Path, opened: &Opened) -> Result<(Sheet<'a>, BTreeSet<String>), DataError> {
    check_width(file, 1, opened.columns.len())?;
    check_cells(file, opened.rows, opened.columns.len())?;
    let mut header: Vec<String> =
        opened.columns.iter().map(|(field, _)| field.name.trim().to_owned()).collect();
    // There are no lines, so rows are counted as they would be in a text with a header.
    let mut rows: Vec<Row> = (0..opened.rows)
        .map(|at| Row { line: at + 2, cells: Vec::with_capacity(header.len()) })
        .collect();
    let mut texts = BTreeSet::new();
    for (field, kind) in &opened.columns {
        let no_column = || unsupported(file, field, "leave the column out of the file");
        let kind = kind.ok_or_else(no_column)?;
        let mut next = rows.iter_mut();
        let mut push = |value: Value| {
            let Some(row) = next.next() else { return };
            let cell = text(&value);
            if matches!(value, Value::Text(_)) && cell.contains(|c: char| c.is_ascii_digit()) {
                texts.insert(cell.clone());
            }
            row.cells.push(cell);
        };
        opened.values(field, kind, &mut push)?.ok_or_else(no_column)?;
    }
    if let Some(first) = header.first_mut().filter(|name| is_nameless(name)) {
        first.clear();
    }
    if rows.is_empty() || header.is_empty() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "the Parquet file holds no rows", remedy));
    }
    Ok((Sheet::new(file, header, 1, rows), texts))
}

/// A value as the text of a cell.
fn text(value: &Value) -> String {
    // So many digits are no score; with an exponent they stay readable.
    let number = |value: f64, short: String| {
        if value != 0.0 && !(1e-5..1e15).contains(&value.abs()) {
            format!("{value:e}")
        } else {
            short
        }
    };
    match value {
        Value::Real(value) if !value.is_nan() => number(*value, value.to_string()),
        Value::Single(value) if !value.is_nan() => number(f64::from(*value), value.to_string()),
        Value::Truth(truth) => truth.to_string(),
        other => other.written().unwrap_or_default().trim().to_owned(),
    }
}
