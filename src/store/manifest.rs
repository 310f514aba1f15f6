//! `run.json`: what a run was made of, for whoever finds the folder in a year. It holds no times of day, so that it is
//! the same for equal runs on one machine.

use serde_json::{Value, json};

use super::{FORMAT_VERSION, Store, write_whole};
use crate::plan::{ENGINE_VERSION, Plan};
use crate::run::CLOCK;

/// Writes `run.json` beside the journal.
pub fn write_manifest(store: &Store, plan: &Plan<'_>, spec: &str) -> std::io::Result<()> {
    let experiment = plan.experiment;
    let datasets: Vec<Value> = plan
        .datasets
        .iter()
        .map(|d| {
            let data = &d.data;
            json!({
                "name": data.name, "content": data.hash, "rows": data.rows,
                "features": data.features.len(), "classes": d.truth.classes(),
                "missing": data.missing(),
            })
        })
        .collect();
    let methods: Vec<Value> = experiment
        .methods
        .iter()
        .map(|m| {
            let info = m.method.info();
            json!({ "name": m.name, "kind": info.kind, "version": info.version, "points": m.grid.len() })
        })
        .collect();
    let manifest = json!({
        "format": FORMAT_VERSION,
        "tribunal": env!("CARGO_PKG_VERSION"),
        "engine": ENGINE_VERSION,
        "experiment": experiment.name,
        "seed": experiment.seed,
        "protocol": experiment.protocol.kind.name(),
        "caveats": experiment.protocol.caveats(),
        "trials": plan.trials.len(),
        "datasets": datasets,
        "methods": methods,
        "machine": {
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
            "processors": std::thread::available_parallelism().map_or(1, usize::from),
            "processor": processor(),
            "clock": CLOCK,
        },
        "spec": spec,
    });
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    write_whole(&store.folder().join("run.json"), text.as_bytes())
}

/// The processor's name, where the system tells.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|l| l.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
