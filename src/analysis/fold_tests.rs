//! One dataset at a time, over its folds: is the control better or worse there than expected from the spread of the folds?
//! What these tests say holds for that dataset only.

use super::complete::Complete;
use super::results::Score;
use super::settings::{AnalysisSettings, Test};
use crate::stats::StatsError;
use crate::stats::mcnemar::{McNemar, mcnemar};
use crate::stats::resampled_ttest::{FTest, corrected_resampled, five_by_two_f};
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
    /// The combined F of five repeats of two folds.
    pub five_by_two: Option<Result<FTest, StatsError>>,
    /// The examples that only one of them gets right.
    pub mcnemar: Option<Result<McNemar, StatsError>>,
}

/// Every dataset and method against the control; empty if no such test is asked for.
pub fn fold_tests(
    complete: &Complete,
    control: usize,
    settings: &AnalysisSettings,
) -> Vec<FoldTest> {
    let (corrected, cv) = (settings.asks(Test::CorrectedT), settings.asks(Test::CvT));
    let (five, examples) = (settings.asks(Test::FiveByTwo), settings.asks(Test::McNemar));
    let mut found = Vec::new();
    if !(corrected || cv || five || examples) {
        return found;
    }
    let sign = complete.results.direction.sign();
    for (dataset, row) in complete.results.cells.iter().enumerate() {
        let Some(own) = &row[control] else { continue };
        for (method, other) in row.iter().enumerate().filter(|(m, _)| *m != control) {
            let Some(other) = other else { continue };
            let turned = |folds: &[f64]| folds.iter().map(|v| sign * v).collect::<Vec<f64>>();
            let corrected_t = corrected.then(|| {
                let reason = no_ratio(own);
                let test = "corrected resampled t-test";
                let ratio = own.test_to_train().ok_or(StatsError::Undefined { test, reason })?;
                corrected_resampled(&turned(&own.folds), &turned(&other.folds), ratio)
            });
            let cv_t = cv.then(|| {
                let folds = settings.folds.unwrap_or(own.folds.len());
                match (own.sd, other.sd) {
                    _ if own.repeats > 1 => Err(StatsError::Undefined {
                        test: "t over folds",
                        reason: "repeats of folds are not independent; corrected-t knows them",
                    }),
                    (Some(a), Some(b)) => {
                        cross_validated((sign * own.mean, a), (sign * other.mean, b), folds)
                    }
                    _ => Err(StatsError::Undefined {
                        test: "t over folds",
                        reason: match own.folds.len() {
                            1 => ONE_PART,
                            _ => "standard deviations are not known",
                        },
                    }),
                }
            });
            let five_by_two = five.then(|| five_by_two(own, other));
            let mcnemar = examples.then(|| predictions(own, other));
            found.push(FoldTest { dataset, method, corrected_t, cv_t, five_by_two, mcnemar });
        }
    }
    found
}

/// A stream, one split, or folds of which only one has a score.
const ONE_PART: &str = "only one test part has a score, and one score has no spread";

/// Why it is not known how large a test part is compared with its training part.
fn no_ratio(score: &Score) -> &'static str {
    match score.folds.len() {
        0 => "the scores of single folds are not known",
        1 => ONE_PART,
        _ => {
            "each repeat has one test part, and it is not known which share of the examples it holds"
        }
    }
}

/// The test has no direction, so neither has the sign of the differences.
fn five_by_two(a: &Score, b: &Score) -> Result<FTest, StatsError> {
    let pairs: Vec<f64> = a.folds.iter().zip(&b.folds).map(|(a, b)| a - b).collect();
    let (twos, rest) = pairs.as_chunks::<2>();
    // Two folds of more are no halves.
    let halves = a.test_share.is_none_or(|share| (share - 0.5).abs() < 0.02);
    let repeated = halves && a.repeats == 5 && b.folds.len() == a.folds.len() && rest.is_empty();
    match <&[[f64; 2]; 5]>::try_from(twos) {
        Ok(twos) if repeated => five_by_two_f(twos),
        _ => Err(StatsError::Undefined {
            test: "5x2cv F-test",
            reason: "the scores are not those of five repeats of two folds",
        }),
    }
}

fn predictions(a: &Score, b: &Score) -> Result<McNemar, StatsError> {
    if a.right.is_empty() || a.right.len() != b.right.len() {
        let reason = "the predictions of single examples are not known";
        return Err(StatsError::Undefined { test: "McNemar test", reason });
    }
    let only = |x: &[bool], y: &[bool]| x.iter().zip(y).filter(|(x, y)| **x && !**y).count() as u64;
    mcnemar(only(&a.right, &b.right), only(&b.right, &a.right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_say_what_is_missing() {
        let score = |folds: usize, repeats: usize| Score {
            folds: vec![0.5; folds],
            repeats,
            ..Score::new(0.5, None)
        };
        assert_eq!(no_ratio(&score(1, 1)), ONE_PART);
        assert!(no_ratio(&score(0, 1)).contains("single folds are not known"));
        assert!(no_ratio(&score(3, 3)).contains("which share of the examples"));
        assert!(score(5, 1).test_to_train().is_some(), "folds say it themselves");
    }
}
