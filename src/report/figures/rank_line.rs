//! What diagrams of mean ranks share: the line of ranks, a ruler for a critical difference above it, methods at both sides
//! whose lines come down from their ranks, and the notes that say what was tested. Methods of the better half stand at the
//! end of the best rank, so that no line crosses another.

use super::Subject;
use super::axis::{Axis, Kind, Tick};
use super::font::{self, Weight};
use super::ink::{AXIS, INK, Ink, SOFT};
use super::parts::{self, LABEL, MARGIN, NOTE, NUMBER, WIDTH};
use super::scene::{Anchor, Point, Run, Scene, Stroke, Text};
use crate::analysis::{Analysis, Deciding};
use crate::report::missing_words;
use crate::report::settings::BestRank;
use crate::words::{self, p_is};

/// The shortest line of ranks on which places can be distinguished.
const LEAST_LINE: f64 = 290.0;
/// Between the names of a side and the line of ranks.
const ASIDE: f64 = 16.0;
/// Longer names are cut.
const NAME_MOST: f64 = 280.0;
/// From one name to the next.
const ROW: f64 = 16.5;
/// Lines of different ranks are not closer: they would look like one.
const CLOSEST: f64 = 3.5;
/// Height in which lines are moved apart where they would look like one.
const FAN: f64 = 12.0;

/// A length of ranks to be shown above the line.
pub struct Ruler {
    /// The critical difference.
    pub length: f64,
    /// The rank it is laid at, if there is room.
    pub from: f64,
}

/// What is special about one method.
#[derive(Clone, Copy)]
pub struct Highlight {
    /// Which, by position in the table.
    pub method: usize,
    /// The colour of its name and line.
    pub ink: Ink,
}

/// Room next to the line of ranks.
#[derive(Clone, Copy)]
struct Side {
    /// For names and mean ranks.
    all: f64,
    /// For mean ranks.
    ranks: f64,
}

impl Side {
    /// What the methods of one side need.
    fn of(analysis: &Analysis, methods: &[usize], stress: Option<Highlight>) -> Side {
        let names = methods.iter().map(|&m| name(analysis, m, stress).1).fold(0.0, f64::max);
        let ranks = methods.iter().map(|&m| format!("{:.2}", analysis.omnibus.mean_ranks[m]));
        let ranks = ranks.map(|rank| font::width(&rank, NUMBER, Weight::Regular));
        let ranks = ranks.fold(0.0, f64::max);
        let ends = ["better", "worse"].map(|word| font::width(word, NOTE, Weight::Regular));
        let least = ends[0].max(ends[1]) + parts::ARROW + 8.0;
        Side { all: (names + 8.0 + ranks).max(least), ranks }
    }
}

/// A diagram of ranks while it is drawn.
pub struct RankLine<'a> {
    /// The drawing; its height is settled at the end.
    pub scene: Scene,
    /// From ranks to places.
    pub axis: Axis,
    /// Where the line of ranks is.
    pub y: f64,
    /// Methods from best to worst.
    pub order: Vec<usize>,
    /// Where their lines come down, in this order.
    pub stems: Vec<f64>,
    analysis: &'a Analysis,
    stress: Option<Highlight>,
    /// Room at the left and at the right.
    sides: (Side, Side),
    /// How far lines come straight down before they may be moved apart.
    pub drop: f64,
    fanned: bool,
    flipped: bool,
}

