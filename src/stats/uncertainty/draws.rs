//! Draws of a method's score on every dataset, kept as centre plus noise so that the same noise can
//! be put on another centre (the null simulations of [`super::calibrate`] need that). Scores
//! outside the metric's range are moved to its nearest end, which is what the published
//! Monte-Carlo medians of Suppharangsarn 2010 need (redrawing or leaving them fits worse). It must
//! not know how the noise was drawn.

use crate::stats::error::StatsError;

const NAME: &str = "draws of scores";

/// The values a metric can take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreRange {
    low: f64,
    high: f64,
}

impl ScoreRange {
    /// No limits.
    pub const UNBOUNDED: ScoreRange = ScoreRange { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// From `low` to `high`; either may be infinite.
    pub fn new(low: f64, high: f64) -> Result<ScoreRange, StatsError> {
        if low < high {
            Ok(ScoreRange { low, high })
        } else {
            Err(StatsError::BadInput { test: NAME, reason: "the metric's range is empty" })
        }
    }

    fn clip(&self, score: f64) -> f64 {
        score.max(self.low).min(self.high)
    }
}

/// The draws of one method on one dataset: what a sampler makes.
#[derive(Debug, Clone, PartialEq)]
pub struct DatasetDraws {
    /// The score the method is reported with on this dataset.
    pub centre: f64,
    /// What each draw adds to it, before clipping.
    pub noise: Vec<f64>,
}

/// The draws of one method on all datasets.
#[derive(Debug, Clone, PartialEq)]
pub struct Draws {
    range: ScoreRange,
    draws: usize,
    datasets: Vec<DatasetDraws>,
}

impl Draws {
    /// Puts the datasets together; all must have the same number (at least one) of finite draws.
    pub fn new(range: ScoreRange, datasets: Vec<DatasetDraws>) -> Result<Draws, StatsError> {
        let Some(first) = datasets.first() else {
            return Err(StatsError::TooFew { test: NAME, what: "datasets", needed: 1, found: 0 });
        };
        let draws = first.noise.len();
        if draws == 0 {
            return Err(StatsError::TooFew { test: NAME, what: "draws", needed: 1, found: 0 });
        }
        if datasets.iter().any(|d| d.noise.len() != draws) {
            let reason = "datasets have different numbers of draws";
            return Err(StatsError::BadInput { test: NAME, reason });
        }
        let finite =
            |d: &DatasetDraws| d.centre.is_finite() && d.noise.iter().all(|n| n.is_finite());
        if !datasets.iter().all(finite) {
            return Err(StatsError::BadInput { test: NAME, reason: "a draw is not finite" });
        }
        Ok(Draws { range, draws, datasets })
    }

    /// How many datasets there are.
    pub fn datasets(&self) -> usize {
        self.datasets.len()
    }

    /// How many draws each dataset has.
    pub fn draws(&self) -> usize {
        self.draws
    }

    /// The score the method is reported with on a dataset.
    pub fn centre(&self, dataset: usize) -> f64 {
        self.datasets[dataset].centre
    }

    /// The clipped score of one draw on one dataset.
    pub fn score(&self, dataset: usize, draw: usize) -> f64 {
        self.recentred(dataset, draw, self.datasets[dataset].centre)
    }

    /// The clipped score one draw would have had if the method were reported with `centre`.
    pub fn recentred(&self, dataset: usize, draw: usize, centre: f64) -> f64 {
        self.range.clip(centre + self.datasets[dataset].noise[draw])
    }
}

/// Refuses two methods that were not drawn over the same datasets equally often.
pub fn check_alike(a: &Draws, b: &Draws) -> Result<(), StatsError> {
    if a.datasets() == b.datasets() && a.draws() == b.draws() {
        Ok(())
    } else {
        let reason = "the methods have different numbers of datasets or draws";
        Err(StatsError::BadInput { test: NAME, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_clipped_and_centres_can_be_moved() {
        let range = ScoreRange::new(0.0, 100.0).unwrap();
        let one = DatasetDraws { centre: 98.0, noise: vec![-1.0, 5.0, -200.0] };
        let draws = Draws::new(range, vec![one]).unwrap();
        assert_eq!((0..3).map(|r| draws.score(0, r)).collect::<Vec<_>>(), [97.0, 100.0, 0.0]);
        assert_eq!(draws.recentred(0, 1, 90.0), 95.0);
    }

    #[test]
    fn refuses_ragged_or_empty_draws() {
        let column = |n: usize| DatasetDraws { centre: 1.0, noise: vec![0.0; n] };
        let unbounded = ScoreRange::UNBOUNDED;
        assert!(Draws::new(unbounded, vec![]).is_err());
        assert!(Draws::new(unbounded, vec![column(0)]).is_err());
        assert!(Draws::new(unbounded, vec![column(2), column(3)]).is_err());
        let infinite = DatasetDraws { centre: f64::NAN, noise: vec![0.0] };
        assert!(Draws::new(unbounded, vec![infinite]).is_err());
        assert!(ScoreRange::new(1.0, 1.0).is_err() && ScoreRange::new(f64::NAN, 1.0).is_err());
    }
}
