//! What the numbers in the names of all rows say together, where no word marks them as folds: `iris_0` to `iris_9`, and
//! `iris_1`, `iris_2`, `wine_1`, `wine_2` may be folds, `monks-1` to `monks-3` may be datasets. Names are put in groups of one
//! stem, and how the numbers of each group count decides.

use std::collections::{BTreeMap, BTreeSet};

use super::super::place::whole;
use super::cut::{Cut, Mark, before, last, without_ending, without_total};
use super::row_names::{Reading, counts, whole_groups};

/// What comes before a number that names a dataset, a problem or a case: `data_0` to `data_4`.
const GENERIC: &[&str] = &[
    "",
    "dataset",
    "data",
    "ds",
    "set",
    "task",
    "problem",
    "row",
    "line",
    "no",
    "nr",
    "id",
    "did",
    "tid",
    "case",
    "instance",
    "inst",
    "function",
    "func",
    "subject",
    "sub",
    "participant",
    "patient",
    "person",
    "user",
    "client",
    "site",
    "domain",
    "env",
    "scene",
    "scenario",
    "study",
    "benchmark",
    "bench",
    "query",
    "topic",
    "level",
    "series",
];
/// Shorter series from 1 are as likely datasets: `monks-1` to `monks-3`.
const LONG: usize = 4;
/// Among other names a series from 0 is one of folds if it is so long.
const LONG_AMONG_OTHERS: usize = 3;

/// The names of all rows as groups of one stem, each with its numbers.
struct Groups<'a> {
    cuts: Vec<Option<Cut<'a>>>,
    rows: BTreeMap<String, Vec<(usize, u64)>>,
}

/// What numbers in names are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Datasets,
    /// They are read as datasets, and a caveat says so.
    Likely,
    Doubtful,
    Folds,
}

/// Understands names whose numbers have no word for folds.
pub fn read(names: &[&str]) -> Reading {
    let (verdict, groups) = judged(names);
    let pair = groups.as_ref().and_then(Groups::pair);
    match (verdict, groups, pair) {
        (Verdict::Folds, Some(groups), _) => {
            whole_groups(&groups.cuts).map_or(Reading::Datasets, Reading::Folds)
        }
        (Verdict::Doubtful, _, Some((later, first))) => Reading::Doubtful(later, first),
        _ => numbered_again(names)
            .or_else(|| among_others(names))
            .map_or(Reading::Datasets, |(later, first)| Reading::Doubtful(later, first)),
    }
}

/// Two rows that are read as datasets and may be folds, which a reader must know.
pub fn likely(names: &[&str]) -> Option<(usize, usize)> {
    let (verdict, groups) = judged(names);
    groups.filter(|_| verdict == Verdict::Likely).and_then(|groups| groups.pair())
}

/// The first form that all names have, and what their numbers are.
fn judged<'a>(names: &[&'a str]) -> (Verdict, Option<Groups<'a>>) {
    for mark in [Mark::Letter, Mark::Dot, Mark::Bare, Mark::Before, Mark::Tight] {
        if let Some(groups) = Groups::of(names, mark) {
            return (groups.verdict(mark), Some(groups));
        }
    }
    (Verdict::Datasets, None)
}

/// The stem and the number of a name, if the number has this mark.
fn piece(name: &str, mark: Mark) -> Option<(&str, &str)> {
    let name = without_total(without_ending(name));
    if mark == Mark::Before {
        return before(name).map(|(number, stem)| (stem, number));
    }
    let (stem, found, number) = last(name)?;
    let one_letter = mark == Mark::Tight && stem.chars().count() == 1;
    let generic = one_letter || GENERIC.contains(&stem.to_lowercase().as_str());
    (found == mark && !generic).then_some((stem, number))
}

