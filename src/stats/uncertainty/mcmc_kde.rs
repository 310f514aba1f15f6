//! Scores drawn by a Markov chain from a smooth density over the fold scores (Suppharangsarn 2010,
//! Eqs. 5.2-5.6, Algorithm 4): a Gaussian Parzen window (Parzen 1962) whose width maximises the
//! leave-one-out likelihood (Duin 1976), sampled by Metropolis-Hastings with a normal proposal.
//! The text says "determined by cross-validation" and no more, so the search range is ours:
//! [0.1, 3] times the standard deviation of the folds. The lower end matters when folds are tied:
//! the likelihood then grows without bound as the width shrinks. The number of independent draws a
//! chain is worth is Geyer's initial positive sequence (Statistical Science 7(4), 1992). It must
//! not know what the draws are compared with.

use super::bootstrap::check_folds;
use super::draws::{DatasetDraws, Draws, ScoreRange};
use crate::num::key::RngKey;
use crate::num::{math, sample};
use crate::stats::error::StatsError;

const NAME: &str = "MCMC draws";
const WIDTHS: (f64, f64) = (0.1, 3.0);
const GRID: usize = 40;
const REFINEMENTS: usize = 30;

/// How a chain is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainSettings {
    /// Standard deviation of a proposed step, in units of the score.
    pub proposal_sd: f64,
    /// Steps thrown away before the first draw.
    pub burn_in: usize,
}

impl Default for ChainSettings {
    /// As published, for scores in per cent; scores in [0, 1] need a step of 0.1.
    fn default() -> ChainSettings {
        ChainSettings { proposal_sd: 10.0, burn_in: 10_000 }
    }
}

/// How a chain went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainReport {
    /// Width of the Parzen window.
    pub bandwidth: f64,
    /// Share of proposals accepted, after burn-in.
    pub acceptance: f64,
    /// Number of independent draws that would give the mean as precisely.
    pub effective_draws: f64,
}

/// The draws of one method, and how each dataset's chain went.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainDraws {
    /// The draws.
    pub draws: Draws,
    /// A report per dataset; `None` where all folds are equal and no chain was run.
    pub chains: Vec<Option<ChainReport>>,
}

/// The draws of one method on one dataset, from the stream at `key`. Equal folds have no density:
/// every draw is then their common score, and there is no report.
pub fn draw_dataset(
    folds: &[f64],
    settings: ChainSettings,
    draws: usize,
    key: &RngKey,
) -> Result<(DatasetDraws, Option<ChainReport>), StatsError> {
    check_folds(NAME, folds)?;
    if !(settings.proposal_sd > 0.0 && settings.proposal_sd.is_finite()) {
        return Err(StatsError::BadInput {
            test: NAME,
            reason: "the proposal sd must be positive",
        });
    }
    if draws == 0 {
        return Err(StatsError::TooFew { test: NAME, what: "draws", needed: 1, found: 0 });
    }
    let centre = math::mean(folds);
    let deviations: Vec<f64> = folds.iter().map(|x| x - centre).collect();
    let Some(bandwidth) = bandwidth(folds) else {
        return Ok((DatasetDraws { centre, noise: vec![0.0; draws] }, None));
    };
    let mut stream = key.stream();
    let mut state = deviations[0];
    let mut density = window(&deviations, bandwidth, state);
    let mut accepted = 0_usize;
    let mut noise = Vec::with_capacity(draws);
    for step in 0..settings.burn_in + draws {
        let proposal = state + settings.proposal_sd * sample::normal(&mut stream);
        // The proposal is symmetric, so its own densities cancel in Eq. 5.6.
        let needed = sample::unit(&mut stream) * density;
        let accepted_density = window_above(&deviations, bandwidth, proposal, needed);
        if let Some(proposed_density) = accepted_density {
            (state, density) = (proposal, proposed_density);
        }
        if step >= settings.burn_in {
            accepted += usize::from(accepted_density.is_some());
            noise.push(state);
        }
    }
    let acceptance = accepted as f64 / draws as f64;
    let effective_draws = effective_draws(&noise);
    let report = ChainReport { bandwidth, acceptance, effective_draws };
    Ok((DatasetDraws { centre, noise }, Some(report)))
}

