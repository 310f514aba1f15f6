//! Every metric against scikit-learn's values (tests/reference/sklearn_metrics.json names the version), and what metrics
//! declare against what they compute.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::learn::{ClassPredictions, Labels, Registry, ScoreMatrix, Scores};
use crate::measure::{Direction, Pairs};

fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u32).collect()
}

#[test]
fn all_metrics_equal_scikit_learn() {
    let text = include_str!("../../tests/reference/sklearn_metrics.json");
    let file: Value = serde_json::from_str(text).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let mut compared = 0;
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let classes = case["classes"].as_u64().unwrap() as usize;
        let truth = Labels::new(ids(&case["truth"]), classes);
        let scores = case["scores"].as_array().map_or(Scores::None, |rows| {
            let numbers = |row: &Value| -> Vec<f64> {
                row.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
            };
            Scores::Probability(ScoreMatrix {
                classes,
                values: rows.iter().flat_map(numbers).collect(),
            })
        });
        let predictions = ClassPredictions { labels: ids(&case["predicted"]), scores };
        for metric in CLASSIFICATION {
            let expected = case["expected"]
                .get(metric.info.name)
                .unwrap_or_else(|| panic!("{name} lacks {}", metric.info.name))
                .as_f64();
            let found = (metric.score)(&truth, &predictions);
            let close = match (found, expected) {
                (Some(f), Some(e)) => (f - e).abs() <= 1e-12 * e.abs().max(1.0),
                (found, expected) => found == expected,
            };
            assert!(close, "{name}: {} is {found:?}, expected {expected:?}", metric.info.name);
            compared += 1;
        }
    }
    assert!(compared >= 200, "only {compared} values compared");
}

/// Three classes at most, so that every metric meets what it leaves undefined too.
fn random_answers() -> impl Strategy<Value = (Labels, ClassPredictions)> {
    let row = |classes: u32| (0..classes, 0..classes, vec(0.0_f64..1.0, classes as usize));
    (2_u32..4).prop_flat_map(move |classes| {
        vec(row(classes), 1..30).prop_map(move |rows| {
            let truth = Labels::new(rows.iter().map(|row| row.0).collect(), classes as usize);
            let probabilities = |row: &(u32, u32, Vec<f64>)| -> Vec<f64> {
                let sum: f64 = row.2.iter().sum();
                row.2.iter().map(|p| if sum > 0.0 { p / sum } else { 0.0 }).collect()
            };
            let values = rows.iter().flat_map(probabilities).collect();
            let scores = Scores::Probability(ScoreMatrix { classes: classes as usize, values });
            (truth, ClassPredictions { labels: rows.iter().map(|row| row.1).collect(), scores })
        })
    })
}

proptest! {
    #[test]
    fn every_value_is_within_the_declared_range((truth, predictions) in random_answers()) {
        for metric in CLASSIFICATION {
            let (low, high) = metric.info.range;
            let value = (metric.score)(&truth, &predictions);
            let within = value.is_none_or(|v| (low - 1e-12..=high + 1e-12).contains(&v));
            prop_assert!(within, "{} is {value:?}", metric.info.name);
        }
    }

    /// What the gate and McNemar's test rely on: such a score follows from the right answers alone.
    #[test]
    fn scores_that_pair_examples_are_shares_of_answers((truth, predictions) in random_answers()) {
        let pairs = truth.ids().iter().zip(&predictions.labels);
        let right = pairs.filter(|(truth, label)| truth == label).count();
        let share = right as f64 / truth.ids().len() as f64;
        for metric in CLASSIFICATION.iter().filter(|m| m.info.pairs == Pairs::Examples) {
            let expected = match metric.info.direction {
                Direction::Higher => share,
                Direction::Lower => 1.0 - share,
            };
            let value = (metric.score)(&truth, &predictions);
            prop_assert!(value.is_some_and(|v| (v - expected).abs() < 1e-12), "{value:?}");
        }
    }
}

#[test]
fn accuracy_and_error_alone_pair_examples() {
    let by_example = CLASSIFICATION.iter().filter(|m| m.info.pairs == Pairs::Examples);
    assert_eq!(by_example.map(|m| m.info.name).collect::<Vec<_>>(), ["accuracy", "error"]);
}

#[test]
fn titles_are_words_and_no_two_are_alike() {
    let all = all(&Registry::standard());
    let mut titles: Vec<&str> = all.iter().map(|info| info.title).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), all.len());
    for info in all {
        assert!(!info.title.is_empty() && !info.title.contains('_'), "{}", info.name);
        assert!(info.range.0 < info.range.1, "{}", info.name);
    }
}
