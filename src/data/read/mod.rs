//! Readers: one file per format, from text to a [`Table`]. A reader types columns, keeps missing values missing and
//! refuses damaged text with the line to blame; it knows nothing of tasks beyond which columns must be nominal.

pub(crate) mod arff;
mod content;
pub(crate) mod csv;
mod cut;
pub mod dates;
pub(crate) mod decode;
mod foreign;
pub mod forms;
mod keel;
mod libsvm;
pub mod parquet;
pub mod sheet;
pub(crate) mod signs;
pub(crate) mod text;

use std::path::Path;

use super::error::DataError;
use super::table::Table;

/// What a reader must be told beyond the file itself.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Whether what is not given is found from the content, with notes; otherwise it is the plain default, which is how
    /// files of a catalogue are read.
    pub sniff: bool,
    /// Field separator of CSV files; comma (tab for `.tsv`) if neither given nor found. A blank stands for any number of
    /// them where files are sniffed.
    pub delimiter: Option<char>,
    /// The decimal mark of CSV files, a point or a comma; a point if neither given nor found.
    pub decimal: Option<char>,
    /// Whether a CSV file's first line names the columns; true if neither given nor found.
    pub header: Option<bool>,
    /// Words that mean "missing", in addition to the empty field and `?`.
    pub missing: Vec<String>,
    /// Whether the words above are all there are, so that `NA` and the like are values unless listed.
    pub missing_said: bool,
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
    /// What was found from the content, for those who should know.
    pub notes: Vec<String>,
    /// What else the content was found to be, for the checks of what may mislead.
    pub facts: Facts,
}

/// What a reader made of values, which the values no longer show.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Words that were taken for missing values without being listed.
    pub missing_words: Vec<String>,
    /// Numeric columns that hold dates.
    pub dates: Vec<String>,
}

/// A data format: a name, the endings it goes by (before `.gz`), and its reader.
pub struct Format {
    /// The name in specs and catalogues.
    pub name: &'static str,
    /// File endings, without the dot.
    pub endings: &'static [&'static str],
    read: FormatReader,
}

/// A reader of text or of bytes.
enum FormatReader {
    Text(fn(&Path, &str, &ReadOptions) -> Result<ReadTable, DataError>),
    Bytes(fn(&Path, &[u8], &ReadOptions) -> Result<ReadTable, DataError>),
}

/// Every format, in the order the documentation lists them.
pub const FORMATS: &[Format] = &[
    Format {
        name: "csv",
        endings: &["csv", "tsv", "data", "txt"],
        read: FormatReader::Text(csv::read),
    },
    Format { name: "arff", endings: &["arff"], read: FormatReader::Text(arff::read) },
    Format { name: "keel", endings: &["dat"], read: FormatReader::Text(keel::read) },
    Format {
        name: "libsvm",
        endings: &["svm", "libsvm", "svmlight"],
        read: FormatReader::Text(libsvm::read),
    },
    Format {
        name: "parquet",
        endings: &["parquet", "pq"],
        read: FormatReader::Bytes(parquet::read),
    },
];

/// Finds the format of a file: by name if one is given, else by the file's ending.
pub fn format_of(file: &Path, name: Option<&str>) -> Result<&'static Format, DataError> {
    let names = || FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    if let Some(name) = name {
        return named(name).ok_or_else(|| {
            DataError::file(
                file,
                format!("unknown format `{name}`"),
                format!("use one of {}", names()),
            )
        });
    }
    let ending = ending(file);
    FORMATS.iter().find(|f| f.endings.contains(&ending.as_str())).ok_or_else(|| {
        DataError::file(
            file,
            format!("cannot tell the format from the ending `.{ending}`"),
            format!("set `format` to one of {}", names()),
        )
    })
}

/// The same where no format is given and the content may know better than the ending, with a note where it does.
pub fn format_by_content(
    file: &Path,
    bytes: &[u8],
) -> Result<(&'static Format, Option<String>), DataError> {
    let found = content::format(file, bytes)?.and_then(named);
    match (format_of(file, None).ok(), found) {
        (Some(ending), Some(found)) if ending.name == found.name => Ok((found, None)),
        (_, Some(found)) => Ok((found, Some(format_note(found)))),
        // A file that calls itself ARFF and does not look like it is damaged; `.dat` is any program's.
        (Some(ending), None) if ending.name != "keel" => Ok((ending, None)),
        (_, None) => {
            let csv = format_of(file, Some("csv"))?;
            Ok((csv, Some(format_note(csv))))
        }
    }
}

fn format_note(format: &Format) -> String {
    let name = format.name;
    format!("read as {name} because of its content; `format` names another format")
}

fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.name == name)
}

/// The ending before `.gz`, in lower case.
fn ending(file: &Path) -> String {
    let lower = file.to_string_lossy().to_lowercase();
    let stem = lower.strip_suffix(".gz").unwrap_or(&lower);
    Path::new(stem).extension().and_then(|e| e.to_str()).unwrap_or("").to_owned()
}

/// Reads a file's bytes (decompressed already) as a table.
pub fn read(
    file: &Path,
    bytes: &[u8],
    format: &Format,
    options: &ReadOptions,
) -> Result<ReadTable, DataError> {
    let read = match format.read {
        FormatReader::Text(read) => {
            let (text, note) = decode::text(file, bytes)?;
            let mut read = read(file, &text, options)?;
            read.notes.splice(..0, note);
            read
        }
        FormatReader::Bytes(read) => read(file, bytes, options)?,
    };
    if read.table.rows == 0 {
        return Err(DataError::file(file, "no data rows", "check that this is the right file"));
    }
    Ok(read)
}
