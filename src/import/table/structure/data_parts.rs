//! Which columns are of the test part, where names of columns hold parts of the data: `svm_train`, `svm_test_acc`. Scores of
//! different parts are never compared; a part counts only if methods are crossed with parts or have metrics in their names.

use std::collections::{BTreeMap, BTreeSet};

use super::affixes::{Part, Parts};
use super::levels::none_of_test;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// A column whose name was taken apart.
#[derive(Debug)]
pub struct Column {
    /// Where it is.
    pub at: usize,
    /// What its name is made of.
    pub parts: Parts,
}

/// What the parts in the names say.
#[derive(Debug)]
pub enum Split<'c> {
    /// Nothing: they belong to names of methods, or there are none.
    No,
    /// These columns are of the test part, the others are not.
    Test(Vec<&'c Column>),
    /// All columns are of this part, which is not the test part.
    Only(String),
}

/// Finds the columns of the test part; refuses scores of different parts.
pub fn split<'c>(sheet: &Sheet, columns: &'c [Column]) -> Result<Split<'c>, DataError> {
    let named = || columns.iter().filter(|own| !own.parts.method.is_empty());
    let is_other = |own: &&Column| own.parts.kind() == Part::Other;
    let Some(other) = named().find(is_other) else { return Ok(tests_next_to_others(columns)) };
    let mut methods: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
    for own in named() {
        methods.entry(own.parts.method.as_str()).or_default().push(own);
    }
    let crossed: Vec<&str> =
        methods.iter().filter(|(_, own)| is_crossed(own)).map(|(method, _)| *method).collect();
    let of_all = named().count() == columns.len();
    if methods.len() == 1 && of_all && !crossed.is_empty() {
        return Err(one_method(sheet, columns, "parts of the data"));
    }
    if crossed.len() < 2 {
        let parts: BTreeSet<Option<String>> = columns.iter().map(part).collect();
        if let (true, 1, Some(part)) = (of_all, parts.len(), part(other)) {
            return Ok(Split::Only(part));
        }
        let metric = named().filter(is_other).any(|own| own.parts.metric.is_some());
        let all = !parts.contains(&None);
        return match metric || all || !crossed.is_empty() {
            true => Err(different(sheet, columns, other)),
            false => Ok(Split::No),
        };
    }
    let tests: Vec<&Column> = columns.iter().filter(|own| is_test(own, &methods)).collect();
    if tests.is_empty() {
        return Err(none_of_test(sheet, "say --rows datasets if every column is a method"));
    }
    let lacks = |own: &&Column| !tests.iter().any(|test| test.parts.method == own.parts.method);
    match named().filter(is_other).find(lacks) {
        Some(own) => {
            let problem = format!(
                "the columns hold parts of the data, and the method {} has no column of the test part",
                shown(&own.parts.method)
            );
            let remedy = "add it, or remove the columns of the method; say --rows datasets if every column is a method";
            Err(sheet.error(sheet.header_line, own.at, problem, remedy))
        }
        None => Ok(Split::Test(tests)),
    }
}

/// Columns that differ in their metric or their part of the data only.
pub fn one_method(sheet: &Sheet, columns: &[Column], what: &str) -> DataError {
    let names: Vec<&str> = columns.iter().map(|own| sheet.header[own.at].as_str()).collect();
    let problem = format!("the columns are {what} of one method: {}", listed(names.into_iter()));
    let remedy = "a comparison needs a column per method; say --rows datasets if these are methods";
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

fn part(own: &Column) -> Option<String> {
    let part = own.parts.part.as_ref().filter(|_| own.parts.kind() != Part::Unsaid);
    part.map(|part| part.to_lowercase())
}

/// Whether a method has columns of different parts, and at least one that is not of the test part.
fn is_crossed(own: &[&Column]) -> bool {
    let parts: BTreeSet<Option<String>> = own.iter().map(|column| part(column)).collect();
    parts.len() > 1 && own.iter().any(|column| column.parts.kind() == Part::Other)
}

/// Whether a column is of the test part: by its name, or because its name holds no part, unless there is one that does for
/// the same metric.
fn is_test(own: &Column, methods: &BTreeMap<&str, Vec<&Column>>) -> bool {
    let same_metric = |other: &&Column| other.parts.metric == own.parts.metric;
    match own.parts.kind() {
        Part::Test => true,
        Part::Other => false,
        Part::Unsaid => {
            let of_method = methods.get(own.parts.method.as_str());
            let mut same = of_method.into_iter().flatten().copied().filter(same_metric);
            !same.any(|other| other.parts.kind() == Part::Test)
        }
    }
}

/// `svm_acc` next to `svm_test_acc`, for two methods or more: what the former is of is not said.
fn tests_next_to_others(columns: &[Column]) -> Split<'_> {
    let mut methods: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
    for own in columns.iter().filter(|own| !own.parts.method.is_empty()) {
        methods.entry(own.parts.method.as_str()).or_default().push(own);
    }
    let tests: Vec<&Column> = columns.iter().filter(|own| is_test(own, &methods)).collect();
    let other = |own: &&Column| !tests.iter().any(|test| test.at == own.at);
    let without: BTreeSet<&str> =
        columns.iter().filter(other).map(|own| own.parts.method.as_str()).collect();
    if without.len() < 2 { Split::No } else { Split::Test(tests) }
}

/// The refusal of scores of different parts.
fn different(sheet: &Sheet, columns: &[Column], other: &Column) -> DataError {
    let differs = |own: &&Column| part(own) != part(other);
    let test = columns.iter().find(differs).map_or(other, |own| own);
    let problem = format!(
        "{} seems to be a score of the part {}, and {} is none: scores of different parts of the data cannot be compared",
        shown(&sheet.header[other.at]),
        shown(&part(other).unwrap_or_default()),
        shown(&sheet.header[test.at])
    );
    let remedy =
        "keep the columns of the test part; say --rows datasets if every column is a method";
    sheet.error(sheet.header_line, other.at, problem, remedy)
}
