//! How large a difference is: mean or median of paired differences with a bootstrap interval, by
//! percentiles and bias-corrected and accelerated (BCa; Efron, JASA 82(397), 1987; Efron and
//! Tibshirani 1993, ch. 14): the ends are the quantiles Phi(z0 + (z0 + z) / (1 - acc (z0 + z))) of
//! the bootstrap distribution, z0 from the share of it below the estimate, acc from the skewness of
//! the jackknife. [`bootstrap_interval`] does this for any statistic of datasets, so that other
//! effects need only their formula. Positive means "a better". It must not know what was measured.

use super::distribution::{normal_cdf, normal_quantile};
use super::error::StatsError;
use super::quantile::{between, quantile_sorted};
use super::rank::Ties;
use crate::num::key::RngKey;
use crate::num::{math, sample};

const NAME: &str = "bootstrap interval";

/// Which centre of the differences is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Centre {
    /// The mean.
    Mean,
    /// The median.
    Median,
}

/// How the interval is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntervalSettings {
    /// Probability of the interval.
    pub level: f64,
    /// Number of bootstrap resamples.
    pub resamples: usize,
}

impl Default for IntervalSettings {
    fn default() -> IntervalSettings {
        IntervalSettings { level: 0.95, resamples: 10_000 }
    }
}

/// A centre and its intervals, each (low, high).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EffectInterval {
    /// The centre of the differences.
    pub estimate: f64,
    /// Percentile interval.
    pub percentile: (f64, f64),
    /// BCa interval.
    pub bca: (f64, f64),
    /// Number of bootstrap resamples.
    pub resamples: usize,
}

/// Bootstrap interval of the centre of at least two paired differences a - b; resamples come from
/// the stream at `key`.
pub fn effect_interval(
    differences: &[f64],
    centre: Centre,
    settings: IntervalSettings,
    key: &RngKey,
) -> Result<EffectInterval, StatsError> {
    if differences.iter().any(|d| !d.is_finite()) {
        return Err(StatsError::BadInput { test: NAME, reason: "a difference is not finite" });
    }
    let n = differences.len();
    match centre {
        Centre::Mean => {
            let mut drawn = Vec::with_capacity(n);
            bootstrap_interval(n, settings, key, |places| {
                drawn.clear();
                drawn.extend(places.iter().map(|&place| differences[place]));
                math::mean(&drawn)
            })
        }
        Centre::Median => {
            let mut rising = Rising::new(differences);
            bootstrap_interval(n, settings, key, |places| rising.median(places))
        }
    }
}

/// Values in rising order: the median of a resample is then found by counting how often each was drawn, several times
/// faster than by sorting the resample.
struct Rising {
    values: Vec<f64>,
    /// The place of each value among `values`.
    position: Vec<usize>,
    times_drawn: Vec<usize>,
}

impl Rising {
    fn new(values: &[f64]) -> Rising {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        let mut position = vec![0; values.len()];
        for (place, &value) in order.iter().enumerate() {
            position[value] = place;
        }
        Rising {
            values: order.iter().map(|&i| values[i]).collect(),
            position,
            times_drawn: vec![0; values.len()],
        }
    }

    /// The median of the values drawn; NaN for none.
    fn median(&mut self, places: &[usize]) -> f64 {
        self.times_drawn.fill(0);
        for &place in places {
            self.times_drawn[self.position[place]] += 1;
        }
        let middle = places.len() / 2;
        let (mut before, mut lower) = (0, f64::NAN);
        for (&value, &times) in self.values.iter().zip(&self.times_drawn) {
            if times == 0 {
                continue;
            }
            if before + times > middle {
                // The middle value is this one; the one before it may be, too.
                let below = if before == middle { lower } else { value };
                let even = places.len().is_multiple_of(2);
                return if even { between(below, value, 0.5) } else { value };
            }
            before += times;
            lower = value;
        }
        f64::NAN
    }
}

