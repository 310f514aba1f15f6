//! Quartiles, whiskers and outlying values of every method's scores, as Tukey's box plots show them (Exploratory Data
//! Analysis, 1977). Over datasets; where there is only one, over its folds.

use super::results::Results;
use crate::stats::quantile::{quantile_sorted, sorted_copy};

/// Whiskers end at the last value within so many interquartile ranges of the box.
const REACH: f64 = 1.5;

/// The scores of all methods as box plots.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxes {
    /// Whether the values are folds of the only dataset, not means of datasets.
    pub over_folds: bool,
    /// A method each; `None` where it has no value.
    pub methods: Vec<Option<BoxPlot>>,
}

/// The distribution of some values in a few numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxPlot {
    /// End of the lower whisker: the smallest value that is not outlying.
    pub low: f64,
    /// First quartile (type 7).
    pub lower_quartile: f64,
    /// Median.
    pub median: f64,
    /// Third quartile (type 7).
    pub upper_quartile: f64,
    /// End of the upper whisker: the largest value that is not outlying.
    pub high: f64,
    /// Values beyond the whiskers, in ascending order.
    pub outliers: Vec<f64>,
    /// All values, in ascending order.
    pub values: Vec<f64>,
}

impl Boxes {
    /// The box plots of some results.
    pub fn new(results: &Results) -> Boxes {
        let over_folds = results.datasets.len() == 1;
        let of_method = |method: usize| {
            let scores = results.cells.iter().filter_map(|row| row[method].as_ref());
            let values: Vec<f64> = if over_folds {
                scores.flat_map(|score| score.folds.iter().copied()).collect()
            } else {
                scores.map(|score| score.mean).collect()
            };
            BoxPlot::new(&values)
        };
        Boxes { over_folds, methods: (0..results.methods.len()).map(of_method).collect() }
    }
}

impl BoxPlot {
    /// The box plot of finite values; `None` for no values.
    fn new(values: &[f64]) -> Option<BoxPlot> {
        let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        let values = sorted_copy(&finite).ok()?;
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|q| quantile_sorted(&values, q));
        let reach = REACH * (upper - lower);
        let within = |v: &f64| (lower - reach..=upper + reach).contains(v);
        let near: Vec<f64> = values.iter().copied().filter(within).collect();
        Some(BoxPlot {
            // Interpolated quartiles may lie beyond the last value that is near; a whisker never ends inside its box.
            low: near.first().copied().unwrap_or(lower).min(lower),
            lower_quartile: lower,
            median,
            upper_quartile: upper,
            high: near.last().copied().unwrap_or(upper).max(upper),
            outliers: values.iter().copied().filter(|v| !within(v)).collect(),
            values,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of 1 to 9 and 30 the quartiles lie at places 2.25 and 6.75 from zero, so they are 3.25 and 7.75, and
    /// values up to 7.75 + 1.5 * 4.5 = 14.5 are near.
    #[test]
    fn whiskers_end_at_the_last_value_that_is_near() {
        let values = [9.0, 1.0, 30.0, 2.0, 8.0, 3.0, 7.0, 4.0, 6.0, 5.0];
        let plot = BoxPlot::new(&values).unwrap();
        assert_eq!((plot.low, plot.high), (1.0, 9.0));
        assert_eq!((plot.lower_quartile, plot.median, plot.upper_quartile), (3.25, 5.5, 7.75));
        assert_eq!(plot.outliers, [30.0]);
    }

    #[test]
    fn equal_values_and_single_ones_have_a_box_without_height() {
        for values in [&[2.0][..], &[2.0, 2.0, 2.0]] {
            let plot = BoxPlot::new(values).unwrap();
            assert_eq!((plot.low, plot.median, plot.high), (2.0, 2.0, 2.0));
            assert!(plot.outliers.is_empty());
        }
        assert_eq!(BoxPlot::new(&[f64::NAN]), None);
    }
}
