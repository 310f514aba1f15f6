//! Nadeau and Bengio's t over the folds of one dataset, corrected for training parts that overlap. It decides between
//! methods on one dataset.

use super::super::results::Score;
use super::super::verdict::POWER;
use super::{Finding, Input, OnDataset, Outcome, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::distribution::t_quantile;
use crate::stats::power::Resampling;
use crate::stats::resampled_ttest::corrected_resampled;
use crate::words::{difference, interval};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "corrected-t",
    key: "corrected_t",
    title: "the corrected resampled t-test",
    question: "per dataset, over folds: Nadeau and Bengio's corrected t",
    needs: "the scores of two folds or more on a dataset",
    input: Input::Folds,
    assumes: "fold differences are normal and equally correlated; the correlation is the share of tested examples",
    sources: &[sources::NADEAU_BENGIO],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let test = "corrected resampled t-test";
    let reason = no_ratio(input.a);
    let ratio = input.a.test_to_train().ok_or(StatsError::Undefined { test, reason })?;
    let (a, b) = input.folds();
    let found = corrected_resampled(&a, &b, ratio)?;
    let reach = t_quantile(1.0 - input.settings.alpha / 2.0, found.df) * found.standard_error;
    let (low, high) = (found.difference - reach, found.difference + reach);
    let n = a.len();
    let sd = found.standard_error / (1.0 / n as f64 + ratio).sqrt();
    let design = Resampling { folds: n, repeats: 1, test_share: ratio / (1.0 + ratio) };
    let detectable = design.smallest_difference(sd, input.settings.alpha, POWER).ok();
    let mut finding = Finding::of_t(&found)
        .with("low", low)
        .with("high", high)
        .with("smallest_detectable", detectable);
    finding.cells.insert(0, ("interval", interval(low, high)));
    finding.cells.insert(0, ("difference", difference(found.difference)));
    Ok(finding)
}

/// A stream, one split, or folds of which only one has a score.
pub const ONE_PART: &str = "only one test part has a score, and one score has no spread";

/// Only means are known.
pub const NO_FOLDS: &str = "the scores of single folds are not known";

/// Why it is not known how large a test part is compared with its training part.
fn no_ratio(score: &Score) -> &'static str {
    match score.folds.len() {
        0 => NO_FOLDS,
        1 => ONE_PART,
        _ => {
            "each repeat has one test part, and it is not known which share of the examples it holds"
        }
    }
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
