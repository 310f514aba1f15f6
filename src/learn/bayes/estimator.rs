//! How probable a number is, judged by numbers seen before: by one normal density, or by a mixture with a normal kernel at
//! every value. Numbers are rounded to multiples of a precision, and a number's probability is the mass within half a
//! precision of it. It knows nothing of classes or tables.

use crate::num::math;

/// What the distribution is taken to be.
pub enum Estimator {
    /// One normal distribution.
    Normal(Normal),
    /// A mixture of them.
    Kernel(Kernel),
}

/// The normal distribution of rounded numbers.
pub struct Normal {
    precision: f64,
    mean: f64,
    deviation: f64,
}

/// A mixture of normal distributions of one width, one at each distinct rounded number.
pub struct Kernel {
    precision: f64,
    /// Ascending.
    values: Vec<f64>,
    weights: Vec<f64>,
    total: f64,
    deviation: f64,
}

/// A mixture leaves out kernels once those not yet looked at could add no more than this share.
const NEGLIGIBLE: f64 = 0.01;

/// Mixtures round at least this coarsely.
const FINEST: f64 = 1e-6;

/// Deviations below this are taken for rounding errors.
const NO_DEVIATION: f64 = 1e-10;

/// The precision of numbers: the mean gap between neighbouring distinct ones, 0.01 if there is only one. The numbers
/// must be in ascending order: gaps are added one by one, because the last bit may decide how a number is rounded.
pub fn precision(ascending: &[f64]) -> f64 {
    let (mut sum, mut gaps) = (0.0, 0_u32);
    for pair in ascending.windows(2) {
        if pair[1] != pair[0] {
            sum += pair[1] - pair[0];
            gaps += 1;
        }
    }
    if gaps == 0 { 0.01 } else { sum / f64::from(gaps) }
}

fn round(value: f64, precision: f64) -> f64 {
    (value / precision).round_ties_even() * precision
}

/// The least a deviation can be, if numbers are known to this precision.
fn least_deviation(precision: f64) -> f64 {
    precision / 6.0
}

/// Mass within half a precision of a distance from the mean.
fn mass_at(distance: f64, precision: f64, deviation: f64) -> f64 {
    let half = precision / 2.0;
    math::normal_below((distance + half) / deviation)
        - math::normal_below((distance - half) / deviation)
}

impl Normal {
    /// From numbers with their weights, none of them zero.
    pub fn new(precision: f64, known: &[(f64, f64)]) -> Normal {
        let total: f64 = known.iter().map(|(_, weight)| weight).sum();
        let rounded = || known.iter().map(|(value, weight)| (round(*value, precision), weight));
        let mean = rounded().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let squares: f64 = rounded().map(|(v, weight)| (v - mean) * (v - mean) * weight).sum();
        let deviation = (squares / total).sqrt();
        let least = least_deviation(precision);
        let deviation = if deviation > NO_DEVIATION { deviation.max(least) } else { least };
        Normal { precision, mean, deviation }
    }

    fn probability(&self, value: f64) -> f64 {
        mass_at(round(value, self.precision) - self.mean, self.precision, self.deviation)
    }
}

impl Kernel {
    /// From numbers with their weights, none of them zero.
    pub fn new(precision: f64, known: &[(f64, f64)]) -> Kernel {
        let precision = precision.max(FINEST);
        let mut rounded: Vec<(f64, f64)> =
            known.iter().map(|(value, weight)| (round(*value, precision), *weight)).collect();
        rounded.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut values, mut weights): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        for (value, weight) in rounded {
            match (values.last(), weights.last_mut()) {
                (Some(last), Some(sum)) if *last == value => *sum += weight,
                _ => {
                    values.push(value);
                    weights.push(weight);
                }
            }
        }
        let total: f64 = known.iter().map(|(_, weight)| weight).sum();
        let range = values.last().copied().unwrap_or(0.0) - values.first().copied().unwrap_or(0.0);
        let deviation = (range / total.sqrt()).max(least_deviation(precision));
        Kernel { precision, values, weights, total, deviation }
    }

    /// Kernels are looked at from the value upwards, then downwards, until the rest cannot matter.
    fn probability(&self, value: f64) -> f64 {
        let start = self.values.partition_point(|v| *v < value);
        let (mut sum, mut seen) = (0.0, 0.0);
        let mut matters = |at: usize| {
            let mass = mass_at(self.values[at] - value, self.precision, self.deviation);
            sum += mass * self.weights[at];
            seen += self.weights[at];
            mass * (self.total - seen) >= sum * NEGLIGIBLE
        };
        let _ = (start..self.values.len()).all(&mut matters);
        let _ = (0..start).rev().all(&mut matters);
        sum / self.total
    }
}

impl Estimator {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        match self {
            Estimator::Normal(_) => 0,
            Estimator::Kernel(kernel) => {
                size_of_val(&*kernel.values) + size_of_val(&*kernel.weights)
            }
        }
    }

    /// How probable a number is.
    pub fn probability(&self, value: f64) -> f64 {
        match self {
            Estimator::Normal(normal) => normal.probability(value),
            Estimator::Kernel(kernel) => kernel.probability(value),
        }
    }

    /// Whether the numbers were small enough to compute with.
    pub fn is_finite(&self) -> bool {
        match self {
            Estimator::Normal(n) => n.mean.is_finite() && n.deviation.is_finite(),
            Estimator::Kernel(k) => k.deviation.is_finite() && k.precision.is_finite(),
        }
    }
}