impl<'a> RankLine<'a> {
    /// Lays the line out and draws it. `apart[i]` is the least distance of the lines of the methods i and i + 1 from the
    /// best; they are moved where their ranks are closer.
    pub fn new(
        subject: &Subject<'_>,
        analysis: &'a Analysis,
        ruler: Option<&Ruler>,
        stress: Option<Highlight>,
        apart: &[f64],
    ) -> RankLine<'a> {
        let order = analysis.by_rank();
        let k = order.len();
        let flipped = subject.settings.best_rank == BestRank::Right;
        let (better, worse) = order.split_at(k.div_ceil(2));
        let sides = (Side::of(analysis, better, stress), Side::of(analysis, worse, stress));
        let sides = if flipped { (sides.1, sides.0) } else { sides };
        let around = 2.0 * (MARGIN + ASIDE) + sides.0.all + sides.1.all;
        let width = WIDTH.max(around + LEAST_LINE);
        let (mut left, mut right) =
            (MARGIN + sides.0.all + ASIDE, width - MARGIN - sides.1.all - ASIDE);
        if let Some(ruler) = ruler {
            // A ruler longer than the line may reach over the names; where even that is too short, the line shrinks.
            let most = (width - 2.0 * MARGIN) * (k as f64 - 1.0) / ruler.length;
            let spare = (right - left - most).max(0.0) / 2.0;
            (left, right) = (left + spare, right - spare);
        }
        let ends = if flipped { (right, left) } else { (left, right) };
        let axis = Axis::new(Kind::Linear, (1.0, k as f64), ends);
        let wanted: Vec<f64> = order
            .iter()
            .map(|&m| (axis.at(analysis.omnibus.mean_ranks[m]) - axis.at(1.0)).abs())
            .collect();
        let found = spread(&wanted, &distances(&wanted, apart, better.len()), right - left);
        let fanned = found.iter().zip(&wanted).any(|(a, b)| (a - b).abs() > 0.01);
        let stems = found.iter().map(|x| if flipped { right - x } else { left + x }).collect();
        let head = if ruler.is_some() { 24.0 } else { 0.0 };
        let y = MARGIN + head + font::ASCENT * NUMBER + 11.0;
        let scene = Scene::new(width, y);
        let mut line = RankLine {
            scene,
            axis,
            y,
            order,
            stems,
            analysis,
            stress,
            sides,
            drop: 0.0,
            fanned,
            flipped,
        };
        if let Some(ruler) = ruler {
            line.draw_ruler(ruler);
        }
        line
    }

    /// Where lines have come to their places.
    pub fn top(&self) -> f64 {
        self.y + self.drop + if self.fanned { FAN } else { 0.0 }
    }

    fn draw_ruler(&mut self, ruler: &Ruler) {
        let (low, high) = (MARGIN, self.scene.width - MARGIN);
        let (a, b) = (self.axis.at(ruler.from), self.axis.at(ruler.from + ruler.length));
        let length = (b - a).abs();
        let ends = (self.axis.at(1.0), self.axis.at(self.order.len() as f64));
        let line = (ends.0.min(ends.1), ends.0.max(ends.1));
        // Kept over the line where it fits there, in the middle of it where not, and on the canvas anyway.
        let start = if length <= line.1 - line.0 {
            a.min(b).max(line.0).min(line.1 - length)
        } else {
            (line.0 + line.1 - length) / 2.0
        };
        let start = start.min(high - length).max(low);
        let y = MARGIN + font::ASCENT * NUMBER + 8.0;
        let stroke = Stroke::new(INK, 1.1);
        self.scene.line([(start, y), (start + length, y)], stroke);
        for x in [start, start + length] {
            self.scene.line([(x, y - 3.5), (x, y + 3.5)], stroke);
        }
        let label = format!("CD = {:.3}", ruler.length);
        let half = font::width(&label, NUMBER, Weight::Regular) / 2.0;
        let middle = (start + length / 2.0).max(low + half).min(high - half);
        self.scene.text(label, (middle, y - 7.0), NUMBER, INK, Anchor::Middle);
    }

    /// Draws the line of ranks with its numbers, and which end is better.
    pub fn draw_axis(&mut self) {
        let (k, y) = (self.order.len(), self.y);
        let (first, last) = (self.axis.at(1.0), self.axis.at(k as f64));
        let stroke = Stroke::new(INK, 1.1);
        let ticks: Vec<Tick> = (1..=k)
            .map(|rank| (rank as f64, rank.to_string()))
            .map(|(value, label)| Tick { value, at: self.axis.at(value), label })
            .collect();
        for pair in ticks.windows(2).filter(|_| k <= 15) {
            let half = (pair[0].at + pair[1].at) / 2.0;
            self.scene.line([(half, y), (half, y - 3.0)], Stroke::new(INK, 0.8));
        }
        for tick in &ticks {
            self.scene.line([(tick.at, y + 0.55), (tick.at, y - 5.5)], stroke);
        }
        self.scene.line([(first, y), (last, y)], stroke);
        for tick in parts::with_room(ticks, NUMBER) {
            self.scene.text(tick.label, (tick.at, y - 9.5), NUMBER, INK, Anchor::Middle);
        }
        let outwards = if self.flipped { 1.0 } else { -1.0 };
        self.draw_end("better", first, outwards);
        self.draw_end("worse", last, -outwards);
    }

    /// A word next to an end of the line with an arrow that points away from it.
    fn draw_end(&mut self, word: &str, end: f64, outwards: f64) {
        let anchor = if outwards < 0.0 { Anchor::End } else { Anchor::Start };
        let x = end + outwards * 12.0;
        self.scene.text(word, (x, self.y + 0.34 * NOTE), NOTE, SOFT, anchor);
        let from = x + outwards * (font::width(word, NOTE, Weight::Regular) + 6.0);
        parts::arrow(&mut self.scene, (from, self.y + 0.5), outwards, SOFT);
    }

    /// Draws the lines from ranks to names, and the names, below `bottom`.
    pub fn draw_methods(&mut self, bottom: f64) {
        let k = self.order.len();
        let half = k.div_ceil(2);
        let stressed =
            |position: &usize| weight(self.order[*position], self.stress) == Weight::Bold;
        let mut positions: Vec<usize> = (0..k).collect();
        // What is stressed lies on top of lines at the same place.
        positions.sort_by_key(stressed);
        for position in positions {
            let better = position < half;
            let row = if better { position } else { k - 1 - position };
            self.draw_method(position, better != self.flipped, bottom + 8.0 + ROW * row as f64);
        }
        self.scene.height = bottom + 8.0 + ROW * (half as f64 - 1.0) + 0.6 * LABEL;
    }

    fn draw_method(&mut self, position: usize, left: bool, y: f64) {
        let method = self.order[position];
        let rank = self.analysis.omnibus.mean_ranks[method];
        let stressed = self.stress.filter(|stress| stress.method == method);
        let stroke = match stressed {
            Some(stress) if stress.ink != INK => Stroke::new(stress.ink, 1.5),
            _ => Stroke::new(AXIS, 0.9),
        };
        let (edge, outwards, anchor) = if left {
            (MARGIN + self.sides.0.all, -1.0, Anchor::End)
        } else {
            (self.scene.width - MARGIN - self.sides.1.all, 1.0, Anchor::Start)
        };
        let stem = self.stems[position];
        let mut points: Vec<Point> = vec![(self.axis.at(rank), self.y)];
        if self.fanned {
            points.push((self.axis.at(rank), self.y + self.drop));
            points.push((stem, self.y + self.drop + FAN));
        }
        points.extend([(stem, y), (edge - outwards * 5.0, y)]);
        self.scene.line(points, stroke);
        let base = y + 0.35 * LABEL;
        let ranks = if left { self.sides.0.ranks } else { self.sides.1.ranks };
        let end = if left { edge } else { edge + ranks };
        self.scene.text(format!("{rank:.2}"), (end, base), NUMBER, SOFT, Anchor::End);
        let x = edge + outwards * (ranks + 8.0);
        let (text, _) = name(self.analysis, method, self.stress);
        self.scene.place(Text {
            text,
            at: (x, base),
            size: LABEL,
            ink: stressed.map_or(INK, |stress| stress.ink),
            anchor,
            weight: weight(method, self.stress),
            run: Run::Across,
        });
    }

    /// The finished drawing.
    pub fn finish(mut self) -> Scene {
        self.scene.height += MARGIN + 4.0;
        self.scene
    }
}

