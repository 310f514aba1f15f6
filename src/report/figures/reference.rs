//! Published numbers against ours, one point per dataset and method, with the spread of our folds. Both axes show the same
//! numbers, so that the diagonal is where they are equal.

use super::axis::{Axis, Kind, WIDE};
use super::ink::{AXIS, PAPER};
use super::parts::{self, Axes, Key, MARGIN};
use super::scatter::{SIDE, around, names};
use super::scene::{Frame, Scene, Stroke};
use super::series::{Series, series};
use super::{Sketch, Subject};
use crate::analysis::{Reference, Results};
use crate::published::PrintedUnit;
use crate::report::table::{reference_title, unit_suffix};
use crate::words::count;

const RADIUS: f64 = 3.4;

/// A cell that both have.
struct Dot<'a> {
    dataset: &'a str,
    published: f64,
    ours: f64,
    /// Standard deviation of our folds, zero where it is not known.
    spread: f64,
}

/// A method that is shown, with its cells.
type Group<'a> = (&'a Series, Vec<Dot<'a>>);

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let Results { metric, title, .. } = &subject.scores.results;
    let mut own = subject.findings.references.iter().filter(|r| r.metric == *metric);
    let reference =
        own.next().ok_or_else(|| format!("the spec names no published table of {title}"))?;
    let others = own.count();
    let (shown, note) = series(subject, |method| !dots(subject, reference, method).is_empty());
    let groups: Vec<Group<'_>> =
        shown.iter().map(|series| (series, dots(subject, reference, series.method))).collect();
    let all: Vec<&Dot<'_>> = groups.iter().flat_map(|(_, dots)| dots).collect();
    if all.is_empty() {
        return Err("no cell has a published and a measured number".to_owned());
    }
    let mut notes = Vec::new();
    if all.iter().any(|dot| dot.spread > 0.0) {
        notes.push("Lines: \u{b1} one standard deviation over our outer test folds.".to_owned());
    }
    let more = (others > 0).then(|| {
        let more = count(others, "other published table", "other published tables");
        format!("{more} of {title} in the tables only.")
    });
    let remarks: Vec<String> = note.into_iter().chain(more).collect();
    if !remarks.is_empty() {
        notes.push(remarks.join(" "));
    }

    let plain = axis(reference, &all);
    let left = MARGIN + Axes::left_room(&plain);
    let frame = Frame { left, top: MARGIN, right: left + SIDE, bottom: MARGIN + SIDE };
    let (across, up) =
        (plain.moved((frame.left, frame.right)), plain.moved((frame.bottom, frame.top)));
    let keys: Vec<Key> = shown.iter().map(|series| series.key.clone()).collect();
    let legend_top = frame.bottom + Axes::BELOW + 8.0;
    let below = legend_top + parts::legend_height(&keys, frame.width());
    let mut scene = Scene::new(frame.right + 2.0 * MARGIN, below + MARGIN);
    let labels = [
        format!("published: {}", reference.cite),
        format!("measured: {title}{}", unit_suffix(reference)),
    ];
    Axes { frame, across: &across, up: &up, across_label: &labels[0], up_label: &labels[1] }
        .draw_with(&mut scene, 6);
    let diagonal = [(frame.left, frame.bottom), (frame.right, frame.top)];
    scene.line(diagonal, Stroke::new(AXIS, 1.0).dashed(4.0, 3.0));

    draw_dots(&mut scene, frame, (&across, &up), &groups);
    parts::legend(&mut scene, &keys, frame.left, legend_top, frame.width());
    let caption = format!(
        "{}: one point per dataset and method, published across and measured up; on the diagonal both are equal.",
        reference_title(reference).shown
    );
    Ok(Sketch { scene, caption, notes })
}

/// Draws the spreads, then the points over them, then as many names as there is room for.
fn draw_dots(scene: &mut Scene, frame: Frame, (across, up): (&Axis, &Axis), groups: &[Group<'_>]) {
    let (low, high) = up.ends();
    let (mut taken, mut places) = (Vec::new(), Vec::new());
    for (series, dots) in groups {
        let ink = series.key.ink.mixed(PAPER, 0.55);
        for dot in dots {
            let at = (across.at(dot.published), up.at(dot.ours));
            if dot.spread > 0.0 {
                let ends = [dot.ours + dot.spread, dot.ours - dot.spread];
                let ends = ends.map(|v| up.at(v.clamp(low, high)));
                scene.line([(at.0, ends[0]), (at.0, ends[1])], Stroke::new(ink, 0.9));
                taken.push(around((at.0, ends[0]), (at.0, ends[1]), 0.5));
            }
            taken.push(around(at, at, RADIUS + 1.0));
            places.push((dot.dataset, at));
        }
    }
    for (series, dots) in groups {
        for dot in dots {
            let at = (across.at(dot.published), up.at(dot.ours));
            parts::marker(scene, series.key.shape, at, RADIUS, series.key.ink);
        }
    }
    names(scene, frame, places, taken);
}

/// The cells of a method, by its position in the table of scores.
fn dots<'a>(subject: &Subject<'_>, reference: &'a Reference, method: usize) -> Vec<Dot<'a>> {
    let name = &subject.scores.results.methods[method];
    let Some(column) = reference.methods.iter().position(|pair| pair.ours == *name) else {
        return Vec::new();
    };
    let dot = |row: &'a crate::analysis::ReferenceRow| {
        let cell = &row.cells[column];
        let (published, ours) = (cell.published.as_ref()?.value(), cell.ours.as_ref()?);
        Some(Dot {
            dataset: &row.dataset.ours,
            published,
            ours: ours.mean,
            spread: ours.sd.unwrap_or(0.0),
        })
    };
    let time = reference.unit == PrintedUnit::Seconds;
    let drawable = |dot: &Dot<'_>| {
        let numbers = [dot.published, dot.ours, dot.spread];
        // Times have a logarithmic axis, on which there is no zero.
        numbers.into_iter().all(f64::is_finite)
            && (!time || (dot.published > 0.0 && dot.ours > 0.0))
    };
    reference.rows.iter().filter_map(dot).filter(drawable).collect()
}

/// One axis for both: around all points, and around their spreads where it is linear.
fn axis(reference: &Reference, dots: &[&Dot<'_>]) -> Axis {
    let points: Vec<f64> = dots.iter().flat_map(|dot| [dot.published, dot.ours]).collect();
    let kind = match reference.unit {
        PrintedUnit::Seconds => Kind::Log,
        _ => Kind::of(&points, WIDE),
    };
    let reach = dots.iter().flat_map(|dot| [dot.ours - dot.spread, dot.ours + dot.spread]);
    let all: Vec<f64> = match kind {
        Kind::Linear => points.iter().copied().chain(reach).collect(),
        Kind::Log => points,
    };
    let near = Axis::near(kind, &all, (0.0, 1.0));
    let (low, high) = near.ends();
    // No share is more than all of it.
    let most = match reference.unit {
        PrintedUnit::Percent => 100.0,
        PrintedUnit::Share => 1.0,
        _ => f64::INFINITY,
    };
    let bounded = high > most && dots.iter().all(|dot| dot.published <= most && dot.ours <= most);
    if bounded && low < most { Axis::new(kind, (low, most), (0.0, 1.0)) } else { near }
}
