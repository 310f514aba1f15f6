use super::scene::{Frame, Item, Point};
use super::*;
use crate::analysis::{AllGroups, Score};
use crate::report::fixture::MadeUp;
use crate::report::settings::{BestRank, GroupTest};

/// Every figure, for few and many methods, short and long names: no words overlap or leave the canvas.
#[test]
fn no_words_overlap_or_leave_the_canvas() {
    for methods in [2, 3, 5, 8, 13, 20, 30] {
        for letters in [2, 12, 40] {
            for alike in [false, true] {
                let made = MadeUp { letters, alike, ..MadeUp::new(methods, 12) };
                let (drawn, missing) = draw_all(&made.findings(), &ReportSettings::default());
                assert!(missing.is_empty(), "{missing:?}");
                look(&format!("{methods}-{letters}-{alike}"), &drawn);
                for drawing in drawn {
                    let faults = noted(&drawing).faults();
                    let what = format!("{} of {methods} methods, {letters} letters", drawing.name);
                    assert!(faults.is_empty(), "{what}: {faults:?}");
                }
            }
        }
    }
}

/// Diagrams of ranks, for every way of grouping, both directions, few datasets and strict levels: nothing overlaps, and no
/// line runs through a word.
#[test]
fn diagrams_of_ranks_are_legible_whatever_they_show() {
    for (methods, datasets, letters, alpha) in [
        (2, 3, 2, 1e-6),
        (2, 30, 40, 0.05),
        (3, 8, 8, 0.05),
        (5, 24, 6, 0.05),
        (9, 40, 9, 0.05),
        (13, 30, 12, 0.5),
        (30, 3, 40, 1e-6),
        (30, 60, 6, 0.05),
    ] {
        for alike in [false, true] {
            let mut made = MadeUp { letters, alike, ..MadeUp::new(methods, datasets) };
            leave_out_what_is_slow(&mut made);
            made.settings.alpha = alpha;
            made.settings.control = alike.then(|| made.results("accuracy").methods[1].clone());
            let findings = made.findings();
            for groups in
                [GroupTest::Verdict, GroupTest::Nemenyi, GroupTest::Shaffer, GroupTest::Wilcoxon]
            {
                for best_rank in [BestRank::Left, BestRank::Right] {
                    let figures = OF_RANKS.to_vec();
                    let settings =
                        ReportSettings { figures, groups, best_rank, ..ReportSettings::default() };
                    let case = format!(
                        "ranks-{methods}-{datasets}-{letters}-{alike}-{groups:?}-{best_rank:?}"
                    );
                    check_ranks(&findings, &settings, &case);
                }
            }
        }
    }
}

/// Equal mean ranks, groups with gaps, and too many groups.
#[test]
fn unusual_verdicts_are_legible_too() {
    for methods in [2, 7, 30] {
        let datasets = methods * 12_usize.div_ceil(methods);
        let mut made = MadeUp { letters: 14, ..MadeUp::new(methods, datasets) };
        leave_out_what_is_slow(&mut made);
        let mut turned = made.results("accuracy");
        for (dataset, row) in turned.cells.iter_mut().enumerate() {
            for (method, cell) in row.iter_mut().enumerate() {
                let place = (dataset + method) % methods;
                *cell = Some(Score::new(0.5 + 0.01 * place as f64, Some(0.01)));
            }
        }
        let tied = Analysis::new(&turned, &made.settings).unwrap();
        assert!(tied.omnibus.mean_ranks.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-9));
        let usual = Analysis::new(&made.results("accuracy"), &made.settings).unwrap();
        let every = |from: usize, step: usize| -> Vec<usize> {
            usual.by_rank().into_iter().skip(from).step_by(step).collect()
        };
        let gaps = vec![every(0, 2), every(1, 3), every(1, 2), every(methods / 2, 1)];
        let mut cases = vec![("tied", tied)];
        for (case, shaffer) in [("gaps", Some(gaps)), ("many", None)] {
            let groups = AllGroups { shaffer, ..usual.groups.clone() };
            cases.push((case, Analysis { groups, ..usual.clone() }));
        }
        for (case, analysis) in cases {
            let findings = Findings {
                verdicts: vec![Judged { over: Ok(analysis), each: Vec::new() }],
                ..made.findings()
            };
            let (figures, groups) = (OF_RANKS.to_vec(), GroupTest::Shaffer);
            let settings = ReportSettings { figures, groups, ..ReportSettings::default() };
            check_ranks(&findings, &settings, &format!("unusual-{methods}-{case}"));
        }
    }
}

