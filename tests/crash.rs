//! A run that is cut off at any act of its store and started again: a laboratory for it (a tiny experiment, and a disk
//! that fails or dies where it is told), and the acts one after the other. Other files cut off real processes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::experiment::Experiment;
use tribunal::learn::Registry;
use tribunal::plan::{Job, Plan, Selection, TrialId};
use tribunal::run::{Event, Executor, Observer, StoredPredictions, Threads, proceeding};
use tribunal::spec::{Environment, parse};
use tribunal::store::{
    Disk, History, RealDisk, Store, read_predictions, write_manifest, write_tables,
};

use crate::support::{journal_ids, project};

/// Three cheap methods on two tiny datasets; in the flat one a job stores two trials at once.
pub const SPEC: &str = r#"
[experiment]
name = "tiny"
seed = 3
[protocol]
kind = "KIND"
outer = { folds = 2 }
[[dataset]]
name = "clouds"
generate = { classes = 2, features = 2, rows = 6 }
[[dataset]]
name = "three"
generate = { classes = 3, features = 2, rows = 5, spread = 2 }
[[method]]
kind = "knn"
grid = { k = [1, 3] }
[[method]]
kind = "naive-bayes"
[[method]]
kind = "majority"
"#;
pub const TRIALS: usize = 12;
pub const KINDS: [&str; 2] = ["nested", "flat"];

pub fn experiment(kind: &str) -> &'static Experiment {
    static BOTH: [OnceLock<Experiment>; 2] = [OnceLock::new(), OnceLock::new()];
    BOTH[usize::from(kind == "flat")].get_or_init(|| {
        let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
        let (registry, folder) = (Registry::standard(), Path::new(""));
        let environment =
            Environment { registry: &registry, catalog: Ok(&catalog), folder, stored: None };
        let text = SPEC.replace("KIND", kind);
        parse(Path::new("tiny.toml"), &text, &environment)
            .unwrap_or_else(|m| panic!("{}", m.render(false)))
            .experiment
    })
}

/// A folder in memory where there is one: what the cache of the system holds after a kill is the same everywhere.
pub fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }
        .expect("a temporary folder")
}

/// Remembers which trials were said to be stored.
#[derive(Default)]
pub struct Told(Mutex<Vec<TrialId>>);

impl Observer for Told {
    fn notice(&self, event: &Event<'_>) {
        if let Event::Finished(outcome) = event {
            self.0.lock().expect("a lock").push(outcome.trial.clone());
        }
    }
}

/// What `tribunal run` does, on a disk of ours.
pub fn run_on(
    folder: &Path,
    kind: &str,
    disk: Arc<dyn Disk>,
    threads: usize,
    told: &Told,
) -> Result<(), String> {
    let experiment = experiment(kind);
    let datasets = experiment.datasets.iter().map(|d| load(d).expect("data")).collect();
    let plan = Plan::new(experiment, datasets).expect("a plan");
    let store = Store::open_on(folder, disk).map_err(|e| e.to_string())?;
    write_manifest(&store, &plan, "").map_err(|e| e.to_string())?;
    let due = |job: &Job| job.trials.iter().any(|trial| !store.history().is_settled(trial));
    let jobs: Vec<Job> = plan.jobs(&Selection::default()).into_iter().filter(due).collect();
    let never = AtomicBool::new(false);
    let executor = Threads { threads, memory: 1 << 26, interrupted: &never, logs: None };
    // What finishes while the disk is busy is stored together. With one thread, jobs are run one by one, so that the acts of
    // the store are the same every time.
    let together = if threads == 1 { 1 } else { jobs.len().max(1) };
    for some in jobs.chunks(together) {
        executor.run(some, proceeding(&plan).as_ref(), &store, told).map_err(|e| e.to_string())?;
    }
    write_tables(&store, &plan).map_err(|e| e.to_string())
}

/// The same on the machine's disk; it must succeed.
pub fn run_again(folder: &Path, kind: &str) {
    run_on(folder, kind, Arc::new(RealDisk), 1, &Told::default()).expect("a run");
}

/// Everything that must have the same bytes after any disturbance.
#[derive(Debug, PartialEq)]
pub struct Truth {
    files: Vec<String>,
    predictions: BTreeMap<TrialId, StoredPredictions>,
}

pub fn truth(folder: &Path) -> Truth {
    let read = |name: &&str| std::fs::read_to_string(folder.join(name)).expect("a table");
    let mut predictions = BTreeMap::new();
    read_predictions(folder, |p| drop(predictions.insert(p.trial.clone(), p))).expect("readable");
    Truth {
        files: ["outcomes.csv", "confusion.csv", "run.json"].iter().map(read).collect(),
        predictions,
    }
}

