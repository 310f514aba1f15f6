//! Columns that are named after a metric and a method, or after a method and a part of the data, become one table for each
//! metric, with a column per method. What is not judged (times, training parts) is left out with a note; names that leave
//! open which are metrics are refused.

use std::collections::BTreeSet;

use super::super::TableOptions;
use super::super::metric_names::kinds::{is_deviation, is_other_part, is_test_part};
use super::super::metric_names::{bare, facts, is_cost, is_known, is_not_test, same};
use super::super::names::words;
use super::{Plain, with};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};

const MEAN: &[&str] = &["mean", "avg", "average"];

/// A column with two names.
#[derive(Debug)]
pub struct Leveled {
    /// Where it is.
    pub at: usize,
    /// The name above, or in front.
    pub upper: String,
    /// The name below, or behind.
    pub lower: String,
}

/// A header with two names for each column.
#[derive(Debug)]
pub struct Levels {
    /// Columns that every table has, with their names.
    pub labels: Vec<(usize, String)>,
    /// The others.
    pub columns: Vec<Leveled>,
    /// Columns that are no scores of the test part of a method.
    pub left: Vec<String>,
    /// How many rows belong to the header.
    pub taken: usize,
    /// What the header is like, in words.
    pub how: &'static str,
}

/// The metrics to read, and which level names them.
struct Chosen {
    metrics: Vec<String>,
    above: bool,
    /// Whether the level names metrics at all; else a user does.
    named: bool,
    left: Vec<String>,
}

impl Levels {
    /// The tables of one metric each.
    pub fn tables<'a>(
        &self,
        sheet: &Sheet<'a>,
        options: &TableOptions,
    ) -> Result<Vec<Plain<'a>>, DataError> {
        let lower = distinct(self.level(false));
        if lower.len() == 2 && lower.iter().all(|name| is_mean(name) || is_spread(name)) {
            return Ok(vec![self.with_spreads(sheet)?]);
        }
        let chosen = self.choose(sheet, options)?;
        let Chosen { metrics, above, named, left } = &chosen;
        let names: Vec<String> =
            metrics.iter().filter(|name| !is_part(name)).map(|name| shown(name)).collect();
        let mut notes = vec![match names.as_slice() {
            [] => self.how.to_owned(),
            [only] => format!("{}: {only} is the metric", self.how),
            several => format!("{}: {} are the metrics", self.how, several.join(", ")),
        }];
        if !left.is_empty() {
            let left = listed(left.iter().map(String::as_str));
            notes.push(format!("metrics that are not judged: {left}; --metric chooses others"));
        }
        if !self.left.is_empty() {
            let left = listed(self.left.iter().map(String::as_str));
            notes.push(format!("columns that are left out: {left}"));
        }
        let mut tables = Vec::new();
        for metric in metrics {
            let of_metric = |own: &&Leveled| own.name(*above) == metric;
            let columns: Vec<(usize, String)> = self
                .columns
                .iter()
                .filter(of_metric)
                .map(|own| (own.at, own.name(!above).to_owned()))
                .collect();
            let sheet = self.picked(sheet, &columns);
            let metric = Some(metric.clone()).filter(|name| *named && !is_part(name));
            let notes = std::mem::take(&mut notes);
            let caveats = metric.as_deref().and_then(flatters).into_iter().collect();
            tables.push(Plain { sheet, metric, notes, caveats });
        }
        Ok(tables)
    }

    fn level(&self, above: bool) -> impl Iterator<Item = &str> {
        self.columns.iter().map(move |own| own.name(above))
    }

    /// Which level names metrics, and which of them are read: those that are asked for, else all scores of the test part.
    fn choose(&self, sheet: &Sheet, options: &TableOptions) -> Result<Chosen, DataError> {
        let (upper, lower) = (distinct(self.level(true)), distinct(self.level(false)));
        let is_metric = |name: &String| is_known(name) || is_not_test(name) || is_part(name);
        let known = |level: &[String]| level.iter().all(is_metric);
        let (above, below) = (known(&upper), known(&lower));
        // Where both could be metrics, times are as likely methods.
        let certain = |level: &[String]| level.iter().all(|name| facts(name).is_some());
        let is_below = below && (!above || certain(&lower) && !certain(&upper));
        let (metrics, is_above) = if is_below { (&lower, false) } else { (&upper, true) };
        if !options.metrics.is_empty() {
            for (level, above) in
                [(metrics, is_above), (if is_above { &lower } else { &upper }, !is_above)]
            {
                let found: Option<Vec<String>> =
                    options.metrics.iter().map(|asked| find(level, asked)).collect();
                if let Some(metrics) = found {
                    return Ok(Chosen { metrics, above, named: true, left: Vec::new() });
                }
            }
            let is_title = upper.len() == 1 && !above && options.metrics.len() == 1;
            if !is_title {
                return Err(self.open(sheet, &upper, &lower, Some(&options.metrics)));
            }
            return Ok(Chosen { metrics: upper, above: true, named: false, left: Vec::new() });
        }
        if !above && !below && upper.len() > 1 {
            return Err(self.open(sheet, &upper, &lower, None));
        }
        let (metrics, left) = self.judged(sheet, metrics)?;
        Ok(Chosen { metrics, above: is_above, named: true, left })
    }

    /// Which of the metrics are judged: scores of the test part; without any, those of the only other part, else the costs.
    fn judged(
        &self,
        sheet: &Sheet,
        metrics: &[String],
    ) -> Result<(Vec<String>, Vec<String>), DataError> {
        let (costs, scores): (Vec<String>, Vec<String>) =
            metrics.iter().cloned().partition(|name| is_cost(name));
        let (others, tests): (Vec<String>, Vec<String>) =
            scores.into_iter().partition(|name| is_not_test(name));
        if !tests.is_empty() {
            let left = |name: &&String| !tests.contains(*name);
            return Ok((tests.clone(), metrics.iter().filter(left).cloned().collect()));
        }
        let words = others.iter().flat_map(|name| words(name));
        let parts: BTreeSet<String> = words.filter(|word| is_other_part(word)).collect();
        if parts.len() > 1 {
            let names = listed(others.iter().map(String::as_str));
            return Err(none_of_test(sheet, &format!("choose one of {names} with --metric")));
        }
        Ok(if others.is_empty() { (costs, others) } else { (others, costs) })
    }

    /// What is asked of a user where no level names the metrics.
    fn open(
        &self,
        sheet: &Sheet,
        upper: &[String],
        lower: &[String],
        asked: Option<&[String]>,
    ) -> DataError {
        let names = |level: &[String]| listed(level.iter().map(String::as_str));
        let problem = match asked {
            Some(asked) => format!(
                "{}, and not every metric that --metric names is there: {}",
                self.how,
                names(asked)
            ),
            None => format!("{}, and it is not clear which names metrics", self.how),
        };
        let keep =
            if self.taken == 0 { "; --rows datasets takes every column for a method" } else { "" };
        let remedy = format!(
            "choose a metric with --metric: the first names are {}, the second {}{keep}",
            names(upper),
            names(lower)
        );
        DataError::line(sheet.file, sheet.header_line, problem, remedy)
    }

    /// A table of some columns under new names.
    fn picked<'a>(&self, sheet: &Sheet<'a>, columns: &[(usize, String)]) -> Sheet<'a> {
        let all = || self.labels.iter().chain(columns);
        let header = all().map(|(_, name)| name.clone()).collect();
        let row = |row: &Row| {
            let cells = all().map(|(at, _)| row.text(*at).to_owned()).collect();
            Row { line: row.line, cells }
        };
        let rows = sheet.rows.iter().skip(self.taken).map(row).collect();
        with(sheet, header, rows)
    }

    /// Means and standard deviations below the name of each method.
    fn with_spreads<'a>(&self, sheet: &Sheet<'a>) -> Result<Plain<'a>, DataError> {
        let column = |method: &str, is: fn(&str) -> bool| {
            let found = self.columns.iter().find(|own| own.upper == method && is(&own.lower));
            found.map(|own| own.at)
        };
        let mut header: Vec<String> = self.labels.iter().map(|(_, name)| name.clone()).collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for method in distinct(self.level(true)) {
            let Some(pair) = column(&method, is_mean).zip(column(&method, is_spread)) else {
                let problem = format!(
                    "{}, and {} does not have both a mean and a standard deviation",
                    self.how,
                    shown(&method)
                );
                let remedy = "give every method both, or only means under a header of one line";
                return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
            };
            pairs.push(pair);
            header.push(method);
        }
        let row = |row: &Row| {
            let labels = self.labels.iter().map(|(at, _)| row.text(*at).to_owned());
            let scores = pairs.iter().map(|&(mean, sd)| match (row.text(mean), row.text(sd)) {
                (mean, "") => mean.to_owned(),
                (mean, sd) => format!("{mean} ± {sd}"),
            });
            Row { line: row.line, cells: labels.chain(scores).collect() }
        };
        let rows = sheet.rows.iter().skip(self.taken).map(row).collect();
        let note = format!("{}: means and standard deviations of each method", self.how);
        Ok(Plain {
            sheet: with(sheet, header, rows),
            metric: None,
            notes: vec![note],
            caveats: Vec::new(),
        })
    }
}