fn weight(method: usize, stress: Option<Highlight>) -> Weight {
    match stress {
        Some(stress) if stress.method == method => Weight::Bold,
        _ => Weight::Regular,
    }
}

/// A method's name as it is shown, and its width.
fn name(analysis: &Analysis, method: usize, stress: Option<Highlight>) -> (String, f64) {
    let weight = weight(method, stress);
    let text = font::shortened(analysis.name(method), LABEL, weight, NAME_MOST);
    let width = font::width(&text, LABEL, weight);
    (text, width)
}

/// The least distances of neighbouring lines: those asked for, and what keeps lines of different ranks apart. `better`
/// methods are on one side, the others on the other.
fn distances(wanted: &[f64], apart: &[f64], better: usize) -> Vec<f64> {
    let distance = |(position, pair): (usize, &[f64])| {
        let least = match pair[1] - pair[0] {
            // The last lines of both sides would be one line from name to name.
            _ if position + 1 == better => 2.0 * CLOSEST,
            difference if difference > 1e-6 => CLOSEST,
            _ => 0.0,
        };
        apart.get(position).copied().unwrap_or(0.0).max(least)
    };
    wanted.windows(2).enumerate().map(distance).collect()
}

/// Places as close as possible to the wanted ones, in their order, at least `apart` from each other and between 0 and
/// `length` (least squares: neighbours that push each other move as one).
fn spread(wanted: &[f64], apart: &[f64], length: f64) -> Vec<f64> {
    let mut before = vec![0.0; wanted.len()];
    for position in 1..wanted.len() {
        before[position] = before[position - 1] + apart.get(position - 1).copied().unwrap_or(0.0);
    }
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (place, offset) in wanted.iter().zip(&before) {
        blocks.push((place - offset, 1));
        while let [.., (a, n), (b, m)] = blocks[..]
            && a > b
        {
            blocks.truncate(blocks.len() - 2);
            blocks.push(((a * n as f64 + b * m as f64) / (n + m) as f64, n + m));
        }
    }
    let most = (length - before.last().copied().unwrap_or(0.0)).max(0.0);
    let places = blocks.iter().flat_map(|&(place, n)| std::iter::repeat_n(place, n));
    places.zip(&before).map(|(place, offset)| place.min(most).max(0.0) + offset).collect()
}

