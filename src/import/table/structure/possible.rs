//! Which numbers the methods of a wide table can have: by the name of the metric where it is known, else by the numbers of the
//! other columns. A column is left out for its name only if its numbers agree.

use super::super::TableOptions;
use super::super::meaning::{is_within, stem};
use super::super::metric_names::{facts, within};
use super::Plain;
use super::numbers::Printed;

/// The numbers of one column.
pub type Numbers = Vec<Option<Printed>>;

/// The smallest and the largest value that the metric of a table can have; `None` where no metric is named.
pub fn known(plain: &Plain, options: &TableOptions) -> Option<(f64, f64)> {
    if options.range.is_some() {
        return options.range;
    }
    let stem = stem(plain.sheet.file);
    let corner = plain.sheet.header.first().cloned();
    let named = plain.metric.clone().or_else(|| options.metrics.first().cloned());
    let names = match named {
        Some(name) => vec![name],
        None => [Some(stem.clone()), corner, within(&stem)].into_iter().flatten().collect(),
    };
    names.iter().find_map(|name| facts(name)).map(|facts| facts.range)
}

/// The range of a metric in the unit of the other columns: shares may be in percent.
pub fn in_unit(range: (f64, f64), others: &[&Numbers]) -> (f64, f64) {
    if range.1 == 1.0 && !are_within(others, range) { (100.0 * range.0, 100.0) } else { range }
}

/// Whether all numbers of some columns are within a range.
pub fn are_within(columns: &[&Numbers], range: (f64, f64)) -> bool {
    values(columns).all(|value| is_within(value, range))
}

/// Whether more than half of a column's numbers are outside a range.
pub fn is_mostly_outside(column: &Numbers, range: (f64, f64)) -> bool {
    let outside = values(&[column]).filter(|value| !is_within(*value, range)).count();
    2 * outside > column.iter().flatten().count()
}

/// The range of all numbers of some columns.
pub fn range(columns: &[&Numbers]) -> (f64, f64) {
    let least = values(columns).fold(f64::INFINITY, f64::min);
    let most = values(columns).fold(f64::NEG_INFINITY, f64::max);
    (least, most)
}

/// Whether most numbers of a column are less than half of the smallest or more than twice the largest number of the others:
/// the best or the worst method is beyond the others, too, but not so far.
pub fn is_of_other_size(column: &Numbers, others: &[&Numbers]) -> bool {
    let (least, most) = range(others);
    let least = if least > 0.0 { least / 2.0 } else { 2.0 * least };
    let most = if most > 0.0 { 2.0 * most } else { most / 2.0 };
    is_mostly_outside(column, (least, most))
}

fn values<'n>(columns: &'n [&'n Numbers]) -> impl Iterator<Item = f64> + 'n {
    columns.iter().flat_map(|column| column.iter()).flatten().map(|printed| printed.value)
}
