//! Verdicts over datasets, on made-up scores.

use super::super::registry;
use super::*;
use crate::measure::{Direction, Pairs, Unit};

fn results(rows: &[&[f64]]) -> Results {
    Results {
        metric: "score".into(),
        title: "score".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Percent,
        range: (0.0, 100.0),
        pairs: Pairs::Folds,
        holes: Default::default(),
        datasets: (0..rows.len()).map(|d| format!("d{d}")).collect(),
        methods: (0..rows[0].len()).map(|m| format!("m{m}")).collect(),
        cells: rows
            .iter()
            .map(|row| row.iter().map(|v| Some(Score::new(*v, None))).collect())
            .collect(),
    }
}

fn settings(names: &[&str]) -> AnalysisSettings {
    let tests = names.iter().map(|name| registry::test(name).unwrap()).collect();
    AnalysisSettings { tests, ..AnalysisSettings::default() }
}

/// Two methods, always the same one ahead: of N datasets in 2 of 2^N equally likely cases. Only from six on is that
/// rare enough, although the F of Iman and Davenport is infinite from the first.
#[test]
fn few_datasets_cannot_show_a_difference() {
    for datasets in 3..9_usize {
        let rows = vec![&[1.0, 2.0][..]; datasets];
        let analysis = Analysis::new(&results(&rows), &AnalysisSettings::default()).unwrap();
        let exact = 2.0 / 2.0_f64.powi(datasets as i32);
        assert_eq!(analysis.omnibus.gate.test, GateTest::Wilcoxon);
        assert!((analysis.omnibus.gate.p - exact).abs() < 1e-12, "{datasets}");
        assert_eq!(analysis.headline.differ, datasets >= 6, "{datasets}");
        assert_eq!(analysis.headline.better_than.is_empty(), datasets < 6, "{datasets}");
    }
}

