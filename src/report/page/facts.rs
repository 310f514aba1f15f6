//! Short facts of the page: what was compared and what was not run, on which machine, by which version and from which files.

use super::on_datasets;
use crate::analysis::{Findings, Record};
use crate::learn::Imported;
use crate::plan::DatasetFacts;
use crate::report::verdict_words::percent;
use crate::store::Provenance;
use crate::words::count;

/// What was compared.
pub fn facts(findings: &Findings) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut add = |what: &str, value: String| facts.push((what.to_owned(), value));
    if let Some(first) = findings.summary.tables.first() {
        add("datasets", first.results.datasets.len().to_string());
        add("methods", first.results.methods.len().to_string());
    }
    let metrics: Vec<&str> =
        findings.summary.tables.iter().map(|t| t.results.title.as_str()).collect();
    add(if metrics.len() == 1 { "metric" } else { "metrics" }, metrics.join(", "));
    let (done, planned) = (findings.summary.done, findings.summary.planned);
    if planned > 0 {
        let words = if done == planned { done.to_string() } else { format!("{done} of {planned}") };
        add("trials", words);
    }
    let over = findings.analyses().map(|analysis| &analysis.settings);
    let settings = over.chain(on_datasets(findings).map(|verdict| &verdict.settings)).next();
    if let Some(settings) = settings {
        add("level", percent(settings.alpha));
        if let Some(control) = &settings.control {
            add("control", control.clone());
        }
    }
    facts
}

/// Files that the page names.
const MOST_SOURCES: usize = 20;

/// The files of an import with their hashes.
fn sources(import: &Provenance) -> Vec<(String, String)> {
    let named = import.files.iter().take(MOST_SOURCES);
    let mut facts: Vec<(String, String)> =
        named.map(|file| (file.path.clone(), format!("BLAKE3 {}", file.blake3))).collect();
    if import.count > facts.len() {
        let words = format!("{} files, BLAKE3 of their hashes {}", import.count, import.blake3);
        facts.push(("imported".to_owned(), words));
    }
    facts
}

/// Where the numbers were made.
pub fn environment(findings: &Findings) -> Vec<(String, String)> {
    let record = findings.record.as_ref();
    let Some(manifest) = record.and_then(|record| record.manifest.as_ref()) else {
        return Vec::new();
    };
    if record.is_some_and(|record| record.methods.iter().all(|m| m.kind == Imported::KIND)) {
        return vec![
            ("imported by".to_owned(), format!("tribunal {}", manifest.tribunal)),
            ("made".to_owned(), "elsewhere, on machines that are not known".to_owned()),
        ]
        .into_iter()
        .chain(manifest.import.iter().flat_map(sources))
        .collect();
    }
    let machine = &manifest.machine;
    let mut facts = vec![
        ("tribunal".to_owned(), manifest.tribunal.clone()),
        ("engine".to_owned(), format!("version {}", manifest.engine)),
        ("seed".to_owned(), record.map_or(0, |record| record.seed).to_string()),
        ("system".to_owned(), format!("{} on {}", machine.system, machine.architecture)),
        ("processors".to_owned(), machine.processors.to_string()),
    ];
    facts.extend(machine.processor.iter().map(|name| ("processor".to_owned(), name.clone())));
    facts.push(("clock".to_owned(), machine.clock.clone()));
    facts
}

/// What is known of a dataset.
pub fn dataset_words(facts: &DatasetFacts) -> String {
    let known = [
        match facts.bags {
            Some(bags) => Some(count(bags, "bag", "bags")),
            None => facts.rows.map(|n| count(n, "example", "examples")),
        },
        facts.bags.and(facts.rows).map(|n| count(n, "instance", "instances")),
        facts.features.map(|n| count(n, "feature", "features")),
        facts.classes.map(|n| count(n, "class", "classes")),
        facts.missing.filter(|n| *n > 0).map(|n| count(n, "missing value", "missing values")),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    if known.is_empty() { "not described".to_owned() } else { known.join(", ") }
}

/// Trials that were not run, by method and dataset.
pub fn not_run(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for (dataset, facts) in record.datasets.iter().enumerate() {
        for (method, own) in record.methods.iter().enumerate() {
            let trials = record.trials_of(dataset, method);
            let absent = trials.iter().filter(|trial| trial.outcome.is_none()).count();
            if absent > 0 {
                let trials = count(absent, "trial", "trials");
                lines.push(format!("{} on {} ({trials})", own.name, facts.name));
            }
        }
    }
    lines
}
