//! The numbers that logistic regression computes with, made from rows: centred features, or the columns of a table with
//! missing values filled, levels spread out and everything standardised. All is learned from training rows and applied to
//! others. It knows nothing of classes.

use ndarray::Array2;

use crate::data::rows::DenseRows;
use crate::data::{FeatureKind, Rows};
use crate::learn::FitError;

/// How a number is made from a row.
#[derive(Debug, Clone, Copy)]
struct Column {
    feature: usize,
    /// What stands in for a missing value.
    fill: f64,
    /// A level is one if it is there, zero otherwise; without, the number is the value itself.
    level: Option<f64>,
    centre: f64,
    scale: f64,
}

/// How all numbers are made from a row.
#[derive(Debug, Clone)]
pub struct Design {
    columns: Vec<Column>,
}

/// A nominal feature with nearly as many levels as rows names the rows and tells nothing about others.
const NAMING: f64 = 0.99;

impl Column {
    fn raw(&self, row: &[f64]) -> f64 {
        let value = row[self.feature];
        let value = if value.is_nan() { self.fill } else { value };
        self.level.map_or(value, |level| f64::from(value == level))
    }

    fn number(&self, row: &[f64]) -> f64 {
        (self.raw(row) - self.centre) / self.scale
    }

    /// Centres and scales by the rows, with their weight minus one in the denominator; `None` if they are all the same.
    fn standardised(mut self, x: &DenseRows<'_>, weights: &[f64]) -> Option<Column> {
        let total: f64 = weights.iter().sum();
        let values = || x.iter().map(|row| self.raw(row)).zip(weights);
        // Divided before summing, so that large values do not overflow.
        let centre = values().map(|(value, weight)| value * (weight / total)).sum::<f64>();
        let squares: f64 =
            values().map(|(value, weight)| weight * ((value - centre) * (value - centre))).sum();
        let scale = (squares / if total > 1.0 { total - 1.0 } else { total }).sqrt();
        (self.centre, self.scale) = (centre, scale);
        (scale > 0.0).then_some(self)
    }
}

impl Design {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.columns)
    }

    /// Features minus their means. This gives the same optimum, since the intercept is free, and a better conditioned way
    /// to it.
    pub fn centred(x: &DenseRows<'_>, weights: &[f64]) -> Design {
        let total: f64 = weights.iter().sum();
        let mut means = vec![0.0; x.width()];
        for (row, weight) in x.iter().zip(weights) {
            crate::num::math::add_scaled(&mut means, weight / total, row);
        }
        let column = |(feature, &centre): (usize, &f64)| Column {
            feature,
            fill: 0.0,
            level: None,
            centre,
            scale: 1.0,
        };
        Design { columns: means.iter().enumerate().map(column).collect() }
    }

    /// The columns of a table: missing values become the mean or the most frequent level, features that never vary are
    /// dropped, a nominal feature with two levels becomes one column of zeros and ones and one with more a column a level,
    /// and every column gets mean zero and variance one.
    pub fn of_table(
        kinds: &[FeatureKind],
        x: &DenseRows<'_>,
        weights: &[f64],
    ) -> Result<Design, FitError> {
        let mut columns = Vec::new();
        for (feature, kind) in kinds.iter().enumerate() {
            let known = || {
                let values = x.iter().map(|row| row[feature]).zip(weights);
                values.filter(|(value, _)| !value.is_nan()).map(|(value, weight)| (value, *weight))
            };
            let column = |fill, level| Column { feature, fill, level, centre: 0.0, scale: 1.0 };
            let raw = match kind {
                FeatureKind::Numeric => vec![column(mean(known), None)],
                FeatureKind::Nominal { levels } => {
                    let (fill, distinct) = count(known(), *levels);
                    let names = distinct as f64 > NAMING * x.len() as f64;
                    match levels {
                        _ if distinct < 2 || names => Vec::new(),
                        2 => vec![column(fill, Some(1.0))],
                        _ => (0..*levels).map(|l| column(fill, Some(l as f64))).collect(),
                    }
                }
            };
            let varies = |column: Column| column.standardised(x, weights);
            // One known value alone may differ from its own mean by rounding.
            let first = known().next().map(|(value, _)| value);
            if known().any(|(value, _)| Some(value) != first) {
                columns.extend(raw.into_iter().filter_map(varies));
            }
        }
        if columns.iter().any(|column| !column.scale.is_finite()) {
            let reason = "numbers are too large to compute with; scale them in the file";
            return Err(FitError::Unsuitable(reason.into()));
        }
        Ok(Design { columns })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The numbers of a row.
    pub fn apply(&self, row: &[f64], numbers: &mut [f64]) {
        for (number, column) in numbers.iter_mut().zip(&self.columns) {
            *number = column.number(row);
        }
    }

    /// The numbers of all rows.
    pub fn matrix(&self, x: Rows<'_>) -> Array2<f64> {
        let x = x.to_dense();
        Array2::from_shape_fn((x.len(), self.width()), |(row, column)| {
            self.columns[column].number(x.row(row))
        })
    }
}

/// The weighted mean; zero of nothing.
fn mean<I: Iterator<Item = (f64, f64)>>(known: impl Fn() -> I) -> f64 {
    let total: f64 = known().map(|(_, weight)| weight).sum();
    known().map(|(value, weight)| value * (weight / total)).sum()
}

/// The level of the largest weight, the first of several, and how many levels there are.
fn count(known: impl Iterator<Item = (f64, f64)>, levels: usize) -> (f64, usize) {
    let mut counts = vec![0.0; levels];
    known.for_each(|(level, weight)| counts[level as usize] += weight);
    let most = crate::learn::largest(&counts);
    (f64::from(most), counts.iter().filter(|count| **count > 0.0).count())
}
