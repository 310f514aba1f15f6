//! Several files as one table: their rows one below the other, under the same columns. Lines are counted through all files while
//! the table is read, and errors are led back to the file and line that they are about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{ScoreFile, TableOptions, interpret};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// Reads several sheets as one table.
pub fn read_sheets(
    sheets: Vec<Sheet>,
    options: &TableOptions,
) -> Result<Vec<ScoreFile>, DataError> {
    let count = sheets.len();
    let first = sheets.first().map_or(Path::new(""), |sheet| sheet.file).to_path_buf();
    let name = PathBuf::from(match count {
        0 | 1 => first.display().to_string(),
        _ => format!("{} and {} more", first.display(), count - 1),
    });
    let mut parts = Parts::default();
    let sheet = stacked(&name, sheets, &mut parts)?;
    interpret(&sheet, options).map_err(|error| parts.located(error))
}

/// The sheets one below the other.
fn stacked<'a>(
    name: &'a Path,
    sheets: Vec<Sheet>,
    parts: &mut Parts,
) -> Result<Sheet<'a>, DataError> {
    let mut whole = Sheet::new(name, Vec::new(), 1, Vec::new());
    let notes = notes(&sheets);
    for (at, sheet) in sheets.into_iter().enumerate() {
        if at == 0 {
            whole.header.clone_from(&sheet.header);
            whole.header_line = sheet.header_line;
        }
        let order = order(&whole.header, &sheet, &parts.first())?;
        let offset = parts.add(&sheet);
        for mut row in sheet.rows {
            row.line += offset;
            if let Some(order) = &order {
                row.cells = order.iter().map(|&column| row.text(column).to_owned()).collect();
            }
            whole.rows.push(row);
        }
        whole.directions.extend(sheet.directions);
    }
    whole.notes = notes;
    Ok(whole)
}

/// Where each column of the first file is in another; `None` where it is the same place.
fn order(header: &[String], sheet: &Sheet, first: &Path) -> Result<Option<Vec<usize>>, DataError> {
    if sheet.header == header {
        return Ok(None);
    }
    let names: BTreeSet<&String> = header.iter().collect();
    let own: BTreeSet<&String> = sheet.header.iter().collect();
    if names != own || names.len() != header.len() || own.len() != sheet.header.len() {
        let differing = names.symmetric_difference(&own).map(|name| name.as_str());
        let differing: Vec<&str> = differing.collect();
        let problem = format!(
            "files are put one below the other and need the same columns, but {} has others: {}",
            shown(&first.display().to_string()),
            listed(differing.into_iter())
        );
        let remedy = "give tables with the same columns, or judge one file at a time";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    let place = |name: &String| sheet.header.iter().position(|own| own == name).unwrap_or(0);
    Ok(Some(header.iter().map(place).collect()))
}

/// What the files say: once if all say it, else with the file, for the first few.
fn notes(sheets: &[Sheet]) -> Vec<String> {
    const MOST: usize = 6;
    let everywhere = |note: &String| sheets.iter().all(|sheet| sheet.notes.contains(note));
    let mut notes =
        vec![format!("{} files are read as one table, one below the other", sheets.len())];
    let mut single = Vec::new();
    for sheet in sheets {
        for note in &sheet.notes {
            if !everywhere(note) {
                single.push(format!("{}: {note}", sheet.file.display()));
            } else if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
    }
    let more = single.len().saturating_sub(MOST);
    notes.extend(single.into_iter().take(MOST));
    notes.extend((more > 0).then(|| format!("{more} further notes on single files are not shown")));
    notes
}

/// The files, and how many lines precede each.
#[derive(Default)]
struct Parts {
    files: Vec<(PathBuf, usize)>,
    lines: usize,
}

impl Parts {
    fn first(&self) -> PathBuf {
        self.files.first().map_or_else(PathBuf::new, |(file, _)| file.clone())
    }

    /// Adds a file; the number of lines before it.
    fn add(&mut self, sheet: &Sheet) -> usize {
        let offset = self.lines;
        self.files.push((sheet.file.to_path_buf(), offset));
        let last = sheet.rows.iter().map(|row| row.line).max().unwrap_or(0);
        self.lines += last.max(sheet.header_line);
        offset
    }

    /// The file and the line in it of a line that was counted through all.
    fn place(&self, line: usize) -> Option<(&Path, usize)> {
        let (file, offset) = self.files.iter().rev().find(|(_, offset)| *offset < line)?;
        Some((file, line - offset))
    }

    /// The error about the file that it is about.
    fn located(&self, mut error: DataError) -> DataError {
        error.problem = self.lines_named(&error.problem);
        if let Some((file, line)) = error.line.and_then(|line| self.place(line)) {
            error.file = file.to_path_buf();
            error.line = Some(line);
        }
        error
    }

    /// A text in which `line 12` becomes `line 2 of FILE`.
    fn lines_named(&self, text: &str) -> String {
        let mut named = String::new();
        for (at, piece) in text.split("line ").enumerate() {
            let end = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            let (digits, after) = piece.split_at(end);
            let place = digits.parse().ok().filter(|_| at > 0).and_then(|line| self.place(line));
            named.push_str(if at > 0 { "line " } else { "" });
            match place {
                Some((file, line)) => {
                    named.push_str(&format!("{line} of {}{after}", file.display()))
                }
                None => named.push_str(piece),
            }
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(first: &str, second: &str) -> Result<Vec<ScoreFile>, DataError> {
        let parse = |name: &'static str, text| Sheet::parse(Path::new(name), text);
        read_sheets(vec![parse("a.csv", first)?, parse("b.csv", second)?], &TableOptions::default())
    }

    #[test]
    fn files_are_put_one_below_the_other() {
        let found = both("dataset,A,B\nx,1,2\n", "dataset,B,A\ny,4,3\nz,6,5\n").unwrap();
        let found = &found[0];
        assert_eq!(found.results.datasets, ["x", "y", "z"]);
        let means: Vec<f64> = found.results.cells[1].iter().flatten().map(|s| s.mean).collect();
        assert_eq!(means, [3.0, 4.0]);
        assert!(found.notes[0].contains("2 files"), "{:?}", found.notes);
    }

    #[test]
    fn errors_name_the_file_and_its_line() {
        let error = both("dataset,A,B\nx,1,2\n", "dataset,A,B\ny,3,bad\n").unwrap_err();
        assert_eq!((error.file.as_path(), error.line), (Path::new("b.csv"), Some(2)), "{error}");
        let error = both("dataset,A,B\nx,1,2\n", "dataset,A,B\ny,3,4\nx,5,6\n").unwrap_err();
        assert_eq!((error.file.as_path(), error.line), (Path::new("b.csv"), Some(3)), "{error}");
        assert!(error.problem.contains("line 2 of a.csv"), "{error}");
        let error = both("dataset,A,B\nx,1,2\n", "dataset,A,C\ny,3,4\n").unwrap_err();
        assert!(error.problem.contains("B, C") && error.file == Path::new("b.csv"), "{error}");
    }
}
