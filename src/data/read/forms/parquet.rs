//! A Parquet file as a sheet: every value as text. The index that pandas adds becomes the first column, or goes if it only numbers
//! the rows.

use std::path::Path;

use super::check_cells;
use crate::data::error::DataError;
use crate::data::read::parquet::columns::{
    Opened, PANDAS_INDEX, Value, guarded, open, unsupported,
};
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::check_width;

/// Whether a file begins as Parquet.
pub fn recognised(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Reads a file.
pub fn read(file: &Path, bytes: Vec<u8>) -> Result<Sheet<'_>, DataError> {
    guarded(file, || sheet(file, &open(file, &bytes)?))
}

fn sheet<'a>(file: &'a Path, opened: &Opened) -> Result<Sheet<'a>, DataError> {
    check_width(file, 1, opened.columns.len())?;
    check_cells(file, opened.rows, opened.columns.len())?;
    let mut header: Vec<String> =
        opened.columns.iter().map(|(field, _)| field.name.trim().to_owned()).collect();
    // There are no lines, so rows are counted as they would be in a text with a header.
    let mut rows: Vec<Row> = (0..opened.rows)
        .map(|at| Row { line: at + 2, cells: Vec::with_capacity(header.len()) })
        .collect();
    let index = header.iter().position(|name| name == PANDAS_INDEX);
    let order = index.into_iter().chain((0..header.len()).filter(|at| Some(*at) != index));
    for at in order {
        let Some((field, kind)) = opened.columns.get(at) else { continue };
        let no_column = || unsupported(file, field, "leave the column out of the file");
        let kind = kind.ok_or_else(no_column)?;
        let mut next = rows.iter_mut();
        let mut push = |value: Value| {
            if let Some(row) = next.next() {
                row.cells.push(text(&value));
            }
        };
        opened.values(field, kind, &mut push)?.ok_or_else(no_column)?;
    }
    if let Some(at) = index {
        header.remove(at);
        header.insert(0, String::new());
    }
    if rows.is_empty() || header.is_empty() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "the Parquet file holds no rows", remedy));
    }
    Ok(Sheet::new(file, header, 1, rows))
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
