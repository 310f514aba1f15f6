//! Every registered method gives the same bytes whatever the threads, the order of the jobs, the memory and the
//! interruptions.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::experiment::Experiment;
use tribunal::learn::{Registry, Setting};
use tribunal::num::key::RngKey;
use tribunal::num::sample::{below, shuffle};
use tribunal::plan::{Job, Plan, Selection, TrialId};
use tribunal::run::{
    Event, Executor, Finished, Observer, Sink, StoredPredictions, Threads, proceeding,
};
use tribunal::spec::{Environment, parse};
use tribunal::store::{Store, read_predictions, write_tables};

use crate::support::{Dir, project};

struct Silent;

impl Observer for Silent {
    fn notice(&self, _: &Event<'_>) {}
}

/// Stores, and interrupts the run after so many jobs.
struct Interrupting<'a> {
    store: &'a Store,
    left: AtomicUsize,
    interrupted: &'a AtomicBool,
}

impl Sink for Interrupting<'_> {
    fn put(&self, finished: &[Finished]) -> std::io::Result<()> {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.interrupted.store(true, Ordering::SeqCst);
        }
        self.store.put(finished)
    }
}

/// What must not depend on how it was computed.
#[derive(Debug, PartialEq)]
struct Bytes {
    outcomes: String,
    confusion: String,
    predictions: BTreeMap<TrialId, String>,
}

/// A way to run an experiment.
#[derive(Debug)]
struct Way {
    threads: usize,
    memory: usize,
    /// Shuffles the jobs with this key; 0 leaves them in order.
    order: u64,
    /// The run is interrupted after so many jobs, each time.
    interruptions: Vec<usize>,
}

const PLAIN: Way = Way { threads: 1, memory: 1 << 28, order: 0, interruptions: Vec::new() };

fn bytes(experiment: &Experiment, way: &Way) -> Bytes {
    let datasets = experiment.datasets.iter().map(|d| load(d).expect("data")).collect();
    let plan = Plan::new(experiment, datasets).expect("a plan");
    let dir = Dir::new();
    let folder = dir.path("run");
    for attempt in 0..=way.interruptions.len() {
        let store = Store::open(&folder).expect("a store");
        let due = |job: &Job| job.trials.iter().any(|trial| !store.history().is_settled(trial));
        let mut jobs: Vec<Job> = plan.jobs(&Selection::default()).into_iter().filter(due).collect();
        if way.order > 0 {
            let key = RngKey::root(way.order).child("order of jobs", attempt as u64);
            shuffle(&mut key.stream(), &mut jobs);
        }
        let interrupted = AtomicBool::new(false);
        let left = way.interruptions.get(attempt).copied().unwrap_or(usize::MAX);
        let sink =
            Interrupting { store: &store, left: AtomicUsize::new(left), interrupted: &interrupted };
        let (threads, memory) = (way.threads, way.memory);
        let executor = Threads { threads, memory, interrupted: &interrupted, logs: None };
        executor.run(&jobs, proceeding(&plan).as_ref(), &sink, &Silent).expect("a run");
        write_tables(&store, &plan).expect("tables");
    }
    let mut predictions = BTreeMap::new();
    let text = |p: &StoredPredictions| serde_json::to_string(p).expect("JSON");
    read_predictions(&folder, |p| drop(predictions.insert(p.trial.clone(), text(&p))))
        .expect("readable");
    let (outcomes, confusion) = (dir.read("run/outcomes.csv"), dir.read("run/confusion.csv"));
    Bytes { outcomes, confusion, predictions }
}

fn experiment(folder: &Path, text: &str) -> Experiment {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let registry = Registry::standard();
    let environment =
        Environment { registry: &registry, catalog: Ok(&catalog), folder, stored: None };
    parse(Path::new("t.toml"), text, &environment)
        .unwrap_or_else(|m| panic!("{}", m.render(false)))
        .experiment
}

/// Methods that take long as they are get settings of their own.
fn settings_of(kind: &str) -> &'static str {
    match kind {
        "knn" => "grid = { k = [1, 3, 5] }",
        "svm" | "ollawv" | "olla-l2" | "nnisda" | "mnsvm" => {
            "grid = { c = [1, 10], gamma = [0.1, 1] }"
        }
        "mlp" => "params = { epochs = 20 }",
        "random-forest" => "params = { trees = 5 }",
        "adaboost" | "bagging" => "params = { rounds = 3 }",
        _ => "",
    }
}

