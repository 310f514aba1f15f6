//! Preprocessing: imputation, encoding and scaling, fitted on the rows it is given (the training part of a fold) and
//! then applied to any rows. The order is fixed: missing values are filled, nominal features become numbers, numbers
//! are scaled. Indicator columns of one-hot encoding stay 0 and 1. Methods that read tables get [`table`] instead: nothing
//! is filled, encoded, scaled or learned.

mod fisher;
mod impute;
mod places;
mod scale;
mod step;

use ndarray::Array2;

use super::dataset::Dataset;
use super::rows::{FeatureKind, Features};
use super::sparse::SparseMatrix;
use super::table::{Column, MISSING, Values};
use places::Places;
pub use scale::Scale;
pub use step::{FittedStep, STEPS, Step, StepInfo, find_step, params_of};

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
    steps: Vec<ColumnStep>,
    width: usize,
    /// Whether zeros are left out: decided on the rows it was fitted on, so that all its matrices are of one kind.
    sparse: bool,
    /// Share of cells that are not zero, on those rows.
    filled: f64,
}

/// Below this width sparse matrices save nothing.
const NARROW: usize = 16;
/// A matrix is sparse if at most one cell in so many is not zero: there products without zeros overtake vectorised ones.
const SPARSE: usize = 8;

#[derive(Debug, Clone)]
enum ColumnStep {
    Number { fill: f64, scale: scale::Fitted },
    Indicators { fill: u32, column_of: Vec<Option<usize>>, width: usize },
    Codes { fill: u32, code_of: Vec<Option<f64>>, scale: scale::Fitted },
}

impl ColumnStep {
    fn width(&self) -> usize {
        match self {
            ColumnStep::Indicators { width, .. } => *width,
            ColumnStep::Number { .. } | ColumnStep::Codes { .. } => 1,
        }
    }
}

impl Prepared {
    /// Learns fills, levels and scales from `rows` alone.
    pub fn fit(data: &Dataset, rows: &[usize], recipe: Recipe) -> Prepared {
        let places = Places::new(data.rows, rows);
        let steps: Vec<ColumnStep> =
            data.features.iter().map(|c| fit_column(c, rows, &places, recipe)).collect();
        let width = steps.iter().map(ColumnStep::width).sum();
        let mut prepared = Prepared { steps, width, sparse: false, filled: 1.0 };
        if width >= NARROW {
            let mut filled = 0_usize;
            let mut count = |_, _, value: f64| filled += usize::from(value != 0.0);
            prepared.cells(data, rows, &places, &mut count);
            prepared.sparse = filled.saturating_mul(SPARSE) <= rows.len() * width;
            prepared.filled = filled as f64 / (rows.len() * width).max(1) as f64;
        }
        prepared
    }

    /// Number of columns it makes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes of a matrix of so many rows, and of the same with all its zeros.
    pub fn bytes(&self, rows: usize) -> (usize, usize) {
        let dense = 8 * rows * self.width;
        let kept = (1.5 * self.filled * dense as f64) as usize + 8 * rows;
        (if self.sparse { kept } else { dense }, dense)
    }

    /// The features of `rows` as numbers: finite whatever the table holds.
    pub fn apply(&self, data: &Dataset, rows: &[usize]) -> Features {
        let places = Places::new(data.rows, rows);
        if self.sparse {
            let cells = |put: &mut dyn FnMut(usize, usize, f64)| {
                self.cells(data, rows, &places, &mut |row, column, value| put(row, column, value));
            };
            return Features::Sparse(SparseMatrix::new(rows.len(), self.width, cells));
        }
        let mut matrix = Array2::zeros((rows.len(), self.width));
        self.cells(data, rows, &places, &mut |row, column, value| matrix[(row, column)] = value);
        Features::Dense(matrix)
    }

