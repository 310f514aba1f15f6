//! Wide tables whose rows are points of one curve: epochs, sizes of the training part, dates. Neighbours on a curve are not
//! independent, so its points are neither datasets nor folds. The first column shows it by its name or by its numbers.

use super::super::names::words;
use super::super::place::whole;
use super::super::structure::IDS;
use super::super::structure::numbers::is_whole;
use super::super::{RowsAre, TableOptions, long};
use crate::data::error::DataError;
use crate::data::read::dates;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{number, shown};

/// What the axis of a curve is called, as `columns_called` compares names.
const AXIS: &[&str] = &[
    "epoch",
    "epochs",
    "step",
    "steps",
    "globalstep",
    "timestep",
    "timesteps",
    "tick",
    "round",
    "rounds",
    "iteration",
    "iterations",
    "iter",
    "generation",
    "generations",
    "gen",
    "episode",
    "episodes",
    "evaluation",
    "evaluations",
    "evals",
    "nevals",
    "budget",
    "batch",
    "date",
    "datetime",
    "timestamp",
    "day",
    "week",
    "month",
    "year",
    "hour",
    "trainsize",
    "trainsizes",
    "ntrain",
    "trainingsize",
];
/// Two numbers are always in equal steps.
const LEAST: usize = 3;

/// Refuses rows that are points of a curve, by the column that would name datasets.
pub fn refuse(sheet: &Sheet, column: usize, options: &TableOptions) -> Result<(), DataError> {
    let declared = options.dataset_column.is_some() || options.fold_column.is_some();
    let called = |names: &[&str]| sheet.columns_called(names).contains(&column);
    let said = declared || matches!(options.rows, Some(RowsAre::Datasets | RowsAre::Folds));
    if said || called(long::DATASET) || called(IDS) || names_datasets(&sheet.column_name(column)) {
        return Ok(());
    }
    let texts = || sheet.rows.iter().map(|row| row.text(column));
    let numbers: Option<Vec<f64>> = texts().map(number).collect();
    let name = shown(&sheet.column_name(column));
    let what = if called(AXIS) && numbers.is_some() {
        format!("the first column is called {name} and holds numbers")
    } else if texts().len() > 1 && dates::form_of(texts()).is_some() {
        format!("the first column, {name}, holds dates or times")
    } else if are_months(sheet, column) {
        format!("the first column, {name}, holds months in their order")
    } else if let Some(parameter) = parameter(sheet, column) {
        format!("the first column, {name}, holds values of one parameter, {parameter}")
    } else if let Some(step) = equal_steps(sheet, column) {
        format!("the first column, {name}, holds numbers {step}")
    } else {
        return Ok(());
    };
    let problem = format!(
        "{what}: the rows seem to be points of a curve, such as epochs or sizes, and neighbours on a curve are not independent datasets"
    );
    let remedy = "keep one row per dataset, such as the last epoch of each, and name it; say --rows datasets if every row is a dataset, --rows folds if the rows are folds";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Whether one of the words of a name is one of datasets or their numbers: `id`, `openml`, `problem set`.
fn names_datasets(name: &str) -> bool {
    let is = |word: &String| {
        let word = word.as_str();
        matches!(word, "id" | "ids" | "openml")
            || IDS.contains(&word)
            || long::DATASET.contains(&word)
    };
    words(name).iter().any(is)
}

/// How whole numbers rise or fall, if each step is equal or each number the same multiple of the one before. Rows that are
/// counted from 0 or 1 may be folds as well, which is asked for elsewhere. Decimals have a caveat (`structure::first_column`).
fn equal_steps(sheet: &Sheet, column: usize) -> Option<String> {
    let texts = || sheet.rows.iter().map(|row| row.text(column));
    if !texts().all(is_whole) {
        return None;
    }
    let numbers: Option<Vec<f64>> = texts().map(number).collect();
    let numbers = numbers?;
    let (first, second) = (*numbers.first()?, *numbers.get(1)?);
    let (step, factor) = (second - first, second / first);
    if numbers.len() < LEAST || step == 0.0 {
        return None;
    }
    let pairs = || numbers.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)));
    if pairs().all(|(a, b)| b - a == step) {
        let is_count = whole(sheet.rows.first()?.text(column)).is_some_and(|first| first <= 1);
        let counted = step == 1.0 && is_count;
        return (!counted).then(|| format!("in equal steps ({first}, {second} ...)"));
    }
    // Three numbers are multiples by chance; sizes and rates are doubled or taken times ten.
    let usual = [2.0, 10.0, 0.5, 0.1].contains(&factor) && numbers.len() > LEAST;
    let multiples = usual && first > 0.0 && pairs().all(|(a, b)| b == a * factor);
    multiples.then(|| {
        format!("each of which is the same multiple of the one before ({first}, {second} ...)")
    })
}

