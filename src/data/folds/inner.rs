//! Declared inner folds: one column per outer fold. They are checked against the outer folds, whose test parts have none.

use super::DeclaredFolds;
use super::assign::{Entry, Lines, lowest};
use crate::data::error::DataError;
use crate::data::split::Folds;

/// The name of the columns, without the number of the outer fold.
pub(super) const INNER_OF: &str = "inner_of_outer";

/// Adds the inner folds of every repeat and outer fold; `first` is the lowest number of outer folds. Returns notes.
pub(super) fn inner_folds(
    lines: &Lines<'_>,
    repeats: &[Vec<Entry>],
    first: usize,
    declared: &mut DeclaredFolds,
) -> Result<Vec<String>, DataError> {
    let cells = repeats.iter().flatten().flat_map(|entry| entry.inner.iter().copied().flatten());
    let first_inner = lowest(cells);
    // Columns are numbered as the folds are, unless there is a column for fold 0.
    let shift = if lines.inner_of.contains(&0) { 0 } else { first };
    check_columns(lines, shift, declared.outer.first().map_or(0, Folds::count))?;
    for (repeat, entries) in repeats.iter().enumerate() {
        let outer = &declared.outer[repeat];
        for (cell, written) in lines.inner_of.iter().enumerate() {
            let fold = written - shift;
            let is_tested = tested(outer, fold, entries.len());
            let column = format!("{INNER_OF}{written}");
            let mut fold_of = Vec::new();
            for (entry, is_tested) in entries.iter().zip(&is_tested) {
                let own = entry.inner[cell].map(|inner| inner - first_inner);
                match (is_tested, own) {
                    (true, None) => {}
                    (false, Some(inner)) => fold_of.push((inner, entry)),
                    (tested, _) => return Err(misplaced(lines, entry, *tested, fold, &column)),
                }
            }
            let what = format!("inner fold (column `{column}`)");
            let count = lines.without_gaps(&fold_of, first_inner, &what)?;
            let mut all = vec![Folds::NEVER; entries.len()];
            fold_of.iter().for_each(|(inner, entry)| all[entry.example] = *inner);
            declared.inner.insert((repeat, fold), Folds::declared(all, count));
        }
    }
    let shifted = "its inner folds are numbered from 1 and were shifted to begin at 0";
    Ok(if first_inner == 1 { vec![shifted.to_owned()] } else { Vec::new() })
}

/// Which examples are in the test part of a fold.
fn tested(outer: &Folds, fold: usize, examples: usize) -> Vec<bool> {
    let mut tested = vec![false; examples];
    outer.split(fold).test.into_iter().for_each(|example| tested[example] = true);
    tested
}

/// There must be one column per outer fold, and no other.
fn check_columns(lines: &Lines<'_>, shift: usize, folds: usize) -> Result<(), DataError> {
    if let Some(fold) = lines.inner_of.iter().find(|&&fold| fold < shift || fold - shift >= folds) {
        let problem = format!("column `{INNER_OF}{fold}`, but there are {folds} outer folds");
        return Err(DataError::file(lines.file, problem, "remove the column"));
    }
    if let Some(fold) = (shift..folds + shift).find(|fold| !lines.inner_of.contains(fold)) {
        let problem = format!("no column `{INNER_OF}{fold}`, but other outer folds have one");
        let remedy = "declare the inner folds of all outer folds, or of none";
        return Err(DataError::file(lines.file, problem, remedy));
    }
    Ok(())
}

fn misplaced(
    lines: &Lines<'_>,
    entry: &Entry,
    is_tested: bool,
    fold: usize,
    column: &str,
) -> DataError {
    let named = lines.examples.named(entry.example);
    let error = if is_tested {
        let problem =
            format!("{named} has an inner fold, but it is not trained on in outer fold {fold}");
        lines.blame(entry, problem, "leave the cell empty")
    } else {
        let problem =
            format!("{named} has no inner fold, but it is trained on in outer fold {fold}");
        lines.blame(entry, problem, "write a whole number from 0 on")
    };
    error.in_column(column)
}
