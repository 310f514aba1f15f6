//! Scores in two units: shares of one next to percent. Where the metric cannot be above one, a value, a row or a method in
//! another unit than the rest is refused; where nothing is known of the metric, a value or a row that looks like it has a
//! caveat.

use std::collections::BTreeMap;

use super::cell;
use super::meaning::stem;
use super::names::words;
use super::{Grid, Score};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::measure::Direction;

/// Above this, a number is no share that was rounded badly.
const NO_SHARE: f64 = 1.5;
/// How far a value times or by a hundred may be from the others in its row and still be taken for one in another unit.
const NEAR: f64 = 1.5;
/// Words for percent.
const PERCENT: &[&str] = &["percent", "percentage", "pct", "prozent", "pourcent"];
/// With fewer values, none is odd.
const LEAST_VALUES: usize = 6;
/// With fewer rows, one row says nothing about the others.
const LEAST_ROWS: usize = 3;

/// What is known of the values of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// They are at most one, or a hundred in percent.
    One(Direction),
    /// Nothing.
    Unknown,
}

/// The grid of means, and what is on which side.
struct Units<'g> {
    sheet: &'g Sheet<'g>,
    grid: &'g Grid,
    metric: &'g str,
    limit: Limit,
}

fn is_share(value: f64) -> bool {
    value > 0.0 && value <= 1.0
}

fn is_percent(value: f64) -> bool {
    value > NO_SHARE
}

/// Whether a value is a hundred times too large or too small for values that all are on the other side of one.
fn slipped(value: f64, others: &[f64]) -> bool {
    let in_other = match (is_share(value), is_percent(value)) {
        (true, _) if others.iter().all(|&other| is_percent(other)) => value * 100.0,
        (_, true) if others.iter().all(|&other| is_share(other)) => value / 100.0,
        _ => return false,
    };
    let least = others.iter().copied().fold(f64::INFINITY, f64::min);
    let most = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    !others.is_empty() && (least / NEAR..=most * NEAR).contains(&in_other)
}

/// Refuses scores in two units, or returns caveats where that is not certain.
pub fn check(
    sheet: &Sheet,
    grid: &Grid,
    metric: &str,
    limit: Limit,
) -> Result<Vec<String>, DataError> {
    let units = Units { sheet, grid, metric, limit };
    let values = || grid.means().map(|(value, _, _)| value);
    let shares = values().filter(|&value| is_share(value)).count();
    let percents = values().filter(|&value| is_percent(value)).count();
    units.methods()?;
    units.folds()?;
    if shares == 0 || percents == 0 || shares + percents < LEAST_VALUES {
        return Ok(Vec::new());
    }
    match limit {
        // What says that it is in percent may hold values below one.
        Limit::One(Direction::Higher) if units.says_percent() => Ok(units.small()),
        Limit::One(Direction::Higher) if shares >= percents => units.above_one(),
        Limit::One(Direction::Higher) => units.among_percent(),
        Limit::One(Direction::Lower) | Limit::Unknown => units.unlike(),
    }
}

