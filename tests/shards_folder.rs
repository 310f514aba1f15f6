//! Several processes on one folder: what they leave to each other and to `tribunal run`, shares that are given twice, the
//! lock, and what counts when everything was forced.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use tribunal::store::{History, Store, Turn, TurnPatience};

use crate::shards::{
    FOLDER, all_ids, assert_each_once, journals, prepared, start, succeeded, tables, trials,
    with_repeats,
};
use crate::support::{Dir, SMALL};

#[test]
fn a_torn_line_of_a_living_process_is_left_alone() {
    let (dir, expected) = prepared(SMALL);
    succeeded(start(&dir, "1/2"));
    let written = journals(&dir);
    let (path, text) = written.iter().find(|(_, text)| text.contains("body")).expect("a journal");
    // The other process is in the middle of a line, in both of its files.
    let predictions = PathBuf::from(path.to_string_lossy().replace("/journal-", "/predictions-"));
    let torn = |path: &Path| {
        let bytes = std::fs::read(path).expect("a file");
        std::fs::write(path, [&bytes[..], b"{\"check\":\"0123"].concat()).expect("written");
    };
    torn(path);
    torn(&predictions);
    let cut = std::fs::read(&predictions).expect("a file");
    for arguments in [
        &["work", "small.toml", "--shard", "2/2"][..],
        &["run", "small.toml"],
        &["check", "small.toml", "--save-baseline", "base.json"],
    ] {
        let said = dir.succeed(arguments);
        assert!(!said.err.contains("damaged"), "{}", said.err);
    }
    assert_eq!(std::fs::read_to_string(path).expect("a file"), format!("{text}{{\"check\":\"0123"));
    assert_eq!(std::fs::read(&predictions).expect("a file"), cut);
    assert_eq!(tables(&dir), expected);
    assert_each_once(&dir, trials(1));
}

#[test]
fn journals_of_an_older_spec_do_not_matter() {
    let (dir, expected) = prepared(SMALL);
    dir.write("small.toml", SMALL.replace("seed = 7", "seed = 8"));
    for shard in ["1/2", "2/2"] {
        succeeded(start(&dir, shard));
    }
    assert_ne!(tables(&dir), expected);
    dir.write("small.toml", SMALL);
    for shard in ["1/2", "2/2"] {
        succeeded(start(&dir, shard));
    }
    assert_eq!(tables(&dir), expected);
    assert_each_once(&dir, 2 * trials(1));
}

#[test]
fn a_share_that_two_processes_have_at_once_counts_once() {
    let (dir, expected) = prepared(SMALL);
    let twice = [start(&dir, "1/2"), start(&dir, "1/2"), start(&dir, "2/2")];
    for child in twice {
        succeeded(child);
    }
    assert_eq!(tables(&dir), expected);
    let different: BTreeSet<String> = all_ids(&dir).into_iter().collect();
    assert_eq!(different.len(), trials(1));
}

#[test]
fn a_run_and_shares_may_work_at_the_same_time() {
    let (dir, expected) = prepared(&with_repeats(3));
    let mut run = dir.command(&["run", "small.toml", "-q", "-j", "1"]);
    let run = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a start");
    let shares = [start(&dir, "1/2"), start(&dir, "2/2")];
    for child in shares {
        succeeded(child);
    }
    succeeded(run);
    assert_eq!(tables(&dir), expected);
    let history = History::read(&dir.path(FOLDER)).expect("readable");
    assert!(history.damaged().is_empty(), "{:?}", history.damaged());
}

