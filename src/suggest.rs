//! "Did you mean …": finds the known name that a mistyped one most resembles. It knows nothing of what the names
//! name, so that specs, catalogues and data files can all ask it.

/// The candidate with the fewest edits from `word`, upper and lower case being equal; the first of several.
/// `None` where every candidate is more than a third of the word away (one edit is always allowed): a far-fetched
/// suggestion costs the reader more than none.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let word: Vec<char> = lower(word);
    let allowed = (word.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let letters = lower(candidate);
        // The lengths alone already take this many insertions, and spare us most of a long list.
        if letters.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let edits = edits(&word, &letters);
        if edits <= allowed && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_string())
}

fn lower(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, no place being
/// edited twice (optimal string alignment). Three rows of the usual table are enough.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let replaced = last[j] + usize::from(a != b);
            let mut fewest = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && from[i - 1] == b {
                fewest = fewest.min(before_last[j - 1] + 1);
            }
            row.push(fewest);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

/// "did you mean X?" if something is near, else the given words.
pub fn help(word: &str, known: &[&str], otherwise: &str) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: &str, b: &str) -> usize {
        edits(&lower(a), &lower(b))
    }

    #[test]
    fn edits_are_counted_and_a_swap_of_neighbours_is_one() {
        assert_eq!(distance("class", "class"), 0);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("calss", "class"), 1);
        // Optimal string alignment, not unrestricted Damerau-Levenshtein, which would say 2.
        assert_eq!(distance("ca", "abc"), 3);
    }

    #[test]
    fn the_nearest_candidate_is_found_whatever_its_case() {
        let names = ["age", "Class", "classes", "weight"];
        assert_eq!(nearest("class", names.into_iter()).as_deref(), Some("Class"));
        assert_eq!(nearest("wieght", names.into_iter()).as_deref(), Some("weight"));
        assert_eq!(nearest("ago", names.into_iter()).as_deref(), Some("age"));
    }

    #[test]
    fn of_equally_near_candidates_the_first_is_taken() {
        assert_eq!(nearest("f9", ["f1", "f2"].into_iter()).as_deref(), Some("f1"));
    }

    #[test]
    fn nothing_is_suggested_when_everything_is_far() {
        assert_eq!(nearest("age", ["weight", "class"].into_iter()), None);
        assert_eq!(nearest("target", ["tally"].into_iter()), None);
        assert_eq!(nearest("target", std::iter::empty()), None);
    }

    #[test]
    fn a_third_of_the_word_may_be_wrong() {
        assert_eq!(nearest("abcdef", ["abcdxy"].into_iter()).as_deref(), Some("abcdxy"));
        assert_eq!(nearest("abcdef", ["abcxyz"].into_iter()), None);
        assert_eq!(nearest("größe", ["grösse"].into_iter()), None);
        assert_eq!(nearest("größe", ["größen"].into_iter()).as_deref(), Some("größen"));
    }
}