    /// Every cell that may not be zero, column after column.
    fn cells(
        &self,
        data: &Dataset,
        rows: &[usize],
        places: &Places,
        put: &mut impl FnMut(usize, usize, f64),
    ) {
        let mut first = 0;
        for (column, step) in data.features.iter().zip(&self.steps) {
            match (step, &column.values) {
                (ColumnStep::Number { fill, scale }, Values::Numeric(numbers)) => {
                    let scaled = |v: f64| scale.apply(if v.is_nan() { *fill } else { v });
                    match numbers.kept_rows() {
                        None => (0..).zip(rows).for_each(|(position, &row)| {
                            put(position, first, scaled(numbers.kept()[row]));
                        }),
                        Some(kept) => {
                            let zero = scale.apply(0.0);
                            if zero != 0.0 {
                                let all = places.dense(kept, numbers.kept());
                                (0..).zip(all).for_each(|(at, v)| put(at, first, scaled(v)));
                            } else {
                                places
                                    .each(kept, numbers.kept(), |at, v| put(at, first, scaled(v)));
                            }
                        }
                    }
                }
                (
                    ColumnStep::Indicators { .. } | ColumnStep::Codes { .. },
                    Values::Nominal { codes, .. },
                ) => {
                    for (position, &row) in rows.iter().enumerate() {
                        if let Some((offset, value)) = step.coded(codes[row]) {
                            put(position, first + offset, value);
                        }
                    }
                }
                _ => unreachable!("a step is applied to the column it was fitted on"),
            }
            first += step.width();
        }
    }
}

impl ColumnStep {
    /// The column and value of a nominal code, unless all its columns are zero.
    fn coded(&self, code: u32) -> Option<(usize, f64)> {
        match self {
            ColumnStep::Number { .. } => None,
            ColumnStep::Indicators { fill, column_of, .. } => {
                let code = if code == MISSING { *fill } else { code };
                let offset = column_of.get(code as usize).copied().flatten()?;
                Some((offset, 1.0))
            }
            ColumnStep::Codes { fill, code_of, scale } => {
                let known = code_of.get(code as usize).copied().flatten();
                let value = known.or_else(|| code_of.get(*fill as usize).copied().flatten());
                Some((0, scale.apply(value.unwrap_or(0.0))))
            }
        }
    }
}

/// The features of `rows` as they stand in the file.
pub fn table(data: &Dataset, rows: &[usize]) -> Features {
    let mut matrix = Array2::zeros((rows.len(), data.features.len()));
    let places = Places::new(data.rows, rows);
    let mut kinds = Vec::with_capacity(data.features.len());
    for (mut cells, column) in matrix.columns_mut().into_iter().zip(&data.features) {
        match &column.values {
            Values::Numeric(numbers) => {
                kinds.push(FeatureKind::Numeric);
                match numbers.kept_rows() {
                    None => {
                        cells.iter_mut().zip(rows).for_each(|(c, &row)| *c = numbers.kept()[row]);
                    }
                    Some(kept) => places.each(kept, numbers.kept(), |at, v| cells[at] = v),
                }
            }
            Values::Nominal { levels, codes } => {
                kinds.push(FeatureKind::Nominal { levels: levels.len() });
                for (cell, &row) in cells.iter_mut().zip(rows) {
                    let code = codes[row];
                    *cell = if code == MISSING { f64::NAN } else { f64::from(code) };
                }
            }
        }
    }
    Features::Table(matrix, kinds)
}

fn fit_column(column: &Column, rows: &[usize], places: &Places, recipe: Recipe) -> ColumnStep {
    match &column.values {
        Values::Numeric(numbers) => {
            // What is known of the training rows; the zeros of a sparse column are only counted.
            let mut known: Vec<f64> = match numbers.kept_rows() {
                None => rows.iter().map(|&r| numbers.kept()[r]).collect(),
                Some(kept) => {
                    let mut known = Vec::new();
                    places.each(kept, numbers.kept(), |_, value| known.push(value));
                    known
                }
            };
            let zeros = rows.len() - known.len();
            let mut fill = 0.0;
            // A median costs a sort; it is needed only where something is missing, here or in the test part.
            if numbers.missing() > 0 {
                let mut seen: Vec<f64> = known.iter().copied().filter(|v| !v.is_nan()).collect();
                seen.resize(seen.len() + zeros, 0.0);
                fill = impute::median(&seen);
                known.iter_mut().filter(|v| v.is_nan()).for_each(|v| *v = fill);
            }
            ColumnStep::Number { fill, scale: recipe.scale.fit(&known, zeros) }
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
                Nominal::OneHot => {
                    ColumnStep::Indicators { fill, column_of: position, width: seen }
                }
                Nominal::Ordinal => {
                    let code_of: Vec<Option<f64>> =
                        position.iter().map(|p| p.map(|p| p as f64)).collect();
                    let unscaled = ColumnStep::Codes {
                        fill,
                        code_of: code_of.clone(),
                        scale: Scale::None.fit(&[], 0),
                    };
                    let coded = rows.iter().filter_map(|&row| unscaled.coded(codes[row]));
                    let coded: Vec<f64> = coded.map(|(_, value)| value).collect();
                    ColumnStep::Codes { fill, code_of, scale: recipe.scale.fit(&coded, 0) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
