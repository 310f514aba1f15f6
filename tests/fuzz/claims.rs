//! The target that reads a claim file of the audit with the tables beside it: what people transcribe from a paper.

use std::path::Path;

use tribunal::audit::{audit_all, json, markdown, page, text};
use tribunal::published::{Library, LibraryError};

pub const WORDS: &[&str] = &[
    "[[table]]\n",
    "[[check]]\n",
    "[[same]]\n",
    "[table.claims]\n",
    "better = \"lower\"\n",
    "control = \"B\"\n",
    "csv = \"two.csv\"\n",
    "sd = \"one.csv\"\n",
    "kind = \"share\"\n",
    "kind = \"reduction\"\n",
    "kind = \"tally\"\n",
    "\"k-2:A@x\"",
    "\"k-1\"",
    "\"0\"",
    "\"1e-300\"",
    "\"-1\"",
    "\"9e99\"",
    "\"0.05\"",
    "folds = 0",
    "size = 4294967295",
    "[]",
    "{}",
];

const ONE: &str =
    "d,A,B,C\nx,0.91,0.82,0.73\ny,0.95,0.86,0.71\nz,0.97,0.85,0.76\nu,0.93,0.84,0.87\n";
const TWO: &str = "d,A,B\nu,91.5,82\nx,,0\ny,50.00,1e-9\n";

pub fn claims(bytes: &[u8], file: &Path) -> Result<String, String> {
    let folder = file.parent().expect("a folder");
    let claims = folder.join("claims.toml");
    for (name, text) in [("one.csv", ONE), ("two.csv", TWO)] {
        std::fs::write(folder.join(name), text).expect("a written table");
    }
    std::fs::write(&claims, bytes).expect("a written file");
    // Simulations take seconds, which is no fault.
    if bytes.windows(8).any(|word| word == b"sampling") {
        return Err("simulations are not tried".to_owned());
    }
    let library = Library::read(&[claims]).map_err(|error| match error {
        LibraryError::Mistaken(mistakes) => mistakes.render(false),
        other => other.to_string(),
    })?;
    let audit = audit_all(&library);
    let page = page(&audit).unwrap_or_else(|error| panic!("{error}"));
    let texts = [text(&audit), markdown(&audit), json(&audit).to_string(), page];
    assert!(texts.iter().all(|text| !text.is_empty()));
    let verdicts: Vec<&str> = audit.findings().map(|finding| finding.verdict.word()).collect();
    Ok(format!("{} statements, the last is {:?}", verdicts.len(), verdicts.last()))
}
