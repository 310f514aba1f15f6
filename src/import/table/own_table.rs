//! Tables of scores that our own reports write: spreads and marks in columns of their own, a column of caveats, and
//! averages below. They become the plain table they were made from. Underscores behind what is added
//! keep it apart from a method of that name.

use std::collections::BTreeSet;

use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::number;

/// What a table of ours says beside its scores.
#[derive(Debug, Default)]
pub struct Said {
    /// What a reader must be warned of.
    pub caveats: Vec<String>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// What becomes of a column.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Kept,
    /// The spread of the column before it.
    Spread,
    /// Marks or caveats.
    Dropped,
}

/// The table without what our reports add, and what that said. Another table stays as it is.
pub fn plain<'a>(sheet: &Sheet<'a>) -> (Sheet<'a>, Said) {
    let mut said = Said::default();
    let parts = parts(sheet);
    let caveats = sheet.header.len().checked_sub(1).filter(|&last| is_caveat(sheet, last));
    if let Some(column) = caveats {
        let told: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(column)).collect();
        said.caveats = told.into_iter().filter(|t| !t.is_empty()).map(str::to_owned).collect();
    }
    let header = sheet.header.iter().zip(&parts).filter(|(_, part)| **part == Part::Kept);
    let header = header.map(|(name, _)| name.clone()).collect();
    if parts.contains(&Part::Spread) {
        let note = "columns with ` sd` behind the name of the column before them are its standard deviations";
        said.notes.push(note.to_owned());
    }
    let footer = footer(sheet);
    if footer < sheet.rows.len() {
        said.notes.push("the averages and tests below the scores are left out".to_owned());
    }
    let rows = sheet.rows[..footer].iter().map(|row| joined(row, &parts)).collect();
    (Sheet::new(sheet.file, header, sheet.header_line, rows), said)
}

fn is_caveat(sheet: &Sheet, column: usize) -> bool {
    let called = |name: &String| name.trim_end_matches('_') == "caveat";
    let numbers = || sheet.rows.iter().any(|row| number(row.text(column)).is_some());
    column > 0 && sheet.header.get(column).is_some_and(called) && !numbers()
}

fn parts(sheet: &Sheet) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(sheet.header.len());
    // The method whose columns we are in; the first column names datasets.
    let mut method: Option<&str> = None;
    for (column, name) in sheet.header.iter().enumerate() {
        let added = method.and_then(|method| name.strip_prefix(method));
        let added = added.map(|added| added.trim_end_matches('_'));
        let marks = || sheet.rows.iter().all(|row| matches!(row.text(column), "" | "○" | "●"));
        let part = match added {
            Some(" sd") if parts.last() == Some(&Part::Kept) => Part::Spread,
            Some(" mark") if marks() => Part::Dropped,
            _ if column + 1 == sheet.header.len() && is_caveat(sheet, column) => Part::Dropped,
            _ => Part::Kept,
        };
        if part == Part::Kept {
            method = (column > 0).then_some(name);
        }
        parts.push(part);
    }
    parts
}

/// Where the rows below the scores begin, which a report always begins with the average and its rank.
fn footer(sheet: &Sheet) -> usize {
    let begins = |pair: &[Row]| pair[0].text(0) == "average" && pair[1].text(0) == "average rank";
    sheet.rows.windows(2).position(begins).unwrap_or(sheet.rows.len())
}

fn joined(row: &Row, parts: &[Part]) -> Row {
    let mut cells: Vec<String> = Vec::new();
    for (cell, part) in row.cells.iter().zip(parts) {
        match (part, cells.last_mut()) {
            (Part::Kept, _) => cells.push(cell.clone()),
            (Part::Spread, Some(mean)) if !cell.is_empty() => *mean = format!("{mean} ± {cell}"),
            _ => {}
        }
    }
    Row { line: row.line, cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_a_report_adds_is_taken_off() {
        let text = "dataset,x,x sd_,x mark,x sd,x sd sd,caveat_\na,1,0.1,○,2,,unfair\nb,3,,,4,0.2,unfair\n\
                    average,2,,,3,,unfair\naverage rank,1,,,2,,unfair\n\"p, Holm\",,,,0.1,,unfair\n";
        let sheet = Sheet::parse(Path::new("f"), text).unwrap();
        let (plain, said) = plain(&sheet);
        assert_eq!(plain.header, ["dataset", "x", "x sd"]);
        let cells: Vec<&[String]> = plain.rows.iter().map(|r| r.cells.as_slice()).collect();
        assert_eq!(cells, [["a", "1 ± 0.1", "2"], ["b", "3", "4 ± 0.2"]]);
        assert_eq!((said.caveats, said.notes.len()), (vec!["unfair".to_owned()], 2));
    }

    #[test]
    fn other_tables_stay_as_they_are() {
        for text in [
            "d,A,B\na,1,2\nAverage,1,2\n",
            "caveat,A,A mark\nx,1,2\n",
            "d,A,sd\nx,1,2\naverage,1,2\n",
            "d,A,caveat\nx,1,2\n",
        ] {
            let sheet = Sheet::parse(Path::new("f"), text).unwrap();
            let (plain, said) = plain(&sheet);
            assert_eq!(
                (&plain.header, plain.rows.len()),
                (&sheet.header, sheet.rows.len()),
                "{text}"
            );
            assert!(said.caveats.is_empty() && said.notes.is_empty());
        }
    }
}
