//! From a scene to a plotters backend: SVG is drawn by plotters' own, TikZ by ours. Plotters counts in whole units, so the
//! canvas is drawn ten times larger than it is shown.

use std::borrow::Cow;

use plotters::prelude::SVGBackend;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontStyle, FontTransform,
};

use super::Drawing;
use super::font::{self, Weight};
use super::ink::{Ink, PAPER};
use super::scene::{Anchor, Item, Point, Run, Scene, Stroke, Text};
use super::tikz::Tikz;

/// Units of the backend in one of the scene.
pub const SCALE: f64 = 10.0;

/// The scene as an SVG file. Its canvas is whole pixels wide and high, on a screen and in a picture: a last row that is
/// covered in part would be a grey line.
pub fn svg(scene: &Scene) -> String {
    let scene = &Scene { width: whole(scene.width), height: whole(scene.height), ..scene.clone() };
    let size = (units(scene.width) as u32, units(scene.height) as u32);
    let mut text = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut text, size);
        paint(scene, &mut backend);
    }
    // Shown at its own size, whatever the units inside.
    let inside = format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1);
    let shown = format!("<svg width=\"{}\" height=\"{}\"", scene.width, scene.height);
    text.replacen(&inside, &shown, 1)
}

/// The next even length: two units are five pixels of a picture.
fn whole(length: f64) -> f64 {
    2.0 * (length / 2.0).ceil()
}

/// The figure as a LaTeX float with a TikZ picture, its caption and its label.
pub fn tikz(figure: &Drawing) -> String {
    let scene = &figure.scene;
    let mut backend = Tikz::new((units(scene.width) as u32, units(scene.height) as u32));
    paint(scene, &mut backend);
    backend.finish(&figure.full_caption(), &figure.name)
}

fn units(length: f64) -> i32 {
    (length * SCALE).round() as i32
}

fn place(point: Point) -> BackendCoord {
    (units(point.0), units(point.1))
}

/// Draws everything. Backends that write to a string do not fail, and an error would have no reader.
fn paint<B: DrawingBackend>(scene: &Scene, backend: &mut B) {
    let corner = (units(scene.width), units(scene.height));
    let _ = backend.draw_rect((0, 0), corner, &Fill(PAPER), true);
    for item in &scene.items {
        let _ = match item {
            Item::Line { points, stroke } => draw_line(backend, points, stroke),
            Item::Area { points, fill } => {
                backend.fill_polygon(points.iter().copied().map(place), &Fill(*fill))
            }
            Item::Circle { centre, radius, fill, stroke } => {
                draw_circle(backend, *centre, *radius, *fill, *stroke)
            }
            Item::Text(text) if text.text.is_empty() => Ok(()),
            Item::Text(text) => {
                let lowered = match text.run {
                    // The backend hangs letters from their top, 0.76 of the size above the base line.
                    Run::Across => (text.at.0, text.at.1 - TOP * text.size),
                    Run::Up => (text.at.0 - TOP * text.size, text.at.1),
                };
                backend.draw_text(&printable(&text.text), &Letters(text), place(lowered))
            }
        };
    }
    let _ = backend.present();
}

/// Where plotters' SVG backend puts the base line below the top of a text, as a share of its size.
pub const TOP: f64 = 0.76;

/// By what plotters' SVG backend divides the size of a text.
pub const SIZE: f64 = 1.24;

