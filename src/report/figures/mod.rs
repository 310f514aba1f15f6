//! Figures: each one file that lays a [`Scene`] out from the findings. Scenes become SVG through plotters, PNG from that
//! SVG, and TikZ through a plotters backend of our own. A figure that the findings have nothing for says why.

mod axis;
mod bonferroni_dunn;
mod boxes;
mod by_size;
mod critical_difference;
mod curves;
mod differences;
mod draw;
mod font;
mod heat_map;
mod ink;
mod ln_p;
mod pair_matrix;
mod panels;
mod parts;
mod png;
mod rank_intervals;
mod rank_line;
mod reference;
mod scatter;
mod scene;
mod series;
mod themed;
mod tikz;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_scores;

pub use draw::{svg, tikz};
pub use png::png;
pub use scene::Scene;
pub use themed::{dark_colours, inline};

use crate::analysis::{Analysis, Findings, Judged, ScoreTable};
use crate::choices::word;
use crate::files::name_for;
use crate::report::settings::{FIGURES, Figure, ReportSettings};
use crate::words::sentence_case;

/// Why scores of several datasets are not put on one axis.
const NO_COMMON_UNIT: &str =
    "errors in units of the target: datasets with different units have no common axis";

/// What a figure is drawn from: one metric of the findings.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Everything.
    pub findings: &'a Findings,
    /// The scores of the metric.
    pub scores: &'a ScoreTable,
    /// The judgement on it.
    pub judged: &'a Judged,
    /// What was asked for.
    pub settings: &'a ReportSettings,
}

impl<'a> Subject<'a> {
    /// The verdict, or why there is none.
    fn analysis(&self) -> Result<&'a Analysis, String> {
        self.judged
            .over
            .as_ref()
            .map_err(|refused| format!("there is no verdict: {}", refused.problem))
    }
}

/// A figure as its own file lays it out.
struct Sketch {
    /// The figure without its notes.
    scene: Scene,
    /// What it shows, in a sentence.
    caption: String,
    /// What a reader should know to read it.
    notes: Vec<String>,
}

/// A figure that was laid out.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// Which.
    pub figure: Figure,
    /// The metric it is about; `None` for the whole run.
    pub metric: Option<String>,
    /// The name of its files, without ending.
    pub name: String,
    /// What it shows, in a sentence; also for readers who cannot see it.
    pub caption: String,
    /// What a reader should know to read it: tests, levels, what is left out.
    pub notes: Vec<String>,
    /// What a reader must be warned of: an unfair protocol.
    pub cautions: Vec<String>,
    /// The figure without notes.
    pub scene: Scene,
}

impl Drawing {
    /// The figure as a file of its own: cautions are always below it, notes unless they were declined.
    pub fn with_notes(&self, settings: &ReportSettings) -> Scene {
        let mut scene = self.scene.clone();
        let notes = self.notes.iter().filter(|_| settings.figure_notes);
        let below: Vec<String> = notes.chain(&self.cautions).cloned().collect();
        parts::notes_below(&mut scene, &below);
        scene
    }

    /// Caption, notes and cautions: all that is said next to the figure where it has none below it. Notes may begin with
    /// the name of a method, which stays as it is.
    pub fn full_caption(&self) -> String {
        let more = self.notes.iter().chain(&self.cautions).cloned();
        let words = std::iter::once(sentence_case(&self.caption)).chain(more);
        words.collect::<Vec<String>>().join(" ")
    }

    /// Whether the figure is also drawn as TikZ.
    pub fn has_tikz(&self) -> bool {
        matches!(self.figure, Figure::CriticalDifference | Figure::BonferroniDunn)
    }
}

/// A figure that was not drawn, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotDrawn {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Lays a figure out with its caption, or says why it cannot be.
type Draw = fn(&Subject<'_>) -> Result<Sketch, String>;

/// Whether a figure speaks of one metric or of the whole run.
#[derive(PartialEq)]
enum Speaks {
    OfMetric,
    OfRun,
}

fn recipe(figure: Figure) -> (Speaks, Draw) {
    match figure {
        Figure::CriticalDifference => (Speaks::OfMetric, critical_difference::draw),
        Figure::BonferroniDunn => (Speaks::OfMetric, bonferroni_dunn::draw),
        Figure::Differences => (Speaks::OfMetric, differences::draw),
        Figure::Scatter => (Speaks::OfMetric, scatter::draw),
        Figure::LnP => (Speaks::OfMetric, ln_p::draw),
        Figure::RankIntervals => (Speaks::OfMetric, rank_intervals::draw),
        Figure::Boxes => (Speaks::OfMetric, boxes::draw),
        Figure::ScoreBySize => (Speaks::OfMetric, by_size::draw_score),
        Figure::TimeBySize => (Speaks::OfRun, by_size::draw_time),
        Figure::HeatMap => (Speaks::OfMetric, heat_map::draw),
        Figure::PairMatrix => (Speaks::OfMetric, pair_matrix::draw),
        Figure::Curves => (Speaks::OfRun, curves::draw),
        Figure::Reference => (Speaks::OfMetric, reference::draw),
        Figure::StreamScore => (Speaks::OfMetric, curves::draw_scores),
    }
}

fn has_score_curves(findings: &Findings) -> bool {
    findings.record.as_ref().is_some_and(|record| !record.score_curves.is_empty())
}

/// Every figure that was asked for, and those that could not be drawn.
pub fn draw_all(findings: &Findings, settings: &ReportSettings) -> (Vec<Drawing>, Vec<NotDrawn>) {
    let (mut drawn, mut not_drawn) = (Vec::new(), Vec::new());
    for (position, (scores, judged)) in findings.metrics().enumerate() {
        let subject = Subject { findings, scores, judged, settings };
        for &figure in &settings.figures {
            let (speaks, draw) = recipe(figure);
            let word = word(FIGURES, &figure);
            let name = match speaks {
                Speaks::OfRun if position > 0 => continue,
                Speaks::OfRun => word.to_owned(),
                Speaks::OfMetric => format!("{}-{word}", name_for(&scores.results.metric)),
            };
            // Runs on folds do not lack a figure of streams.
            let nothing = match figure {
                Figure::StreamScore => !has_score_curves(findings),
                // Over three datasets or more the diagrams of ranks show what is significant.
                Figure::Differences => judged.over.is_ok() || judged.each.is_empty(),
                // Two methods have a test of their own, which no critical difference may contradict.
                Figure::BonferroniDunn
                    if scores.results.methods.len() == 2 && judged.has_verdict() =>
                {
                    true
                }
                Figure::CriticalDifference | Figure::BonferroniDunn | Figure::PairMatrix => {
                    judged.over.is_err() && judged.has_verdict()
                }
                _ => false,
            };
            if nothing || !settings.wants(&name, word) {
                continue;
            }
            match draw(&subject) {
                Ok(Sketch { scene, caption, notes }) => {
                    let caveats = findings.summary.caveats.iter();
                    let cautions = caveats.map(|c| format!("Caution: {c}.")).collect();
                    let metric = Some(scores.results.metric.clone());
                    let metric = metric.filter(|_| speaks == Speaks::OfMetric);
                    drawn.push(Drawing { figure, metric, name, caption, notes, cautions, scene });
                }
                Err(reason) => not_drawn.push(NotDrawn { name, reason }),
            }
        }
    }
    (drawn, not_drawn)
}
