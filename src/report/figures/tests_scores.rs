//! Figures of scores, draws, sizes and fits in shapes that are rare: one dataset, one method, holes, equal scores, metrics
//! of which less is better, no folds, no run.

use super::tests::{look, noted};
use super::*;
use crate::analysis::AnalysisSettings;
use crate::analysis::registry::{self, drawn};
use crate::analysis::settings::Missing;
use crate::measure::{Direction, Unit};
use crate::report::fixture::MadeUp;

const OWN: [Figure; 7] = [
    Figure::Scatter,
    Figure::LnP,
    Figure::Boxes,
    Figure::ScoreBySize,
    Figure::TimeBySize,
    Figure::HeatMap,
    Figure::Curves,
];

fn settings() -> ReportSettings {
    ReportSettings { figures: OWN.to_vec(), ..ReportSettings::default() }
}

/// Draws everything, checks every scene, and returns what was not drawn and why.
fn drawn(case: &str, findings: &Findings) -> Vec<NotDrawn> {
    let (drawn, missing) = draw_all(findings, &settings());
    look(case, &drawn);
    for drawing in &drawn {
        let what = format!("{} of {case}", drawing.name);
        let scene = noted(drawing);
        let faults = scene.faults();
        assert!(faults.is_empty(), "{what}: {faults:?}");
        assert!(defined(&scene), "{what}: a place is not a number");
        assert!(drawing.caption.ends_with('.'), "{what}: {}", drawing.caption);
    }
    missing
}

/// Whether every place is a number that a canvas of this size could show.
fn defined(scene: &Scene) -> bool {
    let inside = |(x, y): &(f64, f64)| {
        let slack = 2.0;
        (-slack..=scene.width + slack).contains(x) && (-slack..=scene.height + slack).contains(y)
    };
    scene.items.iter().all(|item| match item {
        scene::Item::Line { points, .. } | scene::Item::Area { points, .. } => {
            points.iter().all(inside)
        }
        scene::Item::Circle { centre, .. } => inside(centre),
        scene::Item::Text(text) => inside(&text.at),
    })
}

/// Cheap draws: what p is does not matter here.
fn made(methods: usize, datasets: usize) -> MadeUp {
    let made = MadeUp::new(methods, datasets);
    let settings = AnalysisSettings { draws: 60, ..made.settings.clone() };
    MadeUp { settings, ..made }
}

#[test]
fn few_and_many_methods_and_datasets() {
    for (methods, datasets, letters) in
        [(2, 3, 2), (2, 60, 40), (5, 12, 12), (9, 25, 8), (13, 60, 40), (30, 12, 40), (30, 60, 40)]
    {
        let made = MadeUp { letters, ..made(methods, datasets) };
        let missing = drawn(&format!("many-{methods}-{datasets}-{letters}"), &made.findings());
        assert!(missing.is_empty(), "{missing:?}");
    }
}

#[test]
fn several_ways_of_drawing_share_their_panels() {
    let mut made = made(4, 8);
    made.settings.tests.extend([&drawn::BOOTSTRAP, &drawn::MCMC_KDE]);
    assert!(drawn("ways", &made.findings()).is_empty());
}

/// With one dataset there is no verdict, and one size.
#[test]
fn one_dataset() {
    for (methods, letters) in [(1, 8), (2, 40), (6, 8), (30, 40)] {
        let made = MadeUp { letters, ..made(methods, 1) };
        let missing = drawn(&format!("one-{methods}"), &made.findings());
        let names: Vec<&str> = missing.iter().map(|m| m.name.as_str()).collect();
        assert!(names.contains(&"accuracy-score-by-size") && names.contains(&"accuracy-ln-p"));
        assert!(!names.contains(&"accuracy-boxes") && !names.contains(&"accuracy-heat-map"));
    }
}

#[test]
fn one_method() {
    let missing = drawn("one-method", &made(1, 10).findings());
    let names: Vec<&str> = missing.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["accuracy-scatter", "accuracy-ln-p"]);
}

#[test]
fn holes_equal_scores_and_no_folds() {
    let mut holes = made(6, 12);
    holes.holes = (0..12).map(|d| (d, d % 7)).filter(|(_, m)| *m < 6).collect();
    holes.holes.extend((0..6).map(|m| (4, m)));
    holes.settings.missing = Missing::WorstRank;
    holes.settings.tests.retain(|test| !["monte-carlo", "rank-uncertainty"].contains(&test.name));
    let missing = drawn("holes", &holes.findings());
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].reason.contains("monte-carlo"));

    let mut equal = made(4, 10).findings();
    for table in &mut equal.summary.tables {
        let mut results = table.results.clone();
        let cells = results.cells.iter_mut().flatten().flatten();
        cells.for_each(|score| *score = crate::analysis::Score::new(0.75, Some(0.0)));
        *table = ScoreTable::new(results, Vec::new());
    }
    drawn("equal", &equal);

    let mut no_folds = MadeUp { folds: 0, run: false, ..made(5, 14) };
    no_folds.settings.tests = registry::DEFAULT.to_vec();
    let missing = drawn("no-folds", &no_folds.findings());
    let names: Vec<&str> = missing.iter().map(|m| m.name.as_str()).collect();
    let expected = ["accuracy-ln-p", "accuracy-score-by-size", "time-by-size", "curves"];
    assert_eq!(names, expected, "{missing:?}");
}

