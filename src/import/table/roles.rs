//! Which columns of a long file name the datasets and the methods: as the user says, else by their names, else by structure,
//! where one column is left that crosses with the other. What is guessed is noted; what stays open is refused.

use std::collections::BTreeSet;

use super::TableOptions;
use super::cell;
use super::folds::columns;
use super::names::words;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// What a column of datasets may be called.
pub const DATASET: &[&str] = &[
    "dataset",
    "datasetname",
    "datasetid",
    "data",
    "dataname",
    "task",
    "taskname",
    "taskid",
    "problem",
    "problemname",
    "db",
    "database",
    "benchmark",
];
/// What a column of methods may be called.
pub const METHOD: &[&str] = &[
    "method",
    "methodname",
    "classifier",
    "classifiername",
    "algorithm",
    "algorithmname",
    "algo",
    "model",
    "modelname",
    "modelid",
    "learner",
    "learnername",
    "learnerid",
    "estimator",
    "estimatorname",
    "regressor",
    "clf",
    "framework",
    "flow",
    "flowname",
    "flowid",
    "pipeline",
    "approach",
    "config",
    "configname",
    "wflowid",
];

/// The columns that name things.
pub struct Roles {
    /// The datasets; without it all scores are of one dataset.
    pub dataset: Option<usize>,
    /// The methods.
    pub method: usize,
    /// What was guessed.
    pub notes: Vec<String>,
}

/// A column that a user may have to name.
struct Role {
    what: &'static str,
    option: &'static str,
    names: &'static [&'static str],
}

const DATASETS: Role = Role { what: "datasets", option: "--dataset-column", names: DATASET };
const METHODS: Role = Role { what: "methods", option: "--method-column", names: METHOD };

/// Whether columns name methods and datasets, or methods and folds, so that a file has one line per score.
pub fn are_there(sheet: &Sheet, options: &TableOptions) -> bool {
    if options.method_column.is_some() {
        return true;
    }
    let mut methods = candidates(sheet, METHOD);
    if methods.is_empty() {
        methods = numbered_methods(sheet);
    }
    let Some(&method) = methods.first() else {
        let dataset = candidates(sheet, DATASET).first().copied();
        return dataset.is_some_and(|dataset| crossing(sheet, dataset, &[]).len() == 1)
            || unnamed(sheet).is_some();
    };
    let declared = options.dataset_column.is_some() || options.fold_column.is_some();
    let dataset = candidates(sheet, DATASET).into_iter().any(|column| !methods.contains(&column));
    declared
        || dataset
        || !columns::numbering(sheet).is_empty()
        || !crossing(sheet, method, &[]).is_empty()
}

/// Finds both columns; `other` ones are known to be something else.
pub fn find(sheet: &Sheet, options: &TableOptions, other: &[usize]) -> Result<Roles, DataError> {
    let mut notes = Vec::new();
    let mut dataset = columns::declared(sheet, options.dataset_column.as_deref())?;
    let mut method = columns::declared(sheet, options.method_column.as_deref())?;
    let mut taken: Vec<usize> = other.iter().copied().chain(dataset).chain(method).collect();
    if dataset.is_none() {
        dataset = only(sheet, &DATASETS, &taken)?;
        taken.extend(dataset);
    }
    if method.is_none() {
        method = only(sheet, &METHODS, &taken)?;
    }
    match (dataset, method) {
        (Some(known), None) => {
            method = guess(sheet, &METHODS, known, other, &mut notes)?;
        }
        (None, Some(known)) if columns::numbering(sheet).is_empty() => {
            dataset = guess(sheet, &DATASETS, known, other, &mut notes)?;
        }
        _ => {}
    }
    match method {
        Some(method) => Ok(Roles { dataset, method, notes }),
        None => Err(open(sheet)),
    }
}

/// Columns with one of some names that can name things: text, and whole numbers of datasets or under the name of an id.
fn candidates(sheet: &Sheet, names: &[&str]) -> Vec<usize> {
    let mut columns = called(sheet, names);
    columns.retain(|&column| {
        let is_id = sheet.column_name(column).to_lowercase().ends_with("id");
        let whole = is_id || names == DATASET;
        is_text(sheet, column) || (whole && !columns::has_scores(sheet, column))
    });
    columns
}

/// What trackers of experiments put before the name of a parameter: MLflow `params.` and `tags.`, Weights & Biases `config.`, Optuna
/// `params_`, GridSearchCV `param_`.
const PARAMETER: &[&str] = &["params.", "tags.", "config.", "params_", "param_"];

/// The columns with one of some names, else the parameters with one of them.
fn called(sheet: &Sheet, names: &[&str]) -> Vec<usize> {
    let found = sheet.columns_called(names);
    if !found.is_empty() {
        return found;
    }
    let parameter = |column: &usize| {
        let own = &sheet.header[*column];
        let bare = PARAMETER.iter().find_map(|prefix| own.strip_prefix(prefix));
        bare.is_some_and(|bare| names.contains(&words(bare).concat().as_str()))
    };
    (0..sheet.header.len()).filter(parameter).collect()
}

