//! Several processes on one folder at the same time, killed and resumed. However the work was divided, the tables have the
//! bytes of one undisturbed run, and the store has its curves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use tribunal::store::read_curves;

use crate::support::{Dir, SMALL, Said, journal_ids, said};

pub const FOLDER: &str = "results/small";

/// Tables with the same bytes for equal runs; not every experiment has all of them.
const TABLES: [&str; 4] = ["outcomes.csv", "confusion.csv", "curves.csv", "run.json"];

/// Trials of the spec with this many repeats.
pub fn trials(repeats: usize) -> usize {
    2 * 3 * 3 * repeats
}

pub fn with_repeats(repeats: usize) -> String {
    let outer = format!("outer = {{ folds = 3, repeats = {repeats} }}");
    SMALL.replace("outer = { folds = 3 }", &outer)
}

/// Streams, drawn and from a file, with three methods on each.
fn streams(drawn: usize, limit: usize) -> String {
    let mut spec = "experiment = { name = \"small\", seed = 3 }\n\
        protocol = { kind = \"prequential\", chunk = 100, window = 150 }\n\
        [[dataset]]\nname = \"vehicle\"\n"
        .to_owned();
    for seed in 0..drawn {
        let generate = format!("generate = {{ kind = \"sea\", instance-seed = {seed} }}");
        spec += &format!("[[dataset]]\nname = \"sea{seed}\"\nlimit = {limit}\n{generate}\n");
    }
    for kind in ["majority", "no-change", "naive-bayes"] {
        spec += &format!("[[method]]\nkind = \"{kind}\"\n");
    }
    spec
}

/// A folder with a spec, and the tables and curves of one run of it elsewhere.
pub fn prepared(spec: &str) -> (Dir, BTreeMap<String, String>) {
    let dir = Dir::new();
    dir.write("small.toml", spec);
    dir.succeed(&["run", "small.toml", "-q", "-o", "alone"]);
    let tables = tables_in(&dir, &format!("alone/{FOLDER}"));
    (dir, tables)
}

pub fn tables(dir: &Dir) -> BTreeMap<String, String> {
    tables_in(dir, FOLDER)
}

/// What a folder has of all tables, and its stored curves by trial.
fn tables_in(dir: &Dir, folder: &str) -> BTreeMap<String, String> {
    let text = |name: &str| std::fs::read_to_string(dir.path(&format!("{folder}/{name}"))).ok();
    let tables = TABLES.iter().filter_map(|name| Some(((*name).to_owned(), text(name)?)));
    let curves = read_curves(&dir.path(folder), |_| true).expect("readable curves");
    let curves = curves
        .into_iter()
        .map(|(trial, curve)| (trial.to_string(), serde_json::to_string(&curve).expect("JSON")));
    tables.chain(curves).collect()
}

