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
