//! The file of a baseline: JSON with one line a trial, so that a change of it can be read in a review. Its first key says
//! what it is and in which format; a newer format is refused, not guessed.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::snapshot::{Pairing, SCORES, Snapshot, SnapshotDataset, SnapshotMetric, SnapshotTrial};
use crate::files;
use crate::files::io_reason;
use crate::learn::Imported;
use crate::measure::Pairs;
use crate::metrics;
use crate::store::{RealDisk, write_whole};

/// Raised when the meaning of the file changes.
pub const BASELINE_FORMAT: u32 = 1;

/// A baseline of half a million trials has some hundred megabytes; what is larger is something else.
const MOST_BYTES: u64 = 1 << 30;

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// There is none.
    #[error(
        "there is no baseline {0}\nhelp: save one from a run that you trust: `tribunal check SPEC --save-baseline {0}`"
    )]
    Absent(String),
    /// It cannot be read.
    #[error(
        "cannot read the baseline {file}: {reason}\nhelp: name a file that `tribunal check SPEC --save-baseline` wrote"
    )]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// It is not one.
    #[error(
        "{file} is not a baseline: {problem}\nhelp: take it from version control again, or save a new one with `tribunal check SPEC --save-baseline`"
    )]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// Written by a newer version.
    #[error(
        "{file} has baseline format {found}, this version knows formats up to {BASELINE_FORMAT}\nhelp: use a newer tribunal"
    )]
    Newer {
        /// The file.
        file: String,
        /// Its format.
        found: u32,
    },
}

/// The file as a whole.
#[derive(Deserialize)]
struct Stored {
    #[serde(rename = "baseline")]
    _format: u32,
    run: Snapshot,
}

/// The part of every format that says which it is.
#[derive(Deserialize)]
struct Head {
    baseline: u32,
}

/// Reads a baseline.
pub fn read_baseline(file: &Path) -> Result<Snapshot, BaselineError> {
    let name = file.display().to_string();
    let text = files::read(file, MOST_BYTES).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => BaselineError::Absent(name.clone()),
        _ => BaselineError::Unreadable { file: name.clone(), reason: io_reason(&error) },
    })?;
    parse_baseline(&name, &text)
}

/// Checks the text of a baseline.
pub fn parse_baseline(name: &str, text: &[u8]) -> Result<Snapshot, BaselineError> {
    let malformed = |problem: String| BaselineError::Malformed { file: name.to_owned(), problem };
    if text.windows(8).any(|bytes| bytes == b"\n<<<<<<<") {
        return Err(malformed("it holds the marks of a merge conflict".into()));
    }
    let wrong = |error: serde_json::Error| malformed(error.to_string());
    // The format first: what a newer one means by its other fields is not known here.
    let Head { baseline: found } = serde_json::from_slice(text).map_err(wrong)?;
    if found > BASELINE_FORMAT {
        return Err(BaselineError::Newer { file: name.to_owned(), found });
    }
    if found == 0 {
        return Err(malformed("there is no format 0".into()));
    }
    let Stored { run, .. } = serde_json::from_slice(text).map_err(wrong)?;
    check(&run).map_err(malformed)?;
    Ok(run)
}

/// What the shape of the file does not promise. Only complete runs are saved, so a hole is damage: a merge that lost lines
/// must not look like a method that passed.
fn check(run: &Snapshot) -> Result<(), String> {
    let imported = run.methods.iter().all(|method| method.kind == Imported::KIND);
    if run.folds < 2 && !(run.folds == 1 && imported) {
        return Err("it has fewer than two folds".into());
    }
    if run.test_share.is_some_and(|share| !(share > 0.0 && share < 1.0)) {
        return Err("`test_share` is no share".into());
    }
    if run.pairings.iter().all(|pairing| pairing.trials.is_empty()) {
        return Err("it holds no trial".into());
    }
    if let Some(empty) = run.datasets.iter().find(|dataset| dataset.folds == Some(0)) {
        return Err(format!("the dataset `{}` has no folds", empty.name));
    }
    twice("dataset", run.datasets.iter().map(|d| &d.name))?;
    twice("method", run.methods.iter().map(|m| &m.name))?;
    let mut seen = BTreeSet::new();
    for pairing in &run.pairings {
        let Pairing { dataset, method, .. } = pairing;
        let wrong = |problem: String| format!("`{method}` on `{dataset}`: {problem}");
        let Some(facts) = run.datasets.iter().find(|d| d.name == *dataset) else {
            return Err(wrong("no such dataset is described".into()));
        };
        if !run.methods.iter().any(|m| m.name == *method) {
            return Err(wrong("no such method is described".into()));
        }
        if !seen.insert((dataset, method)) {
            return Err(wrong("stands there twice".into()));
        }
        check_trials(run, facts, &pairing.trials).map_err(wrong)?;
    }
    let expected = run.datasets.len() * run.methods.len();
    if seen.len() < expected {
        let missing = expected - seen.len();
        return Err(format!("{missing} of {expected} pairings of method and dataset are missing"));
    }
    Ok(())
}

fn twice<'n>(what: &str, names: impl Iterator<Item = &'n String>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("the {what} `{name}` is described twice"));
        }
    }
    Ok(())
}

