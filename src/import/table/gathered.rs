//! Several files as one table: their rows one below the other, under the same columns; files of different metrics are a
//! table each. Lines are counted through all files while the table is read, and what is said of a line is led back to the
//! file and line that it is about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::folds::columns;
use super::meaning::stem;
use super::measures::VALUE;
use super::{ScoreFile, TableLayout, TableOptions, finish, grids, interpret};
use super::{long, metric_names, structure, wide};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::measure::{Direction, Unit};

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
    let scores = by_metric(&name, sheets, options, &mut parts)?;
    Ok(scores.into_iter().map(|file| parts.named(file)).collect())
}

/// Reads the files, those of each metric as a table.
fn by_metric(
    name: &Path,
    sheets: Vec<Sheet>,
    options: &TableOptions,
    parts: &mut Parts,
) -> Result<Vec<ScoreFile>, DataError> {
    let mut groups: Vec<(Option<String>, Vec<Sheet>)> = Vec::new();
    for sheet in sheets {
        let metric = if options.metrics.is_empty() { metric(&sheet, options) } else { None };
        match groups.iter_mut().find(|(own, _)| *own == metric) {
            Some((_, group)) => group.push(sheet),
            None => groups.push((metric, vec![sheet])),
        }
    }
    // A file without a metric may hold any of the others'.
    let known = groups.iter().filter(|(metric, _)| metric.is_some()).count();
    if known < 2 {
        let all = groups.into_iter().flat_map(|(_, sheets)| sheets).collect();
        let sheet = stacked(name, all, options, parts)?;
        return interpret(sheet, options).map_err(|error| parts.located(error));
    }
    let names: Vec<&str> = groups.iter().filter_map(|(metric, _)| metric.as_deref()).collect();
    let names = listed(names.into_iter());
    if let Some((_, group)) = groups.iter().find(|(metric, _)| metric.is_none()) {
        let file = group.first().map_or(name, |sheet| sheet.file);
        let problem =
            format!("the name of this file names no metric, and those of the others do: {names}");
        let remedy =
            "put the metric into its name or its first cell, or say --metric if all are of one";
        return Err(DataError::file(file, problem, remedy));
    }
    let mut all = Sheet::new(name, Vec::new(), 1, Vec::new());
    let mut found = Vec::new();
    for (metric, group) in groups {
        let mut sheet = stacked(name, group, options, parts)?;
        let mut own = grids(&mut sheet, options).map_err(|error| parts.located(error))?;
        for grid in &mut own {
            grid.metric = grid.metric.take().or_else(|| metric.clone());
        }
        all.notes.append(&mut sheet.notes);
        all.directions.append(&mut sheet.directions);
        found.extend(own);
    }
    all.notes.insert(
        0,
        format!("the files are of different metrics, by their names or first cells: {names}"),
    );
    finish(&all, found, options).map_err(|error| parts.located(error))
}

/// The metric of a file in which no column says it: that of its first cell, else that in its name.
fn metric(sheet: &Sheet, options: &TableOptions) -> Option<String> {
    let layout = TableLayout::of(sheet, options);
    let wide = layout.name == wide::LAYOUT.name;
    let one_value = layout.name == long::LAYOUT.name
        && !sheet.columns_called(VALUE).is_empty()
        && sheet.columns_called(long::METRIC).is_empty();
    if !wide && !one_value {
        return None;
    }
    let corner = sheet.header.first().filter(|name| wide && metric_names::facts(name).is_some());
    let stem = stem(sheet.file);
    let known = || metric_names::facts(&stem).map(|_| stem.clone());
    corner.cloned().or_else(known).or_else(|| metric_names::within(&stem))
}

/// The sheets one below the other.
fn stacked<'a>(
    name: &'a Path,
    sheets: Vec<Sheet>,
    options: &TableOptions,
    parts: &mut Parts,
) -> Result<Sheet<'a>, DataError> {
    refuse_units(&sheets, options)?;
    let mut whole = Sheet::new(name, Vec::new(), 1, Vec::new());
    let several = sheets.len() > 1;
    let how = format!("{} files are read as one table, one below the other", sheets.len());
    let mut notes: Vec<String> = several.then_some(how).into_iter().chain(notes(&sheets)).collect();
    for (at, mut sheet) in sheets.into_iter().enumerate() {
        // What was computed stands at the end of its own file.
        if several && TableLayout::of(&sheet, options).name == wide::LAYOUT.name {
            let file = sheet.file;
            let plain = structure::without_computed(sheet, options)?;
            let found = plain.notes.into_iter().chain(plain.caveats);
            notes.extend(found.map(|note| format!("{}: {note}", file.display())));
            sheet = plain.sheet;
        }
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
    parts.said.extend(notes.iter().cloned());
    whole.notes = notes;
    Ok(whole)
}

