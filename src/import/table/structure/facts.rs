//! Columns of facts about datasets among the methods: numbers of instances, classes and features, ids, years. They are whole
//! numbers where scores have decimals, and of another size; ratios among them are of another size, too.

use super::numbers::{Printed, by_column, is_whole};
use super::{Numbers, Plain, remove_columns, scores};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// What such columns are called, without capitals, blanks and signs.
const NAMES: &[&str] = &[
    "n",
    "instances",
    "examples",
    "samples",
    "rows",
    "size",
    "classes",
    "labels",
    "missing",
    "missingvalues",
    "features",
    "attributes",
    "variables",
    "dimensions",
    "dims",
    "channels",
    "length",
    "serieslength",
    "trainsize",
    "testsize",
    "train",
    "test",
    "year",
    "id",
    "did",
    "taskid",
    "openmlid",
    "folds",
];
/// Names of facts that have decimals.
const RATIOS: &[&str] = &[
    "imbalance",
    "imbalanceratio",
    "classimbalance",
    "ir",
    "entropy",
    "noise",
    "noiselevel",
    "minority",
    "minorityshare",
    "missing",
    "dim",
    "nk",
    "ratio",
];
/// Words before such a name: `number of classes`, `nr_features`, `#instances`.
const BEFORE: &[&str] = &["numberof", "number", "num", "nr", "no", "n", "total"];
/// With fewer rows or other columns, sizes say little.
const LEAST: usize = 3;

/// Leaves out columns that are facts by name and numbers, refuses those that are so by their numbers only, and notes
/// columns of another size. Standard deviations may have any size.
pub fn leave_out(plain: &mut Plain, labels: &[usize], of: Numbers) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let columns = scores(sheet, labels);
    let numbers = by_column(sheet, &columns);
    let whole = |&column: &usize| {
        let mut texts =
            sheet.rows.iter().map(|row| row.text(column)).filter(|text| !text.is_empty());
        texts.clone().next().is_some() && texts.all(is_whole)
    };
    let wholes: Vec<bool> = columns.iter().map(whole).collect();
    // Columns of text are refused elsewhere; a few halves among whole numbers are ranks.
    let has_decimals = |at: usize| {
        let fractions = numbers[at].iter().flatten().filter(|p| p.value.fract() != 0.0).count();
        2 * fractions > numbers[at].iter().flatten().count()
    };
    let decimals = (0..columns.len()).filter(|&at| has_decimals(at)).count();
    let named = |at: &usize| wholes[*at] && is_fact(&sheet.column_name(columns[*at]));
    let facts: Vec<usize> = (0..columns.len()).filter(named).collect();
    if facts.len() > 1 && 2 * facts.len() > columns.len() {
        return Err(only_facts(sheet, &facts.iter().map(|&at| columns[at]).collect::<Vec<_>>()));
    }
    let (mut out, mut notes, mut caveats) = (Vec::new(), Vec::new(), Vec::new());
    for (at, &column) in columns.iter().enumerate() {
        let name = sheet.column_name(column);
        let others: Vec<&Vec<Option<Printed>>> = (0..columns.len())
            .filter(|&other| other != at && has_decimals(other))
            .map(|o| &numbers[o])
            .collect();
        if sheet.rows.len() < LEAST || others.len() < 2 || 2 * decimals < columns.len() {
            continue;
        }
        let beyond = mostly_beyond(&numbers[at], &others);
        if wholes[at] && is_fact(&name) || beyond && is_called(&name, RATIOS) {
            notes.push(format!(
                "the column {} holds facts about the datasets, by its name and its numbers: it is no method and is left out",
                shown(&name)
            ));
            out.push(column);
        } else if of == Numbers::Spreads {
            continue;
        } else if wholes[at] && beyond {
            let problem = format!(
                "{} holds whole numbers of another size than the other columns: it seems to hold facts about the datasets, not scores of a method",
                shown(&name)
            );
            let remedy = "remove the column; write its numbers with a decimal point, such as 3600.0, if it is a method";
            return Err(sheet.error(sheet.header_line, column, problem, remedy));
        } else if mostly_above_one(&numbers[at]) && are_shares(&others) {
            caveats.push(format!(
                "most numbers of {} are above 1 where all other columns are between 0 and 1: remove the column if it measures something else, such as time",
                shown(&name)
            ));
        }
    }
    plain.notes.extend(notes);
    plain.caveats.extend(caveats);
    remove_columns(&mut plain.sheet, &out);
    Ok(())
}

/// A table of facts about datasets has nothing to judge.
fn only_facts(sheet: &Sheet, columns: &[usize]) -> DataError {
    let names: Vec<String> = columns.iter().map(|&column| sheet.column_name(column)).collect();
    let problem = format!(
        "most columns hold facts about the datasets, not scores of methods: {}",
        listed(names.iter().map(String::as_str))
    );
    let remedy = "check that this is the right file; rename the columns if they are methods";
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

fn is_fact(name: &str) -> bool {
    name.trim() == "#" || is_called(name, NAMES)
}

fn is_called(name: &str, names: &[&str]) -> bool {
    let plain: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let known = |name: &str| names.contains(&name);
    known(&plain) || BEFORE.iter().any(|word| plain.strip_prefix(word).is_some_and(known))
}

/// Whether more than half of a column's numbers are outside the range of all numbers of the other columns.
fn mostly_beyond(column: &[Option<Printed>], others: &[&Vec<Option<Printed>>]) -> bool {
    let values = || others.iter().flat_map(|other| other.iter()).flatten().map(|p| p.value);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    let outside = column.iter().flatten().filter(|p| !(least..=most).contains(&p.value)).count();
    2 * outside > column.iter().flatten().count()
}

fn mostly_above_one(column: &[Option<Printed>]) -> bool {
    let above = column.iter().flatten().filter(|printed| printed.value > 1.0).count();
    2 * above > column.iter().flatten().count()
}

fn are_shares(others: &[&Vec<Option<Printed>>]) -> bool {
    let mut values = others.iter().flat_map(|other| other.iter()).flatten();
    values.all(|printed| (0.0..=1.0).contains(&printed.value))
}