/// Of a run that nobody disturbed.
pub fn undisturbed(kind: &str) -> &'static Truth {
    static BOTH: [OnceLock<Truth>; 2] = [OnceLock::new(), OnceLock::new()];
    BOTH[usize::from(kind == "flat")].get_or_init(|| {
        let folder = scratch();
        run_again(folder.path(), kind);
        let truth = truth(folder.path());
        assert_eq!((truth.predictions.len(), truth.files[0].lines().count()), (TRIALS, TRIALS + 1));
        truth
    })
}

/// No trial was lost, and none was run again although it was stored. The trials of a flat job run together: those whose
/// lines were whole when their job was cut off run again with the others, and only tables can say that they count once.
pub fn assert_each_once(folder: &Path, kind: &str) {
    let text = std::fs::read_to_string(folder.join("journal.jsonl")).expect("a journal");
    let ids = journal_ids(&text);
    let different: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(different.len(), TRIALS);
    assert!(kind == "flat" || ids.len() == TRIALS, "{} lines for {TRIALS} trials", ids.len());
}

/// What goes wrong at an act.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// The process ends there: nothing after it reaches the disk.
    Death,
    /// The process is killed there.
    Kill,
    /// The disk is full at that act, and has room again when the file is cut back.
    Full,
    /// The disk is full at that act and the next, so that a torn line cannot be cut back, and then has room again.
    Torn,
    /// The disk takes nothing from there on, not even that a file is cut back.
    Gone,
}

/// A disk on which the act of a number goes wrong.
pub struct Faulty {
    pub fault: Fault,
    /// From 1; 0 for never.
    pub at: usize,
    /// Of a write, how much arrives before: a share of 1024.
    pub share: usize,
    pub acts: AtomicUsize,
    /// How much of a file, by its number, survives if the power fails.
    synced: Mutex<BTreeMap<u64, u64>>,
    /// Files, by their numbers, whose names survive if the power fails.
    named: Mutex<BTreeSet<u64>>,
}

impl Faulty {
    pub fn new(fault: Fault, at: usize, share: usize) -> Arc<Faulty> {
        let (acts, synced) = (AtomicUsize::new(0), Mutex::default());
        Arc::new(Faulty { fault, at, share, acts, synced, named: Mutex::default() })
    }

    /// Does an act, or what becomes of it; `part` is what still happens of a failing one.
    fn act(
        &self,
        part: impl FnOnce() -> io::Result<()>,
        whole: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        let number = self.acts.fetch_add(1, Ordering::SeqCst) + 1;
        if self.at == 0 || number < self.at {
            return whole();
        }
        if number == self.at {
            part()?;
        }
        match self.fault {
            Fault::Kill => kill_myself(),
            Fault::Full if number > self.at => whole(),
            Fault::Torn if number > self.at + 1 => whole(),
            Fault::Full | Fault::Torn => Err(io::Error::from_raw_os_error(28)),
            Fault::Death | Fault::Gone => Err(io::Error::from_raw_os_error(5)),
        }
    }
}

/// Ends this process at once, and without a chance to tidy up.
fn kill_myself() -> ! {
    let me = std::process::id().to_string();
    std::process::Command::new("kill").args(["-KILL", &me]).status().expect("kill runs");
    loop {
        std::thread::park();
    }
}

impl Disk for Faulty {
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        let arriving = &bytes[..bytes.len() * self.share / 1024];
        self.act(|| RealDisk.write(file, arriving), || RealDisk.write(file, bytes))
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.act(
            || Ok(()),
            || {
                let metadata = file.metadata()?;
                self.synced.lock().expect("a lock").insert(metadata.ino(), metadata.len());
                Ok(())
            },
        )
    }

    fn set_len(&self, file: &File, length: u64) -> io::Result<()> {
        self.act(|| Ok(()), || RealDisk.set_len(file, length))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.act(|| Ok(()), || RealDisk.rename(from, to))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.act(
            || Ok(()),
            || {
                let mut named = self.named.lock().expect("a lock");
                for entry in std::fs::read_dir(folder)? {
                    named.insert(entry?.metadata()?.ino());
                }
                Ok(())
            },
        )
    }
}

/// How many acts an undisturbed run has.
pub fn acts(kind: &str) -> usize {
    let (folder, disk) = (scratch(), Faulty::new(Fault::Death, 0, 0));
    let counting: Arc<dyn Disk> = disk.clone();
    run_on(folder.path(), kind, counting, 1, &Told::default()).expect("a run");
    disk.acts.load(Ordering::SeqCst)
}

