//! Text for HTML, XML and Markdown: names come from users, and none of them may become markup. Each function returns text
//! that is shown as it was given.

/// Text that cannot be taken for markup, in elements and in quoted attributes.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// The same, with what stands between backticks as code. A single backtick stays.
pub fn html_with_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, code, after)) = next_code(rest) {
        out.push_str(&format!("{}<code>{}</code>", html(before), html(code)));
        rest = after;
    }
    out.push_str(&html(rest));
    out
}

/// What is before the first code of a text, the code, and the rest.
fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    (!code.is_empty()).then_some((before, code, after))
}

/// The same for XML, which forbids most control characters even escaped.
pub fn xml(text: &str) -> String {
    let forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    html(&text.replace(forbidden, " "))
}

/// Text that cannot end a cell of Markdown or start markup.
pub fn markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '#' | '~' | '$' | '&') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_become_code_and_nothing_becomes_markup() {
        let shown = html_with_code("set `a < b` or `--x`, it's `one");
        assert_eq!(shown, "set <code>a &lt; b</code> or <code>--x</code>, it&#39;s `one");
        assert_eq!(html_with_code("``"), "``");
        assert_eq!(html_with_code("`<b>`"), "<code>&lt;b&gt;</code>");
    }
}
