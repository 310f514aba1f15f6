//! What people write below or next to their scores: means, medians, sums, spreads, mean ranks and counts of wins. It knows
//! numbers only, not what they measure.

use super::numbers::Printed;
use super::order;
use crate::num::math;
use crate::stats::{Ties, average_ranks};

/// Something that is computed from the numbers of one row or column; ranks and wins compare several columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Statistic {
    Mean,
    Median,
    GeometricMean,
    Sum,
    SampleSd,
    Sd,
    Largest,
    Smallest,
    HarmonicMean,
    SampleVariance,
    Variance,
    StandardError,
    FirstQuartile,
    ThirdQuartile,
    InterquartileRange,
    /// The median distance to the median.
    MedianDeviation,
    /// The same, scaled to the standard deviation of a normal distribution.
    ScaledMedianDeviation,
    /// A mean without a percentage of the numbers at each end, or at least one.
    TrimmedMean(usize),
}

impl Statistic {
    /// What is looked for below the scores. A dataset can easily have the largest or the smallest score of every column.
    pub const BELOW: [Statistic; 6] = [
        Statistic::Mean,
        Statistic::Median,
        Statistic::GeometricMean,
        Statistic::Sum,
        Statistic::SampleSd,
        Statistic::Sd,
    ];
    /// What is rarely written below the scores.
    pub const RARE: [Statistic; 13] = [
        Statistic::HarmonicMean,
        Statistic::SampleVariance,
        Statistic::Variance,
        Statistic::StandardError,
        Statistic::FirstQuartile,
        Statistic::ThirdQuartile,
        Statistic::InterquartileRange,
        Statistic::MedianDeviation,
        Statistic::ScaledMedianDeviation,
        Statistic::TrimmedMean(5),
        Statistic::TrimmedMean(10),
        Statistic::TrimmedMean(20),
        Statistic::TrimmedMean(25),
    ];
    /// What is looked for next to the scores.
    pub const NEXT: [Statistic; 8] = [
        Statistic::Mean,
        Statistic::Median,
        Statistic::Largest,
        Statistic::Smallest,
        Statistic::GeometricMean,
        Statistic::Sum,
        Statistic::SampleSd,
        Statistic::Sd,
    ];

    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Statistic::Mean => "mean",
            Statistic::Median => "median",
            Statistic::GeometricMean => "geometric mean",
            Statistic::Sum => "sum",
            Statistic::SampleSd | Statistic::Sd => "standard deviation",
            Statistic::Largest => "largest",
            Statistic::Smallest => "smallest",
            Statistic::HarmonicMean => "harmonic mean",
            Statistic::SampleVariance | Statistic::Variance => "variance",
            Statistic::StandardError => "standard error",
            Statistic::FirstQuartile => "first quartile",
            Statistic::ThirdQuartile => "third quartile",
            Statistic::InterquartileRange => "interquartile range",
            Statistic::MedianDeviation | Statistic::ScaledMedianDeviation => {
                "median absolute deviation"
            }
            Statistic::TrimmedMean(_) => "trimmed mean",
        }
    }

    /// Its value; `None` where there are no numbers or it is not defined.
    pub fn of(self, values: &[f64]) -> Option<f64> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        Some(match self {
            Statistic::Mean => math::mean(values),
            Statistic::Median => order::quantile(values, 0.5)?,
            Statistic::GeometricMean => {
                if values.iter().any(|&value| value <= 0.0) {
                    return None;
                }
                math::exp(values.iter().map(|&value| math::ln(value)).sum::<f64>() / count)
            }
            Statistic::Sum => values.iter().sum(),
            Statistic::SampleSd => math::sample_sd(values)?,
            Statistic::Sd => math::sample_sd(values)? * ((count - 1.0) / count).sqrt(),
            Statistic::Largest => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Statistic::Smallest => values.iter().copied().fold(f64::INFINITY, f64::min),
            Statistic::HarmonicMean => {
                if values.iter().any(|&value| value <= 0.0) {
                    return None;
                }
                count / values.iter().map(|value| 1.0 / value).sum::<f64>()
            }
            Statistic::SampleVariance => Statistic::SampleSd.of(values)?.powi(2),
            Statistic::Variance => Statistic::Sd.of(values)?.powi(2),
            Statistic::StandardError => math::sample_sd(values)? / count.sqrt(),
            Statistic::FirstQuartile => order::quantile(values, 0.25)?,
            Statistic::ThirdQuartile => order::quantile(values, 0.75)?,
            Statistic::InterquartileRange => {
                order::quantile(values, 0.75)? - order::quantile(values, 0.25)?
            }
            Statistic::MedianDeviation => order::median_deviation(values)?,
            Statistic::ScaledMedianDeviation => order::NORMAL * order::median_deviation(values)?,
            Statistic::TrimmedMean(percent) => order::trimmed_mean(values, percent)?,
        })
    }

    /// How far the rounding of single numbers can move it.
    pub fn rounding(self, values: &[Printed]) -> f64 {
        let roundings = || values.iter().map(|printed| printed.rounding);
        let usual = || roundings().sum::<f64>() / values.len().max(1) as f64;
        match self {
            Statistic::Sum => roundings().sum(),
            // These are copied, not computed.
            Statistic::Largest | Statistic::Smallest => 0.0,
            // Of a column of few digits far away, such as a baseline of 0.0, the middle knows nothing.
            Statistic::Median => {
                let numbers: Vec<f64> = values.iter().map(|printed| printed.value).collect();
                let Some(median) = self.of(&numbers) else { return 0.0 };
                let distance = |printed: &&Printed| (printed.value - median).abs();
                let nearest = values.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(0.0, |printed| printed.rounding)
            }
            Statistic::SampleVariance | Statistic::Variance => {
                let numbers: Vec<f64> = values.iter().map(|printed| printed.value).collect();
                2.0 * Statistic::SampleSd.of(&numbers).unwrap_or(0.0) * usual()
            }
            Statistic::InterquartileRange
            | Statistic::MedianDeviation
            | Statistic::ScaledMedianDeviation => 2.0 * usual(),
            _ => usual(),
        }
    }
}

