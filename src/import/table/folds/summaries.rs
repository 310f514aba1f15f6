//! Lines among the folds that summarise them: `all`, `mean`, -1. Where their numbers are those of a statistic of the folds,
//! they are left out; a label that is no number among numbers is refused otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::super::structure::numbers::{Printed, alike, chance, printed};
use super::super::structure::statistic::Statistic;
use super::super::{TableOptions, long, names, roles};
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
    let Some(labels) = Labels::of(sheet, fold) else { return Ok(None) };
    let table = Table::of(sheet, fold, options);
    let mut found: Vec<(&str, &'static str)> = Vec::new();
    for &label in &labels.words {
        match table.summarises(label, &labels, NAMED) {
            Some(title) => found.push((label, title)),
            // Names of summaries have a message of their own.
            None if !names::is_summary(label) => return Err(no_number(sheet, fold, label)),
            None => {}
        }
    }
    let ends = labels.ends().into_iter().flatten();
    for label in ends.filter(|_| labels.words.is_empty()) {
        let title = table.summarises(label, &labels, CERTAIN);
        found.extend(title.map(|title| (label, title)));
    }
    if found.is_empty() {
        return Ok(None);
    }
    let is = |row: &Row| found.iter().any(|(label, _)| *label == row.text(fold));
    let count = sheet.rows.iter().filter(|row| is(row)).count();
    let titles = found.iter().map(|(label, title)| format!("{} is the {title}", shown(label)));
    let titles: Vec<String> = titles.collect();
    let note = format!(
        "{count} lines summarise the folds of the column {}, by their numbers, and are left out: {}",
        shown(&sheet.column_name(fold)),
        titles.join(", ")
    );
    let left: BTreeSet<String> = found.iter().map(|(label, _)| (*label).to_owned()).collect();
    sheet.rows.retain(|row| !left.contains(row.text(fold)));
    Ok(Some(note))
}

/// What the folds are called.
struct Labels<'s> {
    /// Those that are numbers; by what they are written, with the number.
    numbers: BTreeMap<&'s str, u64>,
    /// Those that are none.
    words: Vec<&'s str>,
}

impl<'s> Labels<'s> {
    /// `None` where no label can be that of a summary.
    fn of(sheet: &'s Sheet, fold: usize) -> Option<Labels<'s>> {
        let texts = sheet.rows.iter().map(|row| row.text(fold)).filter(|label| !label.is_empty());
        let all: BTreeSet<&str> = texts.collect();
        let mut labels = Labels { numbers: BTreeMap::new(), words: Vec::new() };
        for label in all {
            match row_names::number(label) {
                Some(number) => drop(labels.numbers.insert(label, number)),
                None => labels.words.push(label),
            }
        }
        let fits = labels.numbers.len() >= 2 && labels.words.len() <= MOST_LABELS;
        let open = !labels.words.is_empty() || labels.numbers.len() > 2;
        (fits && open).then_some(labels)
    }

    /// The labels with the smallest and the largest number.
    fn ends(&self) -> [Option<&'s str>; 2] {
        let by_number = || self.numbers.iter().map(|(label, number)| (*number, *label));
        [by_number().min(), by_number().max()].map(|end| end.map(|(_, label)| label))
    }
}

/// The numbers of a table, by what else the rows are about.
struct Table<'s> {
    fold: usize,
    scores: Vec<usize>,
    /// The rows of one dataset, method and the like.
    groups: Vec<Vec<&'s Row>>,
}

impl<'s> Table<'s> {
    fn of(sheet: &'s Sheet, fold: usize, options: &TableOptions) -> Table<'s> {
        let all = || (0..sheet.header.len()).filter(|&column| column != fold);
        let scores: Vec<usize> = all().filter(|&c| has_decimals(sheet, c)).collect();
        let metric = sheet.columns_called(long::METRIC);
        // A column that differs on every line, such as an id of a run, would make every line a group of its own.
        let named: Vec<usize> = match roles::find(sheet, options, &metric) {
            Ok(roles) => roles.dataset.into_iter().chain([roles.method]).chain(metric).collect(),
            Err(_) => all().filter(|&c| roles::is_text(sheet, c) && repeats(sheet, c)).collect(),
        };
        let numbering = columns::numbering(sheet);
        let keys: Vec<usize> =
            all().filter(|c| named.contains(c) || numbering.contains(c)).collect();
        let mut groups: BTreeMap<Vec<&str>, Vec<&Row>> = BTreeMap::new();
        for row in &sheet.rows {
            let key = keys.iter().map(|&column| row.text(column)).collect();
            groups.entry(key).or_default().push(row);
        }
        Table { fold, scores, groups: groups.into_values().collect() }
    }

    /// The statistic that the lines of a label are of the numbered folds, in a column and wherever it has a number.
    fn summarises(&self, label: &str, labels: &Labels, most: f64) -> Option<&'static str> {
        let one = |statistic: &Statistic| {
            let chances =
                self.scores.iter().filter_map(|&c| self.chance(c, label, labels, *statistic));
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
        labels: &Labels,
        statistic: Statistic,
    ) -> Option<f64> {
        let (mut all, mut agreed) = (1.0, 0);
        for group in &self.groups {
            let of = |row: &&&Row| row.text(self.fold) == label;
            let Some(row) = group.iter().find(of) else { continue };
            let Some(found) = printed(row.text(column)) else { continue };
            let other = |row: &&&Row| {
                let own = row.text(self.fold);
                own != label && labels.numbers.contains_key(own)
            };
            let folds = group.iter().filter(other);
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

/// Whether a text occurs on several lines.
fn repeats(sheet: &Sheet, column: usize) -> bool {
    let texts: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(column)).collect();
    texts.len() < sheet.rows.len()
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
    fn a_summary_is_found_after_ten_folds_and_next_to_ids_of_runs() {
        let mut text = "dataset,method,fold,accuracy,run_id\n".to_owned();
        for (at, name) in ["x,a", "x,b", "y,a", "y,b"].iter().enumerate() {
            let folds: Vec<f64> =
                (0..10).map(|f| (7000 + (f * 739 + at * 1117) % 2900) as f64 / 1e4).collect();
            for (number, value) in folds.iter().chain([&mean(&folds)]).enumerate() {
                text += &format!("{name},{number},{value:.4},r{at}x{number}q\n");
            }
        }
        for label in ["10", "11"] {
            let text = text.replace(",10,", &format!(",{label},"));
            let file = plain(&text);
            let folds = file.results.cells[0][0].clone().unwrap().folds;
            assert_eq!(folds.len(), 10, "{label} {:?}", file.notes);
        }
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