/// Every kind of method, on numbers and on a table with nominal features and holes.
fn every_method(protocol: &str) -> String {
    let mut text = format!("experiment = {{ name = \"every\", seed = 11 }}\n{protocol}\n");
    text.push_str("[[dataset]]\nname = \"clouds\"\n");
    text.push_str("generate = { classes = 3, features = 3, rows = 10, spread = 2 }\n");
    text.push_str("[[dataset]]\npath = \"mixed.csv\"\n");
    for entry in Registry::standard().of(Setting::Classification) {
        let kind = entry.method.info().kind;
        text.push_str(&format!("[[method]]\nkind = \"{kind}\"\n{}\n", settings_of(kind)));
    }
    text
}

fn mixed(dir: &Dir) {
    let row = |i: usize| {
        let colour = ["red", "green", "", "blue"][i % 4];
        let x = if i.is_multiple_of(7) { String::new() } else { (i * i % 11).to_string() };
        format!("{x},{colour},{}\n", if (i % 10) + (i % 4) > 6 { "yes" } else { "no" })
    };
    let rows: String = (0..40).map(row).collect();
    dir.write("mixed.csv", format!("x,colour,class\n{rows}"));
}

#[test]
fn every_method_gives_the_same_bytes_in_every_order_on_any_threads_with_any_interruptions() {
    let dir = Dir::new();
    mixed(&dir);
    let kinds = Registry::standard().of(Setting::Classification).count();
    let nested = "protocol = { outer = { folds = 2 }, inner = { folds = 2 } }";
    let flat = "protocol = { kind = \"flat\", outer = { folds = 2 } }";
    for (number, protocol) in [nested, flat].iter().enumerate() {
        let experiment = experiment(&dir.path(""), &every_method(protocol));
        let expected = bytes(&experiment, &PLAIN);
        assert_eq!(expected.predictions.len(), kinds * 4, "{}", expected.outcomes);
        let mut draws = RngKey::root(21).child("ways", number as u64).stream();
        for threads in [1, 2, 3, 8] {
            let interruptions =
                (0..below(&mut draws, 4)).map(|_| 1 + below(&mut draws, 30) as usize).collect();
            let order = 1 + below(&mut draws, 1000);
            let way = Way { threads, order, interruptions, ..PLAIN };
            assert!(bytes(&experiment, &way) == expected, "{protocol}: {way:?} changes bytes");
        }
    }
}

/// Kernels whole, in part or row by row: with less memory than a matrix takes, rows are computed when they are needed.
#[test]
fn the_memory_for_kernels_changes_no_byte() {
    let dir = Dir::new();
    let mut text = String::from(
        "experiment = { name = \"kernels\", seed = 5 }\nprotocol = { outer = { folds = 2 }, inner = { folds = 2 } }\n\
         [[dataset]]\nname = \"clouds\"\ngenerate = { classes = 3, features = 4, rows = 40 }\n",
    );
    for kind in ["svm", "ollawv", "olla-l2", "nnisda", "mnsvm"] {
        text.push_str(&format!("[[method]]\nkind = \"{kind}\"\n{}\n", settings_of(kind)));
    }
    let experiment = experiment(&dir.path(""), &text);
    let expected = bytes(&experiment, &PLAIN);
    assert_eq!(expected.predictions.len(), 10, "{}", expected.outcomes);
    for (threads, memory) in [(1, 100_000), (2, 20_000), (3, 30_000), (8, 50_000)] {
        let way = Way { threads, memory, ..PLAIN };
        assert!(bytes(&experiment, &way) == expected, "{way:?} changes bytes");
    }
}

/// What says that it may differ by processor is what uses loops chosen by processor.
#[test]
fn methods_declare_whether_the_processor_matters() {
    let declared: Vec<&str> = Registry::standard()
        .entries()
        .iter()
        .map(|entry| entry.method.info())
        .filter(|info| info.by_processor)
        .map(|info| info.kind)
        .collect();
    assert_eq!(declared, ["gp"]);
    let registry = Registry::standard();
    let find = |kind| registry.find(kind, Setting::Classification).expect("a method");
    let bagging = find("bagging").over.expect("it builds on others");
    let over = bagging.over(find("gp").method).unwrap_or_else(|e| panic!("{e}"));
    assert!(over.info().by_processor, "what is built on it depends on it too");
}
