//! Columns that are named after methods and metrics, or after methods and parts of the data, as a header with two levels. A
//! metric counts only if all columns have one in the same place, or if methods are crossed with metrics; which part of the
//! data is judged is decided in `data_parts`.

use std::collections::BTreeSet;

use super::super::TableOptions;
use super::super::cell;
use super::super::meaning::stem;
use super::super::metric_names::{is_cost, is_everyday, is_known, same, within};
use super::affixes::{Part, parts};
use super::data_parts::{Column, Split, one_method, split};
use super::levels::{Leveled, Levels, distinct};
use super::{Plain, labels};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};

const BY_PART: &str = "the names of the columns hold parts of the data, of which the test part is judged (--rows datasets takes every column for a method)";
const BY_METRIC: &str =
    "the names of the columns hold metrics (--rows datasets takes every column for a method)";

/// The levels of a table whose columns are named after methods and metrics, or after methods and parts of the data.
pub fn levels(sheet: &Sheet, options: &TableOptions) -> Result<Option<Levels>, DataError> {
    let labels = labels(sheet, options);
    for at_end in [true, false] {
        let taken = taken(sheet, &labels, at_end);
        let split = split(sheet, &taken)?;
        let (columns, is_split, part) = match split {
            Split::No => (taken.iter().collect(), false, None),
            Split::Test(tests) => (tests, true, None),
            Split::Only(part) => (taken.iter().collect(), false, Some(part)),
        };
        let found =
            Named { sheet, labels: &labels, options, at_end, all: &taken, columns, is_split, part };
        if let Some(levels) = found.by_metric()? {
            return Ok(Some(levels));
        }
        if is_split {
            return Ok(Some(found.by_part()));
        }
    }
    Ok(None)
}

/// Says which columns are taken for methods, though their names hold metrics or parts of the data.
pub fn doubts(plain: &mut Plain, options: &TableOptions) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let labels = labels(sheet, options);
    let mut doubtful: BTreeSet<usize> = BTreeSet::new();
    for at_end in [true, false] {
        let all = taken(sheet, &labels, at_end);
        if let Split::Only(part) = split(sheet, &all)? {
            plain.caveats.push(format!(
                "every name of a column holds {}: if these are scores of that part of the data, they are too good, most of all for methods that overfit",
                shown(&part)
            ));
            return Ok(());
        }
        let columns = all.iter().collect();
        let named = Named {
            sheet,
            labels: &labels,
            options,
            at_end,
            all: &all,
            columns,
            is_split: false,
            part: None,
        };
        // In front, metrics are words of methods: `error-correcting codes`.
        let is_free = at_end && !named.is_other(&named.metrics(|_| true));
        let is_doubtful = |own: &&Column| {
            let metric = own.parts.metric.as_ref().filter(|name| is_free && !is_everyday(name));
            metric.is_some() || own.parts.kind() == Part::Other
        };
        doubtful.extend(all.iter().filter(is_doubtful).map(|own| own.at));
    }
    if !doubtful.is_empty() {
        let names: Vec<String> = doubtful.iter().map(|&at| sheet.column_name(at)).collect();
        plain.notes.push(format!(
            "taken for methods, though their names hold metrics or parts of the data: {}; remove the columns that are no methods",
            listed(names.iter().map(String::as_str))
        ));
    }
    Ok(())
}

/// The columns with their names taken apart.
fn taken(sheet: &Sheet, labels: &[usize], at_end: bool) -> Vec<Column> {
    // The first column names rows, unless it holds scores under such a name.
    let is_free = |own: &Column| {
        let as_others = own.at == 0 && own.parts.is_joined();
        !labels.contains(&own.at) || as_others && is_scores(sheet, 0)
    };
    let apart = sheet.header.iter().map(|name| parts(name, at_end));
    (0..).zip(apart).map(|(at, parts)| Column { at, parts }).filter(is_free).collect()
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
    all: &'s [Column],
    /// Those that are judged.
    columns: Vec<&'s Column>,
    /// Whether the others are of another part of the data.
    is_split: bool,
    /// The part of the data that all are of, if it is not the test part.
    part: Option<String>,
}