/// Refuses files of which some are in percent and others between 0 and 1. Errors in units of a target may be of any size.
fn refuse_units(sheets: &[Sheet], options: &TableOptions) -> Result<(), DataError> {
    let unit = |metric: &String| metric_names::facts(metric).is_some_and(|f| f.unit != Unit::Share);
    let other = options.range.is_some()
        || options.direction == Some(Direction::Lower)
        || options.metrics.iter().any(unit);
    if other {
        return Ok(());
    }
    let (mut percent, mut share) = (None, None);
    for sheet in sheets {
        if metric(sheet, options).as_ref().is_some_and(unit) {
            continue;
        }
        let mut texts = Vec::new();
        for column in (1..sheet.header.len()).filter(|&column| columns::has_scores(sheet, column)) {
            texts.extend(sheet.rows.iter().filter_map(|row| number(row.text(column))));
        }
        if texts.is_empty() {
            continue;
        }
        let all = |fits: fn(f64) -> bool| texts.iter().all(|&value| fits(value));
        if all(|value| (0.0..=1.0).contains(&value)) {
            share = share.or(Some(sheet.file));
        } else if all(|value| value > 2.0 && value <= 100.0) {
            percent = percent.or(Some(sheet.file));
        }
    }
    let (Some(percent), Some(share)) = (percent, share) else { return Ok(()) };
    let problem = format!(
        "the scores are between 2 and 100, and those in {} between 0 and 1: the files hold different metrics, or one of them percentages",
        share.display()
    );
    let remedy = "judge the files one at a time, write all in the same unit, or name their one metric with --metric, such as rmse";
    Err(DataError::file(percent, problem, remedy))
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
pub fn notes(sheets: &[Sheet]) -> Vec<String> {
    const MOST: usize = 6;
    let everywhere = |note: &String| sheets.iter().all(|sheet| sheet.notes.contains(note));
    let mut notes = Vec::new();
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
    /// Notes on single files, whose lines are their own.
    said: BTreeSet<String>,
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

    /// What was found, with the file at every line that a note names.
    fn named(&self, mut file: ScoreFile) -> ScoreFile {
        let counted = |note: &String| !self.said.contains(note);
        for note in file.notes.iter_mut().chain(&mut file.caveats) {
            if counted(note) {
                *note = self.lines_named(note);
            }
        }
        file
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

    fn called(files: [(&'static str, &str); 2]) -> Result<Vec<ScoreFile>, DataError> {
        let parse = |(name, text): (&'static str, &str)| Sheet::parse(Path::new(name), text);
        let sheets: Result<Vec<Sheet>, DataError> = files.into_iter().map(parse).collect();
        read_sheets(sheets?, &TableOptions::default())
    }

    #[test]
    fn files_of_different_metrics_are_a_table_each() {
        let (accuracy, rmse) = ("d,A,B\nx,0.9,0.8\ny,0.7,0.6\n", "d,B,A\nx,11.5,9\ny,3.25,4\n");
        let found = called([("accuracy_one.csv", accuracy), ("rmse_two.csv", rmse)]).unwrap();
        let metrics: Vec<&str> = found.iter().map(|f| f.results.metric.as_str()).collect();
        assert_eq!(metrics, ["accuracy", "rmse"]);
        assert_eq!(found[1].results.direction, Direction::Lower);
        let means = |at: usize| -> Vec<f64> {
            found[at].results.cells[0].iter().flatten().map(|score| score.mean).collect()
        };
        assert_eq!((means(0), means(1)), (vec![0.9, 0.8], vec![9.0, 11.5]));
        let corner = called([
            ("one.csv", &accuracy.replace("d,", "auc,")),
            ("two.csv", &accuracy.replace("d,", "f1,")),
        ]);
        assert_eq!(corner.unwrap().len(), 2);
        let error =
            called([("f1.csv", accuracy), ("rmse.csv", &rmse.replace("11.5", "bad"))]).unwrap_err();
        assert_eq!((error.file.as_path(), error.line), (Path::new("rmse.csv"), Some(2)), "{error}");
    }

    #[test]
    fn files_in_percent_and_in_shares_are_not_put_together() {
        let share = "d,A,B\nx,0.9,0.8\ny,0.7,0.6\n";
        let percent = "d,A,B\nz,91.5,82\nw,73.25,64\n";
        let error = both(share, percent).unwrap_err();
        assert!(error.file == Path::new("b.csv") && error.problem.contains("a.csv"), "{error}");
        assert!(called([("rmse_a.csv", share), ("rmse_b.csv", percent)]).is_ok());
    }

    #[test]
    fn rows_below_the_scores_of_each_file_are_left_out() {
        let file = |from: usize| {
            let value =
                |row: usize, column: usize| ((row * 7919 + column * 1047) % 397 + 500) as f64 / 1e3;
            let rows: Vec<usize> = (from..from + 8).collect();
            let line = |row: &usize| {
                format!(
                    "n{row}x,{:.3},{:.3},{:.3}\n",
                    value(*row, 1),
                    value(*row, 2),
                    value(*row, 3)
                )
            };
            let mean =
                |column: usize| rows.iter().map(|row| value(*row, column)).sum::<f64>() / 8.0;
            let lines: String = rows.iter().map(line).collect();
            format!("dataset,A,B,C\n{lines}Average,{:.4},{:.4},{:.4}\n", mean(1), mean(2), mean(3))
        };
        let found = both(&file(0), &file(8)).unwrap();
        assert_eq!(found[0].results.datasets.len(), 16);
        let notes = found[0].notes.join("\n");
        assert!(
            notes.contains("a.csv: not datasets") && notes.contains("b.csv: not datasets"),
            "{notes}"
        );
        assert!(notes.matches("(line 10)").count() == 2, "{notes}");
    }

    #[test]
    fn notes_name_the_file_of_a_line() {
        let table = |name: &str| {
            format!("dataset,method,status,value\n{name},A,ok,0.5\n{name},B,failed,0.5\n")
        };
        let found = both(&table("x"), &table("y")).unwrap();
        let notes = found[0].notes.join("\n");
        assert!(notes.contains("line 3 of a.csv") && notes.contains("line 3 of b.csv"), "{notes}");
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
