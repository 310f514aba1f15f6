//! Tables with methods in their rows and datasets in their columns. A first column that is called `method` suggests one; the
//! user decides, because the same word also stands above the names of columns.

use super::super::long;
use super::super::{RowsAre, TableOptions};
use super::{Plain, with};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{number, shown};

/// Further words that people write above methods.
const METHODS: &[&str] = &[
    "methods",
    "models",
    "classifiers",
    "algorithms",
    "estimators",
    "learners",
    "systems",
    "system",
    "methode",
    "methoden",
    "verfahren",
    "modell",
    "modelle",
    "méthode",
    "modèle",
    "method/dataset",
    "method\\dataset",
    "model/dataset",
];

/// Turns a table whose rows are methods, if the user says so; refuses one that seems to be.
pub fn turn(plain: &mut Plain, options: &TableOptions) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    if options.rows == Some(RowsAre::Methods) {
        plain.sheet = turned(sheet);
        return Ok(());
    }
    let called =
        [long::METHOD, METHODS].iter().any(|names| sheet.columns_called(names).contains(&0));
    let texts = sheet.rows.iter().all(|row| number(row.text(0)).is_none());
    let decided = options.rows.is_some() || options.dataset_column.is_some();
    if !called || !texts || decided {
        return Ok(());
    }
    let problem = format!(
        "the first column is called {}, so that the rows seem to be methods, and the columns datasets",
        shown(&sheet.column_name(0))
    );
    let remedy = "say --rows methods if so, --rows datasets if the rows are datasets; several metrics of each method on one dataset are no table of results";
    Err(sheet.error(sheet.header_line, 0, problem, remedy))
}

/// Rows become columns. All rows are on the line of the header then, and columns have the names of the old rows.
fn turned<'a>(sheet: &Sheet<'a>) -> Sheet<'a> {
    let first = std::iter::once("dataset".to_owned());
    let names = sheet.rows.iter().map(|row| row.text(0).to_owned());
    let row = |column: usize| {
        let name = std::iter::once(fold_name(&sheet.header[column]).to_owned());
        let cells = sheet.rows.iter().map(|row| row.text(column).to_owned());
        Row { line: sheet.header_line, cells: name.chain(cells).collect() }
    };
    with(sheet, first.chain(names).collect(), (1..sheet.header.len()).map(row).collect())
}

/// scikit-learn's searches call the score of a fold `split0_test_score`; the metric is not part of the fold's name.
fn fold_name(name: &str) -> &str {
    match name.split_once("_test_") {
        Some((fold, _)) if fold.starts_with("split") => fold,
        _ => name,
    }
}