impl Named<'_, '_> {
    /// The metrics in the names of some methods, each in its first spelling.
    fn metrics(&self, of: impl Fn(&str) -> bool) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for own in self.columns.iter().filter(|own| of(&own.parts.method)) {
            let Some(name) = own.parts.metric.as_deref().filter(|_| own.parts.is_joined()) else {
                continue;
            };
            if !found.iter().any(|known| known == name || same(known, name)) {
                found.push(name.to_owned());
            }
        }
        found
    }

    /// Methods crossed with metrics, or methods that all have one metric behind their names.
    fn by_metric(&self) -> Result<Option<Levels>, DataError> {
        let is_with = |own: &&&Column| own.parts.metric.is_some() && own.parts.is_joined();
        let with: Vec<&Column> = self.columns.iter().filter(is_with).copied().collect();
        let metrics = self.metrics(|_| true);
        let methods = distinct(with.iter().map(|own| own.parts.method.as_str()));
        let of_all = with.len() == self.columns.len();
        if let [only] = metrics.as_slice() {
            let distinct_names = distinct(self.columns.iter().map(|own| self.name(own)));
            let is_score = !is_everyday(only) && !is_cost(only);
            let most = is_score && 2 * with.len() > self.columns.len();
            let is_one = methods.len() > 1 && distinct_names.len() == self.columns.len();
            return if is_one && (of_all || most) { self.one_metric(only) } else { Ok(None) };
        }
        if metrics.is_empty() || self.is_other(&metrics) {
            return Ok(None);
        }
        if of_all && methods.len() == 1 {
            return Err(one_method(self.sheet, self.all, "metrics"));
        }
        let is_cross =
            metrics.len() * methods.len() == with.len() && 2 * with.len() > self.columns.len();
        if methods.len() > 1 && is_cross {
            let how = if self.is_split { BY_PART } else { BY_METRIC };
            return Ok(Some(self.leveled(&with, &metrics, how)));
        }
        // Everyday words, such as `em` and `mi`, are parts of names of methods, too.
        let several = |method: &String| {
            let own = self.metrics(|name| name == method);
            own.iter().filter(|name| !is_everyday(name)).count() > 1
        };
        let everywhere = of_all && metrics.iter().filter(|name| !is_everyday(name)).count() > 1;
        if !everywhere && !methods.iter().any(several) {
            return Ok(None);
        }
        let problem = format!(
            "the columns seem to hold several metrics ({}), and not every method has each",
            listed(metrics.iter().map(String::as_str))
        );
        let remedy =
            "keep the columns of one metric; say --rows datasets if every column is a method";
        Err(DataError::line(self.sheet.file, self.sheet.header_line, problem, remedy))
    }

    /// One metric in all names, or in most. An everyday word may as well say how a method was trained.
    fn one_metric(&self, metric: &str) -> Result<Option<Levels>, DataError> {
        let metrics = [metric.to_owned()];
        let in_parts = self.is_split || self.part.is_some();
        if self.is_other(&metrics) || !self.at_end && is_everyday(metric) && !in_parts {
            return Ok(None);
        }
        if !is_everyday(metric) || in_parts {
            let how = if self.is_split {
                BY_PART
            } else if self.columns.iter().all(|own| own.parts.metric.is_some()) {
                "every name of a column ends or begins with a metric"
            } else {
                "most names of columns end or begin with a metric, and the others are taken for methods without it in their names (--rows datasets takes every name for that of a method)"
            };
            return Ok(Some(self.leveled(&self.columns, &metrics, how)));
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

    /// The columns of the test part, without a metric in their names, or with words in it that say how methods were trained.
    fn by_part(&self) -> Levels {
        let mut levels = self.leveled(&self.columns, &[], BY_PART);
        for (own, column) in levels.columns.iter_mut().zip(&self.columns) {
            if let Some(metric) = column.parts.metric.as_ref().filter(|_| column.parts.is_joined())
            {
                own.lower = format!("{} {metric}", own.lower).trim().to_owned();
            }
        }
        levels
    }

    /// Whether a user, the first cell or the name of the file names another metric, so that those in the columns say how
    /// methods were trained (`adam_mse`).
    fn is_other(&self, metrics: &[String]) -> bool {
        let known = |name: &str| {
            metrics.iter().any(|own| own.eq_ignore_ascii_case(name) || same(own, name))
        };
        let asked = &self.options.metrics;
        if !asked.is_empty() {
            return metrics.len() == 1 && !asked.iter().any(|name| known(name));
        }
        let is_label = !self.all.iter().any(|own| own.at == 0);
        let corner = self.sheet.header.first().filter(|name| is_label && is_known(name)).cloned();
        let file = within(&stem(self.sheet.file));
        corner.into_iter().chain(file).any(|name| !known(&name))
    }

    /// What a column is called as a method.
    fn name<'c>(&'c self, own: &'c Column) -> &'c str {
        let is_taken = own.parts.metric.is_some() || self.is_split;
        if is_taken && own.parts.is_joined() {
            &own.parts.method
        } else {
            &self.sheet.header[own.at]
        }
    }

    /// Columns with the metric of each above; without any metrics, that level is left out.
    fn leveled(&self, columns: &[&Column], metrics: &[String], how: &'static str) -> Levels {
        let kept = |at: &&usize| !self.all.iter().any(|own| own.at == **at);
        let label = |&at: &usize| (at, self.sheet.header[at].clone());
        let upper = |own: &Column| {
            let name = own.parts.metric.as_deref().unwrap_or_default();
            let metric = match metrics {
                [only] => Some(only),
                several => several.iter().find(|known| *known == name || same(known, name)),
            };
            match (metric, &self.part) {
                (Some(metric), Some(part)) => format!("{part} {metric}"),
                (metric, _) => metric.cloned().unwrap_or_default(),
            }
        };
        let leveled = |own: &&Column| Leveled {
            at: own.at,
            upper: upper(own),
            lower: self.name(own).to_owned(),
        };
        let other = |own: &&Column| !columns.iter().any(|taken| taken.at == own.at);
        let left = self.all.iter().filter(other).map(|own| self.sheet.column_name(own.at));
        Levels {
            labels: self.labels.iter().filter(kept).map(label).collect(),
            left: left.collect(),
            columns: columns.iter().map(leveled).collect(),
            taken: 0,
            how,
        }
    }
}
