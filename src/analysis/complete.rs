//! From results with holes to a table without them, by the policy that was chosen; and the refusals that protect from a
//! table that no test over datasets can judge.

use super::results::Results;
use super::settings::Missing;
use crate::stats::Ties;

/// Why results cannot be analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Refused {
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// A refusal.
pub fn refuse<T>(problem: impl Into<String>, remedy: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { problem: problem.into(), remedy: remedy.into() })
}

/// Results that can be ranked.
#[derive(Debug, Clone)]
pub struct Complete {
    /// What is left of the results.
    pub results: Results,
    /// Scores for ranking, larger is better, `[dataset][method]`; a missing one is below all others of its dataset.
    pub ranked: Vec<Vec<f64>>,
    /// What was left out or filled, for readers.
    pub notes: Vec<String>,
}

/// Larger numbers would overflow when they are squared.
const LARGEST: f64 = 1e150;

/// The smallest number of datasets that say anything about datasets.
pub const LEAST_DATASETS: usize = 3;

/// Applies the policy.
pub fn complete(results: &Results, policy: Missing, ties: Ties) -> Result<Complete, Refused> {
    let mut results = results.clone();
    let mut notes = Vec::new();
    if results.missing() > 0 {
        match policy {
            Missing::Error => return Err(holes(&results)),
            Missing::DropDataset => drop_datasets(&mut results, &mut notes),
            Missing::DropMethod => drop_methods(&mut results, &mut notes),
            Missing::WorstRank => {
                let empty = |row: &Vec<Option<super::Score>>| row.iter().all(Option::is_none);
                let gone = results.cells.iter().filter(|row| empty(row)).count();
                keep_datasets(&mut results, |row| !empty(row));
                if gone > 0 {
                    notes.push(format!("datasets without any result left out: {gone}"));
                }
                let filled = results.missing();
                notes.push(format!(
                    "missing results counted as the worst of their dataset: {filled}"
                ));
            }
        }
    }
    let (n, k) = (results.datasets.len(), results.methods.len());
    if k < 2 {
        return refuse(
            format!("nothing to compare: methods with results: {k}"),
            "give the results of two methods or more",
        );
    }
    if n < LEAST_DATASETS {
        let problem = format!(
            "{n} dataset{}; tests over datasets need at least {LEAST_DATASETS}",
            if n == 1 { "" } else { "s" }
        );
        return refuse(problem, "add datasets; folds of one dataset do not count as datasets");
    }
    let oriented = results.oriented();
    if oriented.iter().flatten().flatten().any(|v| v.abs() > LARGEST) {
        let problem = format!("a {} is larger than {LARGEST:e}", results.metric);
        return refuse(problem, "measure in another unit");
    }
    let ranked: Vec<Vec<f64>> = oriented
        .iter()
        .map(|row| {
            let worst = row.iter().flatten().copied().fold(f64::INFINITY, f64::min);
            row.iter().map(|v| v.unwrap_or(worst - worst.abs() - 1.0)).collect()
        })
        .collect();
    if ranked.iter().all(|row| row.iter().all(|v| ties.tied(*v, row[0]))) {
        let problem = format!("all {k} methods have the same {} on every dataset", results.metric);
        let remedy = match ties {
            Ties::Decimal => {
                "there is nothing to compare; is it the right column? (scores closer than 1e-9 are equal unless ties are `raw`)"
            }
            Ties::Raw => "there is nothing to compare; is it the right column?",
        };
        return refuse(problem, remedy);
    }
    Ok(Complete { results, ranked, notes })
}

fn holes(results: &Results) -> Refused {
    let mut named = Vec::new();
    for (dataset, row) in results.datasets.iter().zip(&results.cells) {
        for (method, cell) in results.methods.iter().zip(row) {
            if cell.is_none() {
                named.push(format!("{method} on {dataset}"));
            }
        }
    }
    let more =
        if named.len() > 3 { format!(" and {} more", named.len() - 3) } else { String::new() };
    named.truncate(3);
    Refused {
        problem: format!("missing results: {}{more}", named.join(", ")),
        remedy: "choose what to do about them (`--missing` or `missing` in [analysis]): drop-dataset, drop-method or worst-rank"
            .into(),
    }
}

fn keep_datasets(results: &mut Results, keep: impl Fn(&Vec<Option<super::Score>>) -> bool) {
    let kept: Vec<bool> = results.cells.iter().map(keep).collect();
    let mut flags = kept.iter();
    results.datasets.retain(|_| *flags.next().unwrap_or(&true));
    let mut flags = kept.iter();
    results.cells.retain(|_| *flags.next().unwrap_or(&true));
}

fn drop_datasets(results: &mut Results, notes: &mut Vec<String>) {
    let whole = |row: &Vec<Option<super::Score>>| row.iter().all(Option::is_some);
    let gone: Vec<&str> = results
        .datasets
        .iter()
        .zip(&results.cells)
        .filter(|(_, row)| !whole(row))
        .map(|(name, _)| name.as_str())
        .collect();
    notes.push(format!("datasets with missing results left out: {}", gone.join(", ")));
    keep_datasets(results, whole);
}

fn drop_methods(results: &mut Results, notes: &mut Vec<String>) {
    let whole: Vec<bool> = (0..results.methods.len())
        .map(|method| results.cells.iter().all(|row| row[method].is_some()))
        .collect();
    let names = results.methods.iter().zip(&whole).filter(|(_, whole)| !**whole);
    let gone: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
    notes.push(format!("methods with missing results left out: {}", gone.join(", ")));
    let keep = |position: usize| whole[position];
    let mut at = 0;
    results.methods.retain(|_| {
        at += 1;
        keep(at - 1)
    });
    for row in &mut results.cells {
        let mut at = 0;
        row.retain(|_| {
            at += 1;
            keep(at - 1)
        });
    }
}
