//! The scores on a line of Weka's Experimenter that mean the same here: accuracy and kappa of classifiers, RMSE and MAE of regression.

use std::collections::BTreeMap;

use super::super::cells::{column, header_error, real, score};
use super::super::part::Kind;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};

/// The columns of an experiment's scores.
pub enum Measured {
    /// Percentages, counts of right, wrong and unclassified rows, and kappa.
    Classes {
        /// The shares of right answers.
        percent: usize,
        /// Right, wrong and unclassified rows.
        counts: [Option<usize>; 3],
        /// Cohen's kappa.
        kappa: Option<usize>,
    },
    /// Errors of numbers, by their names here.
    Numbers(Vec<(&'static str, usize)>),
}

impl Measured {
    /// Those of a sheet: of regression, if it has no shares of right answers.
    pub fn of(sheet: &Sheet<'_>) -> Result<Measured, DataError> {
        let Some(percent) = column(sheet, "Percent_correct")? else {
            let errors = [("rmse", "Root_mean_squared_error"), ("mae", "Mean_absolute_error")];
            let mut found = Vec::new();
            for (metric, name) in errors {
                found.extend(column(sheet, name)?.map(|column| (metric, column)));
            }
            if found.is_empty() {
                let problem = "there is no column `Percent_correct`, `Root_mean_squared_error` or `Mean_absolute_error`";
                let remedy = "import results of classification or regression, one line per fold, not averages";
                return Err(header_error(sheet, problem, remedy));
            }
            return Ok(Measured::Numbers(found));
        };
        let counts = ["Number_correct", "Number_incorrect", "Number_unclassified"];
        let [right, wrong, silent] = counts.map(|name| column(sheet, name));
        let counts = [right?, wrong?, silent?];
        Ok(Measured::Classes { percent, counts, kappa: column(sheet, "Kappa_statistic")? })
    }

    /// What the schemes answer with.
    pub fn kind(&self) -> Kind {
        match self {
            Measured::Classes { .. } => Kind::Classes,
            Measured::Numbers(_) => Kind::Numbers,
        }
    }

    /// The scores of a line.
    pub fn scores(
        &self,
        sheet: &Sheet<'_>,
        row: &Row,
    ) -> Result<BTreeMap<&'static str, f64>, DataError> {
        let needed = |column: usize| {
            let remedy = "remove the line, or run the experiment again";
            let nothing = || sheet.error(row.line, column, "the cell is empty", remedy);
            real(sheet, row, column)?.ok_or_else(nothing)
        };
        match self {
            Measured::Classes { percent, counts, kappa } => {
                let share = score(sheet, (row, *percent), "accuracy", needed(*percent)? / 100.0)?;
                let counted = counted(sheet, row, *counts)?;
                if counted.is_some_and(|counted| (counted - share).abs() > 1e-6) {
                    let problem = "`Percent_correct` and `Number_correct` do not agree";
                    let remedy = "take the line as Weka wrote it";
                    return Err(sheet.error(row.line, *percent, problem, remedy));
                }
                let mut told = BTreeMap::from([("accuracy", counted.unwrap_or(share))]);
                if let Some(column) = *kappa
                    && let Some(value) = real(sheet, row, column)?
                {
                    told.insert("kappa", score(sheet, (row, column), "kappa", value)?);
                }
                Ok(told)
            }
            Measured::Numbers(columns) => columns
                .iter()
                .map(|&(metric, column)| {
                    Ok((metric, score(sheet, (row, column), metric, needed(column)?)?))
                })
                .collect(),
        }
    }
}

/// The share of right answers by their counts, which are exact where percentages may be rounded.
fn counted(
    sheet: &Sheet<'_>,
    row: &Row,
    counts: [Option<usize>; 3],
) -> Result<Option<f64>, DataError> {
    let number = |column: Option<usize>| column.map_or(Ok(None), |c| real(sheet, row, c));
    let share = match [number(counts[0])?, number(counts[1])?, number(counts[2])?] {
        [Some(right), Some(wrong), silent] => Some(right / (right + wrong + silent.unwrap_or(0.0))),
        _ => None,
    };
    Ok(share.filter(|share| (0.0..=1.0).contains(share)))
}
