//! The wide layout: one row per dataset or per fold, one column per method, as journals print it. The spread of a mean is in
//! its cell or in a second table of the same shape (`spreads`). It does not know what was measured.

mod spreads;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::cell::{self, Entry};
use super::folds::rows::{Arranged, arrange};
use super::gather::{Record, gather};
use super::layouts::TableLayout;
use super::names;
use super::own_table;
use super::place::Place;
use super::structure::{self, Numbers, Plain};
use super::{Grid, RowsAre, Score, TableOptions, long};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{number, shown};

/// One column per method. It takes what no other layout recognises, so it is the last one.
pub const LAYOUT: TableLayout = TableLayout {
    name: "wide",
    about: "one row per dataset or fold, one column per method; cells are scores, `mean ± sd` or `mean (sd)`",
    headers: &["dataset,svm,random forest,..."],
    own_columns: false,
    takes_sd: true,
    recognised: |_, _| true,
    read,
};

/// More columns than the methods that can be compared, their spreads and facts about datasets; each is held against all others.
const MOST_COLUMNS: usize = 1000;

/// A wide table as it stands in its file.
struct Table {
    datasets: Vec<String>,
    lines: Vec<usize>,
    methods: Vec<String>,
    entries: Vec<Vec<Option<Entry>>>,
}

/// Reads a wide table, metric by metric, and the table of standard deviations that goes with it.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Vec<Grid>, DataError> {
    if sheet.header.len() > MOST_COLUMNS {
        let problem = format!("{} columns, more than {MOST_COLUMNS}", sheet.header.len());
        let remedy = "a wide table has a column per method: check that this is the right file";
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    let (sheet, said) = own_table::plain(sheet);
    let file = sheet.file;
    let tables = structure::plain(sheet, Numbers::Scores, options)?;
    if let Some(sd) = options.sd.as_deref().filter(|_| tables.len() > 1) {
        let problem =
            "a file of standard deviations goes with one metric, and the table has several";
        let remedy = format!("choose one with --metric, or leave {} out", sd.display());
        return Err(DataError::file(file, problem, remedy));
    }
    let mut grids = tables
        .into_iter()
        .map(|table| one_metric(table, options))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = grids.first_mut() {
        first.notes.extend(said.notes);
    }
    for grid in &mut grids {
        grid.caveats.extend(said.caveats.iter().cloned());
    }
    Ok(grids)
}

/// Reads the table of one metric.
fn one_metric(table: Plain, options: &TableOptions) -> Result<Grid, DataError> {
    let Plain { sheet, metric, notes, caveats } = table;
    // A table that was turned has datasets or folds in its rows, which their names tell.
    let turned = TableOptions { rows: None, ..options.clone() };
    let options = if options.rows == Some(RowsAre::Methods) { &turned } else { options };
    let Arranged { sheet, places, notes: understood } = arrange(&sheet, options)?;
    let mut grid = match places {
        Some(places) => folds(&sheet, places, options.sd.as_deref())?,
        None => means(&sheet, metric.as_deref(), options)?,
    };
    grid.metric = metric;
    grid.caveats.splice(0..0, caveats);
    structure::ranks::declare(&mut grid, options);
    grid.notes.splice(0..0, notes.into_iter().chain(understood));
    Ok(grid)
}

/// A table whose rows are datasets.
fn means(sheet: &Sheet, metric: Option<&str>, options: &TableOptions) -> Result<Grid, DataError> {
    let mut table = table(sheet)?;
    refuse_ranks(sheet, &table)?;
    let mut notes = Vec::new();
    if let Some(file) = &options.sd {
        notes = spreads::add_file(sheet.file, &mut table, file, metric, options)?;
    }
    let score = |entry: Entry| Score::new(entry.mean, entry.sd);
    let row = |entries: Vec<Option<Entry>>| entries.into_iter().map(|e| e.map(score)).collect();
    notes.extend(self::notes(&table.methods));
    Ok(Grid {
        layout: "wide",
        datasets: table.datasets,
        lines: table.lines,
        methods: table.methods,
        cells: table.entries.into_iter().map(row).collect(),
        notes,
        ..Grid::default()
    })
}

/// A table whose rows are folds, each at its place.
fn folds(sheet: &Sheet, places: Vec<Place>, sd: Option<&Path>) -> Result<Grid, DataError> {
    if let Some(sd) = sd {
        let problem = "a file of standard deviations goes with means, and the rows are folds";
        let remedy = format!("leave {} out: the spread is that of the folds", sd.display());
        return Err(DataError::file(sheet.file, problem, remedy));
    }
    let methods = methods(sheet)?;
    let mut records = Vec::new();
    for (row, place) in sheet.rows.iter().zip(places) {
        let dataset = name(sheet, row)?;
        for (column, method) in (1..).zip(&methods) {
            let record = Record {
                line: row.line,
                column,
                source: 0,
                dataset: dataset.to_owned(),
                method: method.clone(),
                place: place.clone(),
                entry: entry(sheet, row, column)?,
            };
            records.push(record.checked(sheet)?);
        }
    }
    let mut grid = Grid { layout: "wide", ..gather(sheet, records)? };
    grid.notes.extend(notes(&methods));
    Ok(grid)
}

