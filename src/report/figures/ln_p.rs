//! Distributions of ln p over draws, a panel a pair of methods, with their medians (models: Suppharangsarn 2010, figures 5.7
//! to 5.9). Several ways of drawing lie over each other.

use super::axis::{Axis, Kind};
use super::font::{self, Weight};
use super::ink::{ACCENT, CONTRAST, INK, Ink, PAPER, SERIES, SOFT};
use super::panels::{self, Around};
use super::parts::{MARGIN, NOTE, WIDTH};
use super::scene::{Anchor, Frame, Point, Scene, Stroke};
use super::{Sketch, Subject};
use crate::analysis::Analysis;
use crate::num::math;
use crate::report::table::side_note;
use crate::stats::uncertainty::{LN_P_START, LN_P_WIDTH, PSummary};
use crate::words;

/// Panels of a figure.
const MOST_PANELS: usize = 12;

/// A pair of methods with one distribution for each way of drawing.
struct Panel<'a> {
    name: (&'a str, &'a str),
    ways: Vec<&'a PSummary>,
}

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let analysis = subject.analysis()?;
    let ways = analysis.sampled.len();
    if ways == 0 {
        let reason = "no test with uncertainty was asked for (monte-carlo, mcmc-kde, bootstrap)";
        return Err(reason.to_owned());
    }
    let all = panels_of(analysis);
    let drawn = &all[..all.len().min(MOST_PANELS)];
    let ln_alpha = math::ln(analysis.settings.alpha);
    let (start, lowest) = start(drawn, ln_alpha);
    let tops: Vec<Axis> = drawn.iter().map(|panel| shares(panel, (0.0, 1.0))).collect();
    let around = Around {
        left: tops.iter().map(panels::numbers_room).fold(0.0, f64::max),
        above: 32.0,
        below: panels::NUMBERS_BELOW,
    };
    let (frames, bottom) = panels::frames(drawn.len(), MARGIN, around);
    let inner = WIDTH - 2.0 * MARGIN;
    let key = key(analysis);
    let legend_top = bottom + panels::LABEL_BELOW + 4.0;
    let legend_bottom = legend_top + panels::lines_height(&key, inner);
    let mut scene = Scene::new(WIDTH, legend_bottom + MARGIN);
    for ((panel, frame), top) in drawn.iter().zip(frames).zip(tops) {
        let across = Axis::new(Kind::Linear, (start, 0.0), (frame.left, frame.right));
        let up = top.moved((frame.bottom, frame.top));
        panels::draw_axes(&mut scene, frame, &across, &up);
        let room = (frame.width() - font::width(" \u{2013} ", NOTE + 0.5, Weight::Bold)) / 2.0;
        heading(&mut scene, panel.name, frame, room);
        distributions(&mut scene, panel, &across, &up);
        let at = across.at(ln_alpha);
        scene.line([(at, frame.top), (at, frame.bottom)], level(ways));
        medians(&mut scene, panel, frame, &across, start);
    }
    panels::shared_labels(&mut scene, "ln p", "share of draws in %", (MARGIN, bottom));
    panels::line_legend(&mut scene, &key, MARGIN, legend_top, inner);
    let caption = format!(
        "Distribution of ln p over draws of uncertain {} for {}, with medians.",
        subject.scores.results.title,
        words::count(drawn.len(), "pair of methods", "pairs of methods")
    );
    Ok(Sketch { scene, caption, notes: vec![notes(analysis, &all, lowest)] })
}