/// Mean ranks of columns over rows in which every column has a number: rank 1 for the largest, or for the smallest.
pub fn mean_ranks(rows: &[Vec<f64>], largest_first: bool) -> Vec<f64> {
    let width = rows.first().map_or(0, Vec::len);
    let mut sums = vec![0.0; width];
    for row in rows {
        for (sum, rank) in sums.iter_mut().zip(average_ranks(row, largest_first, Ties::Decimal)) {
            *sum += rank;
        }
    }
    sums.into_iter().map(|sum| sum / rows.len() as f64).collect()
}

/// In how many rows each column has the largest number, or the smallest; equal ones win together.
pub fn wins(rows: &[Vec<f64>], largest: bool) -> Vec<f64> {
    let mut counts = vec![0.0; rows.first().map_or(0, Vec::len)];
    for row in rows {
        let best = if largest { Statistic::Largest } else { Statistic::Smallest }.of(row);
        for (count, value) in counts.iter_mut().zip(row) {
            *count +=
                if best.is_some_and(|best| Ties::Decimal.tied(best, *value)) { 1.0 } else { 0.0 };
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_by_hand() {
        let values = [1.0, 2.0, 4.0, 1.0];
        for (statistic, expected) in [
            (Statistic::Mean, 2.0),
            (Statistic::Median, 1.5),
            (Statistic::Sum, 8.0),
            (Statistic::SampleSd, 2.0_f64.sqrt()),
            (Statistic::Sd, 1.5_f64.sqrt()),
            (Statistic::GeometricMean, 8.0_f64.sqrt().sqrt()),
            (Statistic::Largest, 4.0),
            (Statistic::Smallest, 1.0),
            (Statistic::HarmonicMean, 16.0 / 11.0),
            (Statistic::SampleVariance, 2.0),
            (Statistic::Variance, 1.5),
            (Statistic::StandardError, 0.5_f64.sqrt()),
            (Statistic::FirstQuartile, 1.0),
            (Statistic::ThirdQuartile, 2.5),
            (Statistic::InterquartileRange, 1.5),
            (Statistic::MedianDeviation, 0.5),
            (Statistic::TrimmedMean(10), 1.5),
        ] {
            let found = statistic.of(&values).unwrap();
            assert!((found - expected).abs() < 1e-12, "{statistic:?} {found}");
        }
        assert_eq!(Statistic::GeometricMean.of(&[1.0, 0.0]), None);
        let rows = [vec![0.9, 0.8, 0.8], vec![0.5, 0.6, 0.4]];
        assert_eq!(mean_ranks(&rows, true), [1.5, 1.75, 2.75]);
        assert_eq!(wins(&rows, true), [1.0, 1.0, 0.0]);
        assert_eq!(wins(&rows, false), [0.0, 1.0, 2.0]);
    }
}
