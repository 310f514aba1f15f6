//! Names of rows that number the folds of a dataset: `iris_fold1`, `iris[0]`, `Fold01.Rep2`, `split0`. Names of datasets end
//! in numbers too (`musk1`, `monks-2`), so a single number says nothing; what they say together is found by `series`. It
//! looks at names only, never at values.

use std::collections::{BTreeMap, BTreeSet};

use super::super::place::{Place, whole};
use super::cut::{BETWEEN, Cut, before, cut};
use super::series;

/// How the names of rows are to be understood.
#[derive(Debug, PartialEq)]
pub enum Reading {
    /// A dataset each.
    Datasets,
    /// Folds, row by row.
    Folds(Vec<FoldName>),
    /// These two rows look like folds of one dataset, but not all rows do.
    LikeFolds(usize, usize),
    /// These two rows may be datasets and may be folds.
    Doubtful(usize, usize),
}

/// A row that is a fold.
#[derive(Debug, Clone, PartialEq)]
pub struct FoldName {
    /// Its dataset; empty where the name has none.
    pub dataset: String,
    /// Its place among the folds of the dataset.
    pub place: Place,
}

/// Understands the names of all rows of a table. `unnamed` says that the column of the names has no name.
pub fn read(names: &[&str], unnamed: bool) -> Reading {
    if unnamed && names.len() > 1 && names.iter().all(|name| whole(name).is_some()) {
        let numbers = names.iter().map(|name| whole(name));
        return if counts(numbers) { Reading::Doubtful(1, 0) } else { Reading::Datasets };
    }
    let cuts: Vec<Option<Cut>> = names.iter().map(|name| cut(name)).collect();
    if let Some(folds) = whole_groups(&cuts) {
        return if may_be_functions(names, &cuts) {
            Reading::Doubtful(1, 0)
        } else {
            Reading::Folds(folds)
        };
    }
    if let Some((later, first)) = same_stem(&cuts) {
        return Reading::LikeFolds(later, first);
    }
    series::read(names)
}

/// Whether all names end in a single `f` and a number that may as well be those of functions: `bbob-f1`, `CEC2017-F12`.
fn may_be_functions(names: &[&str], cuts: &[Option<Cut>]) -> bool {
    let letter = |name: &str| {
        let before = name.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
        let stem = before.strip_suffix(['f', 'F'])?;
        stem.ends_with(BETWEEN).then(|| before.ends_with('F'))
    };
    let letters: Option<Vec<bool>> = names.iter().map(|name| letter(name)).collect();
    let numbers = || cuts.iter().flatten().filter_map(|cut| whole(cut.fold?));
    let stems: BTreeSet<&str> = cuts.iter().flatten().map(|cut| cut.stem).collect();
    let repeats = cuts.iter().flatten().any(|cut| cut.repeat.is_some());
    letters.is_some_and(|capitals| {
        let from_one = numbers().min() == Some(1);
        let many = stems.len() == 1 || numbers().max() > Some(10);
        !repeats && from_one && (many || capitals.iter().all(|capital| *capital))
    })
}

/// Two names that look like folds of one dataset.
pub fn like_folds(names: &[&str]) -> Option<(usize, usize)> {
    same_stem(&names.iter().map(|name| cut(name)).collect::<Vec<_>>())
}

