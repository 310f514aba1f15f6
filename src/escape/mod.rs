//! Text that came from a file or a spec and is about to reach a program that would obey some of it instead of showing it:
//! a terminal or a spreadsheet here, markup in `html`, `xml`, `markdown` and `latex`. Every writer escapes with
//! these functions, and nothing is escaped elsewhere.

use std::borrow::Cow;

mod latex;
mod markup;

pub use latex::{latex, latex_with_math};
pub use markup::{html, html_with_code, markdown, xml};

/// Whether a terminal would obey a character: control characters, and those that turn the order of what follows round.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with everything that a terminal would obey written as `\u001b`; line ends and tabs stay. JSON means the
/// same with these escapes, so that it can pass through here as well.
pub fn visible(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\n' | '\t') || !is_obeyed(c);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if stays(c) {
            out.push(c);
        } else {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        }
    }
    Cow::Owned(out)
}

/// The same on one line.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if text.contains(['\n', '\t']) => {
            Cow::Owned(text.replace('\n', "\\u000a").replace('\t', "\\u0009"))
        }
        text => text,
    }
}

/// The same for text with colours of our own: sequences that only set a style pass.
pub fn visible_but_styles(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return visible(text);
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\u{1b}') {
        let (before, from) = rest.split_at(at);
        out.push_str(&visible(before));
        let style = style_length(from).unwrap_or(0);
        out.push_str(&from[..style]);
        rest = &from[style..];
        if style == 0 {
            out.push_str("\\u001b");
            rest = &from[1..];
        }
    }
    out.push_str(&visible(rest));
    Cow::Owned(out)
}

/// The length of a sequence like `ESC [ 1 ; 31 m` at the beginning of a text.
fn style_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\u{1b}[")?;
    let end = inside.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    inside[end..].starts_with('m').then_some(end + 3)
}

/// The text with characters that a terminal would obey replaced by others of as many bytes, so that places in it stay.
pub fn same_length(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\n' | '\r' | '\t') || !is_obeyed(c);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c.len_utf8() {
        _ if stays(c) => c,
        1 => '?',
        2 => '¿',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Whether a spreadsheet would compute a cell instead of showing it, or take our own mark off it.
fn is_computed(text: &str) -> bool {
    let bare = text.trim_start_matches('\'');
    let begins = bare.starts_with(['=', '+', '-', '@', '\t', '\r']);
    begins && bare.chars().nth(1).is_some() && bare.parse::<f64>().is_err()
}

/// A text cell of a CSV file: one that a spreadsheet would compute gets a `'` in front, which spreadsheets take for "this
/// is text". [`from_cell`] takes it off again; every text comes back as it was.
pub fn cell(text: &str) -> Cow<'_, str> {
    if is_computed(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text that [`cell`] was given.
pub fn from_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_computed(text)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        assert_eq!(visible("größe\n\t|"), "größe\n\t|");
        assert_eq!(
            visible("a\u{1b}[2Jb\u{9b}c\u{7f}\r\u{202e}d\0"),
            "a\\u001b[2Jb\\u009bc\\u007f\\u000d\\u202ed\\u0000"
        );
        assert_eq!(visible_line("a\nb\tc"), "a\\u000ab\\u0009c");
        let json = serde_json::to_string("\u{9b}\u{1b}\u{202e}").unwrap();
        let again: String = serde_json::from_str(&visible(&json)).unwrap();
        assert_eq!(again, "\u{9b}\u{1b}\u{202e}");
    }

    #[test]
    fn only_styles_pass_where_styles_are_ours() {
        let text = "\u{1b}[1;31merror\u{1b}[0m: \u{1b}]0;title\u{7}\u{1b}[2J\u{1b}";
        let shown = "\u{1b}[1;31merror\u{1b}[0m: \\u001b]0;title\\u0007\\u001b[2J\\u001b";
        assert_eq!(visible_but_styles(text), shown);
        assert_eq!(visible_but_styles("\u{1b}[31"), "\\u001b[31");
    }

    #[test]
    fn places_stay_where_they_were() {
        for text in ["a\u{1b}b", "a\u{9b}b", "a\u{202e}b", "a\0b\n"] {
            let shown = same_length(text);
            assert_eq!(shown.len(), text.len());
            assert_eq!(shown.find('b'), text.find('b'));
            assert_eq!(shown.chars().filter(|&c| is_obeyed(c)).count(), text.matches('\n').count());
        }
    }

    #[test]
    fn formulas_become_text_and_come_back() {
        for text in
            ["=1+1", "+cmd|x", "-a", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@x", "-1-1", "=="]
        {
            assert!(cell(text).starts_with('\''), "{text}");
            assert_eq!(from_cell(&cell(text)), text);
        }
        for text in
            ["", "-", "+", "=", "-1.5e3", "+0.333", "a=b", "'quoted'", "1-2", "-inf", "○", "'"]
        {
            assert_eq!(cell(text), text);
            assert_eq!(from_cell(text), text);
        }
    }
}
