//! How the scores of a table are written: unit and decimals are chosen once, for the whole table and all formats.
//!
//! The rule: shares are printed in percent with two decimals. Times and counts have two and one decimals; where they span
//! more than three powers of ten every number has three significant digits instead. Other metrics have as many decimals
//! as their means need, at most four below ten, two below a thousand, and none from there on.

use super::{Cell, Content, Stress};
use crate::analysis::{Score, ScoreTable};
use crate::measure::{Direction, Unit};
use crate::spec::report::ReportSettings;

/// How the numbers of a table are written.
pub struct Style {
    factor: f64,
    digits: Digits,
    spread: bool,
    /// What follows the metric's name, such as ` in %`.
    pub unit: &'static str,
}

enum Digits {
    Decimals(usize),
    Significant(usize),
}

/// From this ratio of the largest to the smallest mean on, decimals would hide small numbers.
const WIDE: f64 = 1000.0;

impl Style {
    /// The style of a table.
    pub fn new(scores: &ScoreTable, settings: &ReportSettings) -> Style {
        let cells = scores.results.cells.iter().flatten().flatten();
        let means: Vec<f64> = cells.map(|score| score.mean.abs()).collect();
        let largest = means.iter().copied().fold(0.0, f64::max);
        let smallest = means.iter().copied().filter(|m| *m > 0.0).fold(f64::INFINITY, f64::min);
        let wide = largest / smallest > WIDE;
        let (factor, decimals, unit) = match scores.unit {
            Unit::Share => (100.0, 2, " in %"),
            Unit::Seconds if largest < 1.0 => (1e3, 2, " in ms"),
            Unit::Seconds => (1.0, 2, " in s"),
            Unit::Count => (1.0, 1, ""),
            Unit::Number => (1.0, needed(&means, largest), ""),
        };
        let by_rule = match scores.unit {
            Unit::Seconds | Unit::Count if wide => Digits::Significant(3),
            Unit::Number if wide && largest >= WIDE => Digits::Significant(3),
            _ => Digits::Decimals(decimals),
        };
        let digits = settings.decimals.map_or(by_rule, Digits::Decimals);
        Style { factor, digits, spread: settings.spread, unit }
    }

    /// A number.
    pub fn number(&self, value: f64) -> String {
        decimals(value * self.factor, self.decimals_of(value))
    }

    /// A number in the unit it is printed in, for axes.
    pub fn scaled(&self, value: f64) -> f64 {
        value * self.factor
    }

    /// A score with its spread, which has the decimals of its mean.
    pub fn score(&self, score: Option<&Score>) -> Cell {
        let Some(score) = score else { return Cell::new(Content::Absent) };
        let places = self.decimals_of(score.mean);
        let spread = score.sd.filter(|_| self.spread).map(|sd| decimals(sd * self.factor, places));
        let text = self.number(score.mean);
        Cell::new(Content::Number { text, spread, exact: score.mean })
    }

    fn decimals_of(&self, value: f64) -> usize {
        match self.digits {
            Digits::Decimals(decimals) => decimals,
            Digits::Significant(digits) => {
                let shown = (value * self.factor).abs();
                let before = (0..16).find(|d| shown < power(*d)).unwrap_or(16);
                let zeros = (1..12).find(|d| shown * power(*d) >= 1.0).unwrap_or(1);
                if shown == 0.0 {
                    0
                } else if before == 0 {
                    (digits + zeros as usize).saturating_sub(1)
                } else {
                    digits.saturating_sub(before as usize)
                }
            }
        }
    }
}

fn power(exponent: i32) -> f64 {
    10.0_f64.powi(exponent)
}

/// A number without a sign on zero.
fn decimals(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// The decimals that all means need, as far as a reader wants them.
fn needed(means: &[f64], largest: f64) -> usize {
    let most = match largest {
        v if v < 10.0 => 4,
        v if v < 1000.0 => 2,
        _ => 0,
    };
    let exact = |d: usize| {
        let close =
            |m: &f64| (m * power(d as i32)).fract().min(1.0 - (m * power(d as i32)).fract()) < 1e-6;
        means.iter().all(close)
    };
    (0..most).find(|d| exact(*d)).unwrap_or(most)
}

/// Marks the best cells of a row and the second best. What counts is what is printed: two cells with the same number are
/// marked alike, whatever follows behind the last decimal. With two methods or several best ones there is no second.
pub fn stress(cells: &mut [Cell], direction: Direction) {
    let printed = |cell: &Cell| match &cell.content {
        Content::Number { text, .. } => text.parse::<f64>().ok(),
        _ => None,
    };
    let values: Vec<Option<f64>> = cells.iter().map(printed).collect();
    let better = |a: f64, b: f64| match direction {
        Direction::Higher => a > b,
        Direction::Lower => a < b,
    };
    let top = |values: &[Option<f64>]| {
        values.iter().flatten().copied().reduce(|a, b| if better(b, a) { b } else { a })
    };
    let Some(best) = top(&values) else { return };
    let first = values.iter().flatten().filter(|v| **v == best).count();
    let rest: Vec<Option<f64>> = values.iter().map(|v| v.filter(|v| *v != best)).collect();
    let second = top(&rest).filter(|_| first == 1 && cells.len() > 2);
    for (cell, value) in cells.iter_mut().zip(values) {
        if value == Some(best) {
            cell.stress = Stress::Best;
        } else if value.is_some() && value == second {
            cell.stress = Stress::Second;
        }
    }
}
