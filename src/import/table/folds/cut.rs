//! One name of a row, cut into the dataset and the numbers of its repeat and fold: `iris_repeat1_fold2`, `('iris', 2)`,
//! `iris-10-3tst`. A number without a mark stays part of the name, because `musk1` and `musk2` are two datasets; what such
//! numbers say together is the concern of `series`.

/// Words that number the folds of one cross-validation.
const FOLDS: &[&str] = &["fold", "split", "cv"];
/// Words that number repeated measurements, each with splits of its own.
const REPEATS: &[&str] = &["repeat", "repetition", "rep", "seed", "run", "iter", "trial"];
/// What stands between a name and its number.
pub const BETWEEN: &[char] = &['_', '-', ' ', '.', ':', '=', '/', '(', '[', ',', '@', '|'];
/// Endings of data files, which are no part of a name.
const ENDINGS: &[&str] = &[".csv", ".dat", ".arff", ".txt", ".data"];

/// What marks a number as that of a fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A word such as `fold`, brackets, or `#`.
    Fold,
    /// A word such as `repeat`.
    Repeat,
    /// `iris_s42`, `iris_r1`: a letter that may stand for such a word, as of a repeat, a seed or a bootstrap.
    Letter,
    /// `iris.0`: pandas and R number equal names like this, and R writes `monks-1` as `monks.1`.
    Dot,
    /// `iris_0`, `iris-0`, `iris 0`, `iris/0`, `iris:0`, `iris (0)`, `iris@0`, `iris|0`.
    Bare,
    /// `1_iris`: the number is before the name.
    Before,
    /// `iris1`: nothing is between the name and the number.
    Tight,
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
    let name = without_ending(name);
    if let Some(cut) = tuple(name).or_else(|| keel(name)) {
        return Some(cut);
    }
    let mut cut = Cut { stem: without_total(name), repeat: None, fold: None };
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
    if let Some((mark, number, stem)) = first_word(cut.stem) {
        match mark {
            Mark::Fold if cut.fold.is_none() => (cut.fold, cut.stem) = (Some(number), stem),
            Mark::Repeat if cut.repeat.is_none() => (cut.repeat, cut.stem) = (Some(number), stem),
            _ => {}
        }
    }
    (cut.repeat.is_some() || cut.fold.is_some()).then_some(cut)
}

/// A name without the ending of a data file.
pub fn without_ending(name: &str) -> &str {
    let name = name.trim();
    let ending = |ending: &&str| {
        let (stem, last) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
        (!stem.is_empty() && last.eq_ignore_ascii_case(ending)).then_some(stem)
    };
    ENDINGS.iter().find_map(ending).unwrap_or(name)
}

/// `('iris', 1)`: how pandas writes a row with two names, the second of them a number; with three, a repeat and a fold.
fn tuple(name: &str) -> Option<Cut<'_>> {
    let inside = name.strip_prefix('(')?.strip_suffix(')')?;
    let bare = |text: &'_ str| -> bool { text.chars().all(|c| c.is_ascii_digit()) };
    let quotes: &[char] = &[' ', '\'', '"'];
    let (before, last) = inside.rsplit_once(',')?;
    let (before, last) = (before.trim_matches(quotes), last.trim_matches(quotes));
    if before.is_empty() || last.is_empty() || !bare(last) {
        return None;
    }
    let one = Cut { stem: before, repeat: None, fold: Some(last) };
    let Some((stem, repeat)) = before.rsplit_once(',') else { return Some(one) };
    let (stem, repeat) = (stem.trim_matches(quotes), repeat.trim_matches(quotes));
    let two = !stem.is_empty() && !repeat.is_empty() && bare(repeat);
    Some(if two { Cut { stem, repeat: Some(repeat), fold: Some(last) } } else { one })
}

/// `iris-10-1tst`, `iris-10-dobscv-1tra`: how KEEL names the parts of a cross-validation.
fn keel(name: &str) -> Option<Cut<'_>> {
    let numbered = name.strip_suffix("tst").or_else(|| name.strip_suffix("tra"))?;
    let before = numbered.trim_end_matches(|c: char| c.is_ascii_digit());
    let fold = &numbered[before.len()..];
    let before = before.strip_suffix('-')?;
    let before = before.strip_suffix("dobscv").map_or(before, |b| b.trim_end_matches('-'));
    let stem = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let whole = !fold.is_empty() && stem.len() < before.len();
    let stem = stem.strip_suffix('-').filter(|stem| whole && !stem.is_empty())?;
    Some(Cut { stem, repeat: None, fold: Some(fold) })
}

