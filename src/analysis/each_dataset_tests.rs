//! Verdicts on one dataset, from made-up folds and predictions.

use super::super::judged::Judged;
use super::super::settings::Missing;
use super::*;
use crate::measure::{Direction, Pairs, Unit};
use crate::stats::resampled_ttest::corrected_resampled;

/// Three methods on some folds: the first ahead of the second by a little and of the third by much.
fn score(folds: &[f64]) -> Score {
    let mean = crate::num::math::mean(folds);
    let sd = crate::num::math::sample_sd(folds);
    Score { folds: folds.to_vec(), ..Score::new(mean, sd) }
}

const A: [f64; 5] = [0.90, 0.93, 0.88, 0.92, 0.91];
const B: [f64; 5] = [0.89, 0.94, 0.87, 0.92, 0.90];
const C: [f64; 5] = [0.70, 0.74, 0.69, 0.71, 0.72];

fn results(rows: Vec<Vec<Option<Score>>>) -> Results {
    Results {
        metric: "accuracy".into(),
        title: "accuracy".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Share,
        range: (0.0, 1.0),
        pairs: Pairs::Examples,
        datasets: (0..rows.len()).map(|d| format!("d{d}")).collect(),
        methods: (0..rows[0].len()).map(|m| format!("m{m}")).collect(),
        cells: rows,
        holes: Default::default(),
    }
}

fn row() -> Vec<Option<Score>> {
    [&A, &B, &C].iter().map(|folds| Some(score(*folds))).collect()
}

fn verdict(rows: Vec<Vec<Option<Score>>>, settings: &AnalysisSettings) -> DatasetVerdict {
    let judged = Judged::new(&results(rows), settings);
    assert!(judged.over.is_err(), "tests over datasets need three");
    judged.each.into_iter().next().unwrap().unwrap()
}

#[test]
fn folds_of_one_dataset_decide_by_the_corrected_t_with_holm() {
    let found = verdict(vec![row()], &AnalysisSettings::default());
    assert_eq!(found.deciding.name, "corrected-t");
    assert_eq!(found.headline.better_than, [2]);
    assert_eq!(found.headline.alike, [1]);
    assert!(found.undone.is_empty(), "{:?}", found.undone);
    let ratio = 0.25;
    let p = |a: &[f64], b: &[f64]| corrected_resampled(a, b, ratio).unwrap().p_two_sided;
    let (ab, ac, bc) = (p(&A, &B), p(&A, &C), p(&B, &C));
    let mut smallest = [ab, ac, bc];
    smallest.sort_by(f64::total_cmp);
    let holm = [3.0 * smallest[0], (2.0 * smallest[1]).max(3.0 * smallest[0])];
    let found_p = |a: usize, b: usize| {
        let pair = found.pairs.iter().find(|pair| (pair.a, pair.b) == (a, b)).unwrap();
        found.deciding_p(pair).unwrap()
    };
    let mut two = [found_p(0, 2), found_p(1, 2)];
    two.sort_by(f64::total_cmp);
    assert!((two[0] - holm[0]).abs() < 1e-15 && (two[1] - holm[1]).abs() < 1e-15, "{two:?}");
    assert!(found_p(0, 1) > 0.05);
}

#[test]
fn a_control_has_its_own_family() {
    let settings = AnalysisSettings { control: Some("m1".into()), ..AnalysisSettings::default() };
    let found = verdict(vec![row()], &settings);
    assert_eq!(found.pairs.len(), 2);
    assert_eq!((found.headline.about, &found.headline.better_than[..]), (1, &[2][..]));
    assert_eq!(found.headline.best, 0);
    let settings = AnalysisSettings { control: Some("m9".into()), ..settings };
    let judged = Judged::new(&results(vec![row()]), &settings);
    assert!(judged.refused().unwrap().problem.contains("not among the methods"));
}

#[test]
fn lower_can_be_better() {
    let mut lower = results(vec![row()]);
    lower.direction = Direction::Lower;
    let judged = Judged::new(&lower, &AnalysisSettings::default());
    let found = judged.on_datasets().next().unwrap();
    assert_eq!(found.by_mean[0], 2);
    assert_eq!(found.headline.better_than, [1, 0], "the better mean first");
}

/// One test part has no spread, but its predictions can be compared.
#[test]
fn predictions_decide_where_folds_cannot() {
    let of = |wrong: usize| {
        let right: Vec<bool> = (0..60).map(|example| example >= wrong).collect();
        Some(Score { right, folds: vec![0.9], ..Score::new(1.0 - wrong as f64 / 60.0, None) })
    };
    let found = verdict(vec![vec![of(2), of(20)]], &AnalysisSettings::default());
    assert_eq!(found.deciding.name, "mcnemar");
    assert_eq!(found.headline.better_than, [1]);
    let pair = &found.pairs[0];
    assert!((pair.found(found.deciding).unwrap().p.unwrap() - 2.0_f64.powi(-17)).abs() < 1e-18);
    assert!(found.pairs[0].tests.iter().all(|compared| compared.found.is_ok()));
}

