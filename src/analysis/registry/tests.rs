//! Every entry of the registry is whole: names, keys, words and sources.

use std::collections::BTreeSet;

use super::*;

#[test]
fn names_and_keys_are_unique_and_words_are_there() {
    let (mut names, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for test in ALL {
        assert!(names.insert(test.name), "{}", test.name);
        assert!(keys.insert(test.key), "{}", test.key);
        assert_eq!(super::test(test.name), Some(*test));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(test.name.chars().all(plain), "{}", test.name);
        assert!(test.key.chars().all(|c| plain(c) && c != '-' || c == '_'), "{}", test.key);
        for words in [test.title, test.question, test.needs, test.assumes] {
            assert!(!words.is_empty() && !words.ends_with('.'), "{}: {words}", test.name);
        }
        for source in test.sources {
            let braces = |c: char| source.chars().filter(|own| *own == c).count();
            assert!(source.starts_with('@') && source.contains("year = {"), "{source}");
            assert_eq!(braces('{'), braces('}'), "{source}");
        }
    }
    assert!(DEFAULT.iter().chain(ON_DATASET).all(|test| ALL.contains(test)));
}
