//! Whether a trial that was run again gave what is stored: everything but times of work and names, digit for digit. It knows
//! nothing of which trials are worth running again.

use serde_json::Value;

use crate::run::Finished;

/// Differences smaller than this share of a number's size, or than it squared, are rounding.
pub const ROUNDING: f64 = 1e-6;

/// The first thing in which two results of a trial differ, in words; `None` if they are equal. `rounding` lets numbers
/// differ in their last digits.
pub fn first_difference(
    stored: &Finished,
    again: &Finished,
    rounding: bool,
) -> Result<Option<String>, serde_json::Error> {
    let (stored, again) = (comparable(stored)?, comparable(again)?);
    Ok(difference("", &stored, &again, rounding))
}

/// What must be equal. Names are the spec's, and caveats speak of names; times differ every time.
fn comparable(finished: &Finished) -> Result<Value, serde_json::Error> {
    let mut outcome = serde_json::to_value(&finished.outcome)?;
    if let Some(fields) = outcome.as_object_mut() {
        for free in ["dataset", "method", "caveats", "timing"] {
            fields.remove(free);
        }
        let mut predictions = serde_json::to_value(&finished.predictions)?;
        if let Some(predictions) = predictions.as_object_mut() {
            predictions.remove("caveats");
        }
        fields.insert("predictions".into(), predictions);
        fields.insert("curve".into(), serde_json::to_value(&finished.curve)?);
    }
    Ok(outcome)
}

fn difference(place: &str, stored: &Value, again: &Value, rounding: bool) -> Option<String> {
    let inside = |key: &str| {
        if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
    };
    match (stored, again) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let of = |map: &serde_json::Map<String, Value>, key: &str| {
                map.get(key).cloned().unwrap_or(Value::Null)
            };
            let mut keys = keys;
            keys.find_map(|key| difference(&inside(key), &of(a, key), &of(b, key), rounding))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(i, (a, b))| difference(&format!("{place}[{i}]"), a, b, rounding))
        }
        (Value::Number(a), Value::Number(b)) if rounding && close(a.as_f64(), b.as_f64()) => None,
        _ if stored == again => None,
        _ => Some(format!("{place}: stored {}, now {}", short(stored), short(again))),
    }
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    (a - b).abs() <= ROUNDING * a.abs().max(b.abs()).max(ROUNDING)
}

/// A value on one line.
fn short(value: &Value) -> String {
    match value {
        Value::Array(all) => format!("{} values", all.len()),
        Value::Object(_) => "something".into(),
        Value::Null => "nothing".into(),
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(stored: Value, again: Value, rounding: bool) -> Option<String> {
        difference("", &stored, &again, rounding)
    }

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        let stored = json!({ "a": 1, "scores": { "values": [0.25, 0.5] } });
        assert_eq!(told(stored.clone(), stored.clone(), false), None);
        let again = json!({ "a": 1, "scores": { "values": [0.25, 0.5000001] } });
        let found = told(stored.clone(), again.clone(), false).unwrap();
        assert_eq!(found, "scores.values[1]: stored 0.5, now 0.5000001");
        assert_eq!(told(stored.clone(), again, true), None);
        let more = json!({ "a": 1, "b": 2, "scores": { "values": [0.25, 0.5] } });
        assert_eq!(told(stored.clone(), more, true).unwrap(), "b: stored nothing, now 2");
        let longer = json!({ "a": 1, "scores": { "values": [0.25] } });
        let found = told(stored, longer, true).unwrap();
        assert_eq!(found, "scores.values: stored 2 values, now 1 values");
    }

    #[test]
    fn rounding_is_small_and_whole_numbers_are_never_rounded() {
        assert!(told(json!(1.0), json!(1.000_01), true).is_some());
        assert!(told(json!(1e-15), json!(3e-15), true).is_none());
        assert!(told(json!([0, 1]), json!([0, 2]), true).is_some());
        assert!(told(json!(0.1), json!(0.100_000_000_000_000_02), false).is_some());
    }
}
