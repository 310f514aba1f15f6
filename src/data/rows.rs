//! What a method may look at: a matrix of finite numbers, one row an example, kept whole or without its zeros; or a
//! table as it stands in the file, where a missing value is NaN and a nominal one the position of its level. The view
//! can only be made from such a matrix, so no method has to check for infinity, strange codes or strides again, and NaN
//! reaches only those that asked for a table; a method that cannot use sparse rows asks for [`Rows::to_dense`] and need
//! not know which it got.

use std::borrow::Cow;

use ndarray::Array2;

use super::sparse::SparseMatrix;
use crate::num::math;

/// A matrix of features.
#[derive(Debug, Clone)]
pub enum Features {
    /// Every number.
    Dense(Array2<f64>),
    /// What is not zero.
    Sparse(SparseMatrix),
    /// As in the file: NaN where a value is missing, positions of levels in nominal columns.
    Table(Array2<f64>, Vec<FeatureKind>),
}

/// What the numbers of a feature mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureKind {
    /// A quantity.
    Numeric,
    /// The position of a level among those the dataset declares, in training or not.
    Nominal {
        /// How many there are.
        levels: usize,
    },
}

impl FeatureKind {
    fn allows(self, value: f64) -> bool {
        match self {
            _ if value.is_nan() => true,
            FeatureKind::Numeric => value.is_finite(),
            FeatureKind::Nominal { levels } => {
                value >= 0.0 && value < levels as f64 && value.fract() == 0.0
            }
        }
    }
}

/// A view of finite numbers or of a table, row by row.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    storage: Storage<'a>,
    first: usize,
    len: usize,
    width: usize,
    /// One a feature in a table; none otherwise.
    kinds: &'a [FeatureKind],
}

