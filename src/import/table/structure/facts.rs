//! Columns of facts about datasets among the methods: numbers of instances, classes and features, ids, years. They are whole
//! numbers where scores have decimals, and of another size; ratios among them are numbers that no method can have.

use super::super::TableOptions;
use super::super::names::words;
use super::numbers::{by_column, is_whole};
use super::{Numbers, Plain, possible, remove_columns, scores};
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

/// What a column next to methods is.
enum Found {
    /// Facts, to be left out.
    Facts,
    /// Facts by its name or a method by its numbers.
    Unclear,
    /// Facts by its numbers.
    Whole,
    /// A method with numbers that are no shares, as those of the others are.
    Large,
    /// A method that is called like facts and has numbers of another size, or beyond those of the others.
    Doubtful,
    Method,
}

/// Leaves out columns that are facts by name and numbers, refuses those that are so by one of the two only, and notes
/// columns of another size. Standard deviations may have any size.
pub fn leave_out(
    plain: &mut Plain,
    labels: &[usize],
    of: Numbers,
    options: &TableOptions,
) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let columns = scores(sheet, labels);
    let table = Columns::new(sheet, &columns, possible::known(plain, options));
    let is_fact =
        |at: &usize| table.wholes[*at] && is_called(&sheet.column_name(columns[*at]), NAMES);
    let facts: Vec<usize> = (0..columns.len()).filter(is_fact).map(|at| columns[at]).collect();
    if facts.len() > 1 && 2 * facts.len() > columns.len() {
        return Err(only_facts(sheet, &facts));
    }
    let mut out = Vec::new();
    let (mut unclear, mut large): (Vec<(usize, Found)>, Vec<String>) = (Vec::new(), Vec::new());
    for (at, &column) in columns.iter().enumerate() {
        let name = shown(&sheet.column_name(column));
        match table.find(at, &sheet.column_name(column), of) {
            None => {}
            Some(Found::Facts) => {
                plain.notes.push(format!(
                    "the column {name} holds facts about the datasets, by its name and its numbers: it is no method and is left out"
                ));
                out.push(column);
            }
            Some(Found::Large) => large.push(name),
            Some(found @ (Found::Unclear | Found::Whole)) => unclear.push((column, found)),
            Some(Found::Doubtful) => plain.caveats.push(format!("the column {name} {METHOD}")),
            Some(Found::Method) => plain.notes.push(format!("the column {name} {METHOD}")),
        }
    }
    if let Some((column, found)) = unclear.first() {
        return Err(unclear_ones(sheet, &unclear, *column, found));
    }
    if !large.is_empty() {
        plain.caveats.push(format!(
            "most numbers of {} are above 1 where all other columns are between 0 and 1: remove the column{} if it measures something else, such as time",
            large.join(", "),
            if large.len() > 1 { "s" } else { "" }
        ));
    }
    remove_columns(&mut plain.sheet, &out);
    Ok(())
}

/// What is said of a column that is taken for a method.
const METHOD: &str = "is taken for a method; remove it if it holds facts about the datasets";

/// The refusal of columns that may be facts or methods; all are named at once.
fn unclear_ones(
    sheet: &Sheet,
    unclear: &[(usize, Found)],
    column: usize,
    found: &Found,
) -> DataError {
    let names: Vec<String> = unclear.iter().map(|(at, _)| shown(&sheet.column_name(*at))).collect();
    let (names, s) = (names.join(", "), if names.len() == 1 { "s" } else { "" });
    let (problem, remedy) = match found {
        Found::Unclear => (
            format!(
                "{names} hold{s} whole numbers under a name of facts about datasets, but like those of the other columns: it may be a method"
            ),
            "remove the column if it holds facts about the datasets; write its numbers with a decimal point, such as 95.0, if it is a method",
        ),
        _ => (
            format!(
                "{names} hold{s} whole numbers of another size than the other columns: facts about the datasets, it seems, not scores of a method"
            ),
            "remove the column; write its numbers with a decimal point, such as 3600.0, if it is a method",
        ),
    };
    sheet.error(sheet.header_line, column, problem, remedy)
}

/// The columns that may be methods.
struct Columns {
    numbers: Vec<possible::Numbers>,
    /// Whether each holds whole numbers only, or decimals mostly.
    wholes: Vec<bool>,
    decimals: Vec<bool>,
    /// The range of the metric, where it is known.
    range: Option<(f64, f64)>,
}

