//! Rows that were computed from the others, such as means, medians, spreads, mean ranks and counts of wins, whatever they
//! are called. They stand first or last. A row counts as computed if its numbers are those of the statistic in every
//! column, to the digits printed, and that would hardly happen to a dataset.

use super::super::names;
use super::super::{RowsAre, TableOptions};
use super::numbers::{Printed, alike, by_column, chance};
use super::statistic::{Statistic, mean_ranks, wins};
use super::{Plain, scores};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// Most rows that people write below their scores.
const MOST_BELOW: usize = 8;
/// With fewer rows above, nothing is computed from them.
const LEAST_ROWS: usize = 2;
/// A row that is called a summary is one if its numbers agree, unless nearly any numbers would.
const NAMED: f64 = 0.05;
/// A row of any name is a summary if the chance that a dataset agrees so well is below this.
const CERTAIN: f64 = 1e-9;
/// Above this chance a row of any name counts as a dataset; in between it is refused.
const DOUBTFUL: f64 = 1e-6;
/// Below this chance a row that counts as a dataset has a caveat. Two methods of two decimals are just below it; with more
/// digits a row of scores agrees far more rarely.
const UNLIKELY: f64 = 5e-3;

/// What a row was found to be.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Found {
    title: &'static str,
    chance: f64,
}

/// Leaves out the rows that were computed from the others; refuses what may be one.
pub fn leave_out(
    plain: &mut Plain,
    labels: &[usize],
    options: &TableOptions,
) -> Result<(), DataError> {
    let keep_unnamed = options.rows == Some(RowsAre::Datasets);
    let sheet = &plain.sheet;
    let table = Table::new(sheet, labels);
    let count = sheet.rows.len();
    let mut out: Vec<(usize, Option<Found>)> = Vec::new();
    let end = table.end();
    for row in end..count {
        let found = table.computed(row, 0..end);
        let certain = found.is_some_and(|f| !keep_unnamed && f.chance < CERTAIN);
        if table.named[row] || certain {
            out.push((row, found));
        } else if let Some(found) = found.filter(|f| !keep_unnamed && f.chance < DOUBTFUL) {
            return Err(doubtful(sheet, &sheet.rows[row], found));
        } else if !keep_unnamed {
            return Err(below(sheet, &sheet.rows[row], &sheet.rows[end]));
        }
    }
    if let Some(found) = table.computed(0, 1..end) {
        let certain = if table.named[0] { NAMED } else { CERTAIN };
        if found.chance < certain && (table.named[0] || !keep_unnamed) {
            out.push((0, Some(found)));
        } else if found.chance < DOUBTFUL && !keep_unnamed {
            return Err(doubtful(sheet, &sheet.rows[0], found));
        }
    }
    if !keep_unnamed {
        plain
            .caveats
            .extend(table.unlikely(end, &out).map(|(row, found)| caveat(&sheet.rows[row], found)));
    }
    if out.is_empty() {
        return Ok(());
    }
    plain.notes.push(note(sheet, &out));
    let mut at = 0;
    plain.sheet.rows.retain(|_| {
        at += 1;
        !out.iter().any(|(row, _)| *row == at - 1)
    });
    Ok(())
}

/// The numbers of a table, by rows.
struct Table {
    rows: Vec<Vec<Option<Printed>>>,
    /// Whether a row is called a summary.
    named: Vec<bool>,
}

impl Table {
    fn new(sheet: &Sheet, labels: &[usize]) -> Table {
        let columns = by_column(sheet, &scores(sheet, labels));
        // A row below the scores is printed alike, but perhaps with other digits than the scores.
        let row = |at: usize| alike(columns.iter().map(|column| column[at]).collect());
        // A row without a name is hardly a dataset.
        let unnamed = |row: &Row| labels.iter().all(|&column| row.text(column).is_empty());
        let named = |row: &Row| {
            unnamed(row) || labels.iter().any(|&column| names::is_summary(row.text(column)))
        };
        Table {
            rows: (0..sheet.rows.len()).map(row).collect(),
            named: sheet.rows.iter().map(named).collect(),
        }
    }

    /// Where the rows below the scores begin: the first row of the last few that was computed from all rows above it. Rows
    /// that are called summaries belong to it, also above.
    fn end(&self) -> usize {
        let count = self.rows.len();
        let first = count.saturating_sub(MOST_BELOW).max(LEAST_ROWS);
        let is_first = |&row: &usize| {
            let found = self.computed(row, 0..row);
            found.is_some_and(|f| f.chance < if self.named[row] { NAMED } else { DOUBTFUL })
        };
        let Some(mut end) = (first..count).find(is_first) else { return count };
        while end > LEAST_ROWS && self.named[end - 1] {
            end -= 1;
        }
        end
    }

    /// The last or first row that is kept, if its numbers hardly agree with a statistic by chance.
    fn unlikely(&self, end: usize, out: &[(usize, Option<Found>)]) -> Option<(usize, Found)> {
        let last = end.checked_sub(1)?;
        let kept = |row: &usize| !out.iter().any(|(at, _)| at == row);
        let found = [(last, 0..last), (0, 1..end)].into_iter().filter(|(row, _)| kept(row));
        let found = found.filter_map(|(row, from)| Some((row, self.computed(row, from)?)));
        found.into_iter().find(|(_, found)| found.chance < UNLIKELY)
    }

