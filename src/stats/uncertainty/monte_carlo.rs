//! Scores drawn from Normal(mean, sd), one per dataset and draw (Suppharangsarn 2010, Algorithm 3:
//! there the sd is that of the ten fold scores, not the standard error of their mean). It must not
//! know what the draws are compared with.

use super::draws::{DatasetDraws, Draws, ScoreRange};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::stats::error::StatsError;

const NAME: &str = "Monte Carlo draws";

/// The draws of one method on one dataset, from the stream at `key`.
pub fn draw_dataset(
    mean: f64,
    sd: f64,
    draws: usize,
    key: &RngKey,
) -> Result<DatasetDraws, StatsError> {
    if !mean.is_finite() || !sd.is_finite() || sd < 0.0 {
        let reason = "means must be finite, standard deviations finite and not negative";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let mut stream = key.stream();
    let noise = (0..draws).map(|_| sd * sample::normal(&mut stream)).collect();
    Ok(DatasetDraws { centre: mean, noise })
}

/// The draws of one method on all datasets. Dataset number m uses the stream
/// `key.child("dataset", m)`, so an appended dataset leaves the others' draws alone, and a
/// permutation of datasets gives other draws (of the same distribution). A caller whose datasets
/// have names calls [`draw_dataset`] with keys of its own.
pub fn draw_method(
    means: &[f64],
    sds: &[f64],
    range: ScoreRange,
    draws: usize,
    key: &RngKey,
) -> Result<Draws, StatsError> {
    if means.len() != sds.len() {
        let reason = "there are not as many standard deviations as means";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let columns = means.iter().zip(sds).enumerate();
    let columns = columns
        .map(|(m, (&mean, &sd))| draw_dataset(mean, sd, draws, &key.child("dataset", m as u64)));
    Draws::new(range, columns.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::math;

    #[test]
    fn draws_have_the_mean_and_spread_asked_for() {
        let n = 40_000;
        let drawn = draw_dataset(90.0, 3.0, n, &RngKey::root(5)).unwrap();
        assert_eq!(drawn.centre, 90.0);
        let sd = math::sample_sd(&drawn.noise).unwrap();
        // Four standard errors: sd / sqrt(n) for the mean, sd / sqrt(2n) for the spread.
        assert!(math::mean(&drawn.noise).abs() < 4.0 * 3.0 / 200.0);
        assert!((sd - 3.0).abs() < 4.0 * 3.0 / (2.0 * n as f64).sqrt(), "{sd}");
    }

    #[test]
    fn streams_are_addressed_by_dataset() {
        let key = RngKey::root(5);
        let draw = |means: &[f64], sds: &[f64]| {
            draw_method(means, sds, ScoreRange::UNBOUNDED, 9, &key).unwrap()
        };
        let (short, long) = (draw(&[1.0], &[2.0]), draw(&[1.0, 4.0], &[2.0, 2.0]));
        assert!((0..9).all(|r| short.score(0, r) == long.score(0, r)));
        assert!((0..9).all(|r| long.score(0, r) - 1.0 != long.score(1, r) - 4.0));
    }

    #[test]
    fn refuses_impossible_spreads() {
        let key = RngKey::root(1);
        assert!(draw_dataset(1.0, -0.1, 5, &key).is_err());
        assert!(draw_dataset(f64::INFINITY, 0.1, 5, &key).is_err());
        assert!(draw_method(&[1.0], &[], ScoreRange::UNBOUNDED, 5, &key).is_err());
    }
}
