//! What a method may look at: a matrix of finite numbers, one row an example, rows contiguous in memory. The type can
//! only be made from such a matrix, so no method has to check for NaN, infinity or strides again.

use ndarray::Array2;

/// A view of finite numbers in row-major order.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    values: &'a [f64],
    len: usize,
    width: usize,
}

/// Why a matrix cannot be looked at as [`Rows`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// A NaN or an infinity.
    #[error("row {row}, feature {feature} is not a finite number")]
    NotFinite {
        /// Row, from 0.
        row: usize,
        /// Feature, from 0.
        feature: usize,
    },
    /// Transposed or sliced memory.
    #[error("the matrix is not in row-major order")]
    NotContiguous,
}

impl<'a> Rows<'a> {
    /// Checks a matrix once, for all its readers.
    pub fn new(matrix: &'a Array2<f64>) -> Result<Rows<'a>, RowsError> {
        let (len, width) = matrix.dim();
        let values = matrix.as_slice().ok_or(RowsError::NotContiguous)?;
        match values.iter().position(|v| !v.is_finite()) {
            Some(at) => Err(RowsError::NotFinite { row: at / width, feature: at % width }),
            None => Ok(Rows { values, len, width }),
        }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of features.
    pub fn width(&self) -> usize {
        self.width
    }

    /// One example.
    pub fn row(&self, index: usize) -> &'a [f64] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// All examples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [f64]> + use<'a> {
        let rows = *self;
        (0..rows.len).map(move |index| rows.row(index))
    }

    /// Some consecutive examples.
    pub fn range(&self, range: std::ops::Range<usize>) -> Rows<'a> {
        let values = &self.values[range.start * self.width..range.end * self.width];
        Rows { values, len: range.len(), width: self.width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_row_major_numbers_pass() {
        let mut matrix = Array2::<f64>::zeros((2, 3));
        assert_eq!(Rows::new(&matrix).unwrap().row(1), [0.0; 3]);
        matrix[(1, 2)] = f64::NAN;
        assert_eq!(Rows::new(&matrix).unwrap_err(), RowsError::NotFinite { row: 1, feature: 2 });
        let transposed = Array2::<f64>::zeros((2, 3)).reversed_axes();
        assert_eq!(Rows::new(&transposed).unwrap_err(), RowsError::NotContiguous);
    }

    #[test]
    fn no_features_is_fine() {
        let matrix = Array2::<f64>::zeros((4, 0));
        let rows = Rows::new(&matrix).unwrap();
        assert_eq!((rows.len(), rows.width(), rows.iter().count()), (4, 0, 4));
    }
}