/// Characters that no XML may hold are shown as such.
fn printable(text: &str) -> Cow<'_, str> {
    let unfit = |c: char| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    if text.contains(unfit) {
        Cow::Owned(text.replace(unfit, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}

type Drawn<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

fn draw_line<B: DrawingBackend>(backend: &mut B, points: &[Point], stroke: &Stroke) -> Drawn<B> {
    let looks = Edge(*stroke);
    match stroke.dash {
        None => backend.draw_path(points.iter().copied().map(place), &looks),
        Some(dash) => {
            for part in dashes(points, dash) {
                backend.draw_path(part.into_iter().map(place), &looks)?;
            }
            Ok(())
        }
    }
}

fn draw_circle<B: DrawingBackend>(
    backend: &mut B,
    centre: Point,
    radius: f64,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
) -> Drawn<B> {
    if let Some(fill) = fill {
        backend.draw_circle(place(centre), units(radius) as u32, &Fill(fill), true)?;
    }
    if let Some(stroke) = stroke {
        backend.draw_circle(place(centre), units(radius) as u32, &Edge(stroke), false)?;
    }
    Ok(())
}

/// The solid parts of a dashed line.
fn dashes(points: &[Point], (dash, gap): (f64, f64)) -> Vec<Vec<Point>> {
    let (mut parts, mut part): (Vec<Vec<Point>>, Vec<Point>) = (Vec::new(), Vec::new());
    let (mut solid, mut left) = (true, dash);
    for ends in points.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        if solid && part.is_empty() {
            part.push(from);
        }
        loop {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            if !length.is_finite() {
                return parts;
            }
            if length < left {
                left -= length;
                if solid {
                    part.push(to);
                }
                break;
            }
            let share = if length > 0.0 { left / length } else { 1.0 };
            from = (from.0 + share * dx, from.1 + share * dy);
            if solid {
                part.push(from);
                parts.push(std::mem::take(&mut part));
            } else {
                part.push(from);
            }
            solid = !solid;
            left = if solid { dash } else { gap };
            if length <= 0.0 {
                break;
            }
        }
    }
    if solid && part.len() >= 2 {
        parts.push(part);
    }
    parts
}

/// A filled shape.
struct Fill(Ink);

impl BackendStyle for Fill {
    fn color(&self) -> BackendColor {
        color(self.0)
    }
}

/// A drawn line.
struct Edge(Stroke);

impl BackendStyle for Edge {
    fn color(&self) -> BackendColor {
        color(self.0.ink)
    }

    fn stroke_width(&self) -> u32 {
        (units(self.0.width) as u32).max(1)
    }
}

fn color(ink: Ink) -> BackendColor {
    BackendColor { alpha: 1.0, rgb: (ink.0, ink.1, ink.2) }
}

/// A text's looks.
struct Letters<'a>(&'a Text);

impl BackendTextStyle for Letters<'_> {
    type FontError = std::convert::Infallible;

    fn color(&self) -> BackendColor {
        color(self.0.ink)
    }

    fn size(&self) -> f64 {
        self.0.size * SCALE * SIZE
    }

    fn transform(&self) -> FontTransform {
        match self.0.run {
            Run::Across => FontTransform::None,
            Run::Up => FontTransform::Rotate270,
        }
    }

    fn style(&self) -> FontStyle {
        match self.0.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        }
    }

    fn anchor(&self) -> Pos {
        let across = match self.0.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        Pos::new(across, VPos::Top)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(font::FAMILY)
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        let width = font::width(text, self.0.size, self.0.weight);
        Ok(((0, 0), (units(width), units(self.0.size))))
    }

    fn draw<E, D: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: D,
    ) -> Result<Result<(), E>, Self::FontError> {
        // Only backends that draw pixels ask for this, and we have none.
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::INK;
    use super::*;

    #[test]
    fn an_svg_shows_every_item_at_its_size() {
        let mut scene = Scene::new(120.5, 40.0);
        scene.line([(0.0, 0.0), (10.0, 10.0)], Stroke::new(INK, 1.0));
        scene.circle((5.0, 5.0), 2.0, Some(INK), None);
        scene.text("a < b & \"c\"", (10.0, 30.0), 9.0, INK, Anchor::Start);
        let text = svg(&scene);
        assert!(text.starts_with("<svg width=\"122\" height=\"40\" viewBox=\"0 0 1220 400\""));
        assert!(text.contains("a &lt; b &amp; &quot;c&quot;") && text.contains("<circle"));
        assert!(text.contains("font-size=\"90\""), "{text}");
    }

    #[test]
    fn dashes_cover_their_share() {
        let parts = dashes(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], (3.0, 2.0));
        let length = |part: &Vec<Point>| -> f64 {
            part.windows(2).map(|w| (w[1].0 - w[0].0).abs() + (w[1].1 - w[0].1).abs()).sum()
        };
        let total: f64 = parts.iter().map(length).sum();
        assert!((total - 12.0).abs() < 1e-9, "{parts:?}");
        assert!(parts.iter().all(|p| length(p) <= 3.0 + 1e-9));
    }
}
