//! What several figures share: notes under a figure, markers, legends, and a frame with axes.

use super::axis::{Axis, Tick};
use super::font::{self, Weight};
use super::ink::{AXIS, GRID, INK, Ink, PAPER, SOFT};
use super::scene::{Anchor, Frame, Point, Run, Scene, Stroke, Text};

/// Width of most figures: the text of a page, 6.7 inches.
pub const WIDTH: f64 = 640.0;
/// Size of names and labels.
pub const LABEL: f64 = 11.0;
/// Size of numbers at axes.
pub const NUMBER: f64 = 10.0;
/// Size of notes.
pub const NOTE: f64 = 9.5;
/// From one base line of a note to the next.
pub const NOTE_LINE: f64 = 13.0;
/// Empty edge of a canvas.
pub const MARGIN: f64 = 12.0;

/// Length of the arrows that say which way is better.
pub const ARROW: f64 = 13.0;

/// A small arrow to the right (`way` = 1) or to the left (-1).
pub fn arrow(scene: &mut Scene, (from, y): Point, way: f64, ink: Ink) {
    let tip = from + way * ARROW;
    scene.line([(from, y), (tip - way * 3.0, y)], Stroke::new(ink, 0.9));
    let back = tip - way * 5.0;
    scene.area([(tip, y), (back, y - 2.4), (back, y + 2.4)], ink);
}

/// Share of a figure's width that notes take by our font: a reader's machine may draw them with a wider one.
const NOTE_WIDTH: f64 = 0.9;

/// Adds notes below all else; the canvas grows.
pub fn notes_below(scene: &mut Scene, notes: &[String]) {
    let width = NOTE_WIDTH * (scene.width - 2.0 * MARGIN);
    let lines = notes.iter().flat_map(|note| font::wrapped(note, NOTE, Weight::Regular, width));
    let mut base = scene.height - MARGIN + 8.0 + font::ASCENT * NOTE;
    for line in lines {
        scene.text(line, (MARGIN, base), NOTE, SOFT, Anchor::Start);
        scene.height = base + NOTE_LINE - font::ASCENT * NOTE + MARGIN;
        base += NOTE_LINE;
    }
}

/// How many markers there are before they repeat.
pub const MARKERS: usize = 6;

/// A marker; its shape distinguishes series where colours do not.
pub fn marker(scene: &mut Scene, shape: usize, (x, y): Point, radius: f64, ink: Ink) {
    let r = radius;
    match shape % MARKERS {
        0 => scene.circle((x, y), r, Some(ink), None),
        1 => scene.rect(square(x, y, 0.88 * r), ink),
        2 => scene.area(
            [(x, y - 1.15 * r), (x + 1.1 * r, y + 0.85 * r), (x - 1.1 * r, y + 0.85 * r)],
            ink,
        ),
        3 => scene
            .area([(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)], ink),
        4 => scene.circle((x, y), 0.9 * r, Some(PAPER), Some(Stroke::new(ink, 1.4))),
        _ => {
            scene.rect(square(x, y, 0.85 * r), PAPER);
            scene.outline(square(x, y, 0.85 * r), Stroke::new(ink, 1.4));
        }
    }
}

fn square(x: f64, y: f64, half: f64) -> Frame {
    Frame { left: x - half, top: y - half, right: x + half, bottom: y + half }
}

/// A name with its marker.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// What it stands for.
    pub name: String,
    /// The shape of its marker.
    pub shape: usize,
    /// Its colour.
    pub ink: Ink,
}

impl Key {
    /// The key of a series: its colour and shape follow from its position.
    pub fn of_series(name: &str, position: usize) -> Key {
        let shape = (position + position / super::ink::SERIES.len()) % MARKERS;
        Key { name: name.to_owned(), shape, ink: Ink::of_series(position) }
    }
}

/// Room a name may take in a legend.
const KEY_WIDTH: f64 = 260.0;
const KEY_LINE: f64 = 16.0;

/// The places of keys in lines that are not wider than `width`.
fn key_places(keys: &[Key], width: f64) -> (Vec<(Point, String)>, f64) {
    let (mut places, mut x, mut y) = (Vec::new(), 0.0, 0.0);
    for key in keys {
        let name = font::shortened(&key.name, LABEL, Weight::Regular, KEY_WIDTH.min(width - 18.0));
        let needed = 14.0 + font::width(&name, LABEL, Weight::Regular) + 16.0;
        if x > 0.0 && x + needed - 16.0 > width {
            x = 0.0;
            y += KEY_LINE;
        }
        places.push(((x, y), name));
        x += needed;
    }
    let height = if keys.is_empty() { 0.0 } else { y + KEY_LINE };
    (places, height)
}