#[derive(Debug, Clone, Copy)]
enum Storage<'a> {
    Dense(&'a [f64]),
    Sparse(&'a SparseMatrix),
}

/// One example.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// Every feature.
    Dense(&'a [f64]),
    /// Features that are not zero, ascending, and their values.
    Sparse(&'a [u32], &'a [f64]),
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
    /// Numbers that are no whole rows.
    #[error("{values} numbers are not rows of {width}")]
    NotWhole {
        /// How many there are.
        values: usize,
        /// Features of a row.
        width: usize,
    },
    /// Transposed or sliced memory.
    #[error("the matrix is not in row-major order")]
    NotContiguous,
    /// An infinity in a table, or a code that is no level of its feature.
    #[error("row {row}, feature {feature} is neither missing nor a value of its kind")]
    NotOfItsKind {
        /// Row, from 0.
        row: usize,
        /// Feature, from 0.
        feature: usize,
    },
    /// Not one kind for each feature.
    #[error("{kinds} kinds for {width} features")]
    Kinds {
        /// Kinds that were given.
        kinds: usize,
        /// Features there are.
        width: usize,
    },
}

impl<'a> Rows<'a> {
    /// Finite numbers, row after row.
    pub fn dense(values: &'a [f64], width: usize) -> Result<Rows<'a>, RowsError> {
        let len = values.len().checked_div(width).unwrap_or(0);
        if len * width != values.len() {
            return Err(RowsError::NotWhole { values: values.len(), width });
        }
        Rows::finite(values, len, width)
    }

    /// Checks a dense matrix once, for all its readers.
    #[doc(hidden)]
    pub fn new(matrix: &'a Array2<f64>) -> Result<Rows<'a>, RowsError> {
        let (len, width) = matrix.dim();
        Rows::finite(matrix.as_slice().ok_or(RowsError::NotContiguous)?, len, width)
    }

    fn finite(values: &'a [f64], len: usize, width: usize) -> Result<Rows<'a>, RowsError> {
        match values.iter().position(|v| !v.is_finite()) {
            Some(at) => Err(RowsError::NotFinite { row: at / width, feature: at % width }),
            None => Ok(Rows { storage: Storage::Dense(values), first: 0, len, width, kinds: &[] }),
        }
    }

    /// Checks a table once, for all its readers.
    #[doc(hidden)]
    pub fn table(matrix: &'a Array2<f64>, kinds: &'a [FeatureKind]) -> Result<Rows<'a>, RowsError> {
        let (len, width) = matrix.dim();
        let values = matrix.as_slice().ok_or(RowsError::NotContiguous)?;
        if kinds.len() != width {
            return Err(RowsError::Kinds { kinds: kinds.len(), width });
        }
        for (row, cells) in values.chunks_exact(width.max(1)).enumerate() {
            let strange = cells.iter().zip(kinds).position(|(value, kind)| !kind.allows(*value));
            if let Some(feature) = strange {
                return Err(RowsError::NotOfItsKind { row, feature });
            }
        }
        Ok(Rows { storage: Storage::Dense(values), first: 0, len, width, kinds })
    }

    /// Checks a sparse matrix once, for all its readers.
    #[doc(hidden)]
    pub fn sparse(matrix: &'a SparseMatrix) -> Result<Rows<'a>, RowsError> {
        match matrix.values().iter().position(|v| !v.is_finite()) {
            Some(at) => {
                let (row, feature) = matrix.place(at);
                Err(RowsError::NotFinite { row, feature })
            }
            None => {
                let (len, width) = (matrix.len(), matrix.width());
                Ok(Rows { storage: Storage::Sparse(matrix), first: 0, len, width, kinds: &[] })
            }
        }
    }

    /// Checks a matrix once, for all its readers.
    #[doc(hidden)]
    pub fn of(features: &'a Features) -> Result<Rows<'a>, RowsError> {
        match features {
            Features::Dense(matrix) => Rows::new(matrix),
            Features::Sparse(matrix) => Rows::sparse(matrix),
            Features::Table(matrix, kinds) => Rows::table(matrix, kinds),
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

    /// What the numbers of a feature mean: quantities, unless the rows are those of a table.
    pub fn kind(&self, feature: usize) -> FeatureKind {
        self.kinds.get(feature).copied().unwrap_or(FeatureKind::Numeric)
    }

    /// The kinds of all features.
    pub fn kinds(&self) -> Vec<FeatureKind> {
        (0..self.width).map(|feature| self.kind(feature)).collect()
    }

    /// Whether zeros are left out.
    pub fn is_sparse(&self) -> bool {
        matches!(self.storage, Storage::Sparse(_))
    }

    /// One example, if it is there.
    pub fn get(&self, index: usize) -> Option<Row<'a>> {
        (index < self.len).then(|| self.row(index))
    }

    /// One example that is there.
    #[doc(hidden)]
    pub fn row(&self, index: usize) -> Row<'a> {
        let at = self.first + index;
        match self.storage {
            Storage::Dense(values) => Row::Dense(&values[at * self.width..(at + 1) * self.width]),
            Storage::Sparse(matrix) => {
                let (features, values) = matrix.row(at);
                Row::Sparse(features, values)
            }
        }
    }

    /// All examples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'a>> + use<'a> {
        let rows = *self;
        (0..rows.len).map(move |index| rows.row(index))
    }

    /// Some consecutive examples, as far as they are there.
    pub fn range(&self, range: std::ops::Range<usize>) -> Rows<'a> {
        let start = range.start.min(self.len);
        let len = range.end.min(self.len).saturating_sub(start);
        Rows { first: self.first + start, len, ..*self }
    }

    /// The same numbers with their zeros; copied only if they were left out.
    pub fn to_dense(&self) -> DenseRows<'a> {
        let values = match self.storage {
            Storage::Dense(values) => {
                let range = self.first * self.width..(self.first + self.len) * self.width;
                Cow::Borrowed(&values[range])
            }
            Storage::Sparse(_) => {
                let mut values = vec![0.0; self.len * self.width];
                for (index, row) in self.iter().enumerate() {
                    let first = index * self.width;
                    row.entries().for_each(|(feature, value)| values[first + feature] = value);
                }
                Cow::Owned(values)
            }
        };
        DenseRows { values, len: self.len, width: self.width }
    }
}

impl<'a> Row<'a> {
    /// Features and their values, ascending; zeros may be left out.
    pub fn entries(self) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let (dense, features, values): (&[f64], &[u32], &[f64]) = match self {
            Row::Dense(values) => (values, &[], &[]),
            Row::Sparse(features, values) => (&[], features, values),
        };
        let kept = features.iter().zip(values).map(|(feature, value)| (*feature as usize, *value));
        dense.iter().copied().enumerate().chain(kept)
    }

    /// Inner product with weights, one a feature; a feature without a weight counts nothing.
    pub fn dot(self, weights: &[f64]) -> f64 {
        match self {
            Row::Dense(values) => {
                let both = values.len().min(weights.len());
                math::dot(&values[..both], &weights[..both])
            }
            Row::Sparse(..) => {
                let weigh = |(feature, v): (usize, f64)| weights.get(feature).map(|w| v * w);
                self.entries().filter_map(weigh).sum()
            }
        }
    }

    /// Squared norm, summed over the features in order.
    pub fn squared_norm(self) -> f64 {
        let values = match self {
            Row::Dense(values) | Row::Sparse(_, values) => values,
        };
        values.iter().map(|v| v * v).sum()
    }

    /// `weights += scale * self`; a feature without a weight is left out.
    pub fn add_to(self, weights: &mut [f64], scale: f64) {
        match self {
            Row::Dense(values) => {
                let both = values.len().min(weights.len());
                math::add_scaled(&mut weights[..both], scale, &values[..both]);
            }
            Row::Sparse(..) => self.entries().for_each(|(feature, v)| {
                weights.get_mut(feature).into_iter().for_each(|weight| *weight += scale * v);
            }),
        }
    }
}

/// Rows with all their zeros, one after the other in memory.
#[derive(Debug, Clone)]
pub struct DenseRows<'a> {
    values: Cow<'a, [f64]>,
    len: usize,
    width: usize,
}

