//! Suspicions: data that can be read and may still mislead, such as a column that counts the rows. They are found by
//! structure, one file per suspicion, and said with column, evidence and remedy; nothing is changed in the data.

mod alike_levels;
mod class_counts;
mod constant;
mod copied_rows;
mod date_numbers;
mod feature_copy;
mod identifier;
mod missing_words;
mod names;
mod numbers_as_text;
mod outlier_code;
mod rank_correlation;
mod row_number;
mod sorted_rows;
mod target_copy;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::dataset::Dataset;
use super::read::text::shown;
pub(crate) use names::is_almost_unique;

/// Tables with fewer rows show no structure: four rows are easily numbered from 1 to 4.
pub(super) const FEWEST_ROWS: usize = 20;

/// How much a suspicion matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Scores may be wrong: said wherever the dataset is used.
    Warning,
    /// Worth knowing, and often right as it is: said by `data info`.
    Note,
}

impl Weight {
    /// The word in front of a line.
    pub fn name(self) -> &'static str {
        match self {
            Weight::Warning => "warning",
            Weight::Note => "note",
        }
    }
}

/// Something about a dataset that may mislead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// Which check found it, in a word.
    pub kind: String,
    /// How much it matters.
    pub weight: Weight,
    /// The column; `None` if it is about rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What was seen.
    pub problem: String,
    /// What to do.
    pub remedy: String,
}

impl Suspicion {
    /// What was seen and what to do, in one line.
    pub fn words(&self) -> String {
        format!("{}; {}", self.problem, self.remedy)
    }
}

/// A kind of suspicion.
pub struct Check {
    /// Its word in JSON.
    pub kind: &'static str,
    /// How much it matters.
    pub weight: Weight,
    /// What it finds, for the documentation.
    pub about: &'static str,
    find: fn(&Dataset) -> Vec<Found>,
}

/// What a check found, in a column or in the rows.
struct Found {
    column: Option<String>,
    problem: String,
    remedy: String,
}

impl Found {
    /// A feature that should be left out.
    fn to_ignore(column: &str, problem: String) -> Found {
        Found { column: Some(column.to_owned()), problem, remedy: ignore(column) }
    }
}

/// The remedy for a feature that should not be there, as a spec writes it.
fn ignore(column: &str) -> String {
    format!("leave it out with ignore = [{}]", toml::Value::from(column))
}

/// Every check, in the order of the documentation.
pub const CHECKS: &[Check] = &[
    Check {
        kind: "target-copy",
        weight: Weight::Warning,
        about: "a feature that says the same as the target: one value per class, or the same numbers",
        find: target_copy::find,
    },
    Check {
        kind: "row-number",
        weight: Weight::Warning,
        about: "a numeric feature with every whole number from 0 or 1 on once, in any order",
        find: row_number::find,
    },
    Check {
        kind: "date-number",
        weight: Weight::Warning,
        about: "a numeric feature of which every value is a date written as one number, such as 20190131",
        find: date_numbers::find,
    },
    Check {
        kind: "identifier",
        weight: Weight::Warning,
        about: "a feature of whole numbers that are all different although they are close together; or nearly all different, in a column whose name ends in `id`, `number` or the like, or with five digits or more and no relation to any other feature",
        find: identifier::find,
    },
    Check {
        kind: "numbers-as-text",
        weight: Weight::Warning,
        about: "a nominal feature whose levels are all numbers in another notation: `3,14`, `0x1A`, `92%`, `$5`, `1 250`",
        find: numbers_as_text::find,
    },
    Check {
        kind: "names",
        weight: Weight::Warning,
        about: "a nominal feature with more than one level for every two rows: names, tickets, texts",
        find: names::find,
    },
    Check {
        kind: "alike-levels",
        weight: Weight::Warning,
        about: "levels or classes that differ only in case, in blanks or in how a number is written",
        find: alike_levels::find,
    },
    Check {
        kind: "missing-word",
        weight: Weight::Warning,
        about: "a nominal feature with a level such as `NA` or `nan`, which may stand for a missing value",
        find: missing_words::find,
    },
    Check {
        kind: "outlier-code",
        weight: Weight::Warning,
        about: "a number such as -999 or 9999 that comes many times and stands apart: far from all others, the only negative one, or the commonest; it may stand for a missing value",
        find: outlier_code::find,
    },
    Check {
        kind: "many-classes",
        weight: Weight::Warning,
        about: "more than one class for every two rows",
        find: class_counts::many,
    },
    Check {
        kind: "repeated-rows",
        weight: Weight::Warning,
        about: "a fifth of the rows or more repeat an earlier one, although features are measured finely",
        find: copied_rows::improbable,
    },
    Check {
        kind: "sorted-rows",
        weight: Weight::Warning,
        about: "rows sorted by class where their order matters: in a stream, or in declared folds that lack classes",
        find: sorted_rows::find,
    },
    Check {
        kind: "zero-code",
        weight: Weight::Note,
        about: "a 0 that comes many times and is far below all other values; it may stand for a missing value",
        find: outlier_code::zeros,
    },
    Check {
        kind: "single-class",
        weight: Weight::Note,
        about: "classes with one member",
        find: class_counts::single,
    },
    Check {
        kind: "constant",
        weight: Weight::Note,
        about: "a feature with one value",
        find: constant::find,
    },
    Check {
        kind: "feature-copy",
        weight: Weight::Note,
        about: "a feature with the values of an earlier one",
        find: feature_copy::find,
    },
    Check {
        kind: "equal-rows",
        weight: Weight::Note,
        about: "rows that repeat an earlier one",
        find: copied_rows::all,
    },
];

/// Everything that may mislead, by the order of [`CHECKS`].
pub fn suspicions(data: &Dataset) -> Vec<Suspicion> {
    run(data, CHECKS.iter())
}

/// What a user of the dataset must hear of: the warnings alone.
pub fn warnings(data: &Dataset) -> Vec<Suspicion> {
    run(data, CHECKS.iter().filter(|check| check.weight == Weight::Warning))
}

/// What else a user must hear of who takes the rows in their order, as a stream.
pub fn warning_of_stream(data: &Dataset) -> Option<Suspicion> {
    let Found { column, problem, remedy } = sorted_rows::of_stream(data)?;
    let (kind, weight) = ("sorted-rows".to_owned(), Weight::Warning);
    Some(Suspicion { kind, weight, column, problem, remedy })
}

fn run<'c>(data: &Dataset, checks: impl Iterator<Item = &'c Check>) -> Vec<Suspicion> {
    let mut all: Vec<Suspicion> = Vec::new();
    for check in checks {
        let before = all.len();
        for Found { column, problem, remedy } in (check.find)(data) {
            // One suspicion per column: a copy of the target need not be called an identifier, too.
            if column.is_some() && all[..before].iter().any(|known| known.column == column) {
                continue;
            }
            let (kind, weight) = (check.kind.to_owned(), check.weight);
            all.push(Suspicion { kind, weight, column, problem, remedy });
        }
    }
    all
}

/// A few words in backticks, as messages quote them.
fn quoted<'a>(words: impl Iterator<Item = &'a String>) -> String {
    words.map(|word| shown(word)).collect::<Vec<String>>().join(", ")
}
