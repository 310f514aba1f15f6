//! Akinshin's gamma ("Nonparametric Cohen's d-consistent effect size", aakinshin.net, 2020): the
//! difference of two quantiles in units of the pooled spread, gamma(p) = (Q(a, p) - Q(b, p)) / PMAD
//! with PMAD^2 = ((n_a - 1) MAD_a^2 + (n_b - 1) MAD_b^2) / (n_a + n_b - 2). Q is the Harrell-Davis
//! quantile (Biometrika 69(3), 1982), MAD = 1.4826 Q(|x - Q(x, 1/2)|, 1/2). For normal samples it
//! estimates Cohen's d; unlike Cliff's delta it does not stop at 1, and unlike Cohen's d one odd
//! value cannot move it far. Positive means "a better". It must not know what was measured.
//!
//! The spread is that of scores over datasets, not of paired differences.

use super::effect_interval::{EffectInterval, IntervalSettings, bootstrap_interval};
use super::error::StatsError;
use super::quantile::sorted_copy;
use super::special::beta_tails;
use crate::num::key::RngKey;
use crate::num::math::dot;

const NAME: &str = "Akinshin's gamma";

/// 1 / (third quartile of the standard normal): makes the MAD of normal values estimate their
/// standard deviation.
const CONSISTENCY: f64 = 1.482_602_218_505_602;

/// Akinshin's gamma of two samples of at least two values for the quantile `p` (1/2: medians).
pub fn akinshin_gamma(a: &[f64], b: &[f64], p: f64) -> Result<f64, StatsError> {
    let found = a.len().min(b.len());
    if found < 2 {
        let what = "values in each sample";
        return Err(StatsError::TooFew { test: NAME, what, needed: 2, found });
    }
    check_numbers(a, b, p)?;
    let (of_a, of_b) = (Estimators::new(a.len(), p), Estimators::new(b.len(), p));
    let (a, b) = (sorted_copy(a)?, sorted_copy(b)?);
    let (shift, spread) = shift_and_spread((&a, &of_a), (&b, &of_b), &mut Vec::new());
    if spread > 0.0 {
        return Ok(shift / spread);
    }
    Err(StatsError::Undefined { test: NAME, reason: "the values have no spread" })
}

