//! What a program is made of: the words of its command, its variables, and the content of its files. Whoever edits a script
//! gets new results; whoever moves it to another machine keeps the old ones.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::files;
use crate::num::hash::Canonical;

/// Bytes of a source file that are read at most.
const MOST: u64 = 1 << 30;

/// A file that the fingerprint needs and that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// As the spec names it.
    pub name: String,
    /// Why.
    pub error: io::Error,
}

/// The files among the words of a command: those that are named relative to the folder of the spec and are there.
pub fn files_among(words: &[String], folder: &Path) -> Vec<String> {
    let is_file = |word: &&String| {
        let path = Path::new(word.as_str());
        !word.is_empty() && path.is_relative() && folder.join(path).is_file()
    };
    words.iter().filter(is_file).cloned().collect()
}

/// How scripts are called that an interpreter is given.
const SCRIPTS: &[&str] = &["py", "sh", "R", "r", "jl", "pl", "rb", "js", "lua", "m", "java", "jar"];

/// A word of a command that looks like a script in the folder of the spec and is not there.
pub fn missing_script<'w>(words: &'w [String], folder: &Path) -> Option<&'w str> {
    let missing = |word: &&String| {
        let path = Path::new(word.as_str());
        let script =
            path.extension().and_then(|e| e.to_str()).is_some_and(|e| SCRIPTS.contains(&e));
        script && path.is_relative() && !word.starts_with('-') && !folder.join(path).exists()
    };
    words.iter().find(missing).map(String::as_str)
}

/// Bytes at the beginning of a script that may name its interpreter.
const FIRST_LINE: u64 = 4096;

/// The interpreter that the first line of a script asks for, such as `#!/usr/bin/python3`, if it is not there.
pub fn missing_interpreter(script: &Path) -> Option<String> {
    let mut first = Vec::new();
    files::open(script).ok()?.take(FIRST_LINE).read_to_end(&mut first).ok()?;
    let line = first.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    // A carriage return at its end is part of the name for the system, too.
    let line = String::from_utf8_lossy(line);
    let name = line.trim_start_matches([' ', '\t']).split([' ', '\t']).next()?;
    (!name.is_empty() && !Path::new(name).exists()).then(|| name.to_owned())
}

/// The hash of a program; `settings` are all words that change what it answers.
pub fn fingerprint(
    settings: &[(&str, &str)],
    sources: &[String],
    folder: &Path,
) -> Result<String, Unreadable> {
    let mut hasher = Canonical::new("tribunal 2026 program v1");
    for (name, value) in settings {
        hasher.text(name).text(value);
    }
    let mut sources: Vec<&String> = sources.iter().collect();
    sources.sort();
    sources.dedup();
    for name in sources {
        let path: PathBuf = folder.join(name);
        let bytes =
            files::read(&path, MOST).map_err(|error| Unreadable { name: name.clone(), error })?;
        hasher.text(name).part(&bytes);
    }
    Ok(hasher.digits(32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interpreter_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| {
            let file = folder.path().join("m");
            std::fs::write(&file, text).unwrap();
            missing_interpreter(&file)
        };
        assert_eq!(of("#! /no/such/python3 -u\nprint(1)\n"), Some("/no/such/python3".to_owned()));
        assert_eq!(of("#!/bin/sh\r\nexit\r\n"), Some("/bin/sh\r".to_owned()));
        for text in ["#!/bin/sh\n", "exit 0\n", "#!\n", ""] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn content_and_words_count_and_places_do_not() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [&one, &two] {
            std::fs::write(folder.path().join("m.py"), "print(1)").unwrap();
        }
        let of = |folder: &tempfile::TempDir, words: &[(&str, &str)]| {
            fingerprint(words, &["m.py".into()], folder.path()).unwrap()
        };
        let words = [("command", "python3"), ("command", "m.py")];
        let first = of(&one, &words);
        assert_eq!(first, of(&two, &words));
        assert_ne!(first, of(&one, &words[..1]));
        assert_ne!(first, of(&one, &[("command", "python3m.py")]));
        std::fs::write(two.path().join("m.py"), "print(2)").unwrap();
        assert_ne!(first, of(&two, &words));
        let absent = fingerprint(&[], &["no.py".into()], one.path()).unwrap_err();
        assert_eq!(absent.name, "no.py");
    }

    #[test]
    fn only_relative_words_that_are_files_are_sources() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("m.py"), "").unwrap();
        let words: Vec<String> =
            ["/bin/sh", "m.py", "--flag", "", "."].iter().map(ToString::to_string).collect();
        assert_eq!(files_among(&words, folder.path()), ["m.py"]);
        assert_eq!(missing_script(&words, folder.path()), None);
        let words = ["python3".to_owned(), "other.py".to_owned()];
        assert_eq!(missing_script(&words, folder.path()), Some("other.py"));
    }
}
