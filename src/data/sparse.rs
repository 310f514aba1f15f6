//! A matrix that keeps only what is not zero, row after row.

/// Rows of (feature, value) pairs, features ascending within a row.
#[derive(Debug, Clone, Default)]
pub struct SparseMatrix {
    starts: Vec<usize>,
    features: Vec<u32>,
    values: Vec<f64>,
    width: usize,
}

impl SparseMatrix {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.features) + size_of_val(&*self.values)
    }

    /// A matrix of `rows` rows from cells that `cells` names, called twice, in ascending order of features within a row
    /// (rows may be mixed). Cells that are zero may be left out.
    pub fn new(
        rows: usize,
        width: usize,
        cells: impl Fn(&mut dyn FnMut(usize, usize, f64)),
    ) -> SparseMatrix {
        let mut starts = vec![0; rows + 1];
        cells(&mut |row, _, value| starts[row + 1] += usize::from(value != 0.0));
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let count = starts[rows];
        let (mut features, mut values) = (vec![0; count], vec![0.0; count]);
        let mut next = starts.clone();
        cells(&mut |row, feature, value| {
            if value != 0.0 {
                features[next[row]] = feature as u32;
                values[next[row]] = value;
                next[row] += 1;
            }
        });
        SparseMatrix { starts, features, values, width }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of features.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Features and values of one row.
    pub fn row(&self, index: usize) -> (&[u32], &[f64]) {
        let range = self.starts[index]..self.starts[index + 1];
        (&self.features[range.clone()], &self.values[range])
    }

    /// All values that are kept.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The row of the kept value at a position, and its feature.
    pub fn place(&self, position: usize) -> (usize, usize) {
        (self.starts.partition_point(|&s| s <= position) - 1, self.features[position] as usize)
    }

    /// The same numbers, feature after feature: row `f` of the result holds (row, value) pairs of feature `f`.
    pub fn transposed(&self) -> SparseMatrix {
        SparseMatrix::new(self.width, self.len(), |put| {
            for row in 0..self.len() {
                let (features, values) = self.row(row);
                for (feature, value) in features.iter().zip(values) {
                    put(*feature as usize, row, *value);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_agree() {
        let dense = [[0.0, 1.0, 0.0], [2.0, 0.0, 3.0], [0.0; 3], [0.0, 4.0, 5.0]];
        let matrix = SparseMatrix::new(4, 3, |put| {
            for (row, values) in dense.iter().enumerate() {
                values.iter().enumerate().for_each(|(feature, v)| put(row, feature, *v));
            }
        });
        assert_eq!(matrix.row(1), (&[0, 2][..], &[2.0, 3.0][..]));
        assert_eq!(matrix.row(2), (&[][..], &[][..]));
        assert_eq!(matrix.place(2), (1, 2));
        assert_eq!(matrix.place(4), (3, 2));
        let by_feature = matrix.transposed();
        assert_eq!((by_feature.len(), by_feature.width()), (3, 4));
        assert_eq!(by_feature.row(1), (&[0, 3][..], &[1.0, 4.0][..]));
    }
}
