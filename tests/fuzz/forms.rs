//! Targets that read tables of results in every form: whatever the bytes are, a sheet or a refusal with a remedy.

use std::path::Path;

use tribunal::data::read::forms::{Decimal, Delimiter, FORMS, FormOptions, of_bytes};

type Answer = Result<String, String>;

pub const WORDS: &[&str] = &[
    "|---|",
    "| a | b |\n",
    "+---+",
    "\\begin{tabular}{lrr}",
    "\\end{tabular}",
    " & ",
    "\\\\",
    "\\textbf{0.9}",
    "\\multicolumn{2}{c}{x}",
    "\\hline",
    "$0.9 \\pm 0.1$",
    "{\"a\": 1}\n",
    "[{\"a\":",
    "\"columns\": [",
    "\"data\": [[",
    "\"results\": {",
    "\"config\": {",
    "\"groups\": {",
    "\\ud83d",
    "NaN",
    "null",
    "sep=;\n",
    "# comment\n",
    "0,95",
    "1,234",
    "1.234,5",
    "92.8%",
    "0.95*",
    "0.95(1)",
    "\u{feff}",
    "\0",
    "PAR1",
    "  ",
    "\t",
    ";",
];

fn read(bytes: &[u8], options: &FormOptions) -> Answer {
    let read = || of_bytes(Path::new("input"), bytes.to_vec(), options);
    match (read(), read()) {
        (Ok(one), Ok(two)) => {
            assert_eq!(format!("{one:?}"), format!("{two:?}"), "read twice, it is another sheet");
            let whole = one.rows.iter().all(|row| row.cells.len() == one.header.len());
            assert!(whole && !one.rows.is_empty(), "rows are not as long as the header");
            Ok(format!("{} columns, {}", one.header.len().min(4), one.notes.join("; ")))
        }
        (Err(one), Err(two)) => {
            assert_eq!(one, two, "read twice, it has another fault");
            assert!(!one.problem.is_empty() && !one.remedy.is_empty(), "{one}");
            Err(one.render(false))
        }
        _ => panic!("read twice, it is once good and once bad"),
    }
}

/// The input by its content, and as every form that it could be said to be.
pub fn judge(bytes: &[u8], _: &Path) -> Answer {
    let mut answers = vec![read(bytes, &FormOptions::default())];
    for form in FORMS {
        let form = Some(form.name.to_owned());
        answers.push(read(bytes, &FormOptions { form, ..FormOptions::default() }));
    }
    for delimiter in [Delimiter::Blanks, Delimiter::Char('|')] {
        let (delimiter, decimal) = (Some(delimiter), Some(Decimal::Comma));
        answers.push(read(bytes, &FormOptions { delimiter, decimal, form: None }));
    }
    let texts: Vec<String> = answers.iter().map(|a| a.clone().unwrap_or_else(|e| e)).collect();
    let shown = texts.iter().map(|text| text.chars().take(60).collect::<String>());
    let shown = shown.collect::<Vec<_>>().join("; ");
    if answers[0].is_ok() { Ok(shown) } else { Err(shown) }
}

/// Parquet alone: its bytes are mostly refused before they reach a value.
pub fn parquet(bytes: &[u8], _: &Path) -> Answer {
    let whole = [b"PAR1", bytes, b"PAR1"].concat();
    let form = || FormOptions { form: Some("parquet".into()), ..FormOptions::default() };
    let as_it_is = read(bytes, &form());
    let framed = read(&whole, &form());
    as_it_is.or(framed)
}
