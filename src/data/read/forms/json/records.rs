//! Records with named values become rows: every name is a column, and a record without it has an empty cell. Objects inside a
//! record are taken apart, their names joined by a point.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::check_cells;
use super::value::{Json, Member};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{check_width, shown};

/// Rows as they come.
pub struct Records<'a> {
    file: &'a Path,
    header: Vec<String>,
    columns: BTreeMap<String, usize>,
    rows: Vec<Row>,
}

impl<'a> Records<'a> {
    /// No rows yet.
    pub fn new(file: &'a Path) -> Records<'a> {
        Records { file, header: Vec::new(), columns: BTreeMap::new(), rows: Vec::new() }
    }

    /// Adds the object of one row.
    pub fn add(&mut self, line: usize, record: &Json) -> Result<(), DataError> {
        let Json::Object(members) = record else {
            let problem =
                format!("{} is not an object with a name for every value", shown(&record.cell()));
            let remedy = match record {
                Json::List(_) => {
                    "lists of values name no columns: with pandas `frame.to_json(\"results.json\", orient=\"split\")`"
                }
                _ => {
                    "write one object per row: {\"dataset\": \"iris\", \"method\": \"knn\", \"accuracy\": 0.95}"
                }
            };
            return Err(DataError::line(self.file, line, problem, remedy));
        };
        let mut cells = vec![String::new(); self.header.len()];
        let mut filled = vec![false; self.header.len()];
        self.fill(members, "", &mut cells, &mut filled)?;
        self.rows.push(Row { line, cells });
        check_cells(self.file, self.rows.len(), self.header.len())
    }

    fn fill(
        &mut self,
        members: &[Member],
        prefix: &str,
        cells: &mut Vec<String>,
        filled: &mut Vec<bool>,
    ) -> Result<(), DataError> {
        for (at, member) in members.iter().enumerate() {
            if let Json::Object(inner) = &member.value {
                self.fill(inner, &format!("{prefix}{}.", member.name.trim()), cells, filled)?;
                continue;
            }
            let column = self.column(at, prefix, member)?;
            if column >= cells.len() {
                cells.resize(column + 1, String::new());
                filled.resize(column + 1, false);
            }
            if std::mem::replace(&mut filled[column], true) {
                let problem =
                    format!("the name {} occurs twice in one record", shown(&member.name));
                return Err(DataError::line(
                    self.file,
                    member.line,
                    problem,
                    "keep one of the two",
                ));
            }
            cells[column] = member.value.cell();
        }
        Ok(())
    }

    /// The column of a name. Most records have the names of the first one, in its order.
    fn column(&mut self, at: usize, prefix: &str, member: &Member) -> Result<usize, DataError> {
        let name = member.name.trim();
        if prefix.is_empty() && self.header.get(at).is_some_and(|known| known == name) {
            return Ok(at);
        }
        let name = format!("{prefix}{name}");
        if let Some(&column) = self.columns.get(&name) {
            return Ok(column);
        }
        let column = self.header.len();
        check_width(self.file, member.line, column + 1)?;
        self.columns.insert(name.clone(), column);
        self.header.push(name);
        Ok(column)
    }

    /// The sheet, all rows as long as the header.
    pub fn into_sheet(mut self) -> Result<Sheet<'a>, DataError> {
        let width = self.header.len();
        check_cells(self.file, self.rows.len(), width)?;
        for row in &mut self.rows {
            row.cells.resize(width, String::new());
        }
        let Some(line) = self.rows.first().map(|row| row.line).filter(|_| width > 0) else {
            let remedy = "check that the file was written completely";
            return Err(DataError::file(self.file, "the JSON holds no rows", remedy));
        };
        Ok(Sheet::new(self.file, self.header, line, self.rows))
    }
}
