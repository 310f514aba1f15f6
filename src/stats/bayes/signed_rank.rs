//! Bayesian signed-rank test over datasets (Benavoli, Mangili, Corani, Zaffalon and Ruggeri, ICML
//! 2014; Benavoli, Corani, Demsar and Zaffalon, JMLR 18(77), 2017): a Dirichlet process with a
//! prior pseudo-observation at zero. Weights w ~ Dirichlet(s, 1, ..., 1); theta_a is the sum of w_i
//! w_j over pairs with (z_i + z_j) / 2 above the rope (half of it on the edge), likewise theta_b
//! below, and the rest is the rope's. It must not know what was measured.
//!
//! baycomp 1.0.3 also counts averages on the edge half, but compares sums of floats exactly, so
//! that the last bit decides what is on the edge: eight differences of two-digit scores, five of
//! them 0.01, give P(rope) = 0.628 at rope 0.01, 0.363 at 0.01 - 1e-9 and 0.978 at 0.01 + 1e-9.
//! With all decimals exact, and here at each of the three ropes, it is 0.843.

use rand_chacha::rand_core::Rng;

use super::{Verdict, check, on_edge};
use crate::num::key::RngKey;
use crate::num::{math, sample};
use crate::stats::error::StatsError;

const NAME: &str = "Bayesian signed-rank test";
/// Thetas closer than this are equal: they are sums of products of weights that add up to 1.
const ROUNDING: f64 = 1e-12;

/// How the signed-rank test is simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRankSettings {
    /// Half the width of the region of practical equivalence, in units of the score.
    pub rope: f64,
    /// Weight s of the pseudo-observation at zero.
    pub prior_strength: f64,
    /// Number of draws from the posterior.
    pub draws: usize,
}

impl Default for SignedRankSettings {
    fn default() -> SignedRankSettings {
        SignedRankSettings { rope: 0.0, prior_strength: 0.5, draws: 50_000 }
    }
}

/// Posterior of the signed-rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRankPosterior {
    /// Share of draws in which each theta is the largest; draws with equal largest ones are split.
    pub probabilities: Verdict,
    /// Mean of the thetas: how often a new dataset is expected to fall on each side.
    pub mean_theta: Verdict,
    /// Number of draws.
    pub draws: usize,
}

