//! What a file is, seen from its content: endings lie, and downloads often have none. Nothing is read here beyond the first lines.

use std::path::Path;

use super::{decode, foreign};
use crate::data::error::DataError;

/// Lines that are looked at.
const LINES: usize = 200;

/// The name of the format that the content shows, `None` if it can be CSV. Refuses what is no table.
pub fn format(file: &Path, bytes: &[u8]) -> Result<Option<&'static str>, DataError> {
    if bytes.starts_with(b"PAR1") {
        return Ok(Some("parquet"));
    }
    foreign::refuse_bytes(file, bytes)?;
    let (text, _) = decode::text(file, bytes)?;
    foreign::refuse_text(file, &text)?;
    foreign::refuse_json(file, &text)?;
    Ok(declared(&text).or_else(|| is_libsvm(&text).then_some("libsvm")))
}

/// ARFF or KEEL, whose first line that is no comment is a declaration.
pub fn declared(text: &str) -> Option<&'static str> {
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
}
