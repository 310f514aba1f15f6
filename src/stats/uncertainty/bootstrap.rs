//! Scores drawn from the fold scores themselves (Suppharangsarn 2010, Algorithm 5). The text there
//! speaks of resampling, but its published medians are those of draws with the spread of single
//! folds (sd times sqrt(0.9) with ten folds), so one fold is drawn per dataset and iteration;
//! [`Resample::OneFold`] does that. [`Resample::MeanOfFolds`] is the bootstrap of the mean score
//! (Efron and Tibshirani 1993, ch. 6), whose spread is smaller by sqrt(folds). It must not know
//! what the draws are compared with.

use super::draws::{DatasetDraws, Draws, ScoreRange};
use crate::num::key::RngKey;
use crate::num::{math, sample};
use crate::stats::error::StatsError;

const NAME: &str = "bootstrap draws";

/// What one draw is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Resample {
    /// The mean of as many folds as there are, drawn with replacement.
    #[default]
    MeanOfFolds,
    /// The score of a single fold.
    OneFold,
}

/// The draws of one method on one dataset, from the stream at `key`.
pub fn draw_dataset(
    folds: &[f64],
    resample: Resample,
    draws: usize,
    key: &RngKey,
) -> Result<DatasetDraws, StatsError> {
    check_folds(NAME, folds)?;
    let centre = math::mean(folds);
    let count = folds.len();
    let (taken, scale) = match resample {
        Resample::MeanOfFolds => (count, 1.0 / count as f64),
        Resample::OneFold => (1, 1.0),
    };
    let deviations: Vec<f64> = folds.iter().map(|x| (x - centre) * scale).collect();
    let mut stream = key.stream();
    let mut one = || -> f64 {
        (0..taken).map(|_| deviations[sample::below(&mut stream, count as u64) as usize]).sum()
    };
    let noise = (0..draws).map(|_| one()).collect();
    Ok(DatasetDraws { centre, noise })
}

/// The draws of one method on all datasets; dataset number m uses the stream
/// `key.child("dataset", m)` (see [`super::monte_carlo::draw_method`] on what that means).
pub fn draw_method(
    folds: &[impl AsRef<[f64]>],
    resample: Resample,
    range: ScoreRange,
    draws: usize,
    key: &RngKey,
) -> Result<Draws, StatsError> {
    let columns = folds.iter().enumerate().map(|(m, folds)| {
        draw_dataset(folds.as_ref(), resample, draws, &key.child("dataset", m as u64))
    });
    Draws::new(range, columns.collect::<Result<_, _>>()?)
}

/// Refuses less than two folds and scores that are not finite.
pub(super) fn check_folds(test: &'static str, folds: &[f64]) -> Result<(), StatsError> {
    if folds.len() < 2 {
        return Err(StatsError::TooFew {
            test,
            what: "fold scores",
            needed: 2,
            found: folds.len(),
        });
    }
    if folds.iter().any(|x| !x.is_finite()) {
        return Err(StatsError::BadInput { test, reason: "a fold score is not finite" });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDS: [f64; 5] = [80.0, 84.0, 85.0, 90.0, 91.0];

    /// The bootstrap's own moments: mean of the folds, variance ddof 0 (over n for the mean).
    #[test]
    fn moments_are_those_of_the_folds() {
        let n = 40_000;
        let variance = FOLDS.iter().map(|x| (x - 86.0) * (x - 86.0)).sum::<f64>() / 5.0;
        for (resample, variance) in
            [(Resample::OneFold, variance), (Resample::MeanOfFolds, variance / 5.0)]
        {
            let drawn = draw_dataset(&FOLDS, resample, n, &RngKey::root(8)).unwrap();
            assert_eq!(drawn.centre, 86.0);
            let mean = math::mean(&drawn.noise);
            let spread = drawn.noise.iter().map(|x| x * x).sum::<f64>() / n as f64;
            assert!(mean.abs() < 4.0 * (variance / n as f64).sqrt(), "{mean}");
            // The relative error of a variance of n draws is at most sqrt(2 / n) for flat tails.
            assert!((spread / variance - 1.0).abs() < 4.0 * (2.0 / n as f64).sqrt(), "{spread}");
        }
    }

    #[test]
    fn single_folds_are_folds_and_equal_folds_have_no_noise() {
        let drawn = draw_dataset(&FOLDS, Resample::OneFold, 50, &RngKey::root(8)).unwrap();
        assert!(drawn.noise.iter().all(|x| FOLDS.contains(&(x + drawn.centre))));
        let flat = draw_dataset(&[3.0; 4], Resample::MeanOfFolds, 50, &RngKey::root(8)).unwrap();
        assert!(flat.noise.iter().all(|&x| x == 0.0));
        assert!(draw_dataset(&[3.0], Resample::OneFold, 5, &RngKey::root(8)).is_err());
        assert!(draw_dataset(&[3.0, f64::NAN], Resample::OneFold, 5, &RngKey::root(8)).is_err());
    }
}
