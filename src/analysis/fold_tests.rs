//! One dataset at a time, over its folds: is the control better or worse there than expected from the spread of the folds?
//! What these tests say holds for that dataset only.

use super::complete::Complete;
use super::settings::{AnalysisSettings, Test};
use crate::stats::StatsError;
use crate::stats::resampled_ttest::corrected_resampled;
use crate::stats::ttest::{TTest, cross_validated};

/// The control against a method on a dataset. Positive differences mean that the control is better.
#[derive(Debug, Clone)]
pub struct FoldTest {
    /// The dataset, by position.
    pub dataset: usize,
    /// The other method, by position.
    pub method: usize,
    /// Nadeau and Bengio's t over the folds.
    pub corrected_t: Option<Result<TTest, StatsError>>,
    /// t from means and standard deviations, with folds - 1 degrees of freedom.
    pub cv_t: Option<Result<TTest, StatsError>>,
}

/// Every dataset and method against the control; empty if no such test is asked for.
pub fn fold_tests(
    complete: &Complete,
    control: usize,
    settings: &AnalysisSettings,
) -> Vec<FoldTest> {
    let (corrected, cv) = (settings.asks(Test::CorrectedT), settings.asks(Test::CvT));
    let mut found = Vec::new();
    if !corrected && !cv {
        return found;
    }
    let sign = match complete.results.direction {
        crate::measure::Direction::Higher => 1.0,
        crate::measure::Direction::Lower => -1.0,
    };
    for (dataset, row) in complete.results.cells.iter().enumerate() {
        let Some(own) = &row[control] else { continue };
        for (method, other) in row.iter().enumerate().filter(|(m, _)| *m != control) {
            let Some(other) = other else { continue };
            let turned = |folds: &[f64]| folds.iter().map(|v| sign * v).collect::<Vec<f64>>();
            let corrected_t = corrected.then(|| {
                let folds = own.folds.len();
                // Each training part is all folds but one.
                let ratio = 1.0 / (folds.max(2) as f64 - 1.0);
                corrected_resampled(&turned(&own.folds), &turned(&other.folds), ratio)
            });
            let cv_t = cv.then(|| {
                let folds = settings.folds.unwrap_or(own.folds.len());
                match (own.sd, other.sd) {
                    (Some(a), Some(b)) => {
                        cross_validated((sign * own.mean, a), (sign * other.mean, b), folds)
                    }
                    _ => Err(StatsError::Undefined {
                        test: "t over folds",
                        reason: "standard deviations are not known",
                    }),
                }
            });
            found.push(FoldTest { dataset, method, corrected_t, cv_t });
        }
    }
    found
}
