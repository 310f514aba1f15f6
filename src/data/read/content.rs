//! What a file is, seen from its content: endings lie, and downloads often have none. Nothing is read here beyond the first lines.

use std::path::Path;

use super::text;
use crate::data::error::DataError;

/// Lines that are looked at.
const LINES: usize = 200;

/// First bytes of files that hold no table that could be read here, what they are, and what to do.
const OTHERS: &[(&[u8], &str, &str)] = &[
    (
        b"PK\x03\x04",
        "a ZIP archive or a spreadsheet (.zip, .xlsx, .ods)",
        "unpack it and name the file inside, or save the sheet as CSV",
    ),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet of an old Excel", "save the sheet as CSV"),
    (b"BZh", "packed with bzip2", "unpack it with `bunzip2`, or pack it with gzip"),
    (b"\xfd7zXZ", "packed with xz", "unpack it with `unxz`, or pack it with gzip"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", "unpack it with `unzstd`, or pack it with gzip"),
    (b"7z\xbc\xaf", "a 7z archive", "unpack it and name the file inside"),
    (b"Rar!", "a RAR archive", "unpack it and name the file inside"),
    (b"\x1f\x9d", "packed with compress (.Z)", "unpack it with `uncompress`, or pack it with gzip"),
    (b"ARROW1", "an Arrow (feather) file", "write it as Parquet or CSV"),
    (b"\x89HDF", "an HDF5 file", "write its table as Parquet or CSV"),
    (b"\x93NUMPY", "a NumPy array", "write it with `numpy.savetxt(..., delimiter=\",\")`"),
    (b"SQLite format 3", "an SQLite database", "write its table as CSV"),
    (b"RDX2\n", "an R workspace", "write its table with `write.csv(..., row.names = FALSE)`"),
    (b"RDX3\n", "an R workspace", "write its table with `write.csv(..., row.names = FALSE)`"),
    (b"MATLAB 5.0", "a MATLAB file", "write its table with `writetable`"),
    (b"%PDF", "a PDF document", "get the data file itself"),
];

/// The name of the format that the content shows, `None` if it can be CSV. Refuses what is no table.
pub fn format(file: &Path, bytes: &[u8]) -> Result<Option<&'static str>, DataError> {
    if bytes.starts_with(b"PAR1") {
        return Ok(Some("parquet"));
    }
    if let Some((_, what, remedy)) = OTHERS.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Err(DataError::file(file, format!("this is {what}, no table of data"), *remedy));
    }
    // The name of the archive's kind stands at byte 257 of its first header.
    if bytes.get(257..262) == Some(b"ustar") {
        let remedy = "unpack it with `tar -xf` and name the file inside";
        return Err(DataError::file(file, "this is a tar archive, no table of data", remedy));
    }
    let text = text::decode(file, bytes)?;
    refuse_markup(file, text)?;
    Ok(declared(text).or_else(|| is_libsvm(text).then_some("libsvm")))
}

/// A web page or JSON that was saved in place of a table.
fn refuse_markup(file: &Path, text: &str) -> Result<(), DataError> {
    let begins: String =
        text.trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
    if begins.starts_with("<!doctype") || begins.starts_with("<html") || begins.starts_with("<?xml")
    {
        let problem = "this is a web page or XML, no table of data";
        return Err(DataError::file(file, problem, "download the data file itself"));
    }
    let compact: String = begins.split_whitespace().collect();
    if compact.starts_with("{\"") || compact.starts_with("[{") || compact.starts_with("[[") {
        let remedy =
            "write it as CSV, such as with `pandas.read_json(...).to_csv(..., index=False)`";
        return Err(DataError::file(file, "this is JSON, no table of data", remedy));
    }
    Ok(())
}

/// ARFF or KEEL, whose first line that is no comment is a declaration.
fn declared(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('%'));
    let is = |line: &str, words: &[&str]| {
        let word = line.split([' ', '\t']).next().unwrap_or_default().to_ascii_lowercase();
        words.contains(&word.as_str())
    };
    if !is(lines.next()?, &["@relation", "@attribute"]) {
        return None;
    }
    let head = lines.take_while(|line| !is(line, &["@data"]));
    let roles = ["@inputs", "@input", "@outputs", "@output"];
    let is_keel = head.into_iter().any(|line| is(line, &roles));
    Some(if is_keel { "keel" } else { "arff" })
}

/// Whether every line is `label index:value ...`, and at least one is so with a value. A label may be absent, which the
/// reader refuses.
fn is_libsvm(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut labelled = false;
    for line in lines.filter(|line| !line.is_empty()).take(LINES) {
        let mut tokens = line.split_whitespace().peekable();
        // Several labels with commas are of this format too, and refused by its reader with the reason.
        let label = tokens.next_if(|label| !label.contains(':'));
        labelled |= label.is_some() && tokens.peek().is_some();
        for token in tokens {
            let Some((index, value)) = token.split_once(':') else { return false };
            let is_index = index == "qid" || index.parse::<u64>().is_ok();
            if !is_index || value.parse::<f64>().is_err() {
                return false;
            }
        }
    }
    labelled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Result<Option<&'static str>, DataError> {
        format(Path::new("f"), bytes)
    }

    #[test]
    fn formats_are_seen_from_the_content() {
        for (text, name) in [
            ("% c\n\n@RELATION x\n@attribute a real\n@data\n1\n", Some("arff")),
            ("@relation x\n@attribute a real\n@inputs a\n@data\n1\n", Some("keel")),
            ("@relation x\n@attribute a real\n@data\n@inputs\n", Some("arff")),
            ("# c\n+1 1:0.5 3:-1e3\n-1\n", Some("libsvm")),
            ("1,0 1:0.5\n 2:3\n", Some("libsvm")),
            ("2:3\n2:4\n", None),
            ("1 qid:1 1:0.5\n", Some("libsvm")),
            ("-1\n+1\n", None),
            ("a 12:30\nb 12:61x\n", None),
            ("time,x\n12:30,1\n", None),
            ("a,b\n1,2\n", None),
        ] {
            assert_eq!(of(text.as_bytes()).unwrap(), name, "{text}");
        }
        assert_eq!(of(b"PAR1...").unwrap(), Some("parquet"));
    }

    #[test]
    fn what_is_no_table_is_refused_with_what_it_is() {
        let mut tar = vec![0; 300];
        tar[257..262].copy_from_slice(b"ustar");
        for (bytes, words) in [
            (&b"PK\x03\x04..."[..], "spreadsheet"),
            (b"<!DOCTYPE html><html>", "web page"),
            (b" [ { \"a\": 1 } ]", "JSON"),
            (b"{\"a\": 1}", "JSON"),
            (b"BZh91AY", "bzip2"),
            (&tar, "tar archive"),
        ] {
            let error = of(bytes).unwrap_err();
            assert!(error.problem.contains(words) && !error.remedy.is_empty(), "{error}");
        }
    }
}
