//! The judgement on the results of one metric: a verdict over the datasets, and where there are too few for one, a verdict
//! on each dataset.

use super::complete::{LEAST_DATASETS, Refused};
use super::each_dataset::{DatasetVerdict, each_dataset};
use super::results::Results;
use super::settings::AnalysisSettings;
use super::verdict::Analysis;

/// What is concluded from the results of one metric.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Over all datasets, or why there is no such verdict.
    pub over: Result<Analysis, Refused>,
    /// On each dataset, where there are one or two.
    pub each: Vec<Result<DatasetVerdict, Refused>>,
}

impl Judged {
    /// Judges results.
    pub fn new(results: &Results, settings: &AnalysisSettings) -> Judged {
        let over = Analysis::new(results, settings);
        let few = results.datasets.len() < LEAST_DATASETS;
        let each = if few && over.is_err() { each_dataset(results, settings) } else { Vec::new() };
        Judged { over, each }
    }

    /// The verdicts on single datasets.
    pub fn on_datasets(&self) -> impl Iterator<Item = &DatasetVerdict> {
        self.each.iter().flatten()
    }

    /// Whether anything is concluded.
    pub fn has_verdict(&self) -> bool {
        self.over.is_ok() || self.on_datasets().next().is_some()
    }

    /// Why nothing is concluded, if nothing is: the reason of the only dataset, or of all together.
    pub fn refused(&self) -> Option<&Refused> {
        if self.has_verdict() {
            return None;
        }
        let single = self.each.iter().find_map(|each| each.as_ref().err());
        single.or(self.over.as_ref().err())
    }
}
