//! Lines among the folds that summarise them: `all`, `mean`, -1. Where their numbers are those of a statistic of the folds,
//! they are left out; a label that is no number among numbers is refused otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::super::structure::numbers::{Printed, alike, chance, printed};
use super::super::structure::statistic::Statistic;
use super::super::{TableOptions, names, roles};
use super::{columns, row_names};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{number, shown};

/// A label that is no number is one of a summary if its numbers agree, unless nearly any numbers would.
const NAMED: f64 = 0.05;
/// A number is one only if the chance that a fold agrees so well is below this.
const CERTAIN: f64 = 1e-9;
/// With more labels that are no numbers, labels are words.
const MOST_LABELS: usize = 4;

/// Takes lines that summarise the folds out of a table; the note says which.
pub fn leave_out(sheet: &mut Sheet, options: &TableOptions) -> Result<Option<String>, DataError> {
    let said = options.fold_column.as_deref();
    let Some(fold) = columns::fold_column(sheet, said)? else { return Ok(None) };
    let labels: BTreeSet<String> =
        sheet.rows.iter().map(|row| row.text(fold).to_owned()).filter(|l| !l.is_empty()).collect();
    let (numbers, words): (Vec<&String>, Vec<&String>) =
        labels.iter().partition(|label| row_names::number(label).is_some());
    if numbers.len() < 2 || words.len() > MOST_LABELS {
        return Ok(None);
    }
    let table = Table::of(sheet, fold);
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for label in &words {
        let title = table.summarises(label, &numbers, NAMED);
        match title {
            Some(title) => found.push(((*label).clone(), title)),
            // Names of summaries have a message of their own.
            None if !names::is_summary(label) => return Err(no_number(sheet, fold, label)),
            None => {}
        }
    }
    if words.is_empty() && numbers.len() > 2 {
        for label in [numbers.first(), numbers.last()].into_iter().flatten() {
            let others: Vec<&String> = numbers.iter().copied().filter(|n| n != label).collect();
            if let Some(title) = table.summarises(label, &others, CERTAIN) {
                found.push(((*label).clone(), title));
            }
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let is = |row: &Row| found.iter().any(|(label, _)| label == row.text(fold));
    let count = sheet.rows.iter().filter(|row| is(row)).count();
    let titles = found.iter().map(|(label, title)| format!("{} is the {title}", shown(label)));
    let titles: Vec<String> = titles.collect();
    let note = format!(
        "{count} lines summarise the folds of the column {}, by their numbers, and are left out: {}",
        shown(&sheet.column_name(fold)),
        titles.join(", ")
    );
    sheet.rows.retain(|row| !is(row));
    Ok(Some(note))
}

/// The numbers of a table, by what else the rows are about.
struct Table<'s> {
    fold: usize,
    scores: Vec<usize>,
    /// The rows of one dataset, method and the like.
    groups: Vec<Vec<&'s Row>>,
}

impl<'s> Table<'s> {
    fn of(sheet: &'s Sheet, fold: usize) -> Table<'s> {
        let all = || (0..sheet.header.len()).filter(|&column| column != fold);
        let scores: Vec<usize> = all().filter(|&c| has_decimals(sheet, c)).collect();
        let keys: Vec<usize> = all()
            .filter(|&c| roles::is_text(sheet, c) || columns::numbering(sheet).contains(&c))
            .collect();
        let mut groups: BTreeMap<Vec<&str>, Vec<&Row>> = BTreeMap::new();
        for row in &sheet.rows {
            let key = keys.iter().map(|&column| row.text(column)).collect();
            groups.entry(key).or_default().push(row);
        }
        Table { fold, scores, groups: groups.into_values().collect() }
    }

    /// The statistic that the lines of a label are of the other folds, in a column and wherever it has a number.
    fn summarises(&self, label: &str, others: &[&String], most: f64) -> Option<&'static str> {
        let one = |statistic: &Statistic| {
            let chances =
                self.scores.iter().filter_map(|&c| self.chance(c, label, others, *statistic));
            chances.min_by(f64::total_cmp).map(|chance| (chance, statistic.title()))
        };
        let found = Statistic::BELOW.iter().filter_map(one);
        let found = found.min_by(|a, b| a.0.total_cmp(&b.0));
        found.filter(|(chance, _)| *chance < most).map(|(_, title)| title)
    }

    fn chance(
        &self,
        column: usize,
        label: &str,
        others: &[&String],
        statistic: Statistic,
    ) -> Option<f64> {
        let (mut all, mut agreed) = (1.0, 0);
        for group in &self.groups {
            let of = |row: &&&Row| row.text(self.fold) == label;
            let Some(row) = group.iter().find(of) else { continue };
            let Some(found) = printed(row.text(column)) else { continue };
            let folds = group.iter().filter(|row| others.iter().any(|o| *o == row.text(self.fold)));
            let folds: Vec<Printed> = alike(folds.map(|row| printed(row.text(column))).collect())
                .into_iter()
                .flatten()
                .collect();
            let values: Vec<f64> = folds.iter().map(|printed| printed.value).collect();
            let value = statistic.of(&values)?;
            let range = (Statistic::Smallest.of(&values)?, Statistic::Largest.of(&values)?);
            all *= chance(found, value, statistic.rounding(&folds), range)?;
            agreed += 1;
        }
        (agreed > 0).then_some(all)
    }
}

/// Whether a column has numbers only, some of them with decimals.
fn has_decimals(sheet: &Sheet, column: usize) -> bool {
    !roles::is_text(sheet, column)
        && sheet.rows.iter().filter_map(|row| number(row.text(column))).any(|v| v.fract() != 0.0)
}

fn no_number(sheet: &Sheet, fold: usize, label: &str) -> DataError {
    let line = sheet.rows.iter().find(|row| row.text(fold) == label).map_or(1, |row| row.line);
    let problem = format!(
        "the fold {} is no number, where the others are: it seems to summarise them",
        shown(label)
    );
    sheet.error(line, fold, problem, "remove such lines, or number the fold")
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{plain, refused};

    /// Five folds of two methods on two datasets, and a line with `label` and what `of` makes of them.
    fn table(label: &str, of: fn(&[f64]) -> f64) -> String {
        let mut text = "dataset,method,fold,accuracy\n".to_owned();
        for (at, name) in ["x,a", "x,b", "y,a", "y,b"].iter().enumerate() {
            let folds: Vec<f64> =
                (0..5).map(|f| (7000 + (f * 739 + at * 1117) % 2900) as f64 / 1e4).collect();
            for (number, value) in folds.iter().enumerate() {
                text += &format!("{name},{number},{value:.4}\n");
            }
            text += &format!("{name},{label},{:.4}\n", of(&folds));
        }
        text
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn lines_that_summarise_folds_are_left_out() {
        for label in ["all", "-1", "avg", "overall", "mean", "5", "99"] {
            let file = plain(&table(label, mean));
            let folds = file.results.cells[0][0].clone().unwrap().folds;
            assert_eq!(folds.len(), 5, "{label}");
            let note = file.notes.concat();
            assert!(note.contains(&format!("`{label}` is the mean")), "{note}");
        }
        let wide = "fold,a,b\n0,0.812,0.915\n1,0.734,0.871\n2,0.9,0.8\nall,0.815,0.862\n";
        assert_eq!(plain(wide).results.cells[0][0].clone().unwrap().folds.len(), 3);
    }

    #[test]
    fn other_labels_are_refused_and_other_numbers_are_folds() {
        refused(&table("all", |_| 0.5), Some(7), Some("fold"), &["no number", "remove"]);
        refused(&table("mean", |_| 0.5), Some(7), None, &["summary"]);
        let folds = |text: &str| plain(text).results.cells[0][0].clone().unwrap().folds.len();
        assert_eq!(folds(&table("5", |_| 0.7512)), 6);
        assert_eq!(
            folds(
                "dataset,method,fold,accuracy\nx,a,f1,0.5\nx,a,f2,0.6\nx,b,f1,0.7\nx,b,f2,0.55\n"
            ),
            2
        );
        // Words are names of folds where all are words.
        assert_eq!(
            folds(
                "dataset,method,fold,accuracy\nx,a,left,0.5\nx,a,all,0.6\nx,b,left,0.7\nx,b,all,0.55\n"
            ),
            2
        );
    }
}
