//! How far apart two rows are, feature by feature: plain numbers, or the columns of a table, where numbers are scaled by
//! the ranges of the training rows, levels are equal or not, and a missing value is as far away as it could be. It
//! knows nothing of trees, neighbours or classes.

use crate::data::rows::DenseRows;
use crate::data::{FeatureKind, Rows};

/// What a difference in one feature is.
#[derive(Debug, Clone, Copy)]
pub enum Axis {
    /// The difference of two numbers.
    Plain,
    /// The difference of two numbers in units of the range from `low` to `high`, either of which may be missing.
    Scaled {
        /// Smallest known value.
        low: f64,
        /// Largest known value.
        high: f64,
    },
    /// None between equal levels, one otherwise.
    Nominal,
}

impl Axis {
    /// No value is known yet.
    const UNKNOWN: Axis = Axis::Scaled { low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// A value as a coordinate; NaN if it is missing.
    pub fn place(self, value: f64) -> f64 {
        let Axis::Scaled { low, high } = self else { return value };
        if value.is_nan() {
            return value;
        }
        let width = high - low;
        if width.is_infinite() && low < high {
            // A range beyond the largest number, measured by halves.
            return (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        }
        // A feature without a range tells nothing. The bounds keep differences of coordinates numbers.
        if width > 0.0 { ((value - low) / width).clamp(f64::MIN, f64::MAX) } else { 0.0 }
    }
}

/// How far the only known one of two scaled values can be from the other.
#[inline(always)]
pub fn farthest(coordinate: f64) -> f64 {
    if coordinate < 0.5 { 1.0 - coordinate } else { coordinate }
}

/// What is known of the features.
#[derive(Debug, Clone)]
pub struct Space {
    pub axes: Vec<Axis>,
}

impl Space {
    /// Numbers that are comparable as they are.
    pub fn plain(width: usize) -> Space {
        Space { axes: vec![Axis::Plain; width] }
    }

    /// The columns of a table, with the ranges of its rows.
    pub fn of_table(x: Rows<'_>) -> Space {
        let axis = |feature| match x.kind(feature) {
            FeatureKind::Numeric => Axis::UNKNOWN,
            FeatureKind::Nominal { .. } => Axis::Nominal,
        };
        let mut space = Space { axes: (0..x.width()).map(axis).collect() };
        for row in x.to_dense().iter() {
            space.widen(row);
        }
        space
    }

    /// Lets the ranges hold a further row.
    pub fn widen(&mut self, row: &[f64]) {
        for (axis, value) in self.axes.iter_mut().zip(row) {
            if let Axis::Scaled { low, high } = axis {
                // A missing value is neither below nor above.
                *low = if value < low { *value } else { *low };
                *high = if value > high { *value } else { *high };
            }
        }
    }

    /// The coordinates of a row.
    pub fn place(&self, row: &[f64], point: &mut [f64]) {
        for ((coordinate, value), axis) in point.iter_mut().zip(row).zip(&self.axes) {
            *coordinate = axis.place(*value);
        }
    }

    /// The coordinates of some rows, one after the other.
    pub fn place_all(&self, x: &DenseRows<'_>, rows: &[usize]) -> Vec<f64> {
        let width = self.axes.len();
        let mut points = vec![0.0; rows.len() * width];
        if width > 0 {
            for (point, &row) in points.chunks_exact_mut(width).zip(rows) {
                self.place(x.row(row), point);
            }
        }
        points
    }
}