/// Of a process that runs the experiment it is not known whether it writes what the share stored.
#[test]
fn a_share_that_cannot_write_the_tables_says_so() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q", "--seed", "8", "-m", "majority"]);
    // What a machine with other vectors added to the manifest a moment ago.
    let manifest = format!("{FOLDER}/run.json");
    let marked =
        dir.read(&manifest).replace("\"vectors\": [", "\"vectors\": [\n      \"another\",");
    dir.write(&manifest, marked);
    let before = tables(&dir);
    let run = Store::open(&dir.path(FOLDER)).expect("a store");
    let said = dir.succeed(&["work", "small.toml", "--shard", "1/3", "-q", "--seed", "7"]);
    let note = "note: another process has results/small; the tables may lack what this one stored, \
                `tribunal run small.toml --seed 7` writes them when the other has ended";
    assert!(said.err.contains(note), "{}", said.err);
    assert_eq!(tables(&dir), before, "a process without the lock wrote");
    // What the share stored is there when the run ends.
    run.refresh().expect("readable");
    assert_eq!(run.history().known(), 2 * trials(1) / 3);
    drop(run);
    dir.succeed(&["run", "small.toml", "-q"]);
    assert_eq!(all_ids(&dir).len(), trials(1) + trials(1) / 3);
    assert!(dir.read(&manifest).contains("\"another\""));
}

/// A forced failure replaces what was stored before, but not what is stored later.
#[test]
fn a_trial_that_failed_when_forced_is_run_once_more_and_stays_done() {
    let (dir, expected) = prepared(SMALL);
    succeeded(start(&dir, "1/1"));
    dir.write("small.toml", SMALL.replace("[protocol]", "[protocol]\ntime-limit = 1e-9"));
    assert_eq!(dir.run(&["run", "small.toml", "-q", "--force", "-m", "kNN"]).code, 3);
    let failed = dir.read(&format!("{FOLDER}/outcomes.csv"));
    assert_eq!(failed.matches("timed-out").count(), trials(1) / 3, "{failed}");
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    assert_eq!(tables(&dir), expected);
    let stored = all_ids(&dir).len();
    for _ in 0..2 {
        let again = dir.succeed(&["run", "small.toml"]);
        assert!(again.err.contains("18 trials, all stored, nothing to run"), "{}", again.err);
    }
    assert_eq!((all_ids(&dir).len(), tables(&dir)), (stored, expected));
}

/// A worker that writes tables is done soon; a user who is told to stop it might kill a worker.
#[test]
fn a_run_and_a_check_wait_for_a_share_that_writes_tables() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let mut run = dir.command(&["run", "small.toml"]);
    let mut check = dir.command(&["check", "small.toml", "--save-baseline", "base.json"]);
    for command in [&mut run, &mut check] {
        let share = writes_tables(&dir);
        let waiting = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut waiting = waiting.expect("a start");
        read_until_it_waits(&mut waiting);
        drop(share);
        succeeded(waiting);
    }
}

/// A share in this process that has the lock to write tables.
fn writes_tables(dir: &Dir) -> Store {
    let mut share = Store::open_worker(&dir.path(FOLDER)).expect("a store");
    let minute = Duration::from_secs(60);
    let patience = TurnPatience { tables: minute, run: minute };
    let turn = share.wait_for_turn("tables", patience).expect("a lock");
    assert!(matches!(turn, Turn::Ours(_)));
    share
}