/// `iris fold 1 of 5` and `iris_1/5` without the number of all folds.
pub fn without_total(name: &str) -> &str {
    let closed = name.trim_end_matches([')', ']', ' ']);
    let before = closed.trim_end_matches(|c: char| c.is_ascii_digit());
    if before.len() == closed.len() {
        return name;
    }
    let before = before.trim_end_matches(['_', '-', ' ']);
    let Some(first) = before.strip_suffix("of").or_else(|| before.strip_suffix('/')) else {
        return name;
    };
    let first = first.trim_end_matches(['_', '-', ' ']);
    match last(first) {
        Some((_, Mark::Fold | Mark::Repeat | Mark::Letter | Mark::Bare, _)) => first,
        _ => name,
    }
}

/// A word that numbers folds or repeats before a name, the number and the name: `fold1_iris`, `seed 42: iris`.
fn first_word(name: &str) -> Option<(Mark, &str, &str)> {
    let lower = name.to_ascii_lowercase();
    let words = FOLDS.iter().map(|word| (word, Mark::Fold));
    let mut words = words.chain(REPEATS.iter().map(|word| (word, Mark::Repeat)));
    let (word, mark) = words.find(|(word, _)| lower.starts_with(**word))?;
    let after = name.get(word.len()..)?.trim_start_matches(BETWEEN);
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &after[..after.len() - rest.len()];
    let stem = rest.trim_start_matches(BETWEEN);
    let apart = stem.len() < rest.len() && stem.contains(char::is_alphabetic);
    (!number.is_empty() && apart).then_some((mark, number, stem))
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
    let letter = unnumbered.strip_suffix(|c: char| c.is_ascii_alphabetic());
    if let Some(stem) = letter.filter(|stem| stem.ends_with(['_', '-', ' ', '/', ':', '.'])) {
        return Some((stem.trim_end_matches(BETWEEN), Mark::Letter, number));
    }
    // `C4.5` and `v1.0` have a number before the dot, dates have no letters.
    let text = !word_end.is_empty() && !word_end.ends_with(|c: char| c.is_ascii_digit());
    let letters = word_end.contains(char::is_alphabetic);
    match unnumbered.chars().next_back() {
        Some('.') if text => Some((word_end, Mark::Dot, number)),
        Some('_' | '-' | ' ' | '/' | ':' | '(' | '@' | '|') if letters => {
            Some((word_end, Mark::Bare, number))
        }
        Some(c) if c.is_alphabetic() => Some((unnumbered, Mark::Tight, number)),
        _ => None,
    }
}

/// The number before a name and the name: `1_iris`.
pub fn before(name: &str) -> Option<(&str, &str)> {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &name[..name.len() - rest.len()];
    let stem = rest.trim_start_matches(['_', '-', ' ', '.', ':', '/']);
    let apart = stem.len() < rest.len() && stem.starts_with(char::is_alphabetic);
    (!number.is_empty() && apart).then_some((number, stem))
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
            ("('iris', 1)", "iris", None, Some("1")),
            ("(iris, 0, 2)", "iris", Some("0"), Some("2")),
            ("iris-10-1tst", "iris", None, Some("1")),
            ("ecoli-0_vs_1-5-dobscv-2tra.dat", "ecoli-0_vs_1", None, Some("2")),
            ("iris fold 0 of 5", "iris", None, Some("0")),
            ("iris (fold 3/10)", "iris", None, Some("3")),
            ("fold1_iris", "iris", None, Some("1")),
            ("seed42-iris_fold2", "iris", Some("42"), Some("2")),
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
            "iris_s42",
            "(iris)",
            "(iris, wine)",
            "contrast",
            "10-1tst",
            "1_iris",
            "seeds_dataset",
            "split-mnist",
            "3 of 5",
        ] {
            assert_eq!(cut(name), None, "{name}");
        }
    }
}
