//! A large run that nobody has to wait for: 200,000 trials with made-up but plausible outcomes and predictions on the true
//! test rows, stored through the store itself. The program can then be asked to resume it, to say why, to report and to
//! analyse. Nothing here is an experiment: the scores mean nothing.
//!
//! ```text
//! cargo bench --bench scale -- FOLDER                  # makes the run and prints the commands
//! cargo bench --bench scale -- FOLDER measure          # runs them too, with time and peak memory
//! cargo bench --bench scale -- FOLDER measure 10       # the same with 10 repeats instead of 100
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::learn::{ClassPredictions, Classify, ModelFacts, Registry, Task, Truth};
use tribunal::metrics::Scored;
use tribunal::num::key::RngKey;
use tribunal::num::sample;
use tribunal::plan::{Plan, Trial};
use tribunal::run::{Finished, Outcome, Sink, Status, StoredPredictions, Timing};
use tribunal::spec::{Environment, parse};
use tribunal::store::{Store, write_manifest};

const DATASETS: usize = 20;
const FOLDS: usize = 10;
const REPEATS: usize = 100;
const CLASSES: usize = 3;

/// Ten methods, most of them with something to choose.
const METHODS: &str = r#"
[[method]]
kind = "knn"
grid = { k = [1, 3, 5, 7] }
[[method]]
kind = "logistic"
grid = { ridge = [0.01, 0.1, 1] }
[[method]]
kind = "naive-bayes"
[[method]]
kind = "j48"
[[method]]
kind = "random-forest"
[[method]]
kind = "lda"
[[method]]
kind = "qda"
[[method]]
kind = "svm"
grid = { c = [0.1, 1, 10], gamma = [0.1, 1] }
[[method]]
kind = "jrip"
[[method]]
kind = "majority"
"#;

fn spec(repeats: usize) -> String {
    let mut text = format!(
        "[experiment]\nname = \"scale\"\nseed = 2018\n[protocol]\nouter = {{ folds = {FOLDS}, repeats = {repeats} }}\n\
         inner = {{ folds = 5 }}\n{METHODS}\n"
    );
    for number in 0..DATASETS {
        text.push_str(&format!(
            "[[dataset]]\npath = \"data/d{number:02}.csv\"\ntarget = \"class\"\n"
        ));
    }
    text
}

/// Three overlapping clouds of 100 to 150 rows.
fn dataset(number: usize) -> String {
    let mut rng = RngKey::root(11).child("dataset", number as u64).stream();
    let rows = 100 + sample::below(&mut rng, 51) as usize;
    let mut text = String::from("a,b,c,d,class\n");
    for row in 0..rows {
        let class = row % CLASSES;
        for _ in 0..4 {
            text.push_str(&format!("{:.3},", class as f64 + sample::normal(&mut rng)));
        }
        text.push_str(&format!("class {class}\n"));
    }
    text
}

/// What a trial might have given.
fn made_up(plan: &Plan<'_>, trial: &Trial, rows: Vec<usize>) -> Finished {
    let mut rng = RngKey::root(12).child(&trial.id.to_string(), 0).stream();
    let loaded = &plan.loaded[trial.dataset];
    let method = &plan.experiment.methods[trial.method];
    let truth = Classify::truth(&loaded.data, &loaded.units).expect("classes").select(&rows);
    let skill = 0.5 + 0.04 * trial.method as f64;
    let mut probabilities = Vec::with_capacity(rows.len() * CLASSES);
    for &class in truth.ids() {
        let right = sample::unit(&mut rng) < skill;
        let told = if right { class as usize } else { sample::below(&mut rng, 3) as usize };
        let sure = 0.4 + 0.6 * sample::unit(&mut rng);
        let rest = (1.0 - sure) / (CLASSES - 1) as f64;
        probabilities.extend((0..CLASSES).map(|c| if c == told { sure } else { rest }));
    }
    let predictions = ClassPredictions::from_probabilities(CLASSES, probabilities);
    let point = sample::below(&mut rng, method.grid.len() as u64) as usize;
    let mut time = || 1e-3 * sample::unit(&mut rng);
    let (dataset, name) = (plan.dataset_name(trial), plan.method_name(trial));
    let outcome = Outcome {
        chosen: Some(method.grid[point].clone()),
        inner_score: (method.grid.len() > 1).then_some(skill),
        metrics: Classify::scores(&truth, &predictions),
        facts: Some(ModelFacts::closed_form()),
        timing: Timing { train: time(), predict: time(), select: time() },
        ..Outcome::new(trial, Classify::NAME, dataset, name, Status::Done)
    };
    let predictions = StoredPredictions {
        trial: trial.id.clone(),
        task: Classify::NAME.into(),
        examples: rows,
        answers: Classify::store(&loaded.data, &truth, predictions),
        caveats: Vec::new(),
    };
    Finished { outcome, predictions: Some(predictions), curve: None }
}

