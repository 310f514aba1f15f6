//! Processes that are killed by the system (SIGKILL) and started again until they are done: at chosen bytes inside the
//! store's writes, and the program itself from outside. The points are drawn from a fixed seed.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tribunal::num::key::RngKey;
use tribunal::num::sample::below;

use crate::crash::{
    Fault, Faulty, KINDS, SPEC, Told, acts, assert_each_once, run_again, run_on, scratch, truth,
    undisturbed,
};
use crate::support::Dir;

const FOLDER: &str = "TRIBUNAL_TEST_FOLDER";
const KIND: &str = "TRIBUNAL_TEST_KIND";
const ACT: &str = "TRIBUNAL_TEST_ACT";
const SHARE: &str = "TRIBUNAL_TEST_SHARE";

/// Not a test by itself: what the next one starts as a process of its own, to be killed.
#[test]
#[ignore = "is started by the next test"]
fn a_run_to_be_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let number = |name| std::env::var(name).expect("set").parse().expect("a number");
    let kind = std::env::var(KIND).expect("set");
    let disk = Faulty::new(Fault::Kill, number(ACT), number(SHARE));
    run_on(Path::new(&folder), &kind, disk, 1, &Told::default()).expect("a run");
}

/// Whether the process was killed; if not, it must have finished.
fn run_and_kill(folder: &Path, kind: &str, act: u64, share: u64) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    child.args(["--ignored", "--exact", "crash_kills::a_run_to_be_killed", "--test-threads=1"]);
    child.env(FOLDER, folder).env(KIND, kind).env(ACT, act.to_string());
    child.env(SHARE, share.to_string()).env_remove("RUST_BACKTRACE");
    let ended = child.stdin(Stdio::null()).output().expect("a start");
    let output = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success() || ended.status.signal() == Some(9), "{output}");
    ended.status.signal() == Some(9)
}

/// How often processes are killed at random inside the store, beside once at every act.
const KILLS: usize = 150;

#[test]
fn kills_inside_the_writes_of_the_store_cost_nothing_that_was_stored() {
    let mut draws = RngKey::root(1).child("kills inside writes", 0).stream();
    for kind in KINDS {
        for act in 1..=acts(kind) {
            let (folder, share) = (scratch(), below(&mut draws, 1025));
            assert!(run_and_kill(folder.path(), kind, act as u64, share), "{kind} at act {act}");
            run_again(folder.path(), kind);
            assert_eq!(truth(folder.path()), *undisturbed(kind), "{kind} at act {act}");
            assert_each_once(folder.path(), kind);
        }
    }
    // Then several times over: killed, started again and killed again until a process gets to the end.
    let (mut kills, mut runs) = (0, 0);
    while kills < KILLS {
        let (folder, kind) = (scratch(), KINDS[runs % 2]);
        let folder = folder.path();
        runs += 1;
        while run_and_kill(folder, kind, 1 + below(&mut draws, 40), below(&mut draws, 1025)) {
            kills += 1;
        }
        assert_eq!(truth(folder), *undisturbed(kind), "run {runs}, {kind}, after {kills} kills");
        assert_each_once(folder, kind);
    }
    assert!(runs < kills, "{runs} runs for {kills} kills");
}

/// Starts the program, waits until its journal is longer than asked or it ends, and kills it. Whether it was cut short.
fn start_and_kill(dir: &Dir, arguments: &[&str], journal: &Path, longer_than: u64) -> bool {
    let mut child = dir.command(arguments).stderr(Stdio::null()).spawn().expect("a start");
    let ended = loop {
        if let Some(status) = child.try_wait().expect("a state") {
            break Some(status);
        }
        if std::fs::metadata(journal).map_or(0, |m| m.len()) > longer_than {
            break None;
        }
        std::thread::sleep(Duration::from_micros(200));
    };
    if let Some(status) = ended {
        assert_eq!(status.code(), Some(0), "a run failed by itself");
        return false;
    }
    child.kill().expect("a kill");
    child.wait().expect("an end").signal() == Some(9)
}

