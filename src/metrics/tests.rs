//! Every metric against scikit-learn's values (tests/reference/sklearn_metrics.json names the version).

use serde_json::Value;

use super::*;
use crate::learn::{ClassPredictions, Labels, ScoreMatrix, Scores};

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
