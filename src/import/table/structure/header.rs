//! Headers of two lines, as pandas writes tables with two levels of columns: a metric above the methods, or methods above
//! `mean` and `std`. They become one line. A third line may name the column of datasets.

use std::collections::BTreeSet;

use super::super::{TableOptions, cell};
use super::{Plain, with};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};

const MEAN: &[&str] = &["mean", "avg", "average"];
const SPREAD: &[&str] = &["std", "sd", "stdev"];

/// The table with a header of one line.
pub fn joined<'a>(sheet: Sheet<'a>, options: &TableOptions) -> Result<Plain<'a>, DataError> {
    let Some(levels) = Levels::of(&sheet) else {
        return Ok(Plain { sheet, metric: None, notes: Vec::new() });
    };
    let (upper, lower) = (distinct(&levels.upper), distinct(&levels.lower));
    let spreads = lower.iter().all(|name| is(name, MEAN) || is(name, SPREAD));
    if spreads && lower.len() == 2 {
        return levels.with_spreads(&sheet);
    }
    let asked = |level: &[String]| -> Option<String> {
        let is_asked =
            |name: &&String| options.metrics.iter().any(|m| m.eq_ignore_ascii_case(name));
        level.iter().find(is_asked).cloned()
    };
    if upper.len() == 1 {
        return Ok(levels.chosen(&sheet, &upper[0], true));
    }
    if let Some(metric) = asked(&levels.upper) {
        return Ok(levels.chosen(&sheet, &metric, true));
    }
    if let Some(metric) = asked(&levels.lower) {
        return Ok(levels.chosen(&sheet, &metric, false));
    }
    let names = |level: &[String]| listed(level.iter().map(String::as_str));
    let problem = "the header has two lines, and it is not clear which names metrics".to_owned();
    let remedy = format!(
        "choose a metric with --metric; the first line has {}, the second {}",
        names(&upper),
        names(&lower)
    );
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// The two lines, without the first column.
struct Levels {
    upper: Vec<String>,
    lower: Vec<String>,
    /// The name of the first column.
    first: String,
    /// How many rows belong to the header.
    taken: usize,
}

impl Levels {
    /// The lines of a header of two: names repeat or are missing in the first, the second has text only, and no column
    /// has the names of another.
    fn of(sheet: &Sheet) -> Option<Levels> {
        let mut upper: Vec<String> = sheet.header.get(1..)?.to_vec();
        let repeated = upper.iter().any(String::is_empty) || distinct(&upper).len() < upper.len();
        let second = sheet.rows.first()?;
        let lower: Vec<String> = second.cells.get(1..)?.to_vec();
        let text = |name: &String| !name.is_empty() && cell::parse(name).is_err();
        if !repeated || upper.len() < 2 || sheet.rows.len() < 2 || !lower.iter().all(text) {
            return None;
        }
        // Merged cells of a spreadsheet have their name on the left.
        for column in 1..upper.len() {
            if upper[column].is_empty() {
                upper[column] = upper[column - 1].clone();
            }
        }
        let both: BTreeSet<(&String, &String)> = upper.iter().zip(&lower).collect();
        if both.len() < upper.len() {
            return None;
        }
        let third = sheet.rows.get(1).filter(|row| row.cells.iter().skip(1).all(String::is_empty));
        let first = third.map_or("dataset", |row| row.text(0));
        let first = if first.is_empty() { "dataset" } else { first }.to_owned();
        Some(Levels { upper, lower, first, taken: 1 + usize::from(third.is_some()) })
    }

    /// The columns of one metric, which one of the levels names.
    fn chosen<'a>(&self, sheet: &Sheet<'a>, metric: &str, above: bool) -> Plain<'a> {
        let (metrics, methods) =
            if above { (&self.upper, &self.lower) } else { (&self.lower, &self.upper) };
        let columns: Vec<usize> = (0..metrics.len()).filter(|&c| metrics[c] == metric).collect();
        let first = std::iter::once(self.first.clone());
        let header = first.chain(columns.iter().map(|&c| methods[c].clone())).collect();
        let row = |row: &Row| {
            let first = std::iter::once(row.text(0).to_owned());
            let cells = columns.iter().map(|&c| row.text(c + 1).to_owned());
            Row { line: row.line, cells: first.chain(cells).collect() }
        };
        let rows = sheet.rows[self.taken..].iter().map(row).collect();
        let note = format!("the header has two lines: {} is the metric", shown(metric));
        let metric = Some(metric.to_owned()).filter(|name| !name.is_empty());
        Plain { sheet: with(sheet, header, rows), metric, notes: vec![note] }
    }

    /// Means and standard deviations below the name of each method.
    fn with_spreads<'a>(&self, sheet: &Sheet<'a>) -> Result<Plain<'a>, DataError> {
        let methods = distinct(&self.upper);
        let column = |method: &String, words: &[&str]| {
            (0..self.upper.len()).find(|&c| self.upper[c] == *method && is(&self.lower[c], words))
        };
        let pairs: Option<Vec<(usize, usize)>> =
            methods.iter().map(|m| column(m, MEAN).zip(column(m, SPREAD))).collect();
        let Some(pairs) = pairs else {
            let problem = "the second line of the header does not have a mean and a standard deviation for each method";
            let remedy = "give every method both, or only means under a header of one line";
            return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
        };
        let header = std::iter::once(self.first.clone()).chain(methods).collect();
        let row = |row: &Row| {
            let cell = |&(mean, sd): &(usize, usize)| match (row.text(mean + 1), row.text(sd + 1)) {
                (mean, "") => mean.to_owned(),
                (mean, sd) => format!("{mean} ± {sd}"),
            };
            let first = std::iter::once(row.text(0).to_owned());
            Row { line: row.line, cells: first.chain(pairs.iter().map(cell)).collect() }
        };
        let rows = sheet.rows[self.taken..].iter().map(row).collect();
        let note = "the header has two lines: means and standard deviations of each method";
        Ok(Plain { sheet: with(sheet, header, rows), metric: None, notes: vec![note.to_owned()] })
    }
}

fn is(name: &str, words: &[&str]) -> bool {
    words.contains(&name.to_lowercase().as_str())
}

/// Names in the order they are met, each once.
fn distinct(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.iter().filter(|name| seen.insert(name.as_str())).cloned().collect()
}