/// Columns that are called like those of methods and number them: whole numbers that meet the names of several datasets each, which
/// scores never do.
fn numbered_methods(sheet: &Sheet) -> Vec<usize> {
    let Some(&dataset) = candidates(sheet, DATASET).first() else { return Vec::new() };
    let mut columns = sheet.columns_called(METHOD);
    columns.retain(|&column| {
        let mut cells = sheet.rows.iter().map(|row| row.text(column));
        column != dataset
            && cells.all(|cell| super::place::whole(cell).is_some())
            && crosses(sheet, dataset, column)
    });
    columns
}

/// The only column of a role, or the first text among several that name the same things.
fn only(sheet: &Sheet, role: &Role, other: &[usize]) -> Result<Option<usize>, DataError> {
    let mut found = candidates(sheet, role.names);
    if found.is_empty() {
        // Methods may be called 1, 2 and 3.
        found = called(sheet, role.names);
    }
    found.retain(|column| !other.contains(column));
    let names = |column: usize| sheet.rows.iter().map(move |row| row.text(column));
    let distinct = |column: usize| names(column).collect::<BTreeSet<&str>>().len();
    // One of them may be the same on every line, such as the name of a benchmark.
    if found.len() > 1 && found.iter().any(|&column| distinct(column) > 1) {
        found.retain(|&column| distinct(column) > 1);
    }
    let Some(&first) = found.first() else { return Ok(None) };
    for &other in &found[1..] {
        let pairs: BTreeSet<(&str, &str)> = names(first).zip(names(other)).collect();
        if pairs.len() == distinct(first) && pairs.len() == distinct(other) {
            continue;
        }
        let (a, b) = (sheet.column_name(first), sheet.column_name(other));
        let problem = format!("both {} and {} could name the {}", shown(&a), shown(&b), role.what);
        let remedy = format!("say {} with the name of one of them", role.option);
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    }
    Ok(found.iter().copied().find(|&column| is_text(sheet, column)).or(Some(first)))
}

/// The one column that crosses with a known one.
fn guess(
    sheet: &Sheet,
    role: &Role,
    known: usize,
    other: &[usize],
    notes: &mut Vec<String>,
) -> Result<Option<usize>, DataError> {
    let found = crossing(sheet, known, other);
    match found.as_slice() {
        [] => Ok(None),
        [only] => {
            notes.push(format!(
                "the column {} is taken to name the {}; {} says another",
                shown(&sheet.column_name(*only)),
                role.what,
                role.option
            ));
            Ok(Some(*only))
        }
        several => {
            let names: Vec<String> = several.iter().map(|&c| sheet.column_name(c)).collect();
            let problem = format!("several columns could name the {}", role.what);
            let names = listed(names.iter().map(String::as_str));
            let remedy = format!("say {} with one of {names}", role.option);
            Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
        }
    }
}

/// Two text columns that cross, where no name says which is which.
fn unnamed(sheet: &Sheet) -> Option<(usize, usize)> {
    let metric = |name: &String| super::metric_names::facts(name).is_some();
    if !sheet.header.iter().any(metric) {
        return None;
    }
    let first = (0..sheet.header.len()).find(|&column| is_text(sheet, column))?;
    let found = crossing(sheet, first, &[]);
    Some((first, found.first().copied()?))
}

fn open(sheet: &Sheet) -> DataError {
    let texts: Vec<String> = (0..sheet.header.len())
        .filter(|&column| is_text(sheet, column))
        .map(|column| sheet.column_name(column))
        .collect();
    let problem = format!(
        "one line per score, it seems, but no name says which column names the methods: {}",
        listed(texts.iter().map(String::as_str))
    );
    let remedy = "say --dataset-column and --method-column, or call the columns dataset and method";
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

/// Text columns that cross with a known one: each value meets two of the other column in the mean, and at least half of all
/// pairs are there.
fn crossing(sheet: &Sheet, known: usize, other: &[usize]) -> Vec<usize> {
    let fits = |column: &usize| {
        *column != known
            && !other.contains(column)
            && is_text(sheet, *column)
            && crosses(sheet, known, *column)
    };
    (0..sheet.header.len()).filter(fits).collect()
}

fn crosses(sheet: &Sheet, known: usize, column: usize) -> bool {
    let text = |column: usize| sheet.rows.iter().map(move |row| row.text(column));
    let (width, height): (BTreeSet<&str>, BTreeSet<&str>) =
        (text(known).collect(), text(column).collect());
    let pairs: BTreeSet<(&str, &str)> = text(known).zip(text(column)).collect();
    let complete = !height.contains("") && !width.contains("");
    complete
        && pairs.len() >= 2 * height.len().max(width.len())
        && 2 * pairs.len() >= height.len() * width.len()
}

/// Whether a column has a cell that is neither a score nor missing.
pub fn is_text(sheet: &Sheet, column: usize) -> bool {
    sheet.rows.iter().any(|row| cell::parse(row.text(column)).is_err())
}