impl DenseRows<'_> {
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

    /// One example, if it is there.
    pub fn get(&self, index: usize) -> Option<&[f64]> {
        (index < self.len).then(|| self.row(index))
    }

    /// One example that is there.
    #[doc(hidden)]
    pub fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// All examples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        (0..self.len).map(|index| self.row(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_row_major_numbers_pass() {
        let mut matrix = Array2::<f64>::zeros((2, 3));
        assert_eq!(Rows::new(&matrix).unwrap().to_dense().row(1), [0.0; 3]);
        matrix[(1, 2)] = f64::NAN;
        assert_eq!(Rows::new(&matrix).unwrap_err(), RowsError::NotFinite { row: 1, feature: 2 });
        let transposed = Array2::<f64>::zeros((2, 3)).reversed_axes();
        assert_eq!(Rows::new(&transposed).unwrap_err(), RowsError::NotContiguous);
        let sparse = SparseMatrix::new(2, 3, |put| put(1, 2, f64::NAN));
        assert_eq!(Rows::sparse(&sparse).unwrap_err(), RowsError::NotFinite { row: 1, feature: 2 });
    }

    #[test]
    fn what_is_not_there_is_none_or_nothing() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let rows = Rows::dense(&values, 2).unwrap();
        assert_eq!((rows.len(), rows.to_dense().get(2)), (3, Some(&values[4..])));
        let part = rows.range(1..2);
        assert!(part.get(0).is_some() && part.get(1).is_none(), "a view does not see further");
        assert_eq!((rows.range(2..9).len(), rows.range(7..9).len()), (1, 0));
        assert_eq!(part.range(0..3).to_dense().get(1), None);
        let few = rows.get(0).unwrap().dot(&[3.0]);
        let mut weights = [1.0];
        rows.get(1).unwrap().add_to(&mut weights, 2.0);
        assert_eq!((few, weights), (3.0, [7.0]));
        let wrong = RowsError::NotWhole { values: 6, width: 4 };
        assert_eq!(Rows::dense(&values, 4).unwrap_err(), wrong);
        assert!(Rows::dense(&values, 0).is_err() && Rows::dense(&[], 0).unwrap().is_empty());
    }

    #[test]
    fn a_table_may_miss_values_but_holds_no_strange_codes() {
        let kinds = [FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
        let good = ndarray::array![[1.5, 2.0], [f64::NAN, f64::NAN]];
        let rows = Rows::table(&good, &kinds).unwrap();
        assert_eq!((rows.kind(0), rows.kinds()), (kinds[0], kinds.to_vec()));
        assert_eq!(rows.range(1..2).kind(1), kinds[1]);
        for strange in [3.0, -1.0, 0.5, f64::INFINITY] {
            let bad = ndarray::array![[1.5, 2.0], [0.0, strange]];
            let wrong = RowsError::NotOfItsKind { row: 1, feature: 1 };
            assert_eq!(Rows::table(&bad, &kinds).unwrap_err(), wrong);
        }
        let few = RowsError::Kinds { kinds: 1, width: 2 };
        assert_eq!(Rows::table(&good, &kinds[..1]).unwrap_err(), few);
    }

    #[test]
    fn no_features_is_fine() {
        let matrix = Array2::<f64>::zeros((4, 0));
        let rows = Rows::new(&matrix).unwrap();
        assert_eq!((rows.len(), rows.width(), rows.iter().count()), (4, 0, 4));
    }

    #[test]
    fn sparse_and_dense_rows_are_the_same_numbers() {
        let dense = Array2::from_shape_fn((5, 4), |(r, c)| ((r * c) % 3) as f64);
        let sparse = SparseMatrix::new(5, 4, |put| {
            dense.indexed_iter().for_each(|((r, c), v)| put(r, c, *v));
        });
        let (d, s) = (Rows::new(&dense).unwrap(), Rows::sparse(&sparse).unwrap());
        let weights = [1.0, -2.0, 0.5, 4.0];
        for index in 0..3 {
            let (d, s) = (d.range(2..5), s.range(2..5));
            assert_eq!(d.to_dense().row(index), s.to_dense().row(index));
            assert_eq!(d.row(index).dot(&weights), s.row(index).dot(&weights));
            assert_eq!(d.row(index).squared_norm(), s.row(index).squared_norm());
            let (mut a, mut b) = (weights, weights);
            d.row(index).add_to(&mut a, 3.0);
            s.row(index).add_to(&mut b, 3.0);
            assert_eq!(a, b);
        }
    }
}
