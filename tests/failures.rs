//! Methods that misbehave and disks that refuse: one trial fails with a reason, the rest goes on, and nothing depends on
//! how many threads there are.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use tribunal::analysis::Summary;
use tribunal::data::Rows;
use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::experiment::{Experiment, Validation};
use tribunal::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo,
    Model, ModelFacts, Registry, Samples,
};
use tribunal::num::sample;
use tribunal::params::{Domain, ParamInfo, Params, Value};
use tribunal::plan::{Plan, Selection};
use tribunal::run::{
    Event, Executor, Finished, Observer, Outcome, RunError, Sink, Status, Threads, proceeding,
};
use tribunal::spec::{Environment, parse};

use crate::support::project;

/// Does what its parameter says.
struct Moody;

static MOODY: MethodInfo = MethodInfo {
    kind: "moody",
    summary: "misbehaves on demand",
    reference: "none",
    params: &[ParamInfo {
        name: "mood",
        about: "what to do",
        domain: Domain::Choice(&["random", "panic", "refuse", "short", "wrong-class", "nan-fact"]),
        default: Value::Text(std::borrow::Cow::Borrowed("random")),
    }],
    version: 1,
    sparse: true,
    ..MethodInfo::PLAIN
};

struct MoodyModel {
    mood: String,
    classes: usize,
    /// Random, but the same for the same address.
    favourite: u32,
}

impl Declared for Moody {
    fn info(&self) -> &'static MethodInfo {
        &MOODY
    }
}

impl Method<Classify> for Moody {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let mood = params.text("mood").to_owned();
        assert!(mood != "panic", "bad mood");
        if mood == "refuse" {
            return Err(FitError::Unsuitable("does not like the data".into()));
        }
        let classes = train.y().classes();
        let favourite = sample::below(&mut context.key.stream(), classes as u64) as u32;
        Ok(Box::new(MoodyModel { mood, classes, favourite }))
    }
}

impl Model<Classify> for MoodyModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let rows = if self.mood == "short" { x.len() - 1 } else { x.len() };
        let label = if self.mood == "wrong-class" { 99 } else { self.favourite };
        let share = 1.0 / self.classes as f64;
        let mut predictions =
            ClassPredictions::from_probabilities(self.classes, vec![share; rows * self.classes]);
        predictions.labels = vec![label; rows];
        predictions
    }

    fn bytes(&self) -> usize {
        self.mood.len()
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        if self.mood == "nan-fact" {
            facts.numbers.insert("fact".into(), f64::NAN);
        }
        facts
    }
}

fn experiment(methods: &str) -> Experiment {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let registry = Registry::standard().with(Moody);
    let environment = Environment {
        registry: &registry,
        catalog: Ok(&catalog),
        folder: Path::new(""),
        stored: None,
    };
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 5\n[protocol]\nouter = {{ folds = 3 }}\ninner = {{ folds = 2 }}\n\
         [[dataset]]\nname = \"iris\"\n[[dataset]]\nname = \"wine\"\n{methods}"
    );
    parse(Path::new("t.toml"), &text, &environment)
        .unwrap_or_else(|m| panic!("{}", m.render(false)))
        .experiment
}

#[derive(Default)]
struct Memory(Mutex<Vec<Finished>>);

impl Sink for Memory {
    fn put(&self, finished: &[Finished]) -> std::io::Result<()> {
        self.0.lock().expect("a lock").extend_from_slice(finished);
        Ok(())
    }
}

/// Takes as many trials as there is room for, then says that the disk is full.
struct FullDisk(Mutex<usize>);

impl Sink for FullDisk {
    fn put(&self, finished: &[Finished]) -> std::io::Result<()> {
        let mut left = self.0.lock().expect("a lock");
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        *left = left.checked_sub(finished.len()).ok_or_else(full)?;
        Ok(())
    }
}

struct Silent;

impl Observer for Silent {
    fn notice(&self, _: &Event<'_>) {}
}

fn plan(experiment: &Experiment) -> Plan<'_> {
    let datasets = experiment.datasets.iter().map(|d| load(d).expect("a good file")).collect();
    Plan::new(experiment, datasets).expect("a plan")
}

