//! Published tables next to ours as JSON: every number with all its digits, and what "within" means.

use serde_json::{Value, json};

use super::reference_words::agreement;
use crate::analysis::reference::UNITS;
use crate::analysis::{Agreement, Apart, Findings, Reference, ReferenceCell};
use crate::choices::word_of;

/// All of them; one that cannot be read any more says why. `None` if there is none.
pub fn references_json(findings: &Findings) -> Option<Value> {
    let unread = findings.references_unread.iter();
    let unread = unread.map(|(table, reason)| json!({ "table": table, "unread": reason }));
    let all: Vec<Value> = findings.references.iter().map(reference).chain(unread).collect();
    (!all.is_empty()).then_some(Value::Array(all))
}

fn reference(reference: &Reference) -> Value {
    let mut cells = Vec::new();
    for row in &reference.rows {
        for (method, one) in reference.methods.iter().zip(&row.cells) {
            let mut value = cell(one);
            value["dataset"] = json!(row.dataset.ours);
            value["published_dataset"] = json!(row.dataset.published);
            value["method"] = json!(method.ours);
            value["published_method"] = json!(method.published);
            cells.push(value);
        }
    }
    let ranks = reference.ranks.as_ref().map(|ranks| {
        let methods: Vec<&String> = reference.methods.iter().map(|m| &m.ours).collect();
        json!({
            "methods": methods, "datasets": ranks.rows, "published": ranks.published, "ours": ranks.ours,
            "all_published_datasets": ranks.all_rows, "published_over_all": ranks.published_all,
            "printed": ranks.printed.iter().map(|p| p.as_ref().map(|p| p.text())).collect::<Vec<_>>(),
            "same_order": ranks.same_order, "same_best": ranks.same_best,
        })
    });
    let place = |(row, method, value): (usize, usize, f64)| {
        json!({
            "dataset": reference.rows[row].dataset.ours, "method": reference.methods[method].ours,
            "value": value,
        })
    };
    let counts = |all: &Agreement| {
        json!({
            "cells": all.cells, "with_sd": all.judged, "within_one_sd": all.one,
            "within_two_sd": all.two, "with_interval": all.intervals, "in_interval": all.inside,
            "mean": all.mean, "farthest": all.farthest.map(place),
        })
    };
    let by_method = reference.methods.iter().zip(&reference.by_method).map(|(method, own)| {
        let mut value = counts(own);
        value["method"] = json!(method.ours);
        value
    });
    let pairs = |list: &[(String, String)]| {
        let pair =
            |(dataset, reason): &(String, String)| json!({ "dataset": dataset, "reason": reason });
        list.iter().map(pair).collect::<Vec<_>>()
    };
    let holes = reference.holes.iter().map(|(dataset, method, reason)| {
        json!({ "dataset": dataset, "method": method, "reason": reason })
    });
    json!({
        "table": reference.name,
        "cite": reference.cite,
        "metric": reference.metric,
        "better": reference.direction.name(),
        "unit": word_of(UNITS, &reference.unit),
        "within": "the absolute difference is at most so many standard deviations over our outer test folds, plus half a unit of the last printed place",
        "interval": "confidence interval of our mean over folds, variance sd^2 (1/folds + test/train); the published value may be off by half a unit of its last place",
        "confidence": reference.confidence,
        "summary": agreement(reference),
        "overall": counts(&reference.overall),
        "by_method": by_method.collect::<Vec<_>>(),
        "ranks": ranks,
        "cells": cells,
        "without_score": holes.collect::<Vec<_>>(),
        "not_run": pairs(&reference.not_run),
        "methods_not_run": reference.methods_not_run,
        "not_published": reference.not_published,
        "methods_not_published": reference.methods_not_published,
    })
}

fn cell(cell: &ReferenceCell) -> Value {
    let mut value = json!({
        "published": cell.published.as_ref().map(|p| p.text()),
        "published_sd": cell.published_sd.as_ref().map(|p| p.text()),
        "mean": cell.ours.as_ref().map(|ours| ours.mean),
        "sd": cell.ours.as_ref().and_then(|ours| ours.sd),
        "folds": cell.ours.as_ref().map(|ours| ours.folds),
    });
    match &cell.apart {
        None => {}
        Some(Apart::Ratio(ratio)) => value["ratio"] = json!(ratio),
        Some(Apart::Difference(d)) => {
            value["difference"] = json!(d.value);
            value["within_one_sd"] = json!(d.one);
            value["within_two_sd"] = json!(d.two);
            value["interval"] = json!(d.interval);
            value["in_interval"] = json!(d.inside);
        }
    }
    value
}