/// Height that a legend takes.
pub fn legend_height(keys: &[Key], width: f64) -> f64 {
    key_places(keys, width).1
}

/// Writes a legend in lines.
pub fn legend(scene: &mut Scene, keys: &[Key], left: f64, top: f64, width: f64) {
    for (key, ((x, y), name)) in keys.iter().zip(key_places(keys, width).0) {
        let base = top + y + 11.0;
        marker(scene, key.shape, (left + x + 5.0, base - 4.0), 4.0, key.ink);
        scene.text(name, (left + x + 14.0, base), LABEL, INK, Anchor::Start);
    }
}

/// Ticks that have room for their labels: every second, third ... one where they would touch.
pub fn with_room(ticks: Vec<Tick>, size: f64) -> Vec<Tick> {
    for step in 1..=ticks.len().max(1) {
        let kept: Vec<&Tick> = ticks.iter().step_by(step).collect();
        let fits = kept.windows(2).all(|pair| {
            let half = |tick: &Tick| font::width(&tick.label, size, Weight::Regular) / 2.0;
            (pair[1].at - pair[0].at).abs() >= half(pair[0]) + half(pair[1]) + 6.0
        });
        if fits {
            return kept.into_iter().cloned().collect();
        }
    }
    Vec::new()
}

/// A frame of a plot with its axes: `across` runs below it, `up` at its left.
pub struct Axes<'a> {
    /// Where data are drawn.
    pub frame: Frame,
    /// The horizontal axis.
    pub across: &'a Axis,
    /// The vertical axis.
    pub up: &'a Axis,
    /// What the horizontal axis shows.
    pub across_label: &'a str,
    /// What the vertical axis shows.
    pub up_label: &'a str,
}

impl Axes<'_> {
    /// Room that numbers and label take at the left of a frame.
    pub fn left_room(up: &Axis) -> f64 {
        let widths =
            up.ticks(6).into_iter().map(|t| font::width(&t.label, NUMBER, Weight::Regular));
        widths.fold(0.0, f64::max) + 6.0 + LABEL + 10.0
    }

    /// Room that numbers and label take below a frame.
    pub const BELOW: f64 = 36.0;

    /// Draws grid, ticks, numbers and labels.
    pub fn draw(&self, scene: &mut Scene) {
        self.draw_with(scene, 8);
    }

    /// The same with about `most` ticks across.
    pub fn draw_with(&self, scene: &mut Scene, most: usize) {
        let Frame { left, top, right, bottom } = self.frame;
        for tick in self.up.ticks(6) {
            scene.line([(left, tick.at), (right, tick.at)], Stroke::new(GRID, 0.8));
            let at = (left - 6.0, tick.at + 0.36 * NUMBER);
            scene.text(tick.label, at, NUMBER, SOFT, Anchor::End);
        }
        for tick in with_room(self.across.ticks(most), NUMBER) {
            scene.line([(tick.at, top), (tick.at, bottom)], Stroke::new(GRID, 0.8));
            // A long number at the end would leave the canvas.
            let half = font::width(&tick.label, NUMBER, Weight::Regular) / 2.0;
            if tick.at + half <= scene.width {
                let at = (tick.at, bottom + 6.0 + font::ASCENT * NUMBER);
                scene.text(tick.label, at, NUMBER, SOFT, Anchor::Middle);
            }
        }
        scene.line([(left, top), (left, bottom), (right, bottom)], Stroke::new(AXIS, 1.0));
        let label = font::shortened(self.across_label, LABEL, Weight::Regular, self.frame.width());
        let at = ((left + right) / 2.0, bottom + Axes::BELOW - 4.0);
        scene.text(label, at, LABEL, INK, Anchor::Middle);
        let numbers = Axes::left_room(self.up);
        scene.place(Text {
            text: font::shortened(self.up_label, LABEL, Weight::Regular, self.frame.height()),
            at: (left - numbers + LABEL, (top + bottom) / 2.0),
            size: LABEL,
            ink: INK,
            anchor: Anchor::Middle,
            weight: Weight::Regular,
            run: Run::Up,
        });
    }
}