/// Writes data, spec and results into a folder; returns the number of trials.
fn generate(folder: &Path, repeats: usize) -> usize {
    std::fs::create_dir_all(folder.join("data")).expect("a folder");
    for number in 0..DATASETS {
        let path = folder.join(format!("data/d{number:02}.csv"));
        std::fs::write(path, dataset(number)).expect("a dataset");
    }
    let text = spec(repeats);
    std::fs::write(folder.join("scale.toml"), &text).expect("a spec");
    let catalog = Catalog::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets"));
    let registry = Registry::standard();
    let environment =
        Environment { registry: &registry, catalog: catalog.as_ref(), folder, stored: None };
    let experiment = parse(&folder.join("scale.toml"), &text, &environment)
        .unwrap_or_else(|problems| panic!("{}", problems.render(false)))
        .experiment;
    let datasets = experiment.datasets.iter().map(|d| load(d).expect("a dataset")).collect();
    let plan = Plan::new(&experiment, datasets).expect("a plan");
    let results = folder.join("results/scale");
    // A journal from before would be added to.
    let _ = std::fs::remove_dir_all(&results);
    let store = Store::open(&results).expect("a store");
    write_manifest(&store, &plan, &text).expect("a manifest");
    let mut folds = BTreeMap::new();
    for batch in plan.trials.chunks(5_000) {
        let made = batch.iter().map(|trial| {
            let place = (trial.dataset, trial.repeat);
            let folds = folds.entry(place).or_insert_with(|| plan.outer_folds(place.0, place.1));
            made_up(&plan, trial, folds.split(trial.fold).test)
        });
        store.put(&made.collect::<Vec<_>>()).expect("stored outcomes");
    }
    plan.trials.len()
}

/// Keeps all but the last lines of a file.
fn cut(path: &Path, lines: usize) {
    let text = std::fs::read(path).expect("a journal");
    let ends = text.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
    let (end, _) = ends.clone().nth(lines).expect("a longer journal");
    let file = std::fs::OpenOptions::new().write(true).open(path).expect("a journal");
    file.set_len(end as u64 + 1).expect("a shorter journal");
}

/// Runs a command to its end; returns its seconds and its peak memory in megabytes, where the system tells.
fn measure(folder: &Path, arguments: &[&str]) -> (f64, Option<f64>) {
    let started = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = None;
    while child.try_wait().expect("a process").is_none() {
        // The system keeps the highest mark itself: a look now and then misses the last milliseconds only.
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        peak = line.and_then(|kb| kb.parse::<f64>().ok()).map(|kb| kb / 1e3).or(peak);
        std::thread::sleep(Duration::from_millis(5));
    }
    (started.elapsed().as_secs_f64(), peak)
}

const RUN: &[&str] = &["run", "scale.toml", "--quiet"];

const COMMANDS: &[(&str, &[&str])] = &[
    ("nothing to run", RUN),
    ("why", &["why", "scale.toml"]),
    ("why, all changed", &["why", "scale.toml", "--seed", "7"]),
    ("report", &["report", "scale.toml"]),
    ("analyze", &["analyze", "results/scale/outcomes.csv", "--metric", "accuracy"]),
];

fn main() {
    // `cargo bench` adds `--bench`.
    let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let Some(folder) = asked.first().map(PathBuf::from) else {
        println!("give a folder: cargo bench --bench scale -- FOLDER [measure] [REPEATS]");
        return;
    };
    let repeats = asked.iter().find_map(|word| word.parse().ok()).unwrap_or(REPEATS);
    let started = Instant::now();
    let trials = generate(&folder, repeats);
    println!(
        "{trials} trials stored in {:.1} s; in {}:",
        started.elapsed().as_secs_f64(),
        folder.display()
    );
    let wants = asked.iter().any(|word| word == "measure");
    let show = |what: &str, arguments: &[&str]| {
        let command = format!("tribunal {}", arguments.join(" "));
        if !wants {
            return println!("  {command:75} # {what}");
        }
        let (seconds, peak) = measure(&folder, arguments);
        let peak = peak.map_or("unknown".to_owned(), |mb| format!("{mb:.0} MB"));
        println!("  {command:75} # {what}: {seconds:.1} s, peak {peak}");
    };
    COMMANDS.iter().for_each(|(what, arguments)| show(what, arguments));
    if wants {
        cut(&folder.join("results/scale/journal.jsonl"), 50);
        show("50 to run", RUN);
    }
}
