//! How something went step by step: iterated fits to their end, or scores while a stream passes. Small multiples, one panel
//! per dataset and one line per method, each the mean over trials.

use super::axis::{Axis, Kind};
use super::panels::{self, Around};
use super::parts::{self, MARGIN, WIDTH};
use super::scene::{Frame, Point, Scene, Stroke};
use super::series::{Series, series};
use super::{Sketch, Subject};
use crate::analysis::{MeanCurve, Record};
use crate::learn::Curve;
use crate::report::table::style::Style;

/// Panels of a figure.
const MOST_PANELS: usize = 9;
/// Above this ratio of the largest to the smallest value, small ones would lie on the axis.
const WIDE: f64 = 100.0;

/// Lays the figure of fits out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let none = "no method of this run reports how its fits went";
    let record = subject.findings.record.as_ref().ok_or(none)?;
    let curves = largest_group(record).ok_or(none)?;
    let (step, value) = (&curves[0].curve.step, &curves[0].curve.value);
    let caption = format!("{value} after each {step} of the final fits, one panel per dataset.");
    let ended = "Means over trials; a fit that has ended stays where it ended.".to_owned();
    let remarks = std::iter::once(ended).chain(left_out(record, &curves)).collect();
    lay_out(subject, record, &curves, (caption, remarks), none)
}

/// Lays the figure of scores on streams out.
pub fn draw_scores(subject: &Subject<'_>) -> Result<Sketch, String> {
    let metric = &subject.scores.results.metric;
    let none = "no trial of this run has two windows with this score";
    let record = subject.findings.record.as_ref().ok_or(none)?;
    let of_metric = record.score_curves.iter().filter(|own| own.metric == *metric);
    // In the unit that tables print, so that both show the same numbers.
    let style = Style::new(subject.scores, subject.settings);
    let scaled = |own: &MeanCurve| {
        let value = format!("{}{}", own.curve.value, style.unit);
        let points = own.curve.points.iter().map(|p| (p.0, style.scaled(p.1))).collect();
        let curve = Curve { step: own.curve.step.clone(), value, points };
        MeanCurve { curve, ..own.clone() }
    };
    let curves: Vec<MeanCurve> = of_metric.map(|own| scaled(&own.mean)).collect();
    let curves: Vec<&MeanCurve> = curves.iter().collect();
    let first = curves.first().ok_or(none)?;
    let (step, value) = (&first.curve.step, &first.curve.value);
    let caption = format!("{value} of every window by {step} so far, one panel per dataset.");
    let remarks = vec!["A point is the score of one window, at its end.".to_owned()];
    lay_out(subject, record, &curves, (caption, remarks), none)
}

/// One panel per dataset. `remarks` become notes; `none` is the reason where nothing can be drawn.
fn lay_out(
    subject: &Subject<'_>,
    record: &Record,
    curves: &[&MeanCurve],
    (caption, remarks): (String, Vec<String>),
    none: &str,
) -> Result<Sketch, String> {
    let (step, value) = (&curves[0].curve.step, &curves[0].curve.value);
    let methods = &subject.scores.results.methods;
    let column = |m: usize| record.methods.iter().position(|own| own.name == methods[m]);
    let (shown, note) =
        series(subject, |m| column(m).is_some_and(|c| curves.iter().any(|k| k.method == c)));
    let of = |s: &Series, dataset: usize| -> Option<&&MeanCurve> {
        let column = column(s.method)?;
        curves.iter().find(|k| k.method == column && k.dataset == dataset)
    };
    let with_curves: Vec<usize> =
        (0..record.datasets.len()).filter(|d| shown.iter().any(|s| of(s, *d).is_some())).collect();
    let drawn = &with_curves[..with_curves.len().min(MOST_PANELS)];
    if drawn.is_empty() {
        return Err(none.to_owned());
    }

    let panel = |dataset: &usize| -> Vec<Line<'_>> {
        let found = |s| Some((s, &of(s, *dataset)?.curve.points[..]));
        shown.iter().filter_map(found).collect()
    };
    let panels: Vec<Vec<Line<'_>>> = drawn.iter().map(panel).collect();
    let values = |panel: &Vec<Line<'_>>| -> Vec<f64> {
        panel.iter().flat_map(|(_, points)| points.iter().map(|p| p.1)).collect()
    };
    let kind = Kind::of(&panels.iter().flat_map(values).collect::<Vec<f64>>(), WIDE);
    let ups: Vec<Axis> =
        panels.iter().map(|panel| Axis::near(kind, &values(panel), (0.0, 1.0))).collect();
    let left = ups.iter().map(panels::numbers_room).fold(0.0, f64::max);
    let around = Around { left, above: 18.0, below: panels::NUMBERS_BELOW };
    let (frames, bottom) = panels::frames(drawn.len(), MARGIN, around);

    let keys: Vec<parts::Key> = shown.iter().map(|s| s.key.clone()).collect();
    let inner = WIDTH - 2.0 * MARGIN;
    let legend_top = bottom + panels::LABEL_BELOW + 4.0;
    let legend_bottom = legend_top + parts::legend_height(&keys, inner);
    let mut scene = Scene::new(WIDTH, legend_bottom + MARGIN);
    for ((panel, frame), (up, dataset)) in panels.iter().zip(frames).zip(ups.iter().zip(drawn)) {
        draw_panel(&mut scene, frame, panel, up);
        panels::heading(&mut scene, &record.datasets[*dataset].name, frame, 6.0);
    }
    panels::shared_labels(&mut scene, step, value, (MARGIN, bottom));
    parts::legend(&mut scene, &keys, MARGIN, legend_top, inner);
    Ok(Sketch { scene, caption, notes: vec![notes(&with_curves, note, remarks)] })
}

