//! Colours. Few, the same in every figure, safe for colour-blind readers (Okabe and Ito 2008), and different enough in
//! grey; where several methods share a figure, their shapes differ as well.

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink(pub u8, pub u8, pub u8);

/// Text and main lines.
pub const INK: Ink = Ink(0x1A, 0x1A, 0x1A);
/// Secondary text.
pub const SOFT: Ink = Ink(0x59, 0x59, 0x59);
/// Axes and ticks.
pub const AXIS: Ink = Ink(0x80, 0x80, 0x80);
/// Grid lines.
pub const GRID: Ink = Ink(0xDE, 0xDE, 0xDE);
/// The bar from a control to the critical difference.
pub const BAR: Ink = Ink(0xC8, 0xC8, 0xC8);
/// The canvas.
pub const PAPER: Ink = Ink(0xFF, 0xFF, 0xFF);
/// What deserves attention: a control, a median.
pub const ACCENT: Ink = Ink(0x00, 0x72, 0xB2);
/// The opposite of it.
pub const CONTRAST: Ink = Ink(0xD5, 0x5E, 0x00);

/// Colours of methods, in the order in which they are given out.
pub const SERIES: [Ink; 8] = [
    Ink(0x00, 0x72, 0xB2),
    Ink(0xE6, 0x9F, 0x00),
    Ink(0x00, 0x9E, 0x73),
    Ink(0xCC, 0x79, 0xA7),
    Ink(0x1A, 0x1A, 0x1A),
    Ink(0x56, 0xB4, 0xE9),
    Ink(0xD5, 0x5E, 0x00),
    Ink(0x8C, 0x8C, 0x00),
];

/// What white and black become in a dark scheme: the page's card, and its text.
const DARKEST: f64 = 32.0;
const LIGHTEST: f64 = 244.0;

impl Ink {
    /// A mixture: `share` of the other colour.
    pub fn mixed(self, other: Ink, share: f64) -> Ink {
        let mix = |a: u8, b: u8| {
            (f64::from(a) + share.clamp(0.0, 1.0) * (f64::from(b) - f64::from(a))).round() as u8
        };
        Ink(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How light it looks, from 0 to 1 (relative luminance without gamma: good enough to choose black or white text).
    pub fn lightness(self) -> f64 {
        (0.299 * f64::from(self.0) + 0.587 * f64::from(self.1) + 0.114 * f64::from(self.2)) / 255.0
    }

    /// Text that can be read on it.
    pub fn text_on(self) -> Ink {
        if self.lightness() > 0.55 { INK } else { PAPER }
    }

    /// The colour in a dark scheme: the same hue, light where it was dark. The order of lightness turns round, so what could
    /// be told apart still can, also text on a coloured ground.
    pub fn in_the_dark(self) -> Ink {
        let lightness = 255.0 * self.lightness();
        let turned = DARKEST + (255.0 - lightness) * (LIGHTEST - DARKEST) / 255.0;
        let part = |own: u8| (f64::from(own) - lightness + turned).round().clamp(0.0, 255.0) as u8;
        Ink(part(self.0), part(self.1), part(self.2))
    }

    /// As it is written in SVG and CSS.
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// The colour of six hexadecimal digits.
    pub fn from_hex(digits: &str) -> Option<Ink> {
        let value = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = value.to_be_bytes();
        Some(Ink(red, green, blue))
    }

    /// The colour of a series.
    pub fn of_series(position: usize) -> Ink {
        SERIES[position % SERIES.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_readable_on_every_colour() {
        for ink in SERIES.into_iter().chain([PAPER, BAR, ACCENT, CONTRAST]) {
            let contrast = (ink.lightness() - ink.text_on().lightness()).abs();
            assert!(contrast > 0.35, "{ink:?} {contrast}");
        }
    }

    #[test]
    fn in_the_dark_everything_stands_out_from_the_paper_and_from_each_other() {
        let paper = PAPER.in_the_dark().lightness();
        assert!(paper < 0.15);
        for ink in SERIES.into_iter().chain([INK, SOFT, AXIS, ACCENT, CONTRAST]) {
            assert!(ink.in_the_dark().lightness() > paper + 0.2, "{ink:?}");
            let on = ink.text_on().in_the_dark().lightness() - ink.in_the_dark().lightness();
            assert!(on.abs() > 0.2, "text on {ink:?}: {on}");
            let same = SERIES.iter().filter(|own| own.in_the_dark() == ink.in_the_dark()).count();
            assert!(same <= 1, "{ink:?}");
        }
        assert_eq!(Ink::from_hex("0072B2"), Some(ACCENT));
        assert_eq!(ACCENT.hex(), "#0072B2");
        assert_eq!(Ink::from_hex("0072B"), Some(Ink(0, 0x07, 0x2B)));
        assert_eq!(Ink::from_hex("no"), None);
    }
}
