//! Which rows of a wide table are folds: by columns that number them, by the names of the rows, or because the user says so.
//! The table is put in order for the reader of wide tables: datasets first, then the methods, and nothing else.

use std::collections::BTreeSet;

use super::super::cell;
use super::super::meaning::stem;
use super::super::place::{Place, whole};
use super::super::{RowsAre, TableOptions, long, names};
use super::columns::{self, FoldColumns};
use super::{axis, fold_names};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// Names that programs give to a column of row numbers, or none.
pub const INDEX: &[&str] = &["", "index", "unnamed:0", "rownames", "...1"];

/// A wide table in order.
pub struct Arranged<'a> {
    /// The dataset in the first column, the methods in the others.
    pub sheet: Sheet<'a>,
    /// Which fold each row is, if the rows are folds.
    pub places: Option<Vec<Place>>,
    /// How the table was understood.
    pub notes: Vec<String>,
}

/// Puts a wide table in order.
pub fn arrange<'a>(sheet: &Sheet<'a>, options: &TableOptions) -> Result<Arranged<'a>, DataError> {
    let mut dataset = dataset_column(sheet, options)?;
    let keys: Vec<usize> = dataset.into_iter().collect();
    let folds = match options.rows {
        Some(RowsAre::Datasets) => FoldColumns::default(),
        _ => columns::find(sheet, &keys, options.fold_column.as_deref())?,
    };
    if folds == FoldColumns::default() {
        let column = dataset.unwrap_or(0);
        dataset = Some(column);
        // A column of row numbers may be before it.
        if column == 0 || column == 1 && is_index(sheet) {
            axis::refuse(sheet, column, options)?;
        }
    }
    let used: Vec<usize> = dataset.into_iter().chain(folds.iter()).collect();
    let mut dropped = columns::numbering(sheet);
    dropped.extend(is_index(sheet).then_some(0));
    dropped.retain(|column| !used.contains(column));
    let mut arranged = Arranged {
        sheet: ordered(sheet, dataset, &used.iter().chain(&dropped).copied().collect()),
        places: None,
        notes: dropped.iter().map(|&column| left_out(sheet, column)).collect(),
    };
    if folds == FoldColumns::default() {
        by_names(&mut arranged, options)?;
    } else {
        let place = |row: &Row| place(sheet, row, folds);
        arranged.places = Some(sheet.rows.iter().map(place).collect::<Result<_, _>>()?);
        arranged.notes.push(by_columns(sheet, dataset, folds));
    }
    Ok(arranged)
}

/// The column of datasets; `None` where the rows are of one dataset that no column names.
fn dataset_column(sheet: &Sheet, options: &TableOptions) -> Result<Option<usize>, DataError> {
    if let Some(column) = columns::declared(sheet, options.dataset_column.as_deref())? {
        return Ok(Some(column));
    }
    let mut numbering: BTreeSet<usize> = columns::numbering(sheet).into_iter().collect();
    numbering.extend(columns::declared(sheet, options.fold_column.as_deref())?);
    let index = is_index(sheet);
    // The first column that does not count anything names the datasets, if it is called so or has no numbers.
    let counts = |column: usize| numbering.contains(&column) || column == 0 && index;
    let first = (0..sheet.header.len()).find(|&column| !counts(column));
    let named = |column: &usize| {
        let text = |row: &Row| cell::parse(row.text(*column)).is_err();
        sheet.columns_called(long::DATASET).contains(column) || sheet.rows.iter().all(text)
    };
    if first.filter(named).is_some() {
        return Ok(first);
    }
    let other = numbering.iter().any(|&column| column != 0);
    let is_name = !numbering.contains(&0) && !(other && (index || columns::has_scores(sheet, 0)));
    Ok((is_name || options.rows == Some(RowsAre::Datasets)).then_some(0))
}

