//! Mean ranks with the uncertainty of the scores: one row per method from the best to the worst, the mean over draws as a dot
//! on its interval, the observed mean rank as an upright stroke, and how often the method was the best.

use super::axis::{Axis, Kind, Tick};
use super::font::{self, Weight};
use super::ink::{ACCENT, AXIS, GRID, INK, PAPER, SOFT};
use super::parts::{self, LABEL, MARGIN, NOTE, NUMBER, WIDTH};
use super::rank_line;
use super::scene::{Anchor, Frame, Point, Run, Scene, Stroke, Text};
use super::{Sketch, Subject};
use crate::analysis::registry::drawn::{BOOTSTRAP, MCMC_KDE};
use crate::analysis::{Analysis, Sampled};
use crate::report::settings::BestRank;
use crate::report::verdict_words::percent;
use crate::stats::rank_draws::RankInterval;

/// From one row to the next.
const ROW: f64 = 18.0;
/// Longer names are cut.
const NAME_MOST: f64 = 280.0;
/// The narrowest plot.
const LEAST_PLOT: f64 = 280.0;
/// What the column of numbers shows.
const BEST: &str = "P(best)";
/// Between names, plot and numbers.
const ASIDE: f64 = 12.0;

/// The figure.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let analysis = subject.analysis()?;
    let sampled = analysis.sampled.first().ok_or(
        "no test with uncertainty was asked for (monte-carlo, mcmc-kde, bootstrap, rank-uncertainty)",
    )?;
    let order = analysis.by_rank();
    let named = analysis.settings.control.is_some();
    let bold = |m: usize| named && m == analysis.control;
    let weight = |m: usize| if bold(m) { Weight::Bold } else { Weight::Regular };
    let name = |m: usize| font::shortened(analysis.name(m), LABEL, weight(m), NAME_MOST);
    let names = order.iter().map(|&m| font::width(&name(m), LABEL, weight(m))).fold(0.0, f64::max);
    let column = font::width(BEST, NOTE, Weight::Regular).max(38.0);
    let around = 2.0 * (MARGIN + ASIDE) + names + column;
    let width = WIDTH.max(around + LEAST_PLOT);
    let frame = Frame {
        left: MARGIN + names + ASIDE,
        top: MARGIN + font::ASCENT * NOTE + 8.0,
        right: width - MARGIN - column - ASIDE,
        bottom: MARGIN + font::ASCENT * NOTE + 8.0 + ROW * order.len() as f64,
    };
    let mut scene = Scene::new(width, frame.bottom);
    let flipped = subject.settings.best_rank == BestRank::Right;
    let axis = axis(analysis, sampled, &frame, flipped);
    draw_axis(&mut scene, &axis, &frame, flipped);
    let at = (width - MARGIN, MARGIN + font::ASCENT * NOTE);
    scene.text(BEST, at, NOTE, SOFT, Anchor::End);
    for (row, &method) in order.iter().enumerate() {
        let y = frame.top + ROW * (row as f64 + 0.5);
        let found = &sampled.ranks.methods[method];
        let ink = if bold(method) { ACCENT } else { INK };
        scene.place(Text {
            text: name(method),
            at: (frame.left - ASIDE, y + 0.35 * LABEL),
            size: LABEL,
            ink,
            anchor: Anchor::End,
            weight: weight(method),
            run: Run::Across,
        });
        draw_interval(&mut scene, &axis, found, analysis.omnibus.mean_ranks[method], y);
        let at = (width - MARGIN, y + 0.35 * NUMBER);
        scene.text(share(found.best), at, NUMBER, INK, Anchor::End);
    }
    draw_key(&mut scene, analysis, &frame);
    let caption = format!(
        "Mean ranks of {} with central {} intervals over {} draws of the scores, and how often each method was the best.",
        rank_line::extent(analysis),
        percent(1.0 - analysis.settings.alpha),
        sampled.ranks.draws
    );
    Ok(Sketch { scene, caption, notes: notes(analysis, sampled) })
}

/// From the whole rank below everything that is shown to the one above.
fn axis(analysis: &Analysis, sampled: &Sampled, frame: &Frame, flipped: bool) -> Axis {
    let intervals = sampled.ranks.methods.iter().flat_map(|m| [m.low, m.mean, m.high]);
    let shown: Vec<f64> = intervals.chain(analysis.omnibus.mean_ranks.iter().copied()).collect();
    let last = analysis.results.methods.len() as f64;
    let low = shown.iter().copied().fold(last, f64::min).floor().max(1.0).min(last - 1.0);
    let high = shown.iter().copied().fold(1.0, f64::max).ceil().min(last).max(low + 1.0);
    let (left, right) = (frame.left + 8.0, frame.right - 8.0);
    let ends = if flipped { (right, left) } else { (left, right) };
    Axis::new(Kind::Linear, (low, high), ends)
}