/// Reads rows that were declared to be folds: any number at the end counts, and equal names are numbered in their order. Where
/// every name is there twice or more, numbers are part of them: `monk1` and `monk2` are two datasets.
/// Where no two rows have a name in common, all are folds of one dataset.
pub fn declared(names: &[&str]) -> Vec<FoldName> {
    let split = |name: &&str| -> (String, Place) {
        if let Some(cut) = cut(name) {
            return (cut.stem.to_owned(), Place::new(cut.repeat, cut.fold));
        }
        if let Some((number, stem)) = before(name) {
            return (stem.to_owned(), Place::new(None, Some(number)));
        }
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &name[stem.len()..];
        let stem = stem.trim_end_matches(BETWEEN);
        (stem.to_owned(), Place::new(None, Some(number).filter(|n| !n.is_empty())))
    };
    let mut splits: Vec<(String, Place)> = names.iter().map(split).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    if counts.len() > 1 && counts.values().all(|count| *count > 1) {
        splits = names.iter().map(|name| ((*name).to_owned(), Place::default())).collect();
    }
    let stems: BTreeSet<String> = splits.iter().map(|(stem, _)| stem.to_lowercase()).collect();
    if stems.len() == names.len() {
        let one =
            |name: &&str| FoldName { dataset: String::new(), place: Place::new(None, Some(name)) };
        return names.iter().map(one).collect();
    }
    let mut places: BTreeMap<String, BTreeSet<&Place>> = BTreeMap::new();
    let mut apart = true;
    for (stem, place) in &splits {
        apart &= place.is_known() && places.entry(stem.to_lowercase()).or_default().insert(place);
    }
    let mut met: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut named = Vec::with_capacity(splits.len());
    for (stem, place) in &splits {
        let (dataset, count) = met.entry(stem.to_lowercase()).or_insert_with(|| (stem.clone(), 0));
        *count += 1;
        let place = match apart {
            true => place.clone(),
            false => Place::new(None, Some(&count.to_string())),
        };
        named.push(FoldName { dataset: dataset.clone(), place });
    }
    named
}

/// Folds, if every row is one, every dataset has two or more, and their numbers count from 0 or 1 without a gap.
pub fn whole_groups(cuts: &[Option<Cut>]) -> Option<Vec<FoldName>> {
    let mut groups: BTreeMap<String, Vec<Cut>> = BTreeMap::new();
    for cut in cuts {
        let cut = (*cut)?;
        groups.entry(cut.stem.to_lowercase()).or_default().push(cut);
    }
    for group in groups.values() {
        let places: BTreeSet<Place> = group.iter().map(|c| Place::new(c.repeat, c.fold)).collect();
        let folds = group.iter().all(|cut| cut.fold.is_some());
        let no_folds = group.iter().all(|cut| cut.fold.is_none());
        // Seeds and runs may have any numbers.
        let counted = no_folds || folds && counts(group.iter().map(|c| c.fold.and_then(whole)));
        if group.len() < 2 || places.len() < group.len() || !counted {
            return None;
        }
    }
    let first = |cut: &Cut| groups.get(&cut.stem.to_lowercase()).and_then(|group| group.first());
    let named = |cut: &Cut| FoldName {
        dataset: first(cut).unwrap_or(cut).stem.to_owned(),
        place: Place::new(cut.repeat, cut.fold),
    };
    (!groups.is_empty()).then(|| cuts.iter().flatten().map(named).collect())
}

/// The number of a label that is nothing but one, such as `3`, `fold 3` and `Split03`.
pub fn number(label: &str) -> Option<u64> {
    let marked = || {
        let cut = cut(label).filter(|cut| cut.stem.is_empty())?;
        cut.fold.xor(cut.repeat).and_then(whole)
    };
    whole(label).or_else(marked)
}

/// Whether numbers count from 0 or 1 without a gap; equal ones count once.
pub fn counts(numbers: impl Iterator<Item = Option<u64>>) -> bool {
    let Some(found) = numbers.collect::<Option<BTreeSet<u64>>>() else { return false };
    let from = found.first().copied().unwrap_or(2);
    from <= 1 && found.last().is_some_and(|last| last - from + 1 == found.len() as u64)
}

