//! Scores in two units: shares of one next to percent. Where the metric cannot be above one, a value, a row or a method in
//! another unit than the rest is refused; where nothing is known of the metric, a value or a row that looks like it has a
//! caveat.

use super::called::stem;
use super::meaning::is_within;
use super::names::words;
use super::{Grid, Score, located};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};
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

mod methods;

pub use methods::mixed;

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
    value > 0.0 && is_within(value, (0.0, 1.0))
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
    let mut caveats = units.methods()?;
    units.folds()?;
    if shares == 0 || percents == 0 || shares + percents < LEAST_VALUES || !caveats.is_empty() {
        return Ok(caveats);
    }
    let odd = match limit {
        // What says that it is in percent may hold values below one.
        Limit::One(Direction::Higher) if units.says_percent() => units.small(),
        Limit::One(Direction::Higher) if shares >= percents => return units.above_one(),
        Limit::One(Direction::Higher) => return units.among_percent(),
        Limit::One(Direction::Lower) | Limit::Unknown => units.unlike()?,
    };
    let odd: Vec<String> = odd.into_iter().map(|(value, row)| units.on(value, row)).collect();
    caveats.extend((!odd.is_empty()).then(|| {
        format!(
            "another side of 1 than the others in the row or the table: {}; check that all are in the same unit (percent or shares)",
            listed(odd.iter().map(String::as_str))
        )
    }));
    Ok(caveats)
}

impl Units<'_> {
    /// Every mean of a row with its method.
    fn row(&self, row: &[Option<Score>]) -> Vec<(f64, usize)> {
        let numbered = row.iter().enumerate();
        numbered.filter_map(|(at, cell)| Some((cell.as_ref()?.mean, at))).collect()
    }

    fn error(&self, value: f64, row: usize, method: usize, problem: &str) -> DataError {
        let remedy = "write all in the same unit; --range 0,100 says that they are in percent, --range 0,1 that they are not";
        located::error(self.sheet, self.grid, (row, method), value, problem, remedy)
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
                if let Some(value) = odd_fold(&score.folds) {
                    let problem = "seems to be in another unit than the other folds";
                    return Err(self.error(value, row, method, problem));
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

    /// Values below one percent next to others that are a hundred times larger.
    fn small(&self) -> Vec<(f64, usize)> {
        let mut odd = Vec::new();
        for (row, cells) in self.grid.cells.iter().enumerate() {
            let values = self.row(cells);
            for &(value, method) in values.iter().filter(|(value, _)| is_share(*value)) {
                if slipped(value, &without(&values, method)) {
                    odd.push((value, row));
                }
            }
        }
        odd
    }

    /// A value or a row of shares among values in percent; a method that fails may be right in less than one percent.
    fn among_percent(&self) -> Result<Vec<String>, DataError> {
        let mut small = Vec::new();
        for (row, cells) in self.grid.cells.iter().enumerate() {
            let values = self.row(cells);
            let shares: Vec<&(f64, usize)> = values.iter().filter(|(v, _)| is_share(*v)).collect();
            let Some(&&(value, method)) = shares.first() else { continue };
            let others = without(&values, method);
            if shares.len() == values.len() && shares.len() > 1 || slipped(value, &others) {
                let problem = "seems to be a share of one, where most values are in percent";
                return Err(self.error(value, row, method, problem));
            }
            if others.iter().all(|&other| is_percent(other)) {
                small.push(self.on(value, row));
            }
        }
        let caveat = (!small.is_empty()).then(|| {
            let small = listed(small.iter().map(String::as_str));
            format!("values below one are taken for percent, as the others are: {small}")
        });
        Ok(caveat.into_iter().collect())
    }

    /// Where small and large values are possible: a value that fits its row only in another unit, and a row unlike all others.
    fn unlike(&self) -> Result<Vec<(f64, usize)>, DataError> {
        let rows: Vec<Vec<(f64, usize)>> =
            self.grid.cells.iter().map(|cells| self.row(cells)).collect();
        let mut odd = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for &(value, method) in row {
                if !slipped(value, &without(row, method)) {
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
                odd.extend(usual.then_some((value, at)));
            }
            if is_odd_row(&rows, at) {
                odd.extend(row.first().map(|&(value, _)| (value, at)));
            }
        }
        Ok(odd)
    }

    fn on(&self, value: f64, row: usize) -> String {
        format!("{value} on {}", shown(self.grid.datasets.get(row).map_or("", String::as_str)))
    }
}

/// The values of a row but for one method's.
fn without(row: &[(f64, usize)], method: usize) -> Vec<f64> {
    row.iter().filter(|(_, at)| *at != method).map(|(value, _)| *value).collect()
}

fn count(fits: fn(f64) -> bool, row: &[(f64, usize)]) -> usize {
    row.iter().filter(|(value, _)| fits(*value)).count()
}

/// Whether all values of a row are on one side of one and all of the other rows on the other.
fn is_odd_row(rows: &[Vec<(f64, usize)>], at: usize) -> bool {
    let pure = |fits: fn(f64) -> bool, row: &[(f64, usize)]| {
        !row.is_empty() && count(fits, row) == row.len()
    };
    let rest = |fits: fn(f64) -> bool| {
        let mut others = rows.iter().enumerate().filter(|(other, _)| *other != at);
        others.all(|(_, row)| pure(fits, row))
    };
    let Some(row) = rows.get(at).filter(|_| rows.len() >= LEAST_ROWS) else { return false };
    pure(is_percent, row) && rest(is_share) || pure(is_share, row) && rest(is_percent)
}

/// The fold that is in another unit than all others: it is the only one on its side of one.
fn odd_fold(folds: &[f64]) -> Option<f64> {
    let only = |fits: fn(f64) -> bool| {
        let mut found = folds.iter().enumerate().filter(|(_, value)| fits(**value));
        found.next().filter(|_| found.next().is_none())
    };
    let (at, &value) = only(is_share).or_else(|| only(is_percent))?;
    let mut others = folds.to_vec();
    others.remove(at);
    slipped(value, &others).then_some(value)
}

#[cfg(test)]
mod tests;
