//! Test parts that one method has and another lacks. Of resamples, each a split of its own, those are kept that every
//! method has on a dataset; a fold of a cross-validation that a program did not finish is a trial that failed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::pair::{Places, Table};
use super::part::{Content, Origin, Part};
use crate::data::error::DataError;
use crate::data::read::text::{listed, shown};

/// A repeat and a fold.
type At = (u32, u32);

/// Keeps the resamples that every method has that was tried on a dataset. Says where some were left out.
pub fn leave_out(table: &mut Table) -> Result<Option<String>, DataError> {
    let mut shortened = Vec::new();
    for (dataset, methods) in table.iter_mut() {
        let all: BTreeSet<At> = methods.values().flat_map(|own| own.keys().copied()).collect();
        let everywhere = |at: &At| methods.values().all(|own| own.contains_key(at));
        let common: BTreeSet<At> = all.iter().copied().filter(everywhere).collect();
        if common.is_empty() {
            return Err(nothing_common(dataset, methods));
        }
        if common.len() < all.len() {
            shortened.push(format!("{dataset} ({} of {})", common.len(), all.len()));
        }
        for own in methods.values_mut() {
            own.retain(|at, _| common.contains(at));
        }
    }
    Ok((!shortened.is_empty()).then(|| {
        format!(
            "resamples that a method lacks are left out for all methods, so that results stay paired; those that are read: {}",
            listed(shortened.iter().map(String::as_str))
        )
    }))
}

fn nothing_common(dataset: &str, methods: &BTreeMap<String, Places>) -> DataError {
    let problem = format!("the methods have no resample of {} in common", shown(dataset));
    let remedy = "methods are compared on the same splits: add what is missing, or leave a method or the dataset out";
    let first = methods.values().flat_map(Places::values).next();
    match first {
        Some(part) => part.origin.error(problem, remedy),
        None => DataError::file(std::path::Path::new(""), problem, remedy),
    }
}

/// The most resamples of a dataset, each with one test part.
pub fn most(table: &Table) -> (usize, usize) {
    let counts = table.values().flat_map(|methods| methods.values().map(Places::len));
    (counts.max().unwrap_or(0), 1)
}

/// Turns folds that a method lacks into failed ones. Says which.
pub fn fail(table: &mut Table) -> Option<String> {
    let all: BTreeSet<At> = table
        .values()
        .flat_map(|methods| methods.values())
        .flat_map(|own| own.keys().copied())
        .collect();
    let mut failed = Vec::new();
    for (dataset, methods) in table.iter_mut() {
        for (method, own) in methods.iter_mut() {
            let absent: Vec<At> = all.iter().copied().filter(|at| !own.contains_key(at)).collect();
            let Some(known) = own.values().next().filter(|_| !absent.is_empty()) else { continue };
            let file = Arc::clone(&known.origin.file);
            failed.push(format!("{method} on {dataset} ({})", absent.len()));
            for place in absent {
                let part = Part {
                    dataset: dataset.clone(),
                    method: method.clone(),
                    place,
                    origin: Origin { file: Arc::clone(&file), line: None },
                    content: Content::Failed("not among the files that were imported".to_owned()),
                    told: BTreeMap::new(),
                    times: (None, None),
                };
                own.insert(place, part);
            }
        }
    }
    (!failed.is_empty()).then(|| {
        format!(
            "folds that the files lack count as failed: {}",
            listed(failed.iter().map(String::as_str))
        )
    })
}
