//! A table as it stands in a file: named columns, numeric or nominal, with missing values still missing.
//! It knows nothing of targets, folds or methods; encoding and imputation happen later, on training rows only.

use super::numbers::Numbers;

/// The code of a missing nominal value. A missing numeric value is NaN.
pub const MISSING: u32 = u32::MAX;

/// The values of one column.
#[derive(Debug, Clone)]
pub enum Values {
    /// Finite numbers; NaN where the value is missing. Readers refuse infinities.
    Numeric(Numbers),
    /// Indices into `levels`; [`MISSING`] where the value is missing.
    Nominal {
        /// The distinct labels: in declared order where the format declares them, else in [`label_order`].
        levels: Vec<String>,
        /// One code a row.
        codes: Vec<u32>,
    },
}

impl Values {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Numeric(values) => values.len(),
            Values::Nominal { codes, .. } => codes.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One number per row, the same where values are the same.
    pub fn identities(&self) -> Vec<u64> {
        match self {
            Values::Numeric(values) => values.iter().map(f64::to_bits).collect(),
            Values::Nominal { codes, .. } => codes.iter().map(|&code| u64::from(code)).collect(),
        }
    }

    /// The value of a row as text; `None` where it is missing.
    pub fn text(&self, row: usize) -> Option<String> {
        match self {
            Values::Numeric(values) => {
                values.iter().nth(row).filter(|v| !v.is_nan()).map(|v| v.to_string())
            }
            Values::Nominal { levels, codes } => levels.get(*codes.get(row)? as usize).cloned(),
        }
    }

    /// Number of missing values.
    pub fn missing(&self) -> usize {
        match self {
            Values::Numeric(values) => values.missing(),
            Values::Nominal { codes, .. } => codes.iter().filter(|&&c| c == MISSING).count(),
        }
    }
}

/// A named column.
#[derive(Debug, Clone)]
pub struct Column {
    /// The name in the header.
    pub name: String,
    /// One value a row.
    pub values: Values,
}

/// Columns of equal length.
#[derive(Debug, Clone)]
pub struct Table {
    /// In file order.
    pub columns: Vec<Column>,
    /// Number of rows.
    pub rows: usize,
}

/// How labels are ordered when no format declares an order: by value if all are numbers, else by text.
pub fn label_order(labels: &mut [String]) {
    let numbers: Option<Vec<f64>> = labels.iter().map(|l| l.parse::<f64>().ok()).collect();
    if numbers.is_some_and(|n| n.iter().all(|v| v.is_finite())) {
        let value = |label: &String| label.parse::<f64>().unwrap_or(f64::NAN);
        labels.sort_by(|a, b| value(a).total_cmp(&value(b)).then_with(|| a.cmp(b)));
    } else {
        labels.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_labels_are_ordered_by_value_and_others_by_text() {
        let order = |labels: &[&str]| {
            let mut labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
            label_order(&mut labels);
            labels.join(" ")
        };
        assert_eq!(order(&["10", "9", "-1"]), "-1 9 10");
        assert_eq!(order(&["10", "9", "b"]), "10 9 b");
        assert_eq!(order(&["1.0", "1"]), "1 1.0");
    }
}
