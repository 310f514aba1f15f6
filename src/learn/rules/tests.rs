//! Description lengths against Weka's, and what a list of rules must do where no reference program gives an answer.

use ndarray::Array2;

use super::condition::{Condition, Rule, Test, Worth};
use super::folds::{class_order, split, stratify};
use super::grow::Grower;
use super::jrip::{INFO, Jrip};
use super::length::{Counts, Listed, Measure, subset};
use super::table::Table;
use crate::data::{FeatureKind, Rows};
use crate::learn::{
    ClassPredictions, Classify, FitContext, Labels, Method, ModelFacts, NeverStop, Samples, Shared,
};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{ParamInfo, Params, Value};

/// Numbers of the form below come from a driver that called the public methods of `weka.classifiers.rules.RuleStats`
/// of Weka 3.6.14 (OpenJDK 17.0.15) and printed what they returned. Java's logarithm may differ in the last bit.
fn assert_bits(ours: f64, weka: f64) {
    assert!((ours - weka).abs() <= 1e-14 * weka.abs().max(1.0), "{ours} and {weka}");
}

#[test]
fn subsets_are_as_long_as_in_weka() {
    for (all, chosen, p, bits) in [
        (100.0, 7.0, 0.07, 36.592_365_090_022_33),
        (100.0, 7.0, 0.2, 46.192_809_488_736_23),
        (12.5, 0.0, 0.0, 0.0),
        (12.5, 3.5, 0.28, 10.693_135_132_001_633),
        (40.0, 40.0, 0.5, 40.0),
    ] {
        assert_bits(subset(all, chosen, p), bits);
    }
    // Where Weka finds no number: everything chosen, and more expected than there is.
    assert_eq!(subset(3.0, 3.0, 1.0), 0.0);
    assert!(subset(3.0, 2.0, 1.5).is_finite());
}

fn measure(conditions: f64, expected_wrong: f64, check_error: bool) -> Measure {
    Measure { conditions, expected_wrong, check_error }
}

#[test]
fn rules_are_as_long_as_in_weka() {
    for (all, conditions, bits) in [
        (10.0, 0, 0.0),
        (10.0, 1, 2.344_977_967_946_406),
        (250.0, 1, 4.702_795_040_284_804),
        (10.0, 2, 4.109_640_474_436_811),
        (250.0, 2, 8.902_693_094_788_356),
        (10.0, 3, 5.863_384_453_967_931),
        (250.0, 3, 13.179_168_688_785_927),
        (10.0, 7, 7.299_343_426_420_391),
        (250.0, 7, 25.925_463_097_723_82),
    ] {
        assert_bits(measure(all, 0.5, true).theory(conditions), bits);
    }
}

#[test]
fn errors_are_as_long_as_in_weka() {
    for (expected, covered, uncovered, wrong, missed, bits) in [
        (0.3, 0.0, 100.0, 0.0, 30.0, 98.009_655_404_464_25),
        (0.3, 28.0, 72.0, 3.0, 5.0, 46.661_863_479_037_72),
        (0.5, 60.0, 40.0, 6.0, 2.5, 48.789_878_240_744_97),
        (0.1, 100.0, 0.0, 50.0, 0.0, 226.454_645_299_308_77),
    ] {
        let list = Counts { covered, uncovered, right: covered - wrong, wrong, missed };
        assert_bits(measure(10.0, expected, true).errors(&list), bits);
    }
}

#[test]
fn what_deleting_a_rule_saves_is_as_in_weka() {
    let start = Counts { covered: 60.0, uncovered: 40.0, right: 50.0, wrong: 10.0, missed: 5.0 };
    for (covered, right, wrong, saved, after) in [
        (20.0, 19.0, 1.0, None, (60.0, 40.0, 10.0, 5.0)),
        (6.0, 4.0, 2.0, Some(11.291_519_006_811_683), (54.0, 46.0, 8.0, 9.0)),
        (8.0, 3.0, 5.0, Some(22.742_922_336_255_05), (52.0, 48.0, 5.0, 8.0)),
    ] {
        let counts = Counts { covered, right, wrong, ..Counts::default() };
        let mut list = start;
        let ours = measure(250.0, 0.3, true).saving(&mut list, &Listed { conditions: 3, counts });
        match (ours, saved) {
            (Some(ours), Some(weka)) => assert_bits(ours, weka),
            _ => assert_eq!(ours, saved),
        }
        assert_eq!((list.covered, list.uncovered, list.wrong, list.missed), after);
    }
}

