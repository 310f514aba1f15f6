//! What may name an experiment: its name becomes a folder.

/// The rule in words.
pub const NAME_RULE: &str = "use up to 100 letters, digits, `-`, `_` and `.`, not starting or ending with `.`, and no name \
                             that a system keeps for a device, such as `con` or `com1`";

/// Names that Windows keeps for devices, whatever their case and ending.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];

/// Whether an experiment may be called that.
pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=100).contains(&name.len())
        && !name.starts_with('.')
        && !name.ends_with('.')
        && name.chars().all(plain)
        && !is_device(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = |kind: &str| {
        stem.strip_prefix(kind)
            .is_some_and(|n| n.len() == 1 && n.chars().all(|c| c.is_ascii_digit()))
    };
    DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_folder_everywhere() {
        for good in ["a", "svm-small", "v1.2_b", "con-1", "com", "com10", "console", "a..b"] {
            assert!(is_name(good), "{good}");
        }
        let long = "a".repeat(101);
        for bad in [
            "",
            ".",
            "..",
            "../x",
            "/etc",
            "a/b",
            "a\\b",
            "C:",
            ".hidden",
            "end.",
            "con",
            "CON",
            "nul.txt",
            "Com1",
            "lpt9.x",
            "a b",
            "a\n",
            "\u{e9}",
            "a\0",
            "~",
            "-\u{202e}",
            &long,
        ] {
            assert!(!is_name(bad), "{bad:?}");
        }
    }
}
