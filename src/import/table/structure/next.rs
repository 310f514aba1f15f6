//! Columns next to the methods that compare them: a difference, a gain in percent or a ratio of two others, the name of the
//! winner, a p-value (`p_values`). A comparison counts by its numbers, to the digits printed, or because no method can have
//! them; a name alone decides nothing.

use std::collections::BTreeSet;

use super::super::TableOptions;
use super::super::names::words;
use super::numbers::{Printed, alike, by_column, chance};
use super::{Numbers, Plain, p_values, possible, remove_columns, scores};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// With fewer rows, agreement says little.
const LEAST_ROWS: usize = 3;
/// A column that is called a comparison is one if its numbers agree, unless nearly any numbers would.
const NAMED: f64 = 0.05;
/// A column of any name is a comparison if the chance that a method agrees so well is below this.
const CERTAIN: f64 = 1e-9;
/// More columns are compared with each other in no table; every pair is held against every column.
const MOST_COLUMNS: usize = 60;

/// Words of comparisons.
const COMPARISONS: &[&str] = &[
    "difference",
    "differences",
    "diff",
    "diffs",
    "delta",
    "δ",
    "gain",
    "gains",
    "improvement",
    "improvements",
    "margin",
    "gap",
    "change",
    "lift",
    "reduction",
    "ratio",
    "speedup",
];
/// Words that go with them: `gain (%) over svm`.
const FILLERS: &[&str] = &[
    "relative", "rel", "absolute", "abs", "percent", "pct", "pp", "in", "of", "vs", "over", "to",
    "and", "between", "the", "from", "by",
];
/// What a column of winners says where there is none.
const TIES: &[&str] = &["", "-", "=", "tie", "ties", "draw", "none", "both", "equal"];

/// How two columns are compared.
#[derive(Clone, Copy)]
struct Comparison {
    title: &'static str,
    of: fn(f64, f64) -> f64,
    /// What one unit of each number moves.
    slope: fn(f64, f64) -> f64,
}

const COMPARED: [Comparison; 4] = [
    Comparison { title: "difference", of: |a, b| a - b, slope: |_, _| 2.0 },
    Comparison {
        title: "relative difference in percent",
        of: |a, b| 100.0 * (a - b) / b,
        slope: |a, b| 100.0 * (1.0 + (a / b).abs()) / b.abs(),
    },
    Comparison {
        title: "relative difference",
        of: |a, b| (a - b) / b,
        slope: |a, b| (1.0 + (a / b).abs()) / b.abs(),
    },
    Comparison { title: "ratio", of: |a, b| a / b, slope: |a, b| (1.0 + (a / b).abs()) / b.abs() },
];

/// What a column is next to the others.
pub enum Found {
    /// No method, with what it is instead.
    LeftOut(String),
    /// A method or not: the problem and the remedy.
    Unclear(&'static str, &'static str),
    /// A method, with what else it probably is.
    Doubtful(String),
    /// A method, with what else it could be.
    Noted(String),
}

/// The columns that may be methods, and their numbers.
struct Columns<'p, 'a> {
    sheet: &'p Sheet<'a>,
    columns: Vec<usize>,
    numbers: Vec<Vec<Option<Printed>>>,
    /// The range of the metric, where it is known.
    range: Option<(f64, f64)>,
}

/// Leaves out the columns that compare others, and refuses those that may.
pub fn leave_out(
    plain: &mut Plain,
    labels: &[usize],
    of: Numbers,
    options: &TableOptions,
) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let columns = scores(sheet, labels);
    if columns.len() < 3 || columns.len() > MOST_COLUMNS || of == Numbers::Spreads {
        return Ok(());
    }
    let numbers = by_column(sheet, &columns).into_iter().map(alike).collect();
    let table = Columns { sheet, columns, numbers, range: possible::known(plain, options) };
    let mut out: Vec<usize> = Vec::new();
    // Names of winners first: they are no difference of columns.
    for is_winner in [true, false] {
        for at in 0..table.columns.len() {
            let free = |other: &usize| *other != at && !out.contains(&table.columns[*other]);
            let free: Vec<usize> = (0..table.columns.len()).filter(free).collect();
            let column = table.columns[at];
            if free.len() < 2 || out.contains(&column) {
                continue;
            }
            let name = shown(&sheet.column_name(column));
            let found = if is_winner { table.winner(at) } else { table.comparison(at, &free) };
            match found {
                Some(Found::LeftOut(what)) => {
                    plain.notes.push(format!("the column {name} {what}"));
                    out.push(column);
                }
                Some(Found::Doubtful(what)) => {
                    plain.caveats.push(format!("the column {name} {what}"));
                }
                Some(Found::Noted(what)) => plain.notes.push(format!("the column {name} {what}")),
                Some(Found::Unclear(problem, remedy)) => {
                    let problem = format!("the column {problem}");
                    return Err(sheet.error(sheet.header_line, column, problem, remedy));
                }
                None => {}
            }
        }
    }
    remove_columns(&mut plain.sheet, &out);
    Ok(())
}

impl Columns<'_, '_> {
    fn is_often_negative(&self, at: usize) -> bool {
        let numbers = || self.numbers[at].iter().flatten();
        let negative = numbers().filter(|printed| printed.value < 0.0).count();
        numbers().count() >= LEAST_ROWS && 3 * negative >= numbers().count()
    }

    fn winner(&self, at: usize) -> Option<Found> {
        names_methods(self.sheet, self.columns[at], &self.columns).then(|| {
            Found::LeftOut(
                "holds names of the other columns: it is no method and is left out".to_owned(),
            )
        })
    }