/// The draws of one method on all datasets; dataset number m uses the stream
/// `key.child("dataset", m)` (see [`super::monte_carlo::draw_method`] on what that means).
pub fn draw_method(
    folds: &[impl AsRef<[f64]>],
    settings: ChainSettings,
    range: ScoreRange,
    draws: usize,
    key: &RngKey,
) -> Result<ChainDraws, StatsError> {
    let one = |(m, folds): (usize, &_)| {
        draw_dataset(AsRef::as_ref(folds), settings, draws, &key.child("dataset", m as u64))
    };
    let drawn = folds.iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()?;
    let (columns, chains) = drawn.into_iter().unzip();
    Ok(ChainDraws { draws: Draws::new(range, columns)?, chains })
}

/// The width that makes each fold most likely under the window over the others, `None` when the
/// folds do not differ: the best of a logarithmic grid, refined by golden section between its
/// neighbours.
fn bandwidth(folds: &[f64]) -> Option<f64> {
    let spread = math::sample_sd(folds)?;
    let size = folds.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    // Equal folds may have a spread of rounding size only.
    if spread <= 1e-12 * size || spread == 0.0 {
        return None;
    }
    let (low, high) = (math::ln(WIDTHS.0 * spread), math::ln(WIDTHS.1 * spread));
    let place = |i: usize| low + (high - low) * i as f64 / GRID as f64;
    let likelihood = |log_width: f64| leave_one_out(folds, math::exp(log_width));
    let mut best = (0, f64::NEG_INFINITY);
    for i in 0..=GRID {
        let found = likelihood(place(i));
        if found > best.1 {
            best = (i, found);
        }
    }
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (place(best.0.saturating_sub(1)), place((best.0 + 1).min(GRID)));
    for _ in 0..REFINEMENTS {
        let step = golden * (right - left);
        if likelihood(right - step) >= likelihood(left + step) {
            right = left + step;
        } else {
            left = right - step;
        }
    }
    Some(math::exp((left + right) / 2.0))
}

/// Log-likelihood of every fold under the window over the others, without constants.
fn leave_one_out(folds: &[f64], width: f64) -> f64 {
    let mut total = -(folds.len() as f64) * math::ln(width);
    for (i, &x) in folds.iter().enumerate() {
        total += math::ln(window(&folds[..i], width, x) + window(&folds[i + 1..], width, x));
    }
    total
}

/// Parzen window without its constant factor.
fn window(points: &[f64], width: f64, x: f64) -> f64 {
    let kernel = |point: &f64| {
        let u = (x - point) / width;
        math::exp(-0.5 * u * u)
    };
    points.iter().map(kernel).sum()
}

/// The window at `x` if it is higher than `needed`. The nearest point bounds it from above, which
/// settles most rejections with one exponential instead of one per point.
fn window_above(points: &[f64], width: f64, x: f64, needed: f64) -> Option<f64> {
    let nearest = points.iter().fold(f64::INFINITY, |least, point| least.min((x - point).abs()));
    if points.len() as f64 * window(&[0.0], width, nearest) <= needed {
        return None;
    }
    Some(window(points, width, x)).filter(|&density| density > needed)
}