/// Whether the first column only numbers the rows.
fn is_index(sheet: &Sheet) -> bool {
    if !unnamed(sheet) {
        return false;
    }
    let numbers: Option<BTreeSet<u64>> = sheet.rows.iter().map(|row| whole(row.text(0))).collect();
    numbers.is_some_and(|numbers| numbers.len() == sheet.rows.len())
}

/// Whether the first column counts the rows in their order under a name that is not one of datasets: `id`, `no`, `k`.
fn counts(sheet: &Sheet) -> bool {
    let number = |from: u64| {
        let mut rows = (from..).zip(&sheet.rows);
        rows.all(|(number, row)| whole(row.text(0)) == Some(number))
    };
    !sheet.columns_called(long::DATASET).contains(&0)
        && sheet.rows.len() > 2
        && (number(0) || number(1))
}

fn unnamed(sheet: &Sheet) -> bool {
    sheet.columns_called(INDEX).contains(&0)
}

/// The dataset's column and all columns but the `taken` ones. A dataset without a column is called after the file.
fn ordered<'a>(sheet: &Sheet<'a>, dataset: Option<usize>, taken: &BTreeSet<usize>) -> Sheet<'a> {
    let methods: Vec<usize> = (0..sheet.header.len()).filter(|c| !taken.contains(c)).collect();
    let row = |cells: &[String], none: String| -> Vec<String> {
        let first = dataset.and_then(|column| cells.get(column).cloned()).unwrap_or(none);
        let others = methods.iter().filter_map(|&column| cells.get(column).cloned());
        std::iter::once(first).chain(others).collect()
    };
    let rows = sheet.rows.iter();
    let rows = rows.map(|r| Row { line: r.line, cells: row(&r.cells, stem(sheet.file)) }).collect();
    Sheet::new(sheet.file, row(&sheet.header, "dataset".to_owned()), sheet.header_line, rows)
}

fn place(sheet: &Sheet, row: &Row, folds: FoldColumns) -> Result<Place, DataError> {
    for column in folds.iter() {
        names::refuse_summary(sheet.file, row.line, row.text(column))?;
    }
    folds.place(sheet, row)
}

/// Looks for folds among the names of the rows.
fn by_names(arranged: &mut Arranged, options: &TableOptions) -> Result<(), DataError> {
    let sheet = &mut arranged.sheet;
    for row in &sheet.rows {
        names::refuse_summary(sheet.file, row.line, row.text(0))?;
    }
    let rows: Vec<(&str, usize)> = sheet.rows.iter().map(|row| (row.text(0), row.line)).collect();
    let unnamed = options.dataset_column.is_none() && (unnamed(sheet) || counts(sheet));
    let Some(found) = fold_names(sheet.file, &rows, unnamed, options.rows)? else { return Ok(()) };
    for (row, dataset) in sheet.rows.iter_mut().zip(&found.datasets) {
        if let Some(cell) = row.cells.first_mut() {
            dataset.clone_into(cell);
        }
    }
    arranged.notes.push(found.note);
    arranged.places = Some(found.places);
    Ok(())
}

fn left_out(sheet: &Sheet, column: usize) -> String {
    match sheet.header.get(column).is_some_and(|name| name.is_empty()) {
        true => "the first column has no name and numbers the rows: it is left out".to_owned(),
        false => format!(
            "the column {} is no method and is left out: nothing depends on it",
            shown(&sheet.column_name(column))
        ),
    }
}

fn by_columns(sheet: &Sheet, dataset: Option<usize>, folds: FoldColumns) -> String {
    let names: Vec<String> = folds.iter().map(|c| shown(&sheet.column_name(c))).collect();
    let names = names.join(" and ");
    let Some(dataset) = dataset else {
        return format!(
            "no column names datasets: the rows are taken for folds of one dataset, by {names}, called {} after the file; say --rows datasets if every row is a dataset",
            shown(&stem(sheet.file))
        );
    };
    let datasets = shown(&sheet.column_name(dataset));
    format!("the rows are taken for folds of the datasets in {datasets}, by {names}")
}
