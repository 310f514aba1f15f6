//! A table in LaTeX: the rows of one `tabular` environment, with `&` between cells. Rules and type faces are taken off. Cells that
//! span columns or rows are refused, because they would move others.

mod clean;

use std::path::Path;

use super::FormOptions;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{check_width, ragged};
pub use clean::clean;

const ENVIRONMENTS: &[&str] =
    &["tabular", "tabularx", "tabular*", "longtable", "tabu", "tblr", "array"];

/// Whether a text is a table in LaTeX, or rows of one.
pub fn recognised(text: &str) -> bool {
    if text.contains("\\begin{")
        && ENVIRONMENTS.iter().any(|name| text.contains(&format!("\\begin{{{name}}}")))
    {
        return true;
    }
    let is_row = |line: &str| {
        let line = line.trim_end().trim_end_matches("\\hline").trim_end();
        line.contains('&') && line.ends_with("\\\\")
    };
    text.contains("\\\\") && text.lines().filter(|line| is_row(line)).take(2).count() == 2
}

/// Reads the only table of a text.
pub fn read<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let text = without_comments(text);
    let (body, first) = body(file, &text)?;
    let mut sheet: Option<Sheet> = None;
    let mut line = first;
    for row in rows(body) {
        let cells = without_rules(row);
        let before = &row[..row.trim_end().len().saturating_sub(cells.len())];
        let begins = line + before.matches('\n').count();
        line += row.matches('\n').count();
        let row = cells;
        if row.is_empty() {
            continue;
        }
        refuse_spans(file, begins, row)?;
        let cells: Vec<String> = split_cells(row).iter().map(|cell| clean(cell)).collect();
        match &mut sheet {
            None => {
                check_width(file, begins, cells.len())?;
                sheet = Some(Sheet::new(file, cells, begins, Vec::new()));
            }
            Some(sheet) if cells.len() == sheet.header.len() => {
                sheet.rows.push(Row { line: begins, cells });
            }
            // The words below a table may not end in `\\`.
            Some(_) if cells.len() == 1 && cells[0].is_empty() => {}
            Some(sheet) => {
                let remedy = "give every row the same number of `&`; write `\\&` for one that belongs to a text";
                return Err(ragged(file, begins, cells.len(), sheet.header.len(), remedy));
            }
        }
    }
    let Some(mut sheet) = sheet.filter(|sheet| !sheet.rows.is_empty()) else {
        let remedy = "end every row with `\\\\`, and put `&` between cells";
        return Err(DataError::line(file, first, "no rows found in the LaTeX table", remedy));
    };
    sheet.notes.push(format!("the LaTeX table on line {first} was read"));
    Ok(sheet)
}

/// The inside of the only environment, and the line it begins on. Rows without an environment are taken as they are.
fn body<'t>(file: &Path, text: &'t str) -> Result<(&'t str, usize), DataError> {
    let line_of = |at: usize| 1 + text[..at].matches('\n').count();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in ENVIRONMENTS {
        let begin = format!("\\begin{{{name}}}");
        found.extend(text.match_indices(&begin).map(|(at, _)| (at, *name)));
    }
    found.sort_unstable();
    let Some(&(at, name)) = found.first() else { return Ok((text, 1)) };
    if found.len() > 1 {
        let lines: Vec<String> =
            found.iter().take(20).map(|(at, _)| line_of(*at).to_string()).collect();
        let problem = format!("the text has several tables: on lines {}", lines.join(", "));
        let remedy = "keep the table that is to be judged; a table inside a cell must go";
        return Err(DataError::file(file, problem, remedy));
    }
    let after = &text[at + name.len() + "\\begin{}".len()..];
    let Some((inside, _)) = after.split_once(&format!("\\end{{{name}}}")) else {
        let problem = format!("`\\begin{{{name}}}` has no `\\end{{{name}}}`");
        return Err(DataError::line(file, line_of(at), problem, "copy the whole environment"));
    };
    // Width and columns: `{tabularx}{\textwidth}[t]{lrr}`.
    let mut rest = inside;
    loop {
        let trimmed = rest.trim_start();
        let closed = match trimmed.chars().next() {
            Some('{') => clean::group(trimmed, '{', '}'),
            Some('[') => clean::group(trimmed, '[', ']'),
            _ => None,
        };
        let Some((_, after)) = closed else { break };
        rest = after;
    }
    let line = line_of(at) + inside[..inside.len() - rest.len()].matches('\n').count();
    Ok((rest, line))
}

/// The text with every `%` comment blanked to its line end.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut escaped = false;
        let comment = line.char_indices().find(|(_, c)| {
            let found = *c == '%' && !escaped;
            escaped = *c == '\\' && !escaped;
            found
        });
        match comment {
            Some((at, _)) => {
                plain.push_str(&line[..at]);
                plain.push_str(if line.ends_with('\n') { "\n" } else { "" });
            }
            None => plain.push_str(line),
        }
    }
    plain
}