/// Bootstrap interval of any statistic of at least two units (differences, datasets), which are
/// drawn by place with replacement from the stream at `key`. `statistic` gets the places drawn; all
/// of them for the estimate, all but one for the jackknife.
pub fn bootstrap_interval(
    units: usize,
    settings: IntervalSettings,
    key: &RngKey,
    mut statistic: impl FnMut(&[usize]) -> f64,
) -> Result<EffectInterval, StatsError> {
    if units < 2 {
        let what = "differences";
        return Err(StatsError::TooFew { test: NAME, what, needed: 2, found: units });
    }
    if !(settings.level > 0.0 && settings.level < 1.0) || settings.resamples == 0 {
        let reason = "the level must lie between 0 and 1, and there must be resamples";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let all: Vec<usize> = (0..units).collect();
    let estimate = statistic(&all);
    let mut stream = key.stream();
    let mut places = vec![0; units];
    let mut one = || {
        places.fill_with(|| sample::below(&mut stream, units as u64) as usize);
        statistic(&places)
    };
    let mut resampled: Vec<f64> = (0..settings.resamples).map(|_| one()).collect();
    resampled.sort_unstable_by(f64::total_cmp);
    let jackknife: Vec<f64> =
        all.iter().map(|&i| statistic(&[&all[..i], &all[i + 1..]].concat())).collect();
    let tail = (1.0 - settings.level) / 2.0;
    let percentile = (quantile_sorted(&resampled, tail), quantile_sorted(&resampled, 1.0 - tail));
    let bca = bca_interval(&resampled, estimate, &jackknife, tail);
    Ok(EffectInterval { estimate, percentile, bca, resamples: settings.resamples })
}

/// BCa interval from a sorted bootstrap distribution. Resamples tied with the estimate count half
/// as below it; a distribution wholly on one side counts as half a resample from it.
fn bca_interval(resampled: &[f64], estimate: f64, jackknife: &[f64], tail: f64) -> (f64, f64) {
    let count = resampled.len() as f64;
    let tied = resampled.iter().filter(|&&x| Ties::Decimal.tied(x, estimate)).count() as f64;
    let below =
        resampled.iter().filter(|&&x| x < estimate && !Ties::Decimal.tied(x, estimate)).count()
            as f64;
    let share = (below + tied / 2.0).clamp(0.5, count - 0.5) / count;
    let bias = normal_quantile(share);
    let mean = math::mean(jackknife);
    let moment = |power: i32| jackknife.iter().map(|x| (mean - x).powi(power)).sum::<f64>();
    let (squares, cubes) = (moment(2), moment(3));
    let acceleration = if squares > 0.0 { cubes / (6.0 * squares * squares.sqrt()) } else { 0.0 };
    let end = |tail: f64| {
        let shifted = bias + normal_quantile(tail);
        let place = normal_cdf(bias + shifted / (1.0 - acceleration * shifted));
        quantile_sorted(resampled, place)
    };
    (end(tail), end(1.0 - tail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::quantile::median;
    use proptest::prelude::*;

    const TEN: [f64; 10] = [1.2, -0.4, 0.9, 2.2, 0.3, -0.1, 1.7, 0.8, -1.1, 0.6];

    fn near(got: (f64, f64), expected: (f64, f64), allowed: f64) -> bool {
        (got.0 - expected.0).abs() <= allowed && (got.1 - expected.1).abs() <= allowed
    }

    /// The BCa formula computed with numpy and scipy.stats.norm (SciPy 1.17.1) on the distribution
    /// 0.01, 0.02, ..., 2.00 with estimate 0.61 and the jackknife of the mean: z0 = -0.517224,
    /// acceleration = -0.00560223.
    #[test]
    fn bca_formula_agrees_with_scipy() {
        let resampled: Vec<f64> = (1..=200).map(|i| f64::from(i) / 100.0).collect();
        let total: f64 = TEN.iter().sum();
        let jackknife: Vec<f64> = TEN.iter().map(|d| (total - d) / 9.0).collect();
        let got = bca_interval(&resampled, 0.61, &jackknife, 0.025);
        assert!(near(got, (0.012439172771027233, 1.6410600799557273), 1e-9), "{got:?}");
    }

    /// scipy.stats.bootstrap, 400,000 resamples. Means of ten such values lie on a grid of 0.01; a
    /// 2.5 % quantile of 40,000 resamples (density about 0.2) has a standard error of 0.004.
    #[test]
    fn intervals_agree_with_scipy() {
        let settings = IntervalSettings { level: 0.95, resamples: 40_000 };
        let key = RngKey::root(40);
        let mean = effect_interval(&TEN, Centre::Mean, settings, &key).unwrap();
        assert!((mean.estimate - 0.61).abs() < 1e-12);
        assert!(near(mean.percentile, (0.03, 1.18), 0.0201), "{mean:?}");
        assert!(near(mean.bca, (0.01, 1.17), 0.0201), "{mean:?}");
        let median = effect_interval(&TEN, Centre::Median, settings, &key).unwrap();
        assert!((median.estimate - 0.7).abs() < 1e-12);
        assert!(near(median.percentile, (-0.1, 1.3), 0.051), "{median:?}");
        assert!(near(median.bca, (-0.1, 1.3), 0.051), "{median:?}");
    }

    #[test]
    fn equal_differences_have_a_point_for_an_interval() {
        let settings = IntervalSettings::default();
        let got = effect_interval(&[0.25; 6], Centre::Mean, settings, &RngKey::root(1)).unwrap();
        assert_eq!((got.estimate, got.percentile, got.bca), (0.25, (0.25, 0.25), (0.25, 0.25)));
        assert!(effect_interval(&[0.25], Centre::Mean, settings, &RngKey::root(1)).is_err());
        let bad = IntervalSettings { level: 1.0, ..settings };
        assert!(effect_interval(&TEN, Centre::Mean, bad, &RngKey::root(1)).is_err());
        assert!(
            effect_interval(&[0.0, f64::NAN], Centre::Mean, settings, &RngKey::root(1)).is_err()
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counting_finds_the_median_of_every_resample(
            values in prop::collection::vec(-5_i32..5, 1..12),
            drawn in prop::collection::vec(any::<prop::sample::Index>(), 1..20),
        ) {
            let values: Vec<f64> = values.into_iter().map(|v| f64::from(v) / 3.0).collect();
            let places: Vec<usize> = drawn.iter().map(|d| d.index(values.len())).collect();
            let sample: Vec<f64> = places.iter().map(|&place| values[place]).collect();
            let mut rising = Rising::new(&values);
            rising.median(&[0]);
            prop_assert_eq!(rising.median(&places), median(&sample).unwrap());
        }

        #[test]
        fn intervals_are_ordered_inside_the_data_and_repeatable(
            differences in prop::collection::vec(-20_i32..20, 2..25), seed in any::<u64>(),
            median in any::<bool>(),
        ) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let centre = if median { Centre::Median } else { Centre::Mean };
            let settings = IntervalSettings { level: 0.9, resamples: 200 };
            let key = RngKey::root(seed);
            let got = effect_interval(&differences, centre, settings, &key).unwrap();
            let least = differences.iter().copied().fold(f64::INFINITY, f64::min) - 1e-9;
            let most = differences.iter().copied().fold(f64::NEG_INFINITY, f64::max) + 1e-9;
            for (low, high) in [got.percentile, got.bca] {
                prop_assert!(least <= low && low <= high && high <= most);
            }
            prop_assert_eq!(got, effect_interval(&differences, centre, settings, &key).unwrap());
        }
    }
}
