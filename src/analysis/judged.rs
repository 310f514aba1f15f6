//! The judgement on the results of one metric: a verdict over the datasets, and where there are too few for one, a verdict
//! on each dataset.

use super::complete::{LEAST_DATASETS, Refused};
use super::each_dataset::{DatasetVerdict, each_dataset};
use super::missing::apply;
use super::results::Results;
use super::settings::{AnalysisSettings, Missing};
use super::verdict::Analysis;

/// Verdicts on single datasets, where the policy for missing results leaves one or two; none where it leaves more, or none.
fn on_each(results: &Results, settings: &AnalysisSettings) -> Vec<Result<DatasetVerdict, Refused>> {
    let mut left = results.clone();
    let mut notes = Vec::new();
    // Of one or two datasets none is dropped: methods without a result are left out of its verdict, with a note.
    let few = results.datasets.len() < LEAST_DATASETS;
    let keeps = !matches!(settings.missing, Missing::Error | Missing::ConstantPredictor);
    if !(few && keeps) {
        match apply(&mut left, settings.missing) {
            Ok(handled) => notes = handled.notes,
            Err(refused) => return if few { vec![Err(refused)] } else { Vec::new() },
        }
    }
    if left.datasets.is_empty() || left.datasets.len() >= LEAST_DATASETS {
        return Vec::new();
    }
    let mut each = each_dataset(&left, settings);
    let judged = each.iter().any(Result::is_ok);
    match each.iter_mut().find(|each| each.is_ok() || !judged) {
        Some(Ok(first)) => first.notes.extend(notes),
        // What was left out may be why there is too little to judge.
        Some(Err(refused)) if !notes.is_empty() => {
            refused.problem = format!("{}; {}", refused.problem, notes.join("; "));
        }
        _ => {}
    }
    each
}

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
        let each = match &over {
            Ok(_) => Vec::new(),
            Err(_) => on_each(results, settings),
        };
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
