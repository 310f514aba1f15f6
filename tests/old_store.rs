//! A store written by the program before tasks other than classification existed (see `old_store/README.md`). Each test
//! works on a copy of it. The program must resume it without running anything, report it, check it against its baseline
//! and, from nothing, find the same bytes again.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Dir, project};

/// The experiments with their numbers of trials.
const EXPERIMENTS: [(&str, usize); 3] = [("nested", 156), ("pattern", 18), ("flat", 90)];
/// What a run without anything to do may not touch.
const TRUTH: [&str; 2] = ["journal.jsonl", "predictions.jsonl"];

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder that can be listed") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("a copied file");
        }
    }
}

fn committed() -> PathBuf {
    project().join("tests/old_store")
}

/// A copy of the store with its specs, data and programs.
fn old_store() -> Dir {
    let dir = Dir::new();
    copy_folder(&committed(), &dir.path(""));
    dir
}

/// The same without results.
fn only_specs() -> Dir {
    let dir = old_store();
    std::fs::remove_dir_all(dir.path("results")).expect("removed results");
    dir
}

/// Demands that a file has the bytes that the old program wrote.
fn assert_unchanged(dir: &Dir, file: &str) {
    let old = std::fs::read(committed().join(file)).expect("a committed file");
    let new = std::fs::read(dir.path(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    assert!(new == old, "{file} is not what the old program wrote");
}

#[test]
fn an_old_store_has_nothing_to_run() {
    let dir = old_store();
    for (name, trials) in EXPERIMENTS {
        let spec = format!("{name}.toml");
        for arguments in [&["why", &spec, "--json"][..], &["run", &spec, "--dry-run", "--json"]] {
            let said = dir.succeed(arguments);
            let json: Value = serde_json::from_str(&said.out).expect("JSON");
            assert_eq!(json["to_run"], 0, "{}", said.out);
            assert_eq!(json["trials"], trials, "{}", said.out);
            assert_eq!(json["groups"].as_array().map(Vec::len), Some(0), "{}", said.out);
        }
        let said = dir.succeed(&["plan", &spec, "--no-pilot", "--json"]);
        let json: Value = serde_json::from_str(&said.out).expect("JSON");
        let stored = json["lines"].as_array().expect("lines").iter().map(|line| &line["stored"]);
        let stored: u64 = stored.map(|n| n.as_u64().expect("a number")).sum();
        assert_eq!(stored as usize, trials, "{}", said.out);
    }
}

#[test]
fn an_old_store_resumes_without_running_anything() {
    let dir = old_store();
    for (name, trials) in EXPERIMENTS {
        for table in ["outcomes.csv", "confusion.csv", "outcomes.parquet"] {
            std::fs::remove_file(dir.path(&format!("results/{name}/{table}"))).expect("removed");
        }
        let said = dir.succeed(&["run", &format!("{name}.toml")]);
        let nothing = format!("{name}: {trials} trials, all stored, nothing to run");
        assert!(said.err.contains(&nothing), "{}", said.err);
        assert!(!said.err.contains("damaged"), "{}", said.err);
        for file in TRUTH.iter().chain(&["outcomes.csv", "confusion.csv"]) {
            assert_unchanged(&dir, &format!("results/{name}/{file}"));
        }
    }
}

#[test]
fn an_old_store_is_reported_from_its_spec_and_from_its_folder() {
    let dir = old_store();
    for (name, _) in EXPERIMENTS {
        for run in [format!("{name}.toml"), format!("results/{name}")] {
            dir.succeed(&["report", &run, "--format", "html,csv,json,markdown"]);
            let page = dir.read(&format!("reports/{name}/index.html"));
            assert!(page.contains("SVM") && page.contains("iris"), "{name}: {run}");
            std::fs::remove_dir_all(dir.path("reports")).expect("removed reports");
        }
        for file in TRUTH {
            assert_unchanged(&dir, &format!("results/{name}/{file}"));
        }
    }
}

#[test]
fn an_old_baseline_passes_with_identical_predictions() {
    for (dir, note) in [(old_store(), "stored before this check"), (only_specs(), "to run")] {
        for (name, _) in EXPERIMENTS {
            let (spec, baseline) = (format!("{name}.toml"), format!("baselines/{name}.json"));
            let said = dir.succeed(&["check", &spec, "--baseline", &baseline]);
            assert!(said.out.contains("all with identical predictions"), "{}", said.out);
            assert!(said.err.contains(note), "{}", said.err);
        }
    }
}

#[test]
fn a_run_from_nothing_gives_the_bytes_of_the_old_store() {
    let dir = only_specs();
    for (name, trials) in EXPERIMENTS {
        let said = dir.succeed(&["run", &format!("{name}.toml")]);
        assert!(said.err.contains(&format!("{trials} to run")), "{}", said.err);
        for file in ["outcomes.csv", "confusion.csv"] {
            assert_unchanged(&dir, &format!("results/{name}/{file}"));
        }
        // Threads finish in any order, so lines may come in any order.
        let file = format!("results/{name}/predictions.jsonl");
        let old = std::fs::read_to_string(committed().join(&file)).expect("a committed file");
        assert!(sorted(&dir.read(&file)) == sorted(&old), "{file} holds other lines");
    }
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn stored_outcomes_are_verified_to_the_last_digit() {
    let dir = old_store();
    for (name, _) in EXPERIMENTS {
        dir.succeed(&["verify", &format!("{name}.toml"), "--all"]);
    }
}

#[test]
fn an_old_imported_run_is_reported_and_checked_and_imports_again_the_same() {
    let dir = old_store();
    dir.succeed(&["report", "results/imported", "--format", "html,csv"]);
    assert!(dir.read("reports/imported/index.html").contains("Tribunal did not run them"));
    let check = ["check", "results/imported", "--baseline", "baselines/imported.json"];
    let said = dir.succeed(&check);
    assert!(said.out.contains("all with identical predictions"), "{}", said.out);
    dir.succeed(&["import", "--name", "imported", "--force", "elsewhere.csv"]);
    for file in TRUTH.iter().chain(&["outcomes.csv", "confusion.csv"]) {
        assert_unchanged(&dir, &format!("results/imported/{file}"));
    }
    dir.succeed(&check);
}

#[test]
fn a_changed_grid_is_due_and_the_rest_of_an_old_store_is_not() {
    let dir = old_store();
    let spec = dir.read("nested.toml").replace("gamma = [0.1, 1]", "gamma = [0.1, 2]");
    dir.write("nested.toml", spec);
    let said = dir.succeed(&["why", "nested.toml", "--json"]);
    let json: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(json["to_run"], 12, "{}", said.out);
    for group in json["groups"].as_array().expect("groups") {
        assert_eq!(group["method"], "SVM", "{}", said.out);
    }
}