fn draw_axis(scene: &mut Scene, axis: &Axis, frame: &Frame, flipped: bool) {
    let rows = ((frame.height() / ROW).round() as usize).max(1);
    for row in (0..rows).step_by(2) {
        let top = frame.top + ROW * row as f64;
        let band = Frame { top, bottom: top + ROW, ..*frame };
        scene.rect(band, GRID.mixed(PAPER, 0.72));
    }
    // Whole ranks only: a tick at a half would suggest that a method can stand there.
    let whole = |tick: &Tick| tick.value.fract() == 0.0;
    let ticks: Vec<Tick> = axis.ticks(30).into_iter().filter(whole).collect();
    let ticks = ticks.into_iter().map(|tick| Tick { label: format!("{:.0}", tick.value), ..tick });
    for tick in parts::with_room(ticks.collect(), NUMBER) {
        scene.line([(tick.at, frame.top), (tick.at, frame.bottom + 4.0)], Stroke::new(GRID, 0.9));
        let base = frame.bottom + 8.0 + font::ASCENT * NUMBER;
        scene.text(tick.label, (tick.at, base), NUMBER, INK, Anchor::Middle);
    }
    let ends = [(frame.left, frame.bottom), (frame.right, frame.bottom)];
    scene.line(ends, Stroke::new(AXIS, 1.0));
    let base = frame.bottom + 10.0 + font::ASCENT * NUMBER + LABEL + 5.0;
    let middle = (frame.left + frame.right) / 2.0;
    scene.text("mean rank", (middle, base), LABEL, INK, Anchor::Middle);
    let (end, inwards, anchor) =
        if flipped { (frame.right, -1.0, Anchor::End) } else { (frame.left, 1.0, Anchor::Start) };
    parts::arrow(scene, (end + inwards * parts::ARROW, base - 0.3 * NOTE), -inwards, SOFT);
    scene.text("better", (end + inwards * (parts::ARROW + 4.0), base), NOTE, SOFT, anchor);
}

fn draw_interval(scene: &mut Scene, axis: &Axis, found: &RankInterval, observed: f64, y: f64) {
    let (low, high) = (axis.at(found.low), axis.at(found.high));
    scene.line([(low, y), (high, y)], Stroke::new(ACCENT, 2.2));
    for x in [low, high] {
        scene.line([(x, y - 3.0), (x, y + 3.0)], Stroke::new(ACCENT, 1.2));
    }
    // Where both fall together the stroke still stands out above and below the dot.
    stroke(scene, (axis.at(observed), y));
    dot(scene, (axis.at(found.mean), y));
}

/// The mean over draws.
fn dot(scene: &mut Scene, at: Point) {
    scene.circle(at, 3.6, Some(ACCENT), Some(Stroke::new(PAPER, 0.8)));
}

/// The observed mean rank.
fn stroke(scene: &mut Scene, (x, y): Point) {
    scene.line([(x, y - 6.5), (x, y + 6.5)], Stroke::new(PAPER, 3.0));
    scene.line([(x, y - 6.5), (x, y + 6.5)], Stroke::new(INK, 1.5));
}

/// A share of draws in percent; "0 %" and "100 %" only where there is no exception.
fn share(value: f64) -> String {
    match 100.0 * value {
        // Sums of shares are exact but for rounding.
        v if v < 1e-6 => "0 %".into(),
        v if v < 0.95 => "< 1 %".into(),
        v if v > 100.0 - 1e-6 => "100 %".into(),
        v if v > 99.0 => "> 99 %".into(),
        v => format!("{v:.0} %"),
    }
}

/// What dots, lines and strokes mean.
fn draw_key(scene: &mut Scene, analysis: &Analysis, frame: &Frame) {
    let y = frame.bottom + 10.0 + font::ASCENT * NUMBER + LABEL + 26.0;
    let level = percent(1.0 - analysis.settings.alpha);
    let keys = [
        "mean over draws".to_owned(),
        format!("central {level} of the draws"),
        "observed mean rank".to_owned(),
    ];
    let mut x = MARGIN;
    for (position, key) in keys.into_iter().enumerate() {
        let long = if position == 1 { 24.0 } else { 8.0 };
        let (middle, wide) = ((x + long / 2.0, y), font::width(&key, NOTE, Weight::Regular));
        match position {
            0 => dot(scene, middle),
            1 => {
                scene.line([(x, y), (x + long, y)], Stroke::new(ACCENT, 2.2));
                for end in [x, x + long] {
                    scene.line([(end, y - 3.0), (end, y + 3.0)], Stroke::new(ACCENT, 1.2));
                }
            }
            _ => stroke(scene, middle),
        }
        scene.text(key, (x + long + 5.0, y + 0.34 * NOTE), NOTE, INK, Anchor::Start);
        x += long + 5.0 + wide + 20.0;
    }
    scene.height = y + 8.0 + MARGIN;
}

fn notes(analysis: &Analysis, sampled: &Sampled) -> Vec<String> {
    let drawn = if *sampled.test == MCMC_KDE {
        "by a Markov chain from a density over the folds"
    } else if *sampled.test == BOOTSTRAP {
        "from the folds (bootstrap)"
    } else {
        "from normal distributions with the means and standard deviations of the scores"
    };
    let mut notes = rank_line::about(analysis);
    notes.push(format!(
        "Scores were drawn {} times {drawn}, and every draw was ranked on every dataset; {BEST} is the share of draws in which a method has the best mean rank.",
        sampled.ranks.draws
    ));
    notes.push(
        "Intervals speak of the noise of the scores on these datasets, not of other datasets. Drawing adds noise to scores that have some already, which pulls mean ranks towards the middle."
            .to_owned(),
    );
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::AnalysisSettings;
    use crate::report::figures::draw_all;
    use crate::report::fixture::MadeUp;
    use crate::report::settings::{Figure, ReportSettings};

    #[test]
    fn without_draws_it_says_what_to_ask_for() {
        let made = MadeUp { settings: AnalysisSettings::default(), ..MadeUp::new(4, 10) };
        let figures = vec![Figure::RankIntervals];
        let settings = ReportSettings { figures, ..ReportSettings::default() };
        let (drawn, missing) = draw_all(&made.findings(), &settings);
        assert!(drawn.is_empty() && missing[0].reason.contains("rank-uncertainty"), "{missing:?}");
    }

    #[test]
    fn shares_are_never_rounded_to_certainty() {
        let shown: Vec<String> =
            [0.0, 1e-4, 0.02, 0.5, 0.9999, 1.0].iter().map(|v| share(*v)).collect();
        assert_eq!(shown, ["0 %", "< 1 %", "2 %", "50 %", "> 99 %", "100 %"]);
    }
}
