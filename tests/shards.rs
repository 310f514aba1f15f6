//! Several processes on one folder: shares that work at the same time, are killed and resumed, or are given twice. However
//! the work was divided, the tables have the bytes of one undisturbed run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use tribunal::store::{History, Store};

use crate::support::{Dir, SMALL, Said, journal_ids, said};

const FOLDER: &str = "results/small";
const TABLES: [&str; 3] = ["outcomes.csv", "confusion.csv", "run.json"];

/// Trials of the spec with this many repeats.
fn trials(repeats: usize) -> usize {
    2 * 3 * 3 * repeats
}

fn with_repeats(repeats: usize) -> String {
    let outer = format!("outer = {{ folds = 3, repeats = {repeats} }}");
    SMALL.replace("outer = { folds = 3 }", &outer)
}

/// A folder with a spec, and the tables of one run of it elsewhere.
fn prepared(spec: &str) -> (Dir, Vec<String>) {
    let dir = Dir::new();
    dir.write("small.toml", spec);
    dir.succeed(&["run", "small.toml", "-q", "-o", "alone"]);
    let tables = TABLES.iter().map(|name| dir.read(&format!("alone/{FOLDER}/{name}"))).collect();
    (dir, tables)
}

fn tables(dir: &Dir) -> Vec<String> {
    TABLES.iter().map(|name| dir.read(&format!("{FOLDER}/{name}"))).collect()
}

fn start(dir: &Dir, shard: &str) -> Child {
    let mut command = dir.command(&["work", "small.toml", "--shard", shard, "-j", "1", "-q"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start")
}

fn succeeded(child: Child) -> Said {
    let said = said(child.wait_with_output().expect("an end"));
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

/// All journals of the folder, by name.
fn journals(dir: &Dir) -> BTreeMap<PathBuf, String> {
    let entries = std::fs::read_dir(dir.path(FOLDER)).into_iter().flatten().flatten();
    let is_journal = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("journal"))
    };
    let paths = entries.map(|entry| entry.path()).filter(is_journal);
    paths.map(|path| (path.clone(), std::fs::read_to_string(path).expect("text"))).collect()
}

/// The trials of all whole lines of a journal.
fn whole(text: &str) -> Vec<String> {
    journal_ids(text.rsplit_once('\n').map_or("", |(lines, _)| lines))
}

fn all_ids(dir: &Dir) -> Vec<String> {
    journals(dir).values().flat_map(|text| whole(text)).collect()
}

fn assert_each_once(dir: &Dir, trials: usize) {
    let ids = all_ids(dir);
    let different: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), different.len()), (trials, trials), "a trial is lost or ran twice");
}

#[test]
fn four_processes_at_once_leave_the_bytes_of_one_run() {
    for kind in ["nested", "flat"] {
        let inner = if kind == "nested" { "inner = { folds = 2 }" } else { "kind = \"flat\"" };
        let spec = SMALL.replace("inner = { folds = 2 }", inner);
        let (dir, expected) = prepared(&spec);
        let working: Vec<Child> = (1..=4).map(|i| start(&dir, &format!("{i}/4"))).collect();
        for child in working {
            assert_eq!(succeeded(child).err, "", "quiet means quiet");
        }
        assert_eq!(tables(&dir), expected, "{kind}");
        assert_each_once(&dir, trials(1));
        // A flat protocol runs a repeat at a time, so that six jobs are divided among four.
        assert_eq!(journals(&dir).len(), 4);
        let said = dir.succeed(&["why", "small.toml"]);
        assert!(said.out.contains("nothing would run: all 18 trials are stored"), "{}", said.out);
        let said = dir.succeed(&["plan", "small.toml", "--no-pilot"]);
        assert!(said.out.contains("18 trials (18 stored)"), "{}", said.out);
        let said = dir.succeed(&["verify", "small.toml", "--all"]);
        assert!(said.out.contains("18 of 18 stored trials, run again: all equal"), "{}", said.out);
        dir.succeed(&["report", "small.toml", "-q"]);
        dir.succeed(&["report", "small.toml", "-q", "-o", "alone"]);
        let page = |place: &str| dir.read(&format!("{place}reports/small/summary.csv"));
        assert_eq!(page(""), page("alone/"));
        dir.succeed(&["check", "small.toml", "-q", "--save-baseline", "base.json"]);
        dir.succeed(&["check", FOLDER, "-q", "--baseline", "base.json"]);
        // A run finds everything there, and changes nothing.
        dir.succeed(&["run", "small.toml", "-q"]);
        assert_eq!(tables(&dir), expected, "{kind}");
        assert_each_once(&dir, trials(1));
    }
}