    fn has_negative(&self, at: usize) -> bool {
        self.numbers[at].iter().flatten().any(|printed| printed.value < 0.0)
    }

    fn comparison(&self, at: usize, free: &[usize]) -> Option<Found> {
        let name = self.sheet.column_name(self.columns[at]);
        let is_named = words(&name).iter().any(|word| is_comparison(word)) || name.contains('Δ');
        // Without a name, the sum of two methods is as likely as a difference: only its sign tells.
        let alone = self.has_negative(at) && !free.iter().any(|&other| self.has_negative(other));
        // Of three columns any one may be computed from the others.
        let is_third = !is_named && !alone && free.len() == 2;
        let is_tried = is_named || alone || is_third;
        let found = if is_tried { compared(&self.numbers, at, free) } else { None };
        let least = if is_named { NAMED } else { CERTAIN };
        if let Some((a, b, title, _)) = found.filter(|found| found.3 < least) {
            let other = |at: usize| shown(&self.sheet.column_name(self.columns[at]));
            let is = format!("is the {title} of {} and {} in every row", other(a), other(b));
            return Some(match is_third {
                true => {
                    Found::Doubtful(format!("{is}: remove the one of the three that is no method"))
                }
                false => Found::LeftOut(format!("{is}: it is no method and is left out")),
            });
        }
        let others: Vec<&possible::Numbers> = free.iter().map(|&at| &self.numbers[at]).collect();
        let names: Vec<&str> =
            free.iter().map(|&at| self.sheet.header[self.columns[at]].as_str()).collect();
        if let Some(found) = p_values::find(&name, &names, &self.numbers[at], &others) {
            return Some(found);
        }
        let often = alone && self.is_often_negative(at);
        if is_named {
            return Some(self.named(at, &name, &names, &others, often));
        }
        // A weak method has a negative R² now and then.
        often.then(|| Found::Doubtful("has negative numbers and no other column has any: it is taken for a method; remove it if it holds something else, such as differences".to_owned()))
    }

    /// What a column is that is called a comparison, but is none of two other columns.
    fn named(
        &self,
        at: usize,
        name: &str,
        names: &[&str],
        others: &[&possible::Numbers],
        often_negative: bool,
    ) -> Found {
        if often_negative {
            if self.range.is_some_and(|(least, _)| least >= 0.0) {
                return Found::LeftOut("is taken for a comparison of the others, by its name and by negative numbers, which the metric cannot have, and left out".to_owned());
            }
            if possible::is_mostly_outside(&self.numbers[at], possible::range(others)) {
                return Found::Unclear(
                    "seems to compare the others, by its name and because it alone has negative numbers",
                    "remove the column if it does; rename it if it is a method",
                );
            }
        }
        let what = "is taken for a method; remove it if it compares the others".to_owned();
        // `gain over svm` says nothing else, `large margin` and `gain ratio` are methods.
        let others: Vec<String> = names.iter().flat_map(|name| words(name)).collect();
        let is_empty = |word: &String| {
            is_comparison(word) || FILLERS.contains(&word.as_str()) || others.contains(word)
        };
        let words = words(name);
        let comparisons = words.iter().filter(|word| is_comparison(word)).count();
        if comparisons < 2 && words.iter().all(is_empty) {
            Found::Doubtful(what)
        } else {
            Found::Noted(what)
        }
    }
}

fn is_comparison(word: &str) -> bool {
    COMPARISONS.contains(&word)
}

/// Whether a column says which of the others is best.
fn names_methods(sheet: &Sheet, column: usize, columns: &[usize]) -> bool {
    let methods: BTreeSet<&str> = columns
        .iter()
        .filter(|&&other| other != column)
        .map(|&other| sheet.header[other].as_str())
        .collect();
    let mut cells = sheet.rows.iter().map(|row| row.text(column));
    let is_tie = |cell: &str| TIES.contains(&cell.to_lowercase().as_str());
    cells.clone().all(|cell| is_tie(cell) || methods.contains(cell))
        && cells.any(|cell| methods.contains(cell))
}

/// The two columns that a column compares, how, and the chance that a method agrees so well.
fn compared(
    numbers: &[Vec<Option<Printed>>],
    at: usize,
    free: &[usize],
) -> Option<(usize, usize, &'static str, f64)> {
    let column = numbers.get(at)?;
    let values: Vec<f64> = column.iter().flatten().map(|p| p.value).collect();
    if values.len() < LEAST_ROWS {
        return None;
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let tried = (free.len() * (free.len() - 1)) as f64;
    let mut best: Option<(usize, usize, &'static str, f64)> = None;
    for &a in free {
        for &b in free.iter().filter(|&&b| b != a) {
            for comparison in COMPARED {
                let agrees = agreement(column, &numbers[a], &numbers[b], comparison, (least, most));
                let Some(chance) = agrees.map(|chance| chance * tried) else { continue };
                if best.is_none_or(|known| chance < known.3) {
                    best = Some((a, b, comparison.title, chance));
                }
            }
        }
    }
    best
}

fn agreement(
    column: &[Option<Printed>],
    a: &[Option<Printed>],
    b: &[Option<Printed>],
    comparison: Comparison,
    range: (f64, f64),
) -> Option<f64> {
    let mut all = 1.0;
    for ((found, a), b) in column.iter().zip(a).zip(b) {
        let Some(found) = found else { continue };
        let (a, b) = ((*a)?, (*b)?);
        let rounding = a.rounding.max(b.rounding) * (comparison.slope)(a.value, b.value);
        all *= chance(*found, (comparison.of)(a.value, b.value), rounding, range)?;
    }
    Some(all)
}