/// The texts between `\\`.
fn rows(body: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    let (mut start, mut at) = (0, 0);
    let bytes = body.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let is_end = byte == b'\\' && bytes.get(at + 1) == Some(&b'\\');
        let is_word = body[at..].starts_with("\\tabularnewline");
        if is_end || is_word {
            rows.push(&body[start..at]);
            at += if is_end { 2 } else { "\\tabularnewline".len() };
            start = at;
        } else {
            // Two bytes where the next is escaped; a character never begins inside another.
            at += 1;
            at += usize::from(byte == b'\\' && bytes.get(at).is_some_and(u8::is_ascii));
            while !body.is_char_boundary(at) {
                at += 1;
            }
        }
    }
    rows.push(&body[start..]);
    rows
}

/// A row without lines and distances, which are between rows.
fn without_rules(row: &str) -> &str {
    const RULES: &[&str] = &[
        "\\hline",
        "\\toprule",
        "\\midrule",
        "\\bottomrule",
        "\\cline",
        "\\cmidrule",
        "\\addlinespace",
        "\\rowcolor",
        "\\specialrule",
        "\\noalign",
        "\\endhead",
        "\\endfirsthead",
        "\\endfoot",
        "\\endlastfoot",
        "\\hhline",
    ];
    let mut text = row.trim();
    // The distance that the `\\` before it may ask for.
    let distance = text.strip_prefix('*').unwrap_or(text);
    if let Some((_, after)) = clean::group(distance, '[', ']') {
        text = after.trim_start();
    }
    while let Some(rule) = RULES.iter().find(|rule| text.starts_with(**rule)) {
        text = text[rule.len()..].trim_start();
        loop {
            let argument = match text.chars().next() {
                Some('{') => clean::group(text, '{', '}'),
                Some('[') => clean::group(text, '[', ']'),
                Some('(') => clean::group(text, '(', ')'),
                _ => None,
            };
            let Some((_, after)) = argument else { break };
            text = after.trim_start();
        }
    }
    text
}

/// Cells that span others move what follows them.
fn refuse_spans(file: &Path, line: usize, row: &str) -> Result<(), DataError> {
    let plain = row.replace("\\multicolumn{1}", "");
    for word in ["\\multicolumn", "\\multirow", "\\SetCell", "\\makecell", "\\shortstack"] {
        if plain.contains(word) {
            let problem = format!(
                "`{word}` in a table: cells over several columns, rows or lines are not understood"
            );
            let remedy = "give every column one header line and every row its name, and remove lines that group others";
            return Err(DataError::line(file, line, problem, remedy));
        }
    }
    Ok(())
}

/// The cells of a row, at each `&` that is not escaped and not inside braces.
fn split_cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let (mut start, mut escaped, mut depth) = (0, false, 0_usize);
    for (at, c) in row.char_indices() {
        match c {
            _ if escaped => {}
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '&' if depth == 0 => {
                cells.push(&row[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    cells.push(&row[start..]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Sheet<'static>, DataError> {
        read(Path::new("f"), text, &FormOptions::default())
    }

    const TABLE: &str = "\\begin{table}\n\\begin{tabular}{l|rr}\n\\toprule\ndata & \\textbf{A} & B \\\\ % header\n\\midrule\n\
        x\\_1 & $0.95 \\pm 0.01$ & {\\bf 0.9} \\\\[2pt]\n\\cmidrule(lr){1-2} z\\&y & \\underline{0.8} & -- \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n";

    #[test]
    fn rows_are_read_without_rules_and_faces() {
        assert!(recognised(TABLE));
        let sheet = parse(TABLE).unwrap();
        assert_eq!(sheet.header, ["data", "A", "B"]);
        assert_eq!(sheet.rows[0].cells, ["x_1", "0.95 ± 0.01", "0.9"]);
        assert_eq!(sheet.rows[1].cells, ["z&y", "0.8", "--"]);
        assert_eq!((sheet.header_line, sheet.rows[0].line), (4, 6));
        let bare = "d & A & B \\\\ \\hline\nx & 1 & 2 \\\\\ny & 3 & 4 \\\\\n";
        assert!(recognised(bare));
        assert_eq!(parse(bare).unwrap().rows[1].cells, ["y", "3", "4"]);
        assert!(!recognised("d,A&B\nx,1\n"));
    }

    #[test]
    fn what_would_move_cells_is_refused() {
        let spans = TABLE.replace("\\toprule", "& \\multicolumn{2}{c}{methods} \\\\");
        let error = parse(&spans).unwrap_err();
        assert!(error.problem.contains("multicolumn") && error.line.is_some(), "{error}");
        let single = TABLE.replace("\\textbf{A}", "\\multicolumn{1}{c}{A}");
        assert_eq!(parse(&single).unwrap().header, ["data", "A", "B"]);
        assert!(parse(&TABLE.replace("& B", "")).unwrap_err().problem.contains("3 fields"));
        assert!(parse(&format!("{TABLE}{TABLE}")).unwrap_err().problem.contains("several tables"));
        assert!(
            parse("\\begin{tabular}{l}\na & b \\\\").unwrap_err().problem.contains("no `\\end")
        );
        assert!(parse("\\begin{tabular}{l}\\end{tabular}").is_err());
    }
}