fn run(
    x: &Array2<f64>,
    kinds: &[FeatureKind],
    y: &Labels,
    params: &Params,
    seed: u64,
) -> (ClassPredictions, ModelFacts) {
    let rows = Rows::table(x, kinds).expect("a table");
    let shared = Shared::nothing();
    let key = RngKey::root(seed);
    let context =
        FitContext { key, stop: &NeverStop, shared: &shared, memory: 1 << 20, place: None };
    let model = Jrip.fit(&Samples::new(rows, y).expect("samples"), params, &context);
    let model = model.expect("a model");
    (model.predict(rows), model.facts())
}

fn defaults() -> Params {
    ParamInfo::defaults(INFO.params)
}

/// Class 1 where a + b > 1 or the level is 2, with every ninth label wrong.
fn stairs(rows: usize) -> (Array2<f64>, Vec<FeatureKind>, Labels) {
    let mut rng = RngKey::root(5).stream();
    let x = Array2::from_shape_fn((rows, 3), |(row, feature)| match feature {
        2 => (row % 3) as f64,
        _ => (sample::unit(&mut rng) * 50.0).round() / 50.0,
    });
    let class = |row: usize| x[(row, 0)] + x[(row, 1)] > 1.0 || row % 3 == 2;
    let ids = (0..rows).map(|row| u32::from(class(row) != (row % 9 == 0))).collect();
    let kinds =
        vec![FeatureKind::Numeric, FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
    (x, kinds, Labels::new(ids, 2))
}

#[test]
fn every_row_gets_a_class_whatever_the_parameters() {
    let (mut x, kinds, y) = stairs(120);
    x.iter_mut().step_by(7).for_each(|v| *v = f64::NAN);
    let changes = [
        ("folds", Value::Int(2)),
        ("folds", Value::Int(1_000_000)),
        ("optimisations", Value::Int(0)),
        ("optimisations", Value::Int(7)),
        ("min-weight", Value::Real(0.0)),
        ("min-weight", Value::Real(1e9)),
        ("pruned", Value::Flag(false)),
        ("check-error-rate", Value::Flag(false)),
    ];
    for (name, value) in changes {
        let (predictions, facts) = run(&x, &kinds, &y, &defaults().with(name, value), 1);
        let scores = predictions.scores.matrix().expect("probabilities");
        assert_eq!(predictions.labels.len(), 120);
        for row in scores.rows() {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{name}: {row:?}");
        }
        assert!(facts.numbers["rules"] >= 1.0);
    }
}

#[test]
fn fewer_than_two_folds_are_refused() {
    let folds = INFO.params.iter().find(|p| p.name == "folds").expect("declared");
    for count in [0, 1] {
        assert_eq!(folds.domain.accept(Value::Int(count)), None);
    }
}

#[test]
fn a_weight_that_no_rule_can_reach_leaves_the_largest_class() {
    let (x, kinds, y) = stairs(120);
    let params = defaults().with("min-weight", Value::Real(1e9));
    let (predictions, facts) = run(&x, &kinds, &y, &params, 1);
    assert_eq!((facts.numbers["rules"], facts.numbers["conditions"]), (1.0, 0.0));
    assert!(predictions.labels.iter().all(|l| *l == predictions.labels[0]));
}

#[test]
fn steps_are_learned_and_seeds_only_change_which_rules() {
    let (x, kinds, y) = stairs(600);
    let mut lists = Vec::new();
    for seed in 0..5 {
        let (predictions, facts) = run(&x, &kinds, &y, &defaults(), seed);
        let right = predictions.labels.iter().zip(y.ids()).filter(|(a, b)| a == b).count();
        // One in nine labels is wrong, so that 533 is the most that rules of the right form can get.
        assert!(right > 480, "{right} with seed {seed}");
        lists.push((facts.numbers["rules"] as u32, facts.numbers["conditions"] as u32));
    }
    lists.dedup();
    assert!(lists.len() > 1, "{lists:?}");
}

#[test]
fn other_units_give_the_same_rules() {
    let (x, kinds, y) = stairs(300);
    let mut other = x.clone();
    other.column_mut(0).mapv_inplace(|v| v * 4096.0 - 7.0);
    for pruned in [true, false] {
        let params = defaults().with("pruned", Value::Flag(pruned));
        let (a, facts) = run(&x, &kinds, &y, &params, 3);
        let (b, other_facts) = run(&other, &kinds, &y, &params, 3);
        assert_eq!((a, facts), (b, other_facts));
    }
}

/// The only condition there is takes no bits to tell; Weka fails on it.
#[test]
fn a_feature_with_one_level_and_missing_values_makes_a_rule() {
    let x = Array2::from_shape_fn((40, 1), |(row, _)| if row < 16 { 0.0 } else { f64::NAN });
    let y = Labels::new((0..40).map(|row| u32::from(row < 16)).collect(), 2);
    for pruned in [true, false] {
        let params = defaults().with("pruned", Value::Flag(pruned));
        let (predictions, facts) = run(&x, &[FeatureKind::Nominal { levels: 1 }], &y, &params, 1);
        assert_eq!(predictions.labels, y.ids());
        assert_eq!((facts.numbers["rules"], facts.numbers["conditions"]), (2.0, 1.0));
    }
}

fn table(x: &Array2<f64>, kinds: &[FeatureKind], y: &Labels) -> Table {
    let samples: Samples<'_, Classify> =
        Samples::new(Rows::table(x, kinds).expect("a table"), y).expect("samples");
    Table::new(&samples, &[0, 1])
}

#[test]
fn parts_hold_each_row_once_and_each_class_evenly() {
    let (x, kinds, y) = stairs(100);
    let table = table(&x, &kinds, &y);
    let rows: Vec<u32> = (0..100).collect();
    let dealt = stratify(&table, &rows, 2, 5, &mut RngKey::root(1).stream());
    let mut sorted = dealt.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, rows);
    let ones = y.counts()[1];
    for part in dealt.chunks(20) {
        let here = part.iter().filter(|&&row| table.class(row) == 1).count();
        assert!(here.abs_diff(ones / 5) <= 1, "{here} of {ones}");
    }
    let (grow, prune) = split(&dealt, 5);
    assert_eq!((grow.len(), prune.len()), (80, 20));
}