fn settled(folder: &Path, told: &Told, kind: &str) {
    let history = History::read(folder).expect("readable");
    let experiment = experiment(kind);
    let datasets = experiment.datasets.iter().map(|d| load(d).expect("data")).collect();
    let plan = Plan::new(experiment, datasets).expect("a plan");
    for id in told.0.lock().expect("a lock").iter() {
        let trial = plan.trials.iter().find(|t| t.id == *id).expect("a trial");
        assert!(history.is_settled(trial), "{id} was said to be stored and is lost");
    }
}

/// A run goes wrong at an act; what it said was stored is stored, it said what was wrong, and the next run ends as if
/// nothing had happened.
/// `false` if several threads got to the end with fewer acts than that.
fn survive(kind: &str, fault: Fault, at: usize, share: usize, threads: usize) -> bool {
    let (folder, disk, told) = (scratch(), Faulty::new(fault, at, share), Told::default());
    let folder = folder.path();
    let ended = run_on(folder, kind, disk, threads, &told);
    let what = format!("{kind}, {fault:?} at act {at}, {share}/1024 written, {threads} threads");
    assert!(ended.is_err() || threads > 1, "{what}: nothing happened");
    if let Err(said) = &ended {
        assert!(said.contains("os error"), "{what}: {said}");
        let named = [&*folder.to_string_lossy(), ".jsonl", ".csv", ".json", ".parquet"];
        assert!(named.iter().any(|name| said.contains(name)), "{what}: {said}");
    }
    settled(folder, &told, kind);
    run_again(folder, kind);
    assert_eq!(truth(folder), *undisturbed(kind), "{what}");
    assert_each_once(folder, kind);
    let history = History::read(folder).expect("readable");
    assert_eq!(history.damaged(), &[] as &[String], "{what}: a line sticks to a torn one");
    ended.is_err()
}

#[test]
fn a_death_at_every_act_of_the_store_loses_nothing() {
    for kind in KINDS {
        let acts = acts(kind);
        assert!(acts > 50, "only {acts} acts");
        for at in 1..=acts {
            for share in [0, 500, 1024] {
                survive(kind, Fault::Death, at, share, 1);
            }
        }
    }
}

#[test]
fn a_disk_that_refuses_any_act_ends_a_run_that_can_go_on() {
    for kind in KINDS {
        for at in 1..=acts(kind) {
            survive(kind, Fault::Full, at, 300, 1);
            survive(kind, Fault::Gone, at, 700, 1);
        }
    }
}

/// What is left of a file: nothing if its name was not synced, else what was synced and so many halves of the rest,
/// which may be zeros.
fn lose_power(path: &Path, disk: &Faulty, tail: u64, zeros: bool) {
    let Ok(file) = File::options().write(true).open(path) else { return };
    let metadata = file.metadata().expect("metadata");
    if !disk.named.lock().expect("a lock").contains(&metadata.ino()) {
        return std::fs::remove_file(path).expect("removed");
    }
    let kept = disk.synced.lock().expect("a lock").get(&metadata.ino()).copied().unwrap_or(0);
    let length = kept + metadata.len().saturating_sub(kept) * tail / 2;
    file.set_len(if zeros { kept } else { length }).expect("cut");
    file.set_len(length).expect("zeros");
}

/// After the power fails, what was never synced may be there, be missing or be zeros.
#[test]
fn a_failure_of_the_power_takes_only_what_was_not_yet_told() {
    for kind in KINDS {
        for at in 1..=acts(kind) {
            for (tail, zeros) in [(0, false), (1, false), (2, false), (1, true), (2, true)] {
                let (folder, told) = (scratch(), Told::default());
                let folder = folder.path();
                let disk = Faulty::new(Fault::Death, at, 1024);
                let running: Arc<dyn Disk> = disk.clone();
                run_on(folder, kind, running, 1, &told).expect_err("a death");
                for name in ["journal.jsonl", "predictions.jsonl"] {
                    lose_power(&folder.join(name), &disk, tail, zeros);
                }
                settled(folder, &told, kind);
                run_again(folder, kind);
                let what = format!("{kind} at act {at}, tail {tail}, zeros {zeros}");
                assert_eq!(truth(folder), *undisturbed(kind), "{what}");
            }
        }
    }
}

/// Whoever finishes a trial after a line was torn and could not be cut off must not be told that it is stored.
#[test]
fn nothing_is_appended_to_a_torn_line() {
    for kind in KINDS {
        let acts = acts(kind);
        let torn = (1..=acts).filter(|&at| survive(kind, Fault::Torn, at, 512, 3)).count();
        assert!(torn > acts / 4, "{torn} of {acts}");
    }
}