/// A method with the points of its line.
type Line<'a> = (&'a Series, &'a [Point]);

/// The lines of one dataset with their axes.
fn draw_panel(scene: &mut Scene, frame: Frame, panel: &[Line<'_>], up: &Axis) {
    let up = up.moved((frame.bottom, frame.top));
    let steps: Vec<f64> = panel.iter().flat_map(|(_, p)| p.iter().map(|p| p.0)).collect();
    let first = steps.iter().copied().fold(f64::INFINITY, f64::min);
    let last = steps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let across = Axis::new(Kind::Linear, (first, last), (frame.left, frame.right));
    panels::draw_axes(scene, frame, &across, &up);
    for (series, points) in panel {
        let at = |p: &Point| (across.at(p.0), up.at(p.1));
        let line: Vec<Point> = points.iter().map(at).collect();
        scene.line(line.clone(), Stroke::new(series.key.ink, 1.2));
        for &point in marked(&line, series.key.shape) {
            parts::marker(scene, series.key.shape, point, 2.6, series.key.ink);
        }
    }
}

/// The curves that count the same steps and show the same value; where there are several such groups, the largest.
fn largest_group(record: &Record) -> Option<Vec<&MeanCurve>> {
    let mut groups: Vec<Vec<&MeanCurve>> = Vec::new();
    let usable = |c: &&MeanCurve| {
        c.curve.points.len() >= 2
            && c.curve.points.iter().all(|p| p.0.is_finite() && p.1.is_finite())
    };
    for curve in record.curves.iter().filter(usable) {
        let same = |group: &&mut Vec<&MeanCurve>| {
            let first = &group[0].curve;
            (&first.step, &first.value) == (&curve.curve.step, &curve.curve.value)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(curve),
            None => groups.push(vec![curve]),
        }
    }
    // The first of equally large ones.
    groups.into_iter().rev().max_by_key(Vec::len)
}

/// A few points of a line that carry a marker: about every fifth part of it, where other shapes have none, and its end.
fn marked(line: &[Point], shape: usize) -> impl Iterator<Item = &Point> {
    let step = (line.len() / 5).max(1);
    let last = line.len().saturating_sub(1);
    let start = (shape * step) / parts::MARKERS;
    line.iter()
        .enumerate()
        .filter(move |(i, _)| *i == last || (i % step == start % step && last - i >= step / 2))
        .map(|(_, point)| point)
}

/// Names methods whose curves show something else, and are not drawn.
fn left_out(record: &Record, drawn: &[&MeanCurve]) -> Option<String> {
    let mut others: Vec<String> = Vec::new();
    for curve in record.curves.iter().filter(|c| drawn.iter().all(|d| d.method != c.method)) {
        let name = &record.methods[curve.method].name;
        let words = format!("{name} ({} a {})", curve.curve.value, curve.curve.step);
        if !others.contains(&words) {
            others.push(words);
        }
    }
    (!others.is_empty())
        .then(|| format!("Not drawn, because they show something else: {}.", others.join(", ")))
}

/// The first remark, how many datasets are drawn, what the legend leaves out, and the other remarks.
fn notes(with_curves: &[usize], legend: Option<String>, remarks: Vec<String>) -> String {
    let mut remarks = remarks.into_iter();
    let more = (with_curves.len() > MOST_PANELS).then(|| {
        let all = with_curves.len();
        format!("{MOST_PANELS} of {all} datasets are drawn, in the order of the run.")
    });
    let words: Vec<String> =
        remarks.next().into_iter().chain(more).chain(legend).chain(remarks).collect();
    words.join(" ")
}
