//! The table that trees are grown from, column after column. A number is kept as its position among the distinct values
//! of its column, so that growing compares whole numbers; the values come back only when a threshold is written
//! down.

use crate::data::{FeatureKind, Rows};
use crate::learn::{FitError, Stop, go_on};

/// The code of a missing value.
pub const MISSING: u32 = u32::MAX;

/// A feature.
pub struct Column {
    /// One a row: the position of its value among `values`, its level, or [`MISSING`].
    pub codes: Vec<u32>,
    /// What the codes stand for.
    pub meaning: Meaning,
}

/// What the codes of a column stand for.
pub enum Meaning {
    /// These numbers, which ascend.
    Numbers(Vec<f64>),
    /// Levels, of which there are so many.
    Levels(usize),
}

impl Column {
    /// How many codes there are, [`MISSING`] not counted.
    pub fn distinct(&self) -> usize {
        match &self.meaning {
            Meaning::Numbers(values) => values.len(),
            Meaning::Levels(levels) => *levels,
        }
    }
}

/// All columns of a table.
pub fn columns(x: Rows<'_>, stop: &dyn Stop) -> Result<Vec<Column>, FitError> {
    let dense = x.to_dense();
    let column = |feature: usize| {
        go_on(stop)?;
        let values: Vec<f64> = dense.iter().map(|row| row[feature]).collect();
        Ok(match x.kind(feature) {
            FeatureKind::Numeric => numbers(&values),
            FeatureKind::Nominal { levels } => {
                let code = |value: &f64| if value.is_nan() { MISSING } else { *value as u32 };
                let codes = values.iter().map(code).collect();
                Column { codes, meaning: Meaning::Levels(levels) }
            }
        })
    };
    (0..x.width()).map(column).collect()
}

fn numbers(values: &[f64]) -> Column {
    let mut known: Vec<(f64, usize)> =
        values.iter().copied().zip(0..).filter(|(value, _)| !value.is_nan()).collect();
    known.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut codes = vec![MISSING; values.len()];
    let mut distinct: Vec<f64> = Vec::new();
    for (value, row) in known {
        // By value and not by bits: the two zeros are one number.
        if distinct.last() != Some(&value) {
            distinct.push(value);
        }
        codes[row] = distinct.len() as u32 - 1;
    }
    Column { codes, meaning: Meaning::Numbers(distinct) }
}
