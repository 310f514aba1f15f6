//! How the scores of a table are written: unit and decimals are chosen once, for the whole table and all formats.
//!
//! The rule: shares are printed in percent with two decimals. Times and counts have two and one decimals; where they span
//! more than three powers of ten every number has three significant digits instead. Other metrics have as many decimals
//! as their means and spreads need, at most four below ten, two below a thousand, and none from there on; their averages
//! may have one more. From a thousand million on numbers are written as powers of ten.

use super::{Cell, Content, Stress};
use crate::analysis::{Score, ScoreTable};
use crate::measure::{Direction, Unit};
use crate::report::settings::ReportSettings;

/// How the numbers of a table are written.
pub struct Style {
    factor: f64,
    digits: Digits,
    /// Decimals that averages have beyond those of scores.
    more: usize,
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
        let means: Vec<f64> = cells.clone().map(|score| score.mean.abs()).collect();
        let sds = cells.filter_map(|score| score.sd.filter(|_| settings.spread));
        let shown: Vec<f64> = means.iter().copied().chain(sds).collect();
        let largest = means.iter().copied().fold(0.0, f64::max);
        let smallest = means.iter().copied().filter(|m| *m > 0.0).fold(f64::INFINITY, f64::min);
        let wide = largest / smallest > WIDE;
        let (factor, decimals, unit) = match scores.results.unit {
            Unit::Share => (100.0, 2, " in %"),
            Unit::Seconds if largest < 1.0 => (1e3, 2, " in ms"),
            Unit::Seconds => (1.0, 2, " in s"),
            Unit::Count | Unit::Percent => (1.0, 1, ""),
            Unit::Number | Unit::Target => (1.0, needed(&shown, largest), ""),
        };
        let by_rule = match scores.results.unit {
            Unit::Seconds | Unit::Count | Unit::Percent if wide => Digits::Significant(3),
            Unit::Number | Unit::Target if wide && largest >= WIDE => Digits::Significant(3),
            _ => Digits::Decimals(decimals),
        };
        let digits = settings.decimals.map_or(by_rule, Digits::Decimals);
        let more = match (&digits, scores.results.unit, settings.decimals) {
            (Digits::Decimals(used), Unit::Number, None) => usize::from(*used < most(largest)),
            _ => 0,
        };
        Style { factor, digits, more, spread: settings.spread, unit }
    }

    /// A number.
    pub fn number(&self, value: f64) -> String {
        let small = value != 0.0 && (value * self.factor).abs() < SMALL;
        if small && matches!(self.digits, Digits::Significant(_)) {
            return format!("{:.2e}", value * self.factor);
        }
        decimals(value * self.factor, self.decimals_of(value))
    }

    /// An average, which may need a decimal more than what it is the average of.
    pub fn average(&self, value: f64) -> String {
        decimals(value * self.factor, self.decimals_of(value) + self.more)
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

/// Numbers from here on are written as powers of ten, and below the other, where they keep three digits.
const LARGE: f64 = 1e9;
const SMALL: f64 = 1e-6;

/// A number without a sign on zero.
fn decimals(value: f64, decimals: usize) -> String {
    if value.abs() >= LARGE {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// The most decimals that a reader wants of numbers up to this large.
fn most(largest: f64) -> usize {
    match largest {
        v if v < 10.0 => 4,
        v if v < 1000.0 => 2,
        _ => 0,
    }
}

/// The decimals that all numbers need, as far as a reader wants them.
fn needed(numbers: &[f64], largest: f64) -> usize {
    let exact = |decimals: usize| {
        let whole = |number: &f64| {
            let part = (number * power(decimals as i32)).fract();
            part.min(1.0 - part) < 1e-6
        };
        numbers.iter().all(whole)
    };
    let most = most(largest);
    (0..most).find(|decimals| exact(*decimals)).unwrap_or(most)
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
    let second = top(&rest).filter(|_| first == 1 && values.iter().flatten().count() > 2);
    for (cell, value) in cells.iter_mut().zip(values) {
        if value == Some(best) {
            cell.stress = Stress::Best;
        } else if value.is_some() && value == second {
            cell.stress = Stress::Second;
        }
    }
}
