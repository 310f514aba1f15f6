//! What the numbers of a row are: those of a statistic of the other rows, in every column that has numbers, to the digits
//! printed. It says how likely a dataset has such numbers by chance, and decides nothing.

use std::ops::Range;

use super::numbers::{Printed, alike, by_column, chance};
use super::row_names::{self, Called};
use super::scores;
use super::statistic::{Statistic, mean_ranks, wins};
use crate::data::read::sheet::Sheet;

/// Most rows that people write below their scores.
const MOST_BELOW: usize = 8;
/// With fewer rows above, nothing is computed from them.
pub const LEAST_ROWS: usize = 2;
/// A row that is called a summary is one if its numbers agree, unless nearly any numbers would.
pub const NAMED: f64 = 0.05;
/// A row of any name is a summary if the chance that a dataset agrees so well is below this.
pub const CERTAIN: f64 = 1e-9;
/// Above this chance a row of any name counts as a dataset; in between it is refused.
pub const DOUBTFUL: f64 = 1e-6;
/// In a longer table, only the first rows and the last ones are groups that have a mean of their own.
const SHORT: usize = 60;

/// What a row was found to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The statistic.
    pub title: &'static str,
    /// The chance that a dataset has its numbers.
    pub chance: f64,
}

/// The numbers of a table, by rows.
pub struct Table {
    rows: Vec<Vec<Option<Printed>>>,
    /// What the names of the rows say.
    pub called: Vec<Called>,
}

impl Table {
    /// The rows of a table, without the columns that name them.
    pub fn new(sheet: &Sheet, labels: &[usize]) -> Table {
        let columns = by_column(sheet, &scores(sheet, labels));
        // A row below the scores is printed alike, but perhaps with other digits than the scores.
        let row = |at: usize| alike(columns.iter().map(|column| column[at]).collect());
        let rows = (0..sheet.rows.len()).map(row).collect();
        Table { rows, called: row_names::called(sheet, labels) }
    }

    /// Takes rows of doubtful names for datasets.
    pub fn trust_doubtful_names(&mut self) {
        for called in &mut self.called {
            if *called == Called::Perhaps {
                *called = Called::Dataset;
            }
        }
    }

    /// Below which chance the numbers of a row say that it was computed.
    fn limit(&self, row: usize, other: f64) -> f64 {
        if self.called[row] == Called::Dataset { other } else { NAMED }
    }

    /// Where the rows below the scores begin: the first row of the last few that was computed from all rows above it. Rows
    /// that are called summaries belong to it, also above.
    pub fn end(&self) -> usize {
        let count = self.rows.len();
        let first = count.saturating_sub(MOST_BELOW).max(LEAST_ROWS);
        let is_first = |&row: &usize| {
            let found = self.computed(row, 0..row);
            found.is_some_and(|f| f.chance < self.limit(row, DOUBTFUL))
        };
        let Some(mut end) = (first..count).find(is_first) else { return count };
        while end > LEAST_ROWS && self.called[end - 1] == Called::Summary {
            end -= 1;
        }
        end
    }

    /// What a row was computed from other rows as, if it was: the least likely of all statistics.
    pub fn computed(&self, row: usize, from: Range<usize>) -> Option<Found> {
        let others = |is_base: fn(Called) -> bool| -> Vec<&Vec<Option<Printed>>> {
            let base = from.clone().filter(|&r| r != row && is_base(self.called[r]));
            base.map(|r| &self.rows[r]).collect()
        };
        // A row of a doubtful name may be a summary, too, of which nothing was computed.
        let all = others(|called| called != Called::Summary);
        let sure = others(|called| called == Called::Dataset);
        let sure = Some(sure).filter(|sure| sure.len() < all.len());
        let bases = [Some(all), sure].into_iter().flatten();
        let bases = bases.filter(|base| base.len() >= LEAST_ROWS);
        let found = bases.flat_map(|base| self.computed_from(row, &base));
        found.min_by(|a, b| a.chance.total_cmp(&b.chance))
    }

    fn computed_from(&self, row: usize, base: &[&Vec<Option<Printed>>]) -> Vec<Found> {
        let named = self.called[row] != Called::Dataset;
        let one = |statistic: &Statistic| {
            let chance = self.agrees(row, base, *statistic)?;
            Some(Found { title: statistic.title(), chance })
        };
        // The more is tried, the easier something agrees.
        let tried = |found: Found, count: usize| {
            let chance = if named { found.chance } else { found.chance * count as f64 };
            Found { chance, ..found }
        };
        let rare = Statistic::RARE.iter().filter_map(one);
        let rare = rare.map(|found| tried(found, Statistic::RARE.len()));
        let part = self.mean_of_some(row, base).filter(|f| named || f.chance < CERTAIN);
        let usual = Statistic::BELOW.iter().filter_map(one).chain(self.ranked(row, base));
        usual.chain(rare).chain(part).chain(self.extreme(row, base)).collect()
    }

