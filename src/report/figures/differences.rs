//! Differences on one or two datasets: every pair of the verdict with its interval, filled where it is significant.

use super::axis::{Axis, Kind};
use super::font::{self, Weight};
use super::ink::{ACCENT, AXIS, GRID, INK, PAPER, SOFT};
use super::parts::{self, LABEL, MARGIN, NUMBER, WIDTH};
use super::scene::{Anchor, Frame, Scene, Stroke};
use super::{Sketch, Subject};
use crate::analysis::DatasetVerdict;
use crate::report::table::style::Style;
use crate::report::verdict_words::percent;
use crate::words::count;

/// Room for the names of a pair.
const NAMES: f64 = 250.0;
/// More pairs than this would be no figure; the ones with the smallest p are drawn.
const MOST: usize = 30;
/// Height of a row.
const LINE: f64 = 24.0;
/// Radius of a dot.
const DOT: f64 = 3.6;

/// A pair with its place on the axis.
struct Shown {
    name: String,
    difference: f64,
    interval: Option<(f64, f64)>,
    significant: bool,
}

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let results = &subject.scores.results;
    let style = Style::new(subject.scores, subject.settings);
    let verdicts: Vec<&DatasetVerdict> = subject.judged.on_datasets().collect();
    if verdicts.is_empty() {
        return Err("there is no verdict on a single dataset".to_owned());
    }
    let several = verdicts.len() > 1;
    let each = MOST / verdicts.len();
    let rows: Vec<Shown> =
        verdicts.iter().flat_map(|verdict| pairs(verdict, &style, several, each)).collect();
    let name = |row: &Shown| font::shortened(&row.name, LABEL, Weight::Regular, NAMES);
    let wide = |row: &Shown| font::width(&name(row), LABEL, Weight::Regular);
    let frame = Frame {
        left: MARGIN + rows.iter().map(wide).fold(40.0, f64::max) + 10.0,
        top: MARGIN,
        right: WIDTH - MARGIN - 10.0,
        bottom: MARGIN + LINE * rows.len() as f64 + 6.0,
    };
    let mut all = vec![0.0];
    for row in &rows {
        all.push(row.difference);
        all.extend(row.interval.iter().flat_map(|(low, high)| [*low, *high]));
    }
    let axis = Axis::around(Kind::Linear, &all, (frame.left, frame.right));
    let below = frame.bottom + parts::Axes::BELOW;
    let mut scene = Scene::new(WIDTH, below + MARGIN);
    for tick in parts::with_room(axis.ticks(8), NUMBER) {
        scene.line([(tick.at, frame.top), (tick.at, frame.bottom)], Stroke::new(GRID, 0.8));
        let at = (tick.at, frame.bottom + 6.0 + font::ASCENT * NUMBER);
        scene.text(tick.label, at, NUMBER, SOFT, Anchor::Middle);
    }
    let zero = axis.at(0.0);
    scene.line([(zero, frame.top), (zero, frame.bottom)], Stroke::new(AXIS, 1.6));
    scene.line([(frame.left, frame.bottom), (frame.right, frame.bottom)], Stroke::new(AXIS, 1.0));
    let label = format!("difference of {}{}", results.title, style.unit);
    let label = font::shortened(&label, LABEL, Weight::Regular, frame.width());
    let middle = (frame.left + frame.right) / 2.0;
    scene.text(label, (middle, below - 4.0), LABEL, INK, Anchor::Middle);
    for (position, row) in rows.iter().enumerate() {
        let y = frame.top + 3.0 + LINE * (position as f64 + 0.5);
        let at = (frame.left - 8.0, y + 0.36 * LABEL);
        scene.text(name(row), at, LABEL, INK, Anchor::End);
        draw_row(&mut scene, row, y, &axis);
    }
    let datasets: Vec<&str> = verdicts.iter().map(|verdict| verdict.dataset()).collect();
    let on = crate::words::listed(&datasets);
    let caption = format!(
        "Differences of {} between pairs of methods on {on}, with intervals.",
        results.title
    );
    Ok(Sketch { scene, caption, notes: notes(&verdicts, each) })
}

fn draw_row(scene: &mut Scene, row: &Shown, y: f64, axis: &Axis) {
    let edge = Stroke::new(ACCENT, 1.6);
    if let Some((low, high)) = row.interval {
        let (low, high) = (axis.at(low), axis.at(high));
        scene.line([(low, y), (high, y)], edge);
        for end in [low, high] {
            scene.line([(end, y - 3.5), (end, y + 3.5)], edge);
        }
    }
    let fill = if row.significant { ACCENT } else { PAPER };
    scene.circle((axis.at(row.difference), y), DOT, Some(fill), Some(edge));
}

/// The pairs of a verdict, the smallest p first.
fn pairs(verdict: &DatasetVerdict, style: &Style, several: bool, most: usize) -> Vec<Shown> {
    let shown = verdict.pairs_by_p().into_iter().take(most).map(|pair| {
        let found = pair.found(verdict.deciding);
        let end = |key: &str| Some(style.scaled(found?.number(key)?));
        let own = format!("{} - {}", verdict.name(pair.a), verdict.name(pair.b));
        Shown {
            name: if several { format!("{}: {own}", verdict.dataset()) } else { own },
            difference: style.scaled(pair.difference),
            interval: end("low").zip(end("high")),
            significant: verdict.deciding_p(pair).is_some_and(|p| p <= verdict.settings.alpha),
        }
    });
    shown.collect()
}

fn notes(verdicts: &[&DatasetVerdict], most: usize) -> Vec<String> {
    let Some(first) = verdicts.first() else { return Vec::new() };
    let mut words = vec![format!(
        "Right of zero the first-named method is better. Lines: {} intervals of single pairs ({}). Filled dots: significant after Holm's procedure.",
        percent(1.0 - first.settings.alpha),
        first.deciding.title.trim_start_matches("the "),
    )];
    let left: usize = verdicts.iter().map(|v| v.pairs.len().saturating_sub(most)).sum();
    if left > 0 {
        words.push(format!("{} with larger p not shown.", count(left, "pair", "pairs")));
    }
    let these = if verdicts.len() > 1 { "these datasets" } else { "this dataset" };
    words.push(format!("What is shown holds for {these} only."));
    vec![words.join(" ")]
}

#[cfg(test)]
mod tests {
    use super::super::draw_all;
    use super::super::tests::{look, noted};
    use crate::report::fixture::MadeUp;
    use crate::report::settings::{Figure, ReportSettings};

    /// One and two datasets, few and many methods, long names: everything is drawn and nothing overlaps.
    #[test]
    fn every_pair_has_its_row() {
        for (methods, datasets, letters) in
            [(2, 1, 8), (4, 1, 40), (12, 1, 8), (3, 2, 12), (9, 2, 60)]
        {
            let made = MadeUp { letters, ..MadeUp::new(methods, datasets) };
            let figures = vec![Figure::Differences];
            let settings = ReportSettings { figures, ..ReportSettings::default() };
            let (drawn, missing) = draw_all(&made.findings(), &settings);
            assert!(missing.is_empty(), "{missing:?}");
            look(&format!("differences-{methods}-{datasets}"), &drawn);
            let faults = noted(&drawn[0]).faults();
            assert!(faults.is_empty(), "{methods} {datasets}: {faults:?}");
        }
        let many =
            ReportSettings { figures: vec![Figure::Differences], ..ReportSettings::default() };
        let (drawn, missing) = draw_all(&MadeUp::new(3, 6).findings(), &many);
        assert!(drawn.is_empty() && missing.is_empty(), "over datasets it is not asked for");
    }
}
