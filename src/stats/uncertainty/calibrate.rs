//! A p-value for the median p. The median over draws has no known error rate: for two equal
//! methods the folded median is about 0.25 whatever alpha says. Here it is only used as a
//! statistic, and its null distribution is simulated by sign flips (Fisher's randomisation test;
//! Phipson and Smyth 2010 on the 1 + count): in every dataset the two reported means are swapped or
//! not, by a fair coin, while each method keeps its noise and the clipping.
//!
//! Observed and simulated medians use the *same* `inner_draws` noise draws (taken at even
//! distances, so that draws of a chain are far apart). The statistic is then one fixed function of
//! the swapped means, and the p-value (1 + count) / (1 + simulations) is valid for any number of
//! inner draws, if the differences of means are symmetric about zero given the noise; few draws
//! cost power, never validity. Reusing them also saves all sampling: a simulation is M additions of
//! rows computed beforehand, once plain and once swapped. Signed-rank sums are whole numbers and
//! their medians often tie; the mean evidence over the draws then decides, because counting such
//! ties against the methods would throw away half of the nominal error rate. It must not know how
//! the noise was drawn.

use rand_chacha::rand_core::Rng;

use super::draws::{Draws, check_alike};
use super::flip_ranks::{FLIPS, FlipRanks, Versions};
use super::statistic::{Evaluator, Scratch};
use crate::num::key::RngKey;
use crate::num::math;
use crate::stats::error::StatsError;

const NAME: &str = "calibrated p";

/// How much is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalibrationSettings {
    /// Number of random sign flips; the smallest p possible is 1 / (1 + this).
    pub null_simulations: usize,
    /// Draws behind each median, at most those there are. Best odd: then a median is one draw.
    pub inner_draws: usize,
}

impl Default for CalibrationSettings {
    fn default() -> CalibrationSettings {
        CalibrationSettings { null_simulations: 4_999, inner_draws: 201 }
    }
}

/// A p-value with a known error rate, and what it rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibrated {
    /// (1 + simulations with a median p at most the observed one) / (1 + simulations); among equal
    /// medians only those with at least the observed mean evidence count.
    pub p: f64,
    /// Number of random sign flips.
    pub null_simulations: usize,
    /// Draws behind each median.
    pub inner_draws: usize,
}

/// The calibrated p of two methods' draws; coins come from the stream at `key`.
pub fn calibrate(
    a: &Draws,
    b: &Draws,
    evaluator: &Evaluator,
    settings: CalibrationSettings,
    key: &RngKey,
) -> Result<Calibrated, StatsError> {
    check_alike(a, b)?;
    if evaluator.datasets() != a.datasets() {
        let reason = "the test was made ready for another number of datasets";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    if settings.null_simulations == 0 || settings.inner_draws == 0 {
        let reason = "the numbers of simulations and inner draws must not be zero";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let inner_draws = settings.inner_draws.min(a.draws());
    let chosen: Vec<usize> = (0..inner_draws).map(|i| i * a.draws() / inner_draws).collect();
    let row = |dataset: usize, centre_a: f64, centre_b: f64| -> Vec<f64> {
        let difference = |&draw: &usize| {
            a.recentred(dataset, draw, centre_a) - b.recentred(dataset, draw, centre_b)
        };
        chosen.iter().map(difference).collect()
    };
    let both = |m: usize| {
        let (in_a, in_b) = (a.centre(m), b.centre(m));
        [row(m, in_a, in_b), row(m, in_b, in_a)]
    };
    let versions: Vec<[Vec<f64>; 2]> = (0..a.datasets()).map(both).collect();
    let medians = Medians::new(evaluator, &versions, inner_draws);

    let unflipped = vec![0; versions.len()];
    let observed = &medians.of_block(&unflipped, 1)[0];
    let extreme = |found: &&Strength| found.at_least(observed);
    let mut stream = key.stream();
    let mut at_least = 0_usize;
    let mut left = settings.null_simulations;
    while left > 0 {
        let coins: Vec<u64> = versions.iter().map(|_| stream.next_u64()).collect();
        let flips = left.min(FLIPS);
        at_least += medians.of_block(&coins, flips).iter().filter(extreme).count();
        left -= flips;
    }
    let null_simulations = settings.null_simulations;
    let p = (1 + at_least) as f64 / (1 + null_simulations) as f64;
    Ok(Calibrated { p, null_simulations, inner_draws })
}

/// How strongly the draws of one flip speak against equality.
struct Strength {
    median: f64,
    mean: f64,
}

impl Strength {
    fn at_least(&self, other: &Strength) -> bool {
        self.median > other.median || self.median == other.median && self.mean >= other.mean
    }
}

/// Median evidence of sign flips.
struct Medians<'a> {
    evaluator: &'a Evaluator,
    versions: &'a Versions,
    draws: usize,
    ranks: Option<FlipRanks>,
}

impl<'a> Medians<'a> {
    fn new(evaluator: &'a Evaluator, versions: &'a Versions, draws: usize) -> Medians<'a> {
        let ranks = evaluator.ranks().then(|| FlipRanks::new(versions, draws));
        Medians { evaluator, versions, draws, ranks }
    }

    /// Medians of the first `flips` flips of a block; bit f of `coins[m]` is the coin of dataset m
    /// in flip f.
    fn of_block(&self, coins: &[u64], flips: usize) -> Vec<Strength> {
        let mut evidence = vec![0.0; flips * self.draws];
        if let Some(ranks) = &self.ranks {
            ranks.rank_sums(coins, |flip, draw, n, twice_sum| {
                if flip < flips {
                    let found = self.evaluator.rank_evidence(n, twice_sum);
                    evidence[flip * self.draws + draw] = found;
                }
            });
        } else {
            let mut scratch = Scratch::default();
            for (flip, out) in evidence.chunks_exact_mut(self.draws).enumerate() {
                let chosen = self.versions.iter().zip(coins);
                let chosen = chosen.map(|(pair, word)| &pair[(word >> flip & 1) as usize][..]);
                self.evaluator.evidence(&chosen.collect::<Vec<_>>(), &mut scratch, out);
            }
        }
        let strength = |of_flip: &mut [f64]| {
            // The mean first: it must be added up in the order of draws.
            let mean = math::mean(of_flip);
            let middle = of_flip.select_nth_unstable_by(self.draws / 2, f64::total_cmp);
            Strength { median: *middle.1, mean }
        };
        evidence.chunks_exact_mut(self.draws).map(strength).collect()
    }
}