#[test]
fn classes_come_by_weight_and_equal_ones_at_random() {
    let order = |seed| class_order(&[2.0, 1.0, 2.0, 0.5], &mut RngKey::root(seed).stream());
    let orders: Vec<Vec<usize>> = (0..20).map(order).collect();
    assert!(orders.iter().all(|o| o[..2] == [3, 1]));
    assert!(orders.iter().any(|o| o[2] == 0) && orders.iter().any(|o| o[2] == 2));
}

#[test]
fn conditions_are_counted_and_missing_values_meet_none() {
    let x = Array2::from_shape_vec((4, 2), vec![1.0, 0.0, -0.0, 2.0, 0.0, f64::NAN, f64::NAN, 2.0])
        .expect("four rows");
    let kinds = [FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
    let y = Labels::new(vec![0, 1, 0, 1], 2);
    let table = table(&x, &kinds, &y);
    // Two numbers (0 and -0 are one) and three levels.
    let grower = Grower::new(&table, 2.0, &NeverStop).expect("not stopped");
    assert_eq!(grower.conditions(), 7.0);
    for test in [Test::AtMost(9.0), Test::AtLeast(-9.0), Test::Is(0.0)] {
        assert!(!Condition { feature: 0, test }.admits(f64::NAN));
    }
}

#[test]
fn pruning_keeps_the_shortest_of_the_best() {
    let x = Array2::from_shape_fn((8, 1), |(row, _)| row as f64);
    let y = Labels::new(vec![0, 0, 0, 0, 1, 1, 1, 1], 2);
    let table = table(&x, &[FeatureKind::Numeric], &y);
    let at_most = |bound| Condition { feature: 0, test: Test::AtMost(bound) };
    let rule = Rule { conditions: vec![at_most(5.0), at_most(3.0), at_most(3.0), at_most(0.0)] };
    let rows: Vec<u32> = (0..8).collect();
    for worth in [Worth::Precision, Worth::Accuracy] {
        let mut pruned = rule.clone();
        pruned.prune(&table, 0, &rows, worth);
        assert_eq!(pruned.conditions, rule.conditions[..2], "{worth:?}");
    }
    let mut nothing_to_prune_on = rule.clone();
    nothing_to_prune_on.prune(&table, 0, &[], Worth::Precision);
    assert_eq!(nothing_to_prune_on, rule);
}
