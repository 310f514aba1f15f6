//! Box plots: the scores of every method over datasets, best mean rank on top. With a single dataset, over its folds.

use super::axis::{Axis, Kind, WIDE};
use super::font::{self, Weight};
use super::ink::{ACCENT, AXIS, GRID, INK, PAPER, SOFT};
use super::parts::{self, LABEL, MARGIN, NUMBER, WIDTH};
use super::scene::{Anchor, Frame, Scene, Stroke};
use super::series;
use super::{Sketch, Subject};
use crate::analysis::BoxPlot;
use crate::measure::Unit;
use crate::report::table::style::Style;
use crate::words::count;

/// Room for names.
const NAMES: f64 = 200.0;
/// Of more values than this the single ones are not drawn.
const FEW: usize = 40;

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let (scores, results) = (subject.scores, &subject.scores.results);
    let boxes = &scores.boxes;
    if boxes.over_folds && boxes.methods.iter().flatten().all(|plot| plot.values.len() < 2) {
        return Err("there is one dataset, and the scores of its folds are not known".to_owned());
    }
    if !boxes.over_folds && results.unit == Unit::Target {
        return Err(super::NO_COMMON_UNIT.to_owned());
    }
    let order = series::by_rank(subject);
    let rows: Vec<(usize, &BoxPlot)> =
        order.iter().filter_map(|&m| Some((m, boxes.methods[m].as_ref()?))).collect();
    if rows.is_empty() {
        return Err("there are no scores".to_owned());
    }
    let style = Style::new(scores, subject.settings);
    let metric = format!("{}{}", results.title, style.unit);
    let few = rows.iter().all(|(_, plot)| plot.values.len() <= FEW);

    let name = |m: usize| font::shortened(&results.methods[m], LABEL, Weight::Regular, NAMES);
    let wide = |m: usize| font::width(&name(m), LABEL, Weight::Regular);
    let left = MARGIN + rows.iter().map(|(m, _)| wide(*m)).fold(40.0, f64::max) + 10.0;
    let line = if rows.len() > 14 { 22.0 } else { 27.0 };
    let frame = Frame {
        left,
        top: MARGIN,
        right: WIDTH - MARGIN - 10.0,
        bottom: MARGIN + line * rows.len() as f64 + 6.0,
    };
    let all: Vec<f64> =
        rows.iter().flat_map(|(_, plot)| plot.values.iter().map(|v| style.scaled(*v))).collect();
    let axis = Axis::near(Kind::of(&all, WIDE), &all, (frame.left, frame.right));
    let below = frame.bottom + parts::Axes::BELOW;
    let mut scene = Scene::new(WIDTH, below + MARGIN);
    for tick in parts::with_room(axis.ticks(8), NUMBER) {
        scene.line([(tick.at, frame.top), (tick.at, frame.bottom)], Stroke::new(GRID, 0.8));
        let at = (tick.at, frame.bottom + 6.0 + font::ASCENT * NUMBER);
        scene.text(tick.label, at, NUMBER, SOFT, Anchor::Middle);
    }
    scene.line([(frame.left, frame.bottom), (frame.right, frame.bottom)], Stroke::new(AXIS, 1.0));
    let label = font::shortened(&metric, LABEL, Weight::Regular, frame.width());
    let at = ((frame.left + frame.right) / 2.0, below - 4.0);
    scene.text(label, at, LABEL, INK, Anchor::Middle);
    let place = |v: f64| axis.at(style.scaled(v));
    for (position, (method, plot)) in rows.iter().enumerate() {
        let y = frame.top + 3.0 + line * (position as f64 + 0.5);
        let at = (frame.left - 8.0, y + 0.36 * LABEL);
        scene.text(name(*method), at, LABEL, INK, Anchor::End);
        draw_box(&mut scene, plot, y, 0.27 * line, &place, few);
    }
    let over = if boxes.over_folds { "folds" } else { "datasets" };
    let caption = format!("Box plots of {metric} over {over}, one row per method.");
    Ok(Sketch { scene, caption, notes: notes(subject, few) })
}

fn draw_box(
    scene: &mut Scene,
    plot: &BoxPlot,
    y: f64,
    half: f64,
    place: &dyn Fn(f64) -> f64,
    few: bool,
) {
    let edge = Stroke::new(ACCENT, 1.0);
    let [low, lower, median, upper, high] =
        [plot.low, plot.lower_quartile, plot.median, plot.upper_quartile, plot.high].map(place);
    let frame = Frame { left: lower, top: y - half, right: upper, bottom: y + half };
    scene.rect(frame, ACCENT.mixed(PAPER, 0.8));
    for (from, to) in [(low, lower), (upper, high)] {
        scene.line([(from, y), (to, y)], edge);
    }
    for end in [low, high] {
        scene.line([(end, y - 0.5 * half), (end, y + 0.5 * half)], edge);
    }
    scene.outline(frame, edge);
    if few {
        let near = plot.values.iter().filter(|v| (plot.low..=plot.high).contains(*v));
        for (position, value) in near.enumerate() {
            // Neighbours stand at different heights, so that close values remain two dots.
            let shift = ((position * 3) % 5) as f64 / 4.0 - 0.5;
            let at = (place(*value), y + 1.1 * half * shift);
            scene.circle(at, 1.5, Some(ACCENT.mixed(PAPER, 0.4)), None);
        }
    }
    scene.line([(median, y - half), (median, y + half)], Stroke::new(INK, 2.0));
    for value in &plot.outliers {
        scene.circle((place(*value), y), 2.6, Some(PAPER), Some(Stroke::new(ACCENT, 1.1)));
    }
}

fn notes(subject: &Subject<'_>, few: bool) -> Vec<String> {
    let scores = subject.scores;
    let results = &scores.results;
    let mut words = Vec::new();
    if let Some(only) = results.datasets.first().filter(|_| scores.boxes.over_folds) {
        words.push(format!("Scores of the folds of the only dataset, {only}."));
    } else {
        let datasets = count(results.datasets.len(), "dataset", "datasets");
        words.push(format!("Scores on {datasets}; {} is better.", results.direction.name()));
    }
    words.push("Box: quartiles and median; whiskers: last value within 1.5 interquartile ranges; open circles: values beyond.".to_owned());
    if !scores.holes().is_empty() {
        words.push("Scores are missing: not all boxes are of the same datasets.".to_owned());
    }
    if few {
        words.push("Dots: single values, with vertical jitter only to keep them apart.".to_owned());
    }
    if subject.judged.over.is_ok() {
        words.push(series::order_note(subject, "the best on top"));
    }
    vec![words.join(" ")]
}
