//! Disks that are full or read-only, for real where this machine lets a test mount one, and several processes on one run.

use std::path::Path;
use std::process::Command;

use tribunal::store::{Store, StoreError};

use crate::crash::{SPEC, TRIALS, scratch};
use crate::support::{Dir, Said, journal_ids, said};

/// Runs a script in which `mount` works; the program is `$0`. `None` where that is not possible.
fn with_mounts(dir: &Dir, script: &str) -> Option<Said> {
    let probe = "mkdir -p disk && mount -t tmpfs -o size=16k tmpfs disk";
    let private = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_tribunal")]);
        command.current_dir(dir.path("")).env("NO_COLOR", "1");
        command
    };
    if !private(probe).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this machine does not let a test mount a disk (unshare -rm)");
        return None;
    }
    Some(said(private(script).output().expect("a shell")))
}

fn tiny(dir: &Dir) -> String {
    dir.write("tiny.toml", SPEC.replace("KIND", "nested"));
    dir.succeed(&["run", "tiny.toml", "-q", "-o", "free"]);
    dir.read("free/results/tiny/outcomes.csv")
}

#[test]
fn a_full_disk_is_told_and_what_was_stored_goes_on_elsewhere() {
    let dir = Dir::new();
    let expected = tiny(&dir);
    let (mut full, mut stored) = (0, Vec::new());
    for kilobytes in [4, 8, 16, 24, 28, 32, 40, 48, 64, 128, 400, 4000] {
        let script = format!(
            "mkdir -p disk && mount -t tmpfs -o size={kilobytes}k tmpfs disk && \
             {{ $0 run tiny.toml -q -j 1 -o disk; code=$?; mkdir -p kept; cp -r disk/results kept 2>/dev/null; exit $code; }}"
        );
        let Some(said) = with_mounts(&dir, &script) else { return };
        assert!(matches!(said.code, 0 | 70), "{kilobytes} kB: {} {}", said.code, said.err);
        if said.code == 70 {
            full += 1;
            assert!(said.err.contains("No space left on device"), "{kilobytes} kB: {}", said.err);
            assert!(said.err.contains("help: what was stored before is safe"), "{}", said.err);
        }
        let journal = std::fs::read_to_string(dir.path("kept/results/tiny/journal.jsonl"));
        let before = journal_ids(&journal.unwrap_or_default());
        stored.push(before.len());
        dir.succeed(&["run", "tiny.toml", "-q", "-o", "kept"]);
        assert_eq!(dir.read("kept/results/tiny/outcomes.csv"), expected, "{kilobytes} kB");
        let after = journal_ids(&dir.read("kept/results/tiny/journal.jsonl"));
        assert_eq!(after[..before.len()], before, "{kilobytes} kB: what was stored is kept");
        assert_eq!(after.len(), TRIALS, "{kilobytes} kB: nothing is run twice");
        std::fs::remove_dir_all(dir.path("kept")).expect("removed");
    }
    assert!(full >= 5, "only {full} disks were full");
    // Full while trials are stored, while tables and reports are made, and large enough.
    // How many trials a disk takes before it is full depends on how many wait together to be stored.
    assert!(stored.iter().any(|n| *n < TRIALS), "{stored:?}");
    assert!(stored.iter().filter(|n| **n == TRIALS).count() > 12 - full, "{stored:?}");
}