/// Thirteen ties and seven wins: Wilcoxon's test finds a difference, approximations by ranks do not. Everything that
/// follows must say what the headline says.
#[test]
fn two_methods_are_judged_by_one_test_alone() {
    let rows: Vec<[f64; 2]> = (0..20).map(|d| [1.0, if d < 7 { 0.5 } else { 1.0 }]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    for control in [None, Some("m0".to_owned())] {
        let settings = AnalysisSettings { control, ..AnalysisSettings::default() };
        let analysis = Analysis::new(&results(&rows), &settings).unwrap();
        assert!(analysis.pairwise[0].adjusted(&corrections::SHAFFER).unwrap() > 0.05);
        assert_eq!(analysis.headline.better_than, [1]);
        assert_eq!(analysis.deciding_test(), Deciding::OnlyPair(GateTest::Wilcoxon));
        assert_eq!(analysis.deciding_p(1), Some(analysis.omnibus.gate.p));
        assert!(analysis.pair_differs(0, 1) && analysis.beyond_critical_difference(1));
        assert_eq!(analysis.groups.verdict, Some(Vec::new()));
        assert!(analysis.pairwise[0].found(&registry::sign::TEST).is_some(), "reported next to it");
    }
}

/// The first method wins less often but by much more: ranks prefer the second, sizes the first, and sizes decide.
#[test]
fn two_methods_are_judged_by_sizes_not_by_wins() {
    let mut rows: Vec<[f64; 2]> = (0..8).map(|d| [10.0 + f64::from(d), 1.0]).collect();
    rows.extend([[1.0, 1.1]; 9]);
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    let analysis = Analysis::new(&results(&rows), &AnalysisSettings::default()).unwrap();
    assert_eq!(analysis.headline.best, 1, "by mean rank");
    let gate = analysis.omnibus.gate;
    assert!(gate.favours > 0.0);
    assert_eq!(analysis.headline.differ, gate.p <= 0.05);
    let control =
        AnalysisSettings { control: Some("m1".into()), alpha: 0.2, ..AnalysisSettings::default() };
    let named = Analysis::new(&results(&rows), &control).unwrap();
    assert_eq!((named.headline.about, &named.headline.worse_than[..]), (1, &[0][..]));
    let unnamed = AnalysisSettings { alpha: 0.2, ..AnalysisSettings::default() };
    let unnamed = Analysis::new(&results(&rows), &unnamed).unwrap();
    assert_eq!((unnamed.headline.about, &unnamed.headline.better_than[..]), (0, &[1][..]));
    assert_eq!(unnamed.control, 0, "tables speak of the same method");
}

/// Errors in units of the target have no common size: the exact test of ranks decides between two methods.
#[test]
fn sizes_in_different_units_do_not_decide() {
    let rows: Vec<[f64; 2]> = (1..9).map(|d| [f64::from(d), f64::from(d * d + 1)]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    let results = Results { unit: Unit::Target, ..results(&rows) };
    let analysis = Analysis::new(&results, &AnalysisSettings::default()).unwrap();
    assert_eq!(analysis.omnibus.gate.test, GateTest::FriedmanExact);
}

/// Friedman's test finds a difference, and no pair does after the correction.
#[test]
fn a_difference_overall_without_a_pair_is_known() {
    let rows: Vec<[f64; 4]> = vec![
        [4.0, 3.0, 1.0, 2.0],
        [4.0, 2.0, 3.0, 1.0],
        [3.0, 4.0, 1.0, 2.0],
        [4.0, 3.0, 2.0, 1.0],
        [4.0, 1.0, 3.0, 2.0],
        [2.0, 4.0, 3.0, 1.0],
        [4.0, 3.0, 2.0, 1.0],
        [1.0, 4.0, 2.0, 3.0],
    ];
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    let mut seen = 0;
    for n in 5..=rows.len() {
        for alpha in [0.05, 0.08, 0.1, 0.15] {
            let settings = AnalysisSettings { alpha, ..AnalysisSettings::default() };
            let analysis = Analysis::new(&results(&rows[..n]), &settings).unwrap();
            let headline = &analysis.headline;
            let pairs = (0..4).flat_map(|a| (0..a).map(move |b| (a, b)));
            let differs = pairs.filter(|&(a, b)| analysis.pair_differs(a, b)).count();
            assert_eq!(headline.any_pair, differs > 0);
            seen += usize::from(headline.differ && !headline.any_pair);
        }
    }
    assert!(seen > 0);
}

/// One comparison needs no correction, and three datasets cannot lose one: both are said where they were asked for.
#[test]
fn tests_without_an_object_are_named() {
    let rows: [&[f64]; 3] = [&[1.0, 2.0], &[2.0, 3.0], &[2.0, 1.0]];
    let undone = |names: &[&str]| {
        let analysis = Analysis::new(&results(&rows), &settings(names)).unwrap();
        analysis.undone.iter().map(|one| one.test.name).collect::<Vec<_>>()
    };
    assert_eq!(undone(&["nemenyi", "holm", "robustness"]), ["nemenyi", "holm", "robustness"]);
    let usual = Analysis::new(&results(&rows), &AnalysisSettings::default()).unwrap();
    let names: Vec<&str> = usual.undone.iter().map(|one| one.test.name).collect();
    assert!(names.is_empty(), "the usual tests were not asked for by name");
    assert!(!usual.has_done(&registry::robustness::TEST));
}

/// What cannot be done is named with its reason, and nothing else is lost by it.
#[test]
fn tests_that_cannot_be_done_say_why() {
    let asked = settings(&[
        "friedman",
        "monte-carlo",
        "bootstrap",
        "rank-uncertainty",
        "corrected-t",
        "mcnemar",
        "bergmann-hommel",
    ]);
    let rows: [&[f64]; 4] =
        [&[1.0, 2.0, 3.0], &[2.0, 3.0, 1.0], &[2.0, 4.0, 5.0], &[1.0, 5.0, 2.0]];
    let analysis = Analysis::new(&results(&rows), &asked).unwrap();
    let names: Vec<&str> = analysis.undone.iter().map(|one| one.test.name).collect();
    assert_eq!(names, ["monte-carlo", "bootstrap", "rank-uncertainty", "corrected-t", "mcnemar"]);
    assert!(analysis.undone[0].reason.contains("standard deviations"), "{:?}", analysis.undone);
    assert!(analysis.has_done(&corrections::BERGMANN_HOMMEL));
}

/// Litres and metres: who is ahead on a dataset is known, by how much over all datasets is not.
#[test]
fn differences_in_different_units_are_not_pooled() {
    let rows: Vec<[f64; 2]> = (1..9).map(|d| [f64::from(d), f64::from(d * d + 1)]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    let settings = settings(&["effect", "sign", "bayes", "wilcoxon"]);
    let analyse = |unit: Unit, settings: &AnalysisSettings| {
        let results = Results { unit, ..results(&rows) };
        Analysis::new(&results, settings).unwrap()
    };
    let sizes = |analysis: &Analysis| {
        let effect = analysis.pairwise[0].effect.clone().unwrap().unwrap();
        let intervals = [effect.mean.is_some(), effect.median.is_some()];
        (intervals, [effect.a12.is_some(), effect.delta.is_some()])
    };
    let (percent, target) = (analyse(Unit::Percent, &settings), analyse(Unit::Target, &settings));
    assert_eq!(sizes(&percent), ([true; 2], [true; 2]));
    assert_eq!(sizes(&target), ([false; 2], [false; 2]));
    assert_eq!(target.pairwise[0].counts, percent.pairwise[0].counts);
    assert!(percent.notes.is_empty(), "{:?}", percent.notes);
    assert!(target.notes[0].contains("wilcoxon and bayes weighed"), "{:?}", target.notes);
    let signs = self::settings(&["sign", "effect"]);
    assert!(analyse(Unit::Target, &signs).notes.is_empty());
}

#[test]
fn a_control_that_was_left_out_is_told_from_a_misspelt_one() {
    let mut table = results(&[&[1.0, 2.0, 3.0], &[2.0, 3.0, 1.0], &[2.0, 4.0, 5.0]]);
    table.cells[0][0] = None;
    let refused = |control: &str| {
        let settings = AnalysisSettings {
            control: Some(control.into()),
            missing: crate::analysis::settings::Missing::DropMethod,
            ..AnalysisSettings::default()
        };
        Analysis::new(&table, &settings).unwrap_err().problem
    };
    assert!(refused("m0").contains("left out"), "{}", refused("m0"));
    assert!(refused("m").contains("not among"), "{}", refused("m"));
}
