//! Names that give a mistake away: a row of averages among the datasets, and folds of one dataset that pose as several.
//! It looks at names only, never at values.

use std::collections::BTreeMap;
use std::path::Path;

use super::Grid;
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// Words for what is computed from the other rows, alone or after one another ("Average rank", "W/T/L").
const SUMMARIES: &[&str] = &[
    "average", "averages", "avg", "ave", "mean", "means", "median", "rank", "ranks", "ranking",
    "overall", "total", "sum", "w", "t", "l", "d", "win", "wins", "tie", "ties", "draw", "draws",
    "loss", "losses",
];

/// Words that say what was summarised ("Mean accuracy"); alone they may name a dataset.
const SUMMARISED: &[&str] = &["accuracy", "acc", "error", "auc", "f1", "score", "friedman"];

/// Words that number the repeated measurements of one dataset.
const REPEATS: &[&str] = &["fold", "repeat", "repetition", "rep", "split", "seed", "run", "cv"];

/// The words of a name, in lower case.
pub fn words(name: &str) -> Vec<String> {
    let pieces = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    pieces.map(str::to_lowercase).collect()
}

/// Whether a name is that of a summary of others.
pub fn is_summary(name: &str) -> bool {
    let words = words(name);
    // A single letter is a dataset's name as likely as anything else; three of them are wins, ties and losses.
    let says_something = words.len() > 1 || words.iter().any(|word| word.len() > 1);
    let summary = |word: &String| SUMMARIES.contains(&word.as_str());
    says_something
        && words.iter().any(summary)
        && words.iter().all(|word| summary(word) || SUMMARISED.contains(&word.as_str()))
}

/// Refuses a row that would be ranked as a dataset and is none.
pub fn refuse_summary(file: &Path, line: usize, name: &str) -> Result<(), DataError> {
    if !is_summary(name) {
        return Ok(());
    }
    let problem = format!("the row {} is a summary, and would count as a dataset", shown(name));
    let remedy = "remove the row; rename it if it is a dataset";
    Err(DataError::line(file, line, problem, remedy))
}

/// Refuses names that no table can show: a line break or another control character.
pub fn refuse_control(file: &Path, grid: &Grid) -> Result<(), DataError> {
    let unfit = |name: &&String| {
        name.chars().any(|c| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}'))
    };
    let Some(name) = grid.methods.iter().chain(&grid.datasets).find(unfit) else { return Ok(()) };
    let problem = format!("the name `{}` holds a control character", name.escape_debug());
    Err(DataError::file(file, problem, "give it a name of one line of plain text"))
}

/// Refuses datasets that are folds of one dataset: they are not independent, and every test takes rows to be.
pub fn refuse_folds(file: &Path, grid: &Grid) -> Result<(), DataError> {
    let mut seen: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for (name, &line) in grid.datasets.iter().zip(&grid.lines) {
        let Some(stem) = without_fold(name) else { continue };
        let Some((first_line, first)) = seen.insert(stem.to_lowercase(), (line, name)) else {
            continue;
        };
        let problem = format!(
            "{} and {} (line {first_line}) look like folds of one dataset, which are not independent datasets",
            shown(name),
            shown(first),
        );
        let remedy = "use the long layout (dataset,method,fold,value) with the number in the `fold` column, or average the folds; rename the rows if they are datasets";
        return Err(DataError::line(file, line, problem, remedy));
    }
    Ok(())
}

/// The name before `_fold1`, ` cv 3`, `(run 2)`, `#1` and the like; `None` where nothing of the kind is there. A number
/// alone says nothing: `musk1` and `musk2` are two datasets.
fn without_fold(name: &str) -> Option<&str> {
    let mut stem = one_less(name)?;
    while let Some(shorter) = one_less(stem) {
        stem = shorter;
    }
    Some(stem)
}

fn one_less(name: &str) -> Option<&str> {
    const BETWEEN: &[char] = &['_', '-', ' ', '.', ':', '=', '/', '(', '[', ','];
    let closed = name.trim_end_matches([')', ']', ' ']);
    let unnumbered = closed.trim_end_matches(|c: char| c.is_ascii_digit());
    if unnumbered.len() == closed.len() {
        return None;
    }
    let word_end = unnumbered.trim_end_matches(BETWEEN);
    if let Some(stem) = word_end.strip_suffix('#') {
        return Some(stem.trim_end_matches(BETWEEN));
    }
    let lower = word_end.to_ascii_lowercase();
    let word = REPEATS.iter().find(|word| lower.ends_with(**word))?;
    let (stem, word) = word_end.split_at_checked(word_end.len() - word.len())?;
    // `threefold2` is a word of its own; `three_fold2`, `3fold2` and `threeFold2` are not.
    let joined = stem.ends_with(char::is_alphabetic)
        && !(stem.ends_with(char::is_lowercase) && word.starts_with(char::is_uppercase));
    (!joined).then(|| stem.trim_end_matches(BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_known_by_name() {
        for name in [
            "Average",
            "MEAN",
            "Avg.",
            "Rank",
            "ranks",
            "Average rank",
            "avg_rank",
            "W/T/L",
            "Mean acc",
        ] {
            assert!(is_summary(name), "{name}");
        }
        for name in
            ["iris", "mean-shift", "t", "L", "german", "", "1", "accuracy", "ranking-svm data"]
        {
            assert!(!is_summary(name), "{name}");
        }
    }

    #[test]
    fn folds_are_known_by_their_last_word() {
        for (name, stem) in [
            ("iris_fold1", "iris"),
            ("iris-fold2", "iris"),
            ("iris cv3", "iris"),
            ("iris#1", "iris"),
            ("iris (run 12)", "iris"),
            ("iris.Seed=7", "iris"),
            ("irisFold3", "iris"),
            ("iris_repeat1_fold2", "iris"),
            ("größe_split1", "größe"),
            ("fold 1", ""),
            ("#3", ""),
        ] {
            assert_eq!(without_fold(name), Some(stem), "{name}");
        }
        for name in ["iris", "musk1", "Solar Flare 1", "manifold2", "iris_fold", "7", "", "brun2"] {
            assert_eq!(without_fold(name), None, "{name}");
        }
    }
}
