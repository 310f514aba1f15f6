//! Columns that are named after methods and metrics, or after methods and parts of the data, as a header with two levels. A
//! metric counts only if all columns have one in the same place; columns of one metric get the names of their methods back.

use std::collections::{BTreeMap, BTreeSet};

use super::super::TableOptions;
use super::super::cell;
use super::super::meaning::stem;
use super::super::metric_names::{is_everyday, is_known, within};
use super::affixes::{Parts, is_test_word, parts};
use super::labels;
use super::levels::{Leveled, Levels, distinct};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

/// A column whose name was taken apart.
struct Column {
    at: usize,
    parts: Parts,
}

/// The levels of a table whose columns are named after methods and metrics, or after methods and parts of the data.
pub fn levels(sheet: &Sheet, options: &TableOptions) -> Result<Option<Levels>, DataError> {
    let labels = labels(sheet, options);
    for at_end in [true, false] {
        // The first column names rows, unless it holds scores under such a name.
        let is_free = |own: &Column| {
            let found = own.parts.metric.is_some() || own.parts.part.is_some();
            let as_others = own.at == 0 && found && !own.parts.method.is_empty();
            !labels.contains(&own.at) || as_others && is_scores(sheet, 0)
        };
        let apart = sheet.header.iter().map(|name| parts(name, at_end));
        let taken: Vec<Column> =
            (0..).zip(apart).map(|(at, parts)| Column { at, parts }).filter(is_free).collect();
        let found = Named { sheet, labels: &labels, options, at_end, columns: &taken };
        if let Some(levels) = found.by_part()? {
            return Ok(Some(levels));
        }
        if let Some(levels) = found.by_metric()? {
            return Ok(Some(levels));
        }
    }
    Ok(None)
}

fn is_scores(sheet: &Sheet, column: usize) -> bool {
    sheet.rows.iter().all(|row| cell::parse(row.text(column)).is_ok())
}

/// A table and the names of its columns, taken apart.
struct Named<'s, 'f> {
    sheet: &'s Sheet<'f>,
    labels: &'s [usize],
    options: &'s TableOptions,
    at_end: bool,
    columns: &'s [Column],
}

impl Named<'_, '_> {
    /// Methods crossed with parts of the data: the test part is judged.
    fn by_part(&self) -> Result<Option<Levels>, DataError> {
        let of_all =
            self.columns.iter().all(|own| own.parts.part.is_some() && !own.parts.method.is_empty());
        let mut seen: BTreeMap<(&str, Option<&String>), BTreeSet<String>> = BTreeMap::new();
        for own in self.columns {
            let key = (own.parts.method.as_str(), own.parts.metric.as_ref());
            seen.entry(key)
                .or_default()
                .extend(own.parts.part.as_ref().map(|part| part.to_lowercase()));
        }
        let crossed = seen.values().filter(|parts| parts.len() > 1).count();
        if of_all && crossed == 1 && seen.len() == 1 {
            return Err(self.one_method("parts of the data"));
        }
        if !of_all || crossed < 2 {
            return Ok(None);
        }
        let is_test =
            |own: &&Column| own.parts.part.as_ref().is_some_and(|part| is_test_word(part));
        let tests: Vec<&Column> = self.columns.iter().filter(is_test).collect();
        if tests.len() < 2 {
            let problem = "the columns are scores of the training and the validation part, which flatter: none is of the test part";
            let remedy =
                "give the scores of the test part; say --rows datasets if every column is a method";
            return Err(DataError::line(self.sheet.file, self.sheet.header_line, problem, remedy));
        }
        Ok(Some(self.leveled(tests, "the names of the columns hold parts of the data, of which the test part is judged (--rows datasets takes every column for a method)")))
    }

    /// Columns that differ in their metric or their part of the data only.
    fn one_method(&self, what: &str) -> DataError {
        let names: Vec<&str> =
            self.columns.iter().map(|own| self.sheet.header[own.at].as_str()).collect();
        let problem =
            format!("the columns are {what} of one method: {}", listed(names.into_iter()));
        let remedy =
            "a comparison needs a column per method; say --rows datasets if these are methods";
        DataError::line(self.sheet.file, self.sheet.header_line, problem, remedy)
    }

