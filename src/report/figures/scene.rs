//! A scene: lines, areas, circles and words on a canvas, before any file format. Figures lay themselves out here with the
//! widths of the embedded font, so that what a figure shows can be checked without looking at it: [`Scene::faults`] finds
//! words that overlap or leave the canvas.

use super::font::{self, Weight};
use super::ink::Ink;

/// A place on the canvas: right and down, in units of 1/96 inch.
pub type Point = (f64, f64);

/// Which end of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// Which way a text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// From left to right.
    Across,
    /// From bottom to top.
    Up,
}

/// A text.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where its anchor stands on the base line.
    pub at: Point,
    /// Height of the font.
    pub size: f64,
    /// Colour.
    pub ink: Ink,
    /// Which end stands there.
    pub anchor: Anchor,
    /// Regular or bold.
    pub weight: Weight,
    /// Which way it runs.
    pub run: Run,
}

/// A line's looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub ink: Ink,
    /// Width.
    pub width: f64,
    /// Lengths of a dash and the gap after it; `None` for a solid line.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// A solid line.
    pub const fn new(ink: Ink, width: f64) -> Stroke {
        Stroke { ink, width, dash: None }
    }

    /// The same line, dashed.
    pub const fn dashed(self, dash: f64, gap: f64) -> Stroke {
        Stroke { dash: Some((dash, gap)), ..self }
    }
}

/// One thing on the canvas.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A line through points.
    Line {
        /// Its points.
        points: Vec<Point>,
        /// Its looks.
        stroke: Stroke,
    },
    /// A filled polygon.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// Its colour.
        fill: Ink,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its colour inside.
        fill: Option<Ink>,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// Words.
    Text(Text),
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
}

impl Frame {
    /// Its width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Whether two frames share more than an edge.
    pub fn overlaps(&self, other: &Frame) -> bool {
        let apart = self.right <= other.left + SLACK
            || other.right <= self.left + SLACK
            || self.bottom <= other.top + SLACK
            || other.bottom <= self.top + SLACK;
        !apart
    }
}

/// Texts may touch by less than a reader sees.
const SLACK: f64 = 0.05;

/// A drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width of the canvas.
    pub width: f64,
    /// Height of the canvas.
    pub height: f64,
    /// What is on it, in the order of drawing.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty canvas.
    pub fn new(width: f64, height: f64) -> Scene {
        Scene { width, height, items: Vec::new() }
    }

    /// A line through points.
    pub fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        self.items.push(Item::Line { points: points.into(), stroke });
    }

    /// A filled polygon.
    pub fn area(&mut self, points: impl Into<Vec<Point>>, fill: Ink) {
        self.items.push(Item::Area { points: points.into(), fill });
    }

    /// A filled rectangle.
    pub fn rect(&mut self, frame: Frame, fill: Ink) {
        let Frame { left, top, right, bottom } = frame;
        self.area([(left, top), (right, top), (right, bottom), (left, bottom)], fill);
    }

    /// The edge of a rectangle.
    pub fn outline(&mut self, frame: Frame, stroke: Stroke) {
        let Frame { left, top, right, bottom } = frame;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        self.line(corners, stroke);
    }

    /// A circle.
    pub fn circle(
        &mut self,
        centre: Point,
        radius: f64,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    ) {
        self.items.push(Item::Circle { centre, radius, fill, stroke });
    }

    /// Words from left to right in the regular weight.
    pub fn text(
        &mut self,
        text: impl Into<String>,
        at: Point,
        size: f64,
        ink: Ink,
        anchor: Anchor,
    ) {
        self.place(Text {
            text: text.into(),
            at,
            size,
            ink,
            anchor,
            weight: Weight::Regular,
            run: Run::Across,
        });
    }

    /// Words of any kind.
    pub fn place(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// All words.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) if !text.text.is_empty() => Some(text),
            _ => None,
        })
    }

    /// Words that overlap or leave the canvas, in words; a good figure has none.
    pub fn faults(&self) -> Vec<String> {
        let texts: Vec<(&Text, Frame)> = self.texts().map(|text| (text, text.frame())).collect();
        let mut faults = Vec::new();
        for (position, (text, frame)) in texts.iter().enumerate() {
            let inside = frame.left >= -SLACK
                && frame.top >= -SLACK
                && frame.right <= self.width + SLACK
                && frame.bottom <= self.height + SLACK;
            if !inside {
                faults.push(format!("`{}` leaves the canvas", text.text));
            }
            for (other, frame_of_other) in &texts[position + 1..] {
                if frame.overlaps(frame_of_other) {
                    faults.push(format!("`{}` overlaps `{}`", text.text, other.text));
                }
            }
        }
        faults
    }
}

impl Text {
    /// What it covers: from the top of capitals and ascenders to the bottom of descenders.
    pub fn frame(&self) -> Frame {
        let width = font::width(&self.text, self.size, self.weight);
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (up, down) = (font::ASCENT * self.size, font::DESCENT * self.size);
        let (x, y) = self.at;
        match self.run {
            Run::Across => {
                Frame { left: x - before, top: y - up, right: x - before + width, bottom: y + down }
            }
            Run::Up => {
                Frame { left: x - up, top: y + before - width, right: x + down, bottom: y + before }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::INK;
    use super::*;

    fn words(at: Point, anchor: Anchor) -> Text {
        let (weight, run) = (Weight::Regular, Run::Across);
        Text { text: "words".into(), at, size: 10.0, ink: INK, anchor, weight, run }
    }

    #[test]
    fn faults_are_found_and_neighbours_are_none() {
        let mut scene = Scene::new(100.0, 40.0);
        scene.place(words((50.0, 12.0), Anchor::Middle));
        scene.place(words((50.0, 26.0), Anchor::Middle));
        assert!(scene.faults().is_empty(), "{:?}", scene.faults());
        scene.place(words((60.0, 26.0), Anchor::Start));
        assert_eq!(scene.faults(), ["`words` overlaps `words`"]);
        scene.place(words((1.0, 38.0), Anchor::End));
        assert_eq!(scene.faults()[1], "`words` leaves the canvas");
    }

    #[test]
    fn a_text_that_runs_up_is_as_high_as_it_is_long() {
        let across = words((50.0, 50.0), Anchor::Start).frame();
        let up = Text { run: Run::Up, ..words((50.0, 50.0), Anchor::Start) }.frame();
        assert!((across.width() - up.height()).abs() < 1e-12);
        assert!((up.bottom - 50.0).abs() < 1e-12 && up.top < 50.0);
    }
}
