//! The rule by which the journals of several processes are merged.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::{History, Writer};
use crate::plan::TrialId;
use crate::run::{Finished, Sink};
use crate::store::lines::Lines;
use crate::store::{RealDisk, Store, Turn, TurnPatience, Wait};

const DONE: &str = "done";
const SKIPPED: &str = "skipped";
const FAILED: &str = "failed";

fn id(trial: u32) -> TrialId {
    TrialId::read(&format!("{trial:032x}")).unwrap()
}

/// A finished trial; `mark` is in its outcome, and if it is done in its predictions.
fn finished(trial: u32, status: &str, mark: usize) -> Finished {
    let status = match status {
        DONE => json!({ "is": DONE }),
        other => json!({ "is": other, "reason": "because" }),
    };
    let done = status["is"] == DONE;
    let identity = json!({
        "data": "", "kind": "", "version": 1, "parameters": "", "protocol": "", "engine": 1, "seed": 1,
    });
    let outcome = json!({
        "trial": id(trial), "identity": identity, "task": "classification", "dataset": "d", "method": "m",
        "repeat": 0, "fold": trial, "status": status, "chosen": null, "inner_score": null, "metrics": {},
        "facts": null, "notes": [mark.to_string()], "timing": { "train": 0.0, "predict": 0.0, "select": 0.0 },
    });
    let predictions = json!({
        "trial": id(trial), "task": "classification", "classes": ["a", "b"], "rows": [mark], "truth": [0],
        "predictions": { "labels": [0], "scores": "none" },
    });
    Finished {
        outcome: serde_json::from_value(outcome).expect("an outcome"),
        predictions: done.then(|| serde_json::from_value(predictions).expect("predictions")),
        curve: None,
    }
}

/// Writes outcomes of trial 1 into the files of one writer.
fn store(folder: &Path, writer: &str, outcomes: &[(&str, usize)]) {
    let name = |kind: &str| folder.join(format!("{kind}{writer}.jsonl"));
    let open = |kind| Lines::open(&name(kind), kind, Arc::new(RealDisk)).unwrap();
    let all: Vec<Finished> =
        outcomes.iter().map(|(status, mark)| finished(1, status, *mark)).collect();
    open("predictions").append(all.iter().filter_map(|f| f.predictions.as_ref())).unwrap();
    open("journal").append(all.iter().map(|f| &f.outcome)).unwrap();
}

/// The mark and the status of trial 1, and the marks of its predictions.
fn merged(folder: &Path) -> (String, String, Vec<usize>) {
    seen(&History::read(folder).unwrap(), folder)
}

fn seen(history: &History, folder: &Path) -> (String, String, Vec<usize>) {
    let outcome = &history.finished[&id(1)];
    let mut rows = Vec::new();
    history.read_labels(folder, |_| true, |stored| rows.extend(stored.rows)).unwrap();
    (outcome.notes[0].clone(), outcome.status.name().to_owned(), rows)
}

fn expected(mark: usize, status: &str, rows: &[usize]) -> (String, String, Vec<usize>) {
    (mark.to_string(), status.to_owned(), rows.to_vec())
}

/// A writer, and the status and mark of what it stored.
type Stored = (&'static str, &'static str, usize);

/// The status and mark of the outcome that counts, and the marks of its predictions.
type Counting = (&'static str, usize, &'static [usize]);

#[test]
fn a_settled_outcome_beats_a_failed_one_and_otherwise_the_later_file_wins() {
    let (first, second) = ("-0001-a-1-x", "-0002-a-1-x");
    let rounds: [(&[Stored], Counting); 8] = [
        (&[("", DONE, 1), (first, DONE, 2), (second, DONE, 3)], (DONE, 3, &[3])),
        (&[("", FAILED, 1), (first, FAILED, 2)], (FAILED, 2, &[])),
        (&[("", DONE, 1), (first, FAILED, 2)], (DONE, 1, &[1])),
        (&[("", FAILED, 1), (first, DONE, 2), (second, FAILED, 3)], (DONE, 2, &[2])),
        (&[("", SKIPPED, 1), (first, FAILED, 2)], (SKIPPED, 1, &[])),
        (&[("", DONE, 1), (first, SKIPPED, 2)], (SKIPPED, 2, &[1])),
        // What was forced replaces everything before it, and what comes later follows the rule again.
        (&[(first, DONE, 1), ("-0002f-a-1-x", FAILED, 2)], (FAILED, 2, &[1])),
        (
            &[(first, DONE, 1), ("-0002f-a-1-x", FAILED, 2), ("-0003-a-1-x", DONE, 3)],
            (DONE, 3, &[3]),
        ),
    ];
    for (files, (status, mark, rows)) in rounds {
        let dir = tempfile::tempdir().unwrap();
        for &(writer, status, mark) in files {
            store(dir.path(), writer, &[(status, mark)]);
        }
        assert_eq!(merged(dir.path()), expected(mark, status, rows), "{files:?}");
        assert_eq!(History::read(dir.path()).unwrap().known(), files.len());
    }
}

#[test]
fn within_a_journal_the_last_line_counts() {
    for writer in ["", "-0001-a-1-x"] {
        let dir = tempfile::tempdir().unwrap();
        store(dir.path(), writer, &[(DONE, 1), (DONE, 2)]);
        assert_eq!(merged(dir.path()), expected(2, DONE, &[2]));
        store(dir.path(), writer, &[(FAILED, 3)]);
        assert_eq!(merged(dir.path()), expected(3, FAILED, &[2]));
    }
}