/// The trials of a pairing: all of them in order, or none where the method was skipped.
fn check_trials(
    run: &Snapshot,
    dataset: &SnapshotDataset,
    trials: &[SnapshotTrial],
) -> Result<(), String> {
    if trials.is_empty() {
        return Ok(());
    }
    let repeats = dataset.splits.len();
    let folds = run.folds_of(dataset);
    let places = (0..repeats).flat_map(|repeat| (0..folds).map(move |fold| (repeat, fold)));
    if !trials.iter().map(|t| (t.repeat, t.fold)).eq(places) {
        return Err(format!("its trials are not those of {repeats} repeats of {folds} folds"));
    }
    let facts = |metric: &SnapshotMetric| metrics::info(&metric.name);
    let by_example =
        |metric: &SnapshotMetric| facts(metric).is_some_and(|info| info.pairs == Pairs::Examples);
    let counts = run.metrics.iter().any(by_example);
    let (mut rows, mut scores_only) = (0, false);
    for trial in trials {
        let place = format!("repeat {}, fold {}", trial.repeat, trial.fold);
        for metric in &run.metrics {
            let Some(score) = trial.scores.get(&metric.name) else {
                return Err(format!("{place}: the score `{}` is missing", metric.name));
            };
            let known = facts(metric).map(|info| info.range);
            let (low, high) = known.unwrap_or((-LARGEST, LARGEST));
            if score.is_some_and(|score| !(low..=high).contains(&score) || score.abs() > LARGEST) {
                return Err(format!("{place}: no `{}` can have that value", metric.name));
            }
        }
        match &trial.right {
            Some(right) => rows += right.0.len(),
            None if trial.labels.starts_with(SCORES) => scores_only = true,
            None if counts => return Err(format!("{place}: `right` is missing")),
            None => {}
        }
    }
    // Resamples hold a part of the rows each, and no row is known of scores alone.
    let known = !scores_only && folds > 1 && dataset.rows > 0;
    if counts && known && rows != repeats * dataset.rows {
        return Err(format!(
            "`right` is of {rows} examples, the repeats have {}",
            repeats * dataset.rows
        ));
    }
    Ok(())
}

/// No score is larger.
const LARGEST: f64 = 1e100;

/// Writes a baseline; a reader sees the old file or the new one, never half of it.
/// Nothing but an older baseline is replaced.
pub fn write_baseline(file: &Path, run: &Snapshot) -> io::Result<()> {
    if file.symlink_metadata().is_ok() {
        let is_ours = files::read(file, MOST_BYTES)
            .is_ok_and(|text| serde_json::from_slice::<Head>(&text).is_ok() || text.is_empty());
        if !is_ours {
            let text = "it exists and is not a baseline; it is left as it is";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
    }
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    write_whole(&RealDisk, file, render(run)?.as_bytes())
}

/// The text of a baseline: as serde reads it, one line a trial.
fn render(run: &Snapshot) -> serde_json::Result<String> {
    let Snapshot { tribunal, engine, experiment, seed, folds, protocol, caveats, .. } = run;
    let mut out = format!("{{\n\"baseline\": {BASELINE_FORMAT},\n\"run\": {{\n");
    out.push_str(&format!("  \"tribunal\": {},\n", serde_json::to_string(tribunal)?));
    out.push_str(&format!("  \"engine\": {engine},\n"));
    out.push_str(&format!("  \"experiment\": {},\n", serde_json::to_string(experiment)?));
    out.push_str(&format!("  \"seed\": {seed},\n  \"folds\": {folds},\n"));
    if let Some(share) = run.test_share {
        out.push_str(&format!("  \"test_share\": {},\n", serde_json::to_string(&share)?));
    }
    out.push_str(&format!("  \"protocol\": {},\n", serde_json::to_string(protocol)?));
    out.push_str(&format!("  \"caveats\": {},\n", serde_json::to_string(caveats)?));
    out.push_str(&format!("  \"metrics\": {},\n", lines(&run.metrics, 2)?));
    out.push_str(&format!("  \"datasets\": {},\n", lines(&run.datasets, 2)?));
    out.push_str(&format!("  \"methods\": {},\n", lines(&run.methods, 2)?));
    out.push_str("  \"pairings\": [");
    for (position, pairing) in run.pairings.iter().enumerate() {
        let (dataset, method) =
            (serde_json::to_string(&pairing.dataset)?, serde_json::to_string(&pairing.method)?);
        let comma = if position == 0 { "" } else { "," };
        let trials = lines(&pairing.trials, 4)?;
        out.push_str(&format!(
            "{comma}\n    {{ \"dataset\": {dataset}, \"method\": {method}, \"trials\": {trials} }}"
        ));
    }
    out.push_str("\n  ]\n}\n}\n");
    Ok(out)
}

/// A list with one line an entry.
fn lines<T: Serialize>(items: &[T], indent: usize) -> serde_json::Result<String> {
    let pad = " ".repeat(indent);
    let lines: Result<Vec<String>, serde_json::Error> =
        items.iter().map(|item| Ok(format!("\n{pad}  {}", serde_json::to_string(item)?))).collect();
    Ok(format!("[{}\n{pad}]", lines?.join(",")))
}
