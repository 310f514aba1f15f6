//! Ranks over metrics: how methods stand when several metrics are looked at together (as Melki 2018, table 4.14). The
//! meta-rank of a method is the mean, over metrics, of the rank of its mean rank; it is a description, not a test, because
//! metrics of the same predictions are not independent.

use super::score_table::ScoreTable;
use crate::num::math;
use crate::stats::{Ties, average_ranks};

/// Mean ranks of every metric and what they add up to.
#[derive(Debug, Clone, PartialEq)]
pub struct MetaRanks {
    /// Columns.
    pub methods: Vec<String>,
    /// Metrics with the mean rank of every method.
    pub metrics: Vec<(String, Vec<f64>)>,
    /// Mean of the mean ranks, a method each.
    pub averages: Vec<f64>,
    /// Mean of the ranks of the mean ranks, a method each.
    pub meta: Vec<f64>,
}

/// The ranks of two metrics or more; a metric without any complete dataset does not count.
pub fn meta_ranks(tables: &[ScoreTable]) -> Option<MetaRanks> {
    let ranked = tables.iter().filter_map(|table| {
        let ranks: Option<Vec<f64>> = table.average_ranks.iter().copied().collect();
        Some((table.results.metric.clone(), ranks?))
    });
    let metrics: Vec<(String, Vec<f64>)> = ranked.collect();
    let methods = tables.first()?.results.methods.clone();
    if metrics.len() < 2 || methods.len() < 2 {
        return None;
    }
    let again: Vec<Vec<f64>> =
        metrics.iter().map(|(_, ranks)| average_ranks(ranks, false, Ties::Decimal)).collect();
    let over = |rows: Vec<&Vec<f64>>| -> Vec<f64> {
        let column = |m: usize| math::mean(&rows.iter().map(|r| r[m]).collect::<Vec<f64>>());
        (0..methods.len()).map(column).collect()
    };
    let averages = over(metrics.iter().map(|(_, ranks)| ranks).collect());
    let meta = over(again.iter().collect());
    Some(MetaRanks { methods, metrics, averages, meta })
}
