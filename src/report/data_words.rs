//! What a reader should know of the data behind the scores: what may mislead, and what was assumed while it was read. It comes
//! from the run's own folder, so that a report has it without the data.

use serde_json::{Value, json};

use crate::analysis::Findings;
use crate::plan::DatasetFacts;

/// Warnings of one dataset that stand above the verdict; all of them are among the notes.
const MOST_SHOWN: usize = 3;

/// The datasets with something to say.
fn remarked(findings: &Findings) -> impl Iterator<Item = &DatasetFacts> {
    let datasets = findings.record.iter().flat_map(|record| &record.datasets);
    datasets.filter(|facts| !facts.remarks.is_empty())
}

/// What may mislead, a few of each dataset.
pub fn data_cautions(findings: &Findings) -> Vec<String> {
    let mut lines = Vec::new();
    for facts in remarked(findings) {
        let all = &facts.remarks.suspicions;
        let line = |words: String| format!("the data of {} may mislead: {words}", facts.name);
        lines.extend(all.iter().take(MOST_SHOWN).map(|own| line(own.words())));
        if let Some(more @ 1..) = all.len().checked_sub(MOST_SHOWN) {
            lines.push(line(format!("{more} more, see the notes")));
        }
    }
    lines
}

/// All of it in lines.
pub fn data_notes(findings: &Findings) -> Vec<String> {
    let mut lines = Vec::new();
    for facts in remarked(findings) {
        let line = |words: &str| format!("data of {}: {words}", facts.name);
        lines.extend(facts.remarks.suspicions.iter().map(|own| line(&own.words())));
        lines.extend(facts.remarks.notes.iter().map(|note| line(note)));
    }
    lines
}

/// All of it for programs.
pub fn data_json(findings: &Findings) -> Value {
    let one = |facts: &DatasetFacts| json!({ "dataset": facts.name, "notes": facts.remarks.notes, "suspicions": facts.remarks.suspicions });
    remarked(findings).map(one).collect()
}
