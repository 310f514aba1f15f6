//! Two methods against each other, one point per dataset, with crosses of one standard deviation (model: Suppharangsarn 2010,
//! figure 5.4). Both axes show the same numbers, so that the diagonal is where the methods are equal.

use super::axis::{Axis, Kind, WIDE};
use super::font::{self, Weight};
use super::ink::{ACCENT, AXIS, Ink, PAPER, SOFT};
use super::parts::{Axes, MARGIN, NOTE};
use super::scene::{Anchor, Frame, Point, Run, Scene, Stroke, Text};
use super::series;
use super::{Sketch, Subject};
use crate::measure::Direction;
use crate::report::table::style::Style;
use crate::words::count;

/// Length of both axes.
pub const SIDE: f64 = 400.0;
const RADIUS: f64 = 3.4;
/// Points nearer to the diagonal than this stay without a name.
const OUTLYING: f64 = 10.0;
/// More names than this are clutter.
const MOST_NAMES: usize = 12;

/// A dataset.
struct Dataset<'a> {
    name: &'a str,
    at: (f64, f64),
    /// Standard deviations, zero where they are not known.
    spread: (f64, f64),
}

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let results = &subject.scores.results;
    if results.mixes_units() {
        return Err(super::NO_COMMON_UNIT.to_owned());
    }
    let (a, b) = chosen(subject)?;
    let (across_name, up_name) = (&results.methods[a], &results.methods[b]);
    let style = Style::new(subject.scores, subject.settings);
    let points = datasets(subject, &style, (a, b));
    if points.is_empty() {
        return Err(format!("no dataset has scores of both {across_name} and {up_name}"));
    }
    let metric = format!("{}{}", results.title, style.unit);

    let ends = ends(&points, results.range, &style);
    let plain = Axis::new(kind(&points), ends, (0.0, 1.0));
    let left = MARGIN + Axes::left_room(&plain);
    let frame = Frame { left, top: MARGIN, right: left + SIDE, bottom: MARGIN + SIDE };
    let across = plain.moved((frame.left, frame.right));
    let up = plain.moved((frame.bottom, frame.top));
    let below = frame.bottom + Axes::BELOW + 4.0;
    let mut scene = Scene::new(frame.right + 2.0 * MARGIN, below + MARGIN);
    let labels = [across_name, up_name].map(|name| format!("{metric} of {name}"));
    Axes { frame, across: &across, up: &up, across_label: &labels[0], up_label: &labels[1] }
        .draw_with(&mut scene, 6);
    let diagonal = [(frame.left, frame.bottom), (frame.right, frame.top)];
    scene.line(diagonal, Stroke::new(AXIS, 1.0).dashed(4.0, 3.0));
    let low_right = match results.direction {
        Direction::Higher => (up_name, across_name),
        Direction::Lower => (across_name, up_name),
    };

    let mut taken = draw_spreads(&mut scene, (&across, &up), &points);
    taken.extend(hints(&mut scene, frame, low_right));
    for point in &points {
        let at = (across.at(point.at.0), up.at(point.at.1));
        scene.circle(at, RADIUS, Some(ACCENT), Some(Stroke::new(PAPER, 0.7)));
    }
    let places = points.iter().map(|p| (p.name, (across.at(p.at.0), up.at(p.at.1)))).collect();
    names(&mut scene, frame, places, taken);
    let caption = format!(
        "{metric} of {across_name} (across) and {up_name} (up), one point per dataset; below the diagonal {} is better.",
        low_right.1
    );
    Ok(Sketch { scene, caption, notes: words(subject, (a, b), &points) })
}

