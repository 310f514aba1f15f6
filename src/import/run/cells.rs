//! The text of the files that are imported, and their cells: names, whole numbers, finite numbers and the columns they are
//! in, each with an error that names the place.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::numbers;
use super::part::Kind;
use crate::data::error::DataError;
use crate::data::load;
use crate::data::read::decode;
use crate::data::read::forms;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{number, shown};
use crate::files;
use crate::metrics::{self, CLASSIFICATION};
use crate::num::hash::Canonical;
use crate::suggest;

/// Bytes of one file.
const MOST_BYTES: u64 = 500_000_000;

/// The bytes of a file. Standard input can be read once only, so its bytes are kept for the second look.
fn bytes_of(file: &Path) -> Result<Vec<u8>, DataError> {
    static INPUT: OnceLock<Vec<u8>> = OnceLock::new();
    let unreadable = |e: std::io::Error| load::unreadable(file, &e, "check the path");
    if !files::is_stdin(file) {
        return files::read(file, MOST_BYTES).map_err(unreadable);
    }
    if let Some(bytes) = INPUT.get() {
        return Ok(bytes.clone());
    }
    let bytes = files::read_any(file, MOST_BYTES).map_err(unreadable)?;
    Ok(INPUT.get_or_init(|| bytes).clone())
}

/// The text of a file, unpacked if it is gzipped; of standard input as `-`. What other programs store is refused by what it is.
pub fn read_text(file: &Path) -> Result<String, DataError> {
    let bytes = unpacked(file)?;
    match forms::text_of(file, &bytes)? {
        (text, None) => Ok(text.into_owned()),
        // A guess of the encoding would not be shown.
        (_, Some(_)) => decode::utf8(file, &bytes),
    }
}

/// The sheet of a file in JSON or Parquet; `None` for text.
pub fn read_typed(file: &Path) -> Result<Option<Sheet<'_>>, DataError> {
    forms::typed(file, &unpacked(file)?)
}

fn unpacked(file: &Path) -> Result<Vec<u8>, DataError> {
    load::decompress(file, bytes_of(file)?, MOST_BYTES)
}

/// The hash of a file as it is.
pub fn hash(file: &Path) -> Result<Canonical, DataError> {
    let mut hash = Canonical::plain();
    hash.raw(&bytes_of(file)?);
    Ok(hash)
}

/// The only column of a name, whatever its case; `None` if there is none.
pub fn column(sheet: &Sheet<'_>, name: &str) -> Result<Option<usize>, DataError> {
    let plain: String = name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
    let found = sheet.columns_called(&[&plain]);
    if let [_, _, ..] = found[..] {
        let problem = format!("two columns are called {}", shown(name));
        return Err(header_error(sheet, problem, "remove or rename one of them"));
    }
    Ok(found.first().copied())
}

/// The same for a column that must be there.
pub fn needed(sheet: &Sheet<'_>, name: &str) -> Result<usize, DataError> {
    column(sheet, name)?.ok_or_else(|| {
        let known: Vec<&str> = sheet.header.iter().map(String::as_str).collect();
        let help = suggest::help(name, &known, "docs/import.md lists the columns of every format");
        header_error(sheet, format!("there is no column {}", shown(name)), help)
    })
}

/// An error about the first line.
pub fn header_error(
    sheet: &Sheet<'_>,
    problem: impl Into<String>,
    remedy: impl Into<String>,
) -> DataError {
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

/// A text that must be there.
pub fn text<'r>(sheet: &Sheet<'_>, row: &'r Row, column: usize) -> Result<&'r str, DataError> {
    match row.text(column) {
        "" | "?" => {
            let remedy = "fill it in, or remove the line";
            Err(sheet.error(row.line, column, "the cell is empty", remedy))
        }
        text => Ok(text),
    }
}

/// A true class, which must be known: programs write `nan` where there is none.
pub fn true_class<'r>(
    sheet: &Sheet<'_>,
    row: &'r Row,
    column: usize,
) -> Result<&'r str, DataError> {
    let found = text(sheet, row, column)?;
    if found.eq_ignore_ascii_case("nan") {
        let problem =
            format!("{} is how programs write that the true class is missing", shown(found));
        let remedy = "fill it in, or remove the line; if it is a class, call it otherwise";
        return Err(sheet.error(row.line, column, problem, remedy));
    }
    Ok(found)
}

/// A number of a repeat, fold, run or row.
pub fn whole(sheet: &Sheet<'_>, row: &Row, column: usize) -> Result<u32, DataError> {
    let text = text(sheet, row, column)?;
    // Some programs write every number with a decimal point.
    let found = number(text).filter(|n| n.fract() == 0.0 && (0.0..=MOST).contains(n));
    found.map(|n| n as u32).ok_or_else(|| {
        let problem = format!("{} is no whole number from 0 on", shown(text));
        sheet.error(row.line, column, problem, "number repeats, folds and rows from 0 or from 1")
    })
}

/// No repeat, fold or row has a larger number.
const MOST: f64 = 4_000_000_000.0;

/// A finite number; `None` for an empty cell.
pub fn real(sheet: &Sheet<'_>, row: &Row, column: usize) -> Result<Option<f64>, DataError> {
    let text = row.text(column);
    if matches!(text, "" | "?") {
        return Ok(None);
    }
    number(text).filter(|value| value.is_finite()).map(Some).ok_or_else(|| {
        let problem = format!("{} is not a finite number", shown(text));
        let remedy = "write a number with a decimal point, or leave out what has no result";
        sheet.error(row.line, column, problem, remedy)
    })
}

/// A score of a metric, which must be possible.
pub fn score(
    sheet: &Sheet<'_>,
    (row, column): (&Row, usize),
    metric: &str,
    value: f64,
) -> Result<f64, DataError> {
    let range = metrics::info(metric).map(|info| info.range);
    let (low, high) = range.unwrap_or((0.0, f64::INFINITY));
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let problem = format!("no {metric} can be {value}: it lies between {low} and {high}");
    let remedy = "write shares as numbers from 0 to 1, not as percentages";
    Err(sheet.error(row.line, column, problem, remedy))
}

/// The name that a metric has here, and what methods answer with that have it; `None` if it is not known.
pub fn known_metric(name: &str) -> Option<(&'static str, Kind)> {
    let classes = CLASSIFICATION.iter().map(|metric| (metric.info.name, Kind::Classes));
    let numbers = metrics::names_of_task(numbers::TASK).into_iter().map(|own| (own, Kind::Numbers));
    classes.chain(numbers).find(|(known, _)| *known == name)
}

/// A path that many places share.
pub fn shared(file: &Path) -> Arc<Path> {
    Arc::from(file)
}
