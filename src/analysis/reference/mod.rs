//! Published beside measured: a published table held against our own scores, cell by cell and rank by rank. Numbers in, one
//! value out; it knows neither files nor formats.
//!
//! What "within" means: a published value lies within our fold uncertainty if it is no farther from our mean than two
//! standard deviations over our outer test folds, and half a unit of its last printed place. Fold deviations can be large, so
//! there is a stricter question too: whether it lies in the confidence interval of our mean, whose variance is
//! sd² (1/J + test/train) over J folds because folds share training data (Nadeau and Bengio 2003), with half a unit again.
//! Times of another machine are neither: only their ratio is reported.

mod cells;
mod ranks;
mod settings;

#[cfg(test)]
mod tests;

pub use cells::{Apart, Difference, Measured, ReferenceCell};
pub use ranks::ReferenceRanks;
pub use settings::{Joined, ReferenceSpec, ReferenceTable, UNITS, factor};

use super::score_table::ScoreTable;
use crate::experiment::Absent;
use crate::measure::Direction;
use crate::num::math;
use crate::published::{Printed, PrintedUnit};

/// A published table beside our scores. Numbers count what the table counts.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The table's name.
    pub name: String,
    /// Where it was published.
    pub cite: String,
    /// Our metric.
    pub metric: String,
    /// The metric's name in sentences and captions.
    pub title: String,
    /// Which way is better.
    pub direction: Direction,
    /// What numbers count.
    pub unit: PrintedUnit,
    /// The decimals that most numbers of the table have.
    pub decimals: usize,
    /// The level of confidence intervals, such as 0.95.
    pub confidence: f64,
    /// Methods that both have, in our order.
    pub methods: Vec<Pair>,
    /// Datasets that both have, in our order.
    pub rows: Vec<ReferenceRow>,
    /// How far all cells agree.
    pub overall: Agreement,
    /// The same of every method.
    pub by_method: Vec<Agreement>,
    /// Mean ranks; `None` with fewer than two methods or without a complete row.
    pub ranks: Option<ReferenceRanks>,
    /// Cells that were published and of which we have no score: dataset, method and reason.
    pub holes: Vec<(String, String, String)>,
    /// Published datasets that we did not run, each with the reason.
    pub not_run: Vec<(String, String)>,
    /// Published methods that we did not run.
    pub methods_not_run: Vec<String>,
    /// Our datasets that the table does not have.
    pub not_published: Vec<String>,
    /// Our methods that the table does not have.
    pub methods_not_published: Vec<String>,
}

/// Two names of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Ours.
    pub ours: String,
    /// The table's.
    pub published: String,
}

/// A dataset that both have.
#[derive(Debug, Clone)]
pub struct ReferenceRow {
    /// Its names.
    pub dataset: Pair,
    /// A cell a method.
    pub cells: Vec<ReferenceCell>,
}

/// How far some cells agree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Agreement {
    /// Cells with a published and a measured number.
    pub cells: usize,
    /// Of these, cells with a standard deviation over our folds; none of a time.
    pub judged: usize,
    /// Of these, cells whose published value is within one standard deviation.
    pub one: usize,
    /// The same for two.
    pub two: usize,
    /// Cells with a confidence interval of our mean.
    pub intervals: usize,
    /// Of these, cells whose published value lies in it.
    pub inside: usize,
    /// Mean of the differences; of times, geometric mean of the ratios.
    pub mean: Option<f64>,
    /// The cell that is farthest apart: its row, its method, and the difference or ratio.
    pub farthest: Option<(usize, usize, f64)>,
}

/// What is known of our side beside the scores.
pub struct Known<'a> {
    /// The level of tests; intervals have the rest.
    pub alpha: f64,
    /// Why a dataset and a method, by position, have no score.
    pub reason: &'a dyn Fn(usize, usize) -> String,
    /// Datasets of the experiment that could not be had.
    pub absent: &'a [Absent],
}