impl Leveled {
    fn name(&self, above: bool) -> &str {
        if above { &self.upper } else { &self.lower }
    }
}

/// The caveat of a metric that was not measured on the test part.
pub fn flatters(metric: &str) -> Option<String> {
    (is_not_test(metric) && !is_cost(metric)).then(|| {
        format!(
            "{} is by its name a score of the training or the validation part: such scores are too good, most of all for methods that overfit",
            shown(metric)
        )
    })
}

/// The refusal of scores of several parts, of which none is the test part.
pub fn none_of_test(sheet: &Sheet, other: &str) -> DataError {
    let problem = "the columns are scores of the training and the validation part, which flatter: none is of the test part";
    let remedy = format!("give the scores of the test part; {other}");
    DataError::line(sheet.file, sheet.header_line, problem, remedy)
}

/// The name of a level that a user asks for: the very name, else the metric, else the only one that begins so.
fn find(level: &[String], asked: &str) -> Option<String> {
    let begins = |name: &&String| name.to_lowercase().starts_with(&asked.to_lowercase());
    let find = |is: &dyn Fn(&str) -> bool| level.iter().find(|name| is(name));
    let found = find(&|name| name.eq_ignore_ascii_case(asked))
        .or_else(|| find(&|name| is_known(name) && bare(name) == bare(asked)))
        .or_else(|| find(&|name| same(name, asked)));
    let mut beginning = level.iter().filter(|name| is_known(name)).filter(begins);
    let only = beginning.next().filter(|_| beginning.next().is_none());
    found.or(only).cloned()
}

/// Whether a name is none of a metric, but that of the test part, or nothing.
fn is_part(name: &str) -> bool {
    name.is_empty() || is_test_part(&name.to_lowercase())
}

fn is_mean(name: &str) -> bool {
    MEAN.contains(&name.to_lowercase().as_str())
}

fn is_spread(name: &str) -> bool {
    is_deviation(&name.to_lowercase())
}

/// Names in the order they are met, each once.
pub fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}