#[test]
fn a_done_outcome_without_its_own_predictions_does_not_count() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path(), "", &[(DONE, 1)]);
    store(dir.path(), "-0001-a-1-x", &[(DONE, 2)]);
    std::fs::remove_file(dir.path().join("predictions-0001-a-1-x.jsonl")).unwrap();
    assert_eq!(merged(dir.path()), expected(1, DONE, &[1]));
}

#[test]
fn torn_lines_of_other_processes_are_no_damage_and_stay() {
    let dir = tempfile::tempdir().unwrap();
    let torn = dir.path().join("journal-0001-a-1-x.jsonl");
    store(dir.path(), "-0001-a-1-x", &[(DONE, 1)]);
    let mut bytes = std::fs::read(&torn).unwrap();
    bytes.extend(b"{\"check\":\"01");
    std::fs::write(&torn, &bytes).unwrap();
    for _ in 0..2 {
        let worker = Store::open_worker(dir.path()).unwrap();
        worker.put(&[finished(1, DONE, 2)]).unwrap();
        assert!(worker.history().damaged().is_empty());
        drop(Store::open(dir.path()).unwrap());
    }
    assert_eq!(std::fs::read(&torn).unwrap(), bytes);
    assert_eq!(merged(dir.path()), expected(2, DONE, &[2]));
    assert_eq!(Writer::all(dir.path()).unwrap().len(), 4);
}

/// What a store adds counts at once, and lines that other processes add are left out until the folder is read again.
#[test]
fn a_file_that_grows_while_it_is_read_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path(), "", &[(DONE, 1)]);
    let (one, two) =
        (Store::open_worker(dir.path()).unwrap(), Store::open_worker(dir.path()).unwrap());
    one.put(&[finished(1, DONE, 2)]).unwrap();
    let before = History::read(dir.path()).unwrap();
    two.put(&[finished(1, DONE, 3)]).unwrap();
    one.put(&[finished(1, DONE, 4)]).unwrap();
    assert_eq!(seen(&before, dir.path()), expected(2, DONE, &[2]));
    assert_eq!(seen(&two.history(), dir.path()), expected(3, DONE, &[3]));
    one.read_again().unwrap();
    assert_eq!(seen(&one.history(), dir.path()), merged(dir.path()));
    one.put(&[finished(1, DONE, 5)]).unwrap();
    assert_eq!(seen(&one.history(), dir.path()), expected(5, DONE, &[5]));
}

#[test]
fn a_forced_run_counts_although_workers_wrote() {
    let dir = tempfile::tempdir().unwrap();
    Store::open_forced(dir.path(), &Wait::default()).unwrap().put(&[finished(1, DONE, 1)]).unwrap();
    assert_eq!(Writer::all(dir.path()).unwrap().len(), 1, "alone it needs no file of its own");
    Store::open_worker(dir.path()).unwrap().put(&[finished(1, DONE, 2)]).unwrap();
    Store::open_forced(dir.path(), &Wait::default())
        .unwrap()
        .put(&[finished(1, FAILED, 3)])
        .unwrap();
    assert_eq!(merged(dir.path()), expected(3, FAILED, &[2]));
}

/// A forced failure replaces what was stored before it, and nothing that a run stores after it.
#[test]
fn a_run_after_a_forced_one_counts() {
    let dir = tempfile::tempdir().unwrap();
    Store::open_worker(dir.path()).unwrap().put(&[finished(1, DONE, 1)]).unwrap();
    Store::open_forced(dir.path(), &Wait::default())
        .unwrap()
        .put(&[finished(1, FAILED, 2)])
        .unwrap();
    for mark in [3, 4] {
        let run = Store::open(dir.path()).unwrap();
        run.put(&[finished(1, DONE, mark)]).unwrap();
        assert_eq!(seen(&run.history(), dir.path()), expected(mark, DONE, &[mark]));
        drop(run);
        assert_eq!(merged(dir.path()), expected(mark, DONE, &[mark]));
    }
    drop(Store::open(dir.path()).unwrap());
    assert_eq!(Writer::all(dir.path()).unwrap().len(), 5, "nothing to store makes no file");
}

#[test]
fn only_what_is_written_makes_files() {
    let dir = tempfile::tempdir().unwrap();
    let mut worker = Store::open_worker(dir.path()).unwrap();
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let no_time = TurnPatience { tables: Duration::ZERO, run: Duration::ZERO };
    assert!(matches!(worker.wait_for_turn("", no_time).unwrap(), Turn::Ours(_)));
    let impatient = Wait { patience: Duration::ZERO, ..Wait::default() };
    assert!(Store::open_waiting(dir.path(), &impatient).is_err(), "the lock is free");
    drop(worker);
    let run = Store::open(dir.path()).unwrap();
    let mut worker = Store::open_worker(dir.path()).unwrap();
    assert!(matches!(worker.wait_for_turn("", no_time).unwrap(), Turn::Denied));
    worker.put(&[finished(1, DONE, 1)]).unwrap();
    run.refresh().unwrap();
    assert_eq!(seen(&run.history(), dir.path()), expected(1, DONE, &[1]));
}