#[test]
fn what_cannot_be_judged_says_why() {
    let single = |value: f64| Some(Score::new(value, None));
    let judged =
        Judged::new(&results(vec![vec![single(0.9), single(0.8)]]), &AnalysisSettings::default());
    let refused = judged.refused().unwrap();
    assert!(refused.problem.contains("one score per method"), "{refused:?}");
    assert!(refused.remedy.contains("fold"), "{refused:?}");
    let same = |shift: f64| Some(score(&A.map(|v| v + shift)));
    let judged =
        Judged::new(&results(vec![vec![same(0.0), same(0.0)]]), &AnalysisSettings::default());
    assert!(judged.refused().unwrap().problem.contains("no spread"), "{judged:?}");
    let judged = Judged::new(&results(vec![vec![same(0.0), None]]), &AnalysisSettings::default());
    assert!(judged.refused().unwrap().problem.contains("nothing to compare"), "{judged:?}");
}

#[test]
fn tests_over_datasets_are_named_as_not_done() {
    let tests = ["friedman", "5x2cv", "corrected-t"]
        .map(|name| super::super::registry::test(name).unwrap());
    let settings = AnalysisSettings { tests: tests.to_vec(), ..AnalysisSettings::default() };
    let found = verdict(vec![row()], &settings);
    let names: Vec<&str> = found.undone.iter().map(|one| one.test.name).collect();
    assert_eq!(names, ["friedman", "5x2cv"]);
    assert!(found.undone[0].reason.contains("at least 3 datasets"));
    assert!(found.undone[1].reason.contains("five repeats of two folds"));
}

/// A difference that is the same in every fold has no t: nothing is claimed of that pair, neither way.
#[test]
fn a_pair_without_a_test_is_called_so() {
    let higher = Some(score(&A.map(|v| v + 0.05)));
    let found =
        verdict(vec![vec![higher, Some(score(&A)), Some(score(&C))]], &AnalysisSettings::default());
    assert_eq!(found.headline.untested, [1]);
    assert_eq!((&found.headline.better_than[..], &found.headline.alike[..]), (&[2][..], &[][..]));
    let pair = found.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 1)).unwrap();
    assert_eq!(found.deciding_p(pair), None);
    assert_eq!(found.pairs_by_p().last().map(|pair| (pair.a, pair.b)), Some((0, 1)));
}

/// Three datasets of which one is left after the policy: a verdict on that one, with the holes named.
#[test]
fn datasets_that_are_left_have_a_verdict() {
    let hole = |method: usize| {
        let mut cells = row();
        cells[method] = None;
        cells
    };
    let judged = Judged::new(&results(vec![hole(0), row(), hole(2)]), &AnalysisSettings::default());
    let found: Vec<&DatasetVerdict> = judged.on_datasets().collect();
    assert_eq!((found.len(), found[0].dataset()), (1, "d1"));
    assert!(found[0].notes.iter().any(|note| note.contains("m0 on d0")), "{:?}", found[0].notes);
    let error = AnalysisSettings { missing: Missing::Error, ..AnalysisSettings::default() };
    let judged = Judged::new(&results(vec![hole(2)]), &error);
    assert!(judged.refused().unwrap().problem.contains("m2 on d0"), "{judged:?}");
    let constant = AnalysisSettings { missing: Missing::ConstantPredictor, ..error };
    let judged = Judged::new(&results(vec![hole(2)]), &constant);
    assert!(judged.refused().is_some(), "there is no constant predictor");
}

/// What the policy left out is why there is too little to judge.
#[test]
fn refusals_name_the_datasets_that_were_left_out() {
    let single = |value: f64| Some(Score::new(value, None));
    let whole = vec![single(0.9), single(0.8), single(0.7)];
    let hole = vec![single(0.7), single(0.9), None];
    let judged =
        Judged::new(&results(vec![whole, hole.clone(), hole]), &AnalysisSettings::default());
    assert!(!judged.has_verdict());
    let problem = &judged.refused().unwrap().problem;
    assert!(problem.contains("--missing drop-method") && problem.contains("m2 on d1"), "{problem}");
}

/// What is added to the usual tests is asked for; the usual ones are not.
#[test]
fn only_what_was_asked_for_by_name_is_missed() {
    let mut settings = AnalysisSettings::default();
    settings.tests.push(super::super::registry::test("sign").unwrap());
    let names = |settings: &AnalysisSettings| {
        let found = verdict(vec![row()], settings);
        found.undone.iter().map(|one| one.test.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&settings), ["sign"]);
    settings.tests =
        ["holm", "corrected-t"].map(|n| super::super::registry::test(n).unwrap()).to_vec();
    assert!(names(&settings).is_empty());
}

/// The simulated rates are too high there, so the output must say so.
#[test]
fn many_folds_and_repeats_have_a_warning() {
    let scores = |folds: usize, repeats: usize| {
        let of = |level: f64, step: usize| {
            let value = |fold: usize| level + 0.01 * ((step * fold) % 7) as f64;
            let values: Vec<f64> = (0..folds * repeats).map(value).collect();
            Some(Score { repeats, ..score(&values) })
        };
        verdict(vec![vec![of(0.7, 3), of(0.5, 5)]], &AnalysisSettings::default()).notes.len()
    };
    let warned = [(5, 1), (2, 5), (10, 1), (5, 3)].map(|(folds, repeats)| scores(folds, repeats));
    assert_eq!(warned, [0, 0, 1, 1]);
}

#[test]
fn two_datasets_have_two_verdicts_and_holes_are_named() {
    let mut second = row();
    second[2] = None;
    let judged = Judged::new(&results(vec![row(), second]), &AnalysisSettings::default());
    let found: Vec<&DatasetVerdict> = judged.on_datasets().collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].results.methods, ["m0", "m1"]);
    assert_eq!(found[1].notes, ["methods without a result left out: m2"]);
}