    /// What a row was computed from other rows as, if it was: the least likely of all statistics.
    fn computed(&self, row: usize, from: std::ops::Range<usize>) -> Option<Found> {
        let base: Vec<&Vec<Option<Printed>>> = from
            .filter(|&other| other != row && !self.named[other])
            .map(|r| &self.rows[r])
            .collect();
        if base.len() < LEAST_ROWS {
            return None;
        }
        let one = |statistic: &Statistic| {
            let chance = self.agrees(row, &base, |values, printed| {
                Some((statistic.of(values)?, statistic.rounding(printed)))
            })?;
            Some(Found { title: statistic.title(), chance })
        };
        let found = Statistic::BELOW.iter().filter_map(one).chain(self.ranked(row, &base));
        found.min_by(|a, b| a.chance.total_cmp(&b.chance))
    }

    /// Whether a row agrees with a statistic of every column that has numbers, two at least; the chance of it.
    fn agrees(
        &self,
        row: usize,
        base: &[&Vec<Option<Printed>>],
        statistic: impl Fn(&[f64], &[Printed]) -> Option<(f64, f64)>,
    ) -> Option<f64> {
        let (mut all, mut agreed) = (1.0, 0);
        for (column, found) in self.rows[row].iter().enumerate() {
            let printed = alike(base.iter().map(|row| row[column]).collect());
            let printed: Vec<Printed> = printed.into_iter().flatten().collect();
            let values: Vec<f64> = printed.iter().map(|printed| printed.value).collect();
            // A column of text, such as a comment, says nothing.
            let Some(found) = found else { continue };
            let (value, rounding) = statistic(&values, &printed)?;
            let range = (Statistic::Smallest.of(&values)?, Statistic::Largest.of(&values)?);
            all *= chance(*found, value, rounding, range)?;
            agreed += 1;
        }
        (agreed >= 2).then_some(all)
    }

    /// Mean ranks and counts of wins, in either direction.
    fn ranked(&self, row: usize, base: &[&Vec<Option<Printed>>]) -> Vec<Found> {
        let printed: Option<Vec<Printed>> = self.rows[row].iter().copied().collect();
        let Some(printed) = printed.filter(|printed| printed.len() >= 2) else { return Vec::new() };
        let width = printed.len() as f64;
        let within = |least: f64, most: f64| {
            printed.iter().all(|printed| (least..=most).contains(&printed.value))
        };
        let counts = printed.iter().all(|printed| printed.value.fract() == 0.0);
        if !(within(1.0, width) || counts && within(0.0, base.len() as f64)) {
            return Vec::new();
        }
        // A row with a gap has no ranks.
        let whole = |row: &&Vec<Option<Printed>>| -> Option<Vec<f64>> {
            row.iter().map(|printed| printed.map(|p| p.value)).collect()
        };
        let rows: Vec<Vec<f64>> = base.iter().filter_map(whole).collect();
        if rows.len() < LEAST_ROWS {
            return Vec::new();
        }
        let mut found = Vec::new();
        for largest in [true, false] {
            let kinds = [
                ("mean rank", mean_ranks(&rows, largest), (1.0, width)),
                ("number of wins", wins(&rows, largest), (0.0, rows.len() as f64)),
            ];
            for (title, expected, range) in kinds {
                let chances = printed.iter().zip(expected);
                let chances = chances.map(|(printed, value)| chance(*printed, value, 0.0, range));
                let chances: Option<Vec<f64>> = chances.collect();
                // Ranks sum to a constant, so that the last one follows from the others.
                if let Some((_, chances)) = chances.as_deref().and_then(<[f64]>::split_last) {
                    found.push(Found { title, chance: chances.iter().product() });
                }
            }
        }
        found
    }
}

fn note(sheet: &Sheet, out: &[(usize, Option<Found>)]) -> String {
    let one = |(row, found): &(usize, Option<Found>)| {
        let row = &sheet.rows[*row];
        let name = match row.text(0) {
            "" => "the row without a name".to_owned(),
            name => shown(name),
        };
        match found {
            Some(found) => {
                format!("{} (line {}) is the {} of the rows", name, row.line, found.title)
            }
            None => format!("{} (line {}) is no dataset by its name", name, row.line),
        }
    };
    let rows: Vec<String> = out.iter().map(one).collect();
    format!("not datasets, and left out: {}", rows.join("; "))
}

/// What follows `the row`.
fn called(row: &Row) -> String {
    match row.text(0) {
        "" => "without a name".to_owned(),
        name => shown(name),
    }
}

fn caveat(row: &Row, found: Found) -> String {
    format!(
        "the row {} (line {}) counts as a dataset, and has the {} of the other rows in every column: remove it if it was computed from them; --rows datasets says that it was not",
        called(row),
        row.line,
        found.title
    )
}

fn doubtful(sheet: &Sheet, row: &Row, found: Found) -> DataError {
    let problem = format!(
        "the row {} has the {} of the other rows in every column, and would count as a dataset",
        called(row),
        found.title
    );
    let remedy = "remove the row; say --rows datasets if it is a dataset";
    DataError::line(sheet.file, row.line, problem, remedy)
}

fn below(sheet: &Sheet, row: &Row, first: &Row) -> DataError {
    let problem = format!(
        "the row {} stands below {} (line {}), which was computed from the rows above it",
        shown(row.text(0)),
        shown(first.text(0)),
        first.line
    );
    let remedy = "remove the rows that are no datasets; say --rows datasets if all are";
    DataError::line(sheet.file, row.line, problem, remedy)
}