/// Two rows of one dataset.
fn same_stem(cuts: &[Option<Cut>]) -> Option<(usize, usize)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (row, cut) in cuts.iter().enumerate() {
        let Some(cut) = cut else { continue };
        if let Some(first) = seen.insert(cut.stem.to_lowercase(), row) {
            return Some((row, first));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row's dataset, or what else the names are.
    fn of(names: &[&str]) -> String {
        match read(names, false) {
            Reading::Folds(folds) => {
                folds.iter().map(|f| f.dataset.as_str()).collect::<Vec<_>>().join(" ")
            }
            Reading::Datasets => "datasets".to_owned(),
            Reading::LikeFolds(later, first) => format!("like folds {later} {first}"),
            Reading::Doubtful(later, first) => format!("doubtful {later} {first}"),
        }
    }

    #[test]
    fn numbers_in_names_that_repeat_stay() {
        let names = ["monk1", "monk1", "monk2", "monk2", "iris", "iris"];
        let found: Vec<String> = declared(&names).into_iter().map(|fold| fold.dataset).collect();
        assert_eq!(found, names);
    }

    #[test]
    fn rows_that_all_number_folds_are_folds() {
        assert_eq!(of(&["iris_f0", "iris_f1"]), "iris iris");
        assert_eq!(of(&["iris[0]", "iris[1]", "Wine[1]", "wine[0]"]), "iris iris Wine Wine");
        assert_eq!(of(&["iris.0", "iris.1", "iris.2"]), "iris iris iris");
        assert_eq!(of(&["iris-fold-2", "iris-fold-1"]), "iris iris");
        assert_eq!(of(&["iris seed 7", "iris seed 42"]), "iris iris");
        assert_eq!(of(&["Fold1.Rep1", "Fold2.Rep1", "Fold1.Rep2", "Fold2.Rep2"]), "   ");
        assert_eq!(of(&["split0", "split1"]), " ");
    }

    #[test]
    fn numbers_without_a_mark_are_names_of_datasets() {
        for names in [
            &["monks-1", "monks-2", "monks-3"][..],
            &["musk1", "musk2"],
            &["led7", "led24"],
            &["puma8nh", "puma32h"],
            &["atp1d", "atp7d"],
            &["d0", "d1", "d2"],
            &["data_0", "data_1"],
            &["dataset.0", "dataset.1"],
            &["f1", "f2", "f3"],
            &["iris_fold1", "wine_fold1"],
            &["monks.1", "monks.2", "iris"],
            &["a1a", "a2a", "a3a", "a4a"],
            &["splice-1", "ring_0", "mfeat-1"],
            &["1_ALOI", "2_annthyroid", "3_backdoor"],
            &["C4.5", "C5.0"],
            &["1", "2", "3"],
            &["iris"],
            &[],
        ] {
            assert_eq!(of(names), "datasets", "{names:?}");
        }
    }

    #[test]
    fn what_can_mean_both_is_left_to_the_user() {
        assert_eq!(of(&["wine", "iris_fold1", "iris_fold2"]), "like folds 2 1");
        assert_eq!(of(&["iris cv5", "iris cv10"]), "like folds 1 0");
        assert_eq!(of(&["iris_fold1", "iris_fold1"]), "like folds 1 0");
        assert_eq!(of(&["bbob-f1", "bbob-f2", "bbob-f3"]), "doubtful 1 0");
        assert_eq!(of(&["CEC2014-F1", "CEC2014-F2", "CEC2017-F1", "CEC2017-F2"]), "doubtful 1 0");
        assert_eq!(of(&["monks.1", "monks.2", "monks.3"]), "doubtful 1 0");
        assert_eq!(of(&["iris_0", "iris_1"]), "doubtful 1 0");
        assert_eq!(read(&["0", "1", "2"], true), Reading::Doubtful(1, 0));
        assert_eq!(read(&["31", "1461"], true), Reading::Datasets);
    }

    #[test]
    fn declared_folds_need_no_mark() {
        let of = |names: &[&str]| -> Vec<(String, Place)> {
            declared(names).into_iter().map(|fold| (fold.dataset, fold.place)).collect()
        };
        let fold = |name: &str, fold: &str| (name.to_owned(), Place::new(None, Some(fold)));
        assert_eq!(of(&["monks-1", "monks-2"]), [fold("monks", "1"), fold("monks", "2")]);
        assert_eq!(of(&["0", "1"]), [fold("", "0"), fold("", "1")]);
        assert_eq!(of(&["a", "b"]), [fold("", "a"), fold("", "b")]);
        assert_eq!(of(&["x", "x", "y"]), [fold("x", "1"), fold("x", "2"), fold("y", "1")]);
        assert_eq!(of(&["x_1", "x_1"]), [fold("x", "1"), fold("x", "2")]);
    }
}
