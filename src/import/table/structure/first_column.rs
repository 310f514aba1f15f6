//! Tables without a column of datasets: the first column holds scores like the others. Its rows are numbered then, and all
//! columns are methods. Numbers that name datasets (ids of tasks, the noise of a series of experiments) stay names.

use std::collections::BTreeSet;

use super::super::folds::columns::numbering;
use super::super::folds::rows::INDEX;
use super::super::{RowsAre, TableOptions, cell, long};
use super::Plain;
use super::numbers::{Printed, by_column, is_whole, printed};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// Names of columns that hold numbers of datasets.
pub const IDS: &[&str] = &["datasetid", "dataid", "did", "taskid", "tid", "openmlid", "openmltask"];
/// So many rising or falling numbers are no scores: scores of four datasets are in order once in twelve.
const LEAST_IN_ORDER: usize = 5;

/// What the first column is.
#[derive(Debug, PartialEq)]
enum First {
    Names,
    /// Names that are numbers with decimals.
    Steps,
    Method,
    /// A method or names.
    Either,
}

/// Gives names to the rows of a table that has none.
pub fn name_rows(plain: &mut Plain, options: &TableOptions) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let name = shown(&sheet.column_name(0));
    match what(sheet, options) {
        First::Names => return Ok(()),
        First::Steps => {
            let text = format!(
                "the numbers in the first column {name} are taken for names of datasets, because they are in order; add a column of names before it if it is a method"
            );
            // Noise of a series of experiments, or a parameter: the user knows.
            match options.rows {
                Some(_) => plain.notes.push(text),
                None => plain.caveats.push(format!(
                    "{text}; points of a curve, such as values of one parameter on one dataset, are not independent; --rows datasets says that every row is a dataset"
                )),
            }
            return Ok(());
        }
        First::Either => {
            let problem = format!(
                "the first column {name} holds whole numbers like the others: it may be a method, or name the datasets"
            );
            let remedy = format!(
                "say --dataset-column {} if it names datasets; else add a first column with their names",
                sheet.column_name(0)
            );
            return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
        }
        First::Method => {}
    }
    let count = sheet.rows.len();
    if options.rows.is_none() && may_be_folds(count) {
        let problem = format!(
            "no column names datasets (the first one, {name}, holds scores): the {count} rows may be datasets, or folds of one dataset"
        );
        let remedy = format!(
            "say --rows datasets or --rows folds; say --dataset-column {} if it names datasets",
            sheet.column_name(0)
        );
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    let as_folds = options.rows == Some(RowsAre::Folds);
    plain.notes.push(format!(
        "no column names datasets: the first one, {name}, holds scores like the others and is taken for a method, and the {count} rows are {}; --dataset-column says otherwise",
        if as_folds { "folds" } else { "taken for datasets, called row 1, row 2 and so on" },
    ));
    plain.sheet.header.insert(0, "dataset".to_owned());
    for (number, row) in (1..).zip(&mut plain.sheet.rows) {
        let name = if as_folds { number.to_string() } else { format!("row {number}") };
        row.cells.insert(0, name);
    }
    Ok(())
}

/// Numbers of folds that people use: up to ten, or ten times something.
fn may_be_folds(rows: usize) -> bool {
    rows <= 10 || rows <= 100 && rows.is_multiple_of(5)
}

fn what(sheet: &Sheet, options: &TableOptions) -> First {
    let declared = options.dataset_column.is_some() || options.fold_column.is_some();
    let called = |names: &[&str]| sheet.columns_called(names).contains(&0);
    let names = called(long::DATASET) || called(IDS) || called(INDEX);
    // Rows that are numbered as folds, and a column of names elsewhere, are understood by `folds::rows`.
    let text = |column: usize| sheet.rows.iter().all(|row| cell::parse(row.text(column)).is_err());
    let elsewhere = (1..sheet.header.len()).any(text);
    if declared || names || elsewhere || !numbering(sheet).is_empty() {
        return First::Names;
    }
    let missing = |text: &str| cell::parse(text).is_ok_and(|entry| entry.is_none());
    let texts = || sheet.rows.iter().map(|row| row.text(0)).filter(|text| !missing(text));
    let numbers: Option<Vec<Printed>> = texts().map(printed).collect();
    let others: Vec<usize> = (1..sheet.header.len()).collect();
    let others: Vec<f64> =
        by_column(sheet, &others).iter().flatten().flatten().map(|other| other.value).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty() && !others.is_empty()) else {
        return First::Names;
    };
    let values: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    if is_family(&sheet.header) {
        return First::Method;
    }
    if !texts().all(is_whole) && values.iter().any(|value| value.fract() != 0.0) {
        let rising = values.windows(2).all(|pair| pair[0] < pair[1]);
        let falling = values.windows(2).all(|pair| pair[0] > pair[1]);
        let in_order = values.len() >= LEAST_IN_ORDER && (rising || falling);
        return if in_order { First::Steps } else { First::Method };
    }
    // Whole numbers: like the others, or ids of datasets?
    let least = others.iter().copied().fold(f64::INFINITY, f64::min);
    let most = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let inside = values.iter().filter(|value| (least..=most).contains(value)).count();
    let alike = others.iter().all(|value| value.fract() == 0.0) && 2 * inside > values.len();
    let counts = values.iter().zip(1..).all(|(value, number)| *value == f64::from(number));
    if alike && values.len() > 1 && !counts { First::Either } else { First::Names }
}

/// Whether all columns have one name with different numbers behind it, such as `clf1` and `clf2`.
fn is_family(header: &[String]) -> bool {
    let stem = |name: &String| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.len() < name.len() && !stem.is_empty()).then(|| stem.to_lowercase())
    };
    let stems: Option<BTreeSet<String>> = header.iter().map(stem).collect();
    header.len() > 2 && stems.is_some_and(|stems| stems.len() == 1)
}