impl Reference {
    /// Holds a table against the scores of its metric.
    pub fn new(table: &ReferenceTable, scores: &ScoreTable, known: &Known<'_>) -> Reference {
        let results = &scores.results;
        let columns = joined(&table.methods, &results.methods);
        let lines = joined(&table.datasets, &results.datasets);
        let factor = factor(table.unit, table.metric).unwrap_or(1.0);
        let mut holes = Vec::new();
        let mut rows = Vec::new();
        for line in &lines {
            let mut cells = Vec::new();
            for column in &columns {
                let published = table.cells[line.published][column.published].clone();
                let sd =
                    table.sds.get(line.published).and_then(|row| row[column.published].clone());
                let score = results.cells[line.ours][column.ours].as_ref();
                if published.is_some() && score.is_none() {
                    let reason = (known.reason)(line.ours, column.ours);
                    let (dataset, method) =
                        (&results.datasets[line.ours], &results.methods[column.ours]);
                    holes.push((dataset.clone(), method.clone(), reason));
                }
                cells.push(ReferenceCell::new(
                    published,
                    sd,
                    score,
                    factor,
                    table.unit,
                    known.alpha,
                ));
            }
            rows.push(ReferenceRow { dataset: line.names.clone(), cells });
        }
        let by_method = (0..columns.len()).map(|m| agreement(&rows, |column| column == m));
        let name = |joined: &Joined| joined.published.clone();
        let unknown = |joined: &&Joined| {
            joined.ours.as_ref().is_none_or(|ours| !results.methods.contains(ours))
        };
        Reference {
            name: table.name.clone(),
            cite: table.cite.clone(),
            metric: results.metric.clone(),
            title: results.title.clone(),
            direction: results.direction,
            unit: table.unit,
            decimals: decimals(table),
            confidence: 1.0 - known.alpha,
            by_method: by_method.collect(),
            overall: agreement(&rows, |_| true),
            ranks: ranks::ranks(table, results.direction, &columns, &rows),
            holes,
            not_run: not_run(table, &results.datasets, known.absent),
            methods_not_run: table.methods.iter().filter(unknown).map(name).collect(),
            not_published: lacking(&results.datasets, &lines),
            methods_not_published: lacking(&results.methods, &columns),
            methods: columns.into_iter().map(|column| column.names).collect(),
            rows,
        }
    }
}

/// A name that both have, with its places.
struct Place {
    ours: usize,
    published: usize,
    names: Pair,
}

/// Names that both have, in our order.
fn joined(table: &[Joined], ours: &[String]) -> Vec<Place> {
    let place = |(position, name): (usize, &String)| {
        let published = table.iter().position(|joined| joined.ours.as_ref() == Some(name))?;
        let names = Pair { ours: name.clone(), published: table[published].published.clone() };
        Some(Place { ours: position, published, names })
    };
    ours.iter().enumerate().filter_map(place).collect()
}

/// Our names that the table does not have.
fn lacking(ours: &[String], joined: &[Place]) -> Vec<String> {
    let there = |position: usize| joined.iter().any(|place| place.ours == position);
    ours.iter().enumerate().filter(|(p, _)| !there(*p)).map(|(_, name)| name.clone()).collect()
}

fn not_run(
    table: &ReferenceTable,
    ours: &[String],
    absent_here: &[Absent],
) -> Vec<(String, String)> {
    let mut absent = Vec::new();
    for Joined { published, ours: name } in &table.datasets {
        let reason = match name {
            Some(name) if ours.contains(name) => continue,
            None => "not in the spec",
            Some(name) => {
                let said = absent_here.iter().find(|absent| absent.name == *name);
                said.map_or("not in this run", |absent| absent.reason.as_str())
            }
        };
        absent.push((published.clone(), reason.to_owned()));
    }
    absent
}

/// The decimals of the most exact number of a table, so that no digit of ours is lost beside it; not more than fit a column.
fn decimals(table: &ReferenceTable) -> usize {
    let after_point = |printed: &Printed| {
        let decimals = printed.text().split_once('.').map_or("", |(_, rest)| rest);
        decimals.chars().take_while(char::is_ascii_digit).count()
    };
    let most = table.cells.iter().flatten().flatten().map(after_point).max().unwrap_or(0);
    let least = match table.unit {
        PrintedUnit::Percent => 1,
        PrintedUnit::Share | PrintedUnit::Number => 2,
        PrintedUnit::Count | PrintedUnit::Seconds => 0,
    };
    most.clamp(least, 6)
}

/// The cells of some columns taken together.
fn agreement(rows: &[ReferenceRow], wanted: impl Fn(usize) -> bool) -> Agreement {
    let mut found = Agreement::default();
    let (mut values, mut far) = (Vec::new(), 0.0);
    for (row, line) in rows.iter().enumerate() {
        for (method, cell) in line.cells.iter().enumerate().filter(|(m, _)| wanted(*m)) {
            let Some(apart) = &cell.apart else { continue };
            found.cells += 1;
            let (value, distance) = match apart {
                Apart::Difference(d) => {
                    found.judged += usize::from(d.two.is_some());
                    found.one += usize::from(d.one == Some(true));
                    found.two += usize::from(d.two == Some(true));
                    found.intervals += usize::from(d.inside.is_some());
                    found.inside += usize::from(d.inside == Some(true));
                    values.push(d.value);
                    (d.value, d.value.abs())
                }
                Apart::Ratio(ratio) => {
                    values.push(math::ln(*ratio));
                    (*ratio, math::ln(*ratio).abs())
                }
            };
            if found.farthest.is_none() || distance > far {
                far = distance;
                found.farthest = Some((row, method, value));
            }
        }
    }
    let ratios = rows.iter().flat_map(|row| &row.cells).any(ReferenceCell::is_ratio);
    let mean = (!values.is_empty()).then(|| math::mean(&values));
    found.mean = mean.map(|mean| if ratios { math::exp(mean) } else { mean });
    found
}