#[test]
fn results_that_are_read_only_are_told_and_can_still_be_read() {
    let dir = Dir::new();
    let expected = tiny(&dir);
    let script = "mkdir -p disk && mount -t tmpfs tmpfs disk && cp -r free/results disk && mkdir disk/reports && \
                  mount -o remount,ro disk && $0 why tiny.toml -o disk && $0 plan tiny.toml --no-pilot -o disk && \
                  cat disk/results/tiny/outcomes.csv && $0 run tiny.toml -o disk";
    let Some(said) = with_mounts(&dir, script) else { return };
    assert!(said.out.contains("nothing would run: all 12 trials are stored"), "{}", said.out);
    assert!(said.out.contains(&expected));
    assert_eq!(said.code, 70, "{}", said.err);
    assert!(said.err.contains("error: cannot write to disk/results/tiny"), "{}", said.err);
    assert!(said.err.contains("Read-only file system"), "{}", said.err);
    assert!(said.err.contains("help: "), "{}", said.err);
    // Only the report cannot be written: the results are there all the same.
    let script = "mkdir -p disk out/reports && mount -t tmpfs tmpfs out/reports && mount -o remount,ro out/reports && \
                  $0 run tiny.toml -q -o out";
    let Some(said) = with_mounts(&dir, script) else { return };
    assert_eq!(said.code, 70, "{}", said.err);
    assert!(said.err.contains("cannot write to out/reports/tiny"), "{}", said.err);
    assert_eq!(dir.read("out/results/tiny/outcomes.csv"), expected);
    dir.succeed(&["run", "tiny.toml", "-q", "-o", "out"]);
}

/// A folder that is a file: no permission is needed to be refused, so that it can be tested as anybody.
#[test]
fn a_place_that_cannot_hold_results_is_told() {
    let dir = Dir::new();
    dir.write("tiny.toml", SPEC.replace("KIND", "nested"));
    dir.write("results", "a file");
    let said = dir.run(&["run", "tiny.toml"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("error: cannot write to results/tiny: "), "{}", said.err);
    assert!(said.err.contains("choose another place with --output"), "{}", said.err);
    assert_eq!(dir.read("results"), "a file");
}

#[test]
fn a_second_process_is_told_who_has_the_run() {
    let dir = Dir::new();
    dir.write("tiny.toml", SPEC.replace("KIND", "nested"));
    // A number that a dead process left, of which none is alive today.
    dir.write("results/tiny/.lock", "4194999\n");
    let folder = dir.path("results/tiny");
    let store = Store::open(&folder).expect("nobody has it");
    let second = dir.run(&["run", "tiny.toml"]);
    assert_eq!(second.code, 2, "{}", second.err);
    let holder = format!("another tribunal (process {}) is running this", std::process::id());
    assert!(second.err.contains(&holder), "{}", second.err);
    assert!(second.err.contains("wait for it, or stop it first"), "{}", second.err);
    // Whoever only looks needs no lock.
    dir.succeed(&["why", "tiny.toml"]);
    assert!(matches!(Store::open(&folder), Err(StoreError::Locked { holder: Some(_), .. })));
    drop(store);
    dir.succeed(&["run", "tiny.toml", "-q"]);
}

#[test]
fn many_processes_at_once_store_every_trial_once() {
    for kind in ["nested", "flat"] {
        let dir = Dir::new();
        dir.write("tiny.toml", SPEC.replace("KIND", kind));
        let start = || {
            let mut command = dir.command(&["run", "tiny.toml", "-q", "-j", "1"]);
            command.stderr(std::process::Stdio::piped()).spawn().expect("a start")
        };
        let racing: Vec<_> = (0..8).map(|_| start()).collect();
        let ended: Vec<Said> = racing
            .into_iter()
            .map(|child| said(child.wait_with_output().expect("an end")))
            .collect();
        assert!(ended.iter().any(|said| said.code == 0));
        for loser in ended.iter().filter(|said| said.code != 0) {
            assert_eq!(loser.code, 2, "{}", loser.err);
            assert!(loser.err.contains("is running this experiment"), "{}", loser.err);
        }
        assert_eq!(journal_ids(&dir.read("results/tiny/journal.jsonl")).len(), TRIALS);
        let alone = scratch();
        crate::crash::run_again(alone.path(), kind);
        let read =
            |folder: &Path| std::fs::read_to_string(folder.join("outcomes.csv")).expect("a table");
        assert_eq!(read(&dir.path("results/tiny")), read(alone.path()));
    }
}
