//! Tables as JSON, for programs.

use serde_json::{Value, json};

use crate::analysis::{ScoreTable, Summary};

/// The whole summary.
pub fn json(summary: &Summary) -> Value {
    let failed: Vec<Value> =
        summary.failed.iter().map(|f| json!({ "what": f.what, "trials": f.count })).collect();
    json!({
        "experiment": summary.experiment,
        "protocol": summary.protocol,
        "caveats": summary.caveats,
        "trials": { "planned": summary.planned, "done": summary.done },
        "failed": failed,
        "notes": summary.notes.iter().map(|(note, count)| json!({ "note": note, "trials": count })).collect::<Vec<_>>(),
        "tables": summary.tables.iter().map(table).collect::<Vec<_>>(),
    })
}

fn table(table: &ScoreTable) -> Value {
    let mut cells = Vec::new();
    for (dataset, row) in table.datasets.iter().zip(&table.cells) {
        for (method, cell) in table.methods.iter().zip(row) {
            cells.push(match cell {
                None => json!({ "dataset": dataset, "method": method, "mean": null }),
                Some(c) => json!({
                    "dataset": dataset, "method": method, "mean": c.mean, "sd": c.sd,
                    "folds": c.folds.len(), "rank": c.rank, "best": c.best,
                }),
            });
        }
    }
    let methods: Vec<Value> = table
        .methods
        .iter()
        .zip(table.averages.iter().zip(&table.average_ranks))
        .map(|(method, (mean, rank))| json!({ "method": method, "average": mean, "average_rank": rank }))
        .collect();
    json!({
        "metric": table.metric.name, "better": table.metric.direction.name(), "cells": cells, "methods": methods,
        "complete_datasets": table.complete,
    })
}
