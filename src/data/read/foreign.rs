//! Files that hold data or results and cannot be read here: spreadsheets, web pages, archives, and what R, Python and MATLAB store.
//! They are recognised by their first bytes, so that the message names the program that can save them as CSV.

use std::path::Path;

use super::content;
use crate::data::error::DataError;

/// A kind of file: its first bytes, what it is, and what to do.
type Kind = (&'static [u8], &'static str, &'static str);

const XLS: &str = "save the sheet as CSV (in Excel: Save As, CSV UTF-8)";
const PANDAS: &str = "write it as CSV: with pandas `frame.to_csv(\"table.csv\", index=False)`";
const UNPACK: &str = "unpack it first; only gzip is read as it is";

/// Kinds that a few bytes at the beginning tell.
const KINDS: &[Kind] = &[
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel file (.xls)", XLS),
    (
        b"RDX2\n",
        "a file of R objects (.RData)",
        "in R: write.csv(table, \"table.csv\", row.names = FALSE)",
    ),
    (
        b"RDX3\n",
        "a file of R objects (.RData)",
        "in R: write.csv(table, \"table.csv\", row.names = FALSE)",
    ),
    (
        b"X\n\0\0\0",
        "an R object (.rds)",
        "in R: write.csv(readRDS(\"file.rds\"), \"table.csv\", row.names = FALSE)",
    ),
    (b"\x93NUMPY", "a NumPy array (.npy), which has no names of columns", PANDAS),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", PANDAS),
    (b"ARROW1", "an Arrow or Feather file", "write it as Parquet or CSV"),
    (b"FEA1", "a Feather file", "write it as Parquet or CSV"),
    (b"SQLite format 3\0", "an SQLite database", "export the table as CSV"),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file", "in MATLAB: writetable(table, \"table.csv\")"),
    (b"%PDF", "a PDF", "copy the table into a text file, with a delimiter between its cells"),
    (b"\xfd7zXZ\0", "packed with xz", UNPACK),
    (b"BZh", "packed with bzip2", UNPACK),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"\x1f\x9d", "packed with compress (.Z)", UNPACK),
    (b"\x1f\x8b", "packed with gzip twice", "unpack it once"),
];

/// Characters of a web page that are searched for a table.
const MOST_SEARCHED: usize = 1_000_000;

/// Bytes of an archive that are searched for the names inside it.
const LOOKED_AT: usize = 100_000;

/// Refuses a file that is not text and is known.
pub fn refuse_bytes(file: &Path, bytes: &[u8]) -> Result<(), DataError> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        let (what, remedy) = archive(bytes);
        return Err(refused(file, what, remedy));
    }
    // The name of the archive's kind is at byte 257 of its first header.
    if bytes.get(257..262) == Some(b"ustar") {
        return Err(refused(file, "a tar archive", UNPACK));
    }
    if matches!(bytes, [0x80, 2..=5, ..]) {
        return Err(refused(
            file,
            "a Python pickle, which is a program and is never opened",
            PANDAS,
        ));
    }
    match KINDS.iter().find(|(begin, ..)| bytes.starts_with(begin)) {
        Some((_, what, remedy)) => Err(refused(file, what, remedy)),
        None => Ok(()),
    }
}

/// What a zip archive holds.
fn archive(bytes: &[u8]) -> (&'static str, &'static str) {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let tail = &bytes[bytes.len().saturating_sub(LOOKED_AT)..];
    let names =
        |name: &[u8]| [head, tail].iter().any(|part| part.windows(name.len()).any(|w| w == name));
    match () {
        () if names(b"xl/workbook") || names(b"xl/worksheets") => ("an Excel file (.xlsx)", XLS),
        () if names(b"opendocument.spreadsheet") => (
            "an OpenDocument spreadsheet (.ods)",
            "save the sheet as CSV (in LibreOffice: Save As, Text CSV)",
        ),
        () if names(b"word/document") => {
            ("a Word document", "save the table as text, with a delimiter between its cells")
        }
        () if names(b".npy") => {
            ("a file of NumPy arrays (.npz), which has no names of columns", PANDAS)
        }
        () => (
            "a zip archive or a spreadsheet (.zip, .xlsx, .ods)",
            "unpack it and name the file inside, or save the sheet as CSV",
        ),
    }
}