/// The gamma of two methods on the same datasets with a bootstrap interval that draws whole
/// datasets. A resample without any spread borrows that of the samples.
pub fn akinshin_gamma_interval(
    a: &[f64],
    b: &[f64],
    p: f64,
    settings: IntervalSettings,
    key: &RngKey,
) -> Result<EffectInterval, StatsError> {
    if a.len() != b.len() {
        let reason = "the samples have different lengths";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let gamma = akinshin_gamma(a, b, p)?;
    let n = a.len();
    // The jackknife asks for one value less, which has weights of its own.
    let (whole, shorter) = (Estimators::new(n, p), Estimators::new(n - 1, p));
    let (a, b) = (Rising::new(a), Rising::new(b));
    let (mut drawn_a, mut drawn_b, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
    let mut times = vec![0; n];
    let mut sample_spread = None;
    let interval = bootstrap_interval(n, settings, key, |places| {
        times.fill(0);
        for &place in places {
            times[place] += 1;
        }
        a.drawn(&times, &mut drawn_a);
        b.drawn(&times, &mut drawn_b);
        let of = if places.len() == n { &whole } else { &shorter };
        let (shift, spread) = shift_and_spread((&drawn_a, of), (&drawn_b, of), &mut buffer);
        // The first call is for the whole sample, which has some spread.
        let borrowed = *sample_spread.get_or_insert(spread);
        shift / if spread > 0.0 { spread } else { borrowed }
    })?;
    Ok(EffectInterval { estimate: gamma, ..interval })
}

fn check_numbers(a: &[f64], b: &[f64], p: f64) -> Result<(), StatsError> {
    let reason = if a.iter().chain(b).any(|x| !x.is_finite()) {
        "a value is not finite"
    } else if !(p > 0.0 && p < 1.0) {
        "the probability of the quantile must lie between 0 and 1"
    } else {
        return Ok(());
    };
    Err(StatsError::BadInput { test: NAME, reason })
}

/// The weights of n sorted values in the Harrell-Davis estimate of the quantile p: the differences
/// of the beta((n+1) p, (n+1) (1-p)) distribution function at i/n.
fn harrell_davis(n: usize, p: f64) -> Vec<f64> {
    let (size, free) = (n as f64, n as f64 + 1.0);
    let below =
        |i: usize| beta_tails(free * p, free * (1.0 - p), i as f64 / size, (n - i) as f64 / size).0;
    (0..n).map(|i| below(i + 1) - below(i)).collect()
}

/// Weights for a sample of one size.
struct Estimators {
    quantile: Vec<f64>,
    median: Vec<f64>,
}

impl Estimators {
    fn new(n: usize, p: f64) -> Estimators {
        Estimators { quantile: harrell_davis(n, p), median: harrell_davis(n, 0.5) }
    }
}

/// The difference of the quantiles and the pooled spread of two samples in rising order.
fn shift_and_spread(
    (a, of_a): (&[f64], &Estimators),
    (b, of_b): (&[f64], &Estimators),
    buffer: &mut Vec<f64>,
) -> (f64, f64) {
    let (free_a, free_b) = (a.len() as f64 - 1.0, b.len() as f64 - 1.0);
    let (mad_a, mad_b) = (mad(a, of_a, buffer), mad(b, of_b, buffer));
    let squares = free_a * mad_a * mad_a + free_b * mad_b * mad_b;
    // Two values less one, as the jackknife of the smallest samples has them, leave no freedom.
    let spread = (squares / (free_a + free_b).max(1.0)).sqrt();
    (dot(&of_a.quantile, a) - dot(&of_b.quantile, b), spread)
}

/// The scaled median absolute deviation of values in rising order.
fn mad(sorted: &[f64], of: &Estimators, deviations: &mut Vec<f64>) -> f64 {
    // Values that are all equal must give zero, not the rounding error of their weighted mean.
    if sorted.first() == sorted.last() {
        return 0.0;
    }
    let centre = dot(&of.median, sorted);
    // Deviations rise from the centre to both sides: merging them sorts them.
    let mut high = sorted.partition_point(|&x| x < centre);
    let mut low = high;
    deviations.clear();
    while deviations.len() < sorted.len() {
        let above = sorted.get(high).map_or(f64::INFINITY, |x| x - centre);
        let below = low.checked_sub(1).map_or(f64::INFINITY, |i| centre - sorted[i]);
        if above < below {
            deviations.push(above);
            high += 1;
        } else {
            deviations.push(below);
            low -= 1;
        }
    }
    CONSISTENCY * dot(&of.median, deviations)
}

/// Scores in rising order that know which dataset they belong to.
struct Rising(Vec<(f64, usize)>);

impl Rising {
    fn new(values: &[f64]) -> Rising {
        let mut rising: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
        rising.sort_by(|x, y| x.0.total_cmp(&y.0));
        Rising(rising)
    }

    /// The values of a resample, in rising order.
    fn drawn(&self, times: &[usize], into: &mut Vec<f64>) {
        // Most values are drawn at most four times: writing four at once and moving on by as many as were drawn needs no
        // decision, which would be guessed wrongly half of the time.
        const AT_ONCE: usize = 4;
        into.clear();
        into.resize(times.iter().sum::<usize>() + AT_ONCE, 0.0);
        let mut at = 0;
        for &(value, dataset) in &self.0 {
            let count = times[dataset];
            into[at..at + AT_ONCE].fill(value);
            if count > AT_ONCE {
                into[at + AT_ONCE..at + count].fill(value);
            }
            at += count;
        }
        into.truncate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::sample;
    use proptest::prelude::*;

    use crate::stats::effect_delta::tests::{A, B};

    fn close(found: f64, expected: f64, allowed: f64) {
        assert!((found - expected).abs() <= allowed, "{found} {expected}");
    }

    /// Written from the definition with scipy.stats.mstats.hdquantiles, SciPy 1.17.1.
    #[test]
    fn agrees_with_scipy() {
        for (p, expected) in
            [(0.1, 0.0509135701074144), (0.5, 0.1542622802786514), (0.9, 0.07676389180702542)]
        {
            close(akinshin_gamma(&A, &B, p).unwrap(), expected, 1e-12);
            close(akinshin_gamma(&B, &A, p).unwrap(), -expected, 1e-12);
        }
        let (x, y) = ([8.0, 2.0, 1.0, 16.0, 4.0], [3.0, 0.0, 5.0]);
        close(akinshin_gamma(&x, &y, 0.5).unwrap(), 0.4928320653930098, 1e-12);
        close(akinshin_gamma(&y, &x, 0.3).unwrap(), -0.2577248460195254, 1e-12);
        let sorted = [-2.0, 0.25, 3.1, 4.0, 7.5, 11.0];
        close(dot(&harrell_davis(6, 0.25), &sorted), 0.3435464364677393, 1e-13);
    }

    /// 200,000 resamples of datasets with NumPy 2.4.6. At the ends the bootstrap distribution has a
    /// density of about 0.3 (0.15 at the upper BCa end); four standard errors of 40,000 resamples.
    #[test]
    fn the_interval_agrees_with_numpy() {
        let settings = IntervalSettings { level: 0.95, resamples: 40_000 };
        let found = akinshin_gamma_interval(&A, &B, 0.5, settings, &RngKey::root(7)).unwrap();
        close(found.estimate, 0.1542622802786514, 1e-12);
        close(found.percentile.0, -0.07553745, 0.012);
        close(found.percentile.1, 0.42539211, 0.012);
        close(found.bca.0, -0.04791588, 0.012);
        close(found.bca.1, 0.48010333, 0.02);
    }

    /// Cohen's d of normal samples is the difference of means in standard deviations. The standard
    /// error of a difference of two medians of 4,000 values is 0.028.
    #[test]
    fn estimates_cohens_d_of_normal_samples() {
        let mut stream = RngKey::root(5).stream();
        let mut draw = |shift: f64| -> Vec<f64> {
            (0..4_000).map(|_| 3.0 * (shift + sample::normal(&mut stream))).collect()
        };
        let (a, b) = (draw(0.8), draw(0.0));
        for p in [0.3, 0.5, 0.7] {
            close(akinshin_gamma(&a, &b, p).unwrap(), 0.8, 0.12);
        }
    }

    #[test]
    fn refuses_what_has_no_gamma() {
        let settings = IntervalSettings::default();
        let key = RngKey::root(1);
        let undefined = akinshin_gamma(&[0.1; 4], &[0.3; 5], 0.5);
        assert!(matches!(undefined, Err(StatsError::Undefined { .. })));
        assert!(akinshin_gamma(&[0.1], &[0.3, 0.4], 0.5).is_err());
        assert!(akinshin_gamma(&[0.1, f64::INFINITY], &[0.3, 0.4], 0.5).is_err());
        assert!(akinshin_gamma(&A, &B, 1.0).is_err());
        assert!(akinshin_gamma_interval(&A, &B[1..], 0.5, settings, &key).is_err());
        assert!(akinshin_gamma_interval(&[0.2; 3], &[0.1; 3], 0.5, settings, &key).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn scale_and_place_do_not_matter_and_small_samples_have_intervals(
            pairs in prop::collection::vec((-9_i32..9, -9_i32..9), 2..12),
            scale in 0.1_f64..10.0, shift in -5.0_f64..5.0,
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) =
                pairs.iter().map(|&(a, b)| (f64::from(a), f64::from(b))).unzip();
            let Ok(gamma) = akinshin_gamma(&a, &b, 0.4) else {
                let flat = |x: &[f64]| x.iter().all(|&v| v == x[0]);
                prop_assert!(flat(&a) && flat(&b));
                return Ok(());
            };
            let moved = |x: &[f64]| x.iter().map(|v| v * scale + shift).collect::<Vec<f64>>();
            let again = akinshin_gamma(&moved(&a), &moved(&b), 0.4).unwrap();
            prop_assert!((gamma - again).abs() <= 1e-9 * gamma.abs().max(1.0));
            let settings = IntervalSettings { level: 0.9, resamples: 200 };
            let found = akinshin_gamma_interval(&a, &b, 0.4, settings, &RngKey::root(2)).unwrap();
            for (low, high) in [found.percentile, found.bca] {
                prop_assert!(low.is_finite() && low <= high && high.is_finite(), "{:?}", found);
            }
        }
    }
}
