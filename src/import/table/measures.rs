//! Which columns of a long file hold scores. A column named after a metric does, with the spread next to it; times, counts,
//! seeds and scores of training parts are left out, with a note, unless the user asks for them.

use super::cell;
use super::folds::columns;
use super::metric_names::{bare, facts, is_cost, is_not_test, mean_name, spread_of};
use super::names::words;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};
use crate::suggest;

/// What a column of scores may be called that does not name its metric.
pub const VALUE: &[&str] =
    &["value", "score", "result", "estimate", ".estimate", "testscore", "meantestscore"];

/// A column of scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// The metric, where the column is named after it.
    pub metric: Option<String>,
    /// The scores.
    pub column: usize,
    /// Their standard deviations.
    pub sd: Option<usize>,
}

/// The columns of scores, and what was left out.
pub struct Measures {
    /// At least one.
    pub chosen: Vec<Measure>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// What the numbers of a column are, by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A metric of the test part.
    Metric,
    /// A metric of another part.
    NotTest,
    /// Numbers whose name says nothing.
    Unknown,
    /// A time.
    Cost,
}

/// Finds the columns of scores among those that are not `used` otherwise.
pub fn find(sheet: &Sheet, used: &[usize], asked: &[String]) -> Result<Measures, DataError> {
    let free: Vec<usize> =
        (0..sheet.header.len()).filter(|column| !used.contains(column)).collect();
    let mut values = sheet.columns_called(VALUE);
    values.retain(|column| free.contains(column));
    if !asked.is_empty() {
        return of_names(sheet, &free, &values, asked);
    }
    let numbers: Vec<usize> = free
        .iter()
        .copied()
        .filter(|&column| !values.contains(&column) && has_numbers(sheet, column))
        .filter(|&column| spread_of(&sheet.column_name(column)).is_none())
        .collect();
    let chosen = match columns::only(sheet, "value", VALUE).map_err(choose)? {
        Some(column) if values.contains(&column) => vec![column],
        _ => best(sheet, &numbers)?,
    };
    let left = numbers.iter().copied().filter(|column| !chosen.contains(column));
    let notes = left_out(sheet, left.collect()).into_iter().chain(not_test(sheet, &chosen));
    let notes = notes.collect();
    let measure = |column: usize| Measure {
        metric: (!values.contains(&column)).then(|| sheet.column_name(column)),
        column,
        sd: spread(sheet, &free, column),
    };
    Ok(Measures { chosen: chosen.into_iter().map(measure).collect(), notes })
}

/// The columns of the best kind that is there.
fn best(sheet: &Sheet, numbers: &[usize]) -> Result<Vec<usize>, DataError> {
    let kinds: Vec<(Kind, usize)> =
        numbers.iter().map(|&column| (kind(&sheet.column_name(column)), column)).collect();
    let of = |wanted: Kind| -> Vec<usize> {
        kinds.iter().filter(|(kind, _)| *kind == wanted).map(|(_, column)| *column).collect()
    };
    let [metrics, others, unknown, costs] =
        [Kind::Metric, Kind::NotTest, Kind::Unknown, Kind::Cost].map(of);
    if let Some(known) = [metrics, others].into_iter().find(|columns| !columns.is_empty()) {
        return Ok(known);
    }
    // Counts and seeds are whole numbers, scores hardly ever are.
    let scores: Vec<usize> =
        unknown.iter().copied().filter(|&column| columns::has_scores(sheet, column)).collect();
    match (scores.as_slice(), unknown.as_slice(), costs.as_slice()) {
        ([only], ..) | ([], [only], _) | ([], [], [only]) => Ok(vec![*only]),
        ([], [], []) => {
            let problem = "no column of scores";
            let remedy = "name it after its metric, such as accuracy, or call it value";
            Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
        }
        _ => {
            let names: Vec<String> =
                numbers.iter().map(|&column| sheet.column_name(column)).collect();
            let problem = "no name of a column is that of a metric, and several hold numbers";
            let names = listed(names.iter().map(String::as_str));
            let remedy = format!("say which holds scores with --metric; they are {names}");
            Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
        }
    }
}

