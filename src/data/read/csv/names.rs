//! The names of the columns of a CSV file: from its first record, from a comment, or numbered. Whether the first record names them
//! is decided by the layout.

use std::collections::BTreeSet;
use std::path::Path;

use super::cells::Cells;
use super::layout::{Header, Layout};
use super::scan::Field;
use super::text::{self, shown};
use crate::data::error::DataError;
use crate::data::read::ReadOptions;

/// The names of the columns; empty for a first or last column without one. What remains in `fields` is data.
pub fn column_names(
    file: &Path,
    layout: &Layout,
    fields: &mut Vec<Field>,
) -> Result<Vec<String>, DataError> {
    let mut names = match &layout.header {
        Header::Absent => (1..=fields.len()).map(|i| format!("c{i}")).collect(),
        Header::Above(names) => names.clone(),
        header => {
            let mut names = header_names(file, fields, *header == Header::Expected)?;
            fields.clear();
            match header {
                Header::WithoutRowNames => names.insert(0, String::new()),
                Header::WithoutLast => names.push(String::new()),
                Header::EndsEmpty => names.truncate(names.len().saturating_sub(1)),
                _ => {}
            }
            names
        }
    };
    if let Some(last) = names.last_mut().filter(|_| layout.ends_empty) {
        last.clear();
    }
    Ok(names)
}

/// What is said of columns that have numbers for names.
pub fn numbered_note(names: &[String], target: &[String], options: &ReadOptions) -> String {
    let found = if options.header.is_none() {
        "the first line is data (`header = true` takes it for names), so the columns"
    } else {
        "the columns"
    };
    let last = names.iter().rev().find(|name| !name.is_empty()).map_or("c1", String::as_str);
    let goal = match target {
        [target] if options.target.is_empty() => {
            format!("; the last one, `{target}`, is the target unless `target` names another")
        }
        _ => String::new(),
    };
    format!("{found} are called c1 to {last}{goal}")
}

/// The names in the first record. Where it was not judged before, a row of numbers and every empty name are refused; it may
/// be data.
fn header_names(file: &Path, fields: &[Field], unjudged: bool) -> Result<Vec<String>, DataError> {
    let no_header = "set `header = false` if the file has no header line";
    let line = fields.first().map_or(1, |f| f.line);
    if unjudged && fields.iter().all(|f| text::number(&f.text).is_some()) {
        let problem = "the header is a row of numbers, so it looks like data";
        return Err(DataError::line(file, line, problem, no_header));
    }
    let mut seen = BTreeSet::new();
    for (position, field) in (1..).zip(fields) {
        if field.text.trim().is_empty() {
            // Otherwise its values decide whether it is needed.
            if unjudged {
                return Err(unnamed(file, field.line, position, true));
            }
            continue;
        }
        if !seen.insert(field.text.as_ref()) {
            let problem = format!("two columns have the name {}", shown(&field.text));
            let remedy = match unjudged {
                true => format!("rename one of them; {no_header}"),
                false => "rename one of them".to_owned(),
            };
            return Err(DataError::line(file, field.line, problem, remedy).in_column(&*field.text));
        }
    }
    let name = |field: &Field| match field.text.trim() {
        "" => String::new(),
        _ => field.text.to_string(),
    };
    Ok(fields.iter().map(name).collect())
}

/// The error for a column without a name, where the first line is a header or `may_be_data`.
pub fn unnamed(file: &Path, line: usize, position: usize, may_be_data: bool) -> DataError {
    let problem = format!("column {position} has no name in the header");
    let remedy = if may_be_data {
        "name it, or remove it if it is a row number; set `header = false` if the file has no header line"
    } else {
        "name it in the header, or remove the column from the file"
    };
    DataError::line(file, line, problem, remedy)
}

/// Refuses a header like `5.1,3.5,setosa` over a column of labels like `setosa`: a row would be lost without a word.
/// A number among the names is required, because a column may well be named after one of its labels.
pub fn check_header(
    file: &Path,
    line: usize,
    names: &[String],
    columns: &[Cells],
) -> Result<(), DataError> {
    if !names.iter().any(|name| text::number(name).is_some()) {
        return Ok(());
    }
    let labelled = names.iter().zip(columns).find(|(name, cells)| {
        text::number(name).is_none() && cells.labels().iter().any(|l| l == *name)
    });
    let Some((name, _)) = labelled else { return Ok(()) };
    let problem = format!(
        "the header looks like data: {} is a value of the column it names, and other names are numbers",
        shown(name)
    );
    let remedy = "set `header = false`, or rename the column";
    Err(DataError::line(file, line, problem, remedy).in_column(name))
}

/// Whether whole numbers are left of an index: they are all different after rows were drawn or removed, and begin anew where tables
/// were put together.
pub fn numbers_rows(numbers: &[f64]) -> Option<&'static str> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let are_whole = numbers.iter().all(|n| n.fract() == 0.0);
    let are_different = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    let first = *numbers.first()?;
    let go_on = |pair: &[f64]| pair[1] == pair[0] + 1.0 || pair[1] == first;
    match () {
        () if !are_whole => None,
        () if are_different => Some("has another whole number in every row"),
        () if numbers.windows(2).all(go_on) && numbers.windows(2).any(|p| p[1] > p[0]) => {
            Some("counts the rows of several tables")
        }
        () => None,
    }
}
