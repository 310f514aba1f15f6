//! Which columns of a long file hold what: names, folds, metrics and scores.

use super::super::TableOptions;
use super::super::exports;
use super::super::folds::columns::{self, FoldColumns};
use super::super::measures::{self, Measures, VALUE};
use super::super::roles::{self, Roles};
use super::METRIC;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

/// What the columns of a long file are.
pub struct Found {
    pub metric: Option<usize>,
    /// The column of metrics, where a line is about one of them.
    pub by_rows: Option<usize>,
    pub dataset: Option<usize>,
    pub method: usize,
    pub folds: FoldColumns,
    pub measures: Measures,
    pub guessed: Vec<String>,
}

impl Found {
    pub fn of(sheet: &Sheet, options: &TableOptions) -> Result<Found, DataError> {
        let metric = columns::only(sheet, "metric", METRIC)?;
        let Roles { dataset, method, notes: guessed } =
            roles::find(sheet, options, &metric.into_iter().collect::<Vec<_>>())?;
        let mut keys: Vec<usize> = dataset.into_iter().chain([method]).collect();
        let mean = exports::mean(sheet);
        let by_rows = metric.filter(|_| mean.is_some() || !sheet.columns_called(VALUE).is_empty());
        keys.extend(by_rows);
        let mut folds = columns::find(sheet, &keys, options.fold_column.as_deref())?;
        if folds == FoldColumns::default() {
            folds = exports::resamples(sheet);
        }
        let used = keys.iter().copied().chain(metric).chain(folds.iter()).chain(numbering(sheet));
        let used: Vec<usize> = used.collect();
        let measures = match (mean, by_rows) {
            (Some(found), _) => found,
            // What is left out is said of columns, and the metrics are in rows.
            (None, Some(_)) => Measures { notes: Vec::new(), ..measures::find(sheet, &used, &[])? },
            (None, None) => measures::find(sheet, &used, &options.metrics)?,
        };
        Ok(Found { metric, by_rows, dataset, method, folds, measures, guessed })
    }
}

/// The columns that hold the scores of a long file; none where they are not known.
pub fn score_columns(sheet: &Sheet, options: &TableOptions) -> Vec<usize> {
    let Ok(Found { measures, .. }) = Found::of(sheet, options) else { return Vec::new() };
    measures.chosen.iter().map(|measure| measure.column).collect()
}

/// Columns of row numbers, folds and the like, which hold no scores even where they are not needed.
fn numbering(sheet: &Sheet) -> Vec<usize> {
    let counts = |&column: &usize| {
        let name = sheet.column_name(column);
        sheet.header[column].is_empty() || matches!(name.as_str(), "nr" | "id" | "index" | "row")
    };
    let unnamed = (0..sheet.header.len()).filter(counts);
    unnamed.chain(columns::numbering(sheet)).collect()
}