#[test]
fn a_share_says_what_it_did_and_what_comes_next() {
    let (dir, _) = prepared(SMALL);
    let said = dir.succeed(&["work", "small.toml", "--shard", "2/4", "-d", "wine", "--seed", "9"]);
    assert!(said.err.contains("small, shard 2/4: 2 trials, 2 to run on"), "{}", said.err);
    let last = "shard 2/4: 2 trials, 2 done; when all shards have ended, \
                `tribunal report small.toml --seed 9` writes the report";
    assert!(said.err.contains(last), "{}", said.err);
    assert_eq!(said.out, "");
    assert!(!dir.path("reports").exists(), "a share writes no report");
    let again = dir.succeed(&["work", "small.toml", "--shard", "2/4", "-d", "wine", "--seed", "9"]);
    assert!(again.err.contains("2 trials, 0 to run on"), "{}", again.err);
    assert_eq!(journals(&dir).len(), 1, "a share with nothing to do leaves no journal");
    // More shares than trials: some have nothing to do.
    dir.succeed(&["work", "small.toml", "--shard", "99/100", "-q"]);
}

#[test]
fn shards_that_do_not_exist_are_refused() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let numbered = "shares of 4 are numbered from 1 to 4";
    let form = "write it as I/N, such as 2/4";
    let rounds = [
        ("0/4", numbered),
        ("5/4", numbered),
        ("x/y", form),
        ("2", form),
        ("-1/4", form),
        ("1/4/2", form),
        ("/", form),
        ("1/0", "one share at least"),
        ("1/100001", "100000 shares at most"),
        ("1/99999999999999999999999", "100000 shares at most"),
    ];
    for (shard, expected) in rounds {
        let said = dir.run(&["work", "small.toml", &format!("--shard={shard}")]);
        assert_eq!(said.code, 2, "{shard}: {}", said.err);
        assert!(said.err.contains(expected), "{shard}: {}", said.err);
    }
    let said = dir.run(&["work", "small.toml"]);
    assert!(said.code == 2 && said.err.contains("--shard <I/N>"), "{}", said.err);
    assert!(!dir.path("results").exists(), "nothing ran");
}

/// Waits until some journal holds more than this many lines.
fn wait_for_trials(dir: &Dir, least: usize) {
    for _ in 0..60_000 {
        if journals(dir).values().any(|text| text.lines().count() > least) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no trial was stored in a minute");
}

#[cfg(unix)]
#[test]
fn a_killed_share_resumes_and_runs_nothing_twice() {
    let repeats = 10;
    let (dir, expected) = prepared(&with_repeats(repeats));
    let mut cut_short = 0;
    for attempt in 0..3 {
        let mut victim = start(&dir, "3/4");
        wait_for_trials(&dir, 3 + 5 * attempt);
        let others: Vec<Child> = [1, 2, 4].map(|i| start(&dir, &format!("{i}/4"))).into();
        victim.kill().expect("a kill");
        victim.wait().expect("an end");
        for child in others {
            succeeded(child);
        }
        let before = journals(&dir);
        cut_short += usize::from(all_ids(&dir).len() < trials(repeats));
        succeeded(start(&dir, "3/4"));
        assert_eq!(tables(&dir), expected, "attempt {attempt}");
        assert_each_once(&dir, trials(repeats));
        let after = journals(&dir);
        assert!(before.iter().all(|(path, text)| after[path] == *text), "a file was changed");
        std::fs::remove_dir_all(dir.path("results")).expect("removed");
    }
    assert!(cut_short > 0, "no share was cut short: nothing was tested");
}

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

#[test]
fn a_share_leaves_the_tables_to_a_run_that_has_the_lock() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let run = Store::open(&dir.path(FOLDER)).expect("a store");
    let said = dir.succeed(&["work", "small.toml", "--shard", "1/3", "-q"]);
    let note = "note: another tribunal is running this experiment in results/small; it writes";
    assert!(said.err.contains(note), "{}", said.err);
    assert!(!dir.path(FOLDER).join("outcomes.csv").exists());
    // What the share stored is there when the run ends.
    run.refresh().expect("readable");
    assert_eq!(run.history().known(), trials(1) / 3);
    drop(run);
    dir.succeed(&["run", "small.toml", "-q"]);
    assert_eq!(all_ids(&dir).len(), trials(1));
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
    assert_eq!(tables(&dir)[0], dir.read(&format!("alone/{FOLDER}/outcomes.csv")));

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