/// Runs everything and returns the outcomes in plan order, without their times.
fn outcomes(experiment: &Experiment, threads: usize) -> Vec<Outcome> {
    let plan = plan(experiment);
    let (memory, never) = (Memory::default(), AtomicBool::new(false));
    let executor = Threads { threads, memory: 1 << 28, interrupted: &never, logs: None };
    let jobs = plan.jobs(&Selection::default());
    executor.run(&jobs, proceeding(&plan).as_ref(), &memory, &Silent).expect("a run");
    let finished = memory.0.into_inner().expect("a lock");
    plan.trials
        .iter()
        .map(|trial| {
            let found = finished.iter().find(|f| f.outcome.trial == trial.id).expect("an outcome");
            Outcome { timing: Default::default(), ..found.outcome.clone() }
        })
        .collect()
}

fn moody(mood: &str) -> String {
    format!("[[method]]\nname = \"{mood}\"\nkind = \"moody\"\nparams = {{ mood = \"{mood}\" }}\n")
}

#[test]
fn every_kind_of_misbehaviour_is_an_outcome_with_a_reason() {
    let moods = ["panic", "refuse", "short", "wrong-class", "nan-fact"];
    let methods: String = moods.iter().map(|m| moody(m)).collect();
    let experiment = experiment(&format!("{methods}[[method]]\nkind = \"majority\"\n"));
    let reasons = [
        "the method panicked: bad mood",
        "does not like the data",
        "the model gave 49 predictions for 50 rows",
        "the model named a class that does not exist",
        "the model's `fact` is not a finite number",
    ];
    let all = outcomes(&experiment, 2);
    for (mood, reason) in moods.iter().zip(reasons) {
        let own: Vec<&Outcome> =
            all.iter().filter(|o| o.method == *mood && o.dataset == "iris").collect();
        assert_eq!(own.len(), 3);
        assert!(own.iter().all(|o| o.status == Status::failed(reason)), "{own:?}");
    }
    assert!(all.iter().filter(|o| o.method == "majority").all(Outcome::is_done));
    let plan = plan(&experiment);
    let stored: Vec<Option<Outcome>> = all.into_iter().map(Some).collect();
    let table = &Summary::new(&plan, &[experiment.conditions.select], &stored).tables[0];
    assert!(
        table.results.cells[0][..5].iter().all(Option::is_none)
            && table.results.cells[0][5].is_some()
    );
    assert_eq!((table.complete, table.averages[5]), (0, None));
}

#[test]
fn a_grid_point_that_fails_is_out_of_the_choice_and_noted() {
    let grid = "[[method]]\nname = \"m\"\nkind = \"moody\"\ngrid = { mood = [\"panic\", \"random\", \"refuse\"] }\n";
    let experiment = experiment(grid);
    for outcome in outcomes(&experiment, 2) {
        assert!(outcome.is_done());
        assert_eq!(outcome.chosen.expect("a choice").to_string(), "mood=random");
        assert_eq!(
            outcome.notes,
            ["2 of 3 grid points could not be scored; mood=panic: the method panicked: bad mood"],
        );
    }
    let none = self::experiment(
        "[[method]]\nname = \"m\"\nkind = \"moody\"\ngrid = { mood = [\"panic\", \"refuse\"] }\n",
    );
    for outcome in outcomes(&none, 2) {
        let reason = outcome.status.reason().expect("a failure");
        assert!(reason.starts_with("no grid point could be scored; mood=panic: "), "{reason}");
    }
}

#[test]
fn randomness_depends_on_the_address_and_not_on_threads() {
    let text = format!("{}[[method]]\nkind = \"knn\"\ngrid = {{ k = [1, 9] }}\n", moody("random"));
    let experiment = experiment(&text);
    let one = outcomes(&experiment, 1);
    assert_eq!(one, outcomes(&experiment, 4));
    let accuracies: Vec<Option<f64>> =
        one.iter().filter(|o| o.method == "random").map(|o| o.value("accuracy")).collect();
    assert!(accuracies.iter().any(|a| *a != accuracies[0]), "every fold drew the same class");
}

