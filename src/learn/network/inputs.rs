//! What a network sees of a row: nominal features as columns of zeros and ones, every column moved and scaled so that the
//! training rows fill [-1, 1], and 0 where a value is missing. It knows tables, but no network.

use crate::data::{FeatureKind, Rows};
use crate::learn::network::encode;

/// Inputs beyond this are cut off: products with weights must not overflow. Weka lets them; a row must lie so many
/// times the training range away for it to matter.
const LARGEST: f64 = 1e100;

/// Where a column of the training rows lies.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Range {
    middle: f64,
    /// Half the distance of the largest value from the smallest.
    half: f64,
}

impl Range {
    fn of(values: impl Iterator<Item = f64>) -> Range {
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        // Comparisons with a missing value (NaN) are false.
        for value in values {
            min = if value < min { value } else { min };
            max = if value > max { value } else { max };
        }
        // A column that is always missing has the middle NaN, so that the network never sees anything of it.
        let (middle, half) = ((max + min) / 2.0, (max - min) / 2.0);
        if middle.is_infinite() || half == f64::INFINITY {
            return Range { middle: max / 2.0 + min / 2.0, half: max / 2.0 - min / 2.0 };
        }
        Range { middle, half }
    }

    fn place(self, value: f64) -> f64 {
        let moved = value - self.middle;
        let placed = if self.half == 0.0 { moved } else { moved / self.half };
        if placed.is_nan() { 0.0 } else { placed.clamp(-LARGEST, LARGEST) }
    }
}

/// How rows become inputs, learned from the training rows.
#[derive(Debug)]
pub struct Inputs {
    kinds: Vec<FeatureKind>,
    ranges: Vec<Range>,
}

impl Inputs {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.kinds) + size_of_val(&*self.ranges)
    }

    /// Learns from training rows, and gives them as inputs, row after row.
    pub fn learn(x: Rows<'_>) -> (Inputs, Vec<f64>) {
        let kinds = x.kinds();
        let width = encode::binary_width(&kinds);
        let mut values = vec![0.0; x.len() * width];
        for (row, out) in x.to_dense().iter().zip(values.chunks_exact_mut(width.max(1))) {
            encode::to_binary(&kinds, row, out);
        }
        let column = |c: usize| values[c..].iter().step_by(width).copied();
        let ranges: Vec<Range> = (0..width).map(|c| Range::of(column(c))).collect();
        let inputs = Inputs { kinds, ranges };
        values.chunks_exact_mut(width.max(1)).for_each(|row| inputs.place(row));
        (inputs, values)
    }

    /// Number of inputs.
    pub fn width(&self) -> usize {
        self.ranges.len()
    }

    /// The inputs of one row.
    pub fn of(&self, row: &[f64], out: &mut [f64]) {
        encode::to_binary(&self.kinds, row, out);
        self.place(out);
    }

    fn place(&self, columns: &mut [f64]) {
        columns
            .iter_mut()
            .zip(&self.ranges)
            .for_each(|(value, range)| *value = range.place(*value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_values_fill_the_interval_and_nothing_is_ever_infinite() {
        let placed = |train: &[f64], value: f64| Range::of(train.iter().copied()).place(value);
        assert_eq!([2.0, 3.0, 6.0].map(|v| placed(&[2.0, f64::NAN, 6.0], v)), [-1.0, -0.5, 1.0]);
        assert_eq!(placed(&[2.0, 6.0], f64::NAN), 0.0);
        assert_eq!((placed(&[3.0, 3.0], 3.0), placed(&[3.0], 4.0)), (0.0, 1.0));
        assert_eq!((placed(&[f64::NAN], 5.0), placed(&[], 5.0)), (0.0, 0.0));
        assert_eq!(placed(&[-f64::MAX, f64::MAX], f64::MAX), 1.0);
        assert_eq!(placed(&[f64::MAX, f64::MAX], f64::MAX), 0.0);
        assert_eq!(placed(&[0.0, 5e-324], 1e308), LARGEST);
    }
}
