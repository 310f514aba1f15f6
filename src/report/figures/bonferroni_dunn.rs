//! Every method against the control by the Bonferroni-Dunn test (after the figures of Melki 2018): mean ranks on a line, and
//! a grey bar as long as the critical difference from the control's rank. Methods beyond it differ from the control.

use super::ink::{ACCENT, BAR, INK, PAPER};
use super::rank_line::{self, Highlight, RankLine, Ruler};
use super::scene::{Frame, Stroke};
use super::{Sketch, Subject};
use crate::analysis::Analysis;

/// Height of the grey bar.
const HEIGHT: f64 = 20.0;
/// Radius of the dot at a method's rank.
const DOT: f64 = 3.2;

/// The diagram.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let analysis = subject.analysis()?;
    let control = analysis.control;
    let (own, reach) = (analysis.omnibus.mean_ranks[control], analysis.omnibus.bonferroni_dunn);
    let ruler = Ruler { length: reach, from: own };
    let stress = Highlight { method: control, ink: ACCENT };
    let mut line = RankLine::new(subject, analysis, Some(&ruler), Some(stress), &[]);
    let (from, to) = bar(analysis);
    let (a, b) = (line.axis.at(from), line.axis.at(to));
    let (top, bottom) = (line.y, line.y + HEIGHT);
    line.scene.rect(Frame { left: a.min(b), right: a.max(b), top, bottom }, BAR);
    line.draw_axis();
    line.drop = HEIGHT;
    let below = line.top() + 6.0;
    line.draw_methods(below);
    // The control's dot lies on top of any that it shares its place with.
    let others = line.order.iter().copied().filter(|&method| method != control);
    for method in others.chain([control]) {
        let at = (line.axis.at(analysis.omnibus.mean_ranks[method]), line.y);
        let (fill, edge) = match () {
            () if method == control => (ACCENT, ACCENT),
            () if analysis.beyond_critical_difference(method) => (INK, INK),
            () => (PAPER, INK),
        };
        line.scene.circle(at, DOT, Some(fill), Some(Stroke::new(edge, 1.1)));
    }
    let mut notes = rank_line::about(analysis);
    notes.push(explanation(analysis));
    let caption = format!(
        "Bonferroni-Dunn diagram of {}: mean ranks, and a grey bar as long as the critical difference from the control {}.",
        rank_line::extent(analysis),
        analysis.name(control)
    );
    Ok(Sketch { scene: line.finish(), caption, notes })
}

/// From which rank to which the bar reaches: towards better ranks only where a method has one, and never beyond the line.
fn bar(analysis: &Analysis) -> (f64, f64) {
    let own = analysis.omnibus.mean_ranks[analysis.control];
    let reach = analysis.omnibus.bonferroni_dunn;
    let from = if outdone(analysis) { (own - reach).max(1.0) } else { own };
    (from, (own + reach).min(analysis.results.methods.len() as f64))
}

/// Whether a method has a better mean rank than the control.
fn outdone(analysis: &Analysis) -> bool {
    let ranks = &analysis.omnibus.mean_ranks;
    ranks[analysis.headline.best] < ranks[analysis.control]
}

/// What the bar and the dots mean.
fn explanation(analysis: &Analysis) -> String {
    let control = analysis.name(analysis.control);
    let two = analysis.omnibus.answers_the_only_pair();
    let role = match analysis.settings.control {
        Some(_) => format!("Control: {control}."),
        None if two => {
            format!("Control: {control}, the method with the best mean rank.")
        }
        None => format!(
            "Control: {control}, the method with the best mean rank. None was named before, so this test finds differences too easily; the verdict compares all pairs."
        ),
    };
    let ways = if outdone(analysis) { " both ways" } else { "" };
    let dots = if two && analysis.headline.differ {
        "With two methods their own test decides, not the bar: the filled dot is significantly different from the control."
    } else if analysis.headline.differ {
        "Filled dots: significantly different from the control by this test; open dots: no significant difference."
    } else {
        "No method is significantly different from the control, because the test of all methods finds no difference."
    };
    format!(
        "{role} The grey bar reaches from it{ways} as far as the critical difference of the Bonferroni-Dunn test (CD) at α = {}. {dots}",
        rank_line::alpha(analysis),
    )
}

#[cfg(test)]
mod tests {
    use super::super::scene::Item;
    use super::*;
    use crate::report::fixture::MadeUp;
    use crate::report::settings::ReportSettings;

    #[test]
    fn the_bar_is_as_long_as_the_critical_difference() {
        for (control, sides) in [("M0", 1.0), ("M4", 2.0)] {
            let mut made = MadeUp { letters: 2, ..MadeUp::new(9, 60) };
            made.settings.control = Some(control.to_owned());
            let (findings, settings) = (made.findings(), ReportSettings::default());
            let (scores, judged) = findings.metrics().next().unwrap();
            let subject = Subject { findings: &findings, scores, judged, settings: &settings };
            let scene = draw(&subject).unwrap().scene;
            let bar = scene.items.iter().find_map(|item| match item {
                Item::Area { points, fill } if *fill == BAR => Some((points[0].0, points[1].0)),
                _ => None,
            });
            let (left, right) = bar.unwrap();
            let tick = |label: &str| scene.texts().find(|t| t.text == label).unwrap().at.0;
            let unit = tick("2") - tick("1");
            let analysis = subject.analysis().unwrap();
            let reach = analysis.omnibus.bonferroni_dunn;
            assert!(((right - left) / unit - sides * reach).abs() < 1e-9, "{control}");
            let own = tick("1") + unit * (analysis.omnibus.mean_ranks[analysis.control] - 1.0);
            assert!((right - own - unit * reach).abs() < 1e-9, "{control}");
        }
    }
}