/// Bayesian signed-rank test on one difference a - b per dataset.
pub fn bayesian_signed_rank(
    differences: &[f64],
    settings: SignedRankSettings,
    key: &RngKey,
) -> Result<SignedRankPosterior, StatsError> {
    check(NAME, differences, 1, settings.rope)?;
    let strength = settings.prior_strength;
    if !(strength > 0.0 && strength.is_finite()) || settings.draws == 0 {
        let reason = "the prior strength and the number of draws must be positive";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let mut observations: Vec<(f64, f64)> = differences.iter().map(|&z| (z, 1.0)).collect();
    observations.push((0.0, strength));
    observations.sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
    let sides = Sides::new(&observations, settings.rope);

    let mut stream = key.stream();
    let mut weights = vec![0.0; observations.len()];
    let mut below = vec![0.0; observations.len() + 1];
    let (mut wins, mut sums) = ([0.0; 3], [0.0; 3]);
    for _ in 0..settings.draws {
        for (weight, &(_, shape)) in weights.iter_mut().zip(&observations) {
            *weight = gamma(&mut stream, shape);
        }
        for (i, weight) in weights.iter().enumerate() {
            below[i + 1] = below[i] + weight;
        }
        let theta = sides.theta(&weights, &below);
        // Thetas that are equal by symmetry differ by rounding only.
        let largest = theta.iter().copied().fold(0.0, f64::max) - ROUNDING;
        let winners = theta.iter().filter(|&&t| t >= largest).count() as f64;
        for side in 0..3 {
            wins[side] += f64::from(theta[side] >= largest) / winners;
            sums[side] += theta[side];
        }
    }
    let share = |of: [f64; 3]| {
        let [a_better, equivalent, b_better] = of.map(|x| x / settings.draws as f64);
        Verdict { a_better, equivalent, b_better }
    };
    let (probabilities, mean_theta) = (share(wins), share(sums));
    Ok(SignedRankPosterior { probabilities, mean_theta, draws: settings.draws })
}

/// For sorted observations, the partners of each whose average with it lies above (or on) the upper
/// edge of the rope and below (or on) the lower edge: always a run at one end, so that a theta
/// costs one pass over cumulative weights instead of one over all pairs.
struct Sides {
    above: Vec<(usize, usize)>,
    below: Vec<(usize, usize)>,
}

impl Sides {
    fn new(sorted: &[(f64, f64)], rope: f64) -> Sides {
        // The first partner whose average with z lies past the edge, or on it too.
        let past = |z: f64, edge: f64, or_on: bool| {
            sorted.partition_point(|&(y, _)| {
                let average = (z + y) / 2.0;
                if on_edge(average, edge) { !or_on } else { average < edge }
            })
        };
        let of = |f: &dyn Fn(f64) -> (usize, usize)| sorted.iter().map(|&(z, _)| f(z)).collect();
        Sides {
            // (first partner on or above the edge, first partner strictly above it)
            above: of(&|z| (past(z, rope, true), past(z, rope, false))),
            // (first partner above the lower edge, first partner on it or above)
            below: of(&|z| (past(z, -rope, false), past(z, -rope, true))),
        }
    }

    /// theta of a better, rope, b better. `cumulative[i]` is the weight of the first i.
    fn theta(&self, weights: &[f64], cumulative: &[f64]) -> [f64; 3] {
        let total = cumulative[weights.len()];
        let (mut a, mut b) = (0.0, 0.0);
        for (i, weight) in weights.iter().enumerate() {
            let ((touching, above), (past, below)) = (self.above[i], self.below[i]);
            a += weight * (total - (cumulative[touching] + cumulative[above]) / 2.0);
            b += weight * (cumulative[past] + cumulative[below]) / 2.0;
        }
        let square = total * total;
        let (a, b) = (a / square, b / square);
        let rope = 1.0 - a - b;
        [a, if rope > ROUNDING { rope } else { 0.0 }, b]
    }
}

/// Gamma variate with scale 1 (Marsaglia and Tsang, ACM TOMS 26(3), 2000; shapes below 1 by their
/// note on U^(1/shape)); shape 1 is an exponential.
fn gamma(rng: &mut impl Rng, shape: f64) -> f64 {
    if shape == 1.0 {
        return -math::ln(1.0 - sample::unit(rng));
    }
    if shape < 1.0 {
        let boost = math::pow(1.0 - sample::unit(rng), 1.0 / shape);
        return boost * gamma(rng, shape + 1.0);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = sample::normal(rng);
        let v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        if v > 0.0 && math::ln(1.0 - sample::unit(rng)) < 0.5 * x * x + d * (1.0 - v + math::ln(v))
        {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: [f64; 10] = [1.2, -0.4, 0.9, 2.2, 0.3, -0.1, 1.7, 0.8, -1.1, 0.6];
    const TWELVE: [f64; 12] = [0.2, -0.3, 0.1, 0.4, 0.0, -0.1, 0.9, 0.2, -0.5, 0.3, 0.3, -0.2];
    const REFERENCE_DRAWS: f64 = 400_000.0;

    fn posterior(differences: &[f64], rope: f64, draws: usize) -> SignedRankPosterior {
        let settings = SignedRankSettings { rope, draws, ..SignedRankSettings::default() };
        bayesian_signed_rank(differences, settings, &RngKey::root(17)).unwrap()
    }

    /// baycomp 1.0.3, SignedRankTest.sample(d, 0, rope, nsamples=400000, random_state=1): shares of
    /// the largest theta. Four standard deviations of the difference of two simulations.
    #[test]
    fn agrees_with_baycomp() {
        let draws = 100_000;
        for (differences, rope, expected) in BAYCOMP {
            let got = posterior(differences, rope, draws).probabilities;
            let got = [got.a_better, got.equivalent, got.b_better];
            for (got, expected) in got.into_iter().zip(expected) {
                let variance =
                    expected * (1.0 - expected) * (1.0 / draws as f64 + 1.0 / REFERENCE_DRAWS);
                // A share of zero among the reference draws may still be a few draws here.
                let allowed = 4.0 * variance.sqrt() + 5.0 / draws as f64;
                assert!((got - expected).abs() < allowed, "{rope}: {got} {expected}");
            }
        }
    }

    /// The mean of a theta has a closed form: E[w_i w_j] = alpha_i alpha_j / (A (A + 1)), and
    /// alpha_i (alpha_i + 1) / (A (A + 1)) for i = j.
    #[test]
    fn mean_theta_is_that_of_the_dirichlet() {
        for rope in [0.0, 0.27, 0.3] {
            for strength in [0.5, 1.0, 2.5] {
                let draws = 40_000;
                let settings = SignedRankSettings { rope, draws, prior_strength: strength };
                let got = bayesian_signed_rank(&TWELVE, settings, &RngKey::root(5)).unwrap();
                let got = got.mean_theta;
                let mut z = vec![(0.0, strength)];
                z.extend(TWELVE.map(|d| (d, 1.0)));
                let total = 12.0 + strength;
                let mut expected = [0.0; 2];
                for (i, x) in z.iter().enumerate() {
                    for (j, y) in z.iter().enumerate() {
                        let weight = if i == j { x.1 * (x.1 + 1.0) } else { x.1 * y.1 };
                        for (side, sum) in [x.0 + y.0, -x.0 - y.0].into_iter().enumerate() {
                            let excess = libm::rint((sum - 2.0 * rope) * 1e6);
                            let part = if excess == 0.0 { 0.5 } else { f64::from(excess > 0.0) };
                            expected[side] += part * weight / (total * (total + 1.0));
                        }
                    }
                }
                // The sd of a theta is below 0.2 here; four standard errors.
                let allowed = 4.0 * 0.2 / (draws as f64).sqrt();
                assert!((got.a_better - expected[0]).abs() < allowed, "{rope} {strength}");
                assert!((got.b_better - expected[1]).abs() < allowed, "{rope} {strength}");
                assert!((got.a_better + got.equivalent + got.b_better - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn equal_methods_are_equivalent_or_even() {
        let flat = posterior(&[0.0; 6], 0.1, 100).probabilities;
        assert_eq!((flat.a_better, flat.equivalent, flat.b_better), (0.0, 1.0, 0.0));
        let even = posterior(&[0.0; 6], 0.0, 100).probabilities;
        assert_eq!((even.a_better, even.equivalent, even.b_better), (0.5, 0.0, 0.5));
        assert_eq!(posterior(&TEN, 0.27, 500), posterior(&TEN, 0.27, 500));
    }

    /// Differences that are multiples of 0.01 in decimals, not in binary. The reference compares
    /// whole numbers: NumPy 2.4.6, 400,000 draws of the weights, shares of the largest theta and
    /// mean thetas.
    #[test]
    fn a_rope_moved_by_a_billionth_changes_nothing() {
        let a = [0.81, 0.57, 0.83, 0.34, 0.92, 0.60, 0.75, 0.66];
        let b = [0.80, 0.56, 0.82, 0.33, 0.93, 0.60, 0.73, 0.65];
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        assert!(differences.iter().any(|&d| d > 0.01 && d < 0.0101));
        assert!(differences.iter().any(|&d| d < 0.01 && d > 0.0099));
        let found = posterior(&differences, 0.01, 50_000);
        for moved in [0.01 - 1e-9, 0.01 + 1e-9] {
            assert_eq!(posterior(&differences, moved, 50_000), found, "{moved}");
        }
        // Four standard errors of the difference of two simulations.
        let allowed = 4.0 * (0.25_f64 * (1.0 / 50_000.0 + 1.0 / REFERENCE_DRAWS)).sqrt();
        let close = |found: f64, expected: f64| (found - expected).abs() < allowed;
        assert!(close(found.probabilities.equivalent, 0.8426975), "{found:?}");
        assert!(close(found.probabilities.a_better, 0.1573025), "{found:?}");
        assert!(close(found.mean_theta.equivalent, 0.6348659), "{found:?}");
        assert!(close(found.mean_theta.b_better, 0.01240655), "{found:?}");
    }

    /// The same for averages on other edges, for percentages, and for a rope next to none.
    #[test]
    fn every_edge_is_as_wide() {
        for (unit, ropes) in [(0.001, [0.0, 0.001, 0.0015, 0.007]), (1.0, [0.0, 0.5, 1.0, 3.5])] {
            let scores = [81.3, 77.1, 90.7, 65.9, 70.0, 88.2];
            let differences: Vec<f64> = scores
                .iter()
                .zip([1.0, 7.0, -1.0, 2.0, 0.0, 3.0])
                .map(|(score, steps)| (score * unit + steps * unit) - score * unit)
                .collect();
            for rope in ropes {
                let found = posterior(&differences, rope, 2_000);
                for moved in [rope - 1e-9, rope + 1e-9] {
                    assert!(moved < 0.0 || posterior(&differences, moved, 2_000) == found);
                }
                assert_ne!(posterior(&differences, rope + 1e-6, 2_000), found, "{rope}");
            }
        }
    }

    #[test]
    fn refuses_bad_settings() {
        let key = RngKey::root(1);
        let settings = SignedRankSettings::default();
        assert!(bayesian_signed_rank(&[], settings, &key).is_err());
        assert!(bayesian_signed_rank(&[f64::INFINITY], settings, &key).is_err());
        for broken in [
            SignedRankSettings { rope: -1.0, ..settings },
            SignedRankSettings { prior_strength: 0.0, ..settings },
            SignedRankSettings { draws: 0, ..settings },
        ] {
            assert!(bayesian_signed_rank(&TEN, broken, &key).is_err());
        }
    }

    const BAYCOMP: [(&[f64], f64, [f64; 3]); 6] = [
        (&TEN, 0.0, [0.9692175, 0.0, 0.0307825]),
        (&TEN, 0.27, [0.95261, 0.0354075, 0.0119825]),
        (&TEN, 0.77, [0.27715, 0.7228225, 2.75e-5]),
        (&TWELVE, 0.0, [0.840935, 0.0, 0.159065]),
        (&TWELVE, 0.27, [0.04502, 0.95477, 0.00021]),
        (&TWELVE, 0.77, [0.0, 1.0, 0.0]),
    ];
}
