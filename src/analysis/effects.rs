//! How large differences between two methods are: datasets won and lost, mean and median differences, A12, Cliff's delta and
//! Akinshin's gamma. Tables of usual size have bootstrap intervals; large ones (see `budget`) have the numbers alone.

use super::budget::{MOST_DETAILED, resamples};
use super::comparisons::{stream, values};
use super::complete::Refused;
use super::omnibus::refused;
use super::registry::{Overall, TwoMethods, effect};
use super::threads;
use crate::num::math;
use crate::stats::StatsError;
use crate::stats::effect::{WinTieLoss, vargha_delaney, win_tie_loss};
use crate::stats::effect_delta::{
    Compared as DeltaOf, cliffs_delta_interval, cliffs_delta_of_all_pairs,
};
use crate::stats::effect_gamma::akinshin_gamma_interval;
use crate::stats::effect_interval::{Centre, EffectInterval, IntervalSettings, effect_interval};
use crate::stats::quantile::median;

/// How large a difference is. Everything here pools scores over datasets, so that nothing is there where their units may
/// differ ([`Results::mixes_units`](super::Results::mixes_units)); wins, ties and losses remain.
#[derive(Debug, Clone)]
pub struct Effect {
    /// Mean difference in units of the metric, positive where a is better.
    pub mean: Option<EffectSize>,
    /// Median difference.
    pub median: Option<EffectSize>,
    /// Probability that a random score of a is better than one of b.
    pub a12: Option<f64>,
    /// Cliff's delta: every score of a against every score of b. Its percentile interval is the one to show: a dataset
    /// that is drawn twice meets itself, which shifts the draws and misleads the bias correction of BCa.
    pub delta: Option<EffectSize>,
    /// Akinshin's gamma, likewise: the difference of medians in pooled spreads. None where scores have no spread, and
    /// without resampling: its weights alone would take longer than everything else.
    pub gamma: Option<EffectSize>,
}

impl Effect {
    const NONE: Effect = Effect { mean: None, median: None, a12: None, delta: None, gamma: None };
}

/// A number that says how large a difference is.
#[derive(Debug, Clone, Copy)]
pub struct EffectSize {
    /// The number of these datasets.
    pub estimate: f64,
    /// Its interval, where the datasets were resampled.
    pub interval: Option<EffectInterval>,
}

impl EffectSize {
    fn estimated(estimate: f64) -> EffectSize {
        EffectSize { estimate, interval: None }
    }
}

impl From<EffectInterval> for EffectSize {
    fn from(interval: EffectInterval) -> EffectSize {
        EffectSize { estimate: interval.estimate, interval: Some(interval) }
    }
}

/// What the scores of two methods show without a test.
pub struct Sizes {
    /// Datasets won, tied and lost by the first.
    pub counts: WinTieLoss,
    /// How large the difference is, where that was asked for.
    pub effect: Option<Result<Effect, StatsError>>,
}

/// Wins and sizes of effects of every pair. Without `scores` there is nothing to count.
pub fn sizes(
    input: &Overall<'_>,
    pairs: &[(usize, usize)],
    scores: &[Vec<Option<f64>>],
) -> Result<Vec<Sizes>, Refused> {
    let (results, settings) = (&input.complete.results, input.settings);
    let asked = settings.asks(&effect::TEST);
    let resamples = resamples(results.datasets.len(), results.methods.len())
        .filter(|_| pairs.len() <= MOST_DETAILED);
    let one = |&(a, b): &(usize, usize)| -> Result<Sizes, Refused> {
        let (a, b) = values(scores, a, b);
        let two = TwoMethods { a: &a, b: &b, results, settings };
        Ok(Sizes {
            counts: win_tie_loss(two.a, two.b, settings.ties).map_err(refused)?,
            effect: asked.then(|| effect_of(&two, resamples)),
        })
    };
    threads::each(pairs, one).into_iter().collect()
}

/// The sizes of the effect, with intervals where datasets are resampled.
fn effect_of(two: &TwoMethods<'_>, resamples: Option<usize>) -> Result<Effect, StatsError> {
    if two.results.mixes_units() {
        return Ok(Effect::NONE);
    }
    match resamples {
        Some(resamples) => resampled(two, resamples),
        None => estimated(two),
    }
}

fn estimated(two: &TwoMethods<'_>) -> Result<Effect, StatsError> {
    let differences = two.differences();
    let delta = cliffs_delta_of_all_pairs(two.a, two.b, two.settings.ties)?;
    Ok(Effect {
        mean: Some(EffectSize::estimated(math::mean(&differences))),
        median: Some(EffectSize::estimated(median(&differences)?)),
        a12: Some((1.0 + delta) / 2.0),
        delta: Some(EffectSize::estimated(delta)),
        gamma: None,
    })
}

fn resampled(two: &TwoMethods<'_>, resamples: usize) -> Result<Effect, StatsError> {
    let settings = two.settings;
    let key = stream(settings, "effect");
    let differences = two.differences();
    let asked = IntervalSettings { level: 1.0 - settings.alpha, resamples };
    let centre = |centre: Centre, what: &str| {
        effect_interval(&differences, centre, asked, &key.child(what, 0)).map(EffectSize::from)
    };
    let (delta, gamma) = (key.child("delta", 0), key.child("gamma", 0));
    let delta =
        cliffs_delta_interval(two.a, two.b, DeltaOf::AllPairs, settings.ties, asked, &delta)?;
    // Undefined where scores have no spread.
    let gamma = akinshin_gamma_interval(two.a, two.b, 0.5, asked, &gamma).ok();
    Ok(Effect {
        mean: Some(centre(Centre::Mean, "mean")?),
        median: Some(centre(Centre::Median, "median")?),
        a12: Some(vargha_delaney(two.a, two.b, settings.ties)?),
        delta: Some(delta.into()),
        gamma: gamma.map(EffectSize::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnalysisSettings, Results};
    use crate::measure::{Direction, Pairs, Unit};

    /// What needs no resampling is the same number with and without it.
    #[test]
    fn sizes_are_the_same_without_intervals() {
        let a = [0.91, 0.72, 0.66, 0.83, 0.95, 0.58];
        let b = [0.90, 0.70, 0.68, 0.80, 0.85, 0.58];
        let settings = AnalysisSettings::default();
        let results = Results {
            metric: "accuracy".into(),
            title: "accuracy".into(),
            direction: Direction::Higher,
            direction_assumed: false,
            unit: Unit::Share,
            range: (0.0, 1.0),
            pairs: Pairs::Folds,
            holes: Default::default(),
            datasets: Vec::new(),
            methods: Vec::new(),
            cells: Vec::new(),
        };
        let two = TwoMethods { a: &a, b: &b, results: &results, settings: &settings };
        let (with, without) = (resampled(&two, 1_000).unwrap(), estimated(&two).unwrap());
        let numbers = |effect: &Effect| {
            let sizes = [effect.mean, effect.median, effect.delta];
            (sizes.map(|size| size.unwrap().estimate), effect.a12)
        };
        assert_eq!(numbers(&with), numbers(&without));
        assert!(with.mean.unwrap().interval.is_some() && without.mean.unwrap().interval.is_none());
    }
}