    /// Methods crossed with metrics, or methods that all have one metric behind their names.
    fn by_metric(&self) -> Result<Option<Levels>, DataError> {
        let with: Vec<&Column> = self
            .columns
            .iter()
            .filter(|own| own.parts.metric.is_some() && !own.parts.method.is_empty())
            .collect();
        let metrics = distinct(with.iter().filter_map(|own| own.parts.metric.as_deref()));
        let methods = distinct(with.iter().map(|own| own.parts.method.as_str()));
        let of_all = with.len() == self.columns.len();
        match metrics.as_slice() {
            [only] if of_all && methods.len() > 1 && methods.len() == with.len() => {
                self.one_metric(only, with)
            }
            [] | [_] => Ok(None),
            _ if of_all && methods.len() == 1 && !self.is_other(&metrics) => {
                Err(self.one_method("metrics"))
            }
            _ if self.is_other(&metrics) => Ok(None),
            _ if methods.len() > 1
                && metrics.len() * methods.len() == with.len()
                && 2 * with.len() > self.columns.len() =>
            {
                Ok(Some(self.leveled(with, "the names of the columns hold metrics (--rows datasets takes every column for a method)")))
            }
            _ if of_all && methods.len() > 1 && methods.len() < with.len() => {
                let problem = format!(
                    "the columns seem to hold several metrics ({}), and not every method has each",
                    listed(metrics.iter().map(String::as_str))
                );
                let remedy = "keep the columns of one metric; say --rows datasets if every column is a method";
                Err(DataError::line(self.sheet.file, self.sheet.header_line, problem, remedy))
            }
            _ => Ok(None),
        }
    }

    /// One metric in all names. An everyday word may as well say how a method was trained.
    fn one_metric(&self, metric: &str, with: Vec<&Column>) -> Result<Option<Levels>, DataError> {
        if self.is_other(&[metric.to_owned()]) || !self.at_end && is_everyday(metric) {
            return Ok(None);
        }
        if !is_everyday(metric) {
            return Ok(Some(
                self.leveled(with, "every name of a column ends or begins with a metric"),
            ));
        }
        if self.options.direction.is_some()
            || !matches!(metric.to_lowercase().as_str(), "loss" | "cost")
        {
            return Ok(None);
        }
        let problem = format!(
            "every name of a column ends with {}: the numbers may be losses, or scores of methods that are called so",
            shown(metric)
        );
        let remedy = "say --lower-is-better if they are losses, --higher-is-better or --metric if they are something else";
        Err(DataError::line(self.sheet.file, self.sheet.header_line, problem, remedy))
    }

    /// Whether a user, the first cell or the name of the file names another metric, so that those in the columns say how
    /// methods were trained (`adam_mse`).
    fn is_other(&self, metrics: &[String]) -> bool {
        let same = |name: &str| metrics.iter().any(|own| own.eq_ignore_ascii_case(name));
        let corner = self
            .sheet
            .header
            .first()
            .filter(|name| is_known(name) && !self.columns.iter().any(|c| c.at == 0));
        let file = within(&stem(self.sheet.file));
        let asked = &self.options.metrics;
        if asked.is_empty() {
            return corner.is_some_and(|name| !same(name)) || file.is_some_and(|name| !same(&name));
        }
        metrics.len() == 1 && !asked.iter().any(|name| same(name))
    }

    fn leveled(&self, columns: Vec<&Column>, how: &'static str) -> Levels {
        let kept = |at: &&usize| !self.columns.iter().any(|own| own.at == **at);
        let label = |&at: &usize| (at, self.sheet.header[at].clone());
        let leveled = |own: &Column| Leveled {
            at: own.at,
            upper: own.parts.metric.clone().unwrap_or_default(),
            lower: own.parts.method.clone(),
        };
        let taken: Vec<usize> = columns.iter().map(|own| own.at).collect();
        let other = |own: &&Column| !taken.contains(&own.at);
        let left = self.columns.iter().filter(other).map(|own| self.sheet.column_name(own.at));
        Levels {
            labels: self.labels.iter().filter(kept).map(label).collect(),
            left: left.collect(),
            columns: columns.into_iter().map(leveled).collect(),
            taken: 0,
            how,
        }
    }
}
