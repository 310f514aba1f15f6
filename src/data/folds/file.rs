//! A file of folds: CSV with the columns `row` or `bag`, and `fold` or `outer`; `dataset`, `repeat` and `inner_of_outer0`,
//! `inner_of_outer1`, ... may be there, too. Other columns are ignored with a note.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::assign::{Entry, Lines, TestedIn, no_fold, whole};
use super::inner::INNER_OF;
use super::{FoldExamples, Read};
use crate::data::error::DataError;
use crate::data::load;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::{decode, text};
use crate::files;

/// Bytes of a file of folds, unpacked: ten million lines.
const MOST_BYTES: u64 = 500_000_000;

/// Reads the folds of a dataset.
pub(in crate::data) fn of_file(
    file: &Path,
    examples: &FoldExamples<'_>,
) -> Result<Read, DataError> {
    let absent = "check `folds-file`; a spec's paths are relative to the spec";
    let bytes = files::read(file, MOST_BYTES).map_err(|e| load::unreadable(file, &e, absent))?;
    let bytes = load::decompress(file, bytes, MOST_BYTES)?;
    let (text, decoded) = decode::text(file, &bytes)?;
    let sheet = Sheet::parse(file, &text)?;
    let columns = FileColumns::find(&sheet, examples)?;
    let rows = rows_of_dataset(&sheet, &columns, examples.dataset)?;
    let bags = examples.bags.as_ref().map(|bags| bags.names.iter().map(String::as_str).zip(0..));
    let bags: BTreeMap<&str, usize> = bags.into_iter().flatten().collect();
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        entries.push(columns.entry(&sheet, row, examples, &bags)?);
    }
    let inner_of = columns.inner.iter().map(|(fold, _)| *fold).collect();
    let lines = Lines { file, examples, inner_of };
    let (declared, mut notes) = lines.assign(entries)?;
    notes.extend(decoded);
    notes.extend(columns.ignored(&sheet));
    Ok((declared, notes))
}

/// Where the columns are.
struct FileColumns {
    /// `row` or `bag`.
    example: usize,
    /// Whether it is `bag`.
    by_bag: bool,
    /// `fold` or `outer`.
    fold: usize,
    dataset: Option<usize>,
    repeat: Option<usize>,
    /// The outer fold and the column of its inner folds.
    inner: Vec<(usize, usize)>,
}

impl FileColumns {
    fn find(sheet: &Sheet<'_>, examples: &FoldExamples<'_>) -> Result<FileColumns, DataError> {
        let blame = |problem: String, remedy: &str| {
            DataError::line(sheet.file, sheet.header_line, problem, remedy)
        };
        let mut seen = BTreeSet::new();
        if let Some(twice) = sheet.header.iter().find(|name| !seen.insert(name.as_str())) {
            let problem = format!("two columns have the name {}", text::shown(twice));
            return Err(blame(problem, "rename one of them"));
        }
        let place = |name: &str| sheet.header.iter().position(|column| column == name);
        let listed = format!("the columns are {}", sheet.header.join(", "));
        let fold = match (place("fold"), place("outer")) {
            (Some(_), Some(_)) => {
                let problem = "`fold` and `outer` both name folds".to_owned();
                return Err(blame(problem, "keep one of them"));
            }
            (Some(fold), None) | (None, Some(fold)) => fold,
            (None, None) => return Err(blame("no column `fold` or `outer`".to_owned(), &listed)),
        };
        let (example, by_bag) = match (place("row"), place("bag"), &examples.bags) {
            (_, Some(bag), Some(_)) => (bag, true),
            (Some(row), _, _) => (row, false),
            (None, Some(_), None) => {
                let problem =
                    format!("the column `bag` names bags, but `{}` has rows", examples.dataset);
                return Err(blame(problem, "number its rows from 0 in a column `row`"));
            }
            (None, None, bags) => {
                let wanted = if bags.is_some() { "`bag` or `row`" } else { "`row`" };
                return Err(blame(format!("no column {wanted}"), &listed));
            }
        };
        let inner = sheet.header.iter().enumerate();
        let inner = inner.filter_map(|(column, name)| {
            let fold = name.strip_prefix(INNER_OF).and_then(|fold| fold.parse::<usize>().ok())?;
            Some((fold, column))
        });
        let inner = inner.collect();
        Ok(FileColumns {
            example,
            by_bag,
            fold,
            dataset: place("dataset"),
            repeat: place("repeat"),
            inner,
        })
    }

