//! Rust source as the rules of the house see it: code alone, without comments, texts and what is compiled for tests only.
//! It is a scanner, no parser: it knows where texts, comments and items end, and nothing else.

/// The code of a file: comments and the inside of texts are gone, lines stay.
pub fn code(source: &str) -> String {
    let letters: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    while at < letters.len() {
        let end = skipped(&letters, at);
        if end == at {
            out.push(letters[at]);
            at += 1;
            continue;
        }
        // A space keeps the words around a comment apart.
        out.push(' ');
        out.extend(letters[at..end].iter().filter(|c| **c == '\n'));
        at = end;
    }
    out
}

/// Where a comment, a text or a letter that begins here ends; the same place if none does.
fn skipped(letters: &[char], at: usize) -> usize {
    let letter = |i: usize| letters.get(i).copied().unwrap_or('\0');
    let inside_word = at > 0 && is_word(letter(at - 1));
    match (letter(at), letter(at + 1)) {
        ('/', '/') => (at..letters.len()).find(|&i| letters[i] == '\n').unwrap_or(letters.len()),
        ('/', '*') => block_comment(letters, at),
        ('"', _) => text(letters, at),
        ('r', '"' | '#') if !inside_word => raw_text(letters, at).unwrap_or(at),
        ('b', 'r') if !inside_word => raw_text(letters, at + 1).unwrap_or(at),
        // 'a' is a letter, 'a a lifetime.
        ('\'', '\\') => (at + 3..letters.len()).find(|&i| letters[i] == '\'').map_or(at, |i| i + 1),
        ('\'', _) if letter(at + 2) == '\'' => at + 3,
        _ => at,
    }
}

fn block_comment(letters: &[char], at: usize) -> usize {
    let (mut depth, mut i) = (0, at);
    while i < letters.len() {
        match (letters[i], letters.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

fn text(letters: &[char], at: usize) -> usize {
    let mut i = at + 1;
    while i < letters.len() && letters[i] != '"' {
        i += if letters[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(letters.len())
}

/// Where a raw text ends whose `r` is here; `None` if no text follows, as in `r#type`.
fn raw_text(letters: &[char], at: usize) -> Option<usize> {
    let hashes = letters[at + 1..].iter().take_while(|c| **c == '#').count();
    let begin = at + 1 + hashes;
    if letters.get(begin) != Some(&'"') {
        return None;
    }
    let closes = |i: &usize| {
        letters[*i] == '"'
            && letters[i + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
    };
    Some((begin + 1..letters.len()).find(closes).map_or(letters.len(), |i| i + 1 + hashes))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Code without its items for tests, and the files of such items: `mod NAME;`.
pub fn without_tests(code: &str) -> (String, Vec<String>) {
    let (mut out, mut files, mut rest) = (String::new(), Vec::new(), code);
    while let Some(at) =
        ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|a| rest.find(a)).min()
    {
        out.push_str(&rest[..at]);
        let item = &rest[at..];
        let end = item_end(item);
        let words = item[..end].rsplit(']').next().unwrap_or_default().trim();
        let words = words.trim_start_matches("pub ");
        files.extend(
            words.strip_prefix("mod ").and_then(|m| m.strip_suffix(';')).map(str::to_owned),
        );
        rest = &item[end..];
    }
    out.push_str(rest);
    (out, files)
}

/// Where an item ends that begins with its attributes: at its `;` or behind its block.
fn item_end(item: &str) -> usize {
    let (mut depth, mut attribute) = (0_usize, 0_usize);
    for (at, c) in item.char_indices() {
        match c {
            '[' if depth == 0 && item[..at].ends_with('#') => (depth, attribute) = (1, 1),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && attribute == 1 {
            attribute = 0;
        } else if depth == 0 && matches!(c, ';' | '}') && !item[at + 1..].starts_with(';') {
            return at + 1;
        }
    }
    item.len()
}

/// Whether code names a crate or module in a path: `NAME::`.
pub fn names(code: &str, name: &str) -> bool {
    let path = format!("{name}::");
    code.match_indices(&path).any(|(at, _)| !code[..at].ends_with(is_word))
        || code.contains(&format!("use {name};"))
}

/// The modules that code uses: each word after `crate::`, also inside braces.
pub fn used_modules(code: &str) -> Vec<String> {
    let word = |text: &str| -> String { text.trim().chars().take_while(|c| is_word(*c)).collect() };
    let mut found = Vec::new();
    for used in code.split("crate::").skip(1) {
        let Some(list) = used.strip_prefix('{') else {
            found.push(word(used));
            continue;
        };
        let (mut depth, mut begin) = (0, 0);
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    found.push(word(&list[begin..at]));
                    begin = at + 1;
                }
                '}' => depth -= 1,
                _ => {}
            }
            if c == '}' && depth == 0 && begin == at + 1 {
                break;
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

#[test]
fn comments_and_texts_are_no_code() {
    let source =
        "a /* x /* y */ z */ b // c\n\"d \\\" // e\" 'f' '\\'' &'g h r#\"i \" j\"# br\"k\" l\"m\"";
    let words: Vec<String> = code(source).split_whitespace().map(str::to_owned).collect();
    assert_eq!(words, ["a", "b", "&'g", "h", "l"]);
    assert_eq!(code("\"one\ntwo\" x").matches('\n').count(), 1, "lines stay");
}

#[test]
fn items_for_tests_go_and_what_follows_stays() {
    let source = "one();\n#[cfg(test)]\n#[path = x]\nuse a::{b, c};\n#[cfg(test)]\nmod tests;\ntwo();\n\
                  #[cfg(all(test, unix))]\npub mod inside {\n fn f() { [1; 2]; }\n}\nthree();\n\
                  #[cfg(test)]\npub struct S(u64);\nfour();";
    let (left, files) = without_tests(source);
    assert_eq!(
        left.split_whitespace().collect::<Vec<_>>(),
        ["one();", "two();", "three();", "four();"]
    );
    assert_eq!(files, ["tests"]);
}

#[test]
fn paths_are_found_wherever_they_are() {
    assert!(names("let x = toml::de::from(y);", "toml") && names("use toml::{a};", "toml"));
    assert!(!names("let x = my_toml::de; toml.de", "toml"));
    let used = used_modules("use crate::{a, b::{c, d}, e}; crate::f::g(crate::{h::i}); use x::{y}");
    assert_eq!(used, ["a", "b", "e", "f", "h"]);
}
