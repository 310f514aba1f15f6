//! A table in Markdown or drawn with dashes, as documentation, chats and database shells print it: `|` between cells and a line of
//! dashes. The text around it is skipped; of several tables none is chosen.

use std::path::Path;

use super::FormOptions;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{check_width, ragged};

/// Whether a text holds such a table.
pub fn recognised(text: &str) -> bool {
    // A file with commas may have a cell that looks like a rule; a table has the same number of cells above it.
    text.contains('|') && tables(text).next().is_some()
}

/// Reads the only table of a text.
pub fn read<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let mut found = tables(text);
    let Some(table) = found.next() else {
        let remedy = "put `|` between cells and a line such as `|---|---|` below the header";
        return Err(DataError::file(file, "no Markdown table found", remedy));
    };
    let others: Vec<String> = found.take(20).map(|other| other.first.to_string()).collect();
    if !others.is_empty() {
        let problem =
            format!("the text has several tables: on lines {}, {}", table.first, others.join(", "));
        return Err(DataError::file(file, problem, "keep the table that is to be judged"));
    }
    let mut rows = table.lines.iter().filter(|(_, line)| !is_rule(line));
    let Some((header_line, header)) = rows.next() else {
        let remedy = "write the names of the columns above the line of dashes";
        return Err(DataError::line(file, table.first, "the table has no header", remedy));
    };
    let bars = Bars::of(header);
    let header = bars.cells(header);
    check_width(file, *header_line, header.len())?;
    let mut sheet = Sheet::new(file, header, *header_line, Vec::new());
    for (line, text) in rows {
        let cells = bars.cells(text);
        if cells.len() != sheet.header.len() {
            let remedy =
                "give every row the same number of cells; write `\\|` for a bar inside a cell";
            return Err(ragged(file, *line, cells.len(), sheet.header.len(), remedy));
        }
        sheet.rows.push(Row { line: *line, cells });
    }
    if sheet.rows.is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::line(file, *header_line, "no rows below the header", remedy));
    }
    sheet.notes.push(format!("the Markdown table on line {} was read", table.first));
    Ok(sheet)
}

/// Neighbouring lines with bars or dashes.
struct Table<'t> {
    /// Its first line.
    first: usize,
    /// Lines with their numbers.
    lines: Vec<(usize, &'t str)>,
}

/// The tables of a text: blocks of lines with bars, one of which is a rule below the header.
fn tables(text: &str) -> impl Iterator<Item = Table<'_>> {
    let mut lines = (1..).zip(text.lines()).peekable();
    std::iter::from_fn(move || {
        loop {
            let is_row = |(_, line): &(usize, &str)| line.contains('|') || is_rule(line);
            while lines.peek().is_some_and(|line| !is_row(line)) {
                lines.next();
            }
            let mut block = Vec::new();
            while let Some(line) = lines.next_if(is_row) {
                block.push(line);
            }
            let (first, _) = *block.first()?;
            if has_header(&block) {
                return Some(Table { first, lines: block });
            }
        }
    })
}

/// Whether the first line that is no rule has a rule with as many parts below it.
fn has_header(block: &[(usize, &str)]) -> bool {
    let at = block.iter().position(|(_, line)| !is_rule(line));
    let header = at.and_then(|at| block.get(at));
    let below = at.and_then(|at| block.get(at + 1)).filter(|(_, line)| is_rule(line));
    match (header, below) {
        (Some((_, header)), Some((_, rule))) => {
            let parts = rule.trim().trim_matches(['|', '+']).split(['|', '+']).count();
            Bars::of(header).cells(header).len() == parts
        }
        _ => false,
    }
}

/// A line of dashes.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains(['-', '='])
        && line.contains(['|', '+'])
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' '))
}

/// Whether lines begin and end with a bar, as the header does.
#[derive(Clone, Copy)]
struct Bars {
    begin: bool,
    end: bool,
}

impl Bars {
    fn of(header: &str) -> Bars {
        let header = header.trim();
        Bars { begin: header.starts_with('|'), end: header.ends_with('|') }
    }

    /// The cells of a line. A bar behind a backslash belongs to its cell.
    fn cells(self, line: &str) -> Vec<String> {
        let line = line.trim();
        let line = line.strip_prefix('|').filter(|_| self.begin).unwrap_or(line);
        let mut cells = vec![String::new()];
        let (mut escaped, mut bar_last) = (false, false);
        for c in line.chars() {
            bar_last = c == '|' && !escaped;
            if bar_last {
                cells.push(String::new());
            } else if let Some(cell) = cells.last_mut() {
                if c == '|' {
                    cell.pop();
                }
                cell.push(c);
            }
            escaped = c == '\\' && !escaped;
        }
        if bar_last && self.end {
            cells.pop();
        }
        cells.iter().map(|cell| plain(cell)).collect()
    }
}

/// A cell without type faces around it.
fn plain(cell: &str) -> String {
    let mut text = cell.trim();
    for face in ["**", "__", "`", "*", "_"] {
        let inside = text.strip_prefix(face).and_then(|text| text.strip_suffix(face));
        if let Some(inside) = inside.filter(|inside| !inside.is_empty() && !inside.contains(face)) {
            text = inside.trim();
        }
    }
    text.replace("<br>", " ").replace("<br/>", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Sheet<'static>, DataError> {
        read(Path::new("f"), text, &FormOptions::default())
    }

    #[test]
    fn one_table_is_read_whatever_stands_around_it() {
        for text in [
            "# Results\n\nText.\n\n| data | **A** | B |\n|---|--:|:-:|\n| x\\|y | **0.9** | 0.8 |\n| z | `1` | |\n\nEnd.\n",
            "\n\n\n\ndata | A | B\n--- | --- | ---\nx\\|y | 0.9 | 0.8\nz | 1 |\n",
            "\n\n\n data | A | B\n-----+----+----\n x\\|y | 0.9 | 0.8\n z | 1 | \n(2 rows)\n",
            "+---+---+---+\n| data | A | B |\n+===+===+===+\n| x\\|y | 0.9 | 0.8 |\n+---+---+---+\n| z | 1 | |\n+---+---+---+\n",
        ] {
            assert!(recognised(text), "{text}");
            let sheet = parse(text).unwrap();
            assert_eq!(sheet.header, ["data", "A", "B"]);
            assert_eq!(sheet.rows[0].cells, ["x|y", "0.9", "0.8"], "{text}");
            assert_eq!(sheet.rows[1].cells, ["z", "1", ""]);
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines[sheet.rows[1].line - 1].contains('z'), "{text}");
        }
    }

    #[test]
    fn several_tables_and_ragged_ones_are_refused() {
        let table = "|d|A|\n|-|-|\n|x|1|\n";
        let error = parse(&format!("{table}\n{table}")).unwrap_err();
        assert!(error.problem.contains("lines 1, 5"), "{error}");
        let error = parse("|d|A|\n|-|-|\n|x|1|2|\n").unwrap_err();
        assert_eq!(error.line, Some(3), "{error}");
        assert!(parse("|d|A|\n|-|-|\n").is_err());
        for text in ["d|A|B\nx|1|2\n", "d,A\nx,a-|-b\n", "---\ntext\n"] {
            assert!(!recognised(text), "{text}");
        }
    }
}
