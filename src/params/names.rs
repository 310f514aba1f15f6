//! A list of names as the value of a parameter, such as the order of targets in a chain. A declaration names them in
//! the program, a spec or a journal brings its own. Copies share the names: every point of a grid holds the list.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// Names in an order that matters.
#[derive(Debug, Clone)]
pub struct NameList(Origin);

/// Declarations are statics, which cannot hold memory that is counted; lists that were read have no other owner.
#[derive(Debug, Clone)]
enum Origin {
    Declared(&'static [&'static str]),
    Read(Arc<[String]>),
}

impl NameList {
    /// Names that are written in the program, for the default of a parameter.
    pub const fn declared(names: &'static [&'static str]) -> NameList {
        NameList(Origin::Declared(names))
    }

    /// Names that were read.
    pub fn new(names: Vec<String>) -> NameList {
        NameList(Origin::Read(names.into()))
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (declared, read): (&[&str], &[String]) = match &self.0 {
            Origin::Declared(names) => (names, &[]),
            Origin::Read(names) => (&[], names),
        };
        declared.iter().copied().chain(read.iter().map(String::as_str))
    }

    /// Whether every name is a text on one line that is not blank, and none occurs twice.
    pub fn is_proper(&self) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let proper = |name: &str| !name.trim().is_empty() && !name.chars().any(char::is_control);
        self.iter().all(|name| proper(name) && seen.insert(name))
    }
}

impl PartialEq for NameList {
    fn eq(&self, other: &NameList) -> bool {
        self.iter().eq(other.iter())
    }
}

/// `[a,b]`. A name with other characters than letters, digits, `-`, `_` and `.` is between quotes, so that no two lists
/// look alike.
impl fmt::Display for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        f.write_str("[")?;
        for (position, name) in self.iter().enumerate() {
            let comma = if position == 0 { "" } else { "," };
            if !name.is_empty() && name.chars().all(is_plain) {
                write!(f, "{comma}{name}")?;
            } else {
                let quoted = serde_json::to_string(name).map_err(|_| fmt::Error)?;
                write!(f, "{comma}{quoted}")?;
            }
        }
        f.write_str("]")
    }
}

impl Serialize for NameList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(names: &[&str]) -> NameList {
        NameList::new(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn declared_and_read_names_are_equal() {
        assert_eq!(NameList::declared(&["b", "a"]), list(&["b", "a"]));
        assert_ne!(NameList::declared(&["b", "a"]), list(&["a", "b"]));
        assert_ne!(NameList::declared(&["a"]), list(&["a", "b"]));
    }

    #[test]
    fn names_are_on_one_line_and_occur_once() {
        assert!(list(&[]).is_proper() && list(&["Cd", "fat content"]).is_proper());
        for wrong in [&["a", "a"][..], &[""], &[" "], &["a\nb"], &["a", "\u{7}"]] {
            assert!(!list(wrong).is_proper(), "{wrong:?}");
        }
    }

    #[test]
    fn names_are_quoted_where_they_could_be_mistaken() {
        assert_eq!(list(&["a", "b-2", "größe"]).to_string(), "[a,b-2,größe]");
        assert_eq!(list(&["a,b", "c d", "e=\"f\""]).to_string(), r#"["a,b","c d","e=\"f\""]"#);
        assert_eq!(list(&[]).to_string(), "[]");
    }

    proptest! {
        #[test]
        fn different_lists_look_different(
            a in prop::collection::vec("[ab,\" \\]\\[\\\\]{0,3}", 0..4),
            b in prop::collection::vec("[ab,\" \\]\\[\\\\]{0,3}", 0..4),
        ) {
            let (first, second) = (NameList::new(a.clone()), NameList::new(b.clone()));
            prop_assert_eq!(first.to_string() == second.to_string(), a == b);
        }
    }
}
