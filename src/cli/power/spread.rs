//! How much the differences of two methods vary in stored results: over datasets, and over the folds of each dataset. Both
//! are medians over pairs of methods, so that one pair that differs wildly does not decide.

use crate::analysis::{Results, Score, Summary};
use crate::measure::MetricInfo;
use crate::num::math::sample_sd;
use crate::plan::Outline;
use crate::stats::posthoc::all_pairs;
use crate::stats::quantile::median;
use crate::store::History;

/// Standard deviations of differences, in units of the metric.
pub struct StoredSpread {
    /// The metric's name in sentences.
    pub metric: String,
    /// Over datasets; `None` if too little is stored, or if datasets have different units.
    pub over_datasets: Option<f64>,
    /// Over the folds of each dataset.
    pub over_folds: Vec<Option<f64>>,
}

impl StoredSpread {
    /// What is stored of an experiment, by one metric.
    pub fn read(
        outline: &Outline<'_>,
        metric: &'static MetricInfo,
        history: &History,
    ) -> Option<StoredSpread> {
        let outcome = |trial| history.outcome(outline, trial);
        let outcomes: Vec<_> = outline.trials.iter().map(outcome).collect();
        let summary = Summary::new(outline, &[metric], &outcomes);
        summary.tables.first().map(|table| StoredSpread::of(&table.results))
    }

    fn of(results: &Results) -> StoredSpread {
        let pairs = all_pairs(results.methods.len());
        let difference = |row: &[Option<Score>], a: usize, b: usize| {
            Some(row[a].as_ref()?.mean - row[b].as_ref()?.mean)
        };
        let over_datasets =
            pairs.iter().filter(|_| !results.mixes_units()).filter_map(|&(a, b)| {
                let rows = results.cells.iter();
                sample_sd(&rows.filter_map(|row| difference(row, a, b)).collect::<Vec<_>>())
            });
        let over_folds = results.cells.iter().map(|row| {
            let of_pair = |&(a, b): &(usize, usize)| fold_sd(row[a].as_ref()?, row[b].as_ref()?);
            typical(pairs.iter().filter_map(of_pair).collect())
        });
        StoredSpread {
            metric: results.title.clone(),
            over_datasets: typical(over_datasets.collect()),
            over_folds: over_folds.collect(),
        }
    }
}

fn fold_sd(a: &Score, b: &Score) -> Option<f64> {
    let paired = a.folds.len() == b.folds.len();
    let differences: Vec<f64> = a.folds.iter().zip(&b.folds).map(|(a, b)| a - b).collect();
    paired.then(|| sample_sd(&differences)).flatten()
}

/// The median, if it is a spread at all.
pub fn typical(values: Vec<f64>) -> Option<f64> {
    median(&values).ok().filter(|sd| *sd > 0.0 && sd.is_finite())
}
