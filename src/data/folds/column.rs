//! Folds in a column of the data: one fold number per row, or the words `train` and `test`. The rows of a bag agree.

use std::path::Path;

use super::assign::{Entry, Lines, TestedIn, no_fold};
use super::{FoldExamples, Read};
use crate::data::error::DataError;
use crate::data::table::{Column, Values};

/// Reads the folds of a column, which was read as text.
pub(in crate::data) fn of_column(
    file: &Path,
    column: &Column,
    lines: &[usize],
    examples: &FoldExamples<'_>,
) -> Result<Read, DataError> {
    let texts: Vec<String> = match &column.values {
        Values::Nominal { levels, codes } => {
            let text = |code: &u32| levels.get(*code as usize).cloned().unwrap_or_default();
            codes.iter().map(text).collect()
        }
        Values::Numeric(numbers) => numbers.iter().map(|number| number.to_string()).collect(),
    };
    let mut entries = Vec::with_capacity(examples.rows);
    for (row, text) in texts.iter().enumerate() {
        let line = lines.get(row).copied().unwrap_or(0);
        let Some(fold) = TestedIn::read(text.trim()) else {
            let (problem, remedy) = no_fold(text.trim());
            return Err(DataError::line(file, line, problem, remedy).in_column(&column.name));
        };
        entries.push(Entry {
            line,
            repeat: 0,
            example: examples.of_row(row),
            row_of_bag: examples.bags.is_some().then_some(row),
            fold,
            inner: Vec::new(),
        });
    }
    let lines = Lines { file, examples, inner_of: Vec::new() };
    lines.assign(entries).map_err(|error| error.in_column(&column.name))
}
