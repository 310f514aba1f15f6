//! The format-neutral table: words in cells, with the best ones marked. Decimals are chosen here, once for all formats.

use crate::analysis::{Cell, ScoreTable, Summary};
use crate::measure::Unit;

/// A word in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// What is printed.
    pub text: String,
    /// Whether it is the best of its row.
    pub best: bool,
}

/// A table as every format prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Above it.
    pub title: String,
    /// First cell of each column.
    pub header: Vec<String>,
    /// One row a dataset: its name, then a word a method.
    pub rows: Vec<(String, Vec<Word>)>,
    /// Averages and average ranks.
    pub footer: Vec<(String, Vec<Word>)>,
    /// Below it.
    pub notes: Vec<String>,
}

const ABSENT: &str = "-";

impl Table {
    /// Lays out the scores of one metric.
    pub fn new(scores: &ScoreTable) -> Table {
        let style = Style::new(scores);
        let plain = |text: String| Word { text, best: false };
        let cell = |cell: &Option<Cell>| match cell {
            Some(cell) => Word { text: style.cell(cell), best: cell.best },
            None => plain(ABSENT.into()),
        };
        let rows = scores
            .datasets
            .iter()
            .zip(&scores.cells)
            .map(|(name, cells)| (name.clone(), cells.iter().map(cell).collect()))
            .collect();
        let mut footer = Vec::new();
        if scores.datasets.len() > 1 && scores.complete > 0 {
            let line = |values: &[Option<f64>], show: &dyn Fn(f64) -> String| {
                values.iter().map(|v| plain(v.map_or(ABSENT.into(), show))).collect()
            };
            footer.push(("average".into(), line(&scores.averages, &|v| style.number(v))));
            footer
                .push(("average rank".into(), line(&scores.average_ranks, &|v| format!("{v:.2}"))));
        }
        let mut notes = Vec::new();
        let (complete, all) = (scores.complete, scores.datasets.len());
        if complete < all {
            let averages = match complete {
                0 => String::new(),
                some => format!(
                    "; averages and ranks are over the {some} of {all} datasets without one"
                ),
            };
            notes.push(format!("`{ABSENT}`: missing or undefined{averages}"));
        }
        if scores.cells.iter().flatten().flatten().any(|c| c.folds.len() < scores.folds) {
            let short = scores.datasets.iter().zip(&scores.cells).filter_map(|(name, cells)| {
                let folds = cells
                    .iter()
                    .flatten()
                    .map(|c| c.folds.len())
                    .min()
                    .filter(|f| *f < scores.folds)?;
                Some(format!("{name} ({folds} of {})", scores.folds))
            });
            let short: Vec<String> = short.collect();
            notes.push(format!(
                "undefined on some folds, which do not count there: {}",
                short.join(", ")
            ));
        }
        Table {
            title: format!(
                "{}{} ({} is better)",
                scores.metric.name,
                style.unit,
                scores.metric.direction.name()
            ),
            header: std::iter::once("dataset".into())
                .chain(scores.methods.iter().cloned())
                .collect(),
            rows,
            footer,
            notes,
        }
    }

    /// What is said above all tables of a summary.
    pub fn heading(summary: &Summary) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(summary.description.clone());
        lines.push(format!("{}.", summary.protocol));
        lines.push("Cells: mean ± standard deviation over the outer folds.".into());
        lines
    }
}

/// How the numbers of a table are written.
struct Style {
    factor: f64,
    decimals: usize,
    unit: &'static str,
}

impl Style {
    fn new(scores: &ScoreTable) -> Style {
        let largest =
            scores.cells.iter().flatten().flatten().map(|c| c.mean.abs()).fold(0.0, f64::max);
        match scores.metric.unit {
            Unit::Share => Style { factor: 100.0, decimals: 2, unit: " in %" },
            Unit::Seconds if largest < 1.0 => Style { factor: 1e3, decimals: 2, unit: " in ms" },
            Unit::Seconds => Style { factor: 1.0, decimals: 2, unit: " in s" },
            Unit::Number => Style { factor: 1.0, decimals: 4, unit: "" },
            Unit::Count => Style { factor: 1.0, decimals: 1, unit: "" },
        }
    }

    fn number(&self, value: f64) -> String {
        format!("{:.*}", self.decimals, value * self.factor)
    }

    fn cell(&self, cell: &Cell) -> String {
        match cell.sd {
            Some(sd) => format!("{} ± {}", self.number(cell.mean), self.number(sd)),
            None => self.number(cell.mean),
        }
    }
}