/// Where less is better the hints change sides, and so do the colours.
#[test]
fn less_may_be_better() {
    let made = made(3, 9);
    let hints = |findings: &Findings| -> Vec<(String, bool)> {
        let (drawn, _) = draw_all(findings, &settings());
        let scatter = drawn.iter().find(|d| d.figure == Figure::Scatter).expect("a scatter plot");
        let texts = scatter.scene.texts().filter(|text| text.text.ends_with(" better"));
        let mut hints: Vec<(String, bool)> =
            texts.map(|t| (t.text.clone(), t.at.1 < scatter.scene.height / 2.0)).collect();
        hints.sort();
        hints
    };
    let higher = made.findings();
    let mut lower = higher.clone();
    for (table, verdict) in lower.summary.tables.iter_mut().zip(&mut lower.verdicts) {
        let results = crate::analysis::Results {
            direction: Direction::Lower,
            metric: "error".into(),
            ..table.results.clone()
        };
        // The same control, so that the same method is across.
        let control = results.methods.first().cloned();
        let settings = AnalysisSettings { control, ..made.settings.clone() };
        *verdict = Judged::new(&results, &settings);
        *table = ScoreTable::new(results, table.folds.clone());
    }
    drawn("lower", &lower);
    let above = |hints: &[(String, bool)]| hints.iter().find(|h| h.1).map(|h| h.0.clone());
    let (first, second) = (hints(&higher), hints(&lower));
    assert_eq!((first.len(), second.len()), (2, 2));
    // Across is the control in both; it is better below the diagonal where more is better, above it where less is.
    let across = &higher.summary.tables[0].results.methods[0];
    assert!(!above(&first).expect("a hint").starts_with(across.as_str()), "{first:?}");
    assert!(above(&second).expect("a hint").starts_with(across.as_str()), "{second:?}");
}

/// Times from microseconds to minutes, with spreads larger than the times.
#[test]
fn scores_of_all_sizes() {
    let mut made = made(4, 11).findings();
    for table in &mut made.summary.tables {
        let mut results = table.results.clone();
        (results.range, results.direction) = ((0.0, f64::INFINITY), Direction::Lower);
        results.unit = Unit::Seconds;
        for (dataset, row) in results.cells.iter_mut().enumerate() {
            for (method, score) in row.iter_mut().flatten().enumerate() {
                score.mean *= 1e-6 * 10.0_f64.powi(dataset as i32 - 3) * (method + 1) as f64;
                score.sd = Some(1.2 * score.mean);
            }
        }
        *table = ScoreTable::new(results, Vec::new());
    }
    assert!(drawn("wide", &made).is_empty());
}

/// Litres and metres have no common axis; the other figures are drawn.
#[test]
fn errors_of_datasets_with_different_units_share_no_axis() {
    let made = MadeUp { metrics: vec!["rmse"], ..made(4, 6) };
    let missing = drawn("target", &made.findings());
    let names: Vec<&str> = missing.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["rmse-scatter", "rmse-boxes", "rmse-score-by-size"], "{missing:?}");
    assert!(missing.iter().all(|m| m.reason.contains("units of the target")), "{missing:?}");
    // One dataset has one unit.
    let one = MadeUp { datasets: 1, ..made };
    let (figures, _) = draw_all(&one.findings(), &settings());
    for figure in [Figure::Scatter, Figure::Boxes] {
        assert!(figures.iter().any(|f| f.figure == figure), "{figure:?}");
    }
}

/// The curves of a share are in percent, as its tables are.
#[test]
fn curves_have_the_unit_of_the_tables() {
    let only = ReportSettings { figures: vec![Figure::StreamScore], ..ReportSettings::default() };
    let (figures, _) = draw_all(&made(3, 3).findings(), &only);
    let curves = figures.first().expect("curves");
    assert!(curves.caption.starts_with("accuracy in % of every window"), "{}", curves.caption);
    let ticks = curves.scene.texts().filter_map(|text| text.text.parse::<f64>().ok());
    let ticks: Vec<f64> = ticks.collect();
    assert!(ticks.contains(&50.0), "{ticks:?}");
}

/// Datasets are unrelated: a line from one to the next would suggest a trend.
#[test]
fn sizes_are_points_without_lines() {
    let figures = vec![Figure::ScoreBySize, Figure::TimeBySize];
    let settings = ReportSettings { figures, ..ReportSettings::default() };
    let (figures, missing) = draw_all(&made(4, 9).findings(), &settings);
    assert!(missing.is_empty() && figures.len() >= 2, "{missing:?}");
    for figure in figures {
        let series = ink::SERIES;
        let joined = figure.scene.items.iter().any(|item| match item {
            scene::Item::Line { points, stroke } => {
                series.contains(&stroke.ink) && points.len() != 5
            }
            _ => false,
        });
        assert!(!joined, "{}", figure.name);
        let dots =
            figure.scene.items.iter().filter(|item| {
                matches!(item, scene::Item::Circle { .. } | scene::Item::Area { .. })
            });
        assert!(dots.count() >= 4 * 9, "{}", figure.name);
    }
}
