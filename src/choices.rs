//! Choices and their words: how specs, the command line and outputs name what can be chosen. A list holds every choice once,
//! in the order of the documentation. What a choice means is known where its list is declared.

/// Choices with their words.
pub type Words<T> = &'static [(&'static str, T)];

/// The word of a choice.
pub fn word_of<T: PartialEq>(words: Words<T>, choice: &T) -> &'static str {
    words.iter().find(|(_, value)| value == choice).map_or("", |(word, _)| word)
}

/// The choice of a word.
pub fn choice_of<T: Copy>(words: Words<T>, word: &str) -> Option<T> {
    words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// The same with what each choice is.
pub type Listed<T> = &'static [(&'static str, T, &'static str)];

/// Every choice of a list.
pub fn choices<T: Copy>(list: Listed<T>) -> Vec<T> {
    list.iter().map(|(_, choice, _)| *choice).collect()
}

/// Every word of a list.
pub fn words<T>(list: Listed<T>) -> Vec<&'static str> {
    list.iter().map(|(word, ..)| *word).collect()
}

/// The choice of a word in a list.
pub fn choice<T: Copy>(list: Listed<T>, word: &str) -> Option<T> {
    list.iter().find(|(name, ..)| *name == word).map(|(_, choice, _)| *choice)
}

/// The word of a choice in a list.
pub fn word<T: PartialEq>(list: Listed<T>, choice: &T) -> &'static str {
    list.iter().find(|(_, known, _)| known == choice).map_or("", |(word, ..)| word)
}
