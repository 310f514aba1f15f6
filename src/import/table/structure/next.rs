//! Columns next to the methods that compare them: a difference, a gain in percent or a ratio of two others, the name of the
//! winner, a p-value. A comparison counts by its numbers, to the digits printed; a p-value has no numbers of its own and
//! counts by its name.

use std::collections::BTreeSet;

use super::super::names::words;
use super::numbers::{Printed, alike, by_column, chance};
use super::{Numbers, Plain, remove_columns, scores};
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
/// Names of p-values, without signs between their words.
const P_VALUES: &[&str] = &[
    "p",
    "pvalue",
    "pvalues",
    "pval",
    "pvals",
    "padj",
    "padjusted",
    "adjustedp",
    "adjustedpvalue",
    "wilcoxonp",
    "ttestp",
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
enum Found {
    /// No method, with what it is instead.
    LeftOut(String),
    /// A method, with what else it could be.
    Doubtful(String),
}

/// The columns that may be methods, and their numbers.
struct Columns<'p, 'a> {
    sheet: &'p Sheet<'a>,
    columns: Vec<usize>,
    numbers: Vec<Vec<Option<Printed>>>,
}

/// Leaves out the columns that compare others.
pub fn leave_out(plain: &mut Plain, labels: &[usize], of: Numbers) {
    let sheet = &plain.sheet;
    let columns = scores(sheet, labels);
    if columns.len() < 3 || columns.len() > MOST_COLUMNS || of == Numbers::Spreads {
        return;
    }
    let numbers = by_column(sheet, &columns).into_iter().map(alike).collect();
    let table = Columns { sheet, columns, numbers };
    let mut out: Vec<usize> = Vec::new();
    // Names of winners first: they are no difference of columns.
    for find in [Columns::winner, Columns::comparison] {
        for at in 0..table.columns.len() {
            let free = |other: &usize| *other != at && !out.contains(&table.columns[*other]);
            let free: Vec<usize> = (0..table.columns.len()).filter(free).collect();
            let column = table.columns[at];
            if free.len() < 2 || out.contains(&column) {
                continue;
            }
            let name = shown(&sheet.column_name(column));
            match find(&table, at, &free) {
                Some(Found::LeftOut(what)) => {
                    plain.notes.push(format!("the column {name} {what}"));
                    out.push(column);
                }
                Some(Found::Doubtful(what)) => {
                    plain.caveats.push(format!("the column {name} {what}"));
                }
                None => {}
            }
        }
    }
    remove_columns(&mut plain.sheet, &out);
}

impl Columns<'_, '_> {
    fn is_often_negative(&self, at: usize) -> bool {
        let numbers = || self.numbers[at].iter().flatten();
        let negative = numbers().filter(|printed| printed.value < 0.0).count();
        numbers().count() >= LEAST_ROWS && 3 * negative >= numbers().count()
    }

    fn winner(&self, at: usize, _: &[usize]) -> Option<Found> {
        names_methods(self.sheet, self.columns[at], &self.columns).then(|| {
            Found::LeftOut(
                "holds names of the other columns: it is no method and is left out".to_owned(),
            )
        })
    }

    fn comparison(&self, at: usize, free: &[usize]) -> Option<Found> {
        let name = self.sheet.column_name(self.columns[at]);
        let is_word = |word: &String| COMPARISONS.contains(&word.as_str());
        let is_named = words(&name).iter().any(is_word) || name.contains('Δ');
        let has_negative =
            |at: usize| self.numbers[at].iter().flatten().any(|printed| printed.value < 0.0);
        // Without a name, the sum of two methods is as likely as a difference: only its sign tells.
        let alone = has_negative(at) && !free.iter().any(|&other| has_negative(other));
        let found = if is_named || alone { compared(&self.numbers, at, free) } else { None };
        if let Some((a, b, title, chance)) = found
            && chance < if is_named { NAMED } else { CERTAIN }
        {
            let other = |at: usize| shown(&self.sheet.column_name(self.columns[at]));
            return Some(Found::LeftOut(format!(
                "is the {title} of {} and {} in every row: it is no method and is left out",
                other(a),
                other(b)
            )));
        }
        if is_p_value(&name) && within_one(&self.numbers[at]) {
            let what =
                "is taken for p-values, by its name, and left out; rename it if it is a method";
            return Some(Found::LeftOut(what.to_owned()));
        }
        // Of three columns any one may be computed from the others.
        let three = if !is_named && !alone && free.len() == 2 {
            compared(&self.numbers, at, free)
        } else {
            None
        };
        if let Some((a, b, title, chance)) = three
            && chance < CERTAIN
        {
            let other = |at: usize| shown(&self.sheet.column_name(self.columns[at]));
            return Some(Found::Doubtful(format!(
                "is the {title} of {} and {} in every row: remove the one of the three that is no method",
                other(a),
                other(b)
            )));
        }
        match (is_named, alone) {
            (true, true) => Some(Found::LeftOut("is taken for a comparison of the others, by its name and because it alone has negative numbers, and left out; rename it if it is a method".to_owned())),
            (true, false) => Some(Found::Doubtful("is taken for a method; remove it if it compares the others".to_owned())),
            // A weak method has a negative R² now and then.
            (false, true) if self.is_often_negative(at) => Some(Found::Doubtful("has negative numbers and no other column has any: it is taken for a method; remove it if it holds something else, such as differences".to_owned())),
            _ => None,
        }
    }
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

/// Whether a name is that of p-values, also with the test's: `p (Wilcoxon)`.
fn is_p_value(name: &str) -> bool {
    const TESTS: &[&str] = &[
        "p", "wilcoxon", "ttest", "t", "test", "sign", "friedman", "nemenyi", "holm", "adj",
        "unadj",
    ];
    let words = words(name);
    let of_test =
        words.contains(&"p".to_owned()) && words.iter().all(|w| TESTS.contains(&w.as_str()));
    of_test || P_VALUES.contains(&words.concat().as_str())
}

fn within_one(column: &[Option<Printed>]) -> bool {
    column.iter().flatten().count() > 0
        && column.iter().flatten().all(|p| (0.0..=1.0).contains(&p.value))
}
