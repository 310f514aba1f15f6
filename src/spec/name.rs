//! What may name an experiment: its name becomes a folder.

/// The rule in words.
pub const NAME_RULE: &str =
    "use up to 100 letters, digits, `-`, `_` and `.`, not starting with `.`";

/// Whether an experiment may be called that.
pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(plain)
}