pub fn start(dir: &Dir, shard: &str) -> Child {
    let mut command = dir.command(&["work", "small.toml", "--shard", shard, "-j", "1", "-q"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start")
}

pub fn succeeded(child: Child) -> Said {
    let said = said(child.wait_with_output().expect("an end"));
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

/// All journals of the folder, by name.
pub fn journals(dir: &Dir) -> BTreeMap<PathBuf, String> {
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

pub fn all_ids(dir: &Dir) -> Vec<String> {
    journals(dir).values().flat_map(|text| whole(text)).collect()
}

pub fn assert_each_once(dir: &Dir, trials: usize) {
    let ids = all_ids(dir);
    let different: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), different.len()), (trials, trials), "a trial is lost or ran twice");
}

#[test]
fn four_processes_at_once_leave_the_bytes_of_one_run() {
    let flat = SMALL.replace("inner = { folds = 2 }", "kind = \"flat\"");
    // A flat protocol runs a repeat at a time, so that six jobs are divided among four.
    for (spec, trials) in [(SMALL, trials(1)), (&flat, trials(1)), (&streams(2, 1000), 9)] {
        let (dir, expected) = prepared(spec);
        let working: Vec<Child> = (1..=4).map(|i| start(&dir, &format!("{i}/4"))).collect();
        for child in working {
            assert_eq!(succeeded(child).err, "", "quiet means quiet");
        }
        assert_eq!(tables(&dir), expected, "{spec}");
        assert_each_once(&dir, trials);
        assert_eq!(journals(&dir).len(), 4);
        let said = dir.succeed(&["why", "small.toml"]);
        let nothing = format!("nothing would run: all {trials} trials are stored");
        assert!(said.out.contains(&nothing), "{}", said.out);
        let said = dir.succeed(&["plan", "small.toml", "--no-pilot"]);
        let stored = format!("{trials} trials ({trials} stored)");
        assert!(said.out.contains(&stored), "{}", said.out);
        let said = dir.succeed(&["verify", "small.toml", "--all"]);
        let equal = format!("{trials} of {trials} stored trials, run again: all equal");
        assert!(said.out.contains(&equal), "{}", said.out);
        dir.succeed(&["report", "small.toml", "-q"]);
        dir.succeed(&["report", "small.toml", "-q", "-o", "alone"]);
        let page = |place: &str| dir.read(&format!("{place}reports/small/summary.csv"));
        assert_eq!(page(""), page("alone/"));
        if !spec.contains("prequential") {
            dir.succeed(&["check", "small.toml", "-q", "--save-baseline", "base.json"]);
            dir.succeed(&["check", FOLDER, "-q", "--baseline", "base.json"]);
        }
        // A run finds everything there, and changes nothing.
        dir.succeed(&["run", "small.toml", "-q"]);
        assert_eq!(tables(&dir), expected, "{spec}");
        assert_each_once(&dir, trials);
    }
}

#[test]
fn curves_of_shares_are_those_of_one_run() {
    let (_, expected) = prepared(&streams(1, 500));
    // Three tables without and one with curves, and the curves of six trials.
    assert_eq!(expected.len(), 4 + 6, "{:?}", expected.keys());
    assert!(expected["curves.csv"].lines().count() > 6 * 3, "{}", expected["curves.csv"]);
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

/// Kills one of four processes in the middle of its share, three times, and resumes it.
#[cfg(unix)]
fn assert_a_killed_share_resumes(spec: &str, trials: usize, step: usize) {
    let (dir, expected) = prepared(spec);
    let mut cut_short = 0;
    for attempt in 0..3 {
        let mut victim = start(&dir, "3/4");
        wait_for_trials(&dir, 1 + step * attempt);
        let others: Vec<Child> = [1, 2, 4].map(|i| start(&dir, &format!("{i}/4"))).into();
        victim.kill().expect("a kill");
        victim.wait().expect("an end");
        for child in others {
            succeeded(child);
        }
        let before = journals(&dir);
        cut_short += usize::from(all_ids(&dir).len() < trials);
        succeeded(start(&dir, "3/4"));
        assert_eq!(tables(&dir), expected, "attempt {attempt}");
        assert_each_once(&dir, trials);
        let after = journals(&dir);
        assert!(before.iter().all(|(path, text)| after[path] == *text), "a file was changed");
        std::fs::remove_dir_all(dir.path("results")).expect("removed");
    }
    assert!(cut_short > 0, "no share was cut short: nothing was tested");
}

#[cfg(unix)]
#[test]
fn a_killed_share_resumes_and_runs_nothing_twice() {
    assert_a_killed_share_resumes(&with_repeats(10), trials(10), 5);
}

/// A curve is stored before the outcome that promises it: a kill in between leaves a curve without an outcome.
#[cfg(unix)]
#[test]
fn a_killed_share_of_streams_resumes_with_its_curves() {
    assert_a_killed_share_resumes(&streams(15, 20_000), 48, 2);
}