#[test]
fn a_full_disk_ends_the_run_and_keeps_what_was_stored() {
    let experiment = experiment("[[method]]\nkind = \"majority\"\n");
    let plan = plan(&experiment);
    let never = AtomicBool::new(false);
    let executor = Threads { threads: 2, memory: 1 << 28, interrupted: &never, logs: None };
    let disk = FullDisk(Mutex::new(3));
    let jobs = plan.jobs(&Selection::default());
    let result = executor.run(&jobs, proceeding(&plan).as_ref(), &disk, &Silent);
    assert!(
        matches!(result, Err(RunError::Store(e)) if e.kind() == std::io::ErrorKind::StorageFull)
    );
}

#[test]
fn all_methods_are_tuned_on_the_same_inner_folds() {
    let methods = "[[method]]\nkind = \"knn\"\n[[method]]\nkind = \"majority\"\n";
    let experiment = experiment(methods);
    let plan = plan(&experiment);
    let trial = |method: usize| {
        plan.trials.iter().find(|t| t.method == method && t.fold == 1).expect("a trial")
    };
    let inner = |method: usize| {
        let train = plan.outer_folds(0, 0).split(1).train;
        plan.inner_splits(trial(method), Validation { folds: 3, stratified: true }, &train)
    };
    assert_eq!(inner(0), inner(1));
    assert_ne!(plan.method_key(trial(0)), plan.method_key(trial(1)));
}

#[test]
fn folds_on_which_a_metric_is_undefined_count_for_nobody() {
    let methods = "[[method]]\nkind = \"knn\"\n[[method]]\nkind = \"majority\"\n";
    let experiment = experiment(methods);
    let plan = plan(&experiment);
    let mut all = outcomes(&experiment, 2);
    // kNN's second fold on iris has no accuracy; majority's does, and would be the worst.
    let set = |all: &mut Vec<Outcome>, method: &str, values: [Option<f64>; 3]| {
        let own = all.iter_mut().filter(|o| o.method == method && o.dataset == "iris");
        own.zip(values).for_each(|(o, v)| {
            o.metrics.insert("accuracy".into(), v);
        });
    };
    set(&mut all, "knn", [Some(0.5), None, Some(0.7)]);
    set(&mut all, "majority", [Some(0.9), Some(0.0), Some(0.5)]);
    let stored: Vec<Option<Outcome>> = all.into_iter().map(Some).collect();
    let table = &Summary::new(&plan, &[experiment.conditions.select], &stored).tables[0];
    let (knn, majority) = (
        table.results.cells[0][0].clone().expect("a cell"),
        table.results.cells[0][1].clone().expect("a cell"),
    );
    assert!((knn.mean - 0.6).abs() < 1e-15 && (majority.mean - 0.7).abs() < 1e-15);
    assert!((knn.sd.expect("two folds") - 0.02_f64.sqrt()).abs() < 1e-15);
    assert_eq!((knn.folds.len(), majority.folds.len()), (2, 2));
    assert_eq!((table.ranks[0][0], table.best[0][0]), (Some(2.0), false));
    assert_eq!((table.ranks[0][1], table.best[0][1]), (Some(1.0), true));
}

#[test]
fn a_reader_is_told_which_trials_failed() {
    let experiment = experiment("[[method]]\nkind = \"knn\"\n[[method]]\nkind = \"majority\"\n");
    let plan = plan(&experiment);
    let mut all = outcomes(&experiment, 2);
    for outcome in &mut all {
        let reason = match (outcome.method.as_str(), outcome.dataset.as_str(), outcome.fold) {
            ("knn", "iris", 1) | ("majority", ..) => "broken",
            ("knn", "iris", 2) => "torn",
            _ => continue,
        };
        outcome.status = Status::failed(reason);
    }
    let stored: Vec<Option<Outcome>> = all.into_iter().map(Some).collect();
    let failed = Summary::new(&plan, &[experiment.conditions.select], &stored).failed;
    let words: Vec<String> = failed.iter().map(|f| f.words()).collect();
    let expected = [
        "knn on iris: broken (1 trial: fold 2)",
        "knn on iris: torn (1 trial: fold 3)",
        "majority on iris: broken (3 trials)",
        "majority on wine: broken (3 trials)",
    ];
    assert_eq!(words, expected);
}