/// Resampled effects and repeated analyses, which these figures do not show.
fn leave_out_what_is_slow(made: &mut MadeUp) {
    made.settings.tests.retain(|test| !["effect", "robustness"].contains(&test.name));
}

const OF_RANKS: [Figure; 4] =
    [Figure::CriticalDifference, Figure::BonferroniDunn, Figure::RankIntervals, Figure::PairMatrix];

/// Everything is drawn, nothing overlaps, and no line runs through a word; cells of the matrix lie under theirs.
fn check_ranks(findings: &Findings, settings: &ReportSettings, case: &str) {
    let (drawn, missing) = draw_all(findings, settings);
    assert!(missing.is_empty(), "{case}: {missing:?}");
    look(case, &drawn);
    for drawing in drawn {
        let scene = noted(&drawing);
        let mut faults = scene.faults();
        if drawing.figure != Figure::PairMatrix {
            faults.extend(struck(&scene));
        }
        assert!(faults.is_empty(), "{} {case}: {faults:?}", drawing.name);
    }
}

/// Words that a line, a bar or a dot runs through.
fn struck(scene: &Scene) -> Vec<String> {
    let mut faults = Vec::new();
    for text in scene.texts() {
        let frame = text.frame();
        let inside = Frame {
            left: frame.left + 0.5,
            right: frame.right - 0.5,
            top: frame.top + 0.5,
            bottom: frame.bottom - 0.5,
        };
        // Samples every half unit are close enough: letters are higher than that.
        let hit = |(x, y): Point| {
            (inside.left..inside.right).contains(&x) && (inside.top..inside.bottom).contains(&y)
        };
        let along = |points: &[Point]| {
            points.windows(2).any(|ends| {
                let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
                let steps = (2.0 * dx.abs().max(dy.abs())).ceil().max(1.0);
                (0..=steps as usize)
                    .map(|step| step as f64 / steps)
                    .any(|share| hit((ends[0].0 + share * dx, ends[0].1 + share * dy)))
            })
        };
        let runs_through = scene.items.iter().any(|item| match item {
            Item::Line { points, .. } | Item::Area { points, .. } => along(points),
            Item::Circle { centre, .. } => hit(*centre),
            Item::Text(_) => false,
        });
        if runs_through {
            faults.push(format!("something runs through `{}`", text.text));
        }
    }
    faults
}

/// A figure as its file shows it.
pub(super) fn noted(drawing: &Drawing) -> Scene {
    drawing.with_notes(&ReportSettings::default())
}

/// With `LOOK_AT_FIGURES=DIR` the figures of these tests are written there, for people.
pub(super) fn look(case: &str, drawn: &[Drawing]) {
    let Some(folder) = std::env::var_os("LOOK_AT_FIGURES") else { return };
    let folder = std::path::PathBuf::from(folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for drawing in drawn {
        let picture = png(&svg(&noted(drawing))).expect("a picture");
        let file = folder.join(format!("{}-{case}.png", drawing.name));
        std::fs::write(file, picture).expect("a file");
        if drawing.has_tikz() {
            let file = folder.join(format!("{}-{case}.tex", drawing.name));
            std::fs::write(file, tikz(drawing)).expect("a file");
        }
    }
}