/// Reads what a process says until it says that it waits for us.
fn read_until_it_waits(child: &mut Child) {
    let mut err = BufReader::new(child.stderr.as_mut().expect("a pipe"));
    let process = std::process::id();
    let word = format!(
        "waiting for another tribunal (process {process}), which writes the tables of results/small"
    );
    let mut said = String::new();
    while !said.contains(&word) {
        assert_ne!(err.read_line(&mut said).expect("text"), 0, "it did not wait: {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_waiting_for_a_share_that_writes_tables() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let _share = writes_tables(&dir);
    for arguments in
        [&["run", "small.toml"][..], &["check", "small.toml", "--save-baseline", "base.json"]]
    {
        let mut command = dir.command(arguments);
        let waiting = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut waiting = waiting.expect("a start");
        read_until_it_waits(&mut waiting);
        let number = waiting.id().to_string();
        let interrupt = std::process::Command::new("kill").args(["-INT", &number]).status();
        assert!(interrupt.is_ok_and(|status| status.success()));
        let said = crate::support::said(waiting.wait_with_output().expect("an end"));
        assert_eq!(said.code, 130, "{}", said.err);
        let process = std::process::id();
        let word = format!(
            "interrupted while waiting for another tribunal (process {process}) in results/small; \
             nothing was run; run the same command to go on"
        );
        assert!(said.err.contains(&word) && !said.err.contains("error"), "{}", said.err);
    }
}

/// Two machines that start together write `run.json` over each other's; what their journals say is not lost.
#[test]
fn the_machines_of_all_shares_are_named() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let file = format!("{FOLDER}/run.json");
    let vectors = || -> Vec<String> {
        let manifest: serde_json::Value = serde_json::from_str(&dir.read(&file)).expect("JSON");
        serde_json::from_value(manifest["machine"]["vectors"].clone()).expect("a list")
    };
    succeeded(start(&dir, "1/2"));
    let own = vectors();
    let (path, text) = journals(&dir).pop_first().expect("a journal");
    assert!(text.lines().next().is_some_and(|line| line.contains(&own[0])), "{text}");
    std::fs::write(&path, text.replacen(&own[0], "another", 1)).expect("written");
    // The second began at the same time, and knew nothing of the first.
    std::fs::remove_file(dir.path(&file)).expect("removed");
    succeeded(start(&dir, "2/2"));
    assert_eq!(vectors(), ["another", &own[0]]);
    dir.succeed(&["run", "small.toml", "-q", "--force", "-d", "iris"]);
    assert_eq!(vectors(), ["another", &own[0]]);
}

/// `--force` must count although the journals of workers come after `journal.jsonl`.
#[test]
fn a_forced_run_replaces_what_shares_stored() {
    let (dir, expected) = prepared(SMALL);
    succeeded(start(&dir, "1/1"));
    let before = journals(&dir);
    dir.succeed(&["run", "small.toml", "-q", "--force", "-d", "wine"]);
    assert_eq!(tables(&dir), expected);
    let after = journals(&dir);
    assert!(before.iter().all(|(path, text)| after[path] == *text), "a file was changed");
    let is_forced = |path: &PathBuf| path.to_string_lossy().contains("/journal-0002f-");
    assert!(after.keys().any(is_forced), "{:?}", after.keys());
    assert_eq!(all_ids(&dir).len(), trials(1) + trials(1) / 2);
    let timings = |dir: &Dir| dir.read(&format!("{FOLDER}/timings.csv"));
    let forced = timings(&dir);
    dir.succeed(&["run", "small.toml", "-q"]);
    assert_eq!(timings(&dir), forced, "another outcome counts when the folder is read again");
}

#[test]
fn failures_of_a_share_are_named_and_imports_are_refused() {
    let dir = Dir::new();
    let broken = "[[method]]\nname = \"broken\"\nkind = \"command\"\ncommand = [\"false\"]\n";
    dir.write("small.toml", format!("{SMALL}{broken}"));
    let said = dir.run(&["work", "small.toml", "--shard", "1/1"]);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("shard 1/1: 24 trials, 18 done, 6 failed"), "{}", said.err);
    assert!(said.err.contains("failed: broken on iris: "), "{}", said.err);
    // The same bytes as a run that fails in the same way.
    assert_eq!(dir.run(&["run", "small.toml", "-q", "-o", "alone"]).code, 3);
    assert_eq!(tables(&dir)["outcomes.csv"], dir.read(&format!("alone/{FOLDER}/outcomes.csv")));

    dir.write("scores.csv", "dataset,method,fold,metric,value\niris,a,0,accuracy,0.5\n");
    dir.succeed(&["import", "scores.csv", "--name", "small", "-o", "other"]);
    let journal = dir.read(&format!("other/{FOLDER}/journal.jsonl"));
    let said = dir.run(&["work", "small.toml", "--shard", "1/2", "-o", "other"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("holds imported results"), "{}", said.err);
    assert_eq!(dir.read(&format!("other/{FOLDER}/journal.jsonl")), journal);
    let files = std::fs::read_dir(dir.path(&format!("other/{FOLDER}"))).expect("a folder");
    assert!(files.flatten().all(|f| !f.file_name().to_string_lossy().starts_with("journal-")));
}
