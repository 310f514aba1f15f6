//! Scores and verdicts as JSON, for programs.

use serde_json::{Value, json};

use super::verdict_json::verdict_json;
use crate::analysis::{Findings, Judged, ScoreTable, Summary};

/// All verdicts; a refused one says why.
pub fn verdicts_json(findings: &Findings) -> Value {
    let one = |(scores, judged): (&ScoreTable, &Judged)| verdict_json(&scores.results, judged);
    let caveats = &findings.summary.caveats;
    let with_caveats = |mut verdict: Value| {
        if !caveats.is_empty() {
            verdict["caveats"] = json!(caveats);
        }
        verdict
    };
    findings.metrics().map(one).map(with_caveats).collect()
}

/// The whole summary.
pub fn summary_json(summary: &Summary) -> Value {
    let failed: Vec<Value> = summary
        .failed
        .iter()
        .map(|f| json!({ "what": f.what, "trials": f.count, "which": f.which, "log": f.log }))
        .collect();
    json!({
        "experiment": summary.title,
        "protocol": summary.protocol,
        "caveats": summary.caveats,
        "trials": { "planned": summary.planned, "done": summary.done },
        "absent": summary.absent,
        "failed": failed,
        "notes": summary.notes.iter().map(|(note, count)| json!({ "note": note, "trials": count })).collect::<Vec<_>>(),
        "tables": summary.tables.iter().map(table).collect::<Vec<_>>(),
    })
}

fn table(table: &ScoreTable) -> Value {
    let results = &table.results;
    let mut cells = Vec::new();
    for (d, (dataset, row)) in results.datasets.iter().zip(&results.cells).enumerate() {
        for (m, (method, score)) in results.methods.iter().zip(row).enumerate() {
            cells.push(match score {
                None => json!({ "dataset": dataset, "method": method, "mean": null }),
                Some(score) => json!({
                    "dataset": dataset, "method": method, "mean": score.mean, "sd": score.sd,
                    "folds": score.folds.len(), "rank": table.ranks[d][m], "best": table.best[d][m],
                }),
            });
        }
    }
    let methods: Vec<Value> = results
        .methods
        .iter()
        .zip(table.averages.iter().zip(&table.average_ranks))
        .map(|(method, (mean, rank))| json!({ "method": method, "average": mean, "average_rank": rank }))
        .collect();
    json!({
        "metric": results.metric, "better": results.direction.name(), "cells": cells, "methods": methods,
        "complete_datasets": table.complete,
    })
}
