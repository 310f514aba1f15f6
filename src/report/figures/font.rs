//! The embedded font (Arimo, whose letters are as wide as Arial's) and the widths of its letters. Figures are laid out with
//! them on every machine, whatever fonts it has.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The files, for whoever draws letters.
pub const FILES: [&[u8]; 2] =
    [include_bytes!("font/Arimo-Regular.ttf"), include_bytes!("font/Arimo-Bold.ttf")];

/// The name of the font, and of others whose letters are as wide.
pub const FAMILY: &str = "Arimo, Arial, Helvetica, Liberation Sans, sans-serif";

/// How far letters rise above the base line, as a share of the size.
pub const ASCENT: f64 = 0.74;

/// How far letters hang below the base line.
pub const DESCENT: f64 = 0.22;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Stressed.
    Bold,
}

/// Letters up to here are looked up in a table.
const TABLE: usize = 0x460;

/// Widths of letters as shares of the size, a table a weight.
static WIDTHS: LazyLock<[Vec<f64>; 2]> = LazyLock::new(|| FILES.map(widths));

fn widths(file: &[u8]) -> Vec<f64> {
    let Ok(font) = FontRef::new(file) else { return vec![UNKNOWN; TABLE] };
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let charmap = font.charmap();
    let width = |code: usize| {
        let letter = char::from_u32(code as u32)?;
        metrics.advance_width(charmap.map(letter)?).map(f64::from)
    };
    (0..TABLE).map(|code| width(code).unwrap_or(UNKNOWN)).collect()
}

/// A letter that the font does not have is drawn by another one; hardly any is wider than this.
const UNKNOWN: f64 = 1.0;

/// The width of a text.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let table = &WIDTHS[weight as usize];
    let letter = |c: char| table.get(c as usize).copied().unwrap_or(UNKNOWN);
    size * text.chars().map(letter).sum::<f64>()
}

/// A text cut so that it is not wider than `most`, with an ellipsis where something is missing: in the middle, because names
/// often differ at their ends.
pub fn shortened(text: &str, size: f64, weight: Weight, most: f64) -> String {
    if width(text, size, weight) <= most {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    for kept in (0..letters.len()).rev() {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let start: String = letters[..head].iter().collect();
        let end: String = letters[letters.len() - tail..].iter().collect();
        let tried = format!("{}\u{2026}{}", start.trim_end(), end.trim_start());
        if width(&tried, size, weight) <= most {
            return tried;
        }
    }
    String::new()
}

/// A text in lines that are not wider than `most`; a word that is wider is broken.
pub fn wrapped(text: &str, size: f64, weight: Weight, most: f64) -> Vec<String> {
    let fits = |text: &str| width(text, size, weight) <= most;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(last) = lines.last_mut() {
            let tried = format!("{last} {word}");
            if fits(&tried) {
                *last = tried;
                continue;
            }
        }
        let mut line = String::new();
        for letter in word.chars() {
            line.push(letter);
            if !fits(&line) && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths of Arial, in 2048ths (its `hmtx` table): A 1366, i 455, m 1706, space 569; bold A 1479.
    #[test]
    fn letters_are_as_wide_as_arial() {
        for (letter, weight, units) in [
            ("A", Weight::Regular, 1366.0),
            ("i", Weight::Regular, 455.0),
            ("m", Weight::Regular, 1706.0),
            (" ", Weight::Regular, 569.0),
            ("A", Weight::Bold, 1479.0),
        ] {
            let found = width(letter, 2048.0, weight);
            assert!((found - units).abs() < 0.5, "{letter} {found}");
        }
    }

    #[test]
    fn texts_are_cut_and_wrapped_to_a_width() {
        let text = "critical difference";
        let short = shortened(text, 10.0, Weight::Regular, 50.0);
        assert!(short.starts_with("cri") && short.contains('\u{2026}') && short.ends_with("nce"));
        assert!(width(&short, 10.0, Weight::Regular) <= 50.0);
        assert_eq!(shortened(text, 10.0, Weight::Regular, 500.0), text);
        assert_eq!(wrapped(text, 10.0, Weight::Regular, 60.0), ["critical", "difference"]);
        assert_eq!(wrapped(text, 10.0, Weight::Regular, 600.0), [text]);
        let broken = wrapped("unbreakable", 10.0, Weight::Regular, 30.0);
        assert!(broken.len() > 1 && broken.concat() == "unbreakable", "{broken:?}");
    }
}