    /// What a line says.
    fn entry(
        &self,
        sheet: &Sheet<'_>,
        row: &Row,
        examples: &FoldExamples<'_>,
        bags: &BTreeMap<&str, usize>,
    ) -> Result<Entry, DataError> {
        let line = row.line;
        let wrong = |column: usize, problem: String, remedy: &str| {
            Err(sheet.error(line, column, problem, remedy))
        };
        let number = |column: usize, what: &str| {
            whole(row.text(column)).ok_or_else(|| {
                let problem = format!("{} is no {what}", text::shown(row.text(column)));
                sheet.error(line, column, problem, "write a whole number from 0 on")
            })
        };
        let (example, row_of_bag) = if self.by_bag {
            let name = row.text(self.example);
            let Some(&bag) = bags.get(name) else {
                let problem = format!("{} is no bag of `{}`", text::shown(name), examples.dataset);
                let known: Vec<&str> = bags.keys().copied().collect();
                let listed = format!("its bags are {}", text::listed(known.iter().copied()));
                return wrong(self.example, problem, &listed);
            };
            (bag, None)
        } else {
            let row = number(self.example, "row")?;
            if row >= examples.rows {
                let (name, last) = (examples.dataset, examples.rows - 1);
                let problem = format!("row {row} is not in `{name}`, whose rows are 0 to {last}");
                let remedy = "number rows from 0, in the order of the file of the data";
                return wrong(self.example, problem, remedy);
            }
            (examples.of_row(row), examples.bags.is_some().then_some(row))
        };
        let repeat = self.repeat.map_or(Ok(0), |column| number(column, "repeat"))?;
        let Some(fold) = TestedIn::read(row.text(self.fold)) else {
            let (problem, remedy) = no_fold(row.text(self.fold));
            return wrong(self.fold, problem, remedy);
        };
        let mut inner = Vec::with_capacity(self.inner.len());
        for &(_, column) in &self.inner {
            let is_empty = row.text(column).is_empty();
            inner.push(if is_empty { None } else { Some(number(column, "inner fold")?) });
        }
        Ok(Entry { line, repeat, example, row_of_bag, fold, inner })
    }

    /// A note on columns that mean nothing here.
    fn ignored(&self, sheet: &Sheet<'_>) -> Option<String> {
        let used = [Some(self.example), Some(self.fold), self.dataset, self.repeat];
        let is_used = |column: usize| {
            used.contains(&Some(column)) || self.inner.iter().any(|(_, inner)| *inner == column)
        };
        let ignored = (0..sheet.header.len()).filter(|&column| !is_used(column));
        let ignored: Vec<String> = ignored.map(|column| sheet.column_name(column)).collect();
        let file = sheet.file.file_name().map_or("".into(), |name| name.to_string_lossy());
        (!ignored.is_empty()).then(|| {
            let names = text::listed(ignored.iter().map(String::as_str));
            format!("columns of {file} that are no folds are ignored: {names}")
        })
    }
}

/// The lines about a dataset: all of them where the file names no datasets.
fn rows_of_dataset<'s>(
    sheet: &'s Sheet<'_>,
    columns: &FileColumns,
    dataset: &str,
) -> Result<Vec<&'s Row>, DataError> {
    let Some(column) = columns.dataset else { return Ok(sheet.rows.iter().collect()) };
    let own: Vec<&Row> = sheet.rows.iter().filter(|row| row.text(column) == dataset).collect();
    if own.is_empty() {
        let others: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(column)).collect();
        let problem = format!(
            "no line is about `{dataset}`; its datasets are {}",
            text::listed(others.iter().copied())
        );
        let remedy =
            "name the file of this dataset's folds, or give the dataset the name in the file";
        return Err(DataError::file(sheet.file, problem, remedy).in_column("dataset"));
    }
    Ok(own)
}
