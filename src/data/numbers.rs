//! A column of numbers. Columns that are mostly zero (words in documents, indicators) keep only what is not zero; how a
//! column is kept follows from its content alone, whatever the file's format, so nothing else has to know.

/// Below this many rows nothing is saved.
const SHORT: usize = 64;
/// A column is kept sparsely if at most one value in so many is not zero: an entry takes 12 bytes, a number 8.
const SPARSE: usize = 4;

/// Finite numbers, NaN where a value is missing.
#[derive(Debug, Clone)]
pub struct Numbers(Storage);

#[derive(Debug, Clone)]
enum Storage {
    Dense(Vec<f64>),
    Sparse { len: usize, rows: Vec<u32>, values: Vec<f64> },
}

/// Minus zero is kept: it is another text in the file, and another content.
fn is_zero(value: f64) -> bool {
    value.to_bits() == 0
}

impl Numbers {
    /// A column of `len` numbers from those that are not zero, in ascending order of rows.
    pub fn from_entries(len: usize, entries: impl Iterator<Item = (u32, f64)>) -> Numbers {
        let (rows, values): (Vec<u32>, Vec<f64>) = entries.filter(|(_, v)| !is_zero(*v)).unzip();
        debug_assert!(rows.is_sorted() && rows.last().is_none_or(|&last| (last as usize) < len));
        if len >= SHORT && values.len() * SPARSE <= len {
            return Numbers(Storage::Sparse { len, rows, values });
        }
        let mut dense = vec![0.0; len];
        for (row, value) in rows.into_iter().zip(values) {
            dense[row as usize] = value;
        }
        Numbers(Storage::Dense(dense))
    }

    /// Number of values, zeros and missing ones included.
    pub fn len(&self) -> usize {
        match &self.0 {
            Storage::Dense(values) => values.len(),
            Storage::Sparse { len, .. } => *len,
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values that are kept: all of a dense column, those that are not zero of a sparse one.
    pub fn kept(&self) -> &[f64] {
        match &self.0 {
            Storage::Dense(values) | Storage::Sparse { values, .. } => values,
        }
    }

    /// The rows of the kept values of a sparse column; `None` for a dense one, which keeps all.
    pub fn kept_rows(&self) -> Option<&[u32]> {
        match &self.0 {
            Storage::Dense(_) => None,
            Storage::Sparse { rows, .. } => Some(rows),
        }
    }

    /// Number of missing values.
    pub fn missing(&self) -> usize {
        self.kept().iter().filter(|v| v.is_nan()).count()
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = f64> {
        let (dense, mut sparse) = match &self.0 {
            Storage::Dense(values) => (Some(values), None),
            Storage::Sparse { rows, values, .. } => {
                (None, Some(rows.iter().zip(values).peekable()))
            }
        };
        (0..self.len()).map(move |row| match (dense, &mut sparse) {
            (Some(values), _) => values[row],
            (None, Some(entries)) => {
                entries.next_if(|(kept, _)| **kept as usize == row).map_or(0.0, |(_, value)| *value)
            }
            (None, None) => 0.0,
        })
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        8 * self.kept().len() + 4 * self.kept_rows().map_or(0, <[u32]>::len)
    }
}

impl From<Vec<f64>> for Numbers {
    fn from(values: Vec<f64>) -> Numbers {
        let zeros = values.iter().filter(|v| is_zero(**v)).count();
        if values.len() >= SHORT && (values.len() - zeros) * SPARSE <= values.len() {
            Numbers::from_entries(values.len(), (0..).zip(values))
        } else {
            Numbers(Storage::Dense(values))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_storages_hold_the_same_numbers(
            values in prop::collection::vec(prop_oneof![9 => Just(0.0), 1 => -5.0..5.0, 1 => Just(f64::NAN)], 0..200),
        ) {
            let bits = |numbers: &Numbers| numbers.iter().map(f64::to_bits).collect::<Vec<_>>();
            let expected: Vec<u64> = values.iter().map(|v| v.to_bits()).collect();
            let missing = values.iter().filter(|v| v.is_nan()).count();
            let from_all = Numbers::from(values.clone());
            let from_entries = Numbers::from_entries(values.len(), (0..).zip(values));
            prop_assert_eq!(bits(&from_all), expected.clone());
            prop_assert_eq!(bits(&from_entries), expected);
            prop_assert_eq!(from_all.missing(), missing);
            prop_assert_eq!(from_all.kept_rows().is_some(), from_entries.kept_rows().is_some());
        }
    }

    #[test]
    fn only_mostly_zero_columns_are_sparse() {
        let column = |filled: usize| {
            Numbers::from((0..100).map(|i| f64::from(u8::from(i < filled))).collect::<Vec<f64>>())
        };
        assert!(column(25).kept_rows().is_some());
        assert!(column(26).kept_rows().is_none());
        assert_eq!(column(25).bytes(), 25 * 12);
    }
}
