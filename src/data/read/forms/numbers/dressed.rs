//! One number and what surrounds it in tables: bold type, marks of significance, a percent sign, a standard deviation. It knows
//! no other cells, so it leaves open what a comma means.

use std::borrow::Cow;

use super::super::latex;
use crate::data::read::signs;

/// Marks of significance that tables put next to a number; Weka's are `v` and `*`.
pub const MARKS: &[char] =
    &['*', 'v', '†', '‡', '§', '¶', '•', '∘', '◦', '○', '●', '↑', '↓', '▲', '▼', '⋆', '★', '^'];

/// A number and what surrounds it. Numbers are texts with digits, and with commas and points of unknown meaning.
#[derive(Debug, PartialEq)]
pub struct Dressed {
    pub mean: String,
    pub sd: Option<String>,
    /// Whether the standard deviation is in brackets.
    pub bracketed: bool,
    pub percent: bool,
    pub marked: bool,
    /// Whether nothing but a plus is before the standard deviation.
    pub plus: bool,
}

/// Understands a cell; `None` if it is no number.
pub fn dressed(cell: &str) -> Option<Dressed> {
    let first = cell.chars().next()?;
    // Names are rejected at once.
    if first.is_ascii_alphabetic() && first != 'v' {
        return None;
    }
    if !(first.is_ascii_digit() || "+-−.,*_`\\${(~<".contains(first) || MARKS.contains(&first)) {
        return None;
    }
    // An approximation; `~~0.9~~` is struck out, and `0.9~(1)` has LaTeX's blank.
    if first == '~' && !cell.starts_with("~~") {
        return None;
    }
    let cell = if cell.contains(['\\', '$', '{', '~']) {
        Cow::Owned(latex::clean(cell))
    } else {
        Cow::Borrowed(cell)
    };
    let mut found = Dressed {
        mean: String::new(),
        sd: None,
        bracketed: false,
        percent: false,
        marked: false,
        plus: false,
    };
    let text = found.bare(&cell);
    let text = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inside) if sign_in(inside).is_some() => inside,
        _ => text,
    };
    let (mean, sd) = match sign_in(text) {
        Some((mean, sd)) => (mean, Some(sd)),
        None => match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((mean, sd)) => {
                found.bracketed = true;
                (mean, Some(sd))
            }
            None => match plus_in(text) {
                Some((mean, sd)) => {
                    found.plus = true;
                    (mean, Some(sd))
                }
                None => (text, None),
            },
        },
    };
    let mean = found.bare(mean);
    found.mean = digits(mean)?;
    if let Some(sd) = sd {
        let sd = found.bare(sd);
        if !super::is_no_result(sd) {
            found.sd = Some(digits(sd)?);
        }
    }
    Some(found)
}

/// The two sides of a sign for "plus or minus".
fn sign_in(text: &str) -> Option<(&str, &str)> {
    ["±", "+/-", "+-"].iter().find_map(|sign| text.split_once(sign))
}

/// The two sides of the only plus between two numbers with decimals: `0.95+0.01`, and not `1e+5` or `3+2`.
fn plus_in(text: &str) -> Option<(&str, &str)> {
    let (mean, sd) = text.split_once('+')?;
    let has_decimals = |text: &str| text.contains(['.', ',']) && !text.ends_with(['e', 'E']);
    (has_decimals(mean) && has_decimals(sd)).then_some((mean, sd))
}

impl Dressed {
    /// A text without type faces, marks and percent signs around it.
    fn bare<'t>(&mut self, text: &'t str) -> &'t str {
        let mut text = text.trim();
        loop {
            let faces = ["**", "__", "`", "*", "_"];
            let inside = faces.iter().find_map(|face| {
                let inside = text.strip_prefix(face)?.strip_suffix(face)?;
                (!inside.is_empty()).then_some(inside)
            });
            let without_mark = || {
                let less = text.trim_end_matches(MARKS);
                let less =
                    if less.len() < text.len() { less } else { text.trim_start_matches(MARKS) };
                (less.len() < text.len() && less.contains(|c: char| c.is_ascii_digit()))
                    .then_some(less)
            };
            if let Some(inside) = inside {
                text = inside.trim();
            } else if let Some(less) = without_mark() {
                self.marked = true;
                text = less.trim();
            } else if let Some(less) = text.strip_suffix('%') {
                self.percent = true;
                text = less.trim();
            } else {
                return text;
            }
        }
    }
}

/// The digits of a number, with a plain minus; `None` if it is none.
fn digits(text: &str) -> Option<String> {
    let text = text.replace('−', "-");
    signs::is_number(&text).then_some(text)
}
