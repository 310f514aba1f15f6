//! Every form in which a table of results comes: delimited text, Markdown, LaTeX, JSON, Parquet. Each form is one file and
//! one entry of [`FORMS`], and becomes a [`Sheet`]; what the columns mean is not known here.

mod blanks;
pub mod delimited;
mod json;
mod latex;
mod markdown;
pub mod numbers;
mod parquet;
pub mod printed;
mod sniff;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use super::sheet::Sheet;
use super::{decode, foreign};
use crate::choices::Words;
use crate::data::error::DataError;
use crate::data::load;
use crate::files;
use crate::suggest;

/// Bytes of a table of results, unpacked; every cell is kept as text.
const MOST_BYTES: u64 = 500_000_000;

/// Cells of a sheet. Each costs a few dozen bytes of memory, so a short file must not ask for billions.
pub const MOST_CELLS: usize = 60_000_000;

/// What separates the fields of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// One character.
    Char(char),
    /// Any number of blanks or tabs.
    Blanks,
}

/// The words for delimiters.
pub const DELIMITERS: Words<Delimiter> = &[
    ("comma", Delimiter::Char(',')),
    ("semicolon", Delimiter::Char(';')),
    ("tab", Delimiter::Char('\t')),
    ("pipe", Delimiter::Char('|')),
    ("blanks", Delimiter::Blanks),
];

/// What stands between the whole part of a number and its decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimal {
    /// `0.95`.
    Point,
    /// `0,95`.
    Comma,
}

/// The words for decimal signs.
pub const DECIMALS: Words<Decimal> = &[("point", Decimal::Point), ("comma", Decimal::Comma)];

/// What a user can say about the form of a file; whatever is not said is found from its content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FormOptions {
    /// The name of a form.
    pub form: Option<String>,
    /// What separates fields, for delimited text.
    pub delimiter: Option<Delimiter>,
    /// How decimals are written.
    pub decimal: Option<Decimal>,
}

/// A form of a table.
pub struct Form {
    /// The name on the command line.
    pub name: &'static str,
    /// Usual file endings, without the dot. They decide nothing: content does.
    pub endings: &'static [&'static str],
    /// What it holds.
    pub about: &'static str,
    /// What it is recognised by.
    pub known_by: &'static str,
    reader: Reader,
}

/// How a form is recognised and read.
enum Reader {
    Parquet,
    Text(fn(&str) -> bool, ReadText),
    /// Text in which numbers have a type of their own, so that only what is in quotes can be written in several ways.
    Json(fn(&str) -> bool, ReadText),
}

type ReadText = for<'a> fn(&'a Path, &str, &FormOptions) -> Result<Sheet<'a>, DataError>;

/// Every form. The first one that recognises a file reads it; the last takes any text.
pub const FORMS: &[Form] = &[
    Form {
        name: "parquet",
        endings: &["parquet", "pq"],
        about: "Parquet; a pandas index becomes the first column",
        known_by: "its first four bytes, `PAR1`",
        reader: Reader::Parquet,
    },
    Form {
        name: "lm-eval",
        endings: &["json"],
        about: "results of the LM Evaluation Harness: one model per file, one dataset per task; groups of tasks are left out",
        known_by: "a JSON object with `results` and `config` or `versions`",
        reader: Reader::Json(json::lm_eval::recognised, json::lm_eval::read),
    },
    Form {
        name: "json-lines",
        endings: &["jsonl", "ndjson"],
        about: "one JSON object per line; keys are columns, keys of objects inside are joined by a point",
        known_by: "`{` at the beginning of the first two lines",
        reader: Reader::Json(json::lines::recognised, json::lines::read),
    },
    Form {
        name: "json",
        endings: &["json"],
        about: "a list of objects, one per row; or pandas' `to_json` with `orient` `records`, `split`, `table`, `columns` or `index`; or one list per column",
        known_by: "`[` or `{` at the beginning",
        reader: Reader::Json(json::table::recognised, json::table::read),
    },
    Form {
        name: "json-columns",
        endings: &[],
        about: "objects inside an object; the outer keys are columns (pandas' `to_json()`)",
        known_by: "inner keys 0, 1, 2 ...; otherwise it must be named",
        reader: Reader::Json(never, json::table::read_columns),
    },
    Form {
        name: "json-index",
        endings: &[],
        about: "objects inside an object; the outer keys are rows (pandas' `orient=\"index\"`)",
        known_by: "outer keys 0, 1, 2 ...; otherwise it must be named",
        reader: Reader::Json(never, json::table::read_index),
    },
    Form {
        name: "latex",
        endings: &["tex"],
        about: "one `tabular` environment, or its rows alone; bold type, rules and colours are taken off, cells over several columns or rows are refused",
        known_by: "`\\begin{tabular}` and the like, or lines with `&` that end in `\\\\`",
        reader: Reader::Text(latex::recognised, latex::read),
    },
    Form {
        name: "markdown",
        endings: &["md"],
        about: "one table with `|` between its cells and a line of dashes below its header; the text around it is skipped",
        known_by: "that line of dashes",
        reader: Reader::Text(markdown::recognised, markdown::read),
    },
    Form {
        name: "printed",
        endings: &[],
        about: "a table as pandas or R print it on the screen, with blanks between its columns: the name of pandas' index on a line of its own, the types of a tibble below its header, names with blanks",
        known_by: "these lines, or columns that keep their place in every line",
        reader: Reader::Text(printed::recognised, printed::read),
    },
    Form {
        name: "csv",
        endings: &["csv", "tsv", "txt", "dat"],
        about: "delimited text: commas, semicolons, tabs, pipes or runs of blanks; `#` lines before the header are skipped, and Excel's `sep=;` is followed",
        known_by: "any other text; the delimiter is the one that splits the lines most consistently",
        reader: Reader::Text(|_| true, delimited::read),
    },
];