impl Units<'_> {
    /// Every mean of a row with its method.
    fn row(&self, row: &[Option<Score>]) -> Vec<(f64, usize)> {
        let numbered = row.iter().enumerate();
        numbered.filter_map(|(at, cell)| Some((cell.as_ref()?.mean, at))).collect()
    }

    fn error(&self, value: f64, row: usize, method: usize, problem: &str) -> DataError {
        let remedy = "write all in the same unit; --range 0,100 says that they are in percent, --range 0,1 that they are not";
        error(self.sheet, self.grid, (row, method), value, problem, remedy)
    }

    /// Methods of which some are in percent everywhere and others between 0 and 1.
    fn methods(&self) -> Result<(), DataError> {
        if self.limit != Limit::One(Direction::Higher) {
            return Ok(());
        }
        let mut of_method: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (value, _, method) in self.grid.means() {
            of_method.entry(method).or_default().push(value);
        }
        let all = |fits: fn(f64) -> bool| {
            let mut found = of_method.iter().filter(|(_, values)| values.len() > 1);
            let found = found.find(|(_, values)| values.iter().all(|&value| fits(value)));
            found.map(|(method, _)| *method)
        };
        // No method is right in less than two percent of all cases everywhere.
        let (percent, share) = (all(|v| v > 2.0), all(|v| (0.0..=1.0).contains(&v)));
        let (Some(percent), Some(share)) = (percent, share) else { return Ok(()) };
        let problem = format!(
            "the scores of {} are in percent and those of {} between 0 and 1",
            shown(percent),
            shown(share)
        );
        let remedy = "write all in the same unit; --range 0,100 says that they are";
        Err(DataError::file(self.sheet.file, problem, remedy))
    }

    /// A fold in another unit than the others of its dataset and method.
    fn folds(&self) -> Result<(), DataError> {
        if self.limit == Limit::Unknown {
            return Ok(());
        }
        for (row, cells) in self.grid.cells.iter().enumerate() {
            for (method, cell) in cells.iter().enumerate() {
                let Some(score) = cell.as_ref().filter(|score| score.folds.len() > 2) else {
                    continue;
                };
                for (at, &value) in score.folds.iter().enumerate() {
                    let mut others = score.folds.clone();
                    others.remove(at);
                    if slipped(value, &others) {
                        let problem = "seems to be in another unit than the other folds";
                        return Err(self.error(value, row, method, problem));
                    }
                }
            }
        }
        Ok(())
    }

    /// A value above one among shares.
    fn above_one(&self) -> Result<Vec<String>, DataError> {
        for (row, cells) in self.grid.cells.iter().enumerate() {
            if let Some(&(value, method)) = self.row(cells).iter().find(|(v, _)| is_percent(*v)) {
                let problem = format!(
                    "is above 1, where most values of {} are between 0 and 1",
                    shown(self.metric)
                );
                return Err(self.error(value, row, method, &problem));
            }
        }
        Ok(Vec::new())
    }

    /// Whether the name of the metric or of the file says that the values are in percent.
    fn says_percent(&self) -> bool {
        let says = |name: &str| {
            name.contains('%') || words(name).iter().any(|word| PERCENT.contains(&word.as_str()))
        };
        says(self.metric) || says(&stem(self.sheet.file))
    }

    /// Caveats for values below one percent next to others that are a hundred times larger.
    fn small(&self) -> Vec<String> {
        let mut caveats = Vec::new();
        for (row, cells) in self.grid.cells.iter().enumerate() {
            let values = self.row(cells);
            for &(value, method) in values.iter().filter(|(value, _)| is_share(*value)) {
                let others: Vec<f64> =
                    values.iter().filter(|(_, at)| *at != method).map(|(v, _)| *v).collect();
                if slipped(value, &others) {
                    caveats.push(self.caveat(value, row, "the others in its row"));
                }
            }
        }
        caveats
    }

    /// A value or a row of shares among values in percent; a method that fails may be right in less than one percent.
    fn among_percent(&self) -> Result<Vec<String>, DataError> {
        let mut caveats = Vec::new();
        for (row, cells) in self.grid.cells.iter().enumerate() {
            let values = self.row(cells);
            let shares: Vec<&(f64, usize)> = values.iter().filter(|(v, _)| is_share(*v)).collect();
            let Some(&&(value, method)) = shares.first() else { continue };
            let others: Vec<f64> =
                values.iter().filter(|(_, at)| *at != method).map(|(v, _)| *v).collect();
            if shares.len() == values.len() && shares.len() > 1 || slipped(value, &others) {
                let problem = "seems to be a share of one, where most values are in percent";
                return Err(self.error(value, row, method, problem));
            }
            if others.iter().all(|&other| is_percent(other)) {
                let dataset = self.grid.datasets.get(row).map_or("", String::as_str);
                caveats.push(format!(
                    "{value} on {} is taken for percent, as the others are",
                    shown(dataset)
                ));
            }
        }
        Ok(caveats)
    }

    /// Where small and large values are possible: a value that fits its row only in another unit, and a row unlike all others.
    fn unlike(&self) -> Result<Vec<String>, DataError> {
        let rows: Vec<Vec<(f64, usize)>> =
            self.grid.cells.iter().map(|cells| self.row(cells)).collect();
        let count = |fits: fn(f64) -> bool, row: &[(f64, usize)]| {
            row.iter().filter(|(value, _)| fits(*value)).count()
        };
        let mut caveats = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for &(value, method) in row {
                let others: Vec<f64> =
                    row.iter().filter(|(_, own)| *own != method).map(|(v, _)| *v).collect();
                if !slipped(value, &others) {
                    continue;
                }
                if self.limit != Limit::Unknown {
                    let problem = "seems to be in another unit than the others in its row";
                    return Err(self.error(value, at, method, problem));
                }
                // Of two methods either may be the odd one: the rest of the table says which unit is usual.
                let fits = if is_share(value) { is_percent } else { is_share };
                let usual = rows.iter().enumerate().all(|(other, row)| {
                    let odd = usize::from(other == at);
                    count(fits, row) + odd >= row.len()
                });
                if usual {
                    caveats.push(self.caveat(value, at, "the others in its row and in the table"));
                }
            }
            let pure = |fits: fn(f64) -> bool, row: &[(f64, usize)]| {
                !row.is_empty() && count(fits, row) == row.len()
            };
            let rest = |fits: fn(f64) -> bool| {
                let mut others = rows.iter().enumerate().filter(|(other, _)| *other != at);
                rows.len() >= LEAST_ROWS && others.all(|(_, row)| pure(fits, row))
            };
            let odd =
                pure(is_percent, row) && rest(is_share) || pure(is_share, row) && rest(is_percent);
            if let Some(&(value, _)) = row.first().filter(|_| odd) {
                caveats.push(self.caveat(
                    value,
                    at,
                    "all other rows, and so are the others in its row",
                ));
            }
        }
        Ok(caveats)
    }

    fn caveat(&self, value: f64, row: usize, than: &str) -> String {
        let dataset = self.grid.datasets.get(row).map_or("", String::as_str);
        format!(
            "{value} on {} is on another side of 1 than {than}: check that all are in the same unit (percent or shares)",
            shown(dataset)
        )
    }
}

/// What is wrong with a value of a grid, with its line and column in the file.
pub fn error(
    sheet: &Sheet,
    grid: &Grid,
    (row, method): (usize, usize),
    value: f64,
    problem: &str,
    remedy: &str,
) -> DataError {
    let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
    let (dataset, method) = (name(&grid.datasets, row), name(&grid.methods, method));
    let problem = format!("{value} on {} {problem}", shown(&dataset));
    match located(sheet, value, &method) {
        Some((line, column)) => sheet.error(line, column, problem, remedy),
        None => DataError::file(sheet.file, problem, remedy).in_column(method),
    }
}

/// The line and the column of a value, in the column of its method where there is one.
fn located(sheet: &Sheet, value: f64, method: &str) -> Option<(usize, usize)> {
    let own = sheet.header.iter().position(|name| name == method);
    let columns = || own.into_iter().chain(0..sheet.header.len());
    columns().find_map(|column| {
        let is =
            |text: &str| cell::parse(text).ok().flatten().is_some_and(|entry| entry.mean == value);
        let row = sheet.rows.iter().find(|row| is(row.text(column)))?;
        Some((row.line, column))
    })
}