const TABLES: [&str; 2] = ["results/tiny/outcomes.csv", "results/tiny/confusion.csv"];

fn tables(dir: &Dir) -> Vec<String> {
    TABLES.iter().map(|name| dir.read(name)).collect()
}

/// More folds than the laboratory has, so that there is time to kill; and few reports.
fn longer(kind: &str) -> String {
    let spec = SPEC.replace("KIND", kind).replace("folds = 2 }", "folds = 2, repeats = 10 }");
    format!("{spec}[report]\nformats = [\"csv\"]\n")
}

fn prepared(kind: &str) -> (Dir, PathBuf, Vec<String>, u64) {
    let dir = Dir::new();
    dir.write("tiny.toml", longer(kind));
    dir.succeed(&["run", "tiny.toml", "-q"]);
    let expected = tables(&dir);
    let journal = dir.path("results/tiny/journal.jsonl");
    let length = std::fs::metadata(&journal).expect("a journal").len();
    std::fs::remove_dir_all(dir.path("results")).expect("removed");
    (dir, journal, expected, length)
}

#[test]
fn the_program_killed_from_outside_goes_on_until_it_is_done() {
    let mut draws = RngKey::root(2).child("kills from outside", 0).stream();
    let mut kills = 0;
    for kind in KINDS {
        let (dir, journal, expected, length) = prepared(kind);
        for attempt in 0..4 {
            let mut at = 0;
            while at < length {
                kills += u32::from(start_and_kill(&dir, &["run", "tiny.toml", "-q"], &journal, at));
                at += 1 + below(&mut draws, length / 5);
            }
            // The lock of the killed process is free, whatever number stands in it.
            dir.succeed(&["run", "tiny.toml", "-q"]);
            assert_eq!(tables(&dir), expected, "{kind}, attempt {attempt}");
            let ids = crate::support::journal_ids(&dir.read("results/tiny/journal.jsonl"));
            let different: std::collections::BTreeSet<_> = ids.iter().collect();
            assert_eq!(different.len(), 120, "{kind}: a trial is lost");
            assert!(kind == "flat" || ids.len() == 120, "a trial was run twice");
            std::fs::remove_dir_all(dir.path("results")).expect("removed");
        }
    }
    assert!(kills > 0, "no run was cut short: nothing was tested");
}

#[test]
fn a_forced_run_that_is_killed_leaves_whole_results() {
    let mut draws = RngKey::root(3).child("forced", 0).stream();
    for kind in KINDS {
        let (dir, journal, expected, length) = prepared(kind);
        dir.succeed(&["run", "tiny.toml", "-q"]);
        for _ in 0..5 {
            let now = std::fs::metadata(&journal).expect("a journal").len();
            let more = below(&mut draws, length);
            start_and_kill(&dir, &["run", "tiny.toml", "-q", "--force"], &journal, now + more);
            let said = dir.succeed(&["run", "tiny.toml"]);
            assert!(said.err.contains("all stored, nothing to run"), "{}", said.err);
            assert_eq!(tables(&dir), expected, "{kind}");
        }
    }
}

/// What a killed process leaves in the lock says who had it, and stops nobody.
#[test]
fn a_lock_of_a_dead_process_is_free() {
    let folder = scratch();
    assert!(run_and_kill(folder.path(), "nested", 30, 512));
    let left = std::fs::read_to_string(folder.path().join(".lock")).expect("a lock");
    let number = |text: &str| text.lines().next().and_then(|line| line.parse::<u32>().ok());
    assert!(number(&left).is_some_and(|number| number != std::process::id()), "{left}");
    run_again(folder.path(), "nested");
    assert_eq!(truth(folder.path()), *undisturbed("nested"));
    let mine = std::fs::read_to_string(folder.path().join(".lock")).expect("a lock");
    assert_eq!(number(&mine), Some(std::process::id()));
    assert!(mine.ends_with("\nrun\n"), "{mine}");
}
