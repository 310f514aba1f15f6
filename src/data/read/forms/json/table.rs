//! One JSON value that holds a table: a list of records, or what pandas' `to_json` writes. Where the outer names of objects inside
//! objects could be columns or rows, the user has to say which, because methods and datasets would change places.

use std::path::Path;

use super::super::{FormOptions, check_cells};
use super::parser::Parser;
use super::records::Records;
use super::value::{Item, Json, Member};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};

/// Whether a text begins as JSON. A header of CSV may begin with a bracket, too.
pub fn recognised(text: &str) -> bool {
    let text = text.trim_start();
    let next = |text: &str| text.trim_start().chars().next();
    match text.strip_prefix('{') {
        Some(inside) => matches!(next(inside), Some('"' | '}')),
        None => {
            text.strip_prefix('[').is_some_and(|inside| matches!(next(inside), Some('{' | '[')))
        }
    }
}

/// Reads a table of any known shape.
pub fn read<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let mut parser = Parser::new(file, text);
    if parser.enter_list() {
        // One record at a time: a long list never is in memory as a whole.
        let mut records = Records::new(file);
        let mut is_first = true;
        while let Some((line, record)) = parser.next_item(is_first)? {
            records.add(line, &record)?;
            is_first = false;
        }
        parser.end()?;
        return records.into_sheet();
    }
    of_object(file, &whole(file, text)?)
}

/// Reads objects inside an object whose names are columns.
pub fn read_columns<'a>(
    file: &'a Path,
    text: &str,
    _: &FormOptions,
) -> Result<Sheet<'a>, DataError> {
    by_names(file, whole(file, text)?.members(), true)
}

/// Reads objects inside an object whose names are rows.
pub fn read_index<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    by_names(file, whole(file, text)?.members(), false)
}

/// The only value of a text.
fn whole<'t>(file: &'t Path, text: &'t str) -> Result<Json<'t>, DataError> {
    let mut parser = Parser::new(file, text);
    let value = parser.next_value()?.map_or(Json::Null, |(_, value)| value);
    parser.end()?;
    Ok(value)
}

fn of_object<'a>(file: &'a Path, whole: &Json) -> Result<Sheet<'a>, DataError> {
    let members = whole.members();
    if let (Some(Json::List(columns)), Some(Json::List(data))) =
        (whole.get("columns"), whole.get("data"))
    {
        return split(file, columns, whole.get("index"), data);
    }
    let records = |value: &Json| matches!(value, Json::List(items) if items.iter().all(|item| matches!(item.value, Json::Object(_))) && !items.is_empty());
    let all = |test: fn(&Json) -> bool| {
        !members.is_empty() && members.iter().all(|member| test(&member.value))
    };
    let mut lists = members.iter().filter(|member| records(&member.value));
    match (lists.next(), lists.next()) {
        (Some(only), None) => {
            let mut sheet = of_records(file, &only.value)?;
            if let Some(index) = row_numbers(whole, &sheet) {
                sheet.header.remove(index);
                for row in &mut sheet.rows {
                    row.cells.remove(index);
                }
            } else if members.len() > 1 {
                sheet.notes.push(format!("the records under {} were read", shown(&only.name)));
            }
            return Ok(sheet);
        }
        (Some(_), Some(_)) => {
            let names: Vec<&str> = members.iter().map(|member| member.name.as_ref()).collect();
            let problem =
                format!("the JSON holds several tables, among {}", listed(names.into_iter()));
            return Err(DataError::file(file, problem, "keep the one that is to be judged"));
        }
        (None, _) => {}
    }
    if all(|value| value.is_single()) {
        let mut records = Records::new(file);
        records.add(1, whole)?;
        return records.into_sheet();
    }
    if all(|value| matches!(value, Json::List(_))) {
        return lists_of_columns(file, members);
    }
    let is_row = |value: &Json| {
        !value.members().is_empty() && value.members().iter().all(|inner| inner.value.is_single())
    };
    if members.iter().all(|member| is_row(&member.value)) {
        return match orientation(members) {
            Some(columns) => by_names(file, members, columns),
            None => Err(unknown_orientation(file, members)),
        };
    }
    let names: Vec<&str> = members.iter().map(|member| member.name.as_ref()).collect();
    let problem =
        format!("no table is found in the JSON; its names are {}", listed(names.into_iter()));
    let remedy = "write a list with one object per row: [{\"dataset\": \"iris\", \"method\": \"knn\", \"accuracy\": 0.95}]";
    Err(DataError::file(file, problem, remedy))
}

/// The column that pandas' `orient="table"` declares as the index of the rows, where it only numbers them.
fn row_numbers(whole: &Json, sheet: &Sheet) -> Option<usize> {
    let Json::List(keys) = whole.get("schema")?.get("primaryKey")? else { return None };
    let [key] = keys.as_slice() else { return None };
    let column = sheet.header.iter().position(|name| Some(name.as_str()) == key.value.text())?;
    let counts = (0..).zip(&sheet.rows).all(|(at, row)| row.text(column) == usize::to_string(&at));
    (counts && sheet.header.len() > 1).then_some(column)
}

fn of_records<'a>(file: &'a Path, list: &Json) -> Result<Sheet<'a>, DataError> {
    let mut records = Records::new(file);
    if let Json::List(items) = list {
        for item in items {
            records.add(item.line, &item.value)?;
        }
    }
    records.into_sheet()
}

