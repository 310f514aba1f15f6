//! Readers: one file a format, from text to a [`Table`]. A reader types columns, keeps missing values missing and
//! refuses damaged text with the line to blame; it knows nothing of tasks beyond which columns must be nominal.

pub(crate) mod arff;
pub(crate) mod csv;
pub mod forms;
mod keel;
mod libsvm;
pub mod sheet;
pub(crate) mod text;

use std::path::Path;

use super::error::DataError;
use super::table::Table;

/// What a reader must be told beyond the file itself.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Field separator of CSV files; comma (tab for `.tsv`) if not given.
    pub delimiter: Option<char>,
    /// Whether a CSV file's first line names the columns; true if not given.
    pub header: Option<bool>,
    /// Words that mean "missing", beside the empty field and `?`.
    pub missing: Vec<String>,
    /// Columns to read as nominal whatever they look like.
    pub nominal: Vec<String>,
    /// Columns that are no features, or left out: read as text, if they are there.
    pub unread: Vec<String>,
    /// The target columns; empty: what the format declares, else the last column.
    pub target: Vec<String>,
    /// Whether the target holds classes, and so is read as nominal; the loader knows from the task.
    pub target_is_nominal: bool,
}

/// A table with what only the reader can know about it.
#[derive(Debug, Clone)]
pub struct ReadTable {
    /// The columns.
    pub table: Table,
    /// The line each row stood on, for errors found later.
    pub lines: Vec<usize>,
    /// The target columns: the asked-for ones, or the format's own choice.
    pub target: Vec<String>,
    /// Whether the file itself declares that the target holds classes or text, as ARFF and KEEL files can.
    pub declares_classes: bool,
}

/// A data format: a name, the endings it goes by (before `.gz`), and its reader.
pub struct Format {
    /// The name in specs and catalogues.
    pub name: &'static str,
    /// File endings, without the dot.
    pub endings: &'static [&'static str],
    read: fn(&Path, &str, &ReadOptions) -> Result<ReadTable, DataError>,
}

/// Every format, in the order the documentation lists them.
pub const FORMATS: &[Format] = &[
    Format { name: "csv", endings: &["csv", "tsv", "data", "txt"], read: csv::read },
    Format { name: "arff", endings: &["arff"], read: arff::read },
    Format { name: "keel", endings: &["dat"], read: keel::read },
    Format { name: "libsvm", endings: &["svm", "libsvm", "svmlight"], read: libsvm::read },
];

/// Finds the format of a file: by name if one is given, else by the file's ending.
pub fn format_of(file: &Path, name: Option<&str>) -> Result<&'static Format, DataError> {
    let names = || FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    if let Some(name) = name {
        return FORMATS.iter().find(|f| f.name == name).ok_or_else(|| {
            DataError::file(
                file,
                format!("unknown format `{name}`"),
                format!("use one of {}", names()),
            )
        });
    }
    let lower = file.to_string_lossy().to_lowercase();
    let stem = lower.strip_suffix(".gz").unwrap_or(&lower);
    let ending = Path::new(stem).extension().and_then(|e| e.to_str()).unwrap_or("");
    FORMATS.iter().find(|f| f.endings.contains(&ending)).ok_or_else(|| {
        DataError::file(
            file,
            format!("cannot tell the format from the ending `.{ending}`"),
            format!("set `format` to one of {}", names()),
        )
    })
}

/// Reads a file's bytes (decompressed already) as a table.
pub fn read(
    file: &Path,
    bytes: &[u8],
    format: &Format,
    options: &ReadOptions,
) -> Result<ReadTable, DataError> {
    let text = text::decode(file, bytes)?;
    let read = (format.read)(file, text, options)?;
    if read.table.rows == 0 {
        return Err(DataError::file(file, "no data rows", "check that this is the right file"));
    }
    Ok(read)
}
