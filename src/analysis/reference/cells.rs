//! One cell: a published number next to ours, how far apart they are, and whether our folds allow for that. It knows no
//! table.

use crate::analysis::results::Score;
use crate::measure::Direction;
use crate::published::{Printed, PrintedUnit};
use crate::stats::TIE;
use crate::stats::distribution::t_quantile;
use crate::stats::resampled_ttest::corrected_error;

/// A published number next to ours.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceCell {
    /// The published number.
    pub published: Option<Printed>,
    /// Its standard deviation, where that was published.
    pub published_sd: Option<Printed>,
    /// Ours, in the unit of the table.
    pub ours: Option<Measured>,
    /// How far they are apart, where both are there.
    pub apart: Option<Apart>,
}

/// What we measured, in the unit of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Mean over our outer test folds.
    pub mean: f64,
    /// Standard deviation over them; `None` of one fold.
    pub sd: Option<f64>,
    /// How many they are.
    pub folds: usize,
}

/// How far two numbers are apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Apart {
    /// Numbers that could be equal.
    Difference(Difference),
    /// Times of two machines: ours over the published one.
    Ratio(f64),
}

/// Ours minus the published number.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// Whether it is at most one standard deviation of our folds and half a printed unit.
    pub one: Option<bool>,
    /// The same for two standard deviations.
    pub two: Option<bool>,
    /// The confidence interval of our mean.
    pub interval: Option<(f64, f64)>,
    /// Whether the published number, give or take half a printed unit, lies in it.
    pub inside: Option<bool>,
}

impl ReferenceCell {
    /// A cell; `factor` turns our numbers into what the table counts.
    pub fn new(
        published: Option<Printed>,
        published_sd: Option<Printed>,
        score: Option<&Score>,
        factor: f64,
        unit: PrintedUnit,
        alpha: f64,
    ) -> ReferenceCell {
        let ours = score.map(|score| Measured {
            mean: factor * score.mean,
            sd: score.sd.map(|sd| factor * sd),
            folds: score.folds.len(),
        });
        let apart = match (&published, &ours, score) {
            (Some(published), Some(ours), _) if unit == PrintedUnit::Seconds => {
                // A time that was rounded to nothing has no ratio to anything.
                let measured = published.value() > 0.0 && ours.mean > 0.0;
                measured.then(|| Apart::Ratio(ours.mean / published.value()))
            }
            (Some(published), Some(ours), Some(score)) => {
                let error = error_of_mean(score).map(|error| factor * error);
                Some(Apart::Difference(difference(published, ours, error, alpha)))
            }
            _ => None,
        };
        ReferenceCell { published, published_sd, ours, apart }
    }

    /// Whether it compares times.
    pub fn is_ratio(&self) -> bool {
        matches!(self.apart, Some(Apart::Ratio(_)))
    }

    /// Whether ours is better or worse than published by more than two standard deviations; `None` where it is not, or
    /// where that is not known.
    pub fn far_better(&self, direction: Direction) -> Option<bool> {
        match &self.apart {
            Some(Apart::Difference(d)) if d.two == Some(false) => {
                Some(d.value * direction.sign() > 0.0)
            }
            _ => None,
        }
    }
}

/// The standard error of the mean over folds that share training data.
fn error_of_mean(score: &Score) -> Option<f64> {
    let ratio = score.test_to_train()?;
    (score.folds.len() > 1).then_some(())?;
    Some(corrected_error(score.sd?, score.folds.len(), ratio))
}

fn difference(published: &Printed, ours: &Measured, error: Option<f64>, alpha: f64) -> Difference {
    let value = ours.mean - published.value();
    // What is printed stands for everything that is rounded to it; sums of decimals are off by less than a tie.
    let within = |reach: f64| value.abs() <= reach + published.half_unit() + TIE;
    let reach = error.map(|error| t_quantile(1.0 - alpha / 2.0, ours.folds as f64 - 1.0) * error);
    Difference {
        value,
        one: ours.sd.map(within),
        two: ours.sd.map(|sd| within(2.0 * sd)),
        interval: reach.map(|reach| (ours.mean - reach, ours.mean + reach)),
        inside: reach.map(within),
    }
}