/// The columns that a user asks for by the names of their metrics.
fn of_names(
    sheet: &Sheet,
    free: &[usize],
    values: &[usize],
    asked: &[String],
) -> Result<Measures, DataError> {
    let mut chosen: Vec<Measure> = Vec::new();
    for name in asked {
        let found = named(sheet, free, name);
        let (metric, column) = match (found, values, asked) {
            (Some(column), ..) => (sheet.column_name(column), column),
            // The only score of a file has no name of its own.
            (None, [only], [_]) => (name.clone(), *only),
            _ => return Err(unknown(sheet, free, name)),
        };
        if !chosen.iter().any(|known| known.column == column) {
            chosen.push(Measure { metric: Some(metric), column, sd: spread(sheet, free, column) });
        }
    }
    Ok(Measures { chosen, notes: Vec::new() })
}

/// The column of a metric: by its very name, else by its words, else `test_accuracy` for `accuracy`.
fn named(sheet: &Sheet, free: &[usize], name: &str) -> Option<usize> {
    let exact = |column: &usize| sheet.header[*column] == name;
    let close = |column: &usize| words(&sheet.header[*column]) == words(name);
    let within = |column: &usize| {
        let own = &sheet.header[*column];
        kind(own) == Kind::Metric && bare(own) == bare(name)
    };
    let find = |test: &dyn Fn(&usize) -> bool| free.iter().copied().find(|column| test(column));
    find(&exact).or_else(|| find(&close)).or_else(|| find(&within))
}

fn unknown(sheet: &Sheet, free: &[usize], name: &str) -> DataError {
    let numbers = free.iter().copied().filter(|&column| has_numbers(sheet, column));
    let known: Vec<&str> = numbers.map(|column| sheet.header[column].as_str()).collect();
    let list = format!("the columns of numbers are {}", listed(known.iter().copied()));
    let problem = format!("no column of the metric {}", shown(name));
    let remedy = suggest::help(name, &known, &list);
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

fn choose(error: DataError) -> DataError {
    DataError { remedy: "say with --metric which column holds the scores".into(), ..error }
}

fn kind(name: &str) -> Kind {
    match facts(name) {
        Some(_) if is_not_test(name) => Kind::NotTest,
        Some(_) => Kind::Metric,
        None if is_cost(name) => Kind::Cost,
        // `val_accuracy` says what it is only without the part.
        None if is_not_test(name) => Kind::NotTest,
        None => Kind::Unknown,
    }
}

/// The column of the spreads of a column of means.
fn spread(sheet: &Sheet, free: &[usize], column: usize) -> Option<usize> {
    let mean = mean_name(&sheet.header[column]);
    let of_mean = |other: &usize| spread_of(&sheet.header[*other]).as_ref() == Some(&mean);
    free.iter().copied().find(|other| of_mean(other) && has_numbers(sheet, *other))
}

/// Whether a column can hold scores: a metric with a mistake in a cell can, any other must be free of text.
fn has_numbers(sheet: &Sheet, column: usize) -> bool {
    let (mut numbers, mut texts) = (0usize, 0usize);
    for row in &sheet.rows {
        match cell::parse(row.text(column)) {
            Ok(Some(_)) => numbers += 1,
            Ok(None) => {}
            Err(_) => texts += 1,
        }
    }
    let is_metric = kind(&sheet.column_name(column)) == Kind::Metric;
    numbers > 0 && (texts == 0 || (is_metric && texts < numbers))
}

fn left_out(sheet: &Sheet, columns: Vec<usize>) -> Option<String> {
    let names: Vec<String> = columns.iter().map(|&column| sheet.column_name(column)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "columns that are not judged: {}; --metric chooses others",
            listed(names.iter().map(String::as_str))
        )
    })
}

fn not_test(sheet: &Sheet, chosen: &[usize]) -> Option<String> {
    let name = chosen.iter().map(|&column| sheet.column_name(column)).find(|n| is_not_test(n))?;
    Some(format!(
        "{} seems to be a score of the training or the validation part: such scores flatter",
        shown(&name)
    ))
}
