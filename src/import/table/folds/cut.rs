//! One name of a row, cut into the dataset and the numbers of its repeat and fold: `iris_repeat1_fold2`. A number without a
//! mark stays part of the name, because `musk1` and `musk2` are two datasets.

/// Words that number the folds of one cross-validation.
const FOLDS: &[&str] = &["fold", "split", "cv"];
/// Words that number repeated measurements, each with splits of its own.
const REPEATS: &[&str] = &["repeat", "repetition", "rep", "seed", "run"];
/// What stands between a name and its number.
pub const BETWEEN: &[char] = &['_', '-', ' ', '.', ':', '=', '/', '(', '[', ','];

/// What marks a number as that of a fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A word such as `fold`, brackets, or `#`.
    Fold,
    /// A word such as `repeat`.
    Repeat,
    /// `iris.0`: pandas and R number equal names like this, and R writes `monks-1` as `monks.1`.
    Dot,
    /// `iris_0`, `iris-0`, `iris 0`.
    Bare,
}

/// A name cut into the dataset and its numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut<'a> {
    /// The dataset; empty where the name has none.
    pub stem: &'a str,
    /// The number of the repeat.
    pub repeat: Option<&'a str>,
    /// The number of the fold.
    pub fold: Option<&'a str>,
}

/// The name before `_fold1`, ` cv 3`, `(run 2)`, `#1` and the like, and the numbers; `None` where nothing of the kind is
/// there.
pub fn cut(name: &str) -> Option<Cut<'_>> {
    let mut cut = Cut { stem: name, repeat: None, fold: None };
    while let Some((stem, mark, number)) = last(cut.stem) {
        match mark {
            Mark::Fold if cut.fold.is_none() => cut.fold = Some(number),
            Mark::Repeat if cut.repeat.is_none() => cut.repeat = Some(number),
            _ => break,
        }
        cut.stem = stem;
    }
    // `iris_r1_f2`: a single `r` says nothing but next to a fold.
    let closed = cut.stem.trim_end_matches(|c: char| c.is_ascii_digit());
    if cut.fold.is_some() && cut.repeat.is_none() && closed.len() < cut.stem.len() {
        let letter = closed.strip_suffix(['r', 'R']);
        if let Some(stem) = letter.filter(|stem| stem.ends_with(BETWEEN)) {
            cut.repeat = Some(&cut.stem[closed.len()..]);
            cut.stem = stem.trim_end_matches(BETWEEN);
        }
    }
    (cut.repeat.is_some() || cut.fold.is_some()).then_some(cut)
}

/// What is before the last number of a name, what marks the number, and the number.
pub fn last(name: &str) -> Option<(&str, Mark, &str)> {
    let closed = name.trim_end_matches([')', ']', ' ']);
    let unnumbered = closed.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &closed[unnumbered.len()..];
    if number.is_empty() {
        return None;
    }
    let word_end = unnumbered.trim_end_matches(BETWEEN);
    if let Some(stem) = word_end.strip_suffix('#') {
        return Some((stem.trim_end_matches(BETWEEN), Mark::Fold, number));
    }
    if unnumbered.ends_with('[') && name.trim_end().ends_with(']') {
        return Some((word_end, Mark::Fold, number));
    }
    if let Some((stem, mark)) = last_word(word_end) {
        return Some((stem, mark, number));
    }
    // `C4.5` and `v1.0` have a number before the dot.
    let text = !word_end.is_empty() && !word_end.ends_with(|c: char| c.is_ascii_digit());
    match unnumbered.chars().next_back() {
        Some('.') if text => Some((word_end, Mark::Dot, number)),
        Some('_' | '-' | ' ') if text => Some((word_end, Mark::Bare, number)),
        _ => None,
    }
}

/// What is before a word that numbers folds or repeats.
fn last_word(name: &str) -> Option<(&str, Mark)> {
    // `iris_f0`; `f1` to `f24` alone are functions that optimisers are tried on.
    let letter = name.strip_suffix(['f', 'F']).filter(|stem| stem.ends_with(BETWEEN));
    if let Some(stem) = letter.map(|s| s.trim_end_matches(BETWEEN)).filter(|s| !s.is_empty()) {
        return Some((stem, Mark::Fold));
    }
    let lower = name.to_ascii_lowercase();
    let words = FOLDS.iter().map(|word| (word, Mark::Fold));
    let mut words = words.chain(REPEATS.iter().map(|word| (word, Mark::Repeat)));
    let (word, mark) = words.find(|(word, _)| lower.ends_with(**word))?;
    let (stem, word) = name.split_at_checked(name.len() - word.len())?;
    // `threefold2` is a word of its own; `three_fold2`, `3fold2` and `threeFold2` are not.
    let joined = stem.ends_with(char::is_alphabetic)
        && !(stem.ends_with(char::is_lowercase) && word.starts_with(char::is_uppercase));
    (!joined).then(|| (stem.trim_end_matches(BETWEEN), mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_known_by_their_last_word() {
        for (name, stem, repeat, fold) in [
            ("iris_fold1", "iris", None, Some("1")),
            ("iris-fold-2", "iris", None, Some("2")),
            ("iris cv3", "iris", None, Some("3")),
            ("iris#1", "iris", None, Some("1")),
            ("iris[0]", "iris", None, Some("0")),
            ("iris_f0", "iris", None, Some("0")),
            ("iris_r1_f2", "iris", Some("1"), Some("2")),
            ("iris (run 12)", "iris", Some("12"), None),
            ("iris.Seed=7", "iris", Some("7"), None),
            ("irisFold3", "iris", None, Some("3")),
            ("iris_repeat1_fold2", "iris", Some("1"), Some("2")),
            ("größe_split1", "größe", None, Some("1")),
            ("Fold01.Rep2", "", Some("2"), Some("01")),
            ("fold 1", "", None, Some("1")),
            ("split0", "", None, Some("0")),
            ("#3", "", None, Some("3")),
        ] {
            assert_eq!(cut(name), Some(Cut { stem, repeat, fold }), "{name}");
        }
        for name in [
            "iris",
            "musk1",
            "Solar Flare 1",
            "manifold2",
            "iris_fold",
            "7",
            "",
            "brun2",
            "f1",
            "r2",
            "monks-1",
            "iris.0",
            "puma8nh",
            "led7",
            "atp1d",
            "iris(1)",
            "iris_r1",
        ] {
            assert_eq!(cut(name), None, "{name}");
        }
    }
}
