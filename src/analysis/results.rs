//! Results: one metric of several methods on several datasets, from a run of our own or from a file. It is what
//! every test of the analysis starts from; it knows neither tests nor file formats.

use super::holes::Holes;
use crate::experiment::test_to_train;
use crate::measure::{Direction, Pairs, Unit};

/// One metric of every method on every dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// What was measured: the metric's id, or what a file calls it.
    pub metric: String,
    /// The metric's name in sentences and captions.
    pub title: String,
    /// Which way is better.
    pub direction: Direction,
    /// Whether it was not specified: the direction is the usual one.
    pub direction_assumed: bool,
    /// What the metric counts.
    pub unit: Unit,
    /// The smallest and the largest value the metric can have; infinite where there is no limit.
    pub range: (f64, f64),
    /// What of two scores can be paired.
    pub pairs: Pairs,
    /// Rows.
    pub datasets: Vec<String>,
    /// Columns.
    pub methods: Vec<String>,
    /// `cells[dataset][method]`; `None` where there is no result.
    pub cells: Vec<Vec<Option<Score>>>,
    /// What is known of missing results.
    pub holes: Holes,
}

/// The results of one metric from a file, and how it was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreFile {
    /// The results.
    pub results: Results,
    /// The layout of the file, as `import::table::LAYOUTS` names it.
    pub layout: &'static str,
    /// What a reader of the results should know, one sentence each.
    pub notes: Vec<String>,
    /// What a reader must be warned of, where the file says so of itself.
    pub caveats: Vec<String>,
}

/// A method on a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The score, the mean over folds where there are folds.
    pub mean: f64,
    /// Standard deviation over folds (n - 1), where known.
    pub sd: Option<f64>,
    /// The scores of the folds, in the same order for every method of a dataset; empty where only the mean is known.
    pub folds: Vec<f64>,
    /// Repeats of cross-validation that the folds come from, as many folds each.
    pub repeats: usize,
    /// The share of the rows that a test part holds, where it is not that of one fold among all of its repeat.
    pub test_share: Option<f64>,
    /// Whether each example of the dataset was predicted right (in the first repeat); empty where that is not known.
    pub right: Vec<bool>,
}

impl Score {
    /// A score of which no more is known than mean and spread.
    pub fn new(mean: f64, sd: Option<f64>) -> Score {
        Score { mean, sd, folds: Vec::new(), repeats: 1, test_share: None, right: Vec::new() }
    }

    /// Rows of a test part for each row of the training part beside it; `None` where that is not known.
    #[doc(hidden)]
    pub fn test_to_train(&self) -> Option<f64> {
        let folds = self.folds.len() / self.repeats.max(1);
        // Where the metric is undefined on some folds, a repeat of two or more can look like one of one.
        let folds = if self.folds.len() > self.repeats { folds.max(2) } else { folds };
        test_to_train(folds, self.test_share)
    }
}

impl Results {
    /// Mean scores turned so that larger is better; `None` for missing cells.
    pub fn oriented(&self) -> Vec<Vec<Option<f64>>> {
        let sign = self.direction.sign();
        let cell = |score: &Option<Score>| score.as_ref().map(|s| sign * s.mean);
        self.cells.iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    /// Datasets in the order of their names.
    pub fn dataset_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.datasets.len()).collect();
        order.sort_by(|&a, &b| self.datasets[a].cmp(&self.datasets[b]));
        order
    }

    /// Whether scores of different datasets may have different units, as errors in units of the target have: litres and
    /// metres can be ranked within their datasets, but neither averaged nor compared.
    pub fn mixes_units(&self) -> bool {
        self.unit == Unit::Target && self.datasets.len() > 1
    }

    /// Number of missing cells.
    pub fn missing(&self) -> usize {
        self.cells.iter().flatten().filter(|cell| cell.is_none()).count()
    }
}