impl<'a> Groups<'a> {
    /// The groups, if every name has the mark and none is alone or twice in its group.
    fn of(names: &[&'a str], mark: Mark) -> Option<Groups<'a>> {
        let mut groups = Groups { cuts: Vec::with_capacity(names.len()), rows: BTreeMap::new() };
        for (row, name) in names.iter().enumerate() {
            let (stem, number) = piece(name, mark)?;
            groups.cuts.push(Some(Cut { stem, repeat: None, fold: Some(number) }));
            groups.rows.entry(stem.to_lowercase()).or_default().push((row, whole(number)?));
        }
        let whole = |rows: &Vec<(usize, u64)>| rows.len() > 1 && numbers(rows).len() == rows.len();
        (!groups.rows.is_empty() && groups.rows.values().all(whole)).then_some(groups)
    }

    /// Two rows of one group.
    fn pair(&self) -> Option<(usize, usize)> {
        let (first, later) = match self.rows.values().next()?.as_slice() {
            [first, later, ..] => (first, later),
            _ => return None,
        };
        Some((later.0, first.0))
    }

    fn verdict(&self, mark: Mark) -> Verdict {
        let several = self.rows.len() > 1;
        let sets: BTreeSet<BTreeSet<u64>> = self.rows.values().map(|rows| numbers(rows)).collect();
        let same = sets.len() == 1;
        let counted = sets.iter().all(|set| counts(set.iter().map(|number| Some(*number))));
        // Folds are often numbered from 0, datasets hardly ever.
        let zero = sets.iter().any(|set| set.contains(&0));
        let longest = sets.iter().map(BTreeSet::len).max().unwrap_or(0);
        match mark {
            Mark::Letter if same => Verdict::Doubtful,
            Mark::Dot if counted && zero => Verdict::Folds,
            Mark::Dot if counted => Verdict::Doubtful,
            Mark::Tight if counted && (same && several || zero && !several) => Verdict::Doubtful,
            Mark::Tight if counted && !several && longest >= LONG => Verdict::Likely,
            Mark::Bare | Mark::Before if counted && (same && several || zero) => Verdict::Doubtful,
            Mark::Bare | Mark::Before if counted && longest >= LONG => Verdict::Doubtful,
            Mark::Bare | Mark::Before if counted => Verdict::Likely,
            _ if several && same => Verdict::Likely,
            _ => Verdict::Datasets,
        }
    }
}

fn numbers(rows: &[(usize, u64)]) -> BTreeSet<u64> {
    rows.iter().map(|(_, number)| *number).collect()
}

/// Equal names as pandas and R number them: `iris`, `iris.1`, `iris.2`.
fn numbered_again(names: &[&str]) -> Option<(usize, usize)> {
    let place: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    names.iter().enumerate().find_map(|(row, name)| {
        let (stem, number) = piece(name, Mark::Dot)?;
        (number == "1").then_some((row, *place.get(stem)?))
    })
}

/// A long series from 0 next to names without numbers.
fn among_others(names: &[&str]) -> Option<(usize, usize)> {
    for mark in [Mark::Letter, Mark::Bare, Mark::Before] {
        let mut groups: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
        for (row, name) in names.iter().enumerate() {
            if let Some((stem, number)) = piece(name, mark).and_then(|(s, n)| Some((s, whole(n)?)))
            {
                groups.entry(stem.to_lowercase()).or_default().push((row, number));
            }
        }
        for rows in groups.into_values() {
            let found = numbers(&rows);
            let counted = found.contains(&0) && counts(found.iter().map(|n| Some(*n)));
            if let (true, [first, later, ..]) = (counted, rows.as_slice())
                && found.len() >= LONG_AMONG_OTHERS
            {
                return Some((later.0, first.0));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::row_names::read;
    use super::*;

    fn of(names: &[&str]) -> &'static str {
        match (read(names, false), likely(names).is_some()) {
            (Reading::Folds(_), _) => "folds",
            (Reading::LikeFolds(..), _) => "like folds",
            (Reading::Doubtful(..), _) => "doubtful",
            (Reading::Datasets, true) => "caveat",
            (Reading::Datasets, false) => "datasets",
        }
    }

    #[test]
    fn series_of_several_stems_with_the_same_numbers_may_be_folds() {
        for names in [
            &["iris_0", "iris_1", "wine_0", "wine_1"][..],
            &["iris-1", "iris-2", "wine-1", "wine-2"],
            &["iris 1", "iris 2", "Wine 1", "wine 2"],
            &["iris/1", "iris/2", "wine/1", "wine/2"],
            &["iris:0", "iris:1", "wine:0", "wine:1"],
            &["iris1", "iris2", "wine1", "wine2"],
            &["1_iris", "2_iris", "1_wine", "2_wine"],
            &["iris_s42", "iris_s43", "wine_s42", "wine_s43"],
            &["iris_1.csv", "iris_2.csv", "wine_1.csv", "wine_2.csv"],
            &["led7_0", "led7_1", "led24_0", "led24_1"],
            &["iris (0)", "iris (1)", "wine (0)", "wine (1)"],
            &["iris@0", "iris@1", "iris@2"],
            &["iris|0", "iris|1", "iris|2"],
            &["iris__0", "iris__1"],
            &["iris.csv_0", "iris.csv_1"],
            &["iris_1of3", "iris_2of3", "wine_1of3", "wine_2of3"],
            &["iris_1/3", "iris_2/3", "iris_3/3", "iris_4/3"],
            &["iris_b0", "iris_b1", "iris_b2"],
        ] {
            assert_eq!(of(names), "doubtful", "{names:?}");
        }
        assert_eq!(of(&["iris.0", "iris.1", "wine.0", "wine.1"]), "folds");
        assert_eq!(of(&["('iris', 0)", "('iris', 1)", "('wine', 0)", "('wine', 1)"]), "folds");
        assert_eq!(of(&["iris-10-1tst", "iris-10-2tst"]), "folds");
        assert_eq!(of(&["iris fold 0 of 5", "iris fold 1 of 5"]), "folds");
        assert_eq!(of(&["iris_iter0", "iris_iter1", "wine_iter0", "wine_iter1"]), "folds");
        // Horizons, sizes, or seeds of each dataset.
        assert_eq!(of(&["ETTh1_96", "ETTh1_192", "Weather_96", "Weather_192"]), "caveat");
        assert_eq!(of(&["monks-1", "monks-2", "monks-3", "splice-1", "splice-2"]), "caveat");
    }

    #[test]
    fn one_series_is_folds_the_more_likely_the_longer_it_is() {
        assert_eq!(of(&["iris-0", "iris-1"]), "doubtful");
        assert_eq!(of(&["iris-1", "iris-2", "iris-3", "iris-4", "iris-5"]), "doubtful");
        assert_eq!(of(&["1_iris", "2_iris", "3_iris", "4_iris"]), "doubtful");
        assert_eq!(of(&["iris0", "iris1", "iris2"]), "doubtful");
        assert_eq!(of(&["iris_r1", "iris_r2"]), "doubtful");
        assert_eq!(of(&["monks-1", "monks-2", "monks-3"]), "caveat");
        assert_eq!(of(&["qa1", "qa2", "qa3", "qa4", "qa5"]), "caveat");
        assert_eq!(of(&["exp1", "exp2", "exp3", "exp4"]), "caveat");
        assert_eq!(of(&["wine", "iris", "iris.1", "iris.2"]), "doubtful");
        assert_eq!(of(&["wine", "iris_0", "iris_1", "iris_2"]), "doubtful");
    }

    #[test]
    fn names_of_datasets_with_numbers_are_datasets_without_a_word() {
        for names in [
            &["musk1", "musk2"][..],
            &["led7", "led24"],
            &["monks-1", "monks-2", "monks-3", "iris", "musk1", "musk2", "splice-1", "ring_0"],
            &["glass0", "glass1", "vehicle0", "vehicle1", "vehicle2", "vehicle3", "wine"],
            &["pc1", "pc2", "pc3", "kc1", "kc2", "mc1"],
            &["F1", "F2", "F3", "F4", "F5"],
            &["subject_1", "subject_2", "subject_3", "subject_4"],
            &["row 1", "row 2", "row 3", "row 4", "row 5"],
            &["1_ALOI", "2_annthyroid", "3_backdoor", "4_breastw"],
            &["fri_c0_100_5", "fri_c1_1000_25", "fri_c2_500_50"],
            &["ECG200", "ECG5000", "Lightning2", "Lightning7"],
            &["wine-quality-red", "wine-quality-white"],
            &["ecoli-0_vs_1", "ecoli-0-1_vs_5", "yeast-2_vs_4"],
            &["CIFAR-10", "CIFAR-100"],
        ] {
            assert_eq!(of(names), "datasets", "{names:?}");
        }
    }
}
