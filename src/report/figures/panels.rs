//! Small multiples: a grid of small plots of equal size, with axes that are drawn more sparingly than those of a large one,
//! and a legend of lines.

use super::axis::Axis;
use super::font::{self, Weight};
use super::ink::{AXIS, GRID, INK, SOFT};
use super::parts::{LABEL, MARGIN, NOTE, WIDTH, with_room};
use super::scene::{Anchor, Frame, Run, Scene, Stroke, Text};

/// Room that a panel needs around its frame.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    /// For numbers at its left.
    pub left: f64,
    /// For its heading.
    pub above: f64,
    /// For numbers below it.
    pub below: f64,
}

/// Where the label that all panels share runs up.
const SHARED: f64 = 18.0;

/// The frames of so many panels from `top` on, and where they end.
pub fn frames(count: usize, top: f64, around: Around) -> (Vec<Frame>, f64) {
    let columns = match count {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let left = MARGIN + SHARED;
    let cell = (WIDTH - left - MARGIN) / columns as f64;
    let width = cell - around.left - 8.0;
    let height = (0.62 * width).min(220.0);
    let step = around.above + height + around.below;
    let frame = |position: usize| {
        let (row, column) = (position / columns, position % columns);
        let left = left + cell * column as f64 + around.left;
        let top = top + step * row as f64 + around.above;
        Frame { left, top, right: left + width, bottom: top + height }
    };
    let rows = count.div_ceil(columns);
    ((0..count).map(frame).collect(), top + step * rows as f64)
}

/// Room that the numbers of a small vertical axis take.
pub fn numbers_room(up: &Axis) -> f64 {
    let widths = up.ticks(4).into_iter().map(|t| font::width(&t.label, NOTE, Weight::Regular));
    widths.fold(0.0, f64::max) + 9.0
}

/// Room below a panel for numbers, and for the gap to the next.
pub const NUMBERS_BELOW: f64 = 24.0;

/// Grid, axes and numbers of a panel.
pub fn draw_axes(scene: &mut Scene, frame: Frame, across: &Axis, up: &Axis) {
    let Frame { left, top, right, bottom } = frame;
    for tick in up.ticks(4) {
        scene.line([(left, tick.at), (right, tick.at)], Stroke::new(GRID, 0.8));
        let at = (left - 5.0, tick.at + 0.36 * NOTE);
        scene.text(tick.label, at, NOTE, SOFT, Anchor::End);
    }
    for tick in with_room(across.ticks(5), NOTE) {
        scene.line([(tick.at, bottom), (tick.at, bottom + 3.0)], Stroke::new(AXIS, 0.8));
        // Below the lowest number at the left, even where the first one stands under it.
        let at = (tick.at, bottom + 6.0 + font::ASCENT * NOTE);
        scene.text(tick.label, at, NOTE, SOFT, Anchor::Middle);
    }
    scene.line([(left, top), (left, bottom), (right, bottom)], Stroke::new(AXIS, 0.8));
}

/// Axis titles that all panels share: one below `bottom`, one at their left, halfway from `top` to `bottom`.
pub fn shared_labels(scene: &mut Scene, across: &str, up: &str, (top, bottom): (f64, f64)) {
    let middle = (MARGIN + SHARED + WIDTH - MARGIN) / 2.0;
    let label = font::shortened(across, LABEL, Weight::Regular, WIDTH - 2.0 * MARGIN - SHARED);
    scene.text(label, (middle, bottom + font::ASCENT * LABEL), LABEL, INK, Anchor::Middle);
    scene.place(Text {
        text: font::shortened(up, LABEL, Weight::Regular, bottom - top),
        at: (MARGIN + font::ASCENT * LABEL, (top + bottom) / 2.0),
        size: LABEL,
        ink: INK,
        anchor: Anchor::Middle,
        weight: Weight::Regular,
        run: Run::Up,
    });
}

/// Height of [`shared_labels`] below the panels.
pub const LABEL_BELOW: f64 = 16.0;

/// A heading over a panel, cut to its width, its base line so far `above` the frame.
pub fn heading(scene: &mut Scene, text: &str, frame: Frame, above: f64) {
    let text = font::shortened(text, NOTE + 0.5, Weight::Bold, frame.width());
    scene.place(Text {
        text,
        at: (frame.left, frame.top - above),
        size: NOTE + 0.5,
        ink: INK,
        anchor: Anchor::Start,
        weight: Weight::Bold,
        run: Run::Across,
    });
}

const SAMPLE: f64 = 24.0;
const LEGEND_LINE: f64 = 16.0;

/// The places of names in lines.
fn places(names: &[(String, Stroke)], width: f64) -> (Vec<(f64, f64)>, f64) {
    let (mut places, mut x, mut y) = (Vec::new(), 0.0, 0.0);
    for (name, _) in names {
        let needed = SAMPLE + 6.0 + font::width(name, NOTE, Weight::Regular);
        if x > 0.0 && x + needed > width {
            x = 0.0;
            y += LEGEND_LINE;
        }
        places.push((x, y));
        x += needed + 18.0;
    }
    (places, if names.is_empty() { 0.0 } else { y + LEGEND_LINE })
}

/// Height of a legend of lines.
pub fn lines_height(names: &[(String, Stroke)], width: f64) -> f64 {
    places(names, width).1
}

/// Says what lines mean, with a piece of each.
pub fn line_legend(scene: &mut Scene, names: &[(String, Stroke)], left: f64, top: f64, width: f64) {
    for ((name, stroke), (x, y)) in names.iter().zip(places(names, width).0) {
        let (x, base) = (left + x, top + y + 11.0);
        scene.line([(x, base - 3.5), (x + SAMPLE, base - 3.5)], *stroke);
        scene.text(name.clone(), (x + SAMPLE + 6.0, base), NOTE, SOFT, Anchor::Start);
    }
}
