//! Methods of a long file that were computed from the others, such as the best of them or their mean: the rule for columns of
//! a wide table, held against the scores of every dataset and fold.

use std::collections::BTreeMap;

use super::super::gather::Record;
use super::super::names;
use super::super::place::Place;
use super::columns::{CERTAIN, NAMED, computed};
use super::numbers::{Printed, alike};
use crate::data::read::text::shown;

/// Leaves out the records of computed methods; `numbers` are the scores of the records as they are printed.
pub fn leave_out(records: &mut Vec<Record>, numbers: &[Option<Printed>]) -> Vec<String> {
    let mut methods: Vec<&str> = Vec::new();
    let mut places: BTreeMap<(&str, &Place), usize> = BTreeMap::new();
    let mut column_of: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records.iter() {
        column_of.entry(&record.method).or_insert_with(|| {
            methods.push(&record.method);
            methods.len() - 1
        });
        let row = places.len();
        places.entry((&record.dataset, &record.place)).or_insert(row);
    }
    let mut columns: Vec<Vec<Option<Printed>>> = vec![vec![None; places.len()]; methods.len()];
    for (record, number) in records.iter().zip(numbers) {
        let row = places.get(&(record.dataset.as_str(), &record.place));
        let column = column_of.get(record.method.as_str());
        if let Some((&row, &column)) = row.zip(column) {
            columns[column][row] = *number;
        }
    }
    let columns: Vec<Vec<Option<Printed>>> = columns.into_iter().map(alike).collect();
    let named: Vec<bool> = methods.iter().map(|name| names::is_summary(name)).collect();
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    for (at, name) in methods.iter().enumerate() {
        let others = |other: &usize| *other != at && !named[*other] && !out.contains(other);
        let base: Vec<&Vec<Option<Printed>>> =
            (0..columns.len()).filter(others).map(|other| &columns[other]).collect();
        let limit = if named[at] { NAMED } else { CERTAIN };
        match computed(&columns[at], &base, named[at]) {
            Some((statistic, chance)) if chance < limit => {
                notes.push(format!(
                    "{} has the {} of the other methods everywhere: it is no method and is left out",
                    shown(name),
                    statistic.title()
                ));
                out.push(at);
            }
            _ if named[at] => notes.push(format!(
                "{} is taken for a method; remove its lines if it summarises the others",
                shown(name)
            )),
            _ => {}
        }
    }
    let out: Vec<String> = out.into_iter().map(|at| methods[at].to_owned()).collect();
    records.retain(|record| !out.contains(&record.method));
    notes
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::plain;

    fn long(name: &str, of: impl Fn(f64, f64, f64) -> f64, folds: usize) -> String {
        let mut text = "dataset,method,fold,accuracy\n".to_owned();
        for (at, dataset) in ["iris", "wine", "glass", "sonar"].iter().enumerate() {
            for fold in 1..=folds {
                let score = |factor: usize| {
                    (6000 + (1237 * (at + 1) * factor + 411 * fold * factor) % 3600) as f64 / 1e4
                };
                let (a, b, c) = (score(1), score(2), score(5));
                for (method, value) in [("svm", a), ("rf", b), ("knn", c), (name, of(a, b, c))] {
                    text.push_str(&format!("{dataset},{method},{fold},{value:.4}\n"));
                }
            }
        }
        if folds == 1 { text.replace(",fold", "").replace(",1,", ",") } else { text }
    }

    #[test]
    fn the_best_of_the_others_is_no_method() {
        for folds in [1, 3] {
            for name in ["best", "portfolio"] {
                let file = plain(&long(name, |a, b, c| a.max(b).max(c), folds));
                assert_eq!(file.results.methods, ["svm", "rf", "knn"], "{folds} {name}");
                assert!(file.notes.concat().contains("largest of the other methods"), "{name}");
            }
            let file = plain(&long("average", |a, b, c| (a + b + c) / 3.0, folds));
            assert_eq!(file.results.methods, ["svm", "rf", "knn"], "{folds}");
            let file = plain(&long("average", |a, _, c| a.max(c) - 0.013, folds));
            assert_eq!(file.results.methods.len(), 4, "{folds}");
            assert!(file.notes.concat().contains("is taken for a method"), "{folds}");
        }
    }
}