/// The parameter that all names give a value of, such as `n` in `n=10`, `n=20` and `n=50`.
fn parameter(sheet: &Sheet, column: usize) -> Option<String> {
    let mut parts = sheet.rows.iter().map(|row| {
        let (name, value) = row.text(column).split_once('=')?;
        number(value.trim()).map(|_| name.trim())
    });
    let first = parts.next()??;
    (sheet.rows.len() >= LEAST && parts.all(|part| part == Some(first))).then(|| shown(first))
}

/// Whether all names are those of months, each the next one of that before.
fn are_months(sheet: &Sheet, column: usize) -> bool {
    let months: Option<Vec<usize>> = sheet.rows.iter().map(|row| month(row.text(column))).collect();
    let next =
        |pair: &[usize]| pair.first().zip(pair.last()).is_some_and(|(a, b)| (a + 1) % 12 == *b);
    months.is_some_and(|months| months.len() >= LEAST && months.windows(2).all(next))
}

/// The number of a month, from 0.
fn month(text: &str) -> Option<usize> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let is = |month: &&str| *month == text || text.len() == 3 && month.starts_with(&text);
    MONTHS.iter().position(is)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{plain, refused, with};
    use super::*;

    fn table(name: &str, first: &[&str]) -> String {
        let row =
            |(at, text): (usize, &&str)| format!("{text},0.{},0.{}\n", 71 + 7 * at, 93 - 5 * at);
        let rows: String = first.iter().enumerate().map(row).collect();
        format!("{name},svm,knn\n{rows}")
    }

    #[test]
    fn points_of_a_curve_are_not_datasets() {
        for (name, first) in [
            ("epoch", &["1", "2", "3"][..]),
            ("Epoch", &["5", "20"]),
            ("step", &["100", "250", "300"]),
            ("round", &["0", "1", "2"]),
            ("x", &["10", "20", "30"]),
            ("", &["30", "20", "10"]),
            ("n", &["16", "32", "64", "128"]),
            ("when", &["2020-01-01", "2020-01-02", "2020-01-05"]),
            ("", &["2001", "2002", "2003"]),
            ("iteration", &["10", "20", "30"]),
            ("t", &["10:00", "10:30"]),
            ("shots", &["1", "2", "4", "8"]),
            ("snr", &["-8", "-6", "-4"]),
            ("", &["Nov", "Dec", "Jan"]),
            ("sample", &["n=10", "n=20", "n=50"]),
        ] {
            let text = table(name, first);
            refused(&text, Some(1), None, &["points of a curve", "--rows datasets"]);
            let options = TableOptions { rows: Some(RowsAre::Datasets), ..TableOptions::default() };
            assert_eq!(with(&text, &options).unwrap().results.datasets, first, "{name}");
        }
    }

    #[test]
    fn dates_behind_row_numbers_are_points_of_a_curve() {
        let text =
            ",date,svm,knn\n0,2016-07-01,0.79,0.80\n1,2016-07-02,0.68,0.71\n2,2016-07-03,0.7,0.6\n";
        refused(text, Some(1), None, &["`date`, holds dates", "points of a curve"]);
    }

    #[test]
    fn numbers_that_name_datasets_are_no_curve() {
        for (name, first) in [
            ("dataset", &["10", "20", "30"][..]),
            ("task_id", &["31", "32", "33"]),
            ("", &["31", "37", "44", "50"]),
            ("x", &["10", "20"]),
            ("", &["May", "August", "April"]),
            ("x", &["n=10", "m=20", "n=50"]),
            ("epoch", &["jurassic", "trias", "perm"]),
            ("id", &["10", "11", "12", "13"]),
            ("openml", &["3", "6", "12"]),
            ("x", &["3", "6", "12"]),
            ("problem set", &["10", "20", "30"]),
        ] {
            assert_eq!(plain(&table(name, first)).results.datasets, first, "{name}");
        }
    }
}
