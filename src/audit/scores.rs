//! The scores of a published table as numbers, under the ways that change them: digits that were not printed, a row of
//! averages, the wrong direction, a cell that is wrong. Also finds that cell.

use super::judge::Answer;
use super::ways::Way;
use crate::measure::Direction;
use crate::num::math::mean;
use crate::published::{Cells, Printed, PublishedTable};
use crate::stats::friedman::RankTable;
use crate::stats::posthoc::RankComparison;
use crate::stats::rank::Ties;

/// A cell that must be wrong, and what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongCell {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// What it should be.
    pub likely: Printed,
}

/// A table of numbers. One with gaps, or in which no direction is better, has averages and nothing else.
pub struct Scores<'a> {
    /// The table.
    pub table: &'a PublishedTable,
    rows: Vec<Vec<f64>>,
    higher: bool,
    wrong: Option<WrongCell>,
    /// Why there are no ranks and no tests.
    why_not: Option<String>,
}

impl<'a> Scores<'a> {
    /// The scores of a table.
    pub fn new(table: &'a PublishedTable) -> Scores<'a> {
        let rows = table.cells.rows();
        let why_not = match (&rows, table.better) {
            (None, _) => Some(table.cells.gap().unwrap_or_default()),
            (_, None) => Some("the claim file does not say which direction is better".to_owned()),
            _ => None,
        };
        let higher = table.better == Some(Direction::Higher);
        let mut scores =
            Scores { table, rows: rows.unwrap_or_default(), higher, wrong: None, why_not };
        if scores.why_not.is_none() {
            scores.wrong = scores.find_wrong_cell();
        }
        scores
    }

    /// Why what is made of ranks cannot be computed.
    pub fn why_not(&self) -> String {
        let reason = || match RankTable::new(&self.rows, self.higher, Ties::Decimal) {
            Err(error) => error.to_string(),
            Ok(_) if self.table.control.is_none() => "the claim file names no `control`".to_owned(),
            Ok(_) => "the test is not defined for so few rows or columns".to_owned(),
        };
        self.why_not.clone().unwrap_or_else(reason)
    }

    /// How many methods there are.
    pub fn methods(&self) -> usize {
        self.table.cells.methods.len()
    }

    /// The cell that must be wrong, if there is one.
    pub fn wrong_cell(&self) -> Option<&WrongCell> {
        self.wrong.as_ref()
    }

    /// The rows and the direction under some ways; `None` where one of them does not apply.
    pub fn under(&self, ways: &[Way]) -> Option<(Vec<Vec<f64>>, bool)> {
        if self.why_not.is_some() {
            return None;
        }
        let (mut rows, mut higher) = (self.rows.clone(), self.higher);
        let cells = &self.table.cells;
        for way in ways {
            match way {
                Way::HiddenDigits if self.table.hidden_digits.is_empty() => return None,
                Way::HiddenDigits => {
                    for digit in &self.table.hidden_digits {
                        let row = cells.row(&digit.dataset)?;
                        rows[row][cells.column(&digit.larger)?] += digit.amount();
                    }
                }
                Way::ReversedRanks => higher = !higher,
                Way::AverageRanked => rows.push(self.averages()),
                Way::WrongCell => {
                    let wrong = self.wrong.as_ref()?;
                    rows[wrong.row][wrong.column] = wrong.likely.value();
                }
                _ => {}
            }
        }
        Some((rows, higher))
    }

    /// The row of averages: as printed where it is, else computed.
    fn averages(&self) -> Vec<f64> {
        let methods = self.table.cells.methods.iter().enumerate();
        let average = |(column, method): (usize, &String)| {
            let printed = self.table.claims.average.get(method).map(Printed::value);
            printed.unwrap_or_else(|| mean(&self.column(column)))
        };
        methods.map(average).collect()
    }

    fn column(&self, column: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[column]).collect()
    }

    /// Ranks under some ways.
    pub fn ranks(&self, ways: &[Way]) -> Option<RankTable> {
        let (rows, higher) = self.under(ways)?;
        RankTable::new(&rows, higher, Ties::Decimal).ok()
    }

    /// Mean ranks under some ways.
    pub fn mean_ranks(&self, ways: &[Way]) -> Option<Vec<f64>> {
        Some(self.ranks(ways)?.mean_ranks())
    }