/// What a diagram of ranks is about: how many methods and datasets, and whether they differ at all.
pub fn about(analysis: &Analysis) -> Vec<String> {
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    let gate = &analysis.omnibus.gate;
    let ranks = format!(
        "Mean ranks of k = {k} methods by {} on N = {n} datasets; {}.",
        analysis.results.title,
        missing_words::short(analysis)
    );
    let differ = match analysis.headline.differ {
        true => "significant differences",
        false => "no significant difference",
    };
    let omnibus = format!(
        "{}: {}; {differ} at α = {}.",
        words::sentence_case(gate.test.title()),
        p_is(gate.p),
        alpha(analysis)
    );
    vec![ranks, omnibus]
}

/// What the verdict rests on, where that is another test than the diagram's.
pub fn verdict_note(analysis: &Analysis) -> Option<String> {
    let procedure = match analysis.deciding_test() {
        Deciding::OnlyPair(_) => return None,
        Deciding::Holm => "Holm's procedure against the control",
        Deciding::Shaffer => "Shaffer's procedure over all pairs",
    };
    let words =
        format!("The verdict rests on {procedure}, which may find more significant differences.");
    analysis.headline.differ.then_some(words)
}

/// The level as it is written in notes.
pub fn alpha(analysis: &Analysis) -> String {
    format!("{}", analysis.settings.alpha)
}

/// How many methods and datasets a caption speaks of.
pub fn extent(analysis: &Analysis) -> String {
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    format!(
        "{} by {} on {}",
        words::count(k, "method", "methods"),
        analysis.results.title,
        words::count(n, "dataset", "datasets")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;
    use crate::report::settings::ReportSettings;

    #[test]
    fn lines_keep_their_order_and_distance_and_stay_on_the_axis() {
        assert_eq!(spread(&[10.0, 50.0, 90.0], &[5.0, 5.0], 100.0), [10.0, 50.0, 90.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0], &[6.0, 6.0], 100.0), [44.0, 50.0, 56.0]);
        assert_eq!(spread(&[99.0, 100.0], &[8.0], 100.0), [92.0, 100.0]);
        assert_eq!(spread(&[0.0, 0.0], &[0.0], 100.0), [0.0, 0.0]);
        let crowded = spread(&[1.0, 2.0, 2.5, 30.0, 31.0], &[4.0; 4], 40.0);
        assert!(crowded.windows(2).all(|w| w[1] - w[0] >= 4.0 - 1e-9), "{crowded:?}");
        assert!(crowded[0] >= 0.0 && crowded[4] <= 40.0);
    }

    #[test]
    fn the_other_direction_is_the_mirror_image() {
        let findings = MadeUp::new(7, 20).findings();
        let (scores, judged) = findings.metrics().next().unwrap();
        let analysis = judged.over.as_ref().unwrap();
        let places = |best_rank: BestRank| {
            let settings = ReportSettings { best_rank, ..ReportSettings::default() };
            let subject = Subject { findings: &findings, scores, judged, settings: &settings };
            let line = RankLine::new(&subject, analysis, None, None, &[20.0; 6]);
            line.stems.iter().map(|x| x - line.axis.at(1.0)).collect::<Vec<f64>>()
        };
        for (a, b) in places(BestRank::Left).iter().zip(places(BestRank::Right)) {
            assert!(*a >= 0.0 && (a + b).abs() < 1e-9, "{a} {b}");
        }
    }
}
