//! Alpaydin's combined F of five repeats of two folds on one dataset.

use super::{Finding, Input, OnDataset, Outcome, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::resampled_ttest::five_by_two_f;
use crate::words::{p, statistic};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "5x2cv",
    key: "five_by_two_f",
    title: "the combined 5x2cv F-test",
    question: "per dataset, for five repeats of two folds: Alpaydin's combined F",
    needs: "the scores of five repeats of two folds on a dataset",
    input: Input::Folds,
    assumes: "the ten differences are nearly normal, and repeats nearly independent",
    sources: &[sources::ALPAYDIN],
    run: Run::OnDataset(run),
};

fn run(input: &OnDataset<'_>) -> Outcome {
    let (a, b) = (input.a, input.b);
    // The test has no direction, so neither has the sign of the differences.
    let pairs: Vec<f64> = a.folds.iter().zip(&b.folds).map(|(a, b)| a - b).collect();
    let (twos, rest) = pairs.as_chunks::<2>();
    // Two folds of more are no halves.
    let halves = a.test_share.is_none_or(|share| (share - 0.5).abs() < 0.02);
    let repeated = halves && a.repeats == 5 && b.folds.len() == a.folds.len() && rest.is_empty();
    let found = match <&[[f64; 2]; 5]>::try_from(twos) {
        Ok(twos) if repeated => five_by_two_f(twos)?,
        _ => {
            let reason = "the scores are not those of five repeats of two folds";
            return Err(StatsError::Undefined { test: "5x2cv F-test", reason });
        }
    };
    Ok(Finding::of(found.p)
        .favouring(input.difference())
        .with("f", found.f)
        .with("df1", found.df1)
        .with("df2", found.df2)
        .cell("F", statistic(found.f))
        .cell("p", p(found.p)))
}