fn never(_: &str) -> bool {
    false
}

/// Reads a file, gzipped or not, or standard input (`-`), in whatever form it is.
pub fn read<'a>(file: &'a Path, options: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let named = files::shown_name(file);
    let bytes = files::read_any(file, MOST_BYTES)
        .map_err(|e| load::unreadable(named, &e, "check the path"))?;
    let bytes = load::decompress(named, bytes, MOST_BYTES)?;
    of_bytes(named, bytes, options)
}

/// Reads what is in a file.
pub fn of_bytes<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: &FormOptions,
) -> Result<Sheet<'a>, DataError> {
    let asked = options.form.as_deref().map(|name| named(file, name)).transpose()?;
    let is_asked = |form: &Form| asked.is_none_or(|asked| asked.name == form.name);
    for form in FORMS.iter().filter(|form| is_asked(form)) {
        if matches!(form.reader, Reader::Parquet)
            && (asked.is_some() || parquet::recognised(&bytes))
        {
            let (sheet, texts) = parquet::read(file, &bytes)?;
            return finished(sheet, Some(&texts), options);
        }
    }
    let (text, decoded) = text_of(file, &bytes)?;
    foreign::refuse_arff(file, &text)?;
    for form in FORMS.iter().filter(|form| is_asked(form)) {
        let (recognised, read, texts) = match form.reader {
            Reader::Parquet => continue,
            Reader::Text(recognised, read) => (recognised, read, None),
            Reader::Json(recognised, read) => {
                (recognised, read, Some(json::texts as fn(&str) -> BTreeSet<String>))
            }
        };
        if asked.is_some() || recognised(&text) {
            let mut sheet = read(file, &text, options)?;
            sheet.notes.splice(0..0, decoded);
            return finished(sheet, texts.map(|texts| texts(&text)).as_ref(), options);
        }
    }
    Err(DataError::file(file, "no form of a table is recognised", "save it as CSV"))
}

/// The text of a file, and a note where it was not UTF-8. Web pages and what other programs store are refused by what they are.
pub fn text_of<'b>(
    file: &Path,
    bytes: &'b [u8],
) -> Result<(Cow<'b, str>, Option<String>), DataError> {
    foreign::refuse_bytes(file, bytes)?;
    let (text, note) = decode::text(file, bytes)?;
    foreign::refuse_text(file, &text)?;
    Ok((text, note))
}

/// Reads Parquet or JSON, whose cells are numbers and texts already; `None` for any other form.
pub fn typed<'a>(file: &'a Path, bytes: &[u8]) -> Result<Option<Sheet<'a>>, DataError> {
    for form in FORMS {
        match form.reader {
            Reader::Parquet if parquet::recognised(bytes) => {
                return parquet::read(file, bytes).map(|(sheet, _)| Some(sheet));
            }
            Reader::Json(recognised, read) => {
                let Ok(text) = std::str::from_utf8(bytes) else { continue };
                if recognised(text) {
                    return read(file, text, &FormOptions::default()).map(Some);
                }
            }
            Reader::Parquet | Reader::Text(..) => {}
        }
    }
    Ok(None)
}

/// The sheet with plain numbers. Forms with a type for numbers (`texts` are the others) have columns without an order of their own, as
/// the names of a JSON object: the only column of names comes first, because a wide table begins with its datasets.
fn finished<'a>(
    mut sheet: Sheet<'a>,
    texts: Option<&BTreeSet<String>>,
    options: &FormOptions,
) -> Result<Sheet<'a>, DataError> {
    numbers::settle_texts(&mut sheet, options.decimal, texts)?;
    if texts.is_none() {
        return Ok(sheet);
    }
    let names: Vec<usize> =
        (0..sheet.header.len()).filter(|&column| !numbers::is_numeric(&sheet, column)).collect();
    if let [only] = names[..] {
        sheet.header[..=only].rotate_right(1);
        for row in &mut sheet.rows {
            row.cells[..=only].rotate_right(1);
        }
    }
    Ok(sheet)
}

/// Whether a file holds results of the LM Evaluation Harness.
pub fn is_lm_eval(file: &Path) -> bool {
    let text = files::read(file, MOST_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| json::lm_eval::recognised(&text))
}

/// The form of a name.
fn named(file: &Path, name: &str) -> Result<&'static Form, DataError> {
    FORMS.iter().find(|form| form.name == name).ok_or_else(|| {
        let known: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        let problem = format!("no form of a table is called `{}`", name.escape_debug());
        let remedy = suggest::help(name, &known, &format!("the forms are {}", known.join(", ")));
        DataError::file(file, problem, remedy)
    })
}

/// Refuses a sheet that would be too large in memory.
pub fn check_cells(file: &Path, rows: usize, columns: usize) -> Result<(), DataError> {
    if rows.saturating_mul(columns) <= MOST_CELLS {
        return Ok(());
    }
    let problem = format!("more than {MOST_CELLS} cells ({rows} rows of {columns} columns)");
    let remedy = "check that line ends and delimiter are what they should be; keep the lines and columns that matter";
    Err(DataError::file(file, problem, remedy))
}

#[cfg(test)]
mod tests;
