//! A verdict on one dataset as JSON.

use serde_json::{Map, Value, json};

use super::{compared, not_done, settings_json};
use crate::analysis::registry::finding::outcome_json;
use crate::analysis::{DatasetPair, DatasetVerdict};
use crate::report::methods::dataset_paragraph;
use crate::report::verdict_words::dataset_sentence;

/// The verdict on one dataset.
pub fn on_dataset(verdict: &DatasetVerdict) -> Value {
    let settings = &verdict.settings;
    let scores = verdict.by_mean.iter().filter_map(|&method| {
        let score = verdict.score(method)?;
        Some(json!({
            "method": verdict.name(method), "mean": score.mean, "sd": score.sd, "folds": score.folds.len(),
        }))
    });
    let mut out = json!({
        "dataset": verdict.dataset(),
        "alpha": settings.alpha,
        "settings": settings_json(settings),
        "notes": verdict.notes,
        "verdict": dataset_sentence(verdict),
        "decided_by": verdict.deciding.name,
        "control": verdict.name(verdict.control),
        "control_assumed": settings.control.is_none(),
        "scores": scores.collect::<Vec<_>>(),
        "pairs": verdict.pairs.iter().map(|pair| dataset_pair(verdict, pair)).collect::<Vec<_>>(),
        "not_done": not_done(&verdict.undone),
        "methods_paragraph": dataset_paragraph(verdict),
    });
    for (test, found) in &verdict.overall {
        out[test.key] = outcome_json(found);
    }
    out
}

fn dataset_pair(verdict: &DatasetVerdict, pair: &DatasetPair) -> Value {
    let mut fields = Map::new();
    fields.insert("a".into(), json!(verdict.name(pair.a)));
    fields.insert("b".into(), json!(verdict.name(pair.b)));
    fields.insert("difference".into(), json!(pair.difference));
    compared(&pair.tests, &mut fields);
    Value::Object(fields)
}
