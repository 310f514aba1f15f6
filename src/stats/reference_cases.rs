//! Reads tests/reference/rank_tests.json, what other programs say of random tables
//! (make_rank_tests.py names them), for the tests of the modules next to this one.

use serde_json::Value;

/// The cases of one section.
pub(super) fn cases(section: &str) -> Vec<Value> {
    let text = include_str!("../../tests/reference/rank_tests.json");
    let all: Value = serde_json::from_str(text).expect("JSON");
    all[section].as_array().expect("cases").clone()
}

/// A number.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

/// A list of numbers.
pub(super) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// Rows of numbers.
pub(super) fn table(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a list").iter().map(numbers).collect()
}

/// Agreement to ten digits, or to 1e-12 near zero.
pub(super) fn close(ours: f64, reference: f64, what: &str) {
    let allowed = 1e-12 + 1e-10 * reference.abs();
    assert!((ours - reference).abs() <= allowed, "{what}: {ours} {reference}");
}