impl Columns {
    fn new(sheet: &Sheet, columns: &[usize], range: Option<(f64, f64)>) -> Columns {
        let numbers = by_column(sheet, columns);
        let whole = |&column: &usize| {
            let mut texts =
                sheet.rows.iter().map(|row| row.text(column)).filter(|text| !text.is_empty());
            texts.clone().next().is_some() && texts.all(is_whole)
        };
        // Columns of text are refused elsewhere; a few halves among whole numbers are ranks.
        let has_decimals = |column: &possible::Numbers| {
            let fractions = column.iter().flatten().filter(|p| p.value.fract() != 0.0).count();
            2 * fractions > column.iter().flatten().count()
        };
        Columns {
            wholes: columns.iter().map(whole).collect(),
            decimals: numbers.iter().map(has_decimals).collect(),
            numbers,
            range,
        }
    }

    /// What a column is; `None` for a method of which nothing is to be said.
    fn find(&self, at: usize, name: &str, of: Numbers) -> Option<Found> {
        let column = &self.numbers[at];
        let others: Vec<&possible::Numbers> = (0..self.numbers.len())
            .filter(|&other| other != at && self.decimals[other])
            .map(|other| &self.numbers[other])
            .collect();
        // Next to shares, other columns of another size say nothing about methods.
        let is_share = |other: &&&possible::Numbers| possible::are_within(&[other], (0.0, 1.0));
        let shares: Vec<&possible::Numbers> = others.iter().filter(is_share).copied().collect();
        let most = shares.len() > 1 && 2 * shares.len() >= others.len();
        let others = if most { shares } else { others };
        let decimals = self.decimals.iter().filter(|decimals| **decimals).count();
        if column.len() < LEAST || others.len() < 2 || 2 * decimals < self.numbers.len() {
            return None;
        }
        let is_beyond = possible::is_mostly_outside(column, possible::range(&others));
        let is_share = possible::are_within(&others, (0.0, 1.0));
        let above_one = is_share && mostly_above_one(column);
        let known = self.range.map(|range| possible::in_unit(range, &others));
        // What is known of the metric says more than the numbers of the others.
        let is_impossible =
            known.map_or(above_one, |range| possible::is_mostly_outside(column, range));
        let of_size = self.wholes[at] && is_called(name, NAMES);
        let of_ratio = is_called(name, RATIOS);
        let is_other_size = || {
            let percent = possible::are_within(&others, (0.0, 100.0))
                && possible::is_mostly_outside(column, (0.0, 100.0));
            percent || possible::is_of_other_size(column, &others)
        };
        if (of_size || of_ratio) && is_impossible || of_size && is_other_size() {
            Some(Found::Facts)
        } else if of == Numbers::Spreads {
            None
        } else if of_size {
            Some(Found::Unclear)
        } else if self.wholes[at] && is_beyond {
            Some(Found::Whole)
        } else if above_one {
            Some(Found::Large)
        } else if of_ratio && is_beyond {
            let is_apart = possible::is_of_other_size(column, &others);
            Some(if is_apart { Found::Doubtful } else { Found::Method })
        } else {
            None
        }
    }
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

/// Whether a name is one of these, alone or behind words such as `number of`. In one word (`nclasses`) a letter or two are
/// no such name: `NN` is not `n n`.
fn is_called(name: &str, names: &[&str]) -> bool {
    let words = words(name);
    let known = |name: &str| names.contains(&name);
    let after = |word: &str| -> bool {
        let skip = |count: usize| words.get(count..).is_some_and(|rest| known(&rest.concat()));
        (1..words.len()).any(|count| words[..count].concat() == word && skip(count))
    };
    let joined = |word: &str| {
        words.concat().strip_prefix(word).is_some_and(|rest| rest.len() > 2 && known(rest))
    };
    name.trim() == "#" && known("n")
        || known(&words.concat())
        || BEFORE.iter().any(|word| after(word) || joined(word))
}

fn mostly_above_one(column: &possible::Numbers) -> bool {
    let above = column.iter().flatten().filter(|printed| printed.value > 1.0).count();
    2 * above > column.iter().flatten().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_facts_are_whole_words() {
        for name in [
            "n",
            "#",
            "# classes",
            "number of classes",
            "NumberOfClasses",
            "nr_features",
            "n_samples",
            "nclasses",
            "Train size",
            "OpenML ID",
        ] {
            assert!(is_called(name, NAMES), "{name}");
        }
        for name in ["NN", "nn", "nid", "N-BEATS", "tests", "svm", "no", "train forest"] {
            assert!(!is_called(name, NAMES), "{name}");
        }
    }
}