/// The dataset of a row.
fn name<'a>(sheet: &Sheet, row: &'a Row) -> Result<&'a str, DataError> {
    let name = row.text(0);
    if name.is_empty() {
        let remedy = "name the dataset in the first column, or remove the row";
        return Err(sheet.error(row.line, 0, "the row has no name", remedy));
    }
    names::refuse_summary(sheet.file, row.line, name)?;
    Ok(name)
}

fn entry(sheet: &Sheet, row: &Row, column: usize) -> Result<Option<Entry>, DataError> {
    cell::parse(row.text(column))
        .map_err(|problem| sheet.error(row.line, column, problem, remedy(sheet, column)))
}

fn table(sheet: &Sheet) -> Result<Table, DataError> {
    let methods = methods(sheet)?;
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut table = Table { datasets: Vec::new(), lines: Vec::new(), methods, entries: Vec::new() };
    for row in &sheet.rows {
        let name = name(sheet, row)?;
        if let Some(first) = seen.insert(name, row.line) {
            let problem = format!("the dataset {} is on line {first} already", shown(name));
            let remedy = "if the rows are folds, number them in a `fold` column or say --rows folds; else remove or rename one";
            return Err(sheet.error(row.line, 0, problem, remedy));
        }
        let entries = (1..sheet.header.len())
            .map(|column| entry(sheet, row, column))
            .collect::<Result<_, _>>()?;
        table.datasets.push(name.to_owned());
        table.lines.push(row.line);
        table.entries.push(entries);
    }
    Ok(table)
}

fn methods(sheet: &Sheet) -> Result<Vec<String>, DataError> {
    let methods: Vec<String> = sheet.header.iter().skip(1).cloned().collect();
    let error = |problem: String, remedy: &str| {
        Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
    };
    if methods.len() < 2 {
        let s = if methods.len() == 1 { "" } else { "s" };
        let problem = format!("the header names {} method{s}, and two are needed", methods.len());
        let remedy = "give the first line a name for the column of datasets and one for each method, with commas between";
        return error(problem, remedy);
    }
    // A first line that is called `dataset` or the like is a header, whatever follows.
    let is_header = sheet.columns_called(long::DATASET).contains(&0);
    if !is_header && methods.iter().all(|name| number(name).is_some()) {
        let problem =
            "every method in the first line is a number, so it looks like data".to_owned();
        let remedy = "call the first column `dataset` if these are the names of the methods; else add a first line with the names of the methods; if these are runs of one method, give one such file per method, called after it (`svm_accuracy.csv`); say --rows methods if the rows are methods";
        return error(problem, remedy);
    }
    let mut seen = BTreeSet::new();
    for (column, name) in (1..).zip(&methods) {
        if name.is_empty() {
            let problem = format!("column {} has no name in the header", column + 1);
            return error(problem, "name the method, or remove the column");
        }
        if !seen.insert(name.as_str()) {
            let problem = format!("two methods have the name {}", shown(name));
            let remedy = "rename or remove one of the columns";
            return Err(sheet.error(sheet.header_line, column, problem, remedy));
        }
    }
    Ok(methods)
}

/// What to do about a text among the numbers. The name of the column may tell how it came there.
fn remedy(sheet: &Sheet, column: usize) -> &'static str {
    if sheet.columns_called(long::DATASET).contains(&column) {
        "the datasets must be the first column: remove the columns before it, or name the long layout's columns dataset, method and value"
    } else if sheet.columns_called(long::METHOD).contains(&column) {
        "if this is the long layout, name its columns dataset, method and value"
    } else {
        "write a number with a decimal point, `mean ± sd`, or nothing where there is no result; remove a column that is not a method"
    }
}

/// Refuses brackets that hold ranks, which many tables print there: in every row they sum to what ranks sum to.
fn refuse_ranks(sheet: &Sheet, table: &Table) -> Result<(), DataError> {
    let ranked = |row: &Vec<Option<Entry>>| {
        let brackets = row.iter().flatten().filter(|e| e.bracketed).filter_map(|e| e.sd);
        let ranks: Vec<f64> = brackets.collect();
        ranks.len() == table.methods.len() && structure::ranks::are_ranks(&ranks)
    };
    if !table.entries.iter().all(ranked) {
        return Ok(());
    }
    let line = table.lines.first().copied().unwrap_or(sheet.header_line);
    let problem = "the numbers in brackets are ranks, and would be taken for standard deviations";
    Err(DataError::line(sheet.file, line, problem, "remove the brackets"))
}

fn notes(methods: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    for name in methods.iter().filter(|name| names::is_summary(name)) {
        notes.push(format!(
            "the column {} is taken for a method; remove it if it summarises the others",
            shown(name)
        ));
    }
    notes
}
