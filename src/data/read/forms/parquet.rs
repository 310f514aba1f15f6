//! A Parquet file as a sheet, through polars: every value as text. The index that pandas adds becomes the first column, or goes if
//! it only numbers the rows.

use std::cell::Cell;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use polars::prelude::{AnyValue, DataFrame, ParallelStrategy, ParquetReader, SerReader};

use super::check_cells;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::check_width;

const MAGIC: &[u8] = b"PAR1";
/// What pandas calls an index without a name.
const INDEX: &str = "__index_level_0__";

/// Whether a file begins as Parquet.
pub fn recognised(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

thread_local! {
    static IN_POLARS: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside polars: a panic there is caught and becomes an error.
pub fn in_polars() -> bool {
    IN_POLARS.get()
}

/// Reads a file.
pub fn read(file: &Path, bytes: Vec<u8>) -> Result<Sheet<'_>, DataError> {
    // A file that is cut off has no end mark, and polars is not asked.
    if !bytes.ends_with(MAGIC) || bytes.len() < 3 * MAGIC.len() {
        return Err(damaged(file, "it does not end as a Parquet file"));
    }
    // Damaged bytes inside a whole file make polars panic here and there.
    IN_POLARS.set(true);
    let frame = catch_unwind(AssertUnwindSafe(|| frame(file, bytes)));
    IN_POLARS.set(false);
    sheet(file, &frame.unwrap_or_else(|_| Err(damaged(file, "its bytes are damaged")))?)
}

fn frame(file: &Path, bytes: Vec<u8>) -> Result<DataFrame, DataError> {
    // On this thread, so that the same damage always has the same message and no other thread panics.
    let mut reader = ParquetReader::new(Cursor::new(bytes)).read_parallel(ParallelStrategy::None);
    let rows = reader.num_rows().map_err(|e| damaged(file, &e.to_string()))?;
    let columns = reader.schema().map_err(|e| damaged(file, &e.to_string()))?.len();
    check_width(file, 1, columns)?;
    check_cells(file, rows, columns)?;
    reader.finish().map_err(|e| damaged(file, &e.to_string()))
}

fn sheet<'a>(file: &'a Path, frame: &DataFrame) -> Result<Sheet<'a>, DataError> {
    let mut header: Vec<String> =
        frame.columns().iter().map(|column| column.name().trim().to_owned()).collect();
    // There are no lines, so rows are counted as they would be in a text with a header.
    let mut rows: Vec<Row> = (0..frame.height())
        .map(|at| Row { line: at + 2, cells: Vec::with_capacity(header.len()) })
        .collect();
    let index = header.iter().position(|name| name == INDEX);
    let order = index.into_iter().chain((0..header.len()).filter(|at| Some(*at) != index));
    for at in order {
        let Some(column) = frame.columns().get(at) else { continue };
        let series = column.as_materialized_series().rechunk();
        for (row, value) in rows.iter_mut().zip(series.iter()) {
            row.cells.push(text(&value));
        }
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
fn text(value: &AnyValue) -> String {
    // So many digits are no score; with an exponent they stay readable.
    let number = |value: f64, short: String| {
        if value != 0.0 && !(1e-5..1e15).contains(&value.abs()) {
            format!("{value:e}")
        } else {
            short
        }
    };
    match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => text.trim().to_owned(),
        AnyValue::StringOwned(text) => text.trim().to_owned(),
        AnyValue::Float32(value) if value.is_nan() => String::new(),
        AnyValue::Float64(value) if value.is_nan() => String::new(),
        AnyValue::Float32(value) => number(f64::from(*value), value.to_string()),
        AnyValue::Float64(value) => number(*value, value.to_string()),
        other => other.to_string(),
    }
}

fn damaged(file: &Path, why: &str) -> DataError {
    let why: String = why.lines().next().unwrap_or("").chars().take(200).collect();
    let problem = format!("the Parquet file cannot be read: {why}");
    DataError::file(file, problem, "get the file again, or write the table as CSV")
}