/// Whether names only number something.
fn are_numbers<'t>(mut names: impl Iterator<Item = &'t str>) -> bool {
    names.all(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether the outer names are columns; `None` where nothing tells.
fn orientation(members: &[Member]) -> Option<bool> {
    let inner = members.first()?.value.members();
    match () {
        () if are_numbers(inner.iter().map(|member| member.name.as_ref())) => Some(true),
        () if are_numbers(members.iter().map(|member| member.name.as_ref())) => Some(false),
        () => None,
    }
}

fn unknown_orientation(file: &Path, members: &[Member]) -> DataError {
    let names =
        |members: &[Member]| listed(members.iter().take(4).map(|member| member.name.as_ref()));
    let inner = members.first().map_or(&[][..], |member| member.value.members());
    let problem = format!(
        "objects inside an object: the outer names ({}) may be columns or rows, and the inner ones ({}) too",
        names(members),
        names(inner)
    );
    let remedy = "say --input-format json-columns if the outer names are the columns (methods), json-index if they are the rows (datasets)";
    DataError::file(file, problem, remedy)
}

/// Objects inside an object: a column each, or a row each.
fn by_names<'a>(file: &'a Path, outer: &[Member], columns: bool) -> Result<Sheet<'a>, DataError> {
    let mut records = Records::new(file);
    for member in outer {
        if member.value.members().is_empty() {
            let problem = format!("{} holds no named values", shown(&member.name));
            let remedy = "write objects inside an object, or one object per row";
            return Err(DataError::line(file, member.line, problem, remedy));
        }
        records.add(member.line, &member.value)?;
    }
    let inner = records.into_sheet()?;
    let names: Vec<String> = outer.iter().map(|member| member.name.trim().to_owned()).collect();
    if !columns {
        let numbered = are_numbers(names.iter().map(String::as_str));
        return Ok(if numbered { inner } else { named_rows(inner, names) });
    }
    // Each record was a column: turn them.
    check_cells(file, inner.header.len(), names.len())?;
    let mut rows: Vec<Row> = Vec::with_capacity(inner.header.len());
    for at in 0..inner.header.len() {
        let cells = inner.rows.iter().map(|row| row.text(at).to_owned()).collect();
        rows.push(Row { line: inner.header_line, cells });
    }
    let index = inner.header;
    let sheet = Sheet::new(file, names, inner.header_line, rows);
    let numbered = are_numbers(index.iter().map(String::as_str));
    Ok(if numbered { sheet } else { named_rows(sheet, index) })
}

/// The sheet with names before its rows.
fn named_rows<'a>(mut sheet: Sheet<'a>, names: Vec<String>) -> Sheet<'a> {
    sheet.header.insert(0, String::new());
    for (row, name) in sheet.rows.iter_mut().zip(names) {
        row.cells.insert(0, name);
    }
    sheet
}

/// One list per column.
fn lists_of_columns<'a>(file: &'a Path, members: &[Member]) -> Result<Sheet<'a>, DataError> {
    let items = |member: &Member| match &member.value {
        Json::List(items) => items.len(),
        _ => 0,
    };
    let rows = members.first().map_or(0, items);
    if let Some(other) = members.iter().find(|member| items(member) != rows) {
        let problem = format!(
            "the list {} has {} values, and the first one has {rows}",
            shown(&other.name),
            items(other)
        );
        return Err(DataError::line(
            file,
            other.line,
            problem,
            "give every column a value for each row",
        ));
    }
    check_cells(file, rows, members.len())?;
    let header = members.iter().map(|member| member.name.trim().to_owned()).collect();
    let cell = |member: &Member, at: usize| match &member.value {
        Json::List(items) => items.get(at).map_or_else(String::new, |item| item.value.cell()),
        _ => String::new(),
    };
    let line = members.first().map_or(1, |member| member.line);
    let rows =
        (0..rows).map(|at| Row { line, cells: members.iter().map(|m| cell(m, at)).collect() });
    whole_sheet(Sheet::new(file, header, line, rows.collect()))
}

/// pandas' `orient="split"`: names of columns, names of rows, and lists of values.
fn split<'a>(
    file: &'a Path,
    columns: &[Item],
    index: Option<&Json>,
    data: &[Item],
) -> Result<Sheet<'a>, DataError> {
    let header: Vec<String> = columns.iter().map(|item| item.value.cell()).collect();
    let line = columns.first().map_or(1, |item| item.line);
    if let Some(item) = columns.iter().find(|item| !item.value.is_single()) {
        let remedy = "give every column one name: with pandas `frame.columns = [\"_\".join(c) for c in frame.columns]`";
        return Err(DataError::line(
            file,
            item.line,
            "columns with names of several levels",
            remedy,
        ));
    }
    check_cells(file, data.len(), header.len())?;
    let mut sheet = Sheet::new(file, header, line, Vec::with_capacity(data.len()));
    for item in data {
        let cells: Vec<String> = match &item.value {
            Json::List(cells) => cells.iter().map(|cell| cell.value.cell()).collect(),
            other => vec![other.cell()],
        };
        if cells.len() != sheet.header.len() {
            let problem = format!("{} values for {} columns", cells.len(), sheet.header.len());
            return Err(DataError::line(
                file,
                item.line,
                problem,
                "check that the file was written completely",
            ));
        }
        sheet.rows.push(Row { line: item.line, cells });
    }
    let sheet = whole_sheet(sheet)?;
    let names: Vec<String> = match index {
        Some(Json::List(names)) => names.iter().map(|name| name.value.cell()).collect(),
        _ => Vec::new(),
    };
    let numbered = are_numbers(names.iter().map(String::as_str));
    if numbered || names.len() != sheet.rows.len() {
        return Ok(sheet);
    }
    Ok(named_rows(sheet, names))
}

fn whole_sheet(sheet: Sheet) -> Result<Sheet, DataError> {
    if sheet.rows.is_empty() || sheet.header.is_empty() {
        let remedy = "check that the file was written completely";
        return Err(DataError::file(sheet.file, "the JSON holds no rows", remedy));
    }
    Ok(sheet)
}
