//! Several metrics next to each other in one line of the header, each before the name of a method: `accuracy: kNN`,
//! `accuracy: svm`, `kappa: kNN`, `kappa: svm`, as the side-by-side table of a report has them. Ranked together, a metric
//! would be judged against another one.

use std::collections::{BTreeMap, BTreeSet};

use super::super::TableOptions;
use super::{Plain, remove_columns};
use crate::data::error::DataError;
use crate::data::read::text::listed;

/// What stands between a metric and a method.
const BETWEEN: &str = ": ";

/// Keeps the columns of the metric that was asked for, under the names of the methods; refuses to guess which is meant.
pub fn choose(plain: &mut Plain, options: &TableOptions) -> Result<(), DataError> {
    let sheet = &plain.sheet;
    let Some(metrics) = metrics(&sheet.header) else { return Ok(()) };
    let is_asked = |metric: &&&str| {
        let plain = metric.to_lowercase();
        options.metrics.iter().any(|asked| plain.starts_with(&asked.to_lowercase()))
    };
    let names: Vec<&str> = metrics.iter().copied().collect();
    let asked: Vec<&str> = names.iter().filter(is_asked).copied().collect();
    let [metric] = asked[..] else {
        let problem = format!(
            "the table has {} metrics side by side, which cannot be ranked together",
            names.len()
        );
        let list = listed(names.iter().copied());
        let remedy = format!("choose one with --metric; the metrics are {list}");
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    };
    let metric = metric.to_owned();
    let of_metric = |name: &String| name.split_once(BETWEEN).map(|(own, _)| own == metric);
    let others: Vec<usize> = (0..sheet.header.len())
        .filter(|&column| of_metric(&sheet.header[column]) == Some(false))
        .collect();
    plain.notes.push(format!("{} columns of other metrics are left out", others.len()));
    remove_columns(&mut plain.sheet, &others);
    for name in &mut plain.sheet.header {
        if let Some((_, method)) = name.split_once(BETWEEN) {
            *name = method.to_owned();
        }
    }
    plain.metric = Some(metric);
    Ok(())
}

/// The metrics, if all columns but the first have one before their method, and every metric has the same methods.
fn metrics(header: &[String]) -> Option<BTreeSet<&str>> {
    let mut methods: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in header.iter().skip(1) {
        let (metric, method) = name.split_once(BETWEEN)?;
        methods.entry(metric).or_default().insert(method);
    }
    let first = methods.values().next()?;
    let alike = methods.values().all(|other| other == first);
    (methods.len() > 1 && first.len() > 1 && alike).then(|| methods.keys().copied().collect())
}
