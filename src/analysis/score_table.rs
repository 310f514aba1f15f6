//! The scores of one metric with their ranks and averages: what the tables of a report show, holes and all. Nothing is
//! tested here; that is the verdict's part.

use super::Analysis;
use super::boxes::Boxes;
use super::results::{Results, Score};
use crate::measure::Direction;
use crate::num::math;
use crate::stats::effect::{WinTieLoss, win_tie_loss};
use crate::stats::{TIE, Ties, average_ranks};

/// One metric of every method on every dataset.
#[derive(Debug, Clone)]
pub struct ScoreTable {
    /// The scores, before any policy for missing ones.
    pub results: Results,
    /// `ranks[dataset][method]`; `None` where a method of the dataset has no score.
    pub ranks: Vec<Vec<Option<f64>>>,
    /// `best[dataset][method]`: whether no method has a better mean.
    pub best: Vec<Vec<bool>>,
    /// Mean of each method over the complete datasets. Errors in units of the target have none, unless there is one dataset:
    /// litres and metres cannot be averaged.
    pub averages: Vec<Option<f64>>,
    /// Mean rank of every method: that of the verdict on these scores, else over the complete datasets.
    pub average_ranks: Vec<Option<f64>>,
    /// Datasets on which every method has a value.
    pub complete: usize,
    /// Test parts that were planned on each dataset, over all repeats; empty where scores come from elsewhere.
    pub folds: Vec<usize>,
    /// The scores of each method in a few numbers.
    pub boxes: Boxes,
}

impl ScoreTable {
    /// Ranks and averages some results.
    pub fn new(results: Results, folds: Vec<usize>) -> ScoreTable {
        let higher = results.direction == Direction::Higher;
        let (mut ranks, mut best) = (Vec::new(), Vec::new());
        for row in &results.cells {
            let means: Vec<f64> = row.iter().flatten().map(|score| score.mean).collect();
            let top = means.iter().copied().reduce(if higher { f64::max } else { f64::min });
            let is_best = |cell: &Option<Score>| {
                cell.as_ref().zip(top).is_some_and(|(score, top)| (score.mean - top).abs() <= TIE)
            };
            best.push(row.iter().map(is_best).collect());
            ranks.push(if means.len() == row.len() {
                average_ranks(&means, higher, Ties::Decimal).into_iter().map(Some).collect()
            } else {
                vec![None; row.len()]
            });
        }
        let whole = |row: &&Vec<Option<Score>>| row.iter().all(Option::is_some);
        let complete = results.cells.iter().filter(whole).count();
        let mean_of = |values: Vec<f64>| (!values.is_empty()).then(|| math::mean(&values));
        let has_mean = !results.mixes_units();
        let methods = 0..results.methods.len();
        let averages = methods.clone().map(|method| {
            let rows = results.cells.iter().filter(whole).filter(|_| has_mean);
            mean_of(rows.filter_map(|row| row[method].as_ref().map(|s| s.mean)).collect())
        });
        let average_ranks = methods.map(|method| {
            let ranks: &Vec<Vec<Option<f64>>> = &ranks;
            mean_of(ranks.iter().filter_map(|row| row[method]).collect())
        });
        let (averages, average_ranks) = (averages.collect(), average_ranks.collect());
        let boxes = Boxes::new(&results);
        ScoreTable { averages, average_ranks, ranks, best, complete, folds, boxes, results }
    }

    /// Datasets on which method `a` is better than `b`, equal and worse, among those on which both have a score; `None`
    /// where no such dataset is left.
    pub fn counts(&self, a: usize, b: usize) -> Option<WinTieLoss> {
        let rows = self.results.oriented();
        let (first, second): (Vec<f64>, Vec<f64>) =
            rows.iter().filter_map(|row| row[a].zip(row[b])).unzip();
        if first.is_empty() {
            return None;
        }
        win_tie_loss(&first, &second, Ties::Decimal).ok()
    }

    /// Takes the mean ranks of a verdict over, so that every table shows the ranks that were tested.
    pub fn take_ranks(&mut self, analysis: &Analysis) {
        let rank = |method: &String| {
            let place = analysis.results.methods.iter().position(|m| m == method)?;
            Some(analysis.omnibus.mean_ranks[place])
        };
        self.average_ranks = self.results.methods.iter().map(rank).collect();
    }

    /// Every missing cell, by positions of dataset and method.
    pub fn holes(&self) -> Vec<(usize, usize)> {
        let rows = self.results.cells.iter().enumerate();
        rows.flat_map(|(dataset, row)| {
            let missing = row.iter().enumerate().filter(|(_, cell)| cell.is_none());
            missing.map(move |(method, _)| (dataset, method))
        })
        .collect()
    }
}