/// Geyer's estimate: sums of neighbouring autocorrelations are added as long as they are positive.
fn effective_draws(chain: &[f64]) -> f64 {
    let n = chain.len() as f64;
    let mean = math::mean(chain);
    let centred: Vec<f64> = chain.iter().map(|x| x - mean).collect();
    let covariance = |lag: usize| math::dot(&centred[..chain.len() - lag], &centred[lag..]) / n;
    let variance = covariance(0);
    if variance == 0.0 {
        return 1.0;
    }
    let mut time = -1.0;
    for pair in 0..chain.len() / 2 {
        let sum = (covariance(2 * pair) + covariance(2 * pair + 1)) / variance;
        if sum <= 0.0 {
            break;
        }
        time += 2.0 * sum;
    }
    // An anticorrelated chain may be worth more than its length; that is not worth reporting.
    (n / time.max(1.0)).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distribution::normal_cdf;

    const ONE_HUMP: [f64; 10] = [71.0, 74.5, 69.0, 80.5, 77.0, 73.5, 75.0, 62.0, 70.5, 78.0];
    const TWO_HUMPS: [f64; 10] = [90.0, 91.0, 95.0, 99.0, 90.5, 91.5, 95.5, 98.0, 92.25, 94.75];

    /// scipy.optimize.minimize_scalar (SciPy 1.17.1, bounded, xatol 1e-12) around the best point of
    /// a grid of 4001; a maximum is flat, so a width is only good to the root of the precision.
    #[test]
    fn bandwidth_agrees_with_scipy() {
        for (folds, expected) in [(ONE_HUMP, 4.893374295148214), (TWO_HUMPS, 0.8396493298056782)] {
            let got = bandwidth(&folds).unwrap();
            assert!((got / expected - 1.0).abs() < 1e-6, "{got}");
        }
    }

    #[test]
    fn tied_folds_stop_at_the_narrowest_width_and_equal_folds_are_a_point() {
        let tied = [90.0, 90.0, 100.0, 100.0];
        let spread = math::sample_sd(&tied).unwrap();
        assert!((bandwidth(&tied).unwrap() / (0.1 * spread) - 1.0).abs() < 1e-6);
        let key = RngKey::root(4);
        let (drawn, report) = draw_dataset(&[0.1; 10], ChainSettings::default(), 5, &key).unwrap();
        assert!(report.is_none());
        assert!(drawn.noise == [0.0; 5] && (drawn.centre - 0.1).abs() < 1e-15);
        let frozen = ChainSettings { proposal_sd: 0.0, burn_in: 1 };
        assert!(draw_dataset(&ONE_HUMP, frozen, 5, &key).is_err());
        assert!(draw_dataset(&ONE_HUMP, ChainSettings::default(), 0, &key).is_err());
    }

    /// The chain's distribution against the window's own (a mixture of normals): the largest gap
    /// must be below the 99.9 % point of the Kolmogorov-Smirnov test with the effective number.
    #[test]
    fn the_chain_follows_the_window() {
        for folds in [ONE_HUMP, TWO_HUMPS] {
            let (drawn, report) =
                draw_dataset(&folds, ChainSettings::default(), 10_000, &RngKey::root(4)).unwrap();
            let report = report.unwrap();
            assert!(report.acceptance > 0.2 && report.acceptance < 0.7, "{report:?}");
            assert!(report.effective_draws > 500.0 && report.effective_draws < 5_000.0);
            let mut scores: Vec<f64> = drawn.noise.iter().map(|x| x + drawn.centre).collect();
            scores.sort_unstable_by(f64::total_cmp);
            let gap = scores.iter().enumerate().fold(0.0_f64, |gap, (i, x)| {
                let expected =
                    folds.iter().map(|fold| normal_cdf((x - fold) / report.bandwidth)).sum::<f64>()
                        / 10.0;
                gap.max((expected - (i as f64 + 0.5) / 1e4).abs())
            });
            assert!(gap < 1.95 / report.effective_draws.sqrt(), "{gap} {report:?}");
        }
    }

    /// An autoregressive chain x' = r x + e is worth n (1 - r) / (1 + r) independent draws.
    #[test]
    fn effective_draws_of_an_autoregressive_chain() {
        let mut stream = RngKey::root(6).stream();
        for r in [0.0, 0.5, 0.9] {
            let mut state = 0.0;
            let chain: Vec<f64> = (0..50_000)
                .map(|_| {
                    state = r * state + sample::normal(&mut stream);
                    state
                })
                .collect();
            let expected = 50_000.0 * (1.0 - r) / (1.0 + r);
            assert!((effective_draws(&chain) / expected - 1.0).abs() < 0.15, "{r}");
        }
    }
}
