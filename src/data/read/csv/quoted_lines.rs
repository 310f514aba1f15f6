//! Files of which every line stands in quotes as a whole (`"age;""job"";y"`), as spreadsheets save a table that they took for one
//! column. The quotes are left out; lines stay where they are.

const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The text without the quotes around its lines; `None` where not every line below the first has them.
pub fn without_quotes(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?;
    let inner: Vec<String> = lines.map(unquoted).collect::<Option<_>>()?;
    let names = unquoted(first).unwrap_or_else(|| first.to_owned());
    let separates = |c: &char| names.contains(*c) && inner.iter().all(|line| line.contains(*c));
    if inner.len() < 2 || !SEPARATORS.iter().any(separates) {
        return None;
    }
    let plain = text.lines().map(|line| unquoted(line).unwrap_or_else(|| line.to_owned()) + "\n");
    Some(plain.collect())
}

/// The inside of a line that is one quoted field.
fn unquoted(line: &str) -> Option<String> {
    let inside = line.trim().strip_prefix('"')?.strip_suffix('"')?;
    // Quotes inside are doubled; two fields would have single ones between them.
    let mut rest = inside;
    while let Some((_, after)) = rest.split_once('"') {
        rest = after.strip_prefix('"')?;
    }
    Some(inside.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_quotes_are_laid_open_and_fields_in_quotes_are_not() {
        let text = "\"age;\"\"job\"\";y\"\n\"58;\"\"clerk\"\";no\"\n\n\"44;\"\"a b\"\";yes\"\n";
        let plain = "age;\"job\";y\n58;\"clerk\";no\n\n44;\"a b\";yes\n";
        assert_eq!(without_quotes(text).as_deref(), Some(plain));
        let names_are_plain = "a,b\n\"1,x\"\n\"2,y\"\n";
        assert_eq!(without_quotes(names_are_plain).as_deref(), Some("a,b\n1,x\n2,y\n"));
        for other in [
            "\"a\",\"b\"\n\"1\",\"x\"\n\"2\",\"y\"\n",
            "\"a\",\"\",\"b\"\n\"\",\"\",\"\"\n\"2\",\"\",\"y\"\n",
            "text\n\"a, b\"\n\"c, d\"\n",
            "a,b\n\"1,x\"\n2,y\n",
            "\"a,b\"\n\"1,2\"\n",
            "",
        ] {
            assert_eq!(without_quotes(other), None, "{other}");
        }
    }
}