    /// The mean rank of a column; a range if ties may be broken.
    pub fn rank(&self, column: usize, ways: &[Way]) -> Option<Answer> {
        let ranks = self.ranks(ways)?;
        let rank = *ranks.mean_ranks().get(column)?;
        if !ways.contains(&Way::BrokenTies) {
            return Some(Answer::exactly(rank));
        }
        let tied = ranks.rows().iter().map(|row| row.iter().filter(|&&r| r == row[column]).count());
        // A rank moves by halves, so that not every number between the ends can be a mean of ranks.
        let halves: usize = tied.map(|tied| tied - 1).sum();
        let step = 0.5 / ranks.rows().len() as f64;
        let away = (1..=halves).flat_map(|halves| [halves as f64 * step, -(halves as f64 * step)]);
        let means = std::iter::once(rank).chain(away.map(|away| rank + away));
        (halves > 0).then(|| Answer::one_of(means))
    }

    /// Comparisons of mean ranks; one dataset more if the averages were ranked.
    pub fn comparison(&self, ways: &[Way]) -> Option<RankComparison> {
        let extra = usize::from(ways.contains(&Way::AverageRanked));
        RankComparison::new(self.methods(), self.table.cells.datasets.len() + extra).ok()
    }

    /// The mean of a column; a range if cells were rounded.
    pub fn average(&self, column: usize, ways: &[Way]) -> Option<Answer> {
        let cells = &self.table.cells;
        if self.why_not.is_some() {
            let values = cells.column_values(column).filter(|_| !ways.contains(&Way::WrongCell))?;
            return Some(average(cells, column, &values, ways));
        }
        let (rows, _) = self.under(ways)?;
        let values: Vec<f64> = rows.iter().map(|row| row[column]).collect();
        Some(average(cells, column, &values, ways))
    }

    /// Looks for one digit of one cell that gives printed averages and ranks which the cells as they are do not give.
    fn find_wrong_cell(&self) -> Option<WrongCell> {
        let cells = &self.table.cells;
        let claims = &self.table.claims;
        let explained = |scores: &Scores<'_>, ways: &[Way]| -> usize {
            let ranks = scores.mean_ranks(ways).unwrap_or_default();
            let fits = |(column, method): (usize, &String)| {
                let rank = claims.rank.get(method).zip(ranks.get(column));
                rank.is_some_and(|(printed, rank)| printed.rounds_to(*rank))
            };
            cells.methods.iter().enumerate().filter(|m| fits((m.0, m.1))).count()
        };
        let fits_average = |scores: &Scores<'_>, column: usize, ways: &[Way]| {
            let printed = claims.average.get(&cells.methods[column]);
            let answer = scores.average(column, ways);
            printed.zip(answer).is_none_or(|(printed, answer)| answer.rounds_to(printed))
        };
        let before = explained(self, &[]);
        let mut best: Option<(usize, WrongCell)> = None;
        for column in 0..self.methods() {
            if fits_average(self, column, &[]) || fits_average(self, column, &[Way::RoundedCells]) {
                continue;
            }
            let Some(printed) = claims.average.get(&cells.methods[column]) else { continue };
            let ours = mean(&self.column(column));
            for row in 0..self.rows.len() {
                for likely in one_digit_away(cells.text(row, column)) {
                    // Cheap, and all but a few candidates fail here.
                    let change = (likely.value() - self.rows[row][column]) / self.rows.len() as f64;
                    if !printed.rounds_to(ours + change) {
                        continue;
                    }
                    let wrong = Some(WrongCell { row, column, likely });
                    let (rows, table) = (self.rows.clone(), self.table);
                    let changed = Scores { table, rows, higher: self.higher, wrong, why_not: None };
                    let after = explained(&changed, &[Way::WrongCell]);
                    let better = best.as_ref().is_none_or(|(most, _)| after > *most);
                    if after > before && better {
                        best = changed.wrong.map(|wrong| (after, wrong));
                    }
                }
            }
        }
        best.map(|(_, wrong)| wrong)
    }
}

/// The mean of some values of a column; a range if its cells were rounded.
pub fn average(cells: &Cells, column: usize, values: &[f64], ways: &[Way]) -> Answer {
    let centre = mean(values);
    if !ways.contains(&Way::RoundedCells) {
        return Answer::exactly(centre);
    }
    let rows = 0..cells.datasets.len();
    let half = |row: usize| cells.printed(row, column).map_or(0.0, |cell| cell.half_unit());
    let width = rows.clone().map(half).sum::<f64>() / rows.len() as f64;
    Answer::between(centre - width, centre + width)
}

/// The numbers that differ from a printed one in one digit.
fn one_digit_away(text: &str) -> Vec<Printed> {
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    let others = digits.flat_map(|(at, found)| {
        let change = move |digit: char| format!("{}{digit}{}", &text[..at], &text[at + 1..]);
        ('0'..='9')
            .filter(move |digit| *digit != found)
            .filter_map(move |d| Printed::new(&change(d)))
    });
    others.collect()
}