/// Draws the crosses, and returns what they and the points take.
fn draw_spreads(
    scene: &mut Scene,
    (across, up): (&Axis, &Axis),
    points: &[Dataset<'_>],
) -> Vec<Frame> {
    let mut taken = Vec::new();
    let (low, high) = across.ends();
    let inside = |v: f64| v.clamp(low, high);
    let ink = ACCENT.mixed(PAPER, 0.55);
    for point in points {
        let ((x, y), (dx, dy)) = (point.at, point.spread);
        let (px, py) = (across.at(x), up.at(y));
        let flat = (across.at(inside(x - dx)), across.at(inside(x + dx)));
        let tall = (up.at(inside(y + dy)), up.at(inside(y - dy)));
        for (bar, length) in
            [([(flat.0, py), (flat.1, py)], dx), ([(px, tall.0), (px, tall.1)], dy)]
        {
            if length > 0.0 {
                scene.line(bar, Stroke::new(ink, 0.9));
                taken.push(around(bar[0], bar[1], 0.5));
            }
        }
        taken.push(around((px, py), (px, py), RADIUS + 0.5));
    }
    taken
}

/// The two methods that were asked for; else the control and the best of the others; else the first two of the table.
fn chosen(subject: &Subject<'_>) -> Result<(usize, usize), String> {
    let methods = &subject.scores.results.methods;
    if methods.len() < 2 {
        return Err("there is only one method".to_owned());
    }
    let place = |name: &str| methods.iter().position(|method| method == name);
    let asked = subject.settings.scatter.as_ref().and_then(|(a, b)| place(a).zip(place(b)));
    if let Some((a, b)) = asked.filter(|(a, b)| a != b) {
        return Ok((a, b));
    }
    let control = subject.judged.over.as_ref().ok().and_then(|a| place(a.name(a.control)));
    let control = control.unwrap_or(0);
    let rival = series::by_rank(subject).into_iter().find(|m| *m != control);
    Ok((control, rival.unwrap_or(1)))
}

fn datasets<'a>(subject: &Subject<'a>, style: &Style, (a, b): (usize, usize)) -> Vec<Dataset<'a>> {
    let results = &subject.scores.results;
    let rows = results.datasets.iter().zip(&results.cells);
    let point = |(name, row): (&'a String, &Vec<Option<crate::analysis::Score>>)| {
        let (across, up) = row[a].as_ref().zip(row[b].as_ref())?;
        let sd = |sd: Option<f64>| sd.map_or(0.0, |sd| style.scaled(sd));
        Some(Dataset {
            name,
            at: (style.scaled(across.mean), style.scaled(up.mean)),
            spread: (sd(across.sd), sd(up.sd)),
        })
    };
    let finite =
        |d: &Dataset<'_>| [d.at.0, d.at.1, d.spread.0, d.spread.1].into_iter().all(f64::is_finite);
    rows.filter_map(point).filter(finite).collect()
}

