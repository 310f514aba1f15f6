//! Colours. Few, the same in every figure, safe for colour-blind readers (Okabe and Ito 2008), and different enough in
//! grey; where several methods share a figure, shapes tell them apart as well.

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
}