    /// The mean of rows that follow each other, such as those of a group.
    fn mean_of_some(&self, row: usize, base: &[&Vec<Option<Printed>>]) -> Option<Found> {
        let may_agree = self.sums_of_first(row, base)?;
        let groups = groups(base.len());
        let tried = groups.len() as f64;
        let chances = groups
            .into_iter()
            .filter(|&group| may_agree.mean_agrees(group))
            .filter_map(|(from, to)| self.agrees(row, base.get(from..to)?, Statistic::Mean));
        let least = chances.min_by(f64::total_cmp)?;
        Some(Found { title: "mean of some", chance: least * tried })
    }

    /// What the means of the first column with a number in this row are compared with, so that few groups are looked at whole.
    fn sums_of_first(&self, row: usize, base: &[&Vec<Option<Printed>>]) -> Option<Sums> {
        let numbers = self.rows[row].iter().enumerate();
        let (column, found) = numbers.filter_map(|(at, found)| Some((at, (*found)?))).next()?;
        let mut sums = Sums { found, rounding: found.rounding, before: vec![(0.0, 0)] };
        let (mut sum, mut count) = (0.0, 0);
        for printed in base.iter().map(|row| row[column]) {
            if let Some(printed) = printed {
                sum += printed.value;
                count += 1;
                sums.rounding = sums.rounding.max(printed.rounding);
            }
            sums.before.push((sum, count));
        }
        Some(sums)
    }

    /// The largest or the smallest numbers, copied from different rows. Bounds such as 1 and numbers that several rows have
    /// are easily those of a dataset, too.
    fn extreme(&self, row: usize, base: &[&Vec<Option<Printed>>]) -> Option<Found> {
        let equal = |other: &Vec<Option<Printed>>| {
            let mut pairs = other.iter().zip(&self.rows[row]);
            pairs.all(|(a, b)| a.map(|a| a.value) == b.map(|b| b.value))
        };
        if base.iter().any(|other| equal(other)) {
            return None;
        }
        let one = |statistic: Statistic| {
            let chance = self.agrees_by(row, base, |found, values, printed| {
                let all = chance_of(statistic, found, values, printed)?;
                let common = values.iter().filter(|value| **value == found.value).count() > 1;
                let bound = [0.0, 1.0, 100.0].contains(&found.value);
                Some(if common || bound { 1.0 } else { all })
            })?;
            Some(Found { title: statistic.title(), chance })
        };
        [Statistic::Largest, Statistic::Smallest].into_iter().find_map(one)
    }

    /// Whether a row agrees with a statistic of every column that has numbers, two at least; the chance of it.
    fn agrees(
        &self,
        row: usize,
        base: &[&Vec<Option<Printed>>],
        statistic: Statistic,
    ) -> Option<f64> {
        self.agrees_by(row, base, |found, values, printed| {
            chance_of(statistic, found, values, printed)
        })
    }

    fn agrees_by(
        &self,
        row: usize,
        base: &[&Vec<Option<Printed>>],
        one: impl Fn(Printed, &[f64], &[Printed]) -> Option<f64>,
    ) -> Option<f64> {
        let (mut all, mut agreed) = (1.0, 0);
        for (column, found) in self.rows[row].iter().enumerate() {
            // A column of text, such as a comment, says nothing.
            let Some(found) = found else { continue };
            let printed = alike(base.iter().map(|row| row[column]).collect());
            let printed: Vec<Printed> = printed.into_iter().flatten().collect();
            let values: Vec<f64> = printed.iter().map(|printed| printed.value).collect();
            all *= one(*found, &values, &printed)?;
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

/// The sums and counts of a column before each of its rows.
struct Sums {
    found: Printed,
    rounding: f64,
    before: Vec<(f64, usize)>,
}

impl Sums {
    /// Whether the mean of a group is about the number found, with room for what rounding and summing lose.
    fn mean_agrees(&self, (from, to): (usize, usize)) -> bool {
        let (Some(first), Some(last)) = (self.before.get(from), self.before.get(to)) else {
            return false;
        };
        let count = (last.1 - first.1).max(1) as f64;
        let lost = 1e-9 * last.0.abs().max(first.0.abs()).max(1.0);
        ((last.0 - first.0) / count - self.found.value).abs() <= 4.0 * self.rounding + lost
    }
}

/// The groups of rows that may have a mean of their own: of a long table only the first rows and the last ones.
fn groups(count: usize) -> Vec<(usize, usize)> {
    let is_group = |&(from, to): &(usize, usize)| to - from >= LEAST_ROWS && to - from < count;
    if count <= SHORT {
        let all = (0..count).flat_map(|from| (from + 1..=count).map(move |to| (from, to)));
        return all.filter(is_group).collect();
    }
    let first = (1..=count).map(|to| (0, to));
    first.chain((0..count).map(|from| (from, count))).filter(is_group).collect()
}

/// The chance that a number agrees with a statistic of others; `None` where it does not.
fn chance_of(
    statistic: Statistic,
    found: Printed,
    values: &[f64],
    printed: &[Printed],
) -> Option<f64> {
    let range = (Statistic::Smallest.of(values)?, Statistic::Largest.of(values)?);
    chance(found, statistic.of(values)?, statistic.rounding(printed), range)
}