/// Refuses text that is a page or a pointer, not a table.
pub fn refuse_text(file: &Path, text: &str) -> Result<(), DataError> {
    let head = head(text);
    let begins = |words: &[&str]| words.iter().any(|word| head.starts_with(word));
    if begins(&[
        "<!doctype",
        "<html",
        "<head",
        "<body",
        "<table",
        "<?xml",
        "<svg",
        "<div",
        "<style",
    ]) {
        let table: String = text.chars().take(MOST_SEARCHED).flat_map(char::to_lowercase).collect();
        if table.contains("<table") {
            let remedy = "turn its table into CSV: with pandas `pandas.read_html(\"FILE\")[0].to_csv(\"results.csv\", index=False)`, or copy it into a spreadsheet and save that as CSV";
            return Err(refused(file, "a web page (HTML) with a table", remedy));
        }
        let remedy = "if it should be a table, the page around it or a login was saved: use the download or \"raw\" link, or copy the table into a spreadsheet and save that as CSV";
        return Err(refused(file, "a web page (HTML or XML)", remedy));
    }
    if begins(&["version https://git-lfs"]) {
        let remedy = "get the file itself: `git lfs pull`";
        return Err(refused(file, "a pointer of Git LFS, not the file", remedy));
    }
    Ok(())
}

/// Refuses a data file where a table of results is expected.
pub fn refuse_arff(file: &Path, text: &str) -> Result<(), DataError> {
    if content::declared(text).is_some() {
        let remedy = "`tribunal import` reads results of Weka and OpenML as ARFF; a dataset belongs into a spec (`path`)";
        return Err(refused(file, "an ARFF file", remedy));
    }
    Ok(())
}

/// Refuses JSON where a data file is expected.
pub fn refuse_json(file: &Path, text: &str) -> Result<(), DataError> {
    let compact: String = head(text).split_whitespace().collect();
    if ["{\"", "[{", "[["].iter().any(|begin| compact.starts_with(begin)) {
        let remedy =
            "write it as CSV, such as with `pandas.read_json(...).to_csv(..., index=False)`";
        return Err(refused(file, "JSON", remedy));
    }
    Ok(())
}

fn head(text: &str) -> String {
    text.trim_start().chars().take(200).flat_map(char::to_lowercase).collect()
}

fn refused(file: &Path, what: &str, remedy: &str) -> DataError {
    DataError::file(file, format!("this is {what}; it cannot be read as a table"), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_named() {
        let zip = |name: &[u8]| [b"PK\x03\x04 some bytes ".as_slice(), name, b" more"].concat();
        for (bytes, word) in [
            (zip(b"xl/workbook.xml"), "Excel"),
            (zip(b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), "OpenDocument"),
            (zip(b"scores.npy"), "NumPy"),
            (zip(b"table.csv"), "zip"),
            (b"\x80\x04\x95rest.".to_vec(), "pickle"),
            (b"\x93NUMPY\x01\0".to_vec(), "NumPy"),
            (b"X\n\0\0\0\x03".to_vec(), "R object"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), ".xls"),
            (b"PK\x03\x04".to_vec(), "zip"),
        ] {
            let error = refuse_bytes(Path::new("f"), &bytes).unwrap_err();
            assert!(error.problem.contains(word) && !error.remedy.is_empty(), "{error}");
        }
        for (text, word) in [
            ("\n <!DOCTYPE html><html>", "web page"),
            ("<table border=\"1\">", "pandas.read_html"),
            ("<div>\n<style scoped></style>\n<TABLE>", "pandas.read_html"),
            ("version https://git-lfs.github.com/spec/v1\noid", "git lfs"),
        ] {
            let error = refuse_text(Path::new("f"), text).unwrap_err();
            assert!(format!("{error} {}", error.remedy).contains(word), "{error}");
        }
        let long = "% Title: Iris Plants Database\n".repeat(60);
        for comments in ["% by Weka\n", &long] {
            let text = format!("{comments}@RELATION x\n");
            let error = refuse_arff(Path::new("f"), &text).unwrap_err();
            assert!(error.remedy.contains("tribunal import"), "{error}");
        }
        for text in [" [ { \"a\": 1 } ]", "{\"a\": 1}", "[[1]]"] {
            let error = refuse_json(Path::new("f"), text).unwrap_err();
            assert!(error.problem.contains("JSON"), "{error}");
        }
        let mut tar = vec![0; 300];
        tar[257..262].copy_from_slice(b"ustar");
        let error = refuse_bytes(Path::new("f"), &tar).unwrap_err();
        assert!(error.problem.contains("tar archive"), "{error}");
        assert!(refuse_bytes(Path::new("f"), b"dataset,A,B\n").is_ok());
        assert!(refuse_text(Path::new("f"), "dataset,A,B\n").is_ok());
    }
}