fn kind(points: &[Dataset<'_>]) -> Kind {
    let values: Vec<f64> = points.iter().flat_map(|d| [d.at.0, d.at.1]).collect();
    Kind::of(&values, WIDE)
}

/// Ends of both axes: round numbers around all points and lines, but none that the metric cannot have.
fn ends(points: &[Dataset<'_>], range: (f64, f64), style: &Style) -> (f64, f64) {
    let reach = |d: &Dataset<'_>| {
        let ((x, y), (dx, dy)) = (d.at, d.spread);
        [x - dx, x + dx, y - dy, y + dy]
    };
    let all: Vec<f64> = points.iter().flat_map(reach).collect();
    let (low, high) = Axis::near(kind(points), &all, (0.0, 1.0)).ends();
    let (least, most) = (style.scaled(range.0), style.scaled(range.1));
    let kept = points.iter().all(|d| [d.at.0, d.at.1].iter().all(|v| (least..=most).contains(v)));
    let bounded = (low.max(least), high.min(most));
    if kept && bounded.1 > bounded.0 { bounded } else { (low, high) }
}

/// Says who is better above and below the diagonal, on paper that keeps lines away from the words, and where.
fn hints(scene: &mut Scene, frame: Frame, (above, below): (&String, &String)) -> [Frame; 2] {
    let words = |name: &String| {
        let room = 0.42 * frame.width() - font::width(" better", NOTE, Weight::Bold);
        format!("{} better", font::shortened(name, NOTE, Weight::Bold, room))
    };
    let top = (frame.left + 7.0, frame.top + 5.0 + font::ASCENT * NOTE);
    let bottom = (frame.right - 7.0, frame.bottom - 8.0);
    [(above, top, Anchor::Start), (below, bottom, Anchor::End)].map(|(name, at, anchor)| {
        let text = Text { weight: Weight::Bold, ..label(words(name), at, SOFT, anchor) };
        let own = text.frame();
        scene.rect(own, PAPER);
        scene.place(text);
        own
    })
}

fn label(text: String, at: Point, ink: Ink, anchor: Anchor) -> Text {
    Text { text, at, size: NOTE, ink, anchor, weight: Weight::Regular, run: Run::Across }
}

/// What a line or a point takes, with an edge.
pub fn around((x0, y0): Point, (x1, y1): Point, edge: f64) -> Frame {
    Frame { left: x0 - edge, top: y0 - edge, right: x1 + edge, bottom: y1 + edge }
}

/// Names the points that are farthest from the diagonal, as far as there is room next to them.
pub fn names(scene: &mut Scene, frame: Frame, points: Vec<(&str, Point)>, mut taken: Vec<Frame>) {
    // The diagonal runs through the corners of a square: off it, the ways to the left and to the bottom edge differ.
    let off = |(x, y): Point| (x - frame.left) - (frame.bottom - y);
    let mut order: Vec<(f64, &str, Point)> =
        points.into_iter().map(|(name, at)| (off(at).abs(), name, at)).collect();
    order.retain(|(off, ..)| *off >= OUTLYING);
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut named = 0;
    for (_, name, (x, y)) in order {
        let name = font::shortened(name, NOTE, Weight::Regular, 110.0);
        let (up, down) = (y - 5.0, y + 4.0 + font::ASCENT * NOTE);
        let places = [
            ((x + 5.0, up), Anchor::Start),
            ((x - 5.0, up), Anchor::End),
            ((x + 5.0, down), Anchor::Start),
            ((x - 5.0, down), Anchor::End),
            ((x + 7.0, y + 0.36 * NOTE), Anchor::Start),
            ((x - 7.0, y + 0.36 * NOTE), Anchor::End),
        ];
        let texts = places.map(|(at, anchor)| label(name.clone(), at, SOFT, anchor));
        let free = |text: &&Text| {
            let own = text.frame();
            let held = own.left > frame.left + 2.0
                && own.right < frame.right - 2.0
                && own.top > frame.top + 2.0
                && own.bottom < frame.bottom - 2.0;
            let corners = [(own.left, own.top), (own.right, own.bottom)];
            let sides = corners.map(|corner| off(corner) > 0.0);
            let others = [(own.right, own.top), (own.left, own.bottom)].map(|c| off(c) > 0.0);
            let crossed = sides[0] != sides[1] || others[0] != others[1];
            held && !crossed && !taken.iter().any(|frame| frame.overlaps(&own))
        };
        let Some(text) = texts.iter().find(free) else { continue };
        taken.push(text.frame());
        scene.place(text.clone());
        named += 1;
        if named == MOST_NAMES {
            break;
        }
    }
}

fn words(subject: &Subject<'_>, (a, b): (usize, usize), points: &[Dataset<'_>]) -> Vec<String> {
    let results = &subject.scores.results;
    let mut words = Vec::new();
    if let Some(counts) = subject.scores.counts(a, b) {
        let datasets = count(counts.wins, "dataset", "datasets");
        let mut text = format!(
            "{} is better on {datasets}, {} on {}",
            results.methods[a], results.methods[b], counts.losses
        );
        if counts.ties > 0 {
            text += &format!("; equal on {}", counts.ties);
        }
        words.push(text + ".");
    }
    if points.iter().any(|d| d.spread.0 > 0.0 || d.spread.1 > 0.0) {
        words.push("Lines: \u{b1} one standard deviation.".to_owned());
    }
    let left_out = results.datasets.len() - points.len();
    if left_out > 0 {
        let datasets = count(left_out, "dataset has", "datasets have");
        words.push(format!("{datasets} no score of one of them and no point."));
    }
    vec![words.join(" ")]
}