/// All pairs: those with the control first, each part from the smallest median to the largest.
fn panels_of(analysis: &Analysis) -> Vec<Panel<'_>> {
    let Some(first) = analysis.sampled.first() else { return Vec::new() };
    let control = analysis.control;
    let with_control = |&position: &usize| {
        let (a, b, _) = &first.pairs[position];
        *a == control || *b == control
    };
    let mut order: Vec<usize> = (0..first.pairs.len()).collect();
    order.sort_by(|x, y| {
        let median = |position: &usize| first.pairs[*position].2.summary.median;
        with_control(y).cmp(&with_control(x)).then(median(x).total_cmp(&median(y)))
    });
    let panel = |position: usize| {
        let (a, b, _) = first.pairs[position];
        // A folded p has no direction; that of one side belongs to the first-named.
        let turned = b == control && analysis.settings.draw_test.folded;
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let ways = analysis.sampled.iter().filter_map(|way| way.pairs.get(position));
        let ways = ways.map(|pair| &pair.2.summary).collect();
        Panel { name: (analysis.name(a), analysis.name(b)), ways }
    };
    order.into_iter().map(panel).collect()
}

/// Where the axis begins, and whether draws below the histogram are drawn as a bar before its first bin.
fn start(panels: &[Panel<'_>], ln_alpha: f64) -> (f64, bool) {
    let all = || panels.iter().flat_map(|panel| &panel.ways);
    let lowest = all().any(|way| way.histogram.below > 0);
    let first = all().filter_map(|way| way.histogram.bins.iter().position(|n| *n > 0)).min();
    let first = LN_P_START + LN_P_WIDTH * first.unwrap_or(0) as f64;
    let first = if lowest { LN_P_START - LN_P_WIDTH } else { first };
    (first.min(ln_alpha - 1.0), lowest)
}

/// Left edges of bars with their shares of draws in percent, the draws below the histogram first.
fn bars(way: &PSummary) -> Vec<(f64, f64)> {
    let share = |count: usize| 100.0 * count as f64 / way.draws.max(1) as f64;
    let below = std::iter::once(way.histogram.below);
    let counts = below.chain(way.histogram.bins.iter().copied()).enumerate();
    counts.map(|(bin, n)| (LN_P_START + LN_P_WIDTH * (bin as f64 - 1.0), share(n))).collect()
}

fn shares(panel: &Panel<'_>, ends: (f64, f64)) -> Axis {
    let bars = panel.ways.iter().flat_map(|way| bars(way));
    let highest = bars.map(|(_, share)| share).fold(1.0, f64::max);
    Axis::new(Kind::Linear, (0.0, 1.08 * highest), ends)
}

fn stroke(way: usize) -> Stroke {
    let inks: [Ink; 3] = [ACCENT, CONTRAST, SERIES[2]];
    let solid = Stroke::new(inks[way % inks.len()], 1.3);
    match way {
        0 => solid,
        1 => solid.dashed(5.0, 2.0),
        _ => solid.dashed(1.5, 1.5),
    }
}

/// The line at ln alpha, in a colour that no way of drawing has.
fn level(ways: usize) -> Stroke {
    Stroke::new(if ways == 1 { CONTRAST } else { SOFT }, 0.9)
}

/// One way: filled bars; several: outlines that let each other be seen.
fn distributions(scene: &mut Scene, panel: &Panel<'_>, across: &Axis, up: &Axis) {
    let floor = up.at(0.0);
    for (position, way) in panel.ways.iter().enumerate() {
        let bars = bars(way);
        let (Some(first), Some(last)) =
            (bars.iter().position(|b| b.1 > 0.0), bars.iter().rposition(|b| b.1 > 0.0))
        else {
            continue;
        };
        let mut outline: Vec<Point> = vec![(across.at(bars[first].0), floor)];
        for (left, share) in &bars[first..=last] {
            let (x0, x1) = (across.at(*left), across.at(left + LN_P_WIDTH));
            let y = up.at(*share);
            outline.extend([(x0, y), (x1, y)]);
        }
        outline.push((across.at(bars[last].0 + LN_P_WIDTH), floor));
        let looks = stroke(position);
        if panel.ways.len() == 1 {
            scene.area(outline.clone(), ACCENT.mixed(PAPER, 0.7));
        }
        let width = if panel.ways.len() == 1 { 0.9 } else { looks.width };
        scene.line(outline, Stroke { width, ..looks });
    }
}

fn heading(scene: &mut Scene, (a, b): (&str, &str), frame: Frame, room: f64) {
    let size = NOTE + 0.5;
    let width = |name: &str| font::width(name, size, Weight::Bold);
    // A short name leaves its room to the other.
    let spare = |other: &str| room + (room - width(other)).max(0.0);
    let a_shown = font::shortened(a, size, Weight::Bold, spare(b));
    let b_shown = font::shortened(b, size, Weight::Bold, spare(a));
    panels::heading(scene, &format!("{a_shown} \u{2013} {b_shown}"), frame, 18.0);
}

/// A dashed line at every median, with p above the frame.
fn medians(scene: &mut Scene, panel: &Panel<'_>, frame: Frame, across: &Axis, start: f64) {
    let base = frame.top - 4.5;
    let places: Vec<f64> = panel
        .ways
        .iter()
        .map(|way| {
            let ln_p = if way.median > 0.0 { math::ln(way.median) } else { f64::NEG_INFINITY };
            // A median below the histogram stands in the bar of what is below.
            let ln_p = if ln_p < LN_P_START { LN_P_START - LN_P_WIDTH / 2.0 } else { ln_p };
            across.at(ln_p.clamp(start, 0.0))
        })
        .collect();
    for (position, at) in places.iter().enumerate() {
        let ink = if panel.ways.len() == 1 { INK } else { stroke(position).ink };
        let line = Stroke::new(ink, 1.2).dashed(4.0, 2.5);
        scene.line([(*at, frame.top - 2.0), (*at, frame.bottom)], line);
    }
    if let [way] = panel.ways[..] {
        let text = format!("median p = {}", words::small_p(way.median));
        let half = font::width(&text, NOTE, Weight::Regular) / 2.0;
        let x = places[0].clamp(frame.left + half, frame.right - half);
        scene.text(text, (x, base), NOTE, SOFT, Anchor::Middle);
        return;
    }
    let mut x = frame.left;
    for (position, way) in panel.ways.iter().enumerate() {
        let text = words::small_p(way.median);
        let text = if position == 0 { format!("p = {text}") } else { text };
        let width = font::width(&text, NOTE, Weight::Regular);
        if x + width > frame.right {
            break;
        }
        scene.text(text, (x, base), NOTE, stroke(position).ink, Anchor::Start);
        x += width + 9.0;
    }
}

fn key(analysis: &Analysis) -> Vec<(String, Stroke)> {
    let alpha = format!("p = {}", analysis.settings.alpha);
    let median = Stroke::new(INK, 1.2).dashed(4.0, 2.5);
    let marks = [("median".to_owned(), median), (alpha, level(analysis.sampled.len()))];
    let ways = analysis.sampled.iter().enumerate();
    let ways = ways.map(|(position, way)| (way.test.name.to_owned(), stroke(position)));
    let ways = ways.filter(|_| analysis.sampled.len() > 1);
    ways.chain(marks).collect()
}

fn notes(analysis: &Analysis, all: &[Panel<'_>], lowest: bool) -> String {
    let mut words = Vec::new();
    if let [way] = &analysis.sampled[..] {
        let draws = way.pairs.first().map_or(0, |pair| pair.2.summary.draws);
        words.push(format!("{draws} draws by {}.", way.test.name));
    } else {
        words.push(
            "Above each panel: the median p of each way of drawing, in its colour.".to_owned(),
        );
    }
    words.push(side_note(analysis).to_owned());
    if lowest {
        words.push(format!("The first bar holds all draws with ln p below {LN_P_START}."));
    }
    if all.len() > MOST_PANELS {
        let control = analysis.name(analysis.control);
        words.push(format!(
            "{MOST_PANELS} of {} pairs are drawn: those with {control} first, then those with the smallest median.",
            all.len()
        ));
    }
    words.join(" ")
}
