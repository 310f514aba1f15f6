//! Rows sorted by class. Drawn folds are shuffled, so it matters only to streams, which show one class after the other, and to declared
//! folds in which a class is tested that was never learned.

use std::collections::{BTreeMap, BTreeSet};

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::{Dataset, TaskKind};
use crate::words::count;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let lonely = classes_of_one_fold(data);
    if lonely == 0 {
        return of_stream(data).filter(|_| data.task == TaskKind::Stream).into_iter().collect();
    }
    let what = count(lonely, "class is", "classes are");
    let problem =
        format!("{what} in one declared fold only: tested there without having been learned");
    let remedy = "declare folds that hold rows of every class; a file sorted by class cannot be cut into pieces";
    vec![Found { column: None, problem, remedy: remedy.to_owned() }]
}

/// The same rows as a stream.
pub(super) fn of_stream(data: &Dataset) -> Option<Found> {
    is_sorted_by_class(data).then(|| Found {
        column: None,
        problem: "the rows are sorted by class, so a stream shows one class after the other"
            .to_owned(),
        remedy: "bring them into the order in which they were observed, or shuffle them".to_owned(),
    })
}

/// Whether every class is one run of rows, and there are several.
pub(super) fn is_sorted_by_class(data: &Dataset) -> bool {
    let Some((levels, codes)) = data.classes() else { return false };
    if levels.len() < 2 || data.rows < FEWEST_ROWS {
        return false;
    }
    1 + codes.windows(2).filter(|pair| pair[0] != pair[1]).count() == levels.len()
}

/// Classes with several rows that are all tested in the same declared fold of the first repeat.
fn classes_of_one_fold(data: &Dataset) -> usize {
    let Some(folds) = data.folds.as_ref().and_then(|declared| declared.outer.first()) else {
        return 0;
    };
    let Some((_, codes)) = data.classes().filter(|_| data.task == TaskKind::Classification) else {
        return 0;
    };
    if folds.count() < 2 {
        return 0;
    }
    let mut folds_of: BTreeMap<u32, (BTreeSet<Option<usize>>, usize)> = BTreeMap::new();
    for (row, &class) in codes.iter().enumerate() {
        let entry = folds_of.entry(class).or_default();
        entry.0.insert(folds.fold_of(row));
        entry.1 += 1;
    }
    folds_of
        .values()
        .filter(|(folds, rows)| folds.len() == 1 && !folds.contains(&None) && *rows > 1)
        .count()
}
