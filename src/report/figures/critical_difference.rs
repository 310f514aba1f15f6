//! The critical-difference diagram (Demsar 2006): mean ranks on a line, and bars over methods that are not significantly
//! different. Groups of pairwise tests need not be neighbours in rank: their bars are broken at every method that does
//! not belong, and dots show which do.

use super::ink::INK;
use super::rank_line::{self, Highlight, RankLine, Ruler};
use super::scene::{Frame, Scene, Stroke};
use super::{Sketch, Subject};
use crate::analysis::{Analysis, Deciding, Groups};
use crate::report::settings::GroupTest;

/// Half the height of a bar.
const HALF: f64 = 1.9;
/// How far a bar reaches beyond its last members, where no dots mark them.
const BEYOND: f64 = 2.5;
/// Radius of a member's dot.
const DOT: f64 = 2.9;
/// Half the gap in a bar around the line of a method that does not belong.
const GAP: f64 = 3.2;

/// The diagram.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let analysis = subject.analysis()?;
    let test = subject.settings.groups;
    let groups: &Groups = match test {
        GroupTest::Verdict => &analysis.groups.verdict,
        GroupTest::Nemenyi => &analysis.groups.nemenyi,
        GroupTest::Shaffer => &analysis.groups.shaffer,
        GroupTest::Wilcoxon => &analysis.groups.wilcoxon,
    };
    let bars = bars(analysis, groups);
    let ruler = (test == GroupTest::Nemenyi)
        .then_some(Ruler { length: analysis.omnibus.nemenyi, from: 1.0 });
    let named = analysis.settings.control.is_some();
    let stress = named.then_some(Highlight { method: analysis.control, ink: INK });
    let dots = test != GroupTest::Nemenyi;
    let k = analysis.results.methods.len();
    let distances = distances(&bars, k, if dots { 9.0 } else { 6.5 });
    let mut line = RankLine::new(subject, analysis, ruler.as_ref(), stress, &distances);
    let levels = levels(&bars, &line.stems);
    let deep = levels.iter().map(|level| level + 1).max().unwrap_or(0);
    let step = if deep > 14 { 7.5 } else { 9.0 };
    let bottom = line.top() + 12.0 + step * deep as f64;
    line.draw_axis();
    line.draw_methods(bottom);
    for (bar, level) in bars.iter().zip(&levels) {
        let y = line.top() + 11.0 + step * *level as f64;
        draw_bar(&mut line.scene, bar, &line.stems, y, dots);
    }
    let mut notes = rank_line::about(analysis);
    notes.push(explanation(analysis, test, groups.is_none(), &bars));
    notes.extend(rank_line::verdict_note(analysis).filter(|_| test != GroupTest::Verdict));
    let bars = if !analysis.headline.differ {
        "one bar over all, because no significant difference was found".to_owned()
    } else if analysis.omnibus.answers_the_only_pair() {
        format!("no bar, because the {} finds a significant difference", name(test, analysis))
    } else {
        format!("bars over methods that are not significantly different ({})", name(test, analysis))
    };
    let extent = rank_line::extent(analysis);
    let caption = format!("Critical-difference diagram of {extent}: mean ranks, and {bars}.");
    Ok(Sketch { scene: line.finish(), caption, notes })
}

/// Each group as places in the order of ranks, ascending.
fn bars(analysis: &Analysis, groups: &Groups) -> Vec<Vec<usize>> {
    let places = analysis.places();
    let bar = |group: &Vec<usize>| group.iter().map(|&method| places[method]).collect();
    groups.iter().flatten().map(bar).collect()
}

/// Methods of the same groups may stand at one place; others must be distinct.
fn distances(bars: &[Vec<usize>], k: usize, least: f64) -> Vec<f64> {
    let parted = |a: usize| bars.iter().any(|bar| bar.contains(&a) != bar.contains(&(a + 1)));
    (0..k.saturating_sub(1)).map(|a| if parted(a) { least } else { 0.0 }).collect()
}

