//! Preprocessing: imputation, encoding and scaling, fitted on the rows it is given (the training part of a fold) and
//! then applied to any rows. The order is fixed: missing values are filled, nominal features become numbers, numbers
//! are scaled. Indicator columns of one-hot encoding stay 0 and 1.

mod impute;
mod scale;

use ndarray::Array2;

use super::dataset::Dataset;
use super::table::{Column, MISSING, Values};
pub use scale::Scale;

/// How nominal features become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nominal {
    /// One 0/1 column for every level seen in training; a level not seen there is all zeros.
    OneHot,
    /// One column with the position among the levels seen in training; a level not seen there counts as missing.
    Ordinal,
}

impl Nominal {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["one-hot", "ordinal"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Nominal::OneHot => "one-hot",
            Nominal::Ordinal => "ordinal",
        }
    }
}

/// What to do to the features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// For numeric and ordinal columns.
    pub scale: Scale,
    /// For nominal columns.
    pub nominal: Nominal,
}

/// A recipe fitted on some rows of a dataset.
#[derive(Debug, Clone)]
pub struct Prepared {
    steps: Vec<Step>,
    width: usize,
}

#[derive(Debug, Clone)]
enum Step {
    Number { fill: f64, scale: scale::Fitted },
    Indicators { fill: u32, column_of: Vec<Option<usize>>, width: usize },
    Codes { fill: u32, code_of: Vec<Option<f64>>, scale: scale::Fitted },
}

impl Step {
    fn width(&self) -> usize {
        match self {
            Step::Indicators { width, .. } => *width,
            Step::Number { .. } | Step::Codes { .. } => 1,
        }
    }
}

impl Prepared {
    /// Learns fills, levels and scales from `rows` alone.
    pub fn fit(data: &Dataset, rows: &[usize], recipe: Recipe) -> Prepared {
        let steps: Vec<Step> = data.features.iter().map(|c| fit_column(c, rows, recipe)).collect();
        let width = steps.iter().map(Step::width).sum();
        Prepared { steps, width }
    }

    /// Number of columns it makes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The features of `rows` as numbers: finite whatever the table holds.
    pub fn apply(&self, data: &Dataset, rows: &[usize]) -> Array2<f64> {
        let mut matrix = Array2::zeros((rows.len(), self.width));
        let mut first = 0;
        for (column, step) in data.features.iter().zip(&self.steps) {
            for (position, &row) in rows.iter().enumerate() {
                step.write(&column.values, row, |offset, value| {
                    matrix[(position, first + offset)] = value;
                });
            }
            first += step.width();
        }
        matrix
    }
}

impl Step {
    fn write(&self, values: &Values, row: usize, mut put: impl FnMut(usize, f64)) {
        match (self, values) {
            (Step::Number { fill, scale }, Values::Numeric(values)) => {
                let value = if values[row].is_nan() { *fill } else { values[row] };
                put(0, scale.apply(value));
            }
            (Step::Indicators { fill, column_of, .. }, Values::Nominal { codes, .. }) => {
                let code = if codes[row] == MISSING { *fill } else { codes[row] };
                if let Some(Some(offset)) = column_of.get(code as usize) {
                    put(*offset, 1.0);
                }
            }
            (Step::Codes { fill, code_of, scale }, Values::Nominal { codes, .. }) => {
                let known = code_of.get(codes[row] as usize).copied().flatten();
                let value = known.or_else(|| code_of.get(*fill as usize).copied().flatten());
                put(0, scale.apply(value.unwrap_or(0.0)));
            }
            _ => unreachable!("a step is applied to the column it was fitted on"),
        }
    }
}

fn fit_column(column: &Column, rows: &[usize], recipe: Recipe) -> Step {
    match &column.values {
        Values::Numeric(values) => {
            let seen: Vec<f64> = rows.iter().map(|&r| values[r]).filter(|v| !v.is_nan()).collect();
            let fill = impute::median(&seen);
            let filled: Vec<f64> =
                rows.iter().map(|&r| if values[r].is_nan() { fill } else { values[r] }).collect();
            Step::Number { fill, scale: recipe.scale.fit(&filled) }
        }
        Values::Nominal { levels, codes } => {
            let mut counts = vec![0_usize; levels.len()];
            rows.iter()
                .filter(|&&r| codes[r] != MISSING)
                .for_each(|&r| counts[codes[r] as usize] += 1);
            let fill = impute::mode(&counts);
            let mut seen = 0;
            let position: Vec<Option<usize>> = counts
                .iter()
                .map(|&count| {
                    (count > 0).then(|| {
                        seen += 1;
                        seen - 1
                    })
                })
                .collect();
            match recipe.nominal {
                Nominal::OneHot => Step::Indicators { fill, column_of: position, width: seen },
                Nominal::Ordinal => {
                    let code_of: Vec<Option<f64>> =
                        position.iter().map(|p| p.map(|p| p as f64)).collect();
                    let unscaled = Step::Codes { fill, code_of, scale: Scale::None.fit(&[]) };
                    let mut coded = Vec::with_capacity(rows.len());
                    for &row in rows {
                        unscaled.write(&column.values, row, |_, value| coded.push(value));
                    }
                    let Step::Codes { fill, code_of, .. } = unscaled else { unreachable!() };
                    Step::Codes { fill, code_of, scale: recipe.scale.fit(&coded) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