/// The level of every bar below the line: the first on which it has room.
fn levels(bars: &[Vec<usize>], stems: &[f64]) -> Vec<usize> {
    let ends = |bar: &[usize]| {
        let places: Vec<f64> = bar.iter().map(|&member| stems[member]).collect();
        let low = places.iter().copied().fold(f64::INFINITY, f64::min);
        (low, places.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let mut taken: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut found = Vec::new();
    for bar in bars {
        let (low, high) = ends(bar);
        let free = |level: &Vec<(f64, f64)>| {
            level.iter().all(|(from, to)| high + 14.0 <= *from || *to + 14.0 <= low)
        };
        let level = taken.iter().position(free).unwrap_or(taken.len());
        if level == taken.len() {
            taken.push(Vec::new());
        }
        taken[level].push((low, high));
        found.push(level);
    }
    found
}

fn draw_bar(scene: &mut Scene, bar: &[usize], stems: &[f64], y: f64, dots: bool) {
    let beyond = if dots { 0.0 } else { BEYOND };
    // Neighbours are joined by a thick bar ...
    for run in bar.chunk_by(|a, b| a + 1 == *b) {
        let (first, last) = (stems[run[0]], stems[run[run.len() - 1]]);
        let (left, right) = (first.min(last) - beyond, first.max(last) + beyond);
        if right > left {
            scene.rect(Frame { left, right, top: y - HALF, bottom: y + HALF }, INK);
        }
    }
    // ... and others by a thin line that leaves out the methods between them.
    for pair in bar.windows(2).filter(|pair| pair[0] + 1 < pair[1]) {
        let out = if stems[pair[1]] >= stems[pair[0]] { 1.0 } else { -1.0 };
        let mut from = stems[pair[0]];
        for outsider in &stems[pair[0] + 1..pair[1]] {
            let until = outsider - out * GAP;
            if (until - from) * out > 0.0 {
                scene.line([(from, y), (until, y)], Stroke::new(INK, 1.1));
            }
            from = outsider + out * GAP;
        }
        scene.line([(from, y), (stems[pair[1]], y)], Stroke::new(INK, 1.1));
    }
    for &member in bar.iter().filter(|_| dots) {
        scene.circle((stems[member], y), DOT, Some(INK), None);
    }
}

fn name(test: GroupTest, analysis: &Analysis) -> &'static str {
    match test {
        GroupTest::Verdict => match analysis.deciding_test() {
            Deciding::OnlyPair(test) => test.title(),
            Deciding::Holm => "z test of mean ranks against the control, Holm's correction",
            Deciding::Shaffer => "z test of mean ranks over all pairs, Shaffer's correction",
        },
        GroupTest::Nemenyi => "Nemenyi test over all pairs",
        GroupTest::Shaffer => "z test of mean ranks over all pairs, Shaffer's correction",
        GroupTest::Wilcoxon => "signed-rank test over all pairs, Holm's correction",
    }
}

/// What the bars mean.
fn explanation(
    analysis: &Analysis,
    test: GroupTest,
    too_many: bool,
    bars: &[Vec<usize>],
) -> String {
    let (alpha, name) = (rank_line::alpha(analysis), name(test, analysis));
    if too_many {
        return format!(
            "At α = {alpha} there are too many groups of methods without a significant difference ({name}) to draw bars; the table of pairs has every comparison."
        );
    }
    let control = analysis.settings.control.is_some() && test == GroupTest::Verdict;
    if let Deciding::OnlyPair(_) = analysis.deciding_test() {
        return match bars.is_empty() {
            true => "No bar: the two methods are significantly different.".to_owned(),
            false => "The bar joins them: no significant difference.".to_owned(),
        };
    }
    if !analysis.headline.differ {
        return "Therefore pairs are not compared, and one bar joins all methods.".to_owned();
    }
    if bars.is_empty() && control {
        return format!(
            "Every method is significantly different from the control at α = {alpha} ({name})."
        );
    }
    if bars.is_empty() {
        return format!("Every two methods are significantly different at α = {alpha} ({name}).");
    }
    let mut note = match test {
        GroupTest::Nemenyi => format!(
            "Bars join methods whose mean ranks differ by less than the critical difference of the Nemenyi test (CD) at α = {alpha}."
        ),
        _ if control => format!(
            "The bar joins the control {} and the methods that are not significantly different from it at α = {alpha} ({name}); dots mark them.",
            analysis.name(analysis.control)
        ),
        _ => format!(
            "Bars join methods that are not significantly different at α = {alpha} ({name}); dots mark the methods that belong to a bar."
        ),
    };
    if !analysis.headline.any_pair && test == GroupTest::Verdict {
        note.push_str(" The methods differ overall, but no single pair is significant.");
    }
    if bars.iter().flat_map(|bar| bar.windows(2)).any(|pair| pair[0] + 1 < pair[1]) {
        note.push_str(" Thin lines leave out the methods between, which do not belong.");
    }
    note
}

#[cfg(test)]
mod tests {
    use super::super::scene::Item;
    use super::*;

    /// Methods 0, 1 and 3 belong together; 2 stands between and does not.
    #[test]
    fn a_bar_leaves_a_gap_at_a_method_that_does_not_belong() {
        for stems in [[10.0, 40.0, 60.0, 90.0], [90.0, 60.0, 40.0, 10.0]] {
            let mut scene = Scene::new(100.0, 20.0);
            draw_bar(&mut scene, &[0, 1, 3], &stems, 10.0, true);
            let (mut dots, mut reach) = (Vec::new(), Vec::new());
            for item in &scene.items {
                match item {
                    Item::Circle { centre, .. } => dots.push(centre.0),
                    Item::Area { points, .. } | Item::Line { points, .. } => {
                        let x = points.iter().map(|p| p.0);
                        let low = x.clone().fold(f64::INFINITY, f64::min);
                        reach.push((low, x.fold(f64::NEG_INFINITY, f64::max)));
                    }
                    Item::Text(_) => {}
                }
            }
            assert_eq!(dots, [stems[0], stems[1], stems[3]]);
            assert!(reach.iter().all(|(a, b)| *b < stems[2] - 2.0 || *a > stems[2] + 2.0));
            let drawn: f64 = reach.iter().map(|(a, b)| b - a).sum();
            assert!((drawn - (80.0 - 2.0 * GAP)).abs() < 1e-9, "{reach:?}");
        }
    }

    #[test]
    fn bars_share_a_level_where_they_do_not_touch() {
        let stems = [0.0, 20.0, 40.0, 60.0, 80.0];
        let bars = [vec![0, 1], vec![1, 2], vec![3, 4]];
        assert_eq!(levels(&bars, &stems), [0, 1, 0]);
        assert_eq!(distances(&bars, 5, 9.0), [9.0, 9.0, 9.0, 0.0]);
        assert_eq!(distances(&[vec![0, 1, 2, 3, 4]], 5, 9.0), [0.0; 4]);
    }
}
